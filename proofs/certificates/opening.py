"""Quantifiers that only ask for one value, and values that a test chooses: each replaced by an unknown.

Where terms hold together, `exists i in [low, high): body` gives an i, and `not for all` gives one too. It gets a name
that stands nowhere else. A quantifier that speaks of all values stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count

from proofs.engine.encoding import Unknowns
from spec.language.fold import rebuilt, substitute, variable_names
from spec.language.terms import (
    Op,
    Operation,
    Quantified,
    Quantifier,
    Sort,
    Sum,
    Term,
    Variable,
    and_,
    children,
    ite,
)
from spec.readings.whole import whole


def opened(terms: Sequence[Term]) -> list[Term]:
    """Terms that hold together for some values exactly if the given ones do."""
    taken = {name for t in terms for name in variable_names(t)}
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


def without_tests(terms: Sequence[Term]) -> tuple[list[Term], list[Term]]:
    """The terms with an unknown for each value that a test chooses, and what the test says of each unknown.

    What stands below a quantifier stays as it is.
    """
    wholes = [whole(t) for t in terms]
    chosen = Unknowns("if", wholes)
    done = [_without_tests(t, chosen) for t in wholes]
    definitions = []
    for test, name in chosen.of.items():
        condition, then, otherwise = (_without_tests(part, chosen) for part in children(test))
        definitions.append(ite(condition, name.eq(then), name.eq(otherwise)))
    return done, definitions


def _without_tests(node: Term, chosen: Unknowns) -> Term:
    if not _chooses(node):
        return node
    if isinstance(node, Operation) and node.op is Op.ITE and node.sort is not Sort.BOOL:
        for part in children(node):
            _without_tests(part, chosen)
        return chosen[node]
    return rebuilt(node, [_without_tests(part, chosen) for part in children(node)])


@lru_cache(maxsize=65536)
def _chooses(node: Term) -> bool:
    if isinstance(node, Quantified | Sum):
        return False
    return (isinstance(node, Operation) and node.op is Op.ITE) or any(map(_chooses, children(node)))


def _new(variable: Variable, taken: set[str]) -> Variable:
    """An unknown of a name that nothing else bears."""
    name = next(name for i in count() if (name := f"{variable.name}?{i}") not in taken)
    taken.add(name)
    return Variable(name)
