"""The definition of an output as a program: terms of the specification's language, run on whole calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spec.documents.examples.stated import Named
from spec.language.fold import conjuncts
from spec.language.terms import TRUE, Sort, Symbol, Term
from spec.readings.value import DivisorNotPositive, function

Array = NDArray[Any]
CELL = 4
AXES = 2
X_PADDED = Symbol("X_padded", (Sort.INT,) * CELL, Sort.ELEMENT)
"""The padded input: below every element outside X."""
OUTSIDE = None
"""What stands where there is no element: it equals none, and is never taken."""
MOST_RUNS = 20_000
"""So many bindings of its letters are tried for one element of an output."""


class Chosen(StrEnum):
    """Which of the values that a definition names an output gets."""

    GREATEST = "greatest"
    LEAST = "least"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class OutputProgram:
    """An element of an output: of the values under the letters' ranges for which a condition holds, those chosen.

    `cell` are the letters of the element, `ranges` the others in their order, each with its bounds [low, high). Those
    that are `unstated` have no range in the document, and are taken over the window.
    """

    of: Named
    cell: tuple[str, ...]
    ranges: tuple[tuple[str, Term, Term], ...]
    condition: Term
    value: Term
    choice: Chosen
    unstated: tuple[str, ...] = ()

    @property
    def is_conditional(self) -> bool:
        """It says itself which places it takes elements of X at; else those outside are left out."""
        return self.of is Named.Y and any(part != TRUE for part in conjuncts(self.condition))

    def gives(self, environment: Mapping[str, Any], cell: Sequence[int]) -> list[Any] | None:
        """The values of one element, in the order of the letters; None where there are too many to try.

        `OUTSIDE` alone is given where a condition on the places of Y's elements holds for one that is none.

        Raises DivisorNotPositive.
        """
        found: list[Any] = []
        condition, value = function(self.condition), function(self.value)
        for tried, inner in enumerate(self._bindings(dict(environment) | dict(zip(self.cell, cell, strict=True)))):
            if tried >= MOST_RUNS:
                return None
            if not condition(inner):
                continue
            got = value(inner)
            if got is OUTSIDE and self.is_conditional:
                return [OUTSIDE]
            if got is not OUTSIDE and got not in found:
                found.append(got)
        choose = {Chosen.GREATEST: max, Chosen.LEAST: min}.get(self.choice)
        return [choose(found)] if choose is not None and found else found

    def _bindings(self, environment: dict[str, Any], at: int = 0) -> Iterator[dict[str, Any]]:
        """The environment with each binding in turn: one dictionary, which the next binding changes."""
        if at == len(self.ranges):
            yield environment
            return
        name, low, high = self.ranges[at]
        is_last = at + 1 == len(self.ranges)
        for number in range(function(low)(environment), function(high)(environment)):
            environment[name] = number
            if is_last:
                yield environment
            else:
                yield from self._bindings(environment, at + 1)


@dataclass(frozen=True, slots=True)
class RunCall:
    """A whole call: its input, its attributes as lists on two spatial axes, and what the operator answers."""

    X: Array
    attributes: Mapping[str, tuple[int, ...]]
    Y: Array
    Indices: Array

    def environment(self) -> dict[str, Any]:
        """What the names of a definition stand for."""
        sizes: dict[str, Any] = {f"dX_{i}": size for i, size in enumerate(self.X.shape)}
        pads = self.attributes["pads"]
        for axis in range(AXES):
            k, s, d = (self.attributes[name][axis] for name in ("kernel_shape", "strides", "dilations"))
            extent = d * (k - 1) + 1
            x, begin, end = self.X.shape[AXES + axis], pads[axis], pads[axis + AXES]
            named = {"kernel": k, "stride": s, "dilation": d, "pad_begin": begin, "pad_end": end, "x": x}
            named |= {"extent": extent, "slack": x + begin + end - extent, "y": self.Y.shape[AXES + axis]}
            sizes |= {f"{name}_{axis}": value for name, value in named.items()}
        padded = np.pad(self.X, [(0, 0), (0, 0), *zip(pads[:AXES], pads[AXES:], strict=True)], constant_values=-np.inf)
        return sizes | {"X": _at(self.X), "X_padded": _at(padded), "Y": _at(self.Y)}

    def cells(self) -> Iterator[tuple[int, ...]]:
        """The places of the outputs' elements."""
        return product(*map(range, self.Y.shape))

    def told(self) -> dict[str, object]:
        """The call, for a witness."""
        return {"X": self.X.astype(int).tolist()} | {name: list(value) for name, value in self.attributes.items()}


def _at(tensor: Array) -> Callable[..., Any]:
    """The element of a tensor at a place; nothing outside it."""
    elements = {place: float(value) for place, value in np.ndenumerate(tensor)}

    def element(*place: int) -> Any:
        return elements.get(place, OUTSIDE)

    return element


def deviates(
    program: OutputProgram, call: RunCall, environment: Mapping[str, Any], cell: tuple[int, ...]
) -> list[Any] | None:
    """What a definition gives for a cell, where that is not what the operator gives alone; None where it is, or where
    it cannot be run."""
    outputs = call.Y if program.of is Named.Y else call.Indices
    try:
        given = program.gives(environment, cell)
    except (DivisorNotPositive, LookupError):
        return None
    return None if given is None or given == [outputs[cell]] else given
