"""The solvers on SMT-LIB text: z3 and cvc5, and bitwuzla where it is installed."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable, Mapping

import z3

from proofs.engine.solvers import DEFAULT_LIMITS, SOLVERS, Answer, Limits, Status, ask_cvc5_script

THIRD = "bitwuzla"
"""A third solver, asked where it is installed. It can contradict the others, and is never one of the two routes."""


def third_is_installed() -> bool:
    """The third solver can be asked here."""
    return importlib.util.find_spec(THIRD) is not None


def version(name: str) -> str:
    """A solver's version."""
    return SOLVERS[name].version if name in SOLVERS else str(importlib.import_module(name).version())


def ask_z3_script(text: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
    """z3's answer to an SMT-LIB script, through its API, with a model of the bit-vectors."""
    started = time.perf_counter()
    # A context of its own: definitions of one script are not seen by the next.
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("timeout", int(limits.seconds * 1000))
    solver.set("random_seed", limits.seed)
    solver.set("rlimit", limits.z3_steps)
    try:
        solver.add(z3.parse_smt2_string(text, ctx=context))
        status = Status(str(solver.check()))
    except z3.Z3Exception as error:
        return Answer(Status.UNKNOWN, time.perf_counter() - started, reason=str(error))
    seconds = time.perf_counter() - started
    if status is not Status.SAT:
        return Answer(status, seconds, reason=solver.reason_unknown() if status is Status.UNKNOWN else "")
    model = solver.model()
    return Answer(
        status, seconds, model={d.name(): model[d].as_long() for d in model.decls() if z3.is_bv_value(model[d])}
    )


def ask_bitwuzla_script(text: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
    """bitwuzla's answer to an SMT-LIB script. It has no limit in steps."""
    started = time.perf_counter()
    bitwuzla = importlib.import_module(THIRD)
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


ASK: Mapping[str, Callable[[str, Limits], Answer]] = {
    "z3": ask_z3_script,
    "cvc5": ask_cvc5_script,
    THIRD: ask_bitwuzla_script,
}
"""How each solver is asked whether a script's assertions hold together."""
