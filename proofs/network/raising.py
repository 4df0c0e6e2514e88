"""A later opset for a model, with which MaxPool has all attributes: only where no other operator changed on the way."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from proofs.network.load import BadModel, nodes_of
from proofs.network.nodes import opset_of, version_in
from spec.maxpool.family import VERSIONS
from spec.maxpool.vocabulary import ATTRIBUTES

WHOLE = next(number for number, rules in VERSIONS.items() if {"kernel_shape", *rules.attributes} == {*ATTRIBUTES})
"""The first version of MaxPool that has all attributes of the newest, and so the first opset to raise a model to."""


def raise_opsets(model: Any) -> int | None:
    """Import a later opset of ONNX where the one imported is before WHOLE; that before, or None where all are.

    Raises BadModel where another operator of the model is not the same in both.
    """
    before = None
    for part, graph in _parts(model):
        found = opset_of(part.opset_import, "")
        if not found or max(found) >= WHOLE or not any(_is_pool(node) for node in nodes_of(graph)):
            continue
        before = max(found)
        changed = sorted({node.op_type for node in nodes_of(graph) if _changes(node, before)})
        if changed:
            what = ", ".join(changed)
            raise BadModel(
                f"version {version_in(before)} of MaxPool has not all attributes, and with opset {WHOLE} {what} would "
                "be another operator too: convert the model first"
            )
        for entry in part.opset_import:
            if entry.domain in ("", "ai.onnx"):
                entry.version = WHOLE
    return before


def opsets(model: Any) -> list[int]:
    """All versions that a model's parts import, in order."""
    return [entry.version for part, _ in _parts(model) for entry in part.opset_import]


def restore_opsets(model: Any, versions: list[int]) -> None:
    """Put versions back that `opsets` gave."""
    left = iter(versions)
    for part, _ in _parts(model):
        for entry in part.opset_import:
            entry.version = next(left)


def _parts(model: Any) -> Iterator[tuple[Any, Any]]:
    """What imports opsets, with what it holds: the model, and each function."""
    yield model, model.graph
    for function in model.functions:
        yield function, function


def _is_pool(node: Any) -> bool:
    return node.op_type == "MaxPool" and node.domain in ("", "ai.onnx")


def _changes(node: Any, before: int) -> bool:
    """A node is another operator with opset WHOLE. MaxPool is not: with its defaults written out it is the same."""
    if node.domain not in ("", "ai.onnx") or _is_pool(node):
        return False
    return _since(node.op_type, before) != _since(node.op_type, WHOLE)


def _since(name: str, opset: int) -> int | None:
    """The version of an operator that an opset has; None where it has none."""
    defs = import_module("onnx.defs")
    try:
        return int(defs.get_schema(name, opset, "").since_version)
    except defs.SchemaError:
        return None
