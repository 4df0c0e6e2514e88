"""Quantifiers that only ask for one value, replaced by an unknown of that value before anything else is done.

Where terms hold together, `exists i in [low, high): body` gives an i, and `not for all` gives one too. It gets a name
that stands nowhere else. A quantifier that speaks of all values stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from spec.language.fold import substitute
from spec.language.terms import Op, Operation, Quantified, Quantifier, Term, Variable, and_, free_variables


def opened(terms: Sequence[Term]) -> list[Term]:
    """Terms that hold together for some values exactly if the given ones do."""
    taken = {variable.name for t in terms for variable in free_variables(t)}
    return [_opened(t, True, taken) for t in terms]


def _opened(node: Term, holds: bool, taken: set[str]) -> Term:
    match node:
        case Operation(Op.NOT, (arg,)):
            return Operation(Op.NOT, (_opened(arg, not holds, taken),))
        case Operation(Op.AND | Op.OR as op, args):
            return Operation(op, tuple(_opened(arg, holds, taken) for arg in args))
        case Operation(Op.IMPLIES, (left, right)):
            return _opened(left, not holds, taken).implies(_opened(right, holds, taken))
        case Quantified(quantifier, variable, low, high, body) if holds is (quantifier is Quantifier.EXISTS):
            value = _new(variable, taken)
            in_range = and_(low <= value, value < high)
            instance = _opened(substitute(body, {variable: value}), holds, taken)
            return and_(in_range, instance) if holds else in_range.implies(instance)
    return node


def _new(variable: Variable, taken: set[str]) -> Variable:
    """An unknown of a name that nothing else bears: `?` stands in no other name, nor in those of quotients."""
    name = next(name for i in count() if (name := f"{variable.name}?{i}") not in taken)
    taken.add(name)
    return Variable(name)
