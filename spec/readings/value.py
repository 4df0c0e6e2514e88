"""A term as a value: exact integers, rationals, truth values, names, and whatever the function symbols return."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from spec.language.fold import Reading, fold
from spec.language.terms import Application, Literal, Op, Quantified, Quantifier, Sum, Term, Variable

Environment = Mapping[str, Any]
"""What the free variables (values) and the function symbols (callables) of a term stand for, by name."""

_Meaning = Callable[[dict[str, Any]], Any]


class Undefined(LookupError):
    """A variable or a function symbol that the environment gives no meaning to."""


class DivisorNotPositive(ArithmeticError):
    """A division outside the side condition that every division of the language carries."""


def evaluate(node: Term, environment: Environment) -> Any:
    """The value of a term. Raises Undefined, and DivisorNotPositive where a division's side condition is broken.

    Operands are evaluated only as far as the value needs them, from the left: the second operand of `implies` may
    be undefined where the first is false.
    """
    return _meaning(node)(dict(environment))


def function(node: Term) -> Callable[[Environment], Any]:
    """`evaluate` of one term as a function of the environment: to look it up once where there are many of them."""
    meaning = _meaning(node)
    return lambda environment: meaning(dict(environment))


@lru_cache(maxsize=4096)
def _meaning(node: Term) -> _Meaning:
    return fold(node, READING)


def look_up(name: str) -> _Meaning:
    """What reads a name in an environment; raises Undefined where it has no value."""

    def value(environment: dict[str, Any]) -> Any:
        try:
            return environment[name]
        except KeyError:
            raise Undefined(f"{name} has no value here") from None

    return value


def _strict(function: Callable[..., Any]) -> Callable[..., _Meaning]:
    """An operator of one or two operands; each case apart, since millions of evaluations come through here."""

    def of(a: _Meaning, b: _Meaning | None = None) -> _Meaning:
        if b is None:
            return lambda environment: function(a(environment))
        return lambda environment: function(a(environment), b(environment))

    return of


def _dividing(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def divide(dividend: Any, divisor: Any) -> Any:
        if divisor <= 0:
            raise DivisorNotPositive(f"{dividend} is divided by {divisor}")
        return function(dividend, divisor)

    return divide


FUNCTIONS: Mapping[Op, Callable[..., Any]] = {
    Op.NEG: operator.neg,
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: _dividing(Fraction),
    Op.FLOOR: math.floor,
    Op.CEIL: math.ceil,
    Op.FLOOR_DIV: _dividing(operator.floordiv),
    Op.CEIL_DIV: _dividing(lambda a, b: -(-a // b)),
    Op.MOD: _dividing(operator.mod),
    Op.MIN: min,
    Op.MAX: max,
    Op.EQ: operator.eq,
    Op.NE: operator.ne,
    Op.LT: operator.lt,
    Op.LE: operator.le,
    Op.GT: operator.gt,
    Op.GE: operator.ge,
    Op.NOT: operator.not_,
    Op.IFF: operator.eq,
}
"""What the operators do that need all their operands."""


def _quantified(node: Quantified, low: _Meaning, high: _Meaning, body: _Meaning) -> _Meaning:
    decide = all if node.quantifier is Quantifier.FORALL else any
    name = node.variable.name

    def value(environment: dict[str, Any]) -> bool:
        inner = dict(environment)

        def instance(i: int) -> bool:
            inner[name] = i
            return bool(body(inner))

        return decide(map(instance, range(low(environment), high(environment))))

    return value


def _summed(node: Sum, low: _Meaning, high: _Meaning, body: _Meaning) -> _Meaning:
    name = node.variable.name
    return lambda environment: sum(body({**environment, name: i}) for i in range(low(environment), high(environment)))


def application(node: Application, args: tuple[_Meaning, ...]) -> _Meaning:
    """What applies the function that an environment gives to a symbol."""
    symbol = look_up(node.symbol.name)
    return lambda environment: symbol(environment)(*(arg(environment) for arg in args))


def _literal(node: Literal) -> _Meaning:
    return lambda _: node.value


def _variable(node: Variable) -> _Meaning:
    return look_up(node.name)


READING: Reading[_Meaning] = Reading(
    name="value",
    literal=_literal,
    variable=_variable,
    operations={
        **{op: _strict(function) for op, function in FUNCTIONS.items()},
        Op.AND: lambda *args: lambda e: all(arg(e) for arg in args),
        Op.OR: lambda *args: lambda e: any(arg(e) for arg in args),
        Op.IMPLIES: lambda a, b: lambda e: not a(e) or b(e),
        Op.ITE: lambda condition, then, otherwise: lambda e: then(e) if condition(e) else otherwise(e),
    },
    quantified=_quantified,
    application=application,
    summed=_summed,
)
