"""A concrete call on which a function goes wrong: found by the bounded route, run again with numbers, and shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from proofs.program.running.bounded import BoundedCall, CallBounds, Mismatch, search
from proofs.program.running.meanings import Failed
from proofs.program.running.running import Cells, run
from proofs.program.source.language import LISTS, Function
from proofs.program.source.refused import Refused
from reference.maxpool import maxpool

STAGES = (
    CallBounds(dilation=1, stride=1, pad=0, planes=((1, 1), (1, 2), (2, 1), (2, 2), (0, 1), (1, 0))),
    CallBounds(),
    CallBounds(kernel=3, dilation=1, stride=1, pad=2),
    CallBounds(planes=((2, 3),)),
    CallBounds(x=3, kernel=3, dilation=3, stride=3, pad=2),
)
"""Where to look for a call, from a few small ones with several planes, or with none, to many larger ones."""
MOST_CALLS = 6000
"""Calls that are tried before one is given up: some twenty seconds."""
EXPLICIT: Mapping[str, Any] = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0}


class OutputsJson(TypedDict):
    """What a function returned, as nested lists; or why it did not, and at which line."""

    Y: NotRequired[list[Any] | None]
    Indices: NotRequired[list[Any] | None]
    error: NotRequired[str]
    line: NotRequired[int | None]


class CallWitnessJson(TypedDict):
    """A call on which a function goes wrong: what is right, what it gives, and what it gave when it was run."""

    X: list[Any]
    dtype: str
    shape: list[int]
    attributes: dict[str, Any]
    what: str
    expected: OutputsJson
    got: OutputsJson
    replayed: OutputsJson | None


@dataclass(frozen=True, slots=True)
class Outputs:
    """What a function returned: Y and Indices as nested lists; or the line and the reason for which it did not."""

    Y: Any = None
    Indices: Any = None
    line: int | None = None
    error: str = ""

    def json(self) -> OutputsJson:
        """The outputs in JSON's types."""
        if self.error:
            return {"error": self.error, "line": self.line}
        return {"Y": _printable(self.Y), "Indices": _printable(self.Indices)}


def _printable(nested: Any) -> Any:
    """Nested lists in which what JSON has no number for, such as NaN, is a text."""
    if isinstance(nested, list):
        return [_printable(part) for part in nested]
    return nested if nested is None or math.isfinite(nested) else str(nested)


@dataclass(frozen=True, slots=True)
class CallWitness:
    """A call on which a function goes wrong: the tensor, the attributes, what is right, and what the function gives.

    `what` says where it goes wrong; `output_shape` is what nested lists without elements do not tell. `replayed` is
    what the function gave when Python ran it, if it was asked to.
    """

    X: NDArray[np.float32]
    attributes: Mapping[str, list[int]]
    what: str
    right: Outputs
    given: Outputs
    output_shape: tuple[int, ...] = ()
    replayed: Outputs | None = None

    def json(self) -> CallWitnessJson:
        """The witness in JSON's types."""
        return {
            "X": self.X.tolist(),
            "dtype": "float32",
            "shape": list(self.X.shape),
            "attributes": {**EXPLICIT, **self.attributes},
            "what": self.what,
            "expected": self.right.json(),
            "got": self.given.json(),
            "replayed": None if self.replayed is None else self.replayed.json(),
        }


@dataclass(frozen=True, slots=True)
class ElementRange:
    """What is known of the elements' type: no element is below `least`, and `lowest` is its lowest number."""

    least: float = -math.inf
    lowest: float | None = None


ANY_TYPE = ElementRange()


def find(function: Function, most: int = MOST_CALLS, elements: ElementRange = ANY_TYPE) -> CallWitness | None:
    """A call on which a function goes wrong, if one is found among so many.

    It is run again with numbers, and counts only if that shows it: while elements are unknown, both sides of a branch
    are run, and one of them may be out of reach.
    """
    for bounds in STAGES:
        try:
            mismatch, tried = search(function, bounds, most, elements.lowest)
        except Refused:
            return None  # It cannot be run while its elements are unknown.
        if mismatch is not None:
            found = (_shown(function, mismatch, shift, elements) for shift in _shifts(mismatch, elements.least))
            return next((w for w in found if w.given.json() != w.right.json()), None)
        most -= tried
    return None


def _shifts(mismatch: Mismatch, least: float) -> tuple[int, ...]:
    """What may be added to all elements without changing their order: nothing, or so that all are below 0, or above."""
    elements = (0, *(int(e) for e in mismatch.elements.values() if math.isfinite(e)))
    if math.isfinite(least) and not all(map(math.isfinite, mismatch.elements.values())):
        return ()  # No element of such a type is -inf.
    shifts = 0, -1 - max(elements), 1 - min(elements)
    return tuple(shift for shift in shifts if min(elements) + shift >= least)


def _shown(function: Function, mismatch: Mismatch, shift: int, of: ElementRange) -> CallWitness:
    X = np.full(mismatch.call.shape, shift, np.float32)
    for index, element in mismatch.elements.items():
        X[index] = element + shift
    entries = mismatch.call.attributes
    attributes = {name: [entries[f"{name}[{i}]"] for i in range(length)] for name, length in LISTS.items()}
    Y, Indices = maxpool(X, **EXPLICIT, **attributes)
    what = mismatch.reason if mismatch.line is None else f"line {mismatch.line}: {mismatch.reason}"
    right, given = _right(function, Y, Indices), _given(function, X, mismatch.call, of)
    return CallWitness(X, attributes, what, right, given, mismatch.call.dY)


def _right(function: Function, *outputs: NDArray[Any]) -> Outputs:
    """What a function should give."""
    return Outputs(*(output.tolist() for output in outputs[: len(function.outputs)]))


def _given(function: Function, X: NDArray[np.float32], call: BoundedCall, of: ElementRange) -> Outputs:
    """What a function returns on a tensor of numbers."""
    content = {index: float(X[index]) for index in product(*map(range, X.shape))}
    try:
        outputs = run(function, Cells(X.shape, content), call.attributes, call.dY, of.lowest).outputs()
    except Failed as failed:
        return Outputs(line=failed.line, error=failed.reason)
    return Outputs(*map(_nested, outputs))


def _nested(cells: Cells) -> Any:
    """An array of the program as nested lists; None where nothing was written."""
    array = np.empty(cells.shape, object)
    for index in product(*map(range, cells.shape)):
        array[index] = cells.content.get(index)
    return array.tolist()
