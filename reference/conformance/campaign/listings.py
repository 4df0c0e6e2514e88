"""The draft's listings of what a runtime prints, decided: each example that has one is put to the runtimes at hand.

A listing is of another implementation, and no claim of the document (`spec.examples.model.Example.listing_of`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reference.examples.translation import DTYPES, input_tensor, printed_tensor, profile_attributes, tensors
from reference.fast import twin as fast
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running.process import Process, ReplyStatus
from spec.examples.catalogue import ALL
from spec.examples.model import Example

AS_PRINTED, AS_SPECIFIED, OTHERWISE, NO_ANSWER = "as the draft lists", "as specified", "otherwise", "no answer"
LISTINGS: tuple[Example, ...] = tuple(example for example in ALL if example.listing_of)


@dataclass(frozen=True, slots=True)
class Listed:
    """An output of a listing beside what a runtime returned: a verdict, and both in full."""

    listing: str
    output: str
    verdict: str
    listed: Array
    specified: Array
    got: Array | None


def listings(process: Process) -> list[Listed]:
    """What a runtime returns for each listing, with Y and Indices."""
    return [row for example in LISTINGS for row in _listing(process, example)]


def _listing(process: Process, example: Example) -> list[Listed]:
    X = input_tensor(example)
    attributes, _ = profile_attributes(example)
    lists = {name: tuple(attributes[name]) for name in ("kernel_shape", "strides", "dilations", "pads")}
    reply = process.ask(RuntimeCall(X.shape, X.dtype.name, **lists), X, indices=True)
    right = dict(zip(("Y", "Indices"), fast.maxpool(X, **attributes), strict=True))
    found = dict(zip(right, reply.outputs, strict=False)) if reply.status is ReplyStatus.DONE else {}
    rows = []
    for name, grid in tensors(example):
        listed, got = printed_tensor(grid, DTYPES[example.dtype] if name == "Y" else np.int64), found.get(name)
        rows.append(Listed(example.label, name, _verdict(listed, right[name], got), listed, right[name], got))
    return rows


def _verdict(listed: Array, specified: Array, got: Array | None) -> str:
    if got is None:
        return NO_ANSWER
    if np.array_equal(got, specified):
        return AS_SPECIFIED
    # A listing prints nine digits of an element.
    same = np.array_equal(got, listed) or (got.dtype.kind == "f" and np.allclose(got, listed, rtol=1e-8, atol=0))
    return AS_PRINTED if same else OTHERWISE
