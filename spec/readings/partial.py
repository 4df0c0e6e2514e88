"""A term read where some of its unknowns are known: a value wherever that is possible, and otherwise a smaller term."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from operator import add
from typing import Any

from spec.language.fold import Reading, fold
from spec.language.terms import (
    DIVISIONS,
    FALSE,
    TRUE,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Sum,
    Term,
    and_,
    ite,
    not_,
    or_,
    term,
)
from spec.readings.value import FUNCTIONS, Environment, Undefined, application, look_up


class NotKnown(Undefined):
    """A division, or a quantifier's bound, that depends on what is not known."""


_Meaning = Callable[[dict[str, Any]], Any]


def partial(node: Term, environment: Environment) -> Any:
    """The value of a term, or the term that is left of it where a variable stands for a term itself.

    Raises Undefined and DivisorNotPositive as `spec.readings.value.evaluate` does, and NotKnown. Operands are
    read only as far as the value needs them.
    """
    return _meaning(node)(environment if isinstance(environment, dict) else dict(environment))


def as_term(value: Any) -> Term:
    """A value, or what was left of a term, as a term."""
    if isinstance(value, bool):
        return TRUE if value else FALSE
    return term(value)


def choice(test: Term, then: Any, otherwise: Any) -> Any:
    """What an open test chooses between; one value if both are the same."""
    if then is otherwise or (not isinstance(then, Term) and not isinstance(otherwise, Term) and then == otherwise):
        return then
    return ite(test, as_term(then), as_term(otherwise))


@lru_cache(maxsize=4096)
def _meaning(node: Term) -> _Meaning:
    return fold(node, READING)


def _strict(op: Op, function: Callable[..., Any]) -> Callable[..., _Meaning]:
    def build(*args: _Meaning) -> _Meaning:
        def value(environment: dict[str, Any]) -> Any:
            found = [arg(environment) for arg in args]
            if not any(isinstance(part, Term) for part in found):
                return function(*found)
            if op in DIVISIONS:
                raise NotKnown("a division depends on what is not known")
            return Operation(op, tuple(map(as_term, found)))

        return value

    return build


def _joined(op: Op, operands: Iterable[Any]) -> Any:
    """A conjunction or disjunction: an operand that decides it ends the reading."""
    deciding, open_ = op is Op.OR, []
    for operand in operands:
        if isinstance(operand, Term):
            open_.append(operand)
        elif bool(operand) is deciding:
            return deciding
    return (or_ if deciding else and_)(*open_) if open_ else not deciding


def _negated(value: Any) -> Any:
    return not_(value) if isinstance(value, Term) else not value


def _ite(condition: _Meaning, then: _Meaning, otherwise: _Meaning) -> _Meaning:
    def value(environment: dict[str, Any]) -> Any:
        test = condition(environment)
        if isinstance(test, Term):
            return choice(test, then(environment), otherwise(environment))
        return then(environment) if test else otherwise(environment)

    return value


def _quantified(node: Quantified, low: _Meaning, high: _Meaning, body: _Meaning) -> _Meaning:
    op = Op.AND if node.quantifier is Quantifier.FORALL else Op.OR
    name = node.variable.name

    def value(environment: dict[str, Any]) -> Any:
        bounds = [low(environment), high(environment)]
        if any(isinstance(bound, Term) for bound in bounds):
            raise NotKnown(f"the range of {name} depends on what is not known")
        return _joined(op, (body({**environment, name: i}) for i in range(*bounds)))

    return value


def _summed(node: Sum, low: _Meaning, high: _Meaning, body: _Meaning) -> _Meaning:
    def value(environment: dict[str, Any]) -> Any:
        bounds = [low(environment), high(environment)]
        if any(isinstance(bound, Term) for bound in bounds):
            raise NotKnown(f"the range of {node.variable.name} depends on what is not known")
        summands = [body({**environment, node.variable.name: i}) for i in range(*bounds)]
        return reduce(add, summands, 0)

    return value


READING: Reading[_Meaning] = Reading(
    name="partial",
    literal=lambda node: lambda _: node.value,
    variable=lambda node: look_up(node.name),
    operations={
        **{op: _strict(op, function) for op, function in FUNCTIONS.items()},
        Op.AND: lambda *args: lambda e: _joined(Op.AND, (arg(e) for arg in args)),
        Op.OR: lambda *args: lambda e: _joined(Op.OR, (arg(e) for arg in args)),
        Op.IMPLIES: lambda a, b: lambda e: _joined(Op.OR, (part(e) for part in (lambda e: _negated(a(e)), b))),
        Op.ITE: _ite,
    },
    quantified=_quantified,
    application=application,
    summed=_summed,
)
