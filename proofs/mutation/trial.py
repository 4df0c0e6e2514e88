"""One clause on trial: the calls, the cases of outputs and the obligations that may notice a change of its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from proofs.engine.catalogue import Catalogue
from proofs.engine.decide import decide
from proofs.engine.statement import Statement, Verdict
from proofs.solvers.answers import Limits, Status, Values
from proofs.solvers.solvers import opened
from spec.language.terms import FALSE, Op, Operation, Term, Variable
from spec.operator.clauses import Clause, Definition, Scope
from spec.operator.experiments import CallCase, OutputCase
from spec.operator.operator import Operator, Violation
from spec.readings.value import DivisorNotPositive, Environment, Undefined, evaluate, function

LIMITS = Limits(z3_steps=400_000, cvc5_steps=40_000)
"""Thousands are asked: a fifth of what is brief elsewhere."""

FIRST = {Verdict.PROVED: "z3", Verdict.REFUTED: "cvc5"}
"""The solver that is asked first, by what is expected: z3 may hang, past its limits, where nothing can be proved."""


def speaks_of_outputs(operator: Operator, clause: Clause) -> bool:
    """Whether it takes outputs to judge a clause; the others are judged by the call alone."""
    return clause not in set(operator.preconditions()) and clause.scope is not Scope.AXIS


def holding(formula: Term) -> Callable[[Environment], bool]:
    """Whether a formula is true; not if it speaks of an element outside a tensor, or divides by what it must not."""
    value = function(formula)

    def holds(environment: Environment) -> bool:
        try:
            return bool(value(environment))
        except (Undefined, DivisorNotPositive):
            return False

    return holds


def reaching(operator: Operator, label: str, calls: Iterable[CallCase]) -> Iterator[CallCase]:
    """The calls that meet all that is checked before a clause, with what their variables are by then."""
    before = operator.before(label)
    for call in calls:
        try:
            yield replace(call, environment=before.check(call.environment))
        except Violation:
            continue


def meaning(clause: Clause, instances: Sequence[Term], call: Environment) -> list[object]:
    """What a formula's instances say of a call: true or false, or the value that a definition gives to a name left
    open.
    """
    said: list[object] = []
    for instance in instances:
        match instance:
            case Operation(Op.EQ, (Variable(name), right)) if name not in call:
                said.append(evaluate(right, call) if isinstance(clause, Definition) else None)
            case _:
                said.append(bool(evaluate(instance, call)))
    return said


def mentioning(catalogue: Catalogue, clause: Clause) -> tuple[Statement, ...]:
    """The obligations in which a clause's formula occurs."""
    return tuple(o for o in catalogue.obligations if o.with_formula(clause, FALSE) != o)


def other_verdict(changed: Statement, known: Values | None = None) -> Verdict | None:
    """The verdict on an obligation that speaks of a mutant, if it is another one; `unknown` notices nothing.

    A counterexample that a search finds, and evaluation confirms, is asked no solver for; nor is one that is `known` of
    the obligation as it is, and is one of the changed obligation too. Of what is not vacuous, one solver is asked
    first: where it proves again what is to be proved, or does not prove what is to be refuted, the other is not asked.
    """
    proving = changed.expected is Verdict.PROVED
    if not proving and known is not None and _is_still_refuted(changed, known):
        return None
    found = changed.smallest(brief=True) if not proving or changed.replay is None else None
    if found is not None and changed.confirms(found):
        return Verdict.REFUTED if proving else None
    if changed.example() is not None and _is_proved_by(FIRST[changed.expected], changed) is proving:
        return None
    verdict = decide(changed, LIMITS, tightness=False, sparing=True).verdict
    return None if verdict in (changed.expected, Verdict.UNKNOWN) else verdict


def _is_still_refuted(changed: Statement, known: Values) -> bool:
    """By what is known, whatever value a variable has of which the mutant alone speaks."""
    values = changed.completed(known)
    return values is not None and changed.confirms(values)


def _is_proved_by(solver: str, changed: Statement) -> bool:
    return changed.ask(opened([solver], LIMITS)[solver]).status is Status.UNSAT


def judged_differently(
    operator: Operator, clause: Clause, mutants: Sequence[Term], calls: Iterable[CallCase]
) -> Iterator[tuple[str, Term]]:
    """The calls of which a mutant says something else than the clause, each with the first such mutant."""
    own = operator.instances(clause)
    others = [(mutant, operator.instances(clause, mutant)) for mutant in mutants]
    for call in calls if clause.scope is not Scope.CELL else ():
        try:
            said = meaning(clause, own, call.environment)
        except (Undefined, DivisorNotPositive):
            # A call that lacks what the clause itself speaks of tells nothing from it.
            continue
        found = next((m for m, theirs in others if _differs(clause, theirs, call.environment, said)), None)
        if found is not None:
            yield call.label, found


def _differs(clause: Clause, instances: Sequence[Term], call: Environment, said: list[object]) -> bool:
    try:
        return meaning(clause, instances, call) != said
    except (Undefined, DivisorNotPositive, TypeError):
        return True


class OutputTrial:
    """The cases of outputs, as they are or changed, on which a clause's mutants are tried.

    The case that noticed the last mutant stands first for the next one, and a case is made only when it is needed: most
    mutants are noticed by few cases, and there are thousands.
    """

    def __init__(self, cases: Iterable[OutputCase]) -> None:
        self._made: list[OutputCase] = []
        self._more = iter(cases)

    def noticed(self, mutant: Term) -> str:
        """The first case found in which the mutant is judged differently, or ""."""
        case = self.killer(mutant)
        return "" if case is None else f"cell {case.number}"

    def killer(self, mutant: Term) -> OutputCase | None:
        """The same case itself."""
        holds = holding(mutant)
        for i, case in enumerate(self._every()):
            if holds(case.environment) != case.holds:
                self._made.insert(0, self._made.pop(i))
                return case
        return None

    def _every(self) -> Iterator[OutputCase]:
        yield from self._made
        for case in self._more:
            self._made.append(case)
            yield case
