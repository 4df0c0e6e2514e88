"""A copy of a model in which MaxPool's default values are written out, shown to be the same model but for them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from proofs.network.check import NodeReport, defaults_of
from proofs.network.load import BadModel, external, load
from proofs.network.nodes import Node, nodes
from proofs.network.raising import WHOLE, opsets, raise_opsets, restore_opsets
from reference.common.files import write_bytes
from spec.maxpool.family import VERSIONS


@dataclass(frozen=True, slots=True)
class MadeExplicit:
    """How many attributes were added; the opset that was imported, where it had to be raised."""

    attributes: int
    before: int | None

    def __str__(self) -> str:
        raised = "" if self.before is None else f", and opset {WHOLE} is imported instead of {self.before}"
        return f"{self.attributes} attributes made explicit{raised}; apart from them it is the same model"


def make_explicit(source: Path, target: Path, reports: Sequence[NodeReport]) -> MadeExplicit:
    """Write the copy; what was changed. Raises BadModel or OSError, and then nothing was written.

    `reports` are those of the model's nodes, called or not. `pads` are not added where `auto_pad` says how to pad: ONNX
    does not allow both. The copy is read again, the additions are taken out, and what is left must be the source.
    """
    model = load(source)
    if any(external(model)) and source.resolve().parent != target.resolve().parent:
        raise BadModel(f"{target}: the model keeps data in other files: write the copy into its own folder")
    before = raise_opsets(model)
    added = _add(model, reports)
    if os.path.lexists(target):
        raise BadModel(f"{target} exists; nothing was written")
    data = model.SerializeToString(deterministic=True)
    _require_same(source, data, added)
    target.parent.stat()  # No folder is made for it.
    write_bytes(target, data)
    return MadeExplicit(sum(len(names) for names in added), before)


def _add(model: Any, reports: Sequence[NodeReport]) -> list[list[str]]:
    helper = import_module("onnx.helper")
    ranks: dict[str, set[int]] = {}
    for report in reports:
        if report.node.X.shape is not None:
            ranks.setdefault(report.node.written, set()).add(len(report.node.X.shape) - 2)
    added = []
    for node in nodes(model):
        if node.obstacles:
            raise BadModel(f"{node.place}: {node.obstacles[0]}; nothing was written")
        defaults = defaults_of(node)
        names = [name for name in defaults if not (name == "pads" and _pads_by_itself(node))]
        for name in names:
            if name not in VERSIONS[node.version].attributes:
                raise BadModel(
                    f"{node.place}: version {node.version} of MaxPool has no attribute {name}: convert the model first"
                )
            if other := ranks.get(node.written, {2}) - {2}:
                raise BadModel(
                    f"{node.place}: X has {min(other)} spatial axes, and the profile has two; nothing was written"
                )
            node.proto.attribute.append(helper.make_attribute(name, defaults[name]))
        added.append(names)
    return added


def _pads_by_itself(node: Node) -> bool:
    return node.attributes.get("auto_pad", "NOTSET") != "NOTSET"


def _require_same(source: Path, data: bytes, added: Sequence[Sequence[str]]) -> None:
    """Without what was added, and that at the end of each node's attributes, the copy is the source, bit for bit."""
    copy, original = import_module("onnx").load_model_from_string(data), load(source)
    for node, names in zip(nodes(copy), added, strict=True):
        for name in reversed(names):
            if node.proto.attribute[-1].name != name:
                raise AssertionError(f"{node.place}: {name} is not where it was added")
            del node.proto.attribute[-1]
    restore_opsets(copy, opsets(original))
    if copy.SerializeToString(deterministic=True) != original.SerializeToString(deterministic=True):
        raise AssertionError("the copy differs in more than the attributes that were added; nothing was written")
