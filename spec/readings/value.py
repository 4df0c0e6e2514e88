"""A term as a value: exact integers, rationals, truth values, names, and whatever the function symbols return."""

from __future__ import annotations

import ast
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
    return _meaning(node)(environment if isinstance(environment, dict) else dict(environment))


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


# --- a term as one expression of Python ------------------------------------------------------------

# For terms that are evaluated very often: to compile one takes as long as some fifty evaluations as above.

Node = ast.expr


def function(node: Term) -> Callable[[Environment], Any]:
    """`evaluate` of one term as a function of the environment; it raises what that raises."""
    of_names = compiled(node)
    return lambda environment: of_names(Names(environment))


class Names(dict[str, Any]):
    """An environment as such functions read it: a name that it does not give has no value."""

    def __missing__(self, name: str) -> Any:
        raise Undefined(f"{name} has no value here")


@lru_cache(maxsize=4096)
def compiled(node: Term) -> Callable[[Names], Any]:
    """The same, for where names are kept: they are not copied."""
    expression = ast.Expression(_of_names(fold(node, EXPRESSIONS)))
    for part in ast.walk(expression):
        if isinstance(part, ast.expr | ast.arg):
            part.lineno, part.col_offset = 1, 0
    found: Callable[[Names], Any] = eval(compile(expression, "<term>", "eval"), dict(GLOBALS))
    return found


def _of_names(body: Node) -> Node:
    """A function of the names."""
    parameters = ast.arguments(posonlyargs=[], args=[ast.arg(NAMES)], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(parameters, body)


NAMES = "names"


def _instances(variable: str, low: int, high: int, body: Callable[[Names], Any], names: Names) -> map[Any]:
    """The values of a body for each value of its variable."""
    inner = Names(names)

    def instance(i: int) -> Any:
        inner[variable] = i
        return body(inner)

    return map(instance, range(low, high))


GLOBALS: Mapping[str, Any] = {
    **{op.name: function for op, function in FUNCTIONS.items()},
    **{f.__name__: f for f in (all, any, sum, Fraction, _instances)},
}
"""What the expressions call."""


def _read(name: str) -> Node:
    return ast.Name(name, ast.Load())


def _called(name: str, *args: Node) -> Node:
    return ast.Call(_read(name), list(args), [])


def _named(name: str) -> Node:
    return ast.Subscript(_read(NAMES), ast.Constant(name), ast.Load())


def _bound(node: Quantified | Sum, low: Node, high: Node, body: Node) -> Node:
    return _called("_instances", ast.Constant(node.variable.name), low, high, _of_names(body), _read(NAMES))


def _quantified_over(node: Quantified, *parts: Node) -> Node:
    return _called("all" if node.quantifier is Quantifier.FORALL else "any", _bound(node, *parts))


def _constant(node: Literal) -> Node:
    if isinstance(node.value, Fraction):
        return _called(Fraction.__name__, ast.Constant(node.value.numerator), ast.Constant(node.value.denominator))
    return ast.Constant(node.value)


def _applied(node: Application, args: tuple[Node, ...]) -> Node:
    return ast.Call(_named(node.symbol.name), list(args), [])


def _function_of(op: Op) -> Callable[..., Node]:
    return lambda *args: _called(op.name, *args)


def _binary(sign: ast.operator) -> Callable[[Node, Node], Node]:
    return lambda left, right: ast.BinOp(left, sign, right)


def _compared(sign: ast.cmpop) -> Callable[[Node, Node], Node]:
    return lambda left, right: ast.Compare(left, [sign], [right])


def _joined(sign: ast.boolop, without_parts: bool) -> Callable[..., Node]:
    def of(*args: Node) -> Node:
        whole = ast.BoolOp(sign, list(args)) if len(args) > 1 else args[0] if args else ast.Constant(without_parts)
        return ast.IfExp(whole, ast.Constant(True), ast.Constant(False))

    return of


EXPRESSIONS: Reading[Node] = Reading(
    name="compiled",
    literal=_constant,
    variable=lambda node: _named(node.name),
    operations={
        **{op: _function_of(op) for op in FUNCTIONS},
        Op.ADD: _binary(ast.Add()),
        Op.SUB: _binary(ast.Sub()),
        Op.MUL: _binary(ast.Mult()),
        Op.NEG: lambda of: ast.UnaryOp(ast.USub(), of),
        Op.EQ: _compared(ast.Eq()),
        Op.NE: _compared(ast.NotEq()),
        Op.LT: _compared(ast.Lt()),
        Op.LE: _compared(ast.LtE()),
        Op.GT: _compared(ast.Gt()),
        Op.GE: _compared(ast.GtE()),
        Op.IFF: _compared(ast.Eq()),
        Op.NOT: lambda of: ast.UnaryOp(ast.Not(), of),
        Op.AND: _joined(ast.And(), True),
        Op.OR: _joined(ast.Or(), False),
        Op.IMPLIES: lambda a, b: ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), a), b]),
        Op.ITE: ast.IfExp,
    },
    quantified=_quantified_over,
    application=_applied,
    summed=lambda node, low, high, body: _called("sum", _bound(node, low, high, body)),
)
