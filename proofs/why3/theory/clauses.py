"""The clauses in WhyML: a record of what a call passes, one of the sizes that follow, a predicate for each clause.

A predicate bears its clause's label. One of scope AXIS is in per-axis words and applied to each axis; one of scope
CELL speaks of one cell (b, c, m, n) of the outputs. What the formulas repeat is a function of its own, above them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from textwrap import fill

from spec.language.fold import conjuncts, replace, subterms, symbols
from spec.language.terms import Op, Operation, Sort, Symbol, Term, Variable, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import INDEX, column, element, element_at, flat, h2, in_range, row, w2
from spec.maxpool.vocabulary import Indices, X, Y, b, c, is_nan, is_zero, key, minus_infinity, n, value, w
from spec.operator.clauses import Clause, Definition, Scope
from spec.operator.operator import Operator
from spec.readings.whyml import TYPES, binders, comment, distinct, identifier, to_operand, to_whyml
from spec.window.geometry import has_tap, on_input
from spec.window.names import h, m

WIDTH = 120
KEPT = "\N{NO-BREAK SPACE}"
_CONNECTIVES = re.compile(r"( && | /\\ | \\/ | -> | <-> |\. )")
AND = "/\\ "
CELL = (b, c, m, n)
best_h, best_w = Variable("best_h"), Variable("best_w")
index = Variable("index")

_TAP = (Sort.INT, Sort.INT)
PARTS: Mapping[Symbol, str] = {
    Symbol("row", (Sort.INT,), Sort.INT): "row q m",
    Symbol("column", (Sort.INT,), Sort.INT): "column q n",
    Symbol("in_range", _TAP, Sort.BOOL): "in_range q m n",
    Symbol("flat", _TAP, Sort.INT): "flat q b c m n",
    Symbol("element", _TAP, Sort.ELEMENT): "under_tap q _X b c m n",
    Symbol("element_at", (Sort.INT,), Sort.ELEMENT): "at_index q _X",
}
"""The names of what the formulas repeat, and what stands before the taps that they are applied to."""
ON_AXIS = on_input(m, h)
AXIS_PARTS: Mapping[Symbol, str] = {
    Symbol("has_tap", (Sort.INT,), Sort.BOOL): "has_tap dilation kernel pad_begin stride x",
    Symbol("on_axis", _TAP, Sort.BOOL): "on_axis dilation pad_begin stride x",
}
"""The same in per-axis words: a window has a tap in range, and a tap is in range."""
TENSORS: Mapping[Symbol, str] = {X: "get _X", Y: "get _Y", Indices: "get _Indices"}


def _parts() -> dict[Term, Term]:
    """What a name stands in the place of, largest first: the formulas of the taps, and of an index."""
    row_of, column_of, in_range_of, flat_of, element_of, at = PARTS
    has_tap_of, on_axis_of = AXIS_PARTS
    found: dict[Term, Term] = {element_at(INDEX): at(INDEX), has_tap(m): has_tap_of(m), ON_AXIS: on_axis_of(m, h)}
    for tap in ((h, w), (h2, w2), (best_h, best_w)):
        found |= {in_range(*tap): in_range_of(*tap), flat(*tap): flat_of(*tap), element(*tap): element_of(*tap)}
    for tap_h, tap_w in ((h, w), (h2, w2), (best_h, best_w)):
        found |= {row(tap_h): row_of(tap_h), column(tap_w): column_of(tap_w)}
    return found


REPEATED = _parts()


def clause_name(label: str) -> str:
    """The name of the predicate of a clause."""
    return identifier(label.lower())


@cache
def sizes() -> tuple[Variable, ...]:
    """What the definitions give a value: sizes and types of the outputs, and their parts."""
    found = (
        d for clause in definitions(MAXPOOL) for instance in MAXPOOL.instances(clause) for d in defined_by(instance)
    )
    return tuple(dict.fromkeys(name for name, _ in found))


def definitions(operator: Operator) -> Iterator[Clause]:
    """The clauses that say what a size or a type is."""
    return (c for c in operator.clauses if isinstance(c, Definition) and c.scope is not Scope.CELL)


class NotStated(ValueError):
    """The theory, or a program in it, cannot be made of the formulas of clauses as they are."""


def defined_by(instance: Term) -> Iterator[tuple[Variable, Term]]:
    """What a definition of the form `name = term and …` gives its names."""
    for part in conjuncts(instance):
        match part:
            case Operation(Op.EQ, (Variable() as name, right)):
                yield name, right


@cache
def call() -> tuple[Variable, ...]:
    """What a call passes, in the order in which the clauses mention it."""
    known = {*sizes(), *CELL}
    instances = (instance for clause in MAXPOOL.clauses for instance in MAXPOOL.instances(clause))
    mentioned = (t for i in instances for free in (free_variables(i),) for t in subterms(i) if t in free)
    return tuple(dict.fromkeys(t for t in mentioned if t not in known and t.sort is not Sort.ELEMENT))


def fields() -> dict[str, str]:
    """How a formula reads the records: `q` is the call, `s` are its sizes."""
    return {
        **{v.name: f"q.{identifier(v.name)}" for v in call()},
        **{v.name: f"s.{identifier(v.name)}" for v in sizes()},
        **{symbol.name: text for symbol, text in (*PARTS.items(), *TENSORS.items())},
    }


def in_words(node: Term) -> Term:
    """A formula with names for what it repeats."""
    return replace(node, REPEATED)


# --- text ------------------------------------------------------------------------------------------


def wrapped(text: str, indent: str = "    ") -> str:
    """Text that is broken at blanks, the lines after the first being indented."""
    return fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def formula_text(text: str, indent: str = "      ") -> str:
    """A formula that is broken at its connectives alone."""
    units = _CONNECTIVES.split(text)
    return wrapped("".join(u if i % 2 else u.replace(" ", KEPT) for i, u in enumerate(units)), indent).replace(
        KEPT, " "
    )


def record(name: str, variables: Sequence[Variable]) -> str:
    """A record type, a line for the fields of one type."""
    distinct(v.name for v in variables)
    lines = [
        wrapped(
            "    " + " ".join(f"{identifier(v.name)}{KEPT}:{KEPT}{TYPES[sort]};" for v in variables if v.sort is sort)
        )
        for sort in dict.fromkeys(v.sort for v in variables)
    ]
    return "\n".join([f"  type {name} = {{", *lines, "  }"]).replace(KEPT, " ")


def predicate(clause: Clause) -> str:
    """The predicate of a clause, under its statement and source."""
    formula = in_words(clause.formula)
    names = fields() if clause.scope is not Scope.AXIS else {s.name: text for s, text in AXIS_PARTS.items()}
    given = " ".join(f"({p})" for p in parameters(clause))
    parts = conjuncts(formula)
    read = to_whyml if len(parts) == 1 else to_operand
    body = [formula_text(f"    {AND if i else ''}{read(part, names)}", "       ") for i, part in enumerate(parts)]
    head = wrapped(f"  {comment(f'{clause.label} ({clause.source}): {clause.statement}')}", "     ")
    return "\n".join([head, f"  predicate {clause_name(clause.label)} {given} =", *body])


def applied(clause: Clause, axis: Mapping[Variable, Term], names: Mapping[str, str]) -> str:
    """The predicate of a clause of scope AXIS, applied to what its words are on an axis."""
    free = sorted(free_variables(clause.formula), key=lambda v: v.name)
    return " ".join([clause_name(clause.label), *(to_whyml(axis[v], names) for v in free)])


def parameters(clause: Clause) -> tuple[str, ...]:
    """What the predicate of a clause is about, as binders."""
    free = free_variables(clause.formula)
    if clause.scope is Scope.AXIS:
        return (binders(sorted(free, key=lambda v: v.name)),)
    formula = in_words(clause.formula)
    text = f" {to_whyml(formula, fields())} ".replace("(", " ").replace(")", " ")
    found = []
    if " q" in text:
        found.append("q : call")
    if " s." in text:
        found.append("s : sizes")
    tensors = [t for t in ("_X", "_Y") if f" {t} " in text]
    if tensors:
        found.append(f"{' '.join(tensors)} : tensor element")
    if Indices in symbols(clause.formula):
        found.append("_Indices : tensor int")
    if any(f" {v.name} " in text for v in CELL):
        found.append("b c m n : int")
    elements = sorted((v for v in free if v.sort is Sort.ELEMENT and v != minus_infinity), key=lambda v: v.name)
    return (*found, *([binders(elements)] if elements else []))


def _function(symbol: Symbol, given: str, body: Term) -> str:
    name = PARTS[symbol].split()[0]
    if symbol.result is Sort.BOOL:
        return formula_text(f"  let predicate {name} {given} = {_program(to_whyml(body, fields()))}")
    result = TYPES[symbol.result]
    return formula_text(f"  let function {name} {given} : {result} = {to_whyml(body, fields())}")


def _program(text: str) -> str:
    """A formula as a program tests it."""
    return text.replace("/\\", "&&")


def repeated() -> Iterator[str]:
    """The functions that the formulas share."""
    names = {symbol.name: text for symbol, text in AXIS_PARTS.items()}
    yield "  (* On an axis: the tap h of the window m falls on an element of X; the window m has such a tap. *)"
    yield formula_text(f"  predicate on_axis (dilation pad_begin stride x m h : int) = {to_whyml(ON_AXIS)}")
    some = replace(has_tap(m), {ON_AXIS: REPEATED[ON_AXIS]})
    yield formula_text(f"  predicate has_tap (dilation kernel pad_begin stride x m : int) = {to_whyml(some, names)}")
    row_of, column_of, in_range_of, flat_of, element_of, at = PARTS
    by_axis = {row(h): row_of(h), row(h2): row_of(h2), column(w): column_of(w)}
    yield "  (* The row and the column of X under a tap (h, w) of the window (m, n). *)"
    yield _function(row_of, "(q : call) (m h : int)", row(h))
    yield _function(column_of, "(q : call) (n w : int)", column(w))
    yield "  (* The tap falls on an element of X, not on padding. *)"
    yield _function(in_range_of, "(q : call) (m n h w : int)", replace(in_range(h, w), by_axis))
    yield "  (* The flat row-major index of the element under a tap. *)"
    yield _function(flat_of, "(q : call) (b c m n h w : int)", replace(flat(h, w), by_axis))
    yield "  (* The element under a tap. *)"
    yield _logic(element_of, "(q : call) (_X : tensor element) (b c m n h w : int)", replace(element(h, w), by_axis))
    yield "  (* The element that a flat row-major index points at. *)"
    yield _logic(at, "(q : call) (_X : tensor element) (index : int)", element_at(index))


def _logic(symbol: Symbol, given: str, body: Term) -> str:
    head = f"  function {PARTS[symbol].split()[0]} {given} : {TYPES[symbol.result]} ="
    return f"{head}\n{formula_text('    ' + to_whyml(body, fields()))}"


ELEMENTS = """\
  use export Element
  (* Maxima are taken by `key`; NaN and the zeros are what the clauses on them say. *)"""


def elements() -> str:
    """What is known of elements."""
    lines = [ELEMENTS, f"  constant {identifier(minus_infinity.name)} : element"]
    for symbol in (key, value, is_nan, is_zero):
        given = " ".join(TYPES[p] for p in symbol.parameters)
        word, result = ("predicate", "") if symbol.result is Sort.BOOL else ("function", f" : {TYPES[symbol.result]}")
        lines.append(f"  {word} {identifier(symbol.name)} {given}{result}")
    return "\n".join(lines)
