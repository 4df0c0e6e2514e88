"""A copy of a model in which MaxPool's default values are written out, shown to be the same model but for them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from proofs.network.check import NodeReport
from proofs.network.load import BadModel, external, load
from proofs.network.nodes import nodes
from reference.common.files import write_bytes
from spec.maxpool.family import VERSIONS


def make_explicit(source: Path, target: Path, reports: Sequence[NodeReport]) -> int:
    """Write the copy; how many attributes were added. Raises BadModel or OSError, and then nothing was written.

    `reports` are those of the model's nodes, in order. `pads` are not added where `auto_pad` says how to pad: ONNX
    does not allow both. The copy is read again, the additions are taken out, and what is left must be the source.
    """
    model = load(source)
    if any(external(model)) and source.resolve().parent != target.resolve().parent:
        raise BadModel(f"{target}: the model keeps data in other files: write the copy into its own folder")
    added = _add(model, reports)
    if os.path.lexists(target):
        raise BadModel(f"{target} exists; nothing was written")
    data = model.SerializeToString(deterministic=True)
    _require_same(source, data, added)
    target.parent.stat()  # No folder is made for it.
    write_bytes(target, data)
    return sum(len(names) for names in added)


def _add(model: Any, reports: Sequence[NodeReport]) -> list[list[str]]:
    helper = import_module("onnx.helper")
    added = []
    for node, report in zip(nodes(model), reports, strict=True):
        names = [name for name in report.defaults if not (name == "pads" and _pads_by_itself(report))]
        rank = len(report.node.X.shape) - 2 if report.node.X.shape is not None else 2
        for name in names:
            if name not in VERSIONS[node.version].attributes:
                raise BadModel(
                    f"{node.place}: version {node.version} of MaxPool has no attribute {name}: convert the model first"
                )
            if rank != 2:
                raise BadModel(f"{node.place}: X has {rank} spatial axes, and the profile has two; nothing was written")
            node.proto.attribute.append(helper.make_attribute(name, report.defaults[name]))
        added.append(names)
    return added


def _pads_by_itself(report: NodeReport) -> bool:
    return report.node.attributes.get("auto_pad", "NOTSET") != "NOTSET"


def _require_same(source: Path, data: bytes, added: Sequence[Sequence[str]]) -> None:
    """Without what was added, and that at the end of each node's attributes, the copy is the source, bit for bit."""
    copy = import_module("onnx").load_model_from_string(data)
    for node, names in zip(nodes(copy), added, strict=True):
        for name in reversed(names):
            if node.proto.attribute[-1].name != name:
                raise AssertionError(f"{node.place}: {name} is not where it was added")
            del node.proto.attribute[-1]
    if copy.SerializeToString(deterministic=True) != load(source).SerializeToString(deterministic=True):
        raise AssertionError("the copy differs in more than the attributes that were added; nothing was written")
