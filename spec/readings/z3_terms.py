"""A term as a z3 expression, built through z3's API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import z3

from spec.language.fold import Folding, Reading
from spec.language.terms import Literal, Op, Quantified, Quantifier, Sort, Symbol, Term, Variable
from spec.readings.smtlib import escaped
from spec.readings.whole import whole

_SORTS: Mapping[Sort, Callable[[z3.Context | None], Any]] = {
    Sort.INT: z3.IntSort,
    Sort.REAL: z3.RealSort,
    Sort.BOOL: z3.BoolSort,
    Sort.NAME: z3.StringSort,
    Sort.ELEMENT: lambda context: z3.DeclareSort("Element", context),
}


def to_z3(node: Term, context: z3.Context | None = None) -> Any:
    """The z3 expression of a term, rationals having been carried as fractions (`spec.readings.whole`).

    z3's `div` rounds down for a positive divisor, which is the side condition of every division. With a context of its
    own, what z3 makes of the term does not depend on what it was asked before.
    """
    return translator(context)(node)


def translator(context: z3.Context | None = None) -> Callable[[Term], Any]:
    """What gives the z3 expression of a term, for many terms of one context: equal parts are translated once."""
    read = Folding(reading(context))
    return lambda node: read(whole(node))


def reading(context: z3.Context | None = None) -> Reading[Any]:
    """The z3 reading, in a context."""

    @cache
    def variable(node: Variable) -> Any:
        return z3.Const(node.name, _SORTS[node.sort](context))

    @cache
    def function(symbol: Symbol) -> Any:
        return z3_function(symbol, context)

    def quantified(node: Quantified, low: Any, high: Any, body: Any) -> Any:
        bound = variable(node.variable)
        in_range = z3.And(low <= bound, bound < high)
        if node.quantifier is Quantifier.FORALL:
            return z3.ForAll([bound], z3.Implies(in_range, body))
        return z3.Exists([bound], z3.And(in_range, body))

    return Reading(
        name="z3",
        literal=lambda node: _literal(node, context),
        variable=variable,
        operations=_OPERATIONS,
        quantified=quantified,
        application=lambda node, args: function(node.symbol)(*args),
    )


def z3_function(symbol: Symbol, context: z3.Context | None = None) -> Any:
    """The uninterpreted z3 function of a symbol."""
    if not symbol.parameters:
        return z3.Const(symbol.name, _SORTS[symbol.result](context)).decl()
    return z3.Function(symbol.name, *(_SORTS[s](context) for s in (*symbol.parameters, symbol.result)))


def _literal(node: Literal, context: z3.Context | None) -> Any:
    match node.value:
        case bool(value):
            return z3.BoolVal(value, context)
        case int(value):
            return z3.IntVal(value, context)
        case Fraction() as value:
            return z3.RealVal(value, context)
        case str(value):
            return z3.StringVal(escaped(value), context)


_OPERATIONS: Mapping[Op, Callable[..., Any]] = {
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
}
