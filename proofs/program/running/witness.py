"""A concrete call on which a function goes wrong: found by the bounded route, run again with numbers, and shown."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.program.running.bounded import CallBounds, Mismatch, search
from proofs.program.running.running import Cells, Failed, run
from proofs.program.source.expressions import Refused
from proofs.program.source.language import LISTS, Function
from reference.maxpool import maxpool

STAGES = (
    CallBounds(dilation=1, stride=1, pad=0, planes=((1, 1), (1, 2), (2, 1), (2, 2))),
    CallBounds(),
    CallBounds(planes=((2, 3),)),
    CallBounds(x=3, kernel=3, dilation=3, stride=3, pad=2),
)
"""Where to look for a call, from a few small ones with several planes to many larger ones."""
SECONDS = 20.0
EXPLICIT: Mapping[str, Any] = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0}


@dataclass(frozen=True, slots=True)
class Outputs:
    """What a function returned: Y and Indices as nested lists; or the line and the reason for which it did not."""

    Y: Any = None
    Indices: Any = None
    line: int | None = None
    error: str = ""

    def json(self) -> dict[str, Any]:
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

    `what` says where it goes wrong. `replayed` is what the function gave when Python ran it, if it was asked to.
    """

    X: NDArray[np.float32]
    attributes: Mapping[str, list[int]]
    what: str
    right: Outputs
    given: Outputs
    replayed: Outputs | None = None

    def json(self) -> dict[str, Any]:
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


def find(function: Function, seconds: float = SECONDS) -> CallWitness | None:
    """A call on which a function goes wrong, if one is found in the time.

    It is run again with numbers, and counts only if that shows it: while elements are unknown, both sides of a branch
    are run, and one of them may be out of reach.
    """
    started = time.perf_counter()
    for bounds in STAGES:
        left = seconds - (time.perf_counter() - started)
        try:
            mismatch, _ = search(function, bounds, left) if left > 0 else (None, 0)
        except Refused:
            return None  # It cannot be run while its elements are unknown.
        if mismatch is not None:
            found = (_shown(function, mismatch, shift) for shift in _shifts(mismatch))
            return next((w for w in found if w.given.json() != w.right.json()), None)
    return None


def _shifts(mismatch: Mismatch) -> tuple[int, ...]:
    """What may be added to all elements without changing their order: nothing, or so that all are below 0, or above."""
    elements = (0, *mismatch.elements.values())
    return 0, -1 - max(elements), 1 - min(elements)


def _shown(function: Function, mismatch: Mismatch, shift: int) -> CallWitness:
    X = np.full(mismatch.call.shape, shift, np.float32)
    for index, element in mismatch.elements.items():
        X[index] = element + shift
    entries = mismatch.call.attributes
    attributes = {name: [entries[f"{name}[{i}]"] for i in range(length)] for name, length in LISTS.items()}
    Y, Indices = maxpool(X, **EXPLICIT, **attributes)
    what = mismatch.reason if mismatch.line is None else f"line {mismatch.line}: {mismatch.reason}"
    return CallWitness(X, attributes, what, Outputs(Y.tolist(), Indices.tolist()), _given(function, X, entries))


def _given(function: Function, X: NDArray[np.float32], entries: Mapping[str, int]) -> Outputs:
    """What a function returns on a tensor of numbers."""
    content = {index: float(X[index]) for index in product(*map(range, X.shape))}
    try:
        Y, Indices = run(function, Cells(X.shape, content), entries).outputs()
    except Failed as failed:
        return Outputs(line=failed.line, error=failed.reason)
    return Outputs(_nested(Y), _nested(Indices))


def _nested(cells: Cells) -> Any:
    """An array of the program as nested lists; None where nothing was written."""
    array = np.empty(cells.shape, object)
    for index in product(*map(range, cells.shape)):
        array[index] = cells.content.get(index)
    return array.tolist()
