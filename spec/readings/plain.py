"""A term as plain text, for errors, terminals and tables."""

from __future__ import annotations

from fractions import Fraction

from spec.language.fold import Reading, fold
from spec.language.terms import Application, Literal, Op, Quantified, Sum, Term, Variable
from spec.readings.printing import Binding, Printed, at_least, bracketed, infix, non_associative


def to_plain(node: Term) -> str:
    """The term in one line of ASCII, with no more parentheses than it needs."""
    return fold(node, READING).text


def _literal(node: Literal) -> Printed:
    if isinstance(node.value, bool):
        return Printed("true" if node.value else "false")
    if isinstance(node.value, Fraction):
        return Printed(f"{node.value.numerator} / {node.value.denominator}", Binding.PRODUCT)
    if isinstance(node.value, int) and node.value < 0:
        return Printed(str(node.value), Binding.SIGN)
    return Printed(str(node.value))


def _variable(node: Variable) -> Printed:
    return Printed(node.name)


def _quantified(node: Quantified, low: Printed, high: Printed, body: Printed) -> Printed:
    text = f"{node.quantifier} {node.variable.name} in [{low.text}, {high.text}): {body.text}"
    return Printed(text, Binding.QUANTIFIER)


def _summed(node: Sum, low: Printed, high: Printed, body: Printed) -> Printed:
    return Printed(f"sum({node.variable.name} in [{low.text}, {high.text}): {body.text})")


def _application(node: Application, args: tuple[Printed, ...]) -> Printed:
    return Printed(f"{node.symbol.name}({', '.join(a.text for a in args)})")


def _call(name: str, *args: Printed) -> Printed:
    return Printed(f"{name}({', '.join(a.text for a in args)})")


def _rounded(name: str, a: Printed, b: Printed) -> Printed:
    return Printed(f"{name}({_DIVIDE(a, b).text})")


def _choice(condition: Printed, then: Printed, otherwise: Printed) -> Printed:
    return Printed(f"(if {condition.text} then {then.text} else {otherwise.text})")


def _negation(a: Printed) -> Printed:
    return Printed("not " + at_least(a, Binding.ATOM, bracketed), Binding.NEGATION)


_DIVIDE = infix(" / ", Binding.PRODUCT, bracketed)

READING: Reading[Printed] = Reading(
    name="plain text",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: lambda a: Printed("-" + at_least(a, Binding.ATOM, bracketed), Binding.SIGN),
        Op.ADD: infix(" + ", Binding.SUM, bracketed),
        Op.SUB: infix(" - ", Binding.SUM, bracketed),
        Op.MUL: infix(" * ", Binding.PRODUCT, bracketed),
        Op.DIV: _DIVIDE,
        Op.FLOOR: lambda a: _call("floor", a),
        Op.CEIL: lambda a: _call("ceil", a),
        Op.FLOOR_DIV: lambda a, b: _rounded("floor", a, b),
        Op.CEIL_DIV: lambda a, b: _rounded("ceil", a, b),
        Op.MOD: infix(" mod ", Binding.PRODUCT, bracketed),
        Op.MIN: lambda a, b: _call("min", a, b),
        Op.MAX: lambda a, b: _call("max", a, b),
        Op.EQ: non_associative(" = ", Binding.COMPARISON, bracketed),
        Op.NE: non_associative(" != ", Binding.COMPARISON, bracketed),
        Op.LT: non_associative(" < ", Binding.COMPARISON, bracketed),
        Op.LE: non_associative(" <= ", Binding.COMPARISON, bracketed),
        Op.GT: non_associative(" > ", Binding.COMPARISON, bracketed),
        Op.GE: non_associative(" >= ", Binding.COMPARISON, bracketed),
        Op.NOT: _negation,
        Op.AND: infix(" and ", Binding.CONJUNCTION, bracketed, associative=True),
        Op.OR: infix(" or ", Binding.DISJUNCTION, bracketed, associative=True),
        Op.IMPLIES: non_associative(" implies ", Binding.IMPLICATION, bracketed),
        Op.IFF: non_associative(" iff ", Binding.IMPLICATION, bracketed),
        Op.ITE: _choice,
    },
    quantified=_quantified,
    application=_application,
    summed=_summed,
)
