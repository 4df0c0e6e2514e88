"""z3, through its API."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import z3

from proofs.solvers.answers import Answer, Limits, Scalar, Status, Table, Values
from proofs.solvers.memory import keep_freed_memory
from spec.language.fold import symbols
from spec.language.terms import Symbol, Term, free_variables
from spec.readings.z3_terms import to_z3, translator, z3_function


def version() -> str:
    """The version that is installed."""
    return str(z3.get_version_string())


def opened(limits: Limits) -> OpenZ3:
    """z3, for questions that are each answered within limits."""
    keep_freed_memory()
    return OpenZ3(limits)


class OpenZ3:
    """z3, with a context of its own for each question that may have a model.

    A model depends on which terms the context holds: were there those of other questions, another model could be found
    the next time. Questions without models share a context, in which each term is translated once.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    @cached_property
    def _context(self) -> z3.Context:
        return z3.Context()

    @cached_property
    def _to_z3(self) -> Callable[[Term], Any]:
        return translator(self._context)

    def ask(self, terms: Iterable[Term]) -> Answer:
        """z3's answer, with a model of the variables and the function symbols."""
        terms = list(terms)
        return self._answer(lambda context: list(map(translator(context), terms)), lambda model: _model(model, terms))

    def ask_script(self, text: str) -> Answer:
        """z3's answer to an SMT-LIB script, with a model of the bit-vectors."""
        return self._answer(lambda context: z3.parse_smt2_string(text, ctx=context), _bits)

    def ask_each(self, common: Sequence[Term], each: Sequence[Term]) -> list[Answer]:
        """z3's answers with one after the other added to the common terms, and taken back."""
        solver = self._solver(self._context)
        started = time.perf_counter()
        solver.add(list(map(self._to_z3, common)))
        answers = []
        for alternative in each:
            solver.push()
            solver.add(self._to_z3(alternative))
            status = Status(str(solver.check()))
            reason = solver.reason_unknown() if status is Status.UNKNOWN else ""
            solver.pop()
            now = time.perf_counter()
            answers.append(Answer(status, now - started, reason))
            started = now
        return answers

    def _solver(self, context: z3.Context) -> z3.Solver:
        solver = z3.Solver(ctx=context)
        solver.set("timeout", int(self.limits.seconds * 1000))
        solver.set("random_seed", self.limits.seed)
        solver.set("rlimit", self.limits.z3_steps)
        return solver

    def _answer(
        self, assertions: Callable[[z3.Context], Any], values: Callable[[z3.ModelRef], Values | None]
    ) -> Answer:
        started = time.perf_counter()
        context = z3.Context()
        solver = self._solver(context)
        try:
            solver.add(assertions(context))
            status = Status(str(solver.check()))
        except z3.Z3Exception as error:
            return Answer(Status.UNKNOWN, time.perf_counter() - started, reason=str(error))
        seconds = time.perf_counter() - started
        if status is Status.SAT:
            return Answer(status, seconds, model=values(solver.model()))
        return Answer(status, seconds, reason=solver.reason_unknown() if status is Status.UNKNOWN else "")


def _bits(model: z3.ModelRef) -> Values:
    return {d.name(): model[d].as_long() for d in model.decls() if z3.is_bv_value(model[d])}


def _model(model: z3.ModelRef, terms: list[Term]) -> Values | None:
    """Values for the terms' variables and function symbols; None where z3 gives a function that is no finite table."""
    variables = sorted({v for t in terms for v in free_variables(t)}, key=lambda v: v.name)
    values: dict[str, Scalar | Table] = {
        v.name: _scalar(model.eval(to_z3(v, model.ctx), model_completion=True)) for v in variables
    }
    for symbol in sorted({s for t in terms for s in symbols(t)}, key=lambda s: s.name):
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
