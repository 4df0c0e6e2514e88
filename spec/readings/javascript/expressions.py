"""A term as JavaScript: an expression over an environment `e`, exact, total over the term language.

Integers are BigInt, so that nothing is rounded; names are strings; a tensor element is equal to what `Object.is` says
it is, so that two zeros differ and a NaN is one. What JavaScript lacks, or has otherwise, `runtime.js` beside this
file defines as functions of `$`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from spec.language.fold import Reading, fold
from spec.language.sorts import result_sort
from spec.language.terms import Application, Literal, Op, Quantified, Quantifier, Sort, Sum, Term, Variable

RUNTIME = Path(__file__).with_name("runtime.js")
"""What `$` is."""

Names = frozenset[str]
"""The variables that are bound where an expression stands; all others are of the environment."""


@dataclass(frozen=True, slots=True)
class JavaScript:
    """An expression, bracketed where it needs to be, by the variables that are bound around it; and its sort."""

    text: Callable[[Names], str]
    sort: Sort


def to_javascript(node: Term, bound: Names = frozenset()) -> str:
    """The expression of a term; `bound` are names that stand for themselves, by `local`, and not in `e`."""
    return fold(node, READING).text(bound)


def local(name: str) -> str:
    """A bound variable's name as an identifier; raises ValueError where it is none."""
    if not (name.isidentifier() and name.isascii()):
        raise ValueError(f"{name!r} is no name of a bound variable in JavaScript")
    return f"_{name}"


def looked_up(name: str) -> str:
    """What the environment gives a name."""
    return f"$.at(e, {json.dumps(name)})"


def _literal(node: Literal) -> JavaScript:
    match node.value:
        case bool(value):
            text = "true" if value else "false"
        case int(value):
            text = _integer(value)
        case Fraction() as value:
            text = f"$.divide({_integer(value.numerator)}, {_integer(value.denominator)})"
        case str(value):
            text = json.dumps(value)
    return JavaScript(lambda _: text, node.sort)


def _integer(value: int) -> str:
    return f"{value}n" if value >= 0 else f"({value}n)"


def _variable(node: Variable) -> JavaScript:
    return JavaScript(lambda bound: local(node.name) if node.name in bound else looked_up(node.name), node.sort)


def _application(node: Application, args: tuple[JavaScript, ...]) -> JavaScript:
    def text(bound: Names) -> str:
        return f"{looked_up(node.symbol.name)}({', '.join(a.text(bound) for a in args)})"

    return JavaScript(text, node.sort)


def _over_range(function: str, variable: Variable, low: JavaScript, high: JavaScript, body: JavaScript) -> JavaScript:
    def text(bound: Names) -> str:
        inner = body.text(bound | {variable.name})
        return f"$.{function}({low.text(bound)}, {high.text(bound)}, ({local(variable.name)}) => {inner})"

    return JavaScript(text, body.sort)


def _quantified(node: Quantified, low: JavaScript, high: JavaScript, body: JavaScript) -> JavaScript:
    function = "every" if node.quantifier is Quantifier.FORALL else "some"
    return _over_range(function, node.variable, low, high, body)


def _summed(node: Sum, low: JavaScript, high: JavaScript, body: JavaScript) -> JavaScript:
    return _over_range("sum", node.variable, low, high, body)


def _operation(op: Op, pattern: str, of_ratios: str = "", of_elements: str = "") -> Callable[..., JavaScript]:
    """An operator by its pattern; others where an operand is a rational or a tensor element, if these differ."""

    def operation(*args: JavaScript) -> JavaScript:
        sorts = tuple(a.sort for a in args)
        special = of_ratios if Sort.REAL in sorts else of_elements if Sort.ELEMENT in sorts else ""
        chosen = special or pattern
        return JavaScript(lambda bound: chosen.format(*(a.text(bound) for a in args)), result_sort(op, sorts))

    return operation


def _joined(op: Op, sign: str) -> Callable[..., JavaScript]:
    def operation(*args: JavaScript) -> JavaScript:
        text = f" {sign} "
        return JavaScript(lambda bound: f"({text.join(a.text(bound) for a in args)})", result_sort(op, (Sort.BOOL,)))

    return operation


READING: Reading[JavaScript] = Reading(
    name="JavaScript",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: _operation(Op.NEG, "(-{0})", "$.subtract(0n, {0})"),
        Op.ADD: _operation(Op.ADD, "({0} + {1})", "$.add({0}, {1})"),
        Op.SUB: _operation(Op.SUB, "({0} - {1})", "$.subtract({0}, {1})"),
        Op.MUL: _operation(Op.MUL, "({0} * {1})", "$.multiply({0}, {1})"),
        Op.DIV: _operation(Op.DIV, "$.divide({0}, {1})"),
        Op.FLOOR: _operation(Op.FLOOR, "$.floor({0})"),
        Op.CEIL: _operation(Op.CEIL, "$.ceil({0})"),
        Op.FLOOR_DIV: _operation(Op.FLOOR_DIV, "$.floorDivide({0}, {1})"),
        Op.CEIL_DIV: _operation(Op.CEIL_DIV, "$.ceilDivide({0}, {1})"),
        Op.MOD: _operation(Op.MOD, "$.modulo({0}, {1})"),
        Op.MIN: _operation(Op.MIN, "$.minimum({0}, {1})"),
        Op.MAX: _operation(Op.MAX, "$.maximum({0}, {1})"),
        Op.EQ: _operation(Op.EQ, "({0} === {1})", "$.equal({0}, {1})", "Object.is({0}, {1})"),
        Op.NE: _operation(Op.NE, "({0} !== {1})", "!$.equal({0}, {1})", "!Object.is({0}, {1})"),
        Op.LT: _operation(Op.LT, "({0} < {1})", "$.below({0}, {1})"),
        Op.LE: _operation(Op.LE, "({0} <= {1})", "$.notAbove({0}, {1})"),
        Op.GT: _operation(Op.GT, "({0} > {1})", "$.below({1}, {0})"),
        Op.GE: _operation(Op.GE, "({0} >= {1})", "$.notAbove({1}, {0})"),
        Op.NOT: _operation(Op.NOT, "!{0}"),
        Op.AND: _joined(Op.AND, "&&"),
        Op.OR: _joined(Op.OR, "||"),
        Op.IMPLIES: _operation(Op.IMPLIES, "(!{0} || {1})"),
        Op.IFF: _operation(Op.IFF, "({0} === {1})"),
        Op.ITE: _operation(Op.ITE, "({0} ? {1} : {2})"),
    },
    quantified=_quantified,
    application=_application,
    summed=_summed,
)
