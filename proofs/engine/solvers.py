"""The two solvers: z3 through its API, cvc5 on SMT-LIB text. Each answers whether some terms hold together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

import cvc5
import z3

from proofs.engine.statement import Scalar, Table, Values
from spec.language.fold import symbols
from spec.language.terms import Symbol, Term, free_variables
from spec.readings.smtlib import script
from spec.readings.z3_terms import to_z3, translator, z3_function


class Status(StrEnum):
    """A solver's answer to "do these hold together?"."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solver may spend on one query. Steps come first, so that the same commit gives the same verdicts.

    The steps are each solver's own unit and are set far above what the obligations need; the time is the safety net.
    """

    seconds: float = 10.0
    seed: int = 0
    z3_steps: int = 40_000_000
    cvc5_steps: int = 4_000_000


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's status, the seconds it took, the reason of an `unknown`, and a model where it gives one."""

    status: Status
    seconds: float
    reason: str = ""
    model: Values | None = None


def ask_z3(terms: Iterable[Term], limits: Limits = DEFAULT_LIMITS) -> Answer:
    """z3's answer, through its API. With a model of the variables and the function symbols."""
    terms = list(terms)
    started = time.perf_counter()
    # A context of its own: the answer does not depend on what z3 was asked before.
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("timeout", int(limits.seconds * 1000))
    solver.set("random_seed", limits.seed)
    solver.set("rlimit", limits.z3_steps)
    try:
        solver.add(list(map(translator(context), terms)))
        status = Status(str(solver.check()))
    except z3.Z3Exception as error:
        return Answer(Status.UNKNOWN, time.perf_counter() - started, reason=str(error))
    seconds = time.perf_counter() - started
    if status is Status.SAT:
        return Answer(status, seconds, model=_z3_model(solver.model(), terms))
    return Answer(status, seconds, reason=solver.reason_unknown() if status is Status.UNKNOWN else "")


def _z3_model(model: z3.ModelRef, terms: list[Term]) -> Values | None:
    """Values for the terms' variables and function symbols; None where z3 gives a function that is no finite table."""
    variables = {v for t in terms for v in free_variables(t)}
    values: dict[str, Scalar | Table] = {
        v.name: _scalar(model.eval(to_z3(v, model.ctx), model_completion=True)) for v in variables
    }
    for symbol in {s for t in terms for s in symbols(t)}:
        table = _table(model, symbol)
        if table is None:
            return None
        values[symbol.name] = table
    return values


def _table(model: z3.ModelRef, symbol: Symbol) -> Table | None:
    anything = _scalar(model.eval(z3.FreshConst(z3_function(symbol, model.ctx).range()), model_completion=True))
    # Asking for a function that the model leaves open would leave an error behind in z3, for the next call to raise.
    declared = next((d for d in model.decls() if d.name() == symbol.name), None)
    if declared is None:
        return Table({}, anything)
    if not symbol.parameters:
        return Table({}, _scalar(model[declared]))
    interpretation = model[declared]
    entries = {}
    for i in range(interpretation.num_entries()):
        entry = interpretation.entry(i)
        entries[tuple(_scalar(entry.arg_value(j)) for j in range(entry.num_args()))] = _scalar(entry.value())
    otherwise = interpretation.else_value()
    return Table(entries, _scalar(otherwise)) if z3.is_const(otherwise) else None


def _scalar(value: Any) -> Scalar:
    if z3.is_int_value(value):
        return int(value.as_long())
    if z3.is_rational_value(value):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    if z3.is_string_value(value):
        return str(value.as_string())
    return z3.is_true(value) if z3.is_bool(value) else str(value)


def ask_cvc5(terms: Iterable[Term], limits: Limits = DEFAULT_LIMITS) -> Answer:
    """cvc5's answer to the SMT-LIB script of the terms."""
    return ask_cvc5_script(script(terms), limits)


def ask_cvc5_script(text: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
    """cvc5's answer to an SMT-LIB script with one `check-sat`."""
    (answer,) = ask_cvc5_each(text, 1, limits)
    return answer


def ask_cvc5_each(text: str, checks: int, limits: Limits = DEFAULT_LIMITS) -> list[Answer]:
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


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver by its name, with the version that is installed."""

    name: str
    version: str
    ask: Callable[[Iterable[Term], Limits], Answer]


SOLVERS: Mapping[str, Solver] = {
    "z3": Solver("z3", z3.get_version_string(), ask_z3),
    "cvc5": Solver("cvc5", cvc5.__version__, ask_cvc5),
}
