"""Wrong rules, claimed to be as good as the right one: each refuted by bit patterns, on which both rules are run.

The right rule is run by the reference, the wrong one by a plain loop in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.engine.bits.formulas import Pattern
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.statement import Verdict
from proofs.solvers.answers import Integers
from proofs.theories.floats.bits import Format, index
from reference import maxpool as reference
from spec.operator.clauses import ADDED, Source


def trap(
    of: Format,
    label: str,
    statement: str,
    patterns: tuple[Pattern, ...],
    replay: Callable[[Format, Integers], Integers],
    *,
    about: tuple[str, ...],
    source: Source = ADDED,
) -> BitObligation:
    """A wrong rule, claimed to be as good as the right one: its result, the last pattern, to equal the one before.

    `replay` runs both rules in NumPy, the right one by the reference.
    """
    right, wrong = (p.name for p in patterns[-2:])
    return BitObligation(
        label=f"{of.name}.{label}",
        statement=statement,
        functions=of.text,
        patterns=patterns,
        goal=f"(= {right} {wrong})",
        expected=Verdict.REFUTED,
        about=about,
        source=source,
        replay=partial(replay, of),
        logic=of.logic,
    )


def by_reference(of: Format, *patterns: int, padding: int = 0) -> tuple[int, int]:
    """The reference's Y, as a pattern, and Indices for one window over a row of elements, then padding."""
    Y, Indices = reference.maxpool(
        of.array(*patterns).reshape(1, 1, 1, -1),
        auto_pad="NOTSET",
        ceil_mode=0,
        dilations=[1, 1],
        kernel_shape=[1, len(patterns) + padding],
        pads=[0, 0, 0, padding],
        storage_order=0,
        strides=[1, 1],
    )
    return of.pattern(Y), int(Indices.item())


def by_loop(
    taps: Iterable[tuple[Any, int]], takes: Callable[[Any, Any], Any], kept: tuple[Any, int] | None = None
) -> tuple[Any, int]:
    """The element and the index that a plain loop keeps, by a rule when an element takes the place of the kept one."""
    for element, position in taps:
        if kept is None or takes(element, kept[0]):
            kept = element, position
    assert kept is not None
    return kept


def positions(elements: Sequence[Any] | NDArray[Any]) -> list[tuple[Any, int]]:
    """Elements with their positions."""
    return [(element, i) for i, element in enumerate(elements)]


def _at_least(of: Format, values: Integers) -> Integers:
    patterns = values["a"], values["b"]
    elements = reference.nan_as_minus_infinity(of.array(*patterns))
    return {
        "index": by_reference(of, *patterns)[1],
        "index_at_least": by_loop(positions(elements), np.greater_equal)[1],
    }


def _at_least_padding(of: Format, values: Integers) -> Integers:
    elements = reference.nan_as_minus_infinity(of.array(values["a"]))
    padding = of.array(of.lowest)[0], -1
    return {
        "index": by_reference(of, values["a"], padding=1)[1],
        "index_at_least": by_loop([*positions(elements), padding], np.greater_equal)[1] % 256,
    }


def _lowest_first(of: Format, values: Integers) -> Integers:
    elements = reference.nan_as_minus_infinity(of.array(values["a"]))
    return {
        "index": by_reference(of, values["a"])[1],
        "index_lowest_first": by_loop(positions(elements), np.greater, (of.array(of.lowest)[0], -1))[1] % 256,
    }


def traps(of: Format) -> tuple[BitObligation, ...]:
    """Wrong rules that are wrong for every element type."""
    return (
        trap(
            of,
            "trap.at-least",
            "Comparing with `>=` finds the same index.",
            (
                *of.elements("a", "b"),
                index("index", "(ite (greater b a) #x01 #x00)"),
                index("index_at_least", "(ite (not (greater a b)) #x01 #x00)"),
            ),
            _at_least,
            about=("Indices.first-maximum",),
        ),
        trap(
            of,
            "trap.at-least.padding",
            "Comparing with `>=` never selects padding that is the type's minimum.",
            (
                *of.elements("a"),
                index("index", "#x00"),
                index("index_at_least", "(ite (not (greater a lowest)) #xff #x00)"),
            ),
            _at_least_padding,
            about=("Y.max-over-input",),
        ),
        trap(
            of,
            "trap.lowest-first",
            "Beginning with the type's minimum and index -1 finds an index.",
            (
                *of.elements("a"),
                index("index", "#x00"),
                index("index_lowest_first", "(ite (greater a lowest) #x00 #xff)"),
            ),
            _lowest_first,
            about=("Indices.first-maximum",),
        ),
    )
