"""Concrete cases that tell a clause from a slip in it: the worked examples, the edges, and each printed cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.call import ABSENT, describe
from reference.examples.translation import input_tensor, profile_attributes
from reference.maxpool import maxpool
from spec.examples.catalogue import ALL as EXAMPLES
from spec.examples.rejected import BASE, EDGES, Edge
from spec.language.fold import symbols
from spec.language.terms import Term, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES
from spec.operator.clauses import Clause
from spec.operator.experiments import CallCase, OutputCase
from spec.readings.value import DivisorNotPositive, Environment, Undefined, function


def edge_call(edge: Edge) -> dict[str, Any]:
    """The arguments of an edge's call; X is an array of zeros of the stated shape and type."""
    arguments = {name: value for name, value in {**BASE, **edge.changes}.items() if value is not None}
    if isinstance(arguments["X"], tuple):
        arguments["X"] = np.zeros(*arguments["X"])
    return arguments


def described(X: object, attributes: Mapping[str, object]) -> dict[str, Any]:
    """A call's variables, with attributes that it does not set and those that the operator does not have."""
    known = {name: attributes.get(name, ABSENT) for name in ATTRIBUTES}
    return describe(X, known, {name: v for name, v in attributes.items() if name not in ATTRIBUTES})


@cache
def calls() -> tuple[CallCase, ...]:
    """The call of every edge and every worked example."""
    found = []
    for number, edge in enumerate(EDGES):
        arguments = edge_call(edge)
        found.append(CallCase(f"edge {number}", described(arguments.pop("X"), arguments), breaks=edge.breaks))
    for example in EXAMPLES:
        variables = described(input_tensor(example), profile_attributes(example)[0])
        found.append(CallCase(example.label, variables, example=True))
    return tuple(found)


INFINITY = 10**400
"""The rank of an infinity: an integer, so that a rank beyond it can be written."""


@dataclass(frozen=True, slots=True, eq=False)
class Ran:
    """A legal call that the plain reference has run: its label, X, the outputs, and the call's variables."""

    label: str
    X: NDArray[Any]
    Y: NDArray[Any]
    Indices: NDArray[np.int64]
    call: Environment


def ran(label: str, X: NDArray[Any], attributes: Mapping[str, Any]) -> Ran:
    """Run a call. Raises Violation if it is not legal."""
    call = MAXPOOL.check(described(X, attributes))
    return Ran(label, X, *maxpool(X, **attributes), call)


def cases(clause: Clause, calls: Iterable[Ran] | None = None) -> Iterator[OutputCase]:
    """Cases for a clause that constrains outputs: each cell of small examples as it is, then with another content.

    A case in which the clause itself speaks of what is not there says nothing about a slip, and is none. `calls` are
    taken in place of the examples, if they are given.
    """
    numbers, value = count(), function(clause.formula)
    for r in small_examples() if calls is None else calls:
        for changed in (False, True):
            for environment, outside in _environments(clause.formula, r, changed=changed):
                try:
                    told = bool(value(environment))
                except (Undefined, DivisorNotPositive):
                    continue
                yield OutputCase(
                    next(numbers), {**environment, "X": reader(r.X, outside=outside)}, told, r.label, not changed
                )


def small_examples() -> Iterator[Ran]:
    """The small examples of the profile, the ones with several batches and channels, NaN and zeros first."""
    for example in reversed(EXAMPLES):
        attributes, _ = profile_attributes(example)
        X = input_tensor(example)
        if X.size <= 100 and MAXPOOL.violated(described(X, attributes)) is None:
            yield ran(example.label, X, attributes)


def _environments(formula: Term, r: Ran, *, changed: bool) -> Iterator[tuple[dict[str, Any], bytes | None]]:
    """Values for what a formula mentions, and the element that is to stand outside X, if any does."""
    names = {v.name for v in free_variables(formula)}
    outputs = (("Y", r.Y), ("Indices", r.Indices))
    shapes = {f"d{name}_{i}": size for name, a in outputs for i, size in enumerate(a.shape)}
    facts = {**r.call, **shapes, "dtype(Y)": r.call["dtype(X)"], "dtype(Indices)": "int64", **elements(r.X)}
    facts |= {"Y": reader(r.Y), "Indices": reader(r.Indices, int)}
    if {"v", "v2"} & names:
        yield from ((e, None) for e in _over_elements(facts, r.X, changed=changed))
    elif {"b", "c", "m", "n"} & names:
        for index in np.ndindex(r.Y.shape):
            cell = {**facts, **dict(zip("bcmn", index, strict=True))}
            yield from _other_contents(formula, cell, r, index) if changed else ((cell, None),)
    else:
        yield from (({**facts, **other}, None) for other in (_other_shapes(facts) if changed else ({},)))


def _over_elements(facts: dict[str, Any], X: NDArray[Any], *, changed: bool) -> Iterator[dict[str, Any]]:
    """Every pair of elements of X; only floats have a NaN, an infinity and two zeros to speak of."""
    if X.dtype.kind != "f":
        return
    distinct = sorted({element.tobytes() for element in X.flat})
    for other in _other_orders(facts) if changed else ({},):
        yield from ({**facts, **other, "v": v, "v2": v2} for v in distinct for v2 in distinct)


def _other_orders(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Orders and values of elements that differ from the profile's in one point."""
    key, value, is_nan, lowest = (facts[name] for name in ("key", "value", "is_nan", "minus_infinity"))
    yield {"value": lambda element: element}
    yield {"value": lambda element: lowest}
    yield {"value": lambda element: element if is_nan(element) else value(element), "key": key}
    yield {"value": lambda element: value(bytes(len(element)) if facts["is_zero"](element) else element)}
    yield {"key": lambda element: 2 * INFINITY if is_nan(element) else key(element)}
    yield {"key": lambda element: -2 * INFINITY if is_nan(element) else key(element)}
    for sign in (1, -1):
        yield {"key": lambda element, sign=sign: key(element) + sign * Fraction(element[-1] // 128, 10**9)}
        yield {"key": lambda element, sign=sign: -(10**9) * sign if is_nan(element) else key(element)}


def _other_contents(
    formula: Term, cell: dict[str, Any], r: Ran, index: tuple[int, ...]
) -> Iterator[tuple[dict[str, Any], bytes]]:
    """The cell with every other index in (and just outside) X, and with every other element of X.

    What stands outside X must not matter: there it holds the wrong element, or the greatest one for a wrong index, so
    that a slip that looks there finds what it looks for. Tensors that the formula does not mention stay as they are.
    """
    mentioned = {symbol.name for symbol in symbols(formula)}
    values = sorted({element.tobytes() for element in r.X.flat})
    for other in range(-1, r.X.size + 1) if "Indices" in mentioned else ():
        if other != r.Indices[index]:
            yield {**cell, "Indices": reader(_with(r.Indices, index, other), int)}, max(values, key=cell["key"])
    for element in values if "Y" in mentioned else ():
        if element != r.Y[index].tobytes():
            yield {**cell, "Y": reader(_with(r.Y, index, np.frombuffer(element, r.Y.dtype)[0]))}, element


def _with(array: NDArray[Any], index: tuple[int, ...], element: Any) -> NDArray[Any]:
    changed = array.copy()
    changed[index] = element
    return changed


def _other_shapes(facts: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Sizes and types of the outputs that differ from the right ones in one place."""
    for name in [f"d{tensor}_{i}" for tensor in ("Y", "Indices") for i in range(4)]:
        yield {name: facts[name] + 1}
    yield from ({f"dtype({tensor})": "float16"} for tensor in ("Y", "Indices"))
    yield from ({f"dX_{i}": 0, f"dY_{j}": 0} for i in range(2) for j in range(4))
    yield from ({f"dX_{i}": 0, f"dY_{i}": 1} for i in range(2))


def reader(
    array: NDArray[Any], read: Callable[[Any], Any] = lambda element: element.tobytes(), outside: bytes | None = None
) -> Callable[..., Any]:
    """A tensor as a function of four indices; outside, where NumPy would wrap around, it raises Undefined or gives
    the element that is said to stand there.
    """
    held = {index: read(array[index]) for index in np.ndindex(array.shape)}

    def element(*index: int) -> Any:
        found = held.get(index, outside)
        if found is None:
            raise Undefined(f"an element outside the tensor: {index}")
        return found

    return element


def elements(X: NDArray[Any]) -> dict[str, Any]:
    """The function symbols over elements of a tensor, an element being its bytes."""

    def number(element: bytes) -> float | int:
        v = np.frombuffer(element, X.dtype)[0]
        return float(v) if X.dtype.kind == "f" else int(v)

    def key(element: bytes) -> float | int:
        v = float("-inf") if is_nan(element) else number(element)
        return v if abs(v) != float("inf") else INFINITY * (1 if v > 0 else -1)

    def is_nan(element: bytes) -> bool:
        return number(element) != number(element)

    minus_infinity = np.array(-np.inf).astype(X.dtype).tobytes() if X.dtype.kind == "f" else b""
    return {
        "X": reader(X),
        "key": key,
        "value": lambda element: minus_infinity if is_nan(element) else element,
        "is_nan": is_nan,
        "is_zero": lambda element: number(element) == 0,
        "minus_infinity": minus_infinity,
    }
