"""A term as a z3 expression, built through z3's API."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import z3

from spec.fold import Reading, fold
from spec.readings.whole import whole
from spec.terms import Application, Literal, Op, Quantified, Quantifier, Sort, Symbol, Term, Variable

_SORTS = {
    Sort.INT: z3.IntSort,
    Sort.REAL: z3.RealSort,
    Sort.BOOL: z3.BoolSort,
    Sort.NAME: z3.StringSort,
    Sort.ELEMENT: lambda: z3.DeclareSort("Element"),
}


def to_z3(node: Term) -> Any:
    """The z3 expression of a term, rationals having been carried as fractions (`spec.readings.whole`).

    z3's `div` rounds down for a positive divisor, which is the side condition of every division.
    """
    return fold(whole(node), READING)


def _literal(node: Literal) -> Any:
    match node.value:
        case bool(value):
            return z3.BoolVal(value)
        case int(value):
            return z3.IntVal(value)
        case Fraction() as value:
            return z3.RealVal(value)
        case str(value):
            return z3.StringVal(value)


def _variable(node: Variable) -> Any:
    return z3.Const(node.name, _SORTS[node.sort]())


def z3_function(symbol: Symbol) -> Any:
    """The uninterpreted z3 function of a symbol."""
    return z3.Function(symbol.name, *(_SORTS[s]() for s in (*symbol.parameters, symbol.result)))


def _quantified(node: Quantified, low: Any, high: Any, body: Any) -> Any:
    bound = _variable(node.variable)
    in_range = z3.And(low <= bound, bound < high)
    if node.quantifier is Quantifier.FORALL:
        return z3.ForAll([bound], z3.Implies(in_range, body))
    return z3.Exists([bound], z3.And(in_range, body))


def _application(node: Application, args: tuple[Any, ...]) -> Any:
    return z3_function(node.symbol)(*args)


READING: Reading[Any] = Reading(
    name="z3",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: lambda a: -a,
        Op.ADD: lambda a, b: a + b,
        Op.SUB: lambda a, b: a - b,
        Op.MUL: lambda a, b: a * b,
        Op.FLOOR_DIV: lambda a, b: a / b,
        Op.EQ: lambda a, b: a == b,
        Op.NE: lambda a, b: a != b,
        Op.LT: lambda a, b: a < b,
        Op.LE: lambda a, b: a <= b,
        Op.GT: lambda a, b: a > b,
        Op.GE: lambda a, b: a >= b,
        Op.NOT: z3.Not,
        Op.AND: z3.And,
        Op.OR: z3.Or,
        Op.IMPLIES: z3.Implies,
        Op.IFF: lambda a, b: a == b,
        Op.ITE: z3.If,
    },
    quantified=_quantified,
    application=_application,
)
