"""What solvers are asked about a statement in terms: its parts, one by one, each negated under the assumptions.

Before a solver sees them, floor divisions and remainders are replaced by what defines them:
`a // d` becomes an unknown q with `d*q <= a < d*q + d`. For d > 0 exactly one q does that, so nothing is lost and
nothing is assumed. Where d > 0 is itself to be shown, the definition is guarded by it: for other d nothing is said of
q. Both solvers decide the result far more reliably than `div` over products of variables. A division under a
quantifier that binds a variable of it stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import is_

from proofs.engine.statement import Statement, Verdict
from proofs.solvers.answers import Answer, Status
from proofs.solvers.solvers import OpenSolver
from spec.language.fold import conjuncts, divisors, variable_names
from spec.language.terms import (
    Application,
    IllSorted,
    Literal,
    Op,
    Operation,
    Quantified,
    Symbol,
    Term,
    Variable,
    and_,
    children,
    free_variables,
    not_,
)
from spec.readings.whole import whole


def without_division(terms: Iterable[Term], *, guarded: bool) -> list[Term]:
    """Terms that hold together for some values exactly if the given ones do, with no division of free variables.

    `guarded=False` is for terms that imply each divisor's being positive: the caller has shown that first.
    """
    wholes = [whole(t) for t in terms]
    quotients = Unknowns("quotient", wholes)
    rewritten = [_rewrite(t, quotients, frozenset()) for t in wholes]
    definitions = []
    for division, quotient in quotients.of.items():
        dividend, divisor = (_rewrite(part, quotients, frozenset()) for part in children(division))
        remainder = dividend - divisor * quotient
        definition = and_(remainder >= 0, remainder < divisor)
        definitions.append((divisor > 0).implies(definition) if guarded else definition)
    return [*definitions, *rewritten]


class Unknowns:
    """Unknowns for parts of some terms, numbered, by names that stand nowhere in these."""

    def __init__(self, name: str, terms: Sequence[Term]) -> None:
        self.of: dict[Term, Variable] = {}
        self.name = f"{name}!"
        while any(taken.startswith(self.name) for t in terms for taken in variable_names(t)):
            self.name += "!"

    def __getitem__(self, part: Term) -> Variable:
        return self.of.setdefault(part, Variable(f"{self.name}{len(self.of)}", part.sort))


@lru_cache(maxsize=65536)
def _divides(node: Term) -> bool:
    return (isinstance(node, Operation) and node.op is Op.FLOOR_DIV) or any(map(_divides, children(node)))


def _rewrite(node: Term, quotients: Unknowns, bound: frozenset[Variable]) -> Term:
    if not _divides(node):
        return node
    match node:
        case Operation(Op.FLOOR_DIV, args) if not free_variables(node) & bound:
            for arg in args:
                _rewrite(arg, quotients, bound)
            return quotients[node]
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


@dataclass(frozen=True, slots=True)
class Query:
    """Terms that a solver is asked to refute: an obligation's assumptions and the negation of one part of its goal."""

    name: str
    terms: tuple[Term, ...]


@lru_cache(maxsize=64)
def side_conditions(formulas: tuple[Term, ...]) -> tuple[Term, ...]:
    """Every divisor in some formulas is positive."""
    found = set().union(*map(divisors, formulas))
    return tuple(d > 0 for d in sorted(found, key=repr) if not _positive(d))


def _positive(divisor: Term) -> bool:
    return isinstance(divisor, Literal) and isinstance(divisor.value, int) and divisor.value > 0


def meaningful(hypotheses: Iterable[Term]) -> Iterator[Term]:
    """What assumptions say where their divisions mean anything: one that divides by what is not positive says nothing.

    Whether a divisor is positive does not follow from what is divided by it.
    """
    for part in (part for hypothesis in hypotheses for part in conjuncts(hypothesis)):
        conditions = side_conditions((part,))
        yield and_(*conditions).implies(part) if conditions else part


@lru_cache(maxsize=8)
def queries(hypotheses: tuple[Term, ...], conditions: tuple[Term, ...], goal: Term) -> tuple[Query, ...]:
    """First the side conditions, then the goal part by part. Kept for the next solver, which is asked the same.

    Once the side conditions are shown, divisions need no guard; if they fail, so does the obligation.
    """
    meant = tuple(meaningful(hypotheses))
    asked = [
        *((f"side-condition-{i}", [*meant, not_(c)], True) for i, c in enumerate(conditions, 1)),
        *((f"goal-{i}", [*hypotheses, not_(part)], False) for i, part in enumerate(parts(goal), 1)),
    ]
    return tuple(Query(name, tuple(without_division(terms, guarded=guarded))) for name, terms, guarded in asked)


def ask_all(solver: OpenSolver, asked: Sequence[Query]) -> Answer:
    """One solver's answer to all queries: unsat if each is, sat at the first that is, unknown otherwise."""
    seconds, reason = 0.0, ""
    for query in asked:
        answer = solver.ask(query.terms)
        seconds += answer.seconds
        if answer.status is Status.SAT:
            return Answer(Status.SAT, seconds, model=answer.model)
        if answer.status is Status.UNKNOWN:
            reason = reason or f"{query.name}: {answer.reason}"
    return Answer(Status.UNKNOWN if reason else Status.UNSAT, seconds, reason)


def require_one_meaning(label: str, variables: Iterable[Variable], functions: Iterable[Symbol]) -> None:
    """Raise IllSorted where one name in a statement is that of two things: values, and solvers, know them by names."""
    counted = Counter(thing.name for things in (variables, functions) for thing in things)
    if twice := sorted(name for name, times in counted.items() if times > 1):
        raise IllSorted(f"{label}: {', '.join(twice)} would be the name of two things")


# --- what scripts say of themselves

ASSUMPTIONS = "the assumptions alone; expected: sat: they are not contradictory"
"""The last line on a script of the assumptions."""


def expectation(statement: Statement) -> str:
    """What a script of a part of the goal, negated, should be answered."""
    if statement.expected is Verdict.PROVED:
        return "expected: unsat: the part follows from the assumptions"
    return "expected: sat in at least one part: refuted"
