"""Clauses on one spatial axis of a node: evaluated where its sizes are known, else decided for all of them.

All that is said of an axis is said by the clauses: which sizes are defined by others, what must hold before a clause is
looked at, what a window is. The two solvers decide a clause for all sizes, or turn it into a condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from proofs.solvers.answers import Limits, Status
from proofs.solvers.solvers import SOLVERS
from reference.maxpool import MOST_WINDOWS
from spec.language.fold import substitute, subterms
from spec.language.terms import Quantified, Term, Variable, free_variables, not_, term
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import sides
from spec.operator.clauses import Clause
from spec.operator.operator import Operator, Violation
from spec.readings.plain import to_plain
from spec.readings.value import evaluate
from spec.window.geometry import start_of, weakest_condition
from spec.window.names import dilation, kernel, m, x, y

LIMITS = Limits(z3_steps=10_000_000, cvc5_steps=1_000_000)
MOST_TRIED = 4096
"""A bound of the form `size >= t` is looked for up to here."""
ON_AXIS = MAXPOOL.on_axis()
DEFINED = frozenset(sides(clause.formula)[0] for clause in ON_AXIS.defining().clauses)
"""The words for an axis that clauses define: extent, slack, the output size."""


class Standing(StrEnum):
    """What is known of a clause."""

    HOLDS = "holds"
    FAILS = "fails"
    CONDITION = "condition"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a clause, and the condition or the values in words where there are any."""

    standing: Standing
    detail: str = ""


def size_of(axis: int) -> str:
    """The symbol of X's size on a spatial axis."""
    return to_plain(MAXPOOL.axes[axis][x])


def attributes_of(axis: int) -> frozenset[str]:
    """The symbols of the attributes on a spatial axis: what is neither X's size nor defined."""
    return frozenset(to_plain(symbol) for word, symbol in MAXPOOL.axes[axis].items() if word not in {x, *DEFINED})


def on_axis(axis: int, clauses: Iterable[Clause]) -> Operator:
    """Some clauses on one spatial axis alone."""
    return replace(ON_AXIS, clauses=tuple(clauses), axes=(MAXPOOL.axes[axis],))


def is_about_windows(clause: Clause) -> bool:
    """A clause speaks of what is defined, and means nothing where the attributes are none."""
    return not free_variables(clause.formula).isdisjoint(DEFINED)


def has_senseless_attributes(axis: int, known: Mapping[str, int]) -> bool:
    """The attributes on an axis are known, and break a clause that speaks of them alone."""
    alone = (c for c in ON_AXIS.clauses if free_variables(c.formula).isdisjoint({x, *DEFINED}))
    return attributes_of(axis) <= known.keys() and on_axis(axis, alone).violated(known) is not None


def concrete(clause: Clause, axis: int, known: Mapping[str, int]) -> Known:
    """A clause on an axis of which everything that it needs is known."""
    if not is_about_windows(clause):
        return result(on_axis(axis, [clause]), known)
    before = ON_AXIS.before(clause.label).clauses
    if on_axis(axis, filter(is_about_windows, before)).violated(known) is not None:
        return Known(Standing.HOLDS, "there are no windows")
    sizes = MAXPOOL.on_axis(MAXPOOL.axes[axis]).defining().check(known)
    if _has_too_many_windows(clause, axis, sizes):
        windows = evaluate(MAXPOOL.axes[axis][y], sizes)
        return Known(Standing.UNKNOWN, f"there are {windows} windows to check on spatial axis {axis}")
    return result(on_axis(axis, [clause]), sizes, axis)


def result(operator: Operator, values: Mapping[str, Any], axis: int | None = None) -> Known:
    """Whether values meet some clauses, on one spatial axis or on all, and if not, why."""
    try:
        operator.check(values)
    except Violation as violation:
        if axis is not None and m.name in violation.found:
            return Known(Standing.FAILS, _missed(violation.found[m.name], axis, values))
        return Known(Standing.FAILS, f"expects {violation.expects}, but got {violation.got}")
    return Known(Standing.HOLDS)


def _missed(window: int, axis: int, values: Mapping[str, Any]) -> str:
    """A window that misses the input, in words."""
    words = {word.name: evaluate(symbol, values) for word, symbol in MAXPOOL.axes[axis].items()}
    start = evaluate(start_of(m), {**words, m.name: window})
    return (
        f"window {window} on spatial axis {axis} has no tap on X: its {words[kernel.name]} taps start at {start}, "
        f"{words[dilation.name]} apart, and X has positions 0 to {words[x.name] - 1}"
    )


def decide(clause: Clause, axis: int, known: Mapping[str, int], name: str) -> Known:
    """A clause on one spatial axis, for all sizes of X that the clauses before it allow.

    `known` gives integers to the symbols of the attributes; `name` is what the model calls X's size.
    """
    size, before = Variable(size_of(axis)), ON_AXIS.before(clause.label)
    formula = weakest_condition() if clause.label == "windows.meet-input" else clause.formula
    given = {Variable(symbol): term(value) for symbol, value in known.items()}

    def here(formula: Term) -> Term:
        return substitute(substitute(formula, MAXPOOL.axes[axis]), given)

    goal = here(formula)
    assumed = [here(c.formula) for c in before.clauses if not free_variables(c.formula).isdisjoint({x, *DEFINED})]
    if _proved([*assumed, not_(goal)]):
        return Known(Standing.HOLDS, "for all sizes")
    if _proved([*assumed, goal]):
        return Known(Standing.FAILS, "for all sizes")
    defined = on_axis(axis, before.defining().clauses)
    values = ((n, defined.check({**known, size.name: n})) for n in range(1, MOST_TRIED))
    bound = next((n for n, v in values if not _has_too_many_windows(clause, axis, v) and evaluate(goal, v)), None)
    if bound is not None and _proved([*assumed, size >= bound, not_(goal)]):
        exactly = _proved([*assumed, size < bound, goal])
        return Known(Standing.CONDITION, f"{'exactly' if exactly else 'at least'} for {name} >= {bound}")
    return Known(Standing.CONDITION, f"where {to_plain(goal)}")


def _has_too_many_windows(clause: Clause, axis: int, sizes: Mapping[str, int]) -> bool:
    """A clause looks at each window, since windows may step over X, and there are too many."""
    symbols = MAXPOOL.axes[axis]
    looks_at_each = any(isinstance(part, Quantified) for part in subterms(clause.formula))
    is_long = looks_at_each and evaluate(symbols[y], sizes) > MOST_WINDOWS
    return bool(is_long and evaluate(symbols[dilation], sizes) > evaluate(symbols[x], sizes))


def _proved(terms: Sequence[Term]) -> bool:
    """Both solvers say that the terms cannot hold together."""
    return all(solver.ask(terms, LIMITS).status is Status.UNSAT for solver in SOLVERS.values())
