"""`maxpool mutate --spec`: every slip of the pen in a clause must be noticed by an example, an edge or an obligation.

A mutant that nothing notices is a survivor, unless both solvers prove it equivalent to the clause.
"""

from __future__ import annotations

import dataclasses
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pebble import ProcessPool

from proofs.cases import Case, calls, cases, holds
from proofs.catalogue import ALL
from proofs.decide import decide
from proofs.mutants import mutants
from proofs.obligations import Assumption, Obligation, Verdict
from proofs.run import processors
from proofs.solvers import Limits
from spec.clauses import Clause, Definition, Operator, Scope, Violation
from spec.fold import replace
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain
from spec.readings.value import DivisorNotPositive, Environment, Undefined, evaluate
from spec.terms import Op, Operation, Term, Variable, and_, not_
from spec.vocabulary import b, c, defaults_used, dX, dY, entry, is_nan, m, minus_infinity, n

LIMITS = Limits(seconds=1.0)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A slip in a clause, and what noticed it: "" if nothing did. `equivalent`: it says the same as the clause."""

    clause: str
    formula: str
    noticed_by: str
    equivalent: bool = False


def mutate(label: str) -> list[Mutant]:
    """All mutants of a clause's formula, and of its check where it has one."""
    clause = MAXPOOL[label]
    return [_judge(clause, slip) for slip in mutants(clause.formula)]


def _judge(clause: Clause, slip: Term) -> Mutant:
    for notices in (_noticed_by_call, _noticed_by_case, _noticed_by_obligation):
        if noticed := notices(clause, slip):
            return Mutant(clause.label, to_plain(slip), noticed)
    return Mutant(clause.label, to_plain(slip), "", equivalent=_equivalent(clause, slip))


def _noticed_by_call(clause: Clause, slip: Term) -> str:
    """Some edge or worked example is judged differently where a call is checked against the clause."""
    if clause.scope is Scope.CELL:
        return ""
    for i, call in _reaching(clause.label):
        try:
            differs = _meaning(clause, clause.formula, call) != _meaning(clause, slip, call)
        except (Undefined, DivisorNotPositive, TypeError) as error:
            return f"call {i}: {type(error).__name__}"
        if differs:
            return f"call {i}"
    return ""


@cache
def _reaching(label: str) -> Sequence[tuple[int, Environment]]:
    """The calls that meet all that is checked before a clause, with what their variables are by then."""
    clauses = MAXPOOL.clauses[: MAXPOOL.clauses.index(MAXPOOL[label])]
    before = Operator(MAXPOOL.name, clauses, MAXPOOL.axes)
    found = []
    for i, call in enumerate(calls()):
        try:
            found.append((i, before.check(call)))
        except Violation:
            continue
    return found


def _meaning(clause: Clause, formula: Term, call: Environment) -> list[object]:
    """What a formula says of a call: true or false, or the value that a definition gives to a name left open."""
    said = []
    for instance in MAXPOOL.instances(clause, formula):
        match instance:
            case Operation(Op.EQ, (Variable(name), right)) if name not in call:
                said.append(evaluate(right, call) if isinstance(clause, Definition) else None)
            case _:
                said.append(bool(evaluate(instance, call)))
    return said


def _noticed_by_case(clause: Clause, slip: Term) -> str:
    """Some cell of a small example, as it is or changed, is judged differently."""
    if clause in set(MAXPOOL.preconditions()) or clause.scope is Scope.AXIS:
        return ""
    differ = (i for i, case in enumerate(_cases(clause.label)) if holds(slip, case.environment) != case.holds)
    first = next(differ, None)
    return "" if first is None else f"cell {first}"


@cache
def _cases(label: str) -> list[Case]:
    return list(cases(MAXPOOL[label]))


def _noticed_by_obligation(clause: Clause, slip: Term) -> str:
    """Some obligation that stands on the clause, or speaks of it, has another verdict; `unknown` notices nothing."""
    for obligation in ALL:
        changed = _with(obligation, clause, slip) if isinstance(obligation, Obligation) else None
        if changed is None:
            continue
        if decide(changed, LIMITS, tightness=False).verdict not in (obligation.expected, Verdict.UNKNOWN):
            return obligation.label
    return ""


def _with(obligation: Obligation, clause: Clause, slip: Term) -> Obligation | None:
    """The obligation with the slip in place of the clause, or None if the clause does not occur in it."""
    assumptions = tuple(
        Assumption(a.label, slip) if (a.label, a.term) == (clause.label, clause.formula) else a
        for a in obligation.assumptions
    )
    goal = replace(obligation.goal, {clause.formula: slip})
    if assumptions == obligation.assumptions and goal == obligation.goal:
        return None
    return dataclasses.replace(obligation, assumptions=assumptions, goal=goal)


def _equivalent(clause: Clause, slip: Term) -> bool:
    """Both solvers prove that the slip says the same, wherever what is checked before the clause holds."""
    same = Obligation(
        label=f"mutant.{clause.label}",
        statement="The mutant says the same as the clause.",
        assumptions=tuple(_context(clause)),
        goal=clause.formula.iff(slip),
        source=clause.source,
    )
    return decide(same, LIMITS, tightness=False).verdict is Verdict.PROVED


def _context(clause: Clause) -> Iterator[Assumption]:
    """What may be assumed when a clause is read: what is checked before it, and that counts are not negative."""
    before = MAXPOOL.clauses[: MAXPOOL.clauses.index(clause)]
    if clause.scope is not Scope.CELL:
        yield from (Assumption(o.label, o.formula) for o in before if o.scope is clause.scope)
        yield Assumption("a count", defaults_used >= 0)
    if clause.scope is Scope.CELL:
        inside = [and_(0 <= i, i < size) for i, size in zip((b, c, m, n), dY, strict=True)]
        positive = [entry(name, i) >= 1 for name in ("kernel_shape", "strides", "dilations") for i in range(2)]
        sizes = [size >= 1 for size in dX]
        yield Assumption("a cell of Y", and_(*inside, *positive, *sizes, not_(is_nan(minus_infinity))))


def mutate_all(labels: Sequence[str], done: Callable[[str], None] = lambda _: None) -> list[Mutant]:
    """All mutants of some clauses, a process for each clause at work; `done` is called with each label."""
    found: list[Mutant] = []
    with ProcessPool(max_workers=processors(), context=multiprocessing.get_context("spawn")) as pool:
        for label, future in [(label, pool.schedule(mutate, args=[label])) for label in labels]:
            found += future.result()
            done(label)
    return found


def report(results: Sequence[Mutant]) -> dict[str, Any]:
    """The scores as one JSON document of the schema `maxpool/mutate/1`."""
    survived = [r for r in results if not r.noticed_by and not r.equivalent]
    return {
        "schema": "maxpool/mutate/1",
        "target": "spec",
        "mutants": len(results),
        "killed": sum(bool(r.noticed_by) for r in results),
        "equivalent": sum(r.equivalent for r in results),
        "survived": [{"clause": r.clause, "formula": r.formula} for r in survived],
    }
