"""The clauses themselves, read on an element type's bit patterns: its functions meet them, and nothing else does.

What the other obligations of this room say of `value`, `key` and the fold, they say of functions that are defined here
in SMT-LIB. That these are what the clauses speak of is shown in two steps, for every pattern. `TYPE.meets.CLAUSE`: the
clause's formula holds of them. `TYPE.determines.WHAT`: whatever meets the clauses' formulas is what they give.

Formulas about outputs are read at one window over a row of three elements a, b, c, the last plane of several: in the
middle, where each tap is in range; or at the start, where the first tap is on padding and the others on a and b.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from proofs.engine.bits.formulas import BitAssumption, BitLemma, Formula, Pattern, ReadClause, ReadTerm
from proofs.engine.bits.obligation import BitObligation
from proofs.theories.floats.bits import EXCEED, ORDER, THREE, FoldState, Format, by_order, flag, index, tap
from spec.language.terms import Term, and_, not_
from spec.maxpool.vocabulary import is_nan, key, lowest, minus_infinity, v, value, zero
from spec.operator.operator import Operator
from spec.readings.bits import INDEX_WIDTH, Cell

NAN, ZEROS = "NaN.as-minus-infinity", "zeros.equal"
Y_MAX, SOURCE, FIRST, FLAT, BITS = "Y.max", "Y.max-over-input", "Indices.first-maximum", "Indices.flat", "Y.bits"
ATTRIBUTES = {"kernel_shape": (1, 3), "strides": (1, 1), "dilations": (1, 1), "pads": (0, 1, 0, 1)}
SHAPE, NAMES, BEFORE_THE_ROW = (2, 2, 1, 3), "abc", 9


def window(n: int) -> Cell:
    """The n-th window over the row; the pattern of an index counts from the row's first element."""
    numbers = {f"{name}[{i}]": entry for name, entries in ATTRIBUTES.items() for i, entry in enumerate(entries)}
    numbers |= {f"dX_{i}": size for i, size in enumerate(SHAPE)} | {"b": 1, "c": 1, "m": 0, "n": n}
    return Cell(
        numbers,
        tensors={"X": {(1, 1, 0, i): name for i, name in enumerate(NAMES)}, "Y": {(1, 1, 0, n): "y"}},
        integers={"Indices": ("index", BEFORE_THE_ROW, range(-2, BEFORE_THE_ROW + 6))},
    )


AT_START, IN_MIDDLE = window(0), window(1)
ON_PADDING_FIRST = tap("a", 0).then(tap("b", 1))
"""What the fold gives at the start, as THREE is what it gives in the middle."""


@dataclass(frozen=True, slots=True)
class ClausesOnBits:
    """The clauses of an operator, read on the patterns of an element type."""

    of: Format
    operator: Operator

    def theorem(
        self,
        label: str,
        statement: str,
        patterns: tuple[Pattern, ...],
        goal: Formula,
        *given: BitAssumption,
        functions: str = "",
        about: tuple[str, ...] = (),
    ) -> BitObligation:
        """An obligation about the clauses that it reads, or others; its source is that of the first."""
        made = BitObligation(
            label=f"{self.of.name}.{label}",
            statement=statement,
            functions=self.of.text + functions,
            patterns=patterns,
            assumptions=given,
            goal=goal,
            source=self.of.source,
            logic=self.of.logic,
            element=self.of.element("v"),
        )
        about = about or tuple(dict.fromkeys(r.clause.label for r in made.read))
        return replace(made, about=about, source=self.operator[about[0]].source)

    def meets(
        self, clause: str, cell: Cell, patterns: tuple[Pattern, ...] = (), *given: BitAssumption
    ) -> BitObligation:
        """A clause holds of the type's functions."""
        statement = f"The functions on {self.of.name}'s bit patterns meet {clause}."
        return self.theorem(f"meets.{clause}", statement, patterns, ReadClause(self.operator[clause], cell), *given)

    def allows(self, clause: str, cell: Cell, place: str = "") -> BitAssumption:
        """What a clause allows, as an assumption."""
        return BitAssumption(clause + place, ReadClause(self.operator[clause], cell))


# --- the functions -----------------------------------------------------------------------------------


ANY_VALUE = """\
(define-fun any_value ((x {pattern})) {pattern} (ite (= x a) value_of_a (value x)))
"""
"""Any function, as far as one pattern shows."""

ANY_KEY = """\
(define-fun any_key ((x {pattern})) (_ BitVec {rank})
  (ite (= x a) key_of_a (ite (= x b) key_of_b key_of_minus_infinity)))
(define-fun compared ((x {pattern}) (y {pattern})) Bool
  (or (is_nan x) (is_nan y) (and (is_zero x) (is_zero y))
      (= (above (number x) (number y)) (bvsgt (any_key x) (any_key y)))))
"""
"""Any rank of a, b and -inf; and that it goes by two numbers, where no clause is needed to say so.

Of three elements, eight bits hold every order that there is.
"""


def determines_value(read: ClausesOnBits) -> BitObligation:
    """What stands in Y for an element is determined."""
    return read.theorem(
        "determines.value",
        "What the clause allows to stand in Y for an element is what stands there.",
        read.of.elements("a", "value_of_a"),
        "(= value_of_a (value a))",
        read.allows(NAN, Cell(others={"v": "a", "value": "any_value"})),
        functions=ANY_VALUE.format(pattern=read.of.sort),
    )


def determines_order(read: ClausesOnBits) -> BitObligation:
    """Two clauses and the order of numbers determine the order of all patterns."""
    ranks = tuple(Pattern(f"key_of_{x}", INDEX_WIDTH, landmarks=(0, 1, 2)) for x in ("a", "b", "minus_infinity"))
    pairs = (("a", "b"), ("b", "a"), *((x, "minus_infinity") for x in "ab"), *(("minus_infinity", x) for x in "ab"))
    by_number = " ".join(f"(compared {x} {y})" for x, y in pairs)
    return read.theorem(
        "determines.order",
        "NaN and zeros apart, ranks go by numbers: then whatever ranks the clauses allow, their order is that of keys.",
        (*read.of.elements("a", "b"), *ranks),
        "(= (greater a b) (bvsgt (any_key a) (any_key b)))",
        *(read.allows(NAN, Cell(others={"v": x, "key": "any_key"}), f", of {x}") for x in "ab"),
        read.allows(ZEROS, Cell(others={"v": "a", "v2": "b", "key": "any_key"})),
        BitAssumption("ranks go by numbers", f"(and {by_number})"),
        functions=ANY_KEY.format(pattern=read.of.sort, rank=INDEX_WIDTH),
    )


EXTREMES: Term = and_(
    *(not_(is_nan(element)) for element in (minus_infinity, lowest, zero)),
    key(minus_infinity) <= key(v),
    (key(v) <= key(minus_infinity)).implies(value(v).eq(minus_infinity)),
    key(v).eq(key(lowest)).implies(value(v).eq(lowest)),
)
"""What is known of -inf, the least finite number and 0, beside any element v. An integer type's -inf is its least."""


def extremes(read: ClausesOnBits) -> BitObligation:
    """Nothing is below -inf, and only a NaN beside it counts as it."""
    of = read.of
    least = of.lowest - 1 if of.is_float else of.lowest
    named = {"zero": f"(_ bv0 {of.width})", "lowest": f"(_ bv{least} {of.width})"}
    return read.theorem(
        "extremes",
        "No element ranks below -inf; what ranks as -inf, or as the least finite number, counts as that.",
        (),
        ReadTerm("extremes", EXTREMES, Cell(others=named)),
        about=(SOURCE,),
    )


# --- the outputs -------------------------------------------------------------------------------------


def in_Y(index: str) -> str:
    """What stands in Y for the element at an index."""
    return f"(value (ite (= {index} #x00) a (ite (= {index} #x01) b c)))"


def outputs(read: ClausesOnBits) -> tuple[BitObligation, ...]:
    """What the fold gives meets the clauses on outputs; each determines what it speaks of."""
    of, y, any_index = read.of, read.of.element("y"), index("index")
    two, three = of.elements("a", "b"), of.elements(*NAMES)
    flags, first, order = _by_keys(of)

    def gives(index_of_it: str) -> tuple[Pattern, ...]:
        return index("index", index_of_it), of.element("y", in_Y("index"))

    def folded(state: FoldState) -> tuple[Pattern, ...]:
        return (*three, *gives(state.index))

    return (
        *(read.meets(clause, IN_MIDDLE, (*three, *flags, *gives(first)), *order) for clause in (Y_MAX, FIRST)),
        read.meets(BITS, IN_MIDDLE, folded(THREE)),
        *(read.meets(clause, AT_START, folded(ON_PADDING_FIRST)) for clause in (SOURCE, FLAT)),
        read.theorem(
            "determines.rank-of-Y",
            "Whatever Y the clause allows ranks as the element that the fold gives.",
            (*three, *flags, y, index("selected", first)),
            f"(= (key y) (key {in_Y('selected')}))",
            read.allows(Y_MAX, IN_MIDDLE),
            *order,
        ),
        read.theorem(
            "determines.source-of-Y",
            "Whatever Y the clause allows stands for an element in the window, and never for padding.",
            (*two, y),
            "(or (= y (value a)) (= y (value b)))",
            read.allows(SOURCE, AT_START),
        ),
        read.theorem(
            "determines.place-of-Indices",
            "Whatever index the clause allows is that of an element in the window, whatever stands in Y.",
            (*two, y, any_index),
            "(or (= index #x00) (= index #x01))",
            read.allows(FLAT, AT_START),
        ),
        read.theorem(
            "determines.Indices",
            "Whatever index the clause allows is the one that the fold gives.",
            (*three, *flags, any_index),
            f"(= index {first})",
            read.allows(FIRST, IN_MIDDLE),
            *order,
        ),
        read.theorem(
            "determines.Y",
            "Whatever Y the clause allows at an index is what stands in Y for the element there, bit for bit.",
            (*three, any_index, y),
            f"(= y {in_Y('index')})",
            read.allows(BITS, IN_MIDDLE),
        ),
    )


def _by_keys(of: Format) -> tuple[tuple[Pattern, ...], str, tuple[BitAssumption, ...]]:
    """Flags for which of two is greater; the fold's index by them, by theorem `float16.fold.by-order` and its like; and
    that they are the order of keys, by theorem `float16.order` and its like.
    """
    names = {f"{x}_exceeds_{y}": (x, y) for x, y in EXCEED}
    order = tuple(
        BitAssumption(
            f"{of.name}.order, of {x} and {y}",
            f"(= (= {name} #b1) (bvsgt (key {x}) (key {y})))",
            BitLemma(f"{of.name}.order", ORDER, {"a": x, "b": y}, {f"(greater {x} {y})": f"(= {name} #b1)"}),
        )
        for name, (x, y) in names.items()
    )
    return tuple(map(flag, names)), by_order(*(f"(= {name} #b1)" for name in names)), order


def clause_theorems(of: Format, operator: Operator) -> tuple[BitObligation, ...]:
    """All of it, for an element type; the order is open only where there are NaN and two zeros."""
    read = ClausesOnBits(of, operator)
    zeros = (read.meets(ZEROS, Cell()), determines_order(read)) if of.is_float else ()
    return (read.meets(NAN, Cell()), determines_value(read), extremes(read), *zeros, *outputs(read))
