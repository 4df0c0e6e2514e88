"""`maxpool mutate --program`: every mutant of the reference's source, or of an invariant, is rejected or harmless.

The loops are proved. What the reference does around them is run: `maxpool check` has whole calls, with what must come
of them, and one must fail, or never end.

A mutant of the source that the proof accepts still gives what the clauses say, for every call: it is equivalent, and
the bounded route is asked to contradict that. A mutant of an invariant that the proof accepts proves the same clauses.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.mutation.common.scores import Mutant, ScoresJson, in_parts, listed, scores
from proofs.mutation.mutants import mutants
from proofs.mutation.source.python_mutants import SourceMutant, local_names, names_of_sorts, source_mutants
from proofs.program.logic.plan import Invariant
from proofs.program.logic.solving import Session
from proofs.program.maxpool.plan import MaxPoolPlan, plans
from proofs.program.maxpool.proof import conditions, first_open, rejected
from proofs.program.obligations import FUNCTION, clauses, pool
from proofs.program.running.bounded import BOUNDS, search
from proofs.program.running.witness import find
from proofs.program.source.module import functions
from proofs.program.source.refused import Refused
from proofs.program.source.subset import function
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.solvers.solvers import SOLVERS, opened
from reference import maxpool
from reference.common.layout import own_name
from reference.common.pool import run_tasks
from reference.examples.whole_calls import problems
from spec.language.terms import Term
from spec.readings.plain import to_plain

CHUNK = 20
"""Mutants that a process judges at a time, with one session of the solvers."""


@cache
def source() -> ast.FunctionDef:
    """The syntax tree of the reference's loops."""
    return functions(Path(maxpool.__file__).read_bytes())[FUNCTION]


ChangedInvariant = tuple[str, Invariant, Term]
"""The kind of loop that an invariant is of, the invariant, and what stands in its place."""


@cache
def changed_sources() -> Sequence[SourceMutant]:
    """Each mutant of the source."""
    return list(source_mutants(source(), names_of_sorts(pool())))


@cache
def changed_invariants() -> Sequence[ChangedInvariant]:
    """Each mutant of an invariant."""
    plan = _plan()
    kinds = (("taps", plan.taps), ("cells", plan.cells))
    return [(kind, i, mutant) for kind, invariants in kinds for i in invariants for mutant in mutants(i.term)]


def _plan() -> MaxPoolPlan:
    return plans(pool())[0]


def judge_source(mutant: SourceMutant, session: Session) -> Mutant:
    """The verdict on a mutant of the source."""
    where = f"{own_name(maxpool.__name__)}:{mutant.line}"
    try:
        changed = function(mutant.tree)
        open_ = rejected(changed, session)
    except Refused as refused:
        return Mutant(where, mutant.text, f"refused: {refused}")
    if open_ is None:
        wrong, _ = search(changed, BOUNDS)
        return Mutant(where, mutant.text, "", harmless=wrong is None)
    if open_.verdict is Verdict.REFUTED:
        return Mutant(where, mutant.text, f"program.{open_.condition.label}")
    # A condition that is merely undecided notices nothing: there must be a call on which the mutant is wrong.
    witness = find(changed)
    return Mutant(where, mutant.text, "" if witness is None else f"a call: {witness.what}")


def judge_invariant(mutant: ChangedInvariant, session: Session) -> Mutant:
    """The verdict on a mutant of an invariant of the loops over taps or over cells."""
    kind, invariant, term = mutant
    plan = _plan()
    held = tuple(replace(i, term=term) if i is invariant else i for i in getattr(plan, kind))
    changed = replace(plan, taps=held) if kind == "taps" else replace(plan, cells=held)
    where, text = f"invariants of {kind}", f"{invariant.label}: {to_plain(term)}"
    open_ = first_open(conditions(pool(), changed), session)
    if open_ is not None:
        return Mutant(where, text, f"program.{open_.condition.label}" if open_.verdict is Verdict.REFUTED else "")
    failed = _clause_lost(changed.cells) if kind == "cells" else ""
    return Mutant(where, text, failed, harmless=not failed)


def _clause_lost(cells: Sequence[Invariant]) -> str:
    """The first clause that no longer follows from what holds at the return."""
    lost = (o.label for o in clauses(cells) if decide(o, BRIEF_LIMITS, tightness=False).verdict is not Verdict.PROVED)
    return next(lost, "")


# --- around the loops

MOST_LINES = 1_000_000
"""A mutant that runs more lines never ends, or visits taps for hours: the reference itself runs fewer than 50,000."""
SECONDS = 300.0
"""A mutant that does not end in one line is ended after this; each of the others takes less than one."""

_NO_NAN = "X itself is given where nothing is NaN, to save a copy: integers have none, and a copy is the same"
_SAME_TENSOR = "the elements are X's, but for NaN: their type, their shape and, before, their NaN are X's own"
_COUNTABLE = "_require_windows_to_be_countable"
_SAVED = "the sizes are asked only where an axis needs them, to save a check"
_NOT_GIVEN = "a call that does not give a size breaks a clause, whether its sizes are asked or not"
EQUIVALENT: Mapping[tuple[str, str], str] = {
    ("maxpool", "X: elements"): _SAME_TENSOR,
    ("nan_as_minus_infinity", "X: elements"): _SAME_TENSOR,
    ("nan_as_minus_infinity", "X.dtype.kind != 'f' or not np.isnan(X).any(): and/or"): _NO_NAN,
    ("nan_as_minus_infinity", "X.dtype.kind != 'f': Lt"): _NO_NAN,
    ("nan_as_minus_infinity", "X.dtype.kind != 'f': Gt"): _NO_NAN,
    ("_names", "t: v"): "all that a call gives of an axis are variables, and bear names",
    (_COUNTABLE, f"def {_COUNTABLE}(described: Mapping[str,: if not wide: left out"): _SAVED,
    (_COUNTABLE, "wide: described"): _SAVED,
    (_COUNTABLE, "0: 1"): _NOT_GIVEN,
    (_COUNTABLE, "0: -1"): _NOT_GIVEN,
}
"""The mutants that say the same, by function and text, each with the reason."""


@cache
def changed_around() -> Sequence[tuple[str, SourceMutant]]:
    """Each mutant of a function of the reference but its loops, with the function's name."""
    functions = (n for n in _tree().body if isinstance(n, ast.FunctionDef) and n.name != maxpool.pool.__name__)
    return [(f.name, mutant) for f in functions for mutant in source_mutants(f, local_names(f))]


def _tree() -> ast.Module:
    return ast.parse(Path(maxpool.__file__).read_bytes())


def judge_around(number: int) -> Mutant:
    """The verdict on a mutant, which is run in this process."""
    name, mutant = changed_around()[number]
    try:
        with _counted(MOST_LINES):
            noticed = next(problems(_module(name, mutant.tree)), "")
    except Exception as error:  # Whatever a mutant raises, no call of the reference does.
        noticed = f"{type(error).__name__}: {error}".partition("\n")[0][:100]
    return Mutant(_place(mutant), mutant.text, noticed, harmless=not noticed and (name, mutant.text) in EQUIVALENT)


class Endless(RuntimeError):
    """A mutant runs more lines than what ends does."""


@contextmanager
def _counted(most: int) -> Iterator[None]:
    """Within it, Endless is raised where the reference has run so many lines: the same on any machine."""
    left = most

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        nonlocal left
        if frame.f_code.co_filename != maxpool.__file__:
            return None
        left -= event == "line"
        if left < 0:
            raise Endless(f"runs more than {most:,} lines")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _place(mutant: SourceMutant) -> str:
    return f"{own_name(maxpool.__name__)}:{mutant.line}"


def _module(name: str, function: ast.FunctionDef) -> ModuleType:
    """The reference with another function in the place of the one of that name."""
    tree = _tree()
    tree.body = [function if isinstance(n, ast.FunctionDef) and n.name == name else n for n in tree.body]
    module = ModuleType(maxpool.__name__)
    exec(compile(ast.fix_missing_locations(tree), maxpool.__file__, "exec"), vars(module))
    return module


def mutate_around(done: Callable[[int], None] = lambda _: None) -> list[Mutant]:
    """All mutants of what the reference does around its loops; `done` is called with 1 for each."""
    mutants = changed_around()
    return run_tasks(
        judge_around,
        [(number,) for number in range(len(mutants))],
        seconds=SECONDS,
        done=lambda _: done(1),
        lost=lambda task, lost: Mutant(_place(mutants[task[0]][1]), mutants[task[0]][1].text, lost.reason),
    )


# --- all of them


def mutate_program(done: Callable[[int], None] = lambda _: None) -> list[Mutant]:
    """All mutants of the loops, of the invariants, and of what stands around the loops; `done` is called with the
    number judged at each step.
    """
    tasks = [(kind, first) for kind, (every, _) in DRIVERS.items() for first in range(0, len(every()), CHUNK)]
    return in_parts(judge, tasks, done) + mutate_around(done)


def judge(kind: str, first: int) -> list[Mutant]:
    """The verdicts on a chunk of the mutants, in the source or in the invariants."""
    session = Session(opened(SOLVERS, BRIEF_LIMITS))
    every, judge_one = DRIVERS[kind]
    return [judge_one(mutant, session) for mutant in every()[first : first + CHUNK]]


DRIVERS: Mapping[str, tuple[Callable[[], Sequence[Any]], Callable[[Any, Session], Mutant]]] = {
    "source": (changed_sources, judge_source),
    "invariants": (changed_invariants, judge_invariant),
}
"""What is mutated: its mutants, and how one of them is judged."""


def count() -> int:
    """How many mutants there are."""
    return sum(len(every()) for every, _ in DRIVERS.values()) + len(changed_around())


def report(results: Sequence[Mutant]) -> ScoresJson:
    """The scores as one JSON document, with the mutants that are accepted and do no harm."""
    return {**scores("program", results), "accepted": listed([r for r in results if r.harmless])}
