"""cvc5, on SMT-LIB text."""

from __future__ import annotations

import time
from collections.abc import Iterable

import cvc5

from proofs.solvers.answers import DEFAULT_LIMITS, Alternatives, Answer, Limits, Status
from spec.language.terms import Term
from spec.readings.smtlib import script, script_of_each


def version() -> str:
    """The version that is installed."""
    return str(cvc5.__version__)


def ask(terms: Iterable[Term], limits: Limits = DEFAULT_LIMITS) -> Answer:
    """cvc5's answer to the SMT-LIB script of the terms."""
    return ask_script(script(terms), limits)


def ask_script(text: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
    """cvc5's answer to an SMT-LIB script with one `check-sat`."""
    (answer,) = _ask_each(text, 1, limits)
    return answer


def alternatives(limits: Limits) -> Alternatives:
    """One script with a `check-sat` for each alternative."""
    return lambda common, each: _ask_each(script_of_each(common, each), len(each), limits)


def _ask_each(text: str, checks: int, limits: Limits) -> list[Answer]:
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
