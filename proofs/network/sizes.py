"""Clauses about sizes that a model leaves open: decided for all values by both solvers, or turned into a condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from proofs.engine.solvers import SOLVERS, Limits, Status
from spec.language.fold import substitute
from spec.language.terms import Operation, Term, Variable, free_variables, not_, term
from spec.maxpool.operator import MAXPOOL, weakest_condition
from spec.operator.clauses import Clause, Scope
from spec.readings.plain import to_plain
from spec.readings.value import evaluate

LIMITS = Limits(seconds=5.0)
MOST_TRIED = 4096
"""A bound of the form `size >= t` is looked for up to here."""


class Outcome(StrEnum):
    """What is known of a clause."""

    HOLDS = "holds"
    FAILS = "fails"
    CONDITION = "condition"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Decided:
    """An outcome, and the condition in words where there is one."""

    outcome: Outcome
    detail: str = ""


def decide(clause: Clause, axis: int, known: Mapping[str, int], names: Mapping[str, str]) -> Decided:
    """A clause of scope AXIS on one spatial axis, for all sizes from 1 of what is not known.

    `known` gives integers to some of the documents' symbols; `names` says what the model calls the others.
    """
    formula = weakest_condition() if clause.label == "windows.meet-input" else clause.formula
    given = {Variable(name): term(value) for name, value in known.items()}
    goal = substitute(substitute(formula, MAXPOOL.axes[axis]), given)
    assumed = [substitute(substitute(t, MAXPOOL.axes[axis]), given) for t in _definitions(clause)]
    unknown = sorted({v for t in (goal, *assumed) for v in free_variables(t)}, key=lambda v: v.name)
    sizes = [v for v in unknown if v.name.startswith("dX_")]
    defined = {v.name for v in unknown} - {v.name for v in sizes}
    if not defined <= _DEFINED:
        return Decided(Outcome.UNKNOWN, f"it depends on {', '.join(sorted(defined - _DEFINED))}, which is not known")
    assumed += [v >= 1 for v in sizes]
    if _proved([*assumed, not_(goal)]):
        return Decided(Outcome.HOLDS, "for all sizes")
    if _proved([*assumed, goal]):
        return Decided(Outcome.FAILS, "for all sizes")
    return Decided(Outcome.CONDITION, _condition(goal, assumed, sizes, names))


_DEFINED = {f"{name}_{i}" for name in ("extent", "slack") for i in (0, 1)} | {"dY_2", "dY_3"}


def _definitions(clause: Clause) -> list[Term]:
    """What extent, slack and y stand for; where y matters only if it is positive, that too."""
    found = [MAXPOOL[label].formula for label in ("extent", "slack", "Y.shape")]
    return found if clause.label == "Y.positive" else [*found, MAXPOOL["Y.positive"].formula]


def _proved(terms: Sequence[Term]) -> bool:
    """Both solvers say that the terms cannot hold together."""
    return all(solver.ask(terms, LIMITS).status is Status.UNSAT for solver in SOLVERS.values())


def _condition(goal: Term, assumed: Sequence[Term], sizes: Sequence[Variable], names: Mapping[str, str]) -> str:
    """The condition: `size >= t` where that is exactly it, else the formula."""
    if len(sizes) == 1:
        bound = next((n for n in range(1, MOST_TRIED) if _at(goal, assumed, sizes[0], n)), None)
        if bound is not None and _proved([*assumed, sizes[0] >= bound, not_(goal)]):
            below = _proved([*assumed, sizes[0] < bound, goal])
            name = names.get(sizes[0].name, sizes[0].name)
            return f"{'exactly' if below else 'at least'} for {name} >= {bound}"
    return f"where {to_plain(goal)}"


def _at(goal: Term, assumed: Sequence[Term], size: Variable, value: int) -> bool:
    """The goal holds at a size; a definition `name = term` gives names their values."""
    environment = {size.name: value}
    for definition in assumed:
        match definition:
            case Operation(_, (Variable(name), meaning)) if name in _DEFINED and name not in environment:
                environment[name] = int(evaluate(meaning, environment))
    return bool(evaluate(goal, environment))


def axes_of(clause: Clause) -> Sequence[int]:
    """The spatial axes on which a clause is to be decided."""
    return (0, 1) if clause.scope is Scope.AXIS else ()
