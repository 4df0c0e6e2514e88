"""cvc5, on SMT-LIB text."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cvc5

from proofs.solvers.answers import Answer, Limits, Status
from spec.language.terms import Term
from spec.readings.smtlib import script, script_of_each


def version() -> str:
    """The version that is installed."""
    return str(cvc5.__version__)


def opened(limits: Limits) -> OpenCvc5:
    """cvc5, for questions that are each answered within limits."""
    return OpenCvc5(limits)


@dataclass(frozen=True, slots=True)
class OpenCvc5:
    """cvc5, with a solver of its own for each script."""

    limits: Limits

    def ask(self, terms: Iterable[Term]) -> Answer:
        """cvc5's answer to the SMT-LIB script of the terms."""
        return self.ask_script(script(terms))

    def ask_script(self, text: str) -> Answer:
        """cvc5's answer to an SMT-LIB script with one `check-sat`."""
        (answer,) = _answers(text, 1, self.limits)
        return answer

    def ask_each(self, common: Sequence[Term], each: Sequence[Term]) -> list[Answer]:
        """cvc5's answers to one script, with a `check-sat` for each."""
        return list(_answers(script_of_each(common, each), len(each), self.limits))


_said: dict[tuple[bytes, int, Limits], tuple[Answer, ...]] = {}
"""What cvc5 said in this process, by the digest of the script, its questions and its limits.

Each script has a solver of its own, whose limits are steps: asked again, it would say the same. Mutants and slips share
most of their questions with what they were made of.
"""


def _answers(text: str, checks: int, limits: Limits) -> tuple[Answer, ...]:
    """cvc5's answers to an SMT-LIB script with so many `check-sat`, asked once; what the clock ended is asked again."""
    key = hashlib.sha256(text.encode()).digest(), checks, limits
    if (said := _said.get(key)) is None:
        said = tuple(_asked(text, checks, limits))
        if not any(answer.is_late(limits) for answer in said):
            _said[key] = said
    return said


def _asked(text: str, checks: int, limits: Limits) -> list[Answer]:
    """cvc5's answers to an SMT-LIB script with so many `check-sat`; after an error, the rest are unknown."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(int(limits.seconds * 1000)))
    solver.setOption("rlimit-per", str(limits.cvc5_steps))
    solver.setOption("seed", str(limits.seed))
    solver.setOption("fp-exp", "true")
    if checks > 1:
        solver.setOption("incremental", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    answers: list[Answer] = []
    started, problem = time.perf_counter(), "no answer"
    try:
        while not (command := parser.nextCommand()).isNull():
            said = str(command.invoke(solver, parser.getSymbolManager())).strip()
            if command.getCommandName() == "check-sat":
                now = time.perf_counter()
                status = Status(said) if said in ("sat", "unsat") else Status.UNKNOWN
                answers.append(Answer(status, now - started, reason="" if status is not Status.UNKNOWN else said))
                started = now
            elif said:
                problem = said
                break
    except RuntimeError as error:
        problem = str(error)
    missing = Answer(Status.UNKNOWN, time.perf_counter() - started, reason=problem)
    return [*answers, *[missing] * (checks - len(answers))][:checks]
