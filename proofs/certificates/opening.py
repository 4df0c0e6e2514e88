"""Quantifiers that only ask for one value, replaced by an unknown of that value before anything else is done.

Where terms hold together, `exists i in [low, high): body` gives an i, and `not for all` gives one too. It gets a name
that stands nowhere else. A quantifier that speaks of all values stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from spec.fold import substitute
from spec.terms import Op, Operation, Quantified, Quantifier, Term, Variable, and_


def opened(terms: Sequence[Term]) -> list[Term]:
    """Terms that hold together for some values exactly if the given ones do."""
    given: list[Variable] = []
    return [_opened(t, True, given) for t in terms]


def _opened(node: Term, holds: bool, given: list[Variable]) -> Term:
    match node:
        case Operation(Op.NOT, (arg,)):
            return Operation(Op.NOT, (_opened(arg, not holds, given),))
        case Operation(Op.AND | Op.OR as op, args):
            return Operation(op, tuple(_opened(arg, holds, given) for arg in args))
        case Operation(Op.IMPLIES, (left, right)):
            return _opened(left, not holds, given).implies(_opened(right, holds, given))
        case Quantified(quantifier, variable, low, high, body) if holds is (quantifier is Quantifier.EXISTS):
            value = Variable(f"{variable.name}!{len(given)}")
            given.append(value)
            in_range = and_(low <= value, value < high)
            instance = _opened(substitute(body, {variable: value}), holds, given)
            return and_(in_range, instance) if holds else in_range.implies(instance)
    return node
