"""The bit-precise theory: what holds of an element type's bit patterns, whatever the type.

`proofs.theories.floats.floats` and `proofs.theories.floats.integers` define a type's functions in SMT-LIB, under these
names:

    number(a)       the number that a pattern is
    counted(a)      the number that counts for it: itself, but -inf for a NaN
    above(x, y)     the type's own `>` between numbers
    lowest          the pattern of the type's minimum: -inf, or the smallest integer
    is_nan(a)       and `is_zero`, `minus_infinity`: the clauses' own symbols, as IEEE 754 has them
    value(a)        the pattern that stands in Y for a: itself, but that of -inf for a NaN
    key(a)          an integer whose signed order is the profile's order

The last two are the clauses' symbols too: `proofs.theories.floats.clauses` proves that they are what these say.
A fold's state is what the loops of `reference.maxpool.pool` carry: found, best (a number), index.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.engine.bits.formulas import BitAssumption, Pattern
from proofs.engine.bits.obligation import BitObligation
from spec.operator.clauses import ADDED, Source

FOLD = """\
(define-fun greater ((a {pattern}) (b {pattern})) Bool (above (counted a) (counted b)))
(define-fun first ((a {pattern}) (b {pattern})) {pattern} (ite (greater b a) b a))
(define-fun takes ((found Bool) (best {number}) (tapped Bool) (x {number})) Bool
  (and tapped (or (not found) (above x best))))
(define-fun best-of ((found Bool) (best {number}) (tapped Bool) (x {number})) {number}
  (ite (takes found best tapped x) x best))
(define-fun index-of ((found Bool) (best {number}) (i {index}) (tapped Bool) (x {number}) (j {index})) {index}
  (ite (takes found best tapped x) j i))
"""
"""The fold of the first maximum: of two patterns; and as the loops do it, of a state and a tap that may be in range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """An element type: its own functions in SMT-LIB, the sort of its numbers, the patterns a search begins with.

    `dtype` is its NumPy type; a type without one has no traps, for they could not be replayed. `about` and `source`
    are the clauses that its order is from.
    """

    name: str
    width: int
    number: str
    functions: str
    landmarks: tuple[int, ...]
    lowest: int
    logic: str
    about: tuple[str, ...]
    source: Source
    dtype: str = ""

    @property
    def sort(self) -> str:
        """The sort of its patterns."""
        return f"(_ BitVec {self.width})"

    @property
    def is_float(self) -> bool:
        """It has NaN and two zeros."""
        return self.number != self.sort

    @property
    def text(self) -> str:
        """All functions: the type's own, and the fold's."""
        return self.functions + FOLD.format(pattern=self.sort, number=self.number, index="(_ BitVec 8)")

    def element(self, name: str, meaning: str = "") -> Pattern:
        """A pattern of this type."""
        return Pattern(name, self.width, self.dtype, self.landmarks, meaning)

    def elements(self, *names: str) -> tuple[Pattern, ...]:
        """Patterns of this type that may be any."""
        return tuple(map(self.element, names))

    def array(self, *patterns: int) -> NDArray[Any]:
        """The numbers of some patterns, as a row."""
        return np.array(patterns, f"uint{self.width}").view(self.dtype)

    def pattern(self, number: Any) -> int:
        """The pattern of a number."""
        return int(np.asarray(number, self.dtype).reshape(1).view(f"uint{self.width}")[0])


def index(name: str, meaning: str = "") -> Pattern:
    """An index in one byte; 0xff is -1."""
    return Pattern(name, 8, "int8", meaning=meaning)


def flag(name: str) -> Pattern:
    """One bit; 1 is true."""
    return Pattern(name, 1)


def theorem(
    of: Format,
    label: str,
    statement: str,
    patterns: tuple[Pattern, ...],
    goal: str,
    *assumptions: BitAssumption,
    about: tuple[str, ...],
    source: Source = ADDED,
) -> BitObligation:
    """An obligation that is expected to be proved."""
    return BitObligation(
        label=f"{of.name}.{label}",
        statement=statement,
        functions=of.text,
        patterns=patterns,
        assumptions=assumptions,
        goal=" ".join(goal.split()),
        about=about,
        source=source,
        logic=of.logic,
    )


# --- the fold --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FoldState:
    """What a fold carries, each part an expression. A tap is a state too: found if it is in range."""

    found: str
    best: str
    index: str

    def then(self, tap: FoldState) -> FoldState:
        """The state after a tap."""
        both = f"{self.found} {self.best}", f"{tap.found} {tap.best}"
        return FoldState(
            f"(or {self.found} {tap.found})",
            f"(best-of {both[0]} {both[1]})",
            f"(index-of {both[0]} {self.index} {both[1]} {tap.index})",
        )

    def same(self, other: FoldState) -> str:
        """Both have found nothing, or the same: bit for bit, for a number that is no NaN has one pattern."""
        parts = f"(and (= {self.best} {other.best}) (= {self.index} {other.index}))"
        return f"(and (= {self.found} {other.found}) (=> {self.found} {parts}))"


def state(name: str) -> FoldState:
    """Any state, or any tap, whose element is a named pattern."""
    return FoldState(f"(= found_{name} #b1)", f"(counted {name})", f"index_{name}")


def parts_of_states(of: Format, *names: str) -> tuple[Pattern, ...]:
    """The patterns that states are made of."""
    return tuple(p for n in names for p in (of.element(n), flag(f"found_{n}"), index(f"index_{n}")))


def tap(name: str, position: int) -> FoldState:
    """A tap in range, at a position."""
    return FoldState("true", f"(counted {name})", f"#x{position:02x}")


A, B, C = map(state, "abc")
NOTHING = FoldState("false", A.best, A.index)
"""Nothing found yet: best and index may be anything."""

THREE = tap("a", 0).then(tap("b", 1)).then(tap("c", 2))
"""A window of three taps in range."""

EXCEED = (("b", "a"), ("c", "a"), ("c", "b"))


def by_order(b_exceeds_a: str, c_exceeds_a: str, c_exceeds_b: str) -> str:
    """The index of the first maximum of a, b and c, by which of two is greater."""
    return f"(ite {b_exceeds_a} (ite {c_exceeds_b} #x02 #x01) (ite {c_exceeds_a} #x02 #x00))"


_PADDED = f"(ite {B.found} {B.best} (number lowest))"
_PADDED_TAKES = f"(ite {A.found} (above {_PADDED} {A.best}) {B.found})"
PADDED = FoldState(
    f"(or {A.found} {B.found})",
    f"(ite {_PADDED_TAKES} {_PADDED} {A.best})",
    f"(ite {_PADDED_TAKES} {B.index} {A.index})",
)
"""State a after tap b, out of range being the type's minimum: compared, once a tap in range has been found."""


ORDER = "(= (greater a b) (bvsgt (key a) (key b)))"
"""The reference's comparison is the order of keys."""


def theorems(of: Format) -> tuple[BitObligation, ...]:
    """What holds of every element type."""
    fold = ("Y.max", "Indices.first-maximum")
    return (
        theorem(
            of,
            "order",
            "The type's `>` between the numbers that count, the reference's comparison, is the order of integer keys.",
            of.elements("a", "b"),
            ORDER,
            about=of.about,
            source=of.source,
        ),
        theorem(
            of,
            "total-preorder",
            "No element is greater than itself; greater, and not greater, are transitive.",
            of.elements("a", "b", "c"),
            """(and (not (greater a a))
                    (=> (and (greater a b) (greater b c)) (greater a c))
                    (=> (and (not (greater a b)) (not (greater b c))) (not (greater a c))))""",
            about=of.about,
            source=of.source,
        ),
        theorem(
            of,
            "fold.associative",
            "Folding is associative in what is found, in its bits and in its index.",
            parts_of_states(of, "a", "b", "c"),
            A.then(B).then(C).same(A.then(B.then(C))),
            about=fold,
        ),
        theorem(
            of,
            "fold.identity",
            "Nothing found yet is the fold's left and right identity, and an element folded with itself is itself.",
            parts_of_states(of, "a", "b"),
            f"(and {NOTHING.then(B).same(B)} {B.then(NOTHING).same(B)} {B.then(B).same(B)} (= (first b b) b))",
            about=fold,
        ),
        theorem(
            of,
            "fold.selects",
            "Of three taps the one at Indices is in Y, bit for bit or as -inf; none is greater, none before it equal.",
            (
                *of.elements("a", "b", "c"),
                index("index", THREE.index),
                of.element("y", "(value (ite (= index #x00) a (ite (= index #x01) b c)))"),
            ),
            f"""(and (= {THREE.best} (ite (= index #x00) (counted a) (ite (= index #x01) (counted b) (counted c))))
                     (or (= y lowest) (= y a) (= y b) (= y c))
                     (not (above (counted a) {THREE.best}))
                     (not (above (counted b) {THREE.best}))
                     (not (above (counted c) {THREE.best}))
                     (or (= index #x00) (and (= index #x01) (greater b a))
                         (and (= index #x02) (greater c a) (greater c b))))""",
            about=("Y.max", "Y.max-over-input", "Y.bits", "Indices.first-maximum"),
        ),
        theorem(
            of,
            "fold.by-order",
            "Which of three taps in range the fold selects is said by which of two are greater.",
            of.elements("a", "b", "c"),
            f"(= {THREE.index} {by_order(*(f'(greater {x} {y})' for x, y in EXCEED))})",
            about=fold,
        ),
        theorem(
            of,
            "padding.as-lowest",
            "Padding with the type's minimum is as good as skipping it, if a tap in range is the first to be kept.",
            parts_of_states(of, "a", "b"),
            PADDED.same(A.then(B)),
            about=("Y.max-over-input",),
        ),
        theorem(
            of,
            "lowest-first.value",
            "Beginning with the type's minimum gives the right Y: what it loses is the index.",
            of.elements("a"),
            "(= (best-of true (number lowest) true (counted a)) (counted a))",
            about=("Y.max",),
        ),
    )
