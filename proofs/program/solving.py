"""Verification conditions, put to both solvers: those that share what is known, together."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache

import z3

from proofs.encoding import without_division
from proofs.program.execution import Condition, Path
from proofs.program.products import without_products
from proofs.solvers import SOLVERS, Answer, Limits, Status, ask_cvc5_each
from spec.fold import subterms, symbols
from spec.readings.smtlib import script_of_each
from spec.readings.z3_terms import translator
from spec.terms import Application, Term, free_variables, not_
from spec.vocabulary import key, value


def satisfiable(known: Path, limits: Limits, example: Sequence[Term] = ()) -> Status:
    """Whether what is known can hold, in full; `example` says for which sizes and attributes to look."""
    hypotheses = [a.term for a in known]
    terms = without_division([*example, *hypotheses, *ranks(hypotheses)], guarded=True)
    return SOLVERS["z3"].ask(terms, limits).status


def relevant(known: Path, goals: Sequence[Term]) -> list[Term]:
    """What is known that shares an unknown with the goals, directly or by way of others, and what ranks are.

    Leaving the rest out can only make a proof harder.
    """
    wanted = set().union(*(names(goal) for goal in goals))
    left = list(dict.fromkeys(a.term for a in known))
    found: list[Term] = []
    while chosen := [t for t in left if names(t) & wanted]:
        found += chosen
        left = [t for t in left if not names(t) & wanted]
        wanted |= set().union(*(names(t) for t in chosen))
    return [*found, *ranks([*found, *goals])]


def ranks(terms: Sequence[Term]) -> list[Term]:
    """Instances of clause NaN.as-minus-infinity for the elements in some terms: replacing NaN changes no rank."""
    read = dict.fromkeys(element for node in terms for element in _read(node))
    return [key(element).eq(key(element.args[0])) for element in read]


@lru_cache(maxsize=4096)
def _read(node: Term) -> tuple[Application, ...]:
    """The elements of X, as the program reads them, in a term."""
    return tuple(dict.fromkeys(t for t in subterms(node) if isinstance(t, Application) and t.symbol == value))


@lru_cache(maxsize=4096)
def names(node: Term) -> frozenset[str]:
    """The unknowns of a term; rank and value belong to all."""
    applied = {s.name for s in symbols(node)} - {key.name, value.name}
    return frozenset({v.name for v in free_variables(node)} | applied)


class Session:
    """The solvers for the conditions of one program: a context of its own, in which each term is translated once."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._context = z3.Context()
        self._to_z3 = translator(self._context)
        self._each = {"z3": self._z3_each, "cvc5": self._cvc5_each}

    def ask(self, known: Path, conditions: Sequence[Condition], solver: str) -> list[Answer]:
        """One solver's answer to each condition's negation under what is known: `unsat` is a proof.

        First with products and quotients as unknown functions, where `unsat` counts and nothing else does; what is
        left open is asked again in full.
        """
        goals = [condition.goal for condition in conditions]
        hypotheses = relevant(known, goals)
        asked = [not_(goal) for goal in goals]
        rewritten = without_products([*asked, *hypotheses])
        answers = self._each[solver](rewritten[len(asked) :], rewritten[: len(asked)])
        return [
            answer if answer.status is Status.UNSAT else self._in_full(hypotheses, negated, solver, answer)
            for answer, negated in zip(answers, asked, strict=True)
        ]

    def _in_full(self, hypotheses: Sequence[Term], negated: Term, solver: str, first: Answer) -> Answer:
        answer = SOLVERS[solver].ask(without_division([*hypotheses, negated], guarded=True), self.limits)
        return Answer(answer.status, first.seconds + answer.seconds, answer.reason, answer.model)

    def _z3_each(self, common: Sequence[Term], alternatives: Sequence[Term]) -> list[Answer]:
        solver = z3.Solver(ctx=self._context)
        solver.set("timeout", int(self.limits.seconds * 1000))
        solver.set("random_seed", self.limits.seed)
        solver.set("rlimit", self.limits.z3_steps)
        started = time.perf_counter()
        solver.add(list(map(self._to_z3, common)))
        answers = []
        for alternative in alternatives:
            solver.push()
            solver.add(self._to_z3(alternative))
            status = Status(str(solver.check()))
            reason = solver.reason_unknown() if status is Status.UNKNOWN else ""
            solver.pop()
            now = time.perf_counter()
            answers.append(Answer(status, now - started, reason))
            started = now
        return answers

    def _cvc5_each(self, common: Sequence[Term], alternatives: Sequence[Term]) -> list[Answer]:
        return ask_cvc5_each(script_of_each(common, alternatives), len(alternatives), self.limits)
