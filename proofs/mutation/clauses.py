"""`maxpool mutate --spec`: every slip of the pen in a clause must be noticed by an example, an edge or an obligation.

A mutant that nothing notices is a survivor, unless both solvers prove it equivalent to the clause.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from proofs.catalogue import ALL
from proofs.engine.decide import decide
from proofs.engine.solvers import Limits
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.mutation.cases import Case, calls, cases, holding
from proofs.mutation.equivalence import equivalent
from proofs.mutation.mutants import mutants
from reference.common.identity import digest
from reference.common.pool import run_tasks
from spec.language.fold import replace
from spec.language.terms import FALSE, Op, Operation, Term, Variable
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause, Definition, Scope
from spec.operator.operator import Operator, Violation
from spec.readings.plain import to_plain
from spec.readings.value import DivisorNotPositive, Environment, Undefined, evaluate

LIMITS = Limits(seconds=1.0)
AT_A_TIME = 100
ALL_OF_THEM = slice(None)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A slip in a clause, and what noticed it: "" if nothing did. `equivalent`: it says the same as the clause."""

    clause: str
    formula: str
    noticed_by: str
    equivalent: bool = False


def mutate(label: str, part: slice = ALL_OF_THEM) -> list[Mutant]:
    """All mutants of a clause's formula, or some of them."""
    clause = MAXPOOL[label]
    trial = Trial(clause)
    return [_judge(clause, slip, trial) for slip in _slips(label)[part]]


@cache
def _slips(label: str) -> tuple[Term, ...]:
    return mutants(MAXPOOL[label].formula)


def _judge(clause: Clause, slip: Term, trial: Trial) -> Mutant:
    noticed = _noticed_by_call(clause, slip) or trial.noticed(slip) or _noticed_by_obligation(clause, slip)
    same = not noticed and equivalent(clause, slip, LIMITS)
    return Mutant(clause.label, to_plain(slip), noticed, equivalent=same)


def _noticed_by_call(clause: Clause, slip: Term) -> str:
    """Some edge or worked example is judged differently where a call is checked against the clause."""
    if clause.scope is Scope.CELL:
        return ""
    for i, call in reaching(clause.label):
        try:
            right = meaning(clause, clause.formula, call)
        except (Undefined, DivisorNotPositive):
            # A call that lacks what the clause itself speaks of tells nothing from it.
            continue
        try:
            differs = right != meaning(clause, slip, call)
        except (Undefined, DivisorNotPositive, TypeError) as error:
            return f"call {i}: {type(error).__name__}"
        if differs:
            return f"call {i}"
    return ""


def checked_before(label: str) -> Operator:
    """The clauses that are checked before one."""
    return Operator(MAXPOOL.name, MAXPOOL.clauses[: MAXPOOL.clauses.index(MAXPOOL[label])], MAXPOOL.axes)


@cache
def reaching(label: str) -> Sequence[tuple[int, Environment]]:
    """The calls that meet all that is checked before a clause, with what their variables are by then."""
    before, found = checked_before(label), []
    for i, call in enumerate(calls()):
        try:
            found.append((i, before.check(call)))
        except Violation:
            continue
    return found


def meaning(clause: Clause, formula: Term, call: Environment) -> list[object]:
    """What a formula says of a call: true or false, or the value that a definition gives to a name left open."""
    said = []
    for instance in MAXPOOL.instances(clause, formula):
        match instance:
            case Operation(Op.EQ, (Variable(name), right)) if name not in call:
                said.append(evaluate(right, call) if isinstance(clause, Definition) else None)
            case _:
                said.append(bool(evaluate(instance, call)))
    return said


def speaks_of_outputs(clause: Clause) -> bool:
    """Whether it takes outputs to judge a clause; the others are judged by the call alone."""
    return clause not in set(MAXPOOL.preconditions()) and clause.scope is not Scope.AXIS


class Trial:
    """The cells of small examples, as they are or changed, on which a clause's mutants are tried.

    The case that noticed the last mutant stands first for the next one, and a case is made only when it is needed: most
    mutants are noticed by few cases, and there are thousands.
    """

    def __init__(self, clause: Clause) -> None:
        self._made: list[Case] = []
        self._more = cases(clause) if speaks_of_outputs(clause) else iter(())

    def noticed(self, slip: Term) -> str:
        """The first case found in which the slip is judged differently, or ""."""
        holds = holding(slip)
        for i, case in enumerate(self._made):
            if holds(case.environment) != case.holds:
                self._made.insert(0, self._made.pop(i))
                return f"cell {case.number}"
        for case in self._more:
            differs = holds(case.environment) != case.holds
            self._made.insert(0 if differs else len(self._made), case)
            if differs:
                return f"cell {case.number}"
        return ""


def _noticed_by_obligation(clause: Clause, slip: Term) -> str:
    """Some obligation that stands on the clause, or speaks of it, has another verdict; `unknown` notices nothing."""
    for obligation in mentioning(clause.label):
        changed = with_slip(obligation, clause, slip)
        if decide(changed, LIMITS, tightness=False).verdict not in (obligation.expected, Verdict.UNKNOWN):
            return obligation.label
    return ""


@cache
def mentioning(label: str) -> tuple[Obligation, ...]:
    """The obligations in which a clause's formula occurs."""
    terms = [o for o in ALL if isinstance(o, Obligation)]
    return tuple(o for o in terms if with_slip(o, MAXPOOL[label], FALSE) != o)


def with_slip(obligation: Obligation, clause: Clause, slip: Term) -> Obligation:
    """The obligation with the slip in place of the clause."""
    assumptions = tuple(
        dataclasses.replace(a, term=slip) if (a.label, a.term) == (clause.label, clause.formula) else a
        for a in obligation.assumptions
    )
    return dataclasses.replace(
        obligation, assumptions=assumptions, goal=replace(obligation.goal, {clause.formula: slip})
    )


def mutate_all(labels: Sequence[str], done: Callable[[int], None] = lambda _: None) -> list[Mutant]:
    """All mutants of some clauses, some at a time to each process; `done` is called with how many were tried."""
    tasks = [(label, part) for label in labels for part in _parts(label)]
    found = run_tasks(mutate, tasks, done=lambda mutants: done(len(mutants)))
    return [mutant for mutants in found for mutant in mutants]


def count(labels: Sequence[str]) -> int:
    """How many mutants some clauses have."""
    return sum(len(_slips(label)) for label in labels)


def _parts(label: str) -> list[slice]:
    """The mutants of a clause, a hundred at a time."""
    return [slice(i, i + AT_A_TIME) for i in range(0, len(_slips(label)), AT_A_TIME)]


def report(results: Sequence[Mutant]) -> dict[str, Any]:
    """The scores as one JSON document of the schema `maxpool/mutate/1`."""
    survived = [r for r in results if not r.noticed_by and not r.equivalent]
    return {
        "schema": "maxpool/mutate/1",
        "target": "spec",
        "tool": digest(),
        "mutants": len(results),
        "killed": sum(bool(r.noticed_by) for r in results),
        "equivalent": sum(r.equivalent for r in results),
        "survived": [{"clause": r.clause, "formula": r.formula} for r in survived],
    }
