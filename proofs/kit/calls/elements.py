"""Tensors for a call: unlike numbers, and where a class of elements is sought, the fewest of them changed for it.

A class is a formula over a cell. What it speaks of (NaN, zeros, infinities, the ends of the type) is put under the taps
of a window, at one place, at two, or everywhere, until the formula holds, as evaluation says: nothing is assumed of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from reference.examples.cases import described, elements, reader
from reference.maxpool import maxpool
from reference.runtimes.protocol import Array
from spec.language.fold import subterms
from spec.language.terms import Application, Term, Variable, free_variables
from spec.maxpool.classes.classes import ElementClass, greatest, infinity, least_above_zero, least_NaN
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import is_nan, is_zero, lowest, minus_infinity, zero
from spec.readings.value import Environment, function

Attributes = Mapping[str, Any]


class NotFound(LookupError):
    """No tensor of a class was found for a call, though its axes have all that the class needs."""


def unlike(dtype: np.dtype[Any], shape: Sequence[int]) -> Array:
    """Numbers of either sign that are unlike as far as the type has so many, in no order; none is zero."""
    number = np.arange(int(np.prod(shape)), dtype=np.int64)
    mixed = (number * 37 + 11) % 101
    signed = mixed - 50.5 if dtype.kind == "f" else np.where(mixed >= 50, mixed - 49, mixed - 51)
    return (mixed + 1 if dtype.kind == "u" else signed).astype(dtype).reshape(shape)


def notable(dtype: np.dtype[Any]) -> Mapping[Variable, Any]:
    """The elements of a type that formulas name."""
    if dtype.kind != "f":
        ends = np.iinfo(dtype)
        return {lowest: ends.min, greatest: ends.max, least_above_zero: 1, zero: 0}
    limits = np.finfo(dtype)
    infinite = {infinity: np.inf, minus_infinity: -np.inf}
    # Of a NaN, the bits without the sign are above those of infinity.
    bits = np.array(np.inf, dtype).view(f"i{dtype.itemsize}") + 1
    near_zero = {zero: 0.0, least_above_zero: limits.smallest_subnormal}
    return {lowest: limits.min, greatest: limits.max, **infinite, **near_zero, least_NaN: bits.view(dtype)[()]}


def tensor(shape: Sequence[int], dtype: np.dtype[Any], attributes: Attributes, of: ElementClass | None) -> Array:
    """X for a call: unlike numbers, or those with the fewest changes that bring one window into a class of elements."""
    plain = unlike(dtype, shape)
    if of is None:
        return plain
    holds, call = function(of.of.formula), MAXPOOL.check(described(plain, attributes))
    for X in _changed(plain, attributes, _palette(of.of.formula, dtype)):
        if any(map(holds, _cells(X, attributes, call))):
            return X
    raise NotFound(f"{of.of.name}: shape {tuple(shape)}, {dtype}, {dict(attributes)}")


def _palette(formula: Term, dtype: np.dtype[Any]) -> list[Any]:
    """What a formula speaks of, or else a number above all the others."""
    named, parts = notable(dtype), list(subterms(formula))
    found = [named[v] for v in named if v in free_variables(formula)]
    applied = {part.symbol for part in parts if isinstance(part, Application)}
    found += [np.nan] * (is_nan in applied) + [-0.0, 0.0] * (is_zero in applied and dtype.kind == "f")
    return (found or [100]) + [-3] * (dtype.kind != "u")


def _changed(plain: Array, attributes: Attributes, palette: Sequence[Any]) -> Iterator[Array]:
    """The tensor with one of its elements changed, with two, with all of one plane."""
    yield plain
    places = list(np.ndindex(plain.shape[2:]))
    for number in (1, 2):
        for some in combinations(places, number):
            for values in product(palette, repeat=number):
                yield _with(plain, dict(zip(some, values, strict=True)))
    for value in palette:
        yield _with(plain, dict.fromkeys(places, value))
        for other, place in product(palette, places):
            yield _with(plain, dict.fromkeys(places, value) | {place: other})


def _with(plain: Array, changes: Mapping[tuple[int, ...], Any]) -> Array:
    X = plain.copy()
    for place, value in changes.items():
        X[(0, 0, *place)] = value
    return X


def cells(X: Array, attributes: Attributes) -> Iterator[Environment]:
    """What a formula over a cell may speak of, for each cell of the outputs' first plane."""
    return _cells(X, attributes, MAXPOOL.check(described(X, attributes)))


def _cells(X: Array, attributes: Attributes, call: Environment) -> Iterator[Environment]:
    """The same, where what is known of the call is known: its elements are no part of that."""
    Y, Indices = maxpool(X, **attributes)
    named = {v.name: np.array(e).astype(X.dtype).tobytes() for v, e in notable(X.dtype).items()}
    facts = {
        **call,
        **elements(X),
        **named,
        "Y": reader(Y),
        "Indices": reader(Indices, int),
        "dtype(X)": call["dtype(X)"],
    }
    for m, n in np.ndindex(Y.shape[2:]):
        yield {**facts, "b": 0, "c": 0, "m": m, "n": n}
