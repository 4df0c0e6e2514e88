"""Floor divisions and remainders, replaced by what defines them, before a solver sees them.

`a // d` becomes an unknown q with `d*q <= a < d*q + d`. For d > 0 exactly one q does that, so nothing is lost and
nothing is assumed. Where d > 0 is itself to be shown, the definition is guarded by it: for other d nothing is said of
q. Both solvers decide the result far more reliably than `div` over products of variables. A division under a
quantifier that binds a variable of it stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_

from spec.language.terms import Application, Op, Operation, Quantified, Term, Variable, and_, children, free_variables
from spec.readings.whole import whole


def without_division(terms: Iterable[Term], *, guarded: bool) -> list[Term]:
    """Terms that hold together for some values exactly if the given ones do, with no division of free variables.

    `guarded=False` is for terms that imply each divisor's being positive: the caller has shown that first.
    """
    wholes = [whole(t) for t in terms]
    quotients: dict[Term, Variable] = {}
    rewritten = [_rewrite(t, quotients, frozenset()) for t in wholes]
    definitions = []
    for division, quotient in quotients.items():
        dividend, divisor = (_rewrite(part, quotients, frozenset()) for part in children(division))
        remainder = dividend - divisor * quotient
        definition = and_(remainder >= 0, remainder < divisor)
        definitions.append((divisor > 0).implies(definition) if guarded else definition)
    return [*definitions, *rewritten]


def _rewrite(node: Term, quotients: dict[Term, Variable], bound: frozenset[Variable]) -> Term:
    match node:
        case Operation(Op.FLOOR_DIV, args) if not free_variables(node) & bound:
            for arg in args:
                _rewrite(arg, quotients, bound)
            return quotients.setdefault(node, Variable(f"quotient!{len(quotients)}"))
        case Operation(op, args):
            rewritten = tuple(_rewrite(a, quotients, bound) for a in args)
            return node if all(map(is_, rewritten, args)) else Operation(op, rewritten)
        case Application(symbol, args):
            return Application(symbol, tuple(_rewrite(a, quotients, bound) for a in args))
        case Quantified(quantifier, variable, low, high, body):
            inner = bound | {variable}
            low, high = (_rewrite(t, quotients, bound) for t in (low, high))
            return Quantified(quantifier, variable, low, high, _rewrite(body, quotients, inner))
    return node


def parts(goal: Term) -> list[Term]:
    """Goals that together are equivalent to the goal: conjuncts apart, and the two directions of an equivalence."""
    match goal:
        case Operation(Op.AND, args):
            return [part for arg in args for part in parts(arg)]
        case Operation(Op.IFF, (left, right)):
            return [left.implies(right), right.implies(left)]
    return [goal]
