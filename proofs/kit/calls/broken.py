"""Calls that break one clause: by one where it has a bound, in each way that its formula's variables have.

Which clause a call breaks first, the clauses say, in their order; a change that breaks another one is not kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

import numpy as np

from proofs.engine import search
from reference.examples.cases import described
from spec.language.fold import subterms
from spec.language.terms import Literal, Op, Operation, Sort, Variable, free_variables
from spec.maxpool.classes.bounds import BoundaryClass, Side
from spec.maxpool.classes.classes import BROKEN_ON_AXIS
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES
from spec.operator.clauses import Clause, Scope

LISTS = {"kernel_shape": "kernel", "strides": "stride", "dilations": "dilation"}
FARTHEST = 8
"""How far a number is moved, at most, until the clause is broken."""


@dataclass(frozen=True, slots=True, eq=False)
class Broken:
    """A call that a clause refuses: its arguments, X among them; which clause; and what was done to a legal call."""

    arguments: Mapping[str, Any]
    clause: str
    how: str


def legal() -> dict[str, Any]:
    """A legal call, of which one thing is changed."""
    lists = {"dilations": [1, 1], "kernel_shape": [2, 2], "pads": [0, 0, 0, 0], "strides": [1, 1]}
    X = np.arange(1, 10, dtype=np.float32).reshape(1, 1, 3, 3)
    return {"X": X, "auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0, **lists}


@cache
def broken() -> tuple[Broken, ...]:
    """Calls that break each clause that a call must meet, where there is a tensor and there are attributes that do."""
    made = (_on_axes(c) if c.scope is Scope.AXIS else _on_call(c) for c in MAXPOOL.preconditions())
    return tuple(chain.from_iterable(made))


def not_expressible() -> tuple[str, ...]:
    """The clauses that a call must meet and that no call can break here: no tensor in memory is like that."""
    found = {b.clause for b in broken()}
    return tuple(c.label for c in MAXPOOL.preconditions() if c.label not in found)


def first_broken(arguments: Mapping[str, Any]) -> str:
    """The label of the first clause that a call breaks, or ""."""
    attributes = {name: value for name, value in arguments.items() if name != "X"}
    clause = MAXPOOL.violated(described(arguments.get("X"), attributes))
    return "" if clause is None else clause.label


# --- on an axis


def _on_axes(clause: Clause) -> Iterator[Broken]:
    for made in (c for c in BROKEN_ON_AXIS if c.clause == clause.label):
        values = _smallest(made)
        for axis in range(2) if values is not None else ():
            yield Broken(_arguments(axis, values or {}), clause.label, f"{made.name} on spatial axis {axis}")


def _smallest(made: BoundaryClass) -> Mapping[str, int] | None:
    """The smallest axis in a class that meets all clauses before the one it breaks; None where it has no tensor."""
    before = [
        c.formula if c.check is None else c.check for c in MAXPOOL.before(made.clause).clauses if c.scope is Scope.AXIS
    ]
    for values in search.models([*before, made.formula]):
        axis = {"x": 1, "kernel": 1, "dilation": 1, "stride": 1, "pad_begin": 0, "pad_end": 0} | {**values}
        if axis["x"] >= 0 and first_broken(_arguments(0, axis)) == made.clause:
            return axis
    if made.side is Side.BROKEN:
        raise LookupError(f"{made.clause} is broken by no axis with {made.name}")
    return None


def _arguments(axis: int, values: Mapping[str, int]) -> dict[str, Any]:
    """The legal call with one spatial axis replaced."""
    arguments = legal()
    for name, word in LISTS.items():
        arguments[name][axis] = values[word]
    arguments["pads"][axis], arguments["pads"][axis + 2] = values["pad_begin"], values["pad_end"]
    shape = [1, 1, 3, 3]
    shape[axis + 2] = values["x"]
    return {**arguments, "X": np.arange(1, 1 + int(np.prod(shape)), dtype=np.float32).reshape(shape)}


# --- on the call


def _on_call(clause: Clause) -> Iterator[Broken]:
    """Each variable of the clause changed alone: a number the least up and down, a truth value, a name, a kind."""
    for variable in sorted(free_variables(clause.formula), key=lambda v: v.name):
        for group in _changes(variable):
            for how, arguments in group:
                if first_broken(arguments) == clause.label:
                    yield Broken(arguments, clause.label, how)
                    break


Change = tuple[str, dict[str, Any]]


def _changes(variable: Variable) -> Iterator[Iterator[Change]]:
    """Ways to change a variable of the legal call; of each way the first that breaks the clause is kept."""
    name, of = variable.name, variable.name.partition("(")[2].rstrip(")")
    if variable.sort is Sort.BOOL or name == "defaults_used":
        names = [of] if of else list(ATTRIBUTES)
        yield from (iter([(f"'{a}' is not set", _without(a))]) for a in names)
    elif name == "unknown_attributes":
        yield iter([("an attribute that the operator does not have", {**legal(), "count_include_pad": 0})])
    elif name.startswith("type("):
        yield from (iter([(f"{of} is a {kind}", {**legal(), of: value})]) for kind, value in KINDS.items())
    elif name.startswith("length("):
        yield from ((_resized(of, step * n) for n in range(1, FARTHEST)) for step in (-1, 1))
    elif name == "rank(X)":
        yield from ((_reshaped(step * n) for n in range(1, 3)) for step in (-1, 1))
    elif name == "dtype(X)":
        yield from (iter([_typed(dtype)]) for dtype in ("bool", "int16", "uint16", "int32", "int64", "complex64"))
    elif variable.sort is Sort.NAME:
        yield from (iter([(f"{name} = {other}", {**legal(), name: other})]) for other in _names(variable))
    elif name in legal():
        yield from ((_moved(name, step * n) for n in range(1, FARTHEST)) for step in (-1, 1))


KINDS: Mapping[str, Any] = {
    "integer": 1,
    "string": "1",
    "list of integers": [1, 1],
    "list with a float": [1.0, 1],
    "float": 0.0,
    "truth value": True,
    "null": None,
}


def _without(attribute: str) -> dict[str, Any]:
    return {name: value for name, value in legal().items() if name != attribute}


def _resized(name: str, by: int) -> Change:
    held = legal()[name]
    entries = [*held, *[held[-1]] * by] if by > 0 else held[:by]
    return f"{name} has {len(entries)} entries", {**legal(), name: entries}


def _reshaped(by: int) -> Change:
    X = legal()["X"]
    shape = X.shape + (1,) * by if by > 0 else X.shape[-by:]  # the first axes are of size 1
    return f"X has {len(shape)} axes", {**legal(), "X": X.reshape(shape)}


def _typed(dtype: str) -> Change:
    return f"the elements of X are {dtype}", {**legal(), "X": legal()["X"].astype(dtype)}


def _moved(name: str, by: int) -> Change:
    return f"{name} = {legal()[name] + by}", {**legal(), name: legal()[name] + by}


def _names(variable: Variable) -> list[str]:
    """The names that formulas compare the variable with, and one that none does."""
    found: dict[str, None] = {}
    for clause in MAXPOOL.clauses:
        for part in subterms(clause.formula):
            match part:
                case Operation(Op.EQ, (Variable(name), Literal(str(value)))) if name == variable.name:
                    found[value] = None
    return [*found, "SAME"]
