"""A term as a sympy expression, for exact algebra.

sympy rewrites as it builds; that is what an algebra system is for, and why the terms themselves are not sympy's.
Variables carry no assumption but their sort (`positive=True` would turn a constraint into True).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from spec.language.fold import Reading, fold
from spec.language.terms import Application, Literal, Op, Quantified, Quantifier, Sort, Sum, Term, Variable


def to_sympy(node: Term) -> Any:
    """The sympy expression of a term. A quantifier needs literal bounds and is written out; otherwise TypeError."""
    return fold(node, READING)


def _literal(node: Literal) -> Any:
    match node.value:
        case bool(value):
            return sympy.true if value else sympy.false
        case Fraction() as value:
            return sympy.Rational(value.numerator, value.denominator)
        case int(value):
            return sympy.Integer(value)
        case str(value):
            return sympy.Symbol(f"'{value}'")


def _variable(node: Variable) -> Any:
    assumptions = {Sort.INT: {"integer": True}, Sort.REAL: {"rational": True}}
    return sympy.Symbol(node.name, **assumptions.get(node.sort, {}))


def _quantified(node: Quantified, low: Any, high: Any, body: Any) -> Any:
    if not (low.is_Integer and high.is_Integer):
        raise TypeError("the sympy reading writes a quantifier out, and needs literal bounds for it")
    variable = _variable(node.variable)
    instances = [body.subs(variable, i) for i in range(int(low), int(high))]
    return sympy.And(*instances) if node.quantifier is Quantifier.FORALL else sympy.Or(*instances)


def _summed(node: Sum, low: Any, high: Any, body: Any) -> Any:
    if not (low.is_Integer and high.is_Integer):
        raise TypeError("the sympy reading writes a sum out, and needs literal bounds for it")
    return sympy.Add(*(body.subs(_variable(node.variable), i) for i in range(int(low), int(high))))


def _application(node: Application, args: tuple[Any, ...]) -> Any:
    applied = sympy.Function(node.symbol.name)(*args)
    # sympy's connectives take no applied functions; a truth value is then 0 or not.
    return sympy.Ne(applied, 0) if node.sort is Sort.BOOL else applied


class Floor(sympy.Function):  # type: ignore[misc]  # sympy has no types
    """Rounding down, of numbers only: sympy 1.14 takes some quotients of symbols for integers that are none."""

    @classmethod
    def eval(cls, a: Any) -> Any:
        """The integer, once the argument is a number."""
        return sympy.Integer(a.p // a.q) if a.is_Rational else None


def _ceil(a: Any) -> Any:
    return -Floor(-a)


def _choice(condition: Any, then: Any, otherwise: Any) -> Any:
    if any(isinstance(side, Boolean) and getattr(side, "is_real", None) is None for side in (then, otherwise)):
        return sympy.ITE(condition, then, otherwise)
    return sympy.Piecewise((then, condition), (otherwise, True))


READING: Reading[Any] = Reading(
    name="sympy",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: lambda a: -a,
        Op.ADD: lambda a, b: a + b,
        Op.SUB: lambda a, b: a - b,
        Op.MUL: lambda a, b: a * b,
        Op.DIV: lambda a, b: a / b,
        Op.FLOOR: Floor,
        Op.CEIL: _ceil,
        Op.FLOOR_DIV: lambda a, b: Floor(a / b),
        Op.CEIL_DIV: lambda a, b: _ceil(a / b),
        Op.MOD: lambda a, b: a - b * Floor(a / b),
        Op.MIN: sympy.Min,
        Op.MAX: sympy.Max,
        Op.EQ: sympy.Eq,
        Op.NE: sympy.Ne,
        Op.LT: sympy.Lt,
        Op.LE: sympy.Le,
        Op.GT: sympy.Gt,
        Op.GE: sympy.Ge,
        Op.NOT: sympy.Not,
        Op.AND: sympy.And,
        Op.OR: sympy.Or,
        Op.IMPLIES: sympy.Implies,
        Op.IFF: sympy.Equivalent,
        Op.ITE: _choice,
    },
    quantified=_quantified,
    application=_application,
    summed=_summed,
)
