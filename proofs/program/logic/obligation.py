"""Statements about a program: the conditions that stand at one place of it, and what is known there."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from proofs.assumptions.standing import StandsOn, stands_on_known
from proofs.engine.encoding import ASSUMPTIONS, expectation, parts
from proofs.engine.implication import Implication
from proofs.engine.search import refutes, satisfies
from proofs.engine.statement import Statement, Verdict, Written
from proofs.program.logic.plan import Condition, Path
from proofs.program.logic.solving import ANY, Session, at, example_of, ranks_by_clause, relevant
from proofs.solvers.answers import Answer, Status, Values
from proofs.solvers.solvers import OpenSolver
from spec.language.fold import conjuncts
from spec.language.terms import Sort, Variable, and_, not_
from spec.operator.operator import Operator
from spec.readings.plain import to_plain
from spec.readings.smtlib import script
from spec.readings.value import Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramObligation(Statement):
    """Conditions that stand at one place: what is known there implies each.

    `of_a_call` are the variables that a call gives a value: of all the proof's unknowns, a reader knows these alone.
    """

    known: Path
    conditions: tuple[Condition, ...]
    of_a_call: frozenset[Variable] = frozenset()

    tries_by: ClassVar[str] = "execution"

    @property
    def assumed(self) -> tuple[str, ...]:
        """The labels of what is known."""
        return tuple(a.label for a in self.known)

    @property
    def stands_on(self) -> StandsOn:
        """The clauses and lemmas among what is known; what the run of the program has shown is its own."""
        return stands_on_known(self.known)

    @property
    def droppable(self) -> tuple[str, ...]:
        """None: what a precondition is needed for, obligations of its own say, at the place that needs it."""
        return ()

    @property
    def names(self) -> Mapping[str, Sort]:
        """The sorts of what a call passes."""
        return {v.name: v.sort for v in self.of_a_call}

    def reads(self, operator: Operator) -> frozenset[str]:
        """The preconditions that are known as they stand."""
        known = {t for a in self.known for t in conjuncts(a.term)}
        cited = [operator[a.label] for a in self.known if a.label in operator]
        return frozenset(c.label for c in cited if all(known.issuperset(conjuncts(t)) for t in operator.instances(c)))

    def without(self, dropped: int) -> Self:
        """The obligation without one fact that is known."""
        return replace(self, known=self.known[:dropped] + self.known[dropped + 1 :])

    # --- values

    def example(self) -> Values | None:
        """None: the unknowns of a proof are too many to search."""
        return None

    def smallest(self, *, brief: bool = False) -> Values | None:
        """None: the unknowns of a proof are too many to search."""
        return None

    def holds(self, values: Values) -> bool:
        """All that is known holds."""
        try:
            return satisfies([a.term for a in self.known], values)
        except Undefined:
            return False

    def confirms(self, values: Values) -> bool:
        """All that is known holds, and a condition fails."""
        try:
            return any(refutes([a.term for a in self.known], c.goal, values) for c in self.conditions)
        except Undefined:
            return False

    def own(self, values: Values) -> Values:
        """The values of what a call passes; what the proof calls its unknowns helps nobody."""
        names = {v.name for v in self.of_a_call}
        return {name: value for name, value in sorted(values.items()) if name in names}

    # --- solvers

    def satisfiable(self, solver: OpenSolver) -> Answer:
        """Whether what is known can hold at all."""
        return example_of(self.known, None, solver)

    def ask(self, solver: OpenSolver, at: Values | None = None) -> Answer:
        """Each condition put to a solver; what is expected to fail is looked for in all that is known, at once."""
        started = time.perf_counter()
        if self.expected is Verdict.REFUTED:
            found = example_of(self.known, and_(*(c.goal for c in self.conditions)), solver)
            return replace(found, seconds=time.perf_counter() - started)
        answers = Session({"": solver}).ask(self.known, self.conditions, "")
        open_ = [(c, a) for c, a in zip(self.conditions, answers, strict=True) if a.status is not Status.UNSAT]
        condition, answer = next((o for o in open_ if o[1].status is Status.SAT), open_[0] if open_ else (None, None))
        if condition is None or answer is None:
            return Answer(Status.UNSAT, time.perf_counter() - started)
        # A model of what concerns the condition alone could not be evaluated: it is asked for with all that is known.
        sat = answer.status is Status.SAT
        model = example_of(self.known, condition.goal, solver).model if sat else None
        return Answer(answer.status, time.perf_counter() - started, answer.reason, model)

    @property
    def implications(self) -> tuple[Implication, ...]:
        """The parts of each condition; what is known under one label is numbered."""
        total, seen = Counter(self.assumed), Counter[str]()
        given = []
        for a in self.known:
            seen[a.label] += 1
            given.append((a.label if total[a.label] == 1 else f"{a.label} ({seen[a.label]})", a.term))
        return tuple(
            Implication(tuple(given), part, True, ranks_by_clause)
            for condition in self.conditions
            for part in parts(condition.goal)
        )

    # --- readers

    @property
    def goal_text(self) -> str:
        """The conditions, in words."""
        return "; ".join(dict.fromkeys(condition.words for condition in self.conditions))

    @property
    def hypotheses_lines(self) -> tuple[str, ...]:
        """What is known at the place, a line each."""
        return tuple(f"known:    {a.label}: {to_plain(a.term)}" for a in self.known)

    def goals(self, written: Written) -> tuple[str, ...]:
        """The conditions as terms, in the program's own names."""
        return tuple(to_plain(condition.goal) for condition in self.conditions)

    def premises(self, written: Written) -> tuple[str, ...]:
        """The labels of what is known: the terms are long."""
        return tuple(dict.fromkeys(self.assumed))

    def scripts(self) -> Mapping[str, str]:
        """A script for each condition, in full: no product is an unknown function; and one for what is known."""
        texts = {}
        for i, condition in enumerate(self.conditions, 1):
            terms = [*relevant(self.known, [condition.goal]), not_(condition.goal)]
            comment = [self.label, condition.label, condition.words, f"goal-{i}, negated; {expectation(self)}"]
            texts[f"{self.label}.goal-{i}.smt2"] = script(at(ANY, terms), "\n".join(comment))
        known = at(ANY, (a.term for a in self.known))
        return {**texts, f"{self.label}.assumptions.smt2": script(known, f"{self.label}\n{ASSUMPTIONS}")}
