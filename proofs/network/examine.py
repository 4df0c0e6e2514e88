"""What the onnx package says of a model, asked in other processes: a hostile model may end or hang them, and not us."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from proofs.network.functions import MOST_NODES, FunctionCall, bodies, followed
from proofs.network.load import graphs_of, tensors_of
from reference.common.isolation import Bounds, Stopped, limit_process, started
from reference.common.text import visible

T = TypeVar("T")
SECONDS, MEGABYTES = 120, 8192
"""What each may take."""
SHOWN = 200
TOO_MANY = f"functions are judged as they are written: followed, they call themselves or have over {MOST_NODES:,} nodes"


@dataclass(frozen=True, slots=True)
class Examined:
    """`invalid` is what the checker objects to; `shapes` the model with inferred shapes, or None and then a `problem`.

    `bodies` are the functions' bodies with the shapes of each different call.
    """

    invalid: str = ""
    shapes: bytes | None = None
    problem: str = ""
    bodies: Mapping[FunctionCall, bytes] = field(default_factory=dict)


def examined(model: Any) -> Examined:
    """Check a model and infer its shapes, at the same time."""
    data, too_many = model.SerializeToString(), followed(model) > MOST_NODES
    bounds = Bounds(SECONDS)
    with started(check, data, bounds=bounds) as checking, started(infer, data, too_many, bounds=bounds) as inferring:
        invalid, failed = _result(checking)
        inferred, why = _result(inferring)
    shapes, found = inferred or (None, {})
    problem = f"shape inference failed: {why}" if why else TOO_MANY if too_many else ""
    return Examined(invalid or failed or "", shapes, problem, found)


def _result(result: Callable[[], T]) -> tuple[T | None, str]:
    """What a process found; or None, and why."""
    try:
        return result(), ""
    except (Stopped, Exception) as error:  # A library may raise anything.
        return None, visible(str(error))[:SHOWN] or type(error).__name__


def check(model: bytes) -> str:
    """What onnx's checker objects to, or nothing.

    Two things are no objection here: data that are kept in another file, which is not opened, and outputs without a
    shape.
    """
    onnx = import_module("onnx")
    checker = import_module("onnx.checker")
    limit_process(megabytes=MEGABYTES, beyond_present=True)
    proto = onnx.load_model_from_string(model)
    del model
    for graph in (proto.graph, *proto.functions):
        for tensor in tensors_of(graph):
            if tensor.external_data or tensor.data_location:
                _empty(tensor)
    for graph in _graphs(proto.graph):
        for value in graph.output:
            if value.type.HasField("tensor_type"):
                value.type.tensor_type.shape.SetInParent()
    try:
        checker.check_model(proto.SerializeToString())
    except checker.ValidationError as error:
        return " ".join(str(error).split("\n\n")[0].split())[:SHOWN]
    return ""


def _empty(tensor: Any) -> None:
    for name in ("dims", "external_data", "data_location", "raw_data"):
        tensor.ClearField(name)
    tensor.dims.append(0)


def _graphs(graph: Any) -> Iterator[Any]:
    yield graph
    for attribute in (attribute for node in graph.node for attribute in node.attribute):
        for inner in graphs_of(attribute):
            yield from _graphs(inner)


def infer(model: bytes, without_functions: bool) -> tuple[bytes, dict[FunctionCall, bytes]]:
    """The inference itself, of the model and of its functions' bodies; of memory, it takes no more than MEGABYTES.

    `without_functions`: what they return is not known, and they have no bodies. They are kept as they are.
    """
    onnx, inference = import_module("onnx"), import_module("onnx.shape_inference")
    limit_process(megabytes=MEGABYTES, beyond_present=True)

    def inferred(data: bytes) -> bytes:
        proto = onnx.load_model_from_string(data)
        found: bytes = inference.infer_shapes(proto, data_prop=True).SerializeToString()
        return found

    def as_far(data: bytes) -> bytes:
        """A body whose shapes cannot be inferred is judged without them."""
        with suppress(inference.InferenceError, ValueError, RuntimeError):
            return inferred(data)
        return data

    if without_functions:
        proto = onnx.load_model_from_string(model)
        kept = list(proto.functions)
        del proto.functions[:]
        shapes = onnx.load_model_from_string(inferred(proto.SerializeToString()))
        shapes.functions.extend(kept)
        return shapes.SerializeToString(), {}
    whole = inferred(model)
    return whole, bodies(onnx.load_model_from_string(whole), as_far)
