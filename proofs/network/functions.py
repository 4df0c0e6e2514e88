"""The functions of a model, each as the model that one call of it is: with that call's types and attributes."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import inf
from typing import Any

from proofs.network.load import graphs_of, nodes_of
from proofs.network.tensors import NOTHING_KNOWN, NodeTensor, type_number, values_of

Name = tuple[str, str, str]
"""Domain, name and overload."""
MOST_NODES = 1_000_000
"""Functions are followed if a network has no more nodes then."""
MOST_DEEP = 100
"""Functions are followed if no more of them, and of subgraphs, are in one another."""
MOST_BODIES = 10_000
"""So many different calls are followed; what is beyond them is judged without its caller."""


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """What a call says to a function: all calls that say the same have one body."""

    name: Name
    inputs: tuple[NodeTensor, ...]
    attributes: bytes


def called(node: Any) -> Name:
    """The function that a node calls, if the model has it."""
    return _domain(node.domain), node.op_type, node.overload


def functions_of(model: Any) -> dict[Name, Any]:
    """A model's functions."""
    return {(_domain(f.domain), f.name, f.overload): f for f in model.functions}


def _domain(domain: str) -> str:
    return "" if domain == "ai.onnx" else domain


def followed(model: Any) -> float:
    """How many nodes a model has if each call of a function is followed.

    Infinite where functions call themselves, or call one another too deep down.
    """
    return _Followed(functions_of(model)).extent(model.graph, 0)[0] if model.functions else 0


@dataclass(slots=True)
class _Followed:
    """How many nodes there are, and how deep calls and subgraphs are in one another: of each function once."""

    functions: Mapping[Name, Any]
    known: dict[Name, tuple[float, float]] = field(default_factory=dict)

    def extent(self, graph: Any, depth: int) -> tuple[float, float]:
        nodes, deepest = 0.0, 0.0
        for node in graph.node:
            inside = [self._of(called(node), depth + 1)]
            for attribute in node.attribute:
                inside += [self.extent(inner, depth + 1) for inner in graphs_of(attribute)]
            nodes += 1 + sum(among for among, _ in inside)
            deepest = max(deepest, *(below for _, below in inside))
        return (nodes, 1 + deepest) if deepest < MOST_DEEP else (inf, inf)

    def _of(self, name: Name, depth: int) -> tuple[float, float]:
        if name not in self.functions:
            return 0, 0
        if name not in self.known:
            self.known[name] = inf, inf  # Until it is known: this is what it is if it calls itself.
            if depth < MOST_DEEP:
                self.known[name] = self.extent(self.functions[name], depth)
        return self.known[name]


def call_of(node: Any, values: Mapping[str, NodeTensor]) -> FunctionCall:
    """What a node says to the function that it calls."""
    attributes = b"".join(sorted(a.SerializeToString(deterministic=True) for a in node.attribute))
    return FunctionCall(called(node), tuple(values.get(name, NOTHING_KNOWN) for name in node.input), attributes)


def bodies(model: Any, infer: Any) -> dict[FunctionCall, bytes]:
    """The body of each different call, with the shapes that `infer` (bytes to bytes) finds in it."""
    functions, found = functions_of(model), dict[FunctionCall, bytes]()
    if not functions:
        return found
    below = dict[Name, frozenset[Name]]()
    waiting = list(_calls(model.graph, ChainMap(), functions))
    while waiting and len(found) < MOST_BODIES:
        call, node = waiting.pop()
        if call in found:
            continue
        within = [functions[name] for name in _below(call.name, functions, below)]
        found[call] = infer(_body(model, functions[call.name], within, node, call).SerializeToString())
        inner = import_module("onnx").load_model_from_string(found[call])
        waiting += _calls(inner.graph, ChainMap(), functions)
    return found


def _calls(
    graph: Any, outer: ChainMap[str, NodeTensor], functions: Mapping[Name, Any]
) -> Iterator[tuple[FunctionCall, Any]]:
    values = outer.new_child(values_of(graph))
    for node in graph.node:
        if called(node) in functions:
            yield call_of(node, values), node
        for attribute in node.attribute:
            for inner in graphs_of(attribute):
                yield from _calls(inner, values, functions)


def _below(name: Name, functions: Mapping[Name, Any], known: dict[Name, frozenset[Name]]) -> frozenset[Name]:
    """The functions that one calls, and these, and so on: how deep, MOST_DEEP bounds."""
    if name not in known:
        inside = {called(node) for node in nodes_of(functions[name])} & functions.keys()
        known[name] = frozenset(inside).union(*(_below(inner, functions, known) for inner in inside))
    return known[name]


def _body(model: Any, function: Any, within: Sequence[Any], node: Any, call: FunctionCall) -> Any:
    """A model that is one call of a function, with the functions that are called within it."""
    helper = import_module("onnx.helper")
    tensors = zip(function.input, call.inputs, strict=False)
    inputs = [helper.make_tensor_value_info(name, type_number(t.dtype), t.shape) for name, t in tensors]
    outputs = [import_module("onnx").ValueInfoProto(name=name) for name in function.output]
    graph = helper.make_graph(function.node, function.name, inputs, outputs, value_info=function.value_info)
    given = {a.name: a for a in (*function.attribute_proto, *node.attribute)}
    _fill_in(graph, given)
    imports = function.opset_import or model.opset_import
    return helper.make_model(graph, ir_version=model.ir_version, opset_imports=list(imports), functions=within)


def _fill_in(graph: Any, given: Mapping[str, Any]) -> None:
    """Put the caller's attributes where the body refers to them; one that is not given is left away."""
    for node in graph.node:
        referring = [(i, a.name, a.ref_attr_name) for i, a in enumerate(node.attribute) if a.ref_attr_name]
        for i, name, wanted in reversed(referring):
            if wanted in given:
                node.attribute[i].CopyFrom(given[wanted])
                node.attribute[i].name = name
            else:
                del node.attribute[i]
        for attribute in node.attribute:
            for inner in graphs_of(attribute):
                _fill_in(inner, given)
