"""bitwuzla, on SMT-LIB text: of bit patterns alone. It is not needed, and need not be installed."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proofs.solvers.answers import Answer, Limits, Status
from spec.language.terms import Term
from spec.readings.smtlib import script

NAME = "bitwuzla"


def version() -> str:
    """The version that is installed."""
    return str(importlib.import_module(NAME).version())


def opened(limits: Limits) -> OpenBitwuzla:
    """bitwuzla, for questions that are each answered within limits."""
    return OpenBitwuzla(limits)


@dataclass(frozen=True, slots=True)
class OpenBitwuzla:
    """bitwuzla, with a solver of its own for each script."""

    limits: Limits

    def ask(self, terms: Iterable[Term]) -> Answer:
        """bitwuzla's answer to the SMT-LIB script of the terms: unknown wherever they speak of integers."""
        return self.ask_script(script(terms))

    def ask_script(self, text: str) -> Answer:
        """bitwuzla's answer to an SMT-LIB script. It has no limit in steps."""
        return _answer(text, self.limits)

    def ask_each(self, common: Sequence[Term], each: Sequence[Term]) -> list[Answer]:
        """bitwuzla's answers to each on its own."""
        return [self.ask([*common, one]) for one in each]


def _answer(text: str, limits: Limits) -> Answer:
    started = time.perf_counter()
    bitwuzla = importlib.import_module(NAME)
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, int(limits.seconds * 1000))
    options.set(bitwuzla.Option.SEED, limits.seed)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    try:
        parser.parse(text, parse_only=True, parse_file=False)
        answer = str(parser.bitwuzla().check_sat())
    except bitwuzla.BitwuzlaException as error:
        answer = str(error)
    status = Status(answer) if answer in ("sat", "unsat") else Status.UNKNOWN
    return Answer(status, time.perf_counter() - started, reason="" if status is not Status.UNKNOWN else answer)
