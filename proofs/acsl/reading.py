"""A term as ACSL, the language of annotations that Frama-C reads: its integers are mathematical, whatever C's are.

ACSL's own `/` rounds towards 0: floor division is `floor_div` of `FUNCTIONS`, for a positive divisor. A term with an
exact division, `floor` or `ceil` is restated over the integers first (`spec.readings.whole`). Names (strings) are the
constants of an enumeration that `names` gives for them; rationals and elements are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from spec.language.fold import Reading, fold, subterms
from spec.language.terms import (
    Application,
    Literal,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Sort,
    Term,
    Variable,
)
from spec.readings.printing import Binding, Printed, at_least, bracketed, connective, infix, non_associative
from spec.readings.whole import whole

FUNCTIONS = """\
logic integer floor_div(integer a, integer b) = a >= 0 ? a / b : -((b - 1 - a) / b);
logic integer floor_mod(integer a, integer b) = a >= 0 ? a % b : (-a) % b == 0 ? 0 : b - (-a) % b;"""
"""What floor division and its remainder are, for a positive divisor."""
Names = Mapping[str, str]


def to_acsl(node: Term, names: Names = MappingProxyType({})) -> str:
    """The ACSL of a term: a predicate if it is a truth value. Raises TypeError on what the reading does not have.

    `names` gives variables, symbols and names (strings) another text.
    """

    def literal(node: Literal) -> Printed:
        if isinstance(node.value, str) and node.value in names:
            return Printed(names[node.value])
        return _literal(node)

    def variable(node: Variable) -> Printed:
        return Printed(names[node.name]) if node.name in names else _variable(node)

    def application(node: Application, args: tuple[Printed, ...]) -> Printed:
        name = names.get(node.symbol.name, identifier(node.symbol.name))
        return Printed(f"{name}({', '.join(arg.text for arg in args)})")

    return fold(_integral(node), replace(READING, literal=literal, variable=variable, application=application)).text


def identifier(name: str) -> str:
    """A name, or a label, as an identifier of C: signs become underscores."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")


def _integral(node: Term) -> Term:
    exact = any(isinstance(t, Operation) and t.op in (Op.DIV, Op.FLOOR, Op.CEIL) for t in subterms(node))
    return whole(node) if exact else node


def _literal(node: Literal) -> Printed:
    match node.value:
        case bool(value):
            return Printed("\\true" if value else "\\false")
        case int(value):
            return Printed(str(value) if value >= 0 else f"({value})")
        case str() | Fraction():
            raise TypeError(f"the ACSL reading has no literal {node.value!r}")


def _variable(node: Variable) -> Printed:
    if node.sort not in (Sort.INT, Sort.NAME):
        raise TypeError(f"the ACSL reading has no {node.sort} {node.name}")
    return Printed(identifier(node.name))


def _application(node: Application, args: tuple[Printed, ...]) -> Printed:
    return Printed(f"{identifier(node.symbol.name)}({', '.join(arg.text for arg in args)})")


def _call(function: str) -> Callable[..., Printed]:
    return lambda *args: Printed(f"{function}({', '.join(arg.text for arg in args)})")


def _negative(a: Printed) -> Printed:
    return Printed(f"(-{at_least(a, Binding.ATOM, bracketed)})")


def _quantified(node: Quantified, low: Printed, high: Printed, body: Printed) -> Printed:
    name = identifier(node.variable.name)
    above, below = (at_least(bound, Binding.SUM, bracketed) for bound in (low, high))
    word, joint = ("\\forall", "==>") if node.quantifier is Quantifier.FORALL else ("\\exists", "&&")
    inside = at_least(body, Binding.COMPARISON, bracketed)
    return Printed(f"({word} integer {name}; {above} <= {name} < {below} {joint} {inside})")


READING: Reading[Printed] = Reading(
    name="ACSL",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: _negative,
        Op.ADD: infix(" + ", Binding.SUM, bracketed),
        Op.SUB: infix(" - ", Binding.SUM, bracketed),
        Op.MUL: infix(" * ", Binding.PRODUCT, bracketed),
        Op.FLOOR_DIV: _call("floor_div"),
        Op.CEIL_DIV: lambda a, b: _negative(_call("floor_div")(_negative(a), b)),
        Op.MOD: _call("floor_mod"),
        Op.MIN: _call("\\min"),
        Op.MAX: _call("\\max"),
        Op.EQ: non_associative(" == ", Binding.COMPARISON, bracketed),
        Op.NE: non_associative(" != ", Binding.COMPARISON, bracketed),
        Op.LT: non_associative(" < ", Binding.COMPARISON, bracketed),
        Op.LE: non_associative(" <= ", Binding.COMPARISON, bracketed),
        Op.GT: non_associative(" > ", Binding.COMPARISON, bracketed),
        Op.GE: non_associative(" >= ", Binding.COMPARISON, bracketed),
        Op.NOT: lambda a: Printed(f"!{at_least(a, Binding.ATOM, bracketed)}", Binding.NEGATION),
        Op.AND: connective("&&", Binding.CONJUNCTION, Printed),
        Op.OR: connective("||", Binding.DISJUNCTION, Printed),
        Op.IMPLIES: connective("==>", Binding.IMPLICATION, Printed),
        Op.IFF: connective("<==>", Binding.IMPLICATION, Printed),
        Op.ITE: lambda c, a, b: Printed(f"({c.text} ? {a.text} : {b.text})"),
    },
    quantified=_quantified,
    application=_application,
)
