"""Situations of elements: orders and values that they may be given, right and wrong, and which clauses allow it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from reference.strength.calls import TYPES, Layout, filled
from reference.strength.cells import run
from reference.strength.elements import INFINITY, ElementType
from spec.operator.experiments import Situation

Function = Callable[[bytes], Any]


def elements(of: ElementType) -> tuple[bytes, ...]:
    """Elements of a type of each kind: NaN of both signs and several payloads, zeros, infinities, numbers between."""
    if not of.is_float:
        return (*map(of.of, (0, 1, 5, 127)), of.lowest)
    nan = filled(of.dtype, (1, 1, 1, 2), [float("nan")])
    numbers = (0.0, -0.0, float("inf"), float("-inf"), 1.5, -1.5, 6e-8)
    return (*(e.tobytes() for e in nan.flat), *map(of.of, numbers), of.lowest)


def negative(element: bytes) -> bool:
    """The sign bit of an element is set; its bytes are in little-endian order."""
    return element[-1] >= 128


def variants(of: ElementType) -> Iterator[tuple[str, Mapping[str, Function]]]:
    """Orders (`key`) and values that may be given to elements, the right ones first, each with what it does."""
    rank, counted, nan = of.rank, of.counted, of.is_nan

    def ranks(change: Function) -> Mapping[str, Function]:
        return {"key": cache(change), "value": counted}

    def values(change: Function) -> Mapping[str, Function]:
        return {"key": rank, "value": cache(change)}

    def counting(other: bytes) -> Mapping[str, Function]:
        return {"key": cache(lambda e: rank(other if nan(e) else e)), "value": cache(lambda e: other if nan(e) else e)}

    def nan_ranked(number: int) -> Mapping[str, Function]:
        return ranks(lambda e: number if nan(e) else rank(e))

    def zeros_apart(step: Fraction) -> Mapping[str, Function]:
        return ranks(lambda e: rank(e) + step * negative(e))

    yield "as they should be", {"key": rank, "value": counted}
    yield "every value as it is", values(lambda e: e)
    yield "every value the lowest", values(lambda e: of.lowest)
    yield "every value -inf", values(lambda e: of.minus_infinity)
    yield "a negative element's value as it is", values(lambda e: e if negative(e) else counted(e))
    yield "another's value as it is", values(lambda e: counted(e) if negative(e) else e)
    yield "a zero's value without its sign", values(lambda e: of.of(0.0) if of.is_zero(e) else counted(e))
    yield "all ranks equal", ranks(lambda e: 0)
    yield "ranks turned around", ranks(lambda e: -rank(e))
    if of.is_float:
        yield "a NaN's value the lowest", values(lambda e: of.lowest if nan(e) else e)
        yield "a NaN's value 0", values(lambda e: of.of(0.0) if nan(e) else e)
        for name, other in (("the lowest", of.lowest), ("0", of.of(0.0)), ("inf", of.of(float("inf")))):
            yield f"a NaN counted as {name}", counting(other)
        yield (
            "a NaN as it is, and above all",
            {**nan_ranked(2 * INFINITY), "value": lambda e: e},
        )
        for name, number in (("above all", 2 * INFINITY), ("below all", -2 * INFINITY), ("0", 0)):
            yield f"a NaN's rank {name}", nan_ranked(number)
        yield "a NaN's rank the lowest", ranks(lambda e: rank(of.lowest) if nan(e) else rank(e))
        yield "a negative NaN's rank 0", ranks(lambda e: 0 if nan(e) and negative(e) else rank(e))
        for sign in (1, -1):
            yield f"zeros apart by {sign}", zeros_apart(Fraction(sign, 10**9))


def situations() -> Iterator[Situation]:
    """Of each pair of elements: the right order and values, and others."""
    for of in map(ElementType, TYPES):
        call = run(of, filled(of.dtype, (1, 1, 1, 1), [1]), Layout((1, 1, 1, 1), (1, 1)))
        cell: dict[str, Any] = dict.fromkeys("bcmn", 0) | {"Y": call.environment["X"], "Indices": lambda *_: 0}
        tried = tuple(variants(of))
        for v in elements(of):
            for v2 in elements(of):
                on = f"for {of.dtype} elements {of.shown(v)} and {of.shown(v2)}"
                base = {**call.environment, **cell, "v": v, "v2": v2}
                for name, functions in tried:
                    yield Situation(name, on, base, functions, allowed(of, v, v2, **functions))


def allowed(of: ElementType, v: bytes, v2: bytes, key: Function, value: Function) -> Mapping[str, bool]:
    """What the clauses over elements say of an order and a value."""
    counted = of.minus_infinity if of.is_nan(v) else v
    zeros = of.is_zero(v) and of.is_zero(v2)
    return {
        # A NaN counts as -inf, and is -inf in Y; every other element is itself.
        "NaN.as-minus-infinity": value(v) == counted and key(v) == key(counted),
        # -0.0 and +0.0 are equal.
        "zeros.equal": not zeros or key(v) == key(v2),
    }
