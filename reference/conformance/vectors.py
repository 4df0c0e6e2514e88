"""A conformance suite for any tool that runs ONNX's backend tests: small calls, the clauses that each covers.

A vector is a legal call. A clause that a call must meet is covered by the calls at its edge, and one on the form of a
call by the call that has it. The cases are taken from the campaign's classes, so that both try the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.conformance.cases.cases import call_of
from reference.conformance.cases.geometry import CLASSES, Pair, axes
from reference.conformance.cases.networks import NETWORKS, smallest
from reference.conformance.cases.values import DTYPES, VALUES
from reference.conformance.folders import dataset
from reference.fast import twin as fast
from reference.onnx import SpatialAxis
from reference.runtimes.model import OPSET, build
from reference.runtimes.protocol import Array, RuntimeCall
from spec.maxpool.operator import MAXPOOL

SCHEMA = "maxpool/vectors/1"
PREFIX = "test_sonnx_maxpool"
_PADDED = (SpatialAxis(3, 2, 1, 1, 1, 1, 4), SpatialAxis(4, 3, 1, 2, 1, 1, 2))
"""Two unlike axes; the first and the last windows reach over padding."""
MOST_ELEMENTS = 100
_FORM = ("type", "length", "domain")
_PLANES = ("Y.batch", "Y.channels", "X.batch-and-channels", "Indices.flat", "Indices.shape", "Y.shape")


@dataclass(frozen=True, slots=True, eq=False)
class Vector:
    """A vector: its name, the call, X, the clauses that it covers."""

    name: str
    call: RuntimeCall
    X: Array
    covers: tuple[str, ...]


def vectors() -> Iterator[Vector]:
    """All vectors, always the same."""
    yield _vector("form", _filled("numbers", "float32", (1, 1), _PADDED), _PADDED, _form())
    for dtype in DTYPES:
        labels = ("X.types", "Y.type", "Indices.type", "Indices.int64", "Y.max", "Y.bits")
        yield _vector(f"type_{dtype}", _filled("numbers", dtype, (1, 1), _PADDED), _PADDED, labels)
    yield _vector("planes", _filled("ties", "float32", (2, 3), _PADDED), _PADDED, _PLANES)
    for shape in ((0, 2), (2, 0)):
        name = f"empty_{shape[0]}_{shape[1]}"
        yield _vector(name, np.empty((*shape, 3, 4), np.float32), _PADDED, ("batch.empty", "X.batch-and-channels"))
    for values in VALUES:
        for dtype in ("float16", "float32", "float64") if values.floats_only else DTYPES:
            name = f"values_{_slug(values.name)}_{dtype}"
            yield _vector(name, _filled(values.name, dtype, (1, 2), _PADDED), _PADDED, values.labels)
    for group in CLASSES:
        axis = min(axes().legal[group.name], key=_size)
        for which, pair in enumerate(((axis, _PADDED[1]), (_PADDED[0], axis))):
            X = _filled("numbers", "float32", (1, 1), pair)
            yield _vector(f"axis_{which}_{_slug(group.name)}", X, pair, group.labels)
    yield from _of_networks()


def _of_networks() -> Iterator[Vector]:
    """What networks pool with, each on its smallest plane that is still small, filled with ties or with negatives."""
    for network in NETWORKS:
        pair = smallest(network)
        if pair[0].x * pair[1].x <= MOST_ELEMENTS:
            lists = "_".join("x".join(map(str, x)) for x in (network.kernel, network.strides, network.dilations))
            name = f"network_{lists}_{'x'.join(map(str, network.pads))}"
            for values, dtype in (("ties", "float32"), ("not positive", "int8")):
                X = _filled(values, dtype, (1, 1), pair)
                yield _vector(f"{name}_{dtype}", X, pair, ("Y.max", "Y.shape", "Indices.first-maximum"))


def _form() -> tuple[str, ...]:
    """The clauses on the form of a call: kinds, lengths, value domains, the restrictions, what is explicit."""
    labels = [clause.label for clause in MAXPOOL.preconditions()]
    others = ("attributes.known", "general.no-default-values", "X.tensor", "X.rank")
    return tuple(x for x in labels if x in others or (x[0] == "R" and x[1:].isdigit()) or x.split(".")[-1] in _FORM)


def _size(axis: SpatialAxis) -> tuple[int, ...]:
    return axis.x * axis.y, axis.x, axis.kernel, axis.dilation, axis.stride, axis.pad_begin, axis.pad_end


def _slug(name: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in name.replace("-", "minus_")).lower()


def _filled(values: str, dtype: str, batch_and_channels: tuple[int, int], pair: Pair) -> Array:
    fill = next(v.fill for v in VALUES if v.name == values)
    shape = (*batch_and_channels, *(axis.x for axis in pair))
    return np.asarray(fill(np.random.default_rng(7), np.dtype(dtype), shape))


def _vector(name: str, X: Array, pair: Pair, covers: tuple[str, ...]) -> Vector:
    return Vector(f"{PREFIX}_{name}", call_of(X, pair), X, covers)


def contents() -> Iterator[tuple[str, bytes]]:
    """The files of the suite: `simple/NAME/` with model and data, for Y alone and with Indices; and the manifest.

    `simple` is a kind of tests that onnx's loader reads from folders; `data.json` says that nothing is tolerated.
    """
    entries = []
    for vector in vectors():
        outputs = fast.maxpool(vector.X, **vector.call.attributes)
        for suffix, indices in (("y", False), ("y_indices", True)):
            name = f"{vector.name}_{suffix}"
            yield f"simple/{name}/data.json", b'{"rtol": 0, "atol": 0}\n'
            yield f"simple/{name}/model.onnx", build(vector.call, indices=indices, explicit=True).SerializeToString()
            yield from dataset(f"simple/{name}", [vector.X], outputs if indices else outputs[:1])
            entries.append({"name": name, "covers": list(_covered(vector, indices)), "dtype": vector.call.dtype})
    yield "manifest.json", (json.dumps(_manifest(entries), indent=2) + "\n").encode()


def _covered(vector: Vector, indices: bool) -> tuple[str, ...]:
    """What a vector covers; nothing of Indices where there are none."""
    return tuple(label for label in vector.covers if indices or not label.startswith("Indices"))


def _manifest(entries: list[dict[str, Any]]) -> dict[str, Any]:
    by_clause = {c.label: [e["name"] for e in entries if c.label in e["covers"]] for c in MAXPOOL.clauses}
    return {"schema": SCHEMA, "opset": OPSET, "clauses": by_clause, "vectors": entries}
