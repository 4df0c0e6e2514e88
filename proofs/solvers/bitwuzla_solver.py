"""bitwuzla, on SMT-LIB text: of bit patterns alone. It is not needed, and need not be installed."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable

from proofs.solvers.answers import DEFAULT_LIMITS, Alternatives, Answer, Limits, Status
from spec.language.terms import Term
from spec.readings.smtlib import script

NAME = "bitwuzla"


def version() -> str:
    """The version that is installed."""
    return str(importlib.import_module(NAME).version())


def ask(terms: Iterable[Term], limits: Limits = DEFAULT_LIMITS) -> Answer:
    """bitwuzla's answer to the SMT-LIB script of the terms: unknown wherever they speak of integers."""
    return ask_script(script(terms), limits)


def alternatives(limits: Limits) -> Alternatives:
    """Each alternative asked on its own."""
    return lambda common, each: [ask([*common, alternative], limits) for alternative in each]


def ask_script(text: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
    """bitwuzla's answer to an SMT-LIB script. It has no limit in steps."""
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
