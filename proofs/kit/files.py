"""The files of a kit: ONNX's folders and manifest, cases and sizes as JSON, cards, a notebook, two files of tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

import numpy as np

from proofs.kit.calls.broken import Broken
from proofs.kit.calls.kit import Kit, KitCase
from proofs.kit.calls.sizes import WIDTH, sizes_calls
from proofs.kit.cards import Added, cards, notebook
from reference.conformance.folders import dataset
from reference.runtimes.model import OPSET, build
from reference.runtimes.protocol import Array
from spec.maxpool.operator import MAXPOOL

SCHEMA = "maxpool/kit/1"
SIZES_SCHEMA = "maxpool/kit-sizes/1"
TESTS = {"test_kit.py": "kit.txt", "test_properties.py": "properties.txt"}


def contents(kit: Kit, core: Added, table: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The kit's files by name, always the same."""
    yield from folders(kit)
    yield from documents(kit, core, table)


def folders(kit: Kit) -> Iterator[tuple[str, bytes]]:
    """The layout of ONNX's backend tests; it needs onnx."""
    for case in kit.cases:
        for suffix, indices in (("y", False), ("y_indices", True)):
            name = f"simple/{case.name}_{suffix}"
            yield f"{name}/data.json", b'{"rtol": 0, "atol": 0}\n'
            yield f"{name}/model.onnx", build(case.call, indices=indices, explicit=True).SerializeToString()
            yield from dataset(name, [case.X], case.outputs if indices else case.outputs[:1])


def documents(kit: Kit, core: Added, table: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The manifest, what runs alone, and the cases that it runs."""
    yield "manifest.json", _text(_manifest(kit, core))
    yield "cases.json", _text(_cases(kit, core))
    yield "sizes.json", _text(_sizes(core))
    yield "cards.md", cards(kit, core, table).encode()
    yield "core.ipynb", notebook(kit.cases, core).encode()
    for name, of in TESTS.items():
        yield name, files(__package__).joinpath("given", of).read_bytes()


def _text(document: Any) -> bytes:
    return (json.dumps(document, indent=1) + "\n").encode()


def _manifest(kit: Kit, core: Added) -> dict[str, Any]:
    by_clause = {c.label: [e.name for e in kit.cases if c.label in e.clauses] for c in MAXPOOL.clauses}
    by_clause |= {b.clause: [] for _, b in kit.refused if b.clause not in by_clause}
    done = kit.combined
    return {
        "schema": SCHEMA,
        "opset": OPSET,
        "strength": done.strength,
        "combinations": done.combinations,
        "clauses": {
            label: [*names, *(n for n, b in kit.refused if b.clause == label)] for label, names in by_clause.items()
        },
        "vectors": [
            {
                "name": f"{c.name}_{s}",
                "covers": list(c.clauses),
                "classes": list(map(str, c.classes)),
                "dtype": c.call.dtype,
                "core": c.name in core,
            }
            for c in kit.cases
            for s in ("y", "y_indices")
        ],
        "refused": [{"name": name, "clause": b.clause, "how": b.how} for name, b in kit.refused],
        "infeasible": [
            {
                "of": i.domain,
                "classes": list(i.classes),
                "clauses": list(i.clauses),
                "proved_by": list(i.proved_by),
                "alone": i.alone,
            }
            for i in done.infeasible.values()
        ],
        "undecided": [
            {"of": u.domain, "classes": list(u.classes), "answers": list(u.answers)} for u in done.undecided.values()
        ],
    }


def _cases(kit: Kit, core: Added) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "cases": [_case(c, c.name in core) for c in kit.cases],
        "refused": [_refused(name, b) for name, b in kit.refused],
    }


def _sizes(core: Added) -> dict[str, Any]:
    """Those of the core of which only the status in C and Y's shape are asked, in integers of a width."""
    calls = [c for c in sizes_calls() if c.name in core]
    told = [
        {"name": c.name, "shape": c.shape, "attributes": c.attributes, "status": c.status, "dY": c.dY} for c in calls
    ]
    return {"schema": SIZES_SCHEMA, "width": WIDTH, "calls": told}


def _case(case: KitCase, is_core: bool) -> dict[str, Any]:
    Y, Indices = map(_array, case.outputs)
    return {
        "name": case.name,
        "core": is_core,
        "classes": list(map(str, case.classes)),
        "clauses": list(case.clauses),
        "combinations": [list(c) for c in case.wanted],
        "example": case.example,
        "X": _array(case.X),
        "attributes": case.call.attributes,
        "Y": Y,
        "Indices": Indices,
    }


def _refused(name: str, made: Broken) -> dict[str, Any]:
    arguments = dict(made.arguments)
    X = arguments.pop("X")
    told: Any = _array(X) if isinstance(X, np.ndarray) else X
    return {"name": name, "clause": made.clause, "how": made.how, "X": told, "attributes": arguments}


def _array(array: Array) -> Mapping[str, Any]:
    """A tensor by type, shape and bytes, lowest byte first."""
    little = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"))
    return {"dtype": array.dtype.name, "shape": list(array.shape), "bytes": little.tobytes().hex()}
