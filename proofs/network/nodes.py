"""The MaxPool nodes of a network, wherever they stand: in the main graph, in subgraphs, in called functions."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from math import isfinite
from typing import Any

from proofs.network.functions import FunctionCall, Name, call_of, called, functions_of
from proofs.network.load import graphs_of
from proofs.network.tensors import NOTHING_KNOWN, NodeTensor, printable, values_in_function, values_of
from spec.maxpool.family import VERSIONS

NHWC = "com.ms.internal.nhwc"
DOMAINS = ("", "ai.onnx", NHWC)
Opsets = Mapping[str, tuple[int, ...]]
Values = ChainMap[str, NodeTensor]
INT, STRING, INTS, GRAPHS = 2, 3, 7, (5, 10)
"""Types of attributes, by ONNX's numbers."""


@dataclass(frozen=True, slots=True)
class Node:
    """A MaxPool node: where it stands, its version of the operator, what is known of X and Y, its attributes.

    `written` is where it is written, whoever calls that; `proto` is given where nodes are taken as written; `domain`
    and `opset` are those that it is read by; X and Y of NHWC are as if their channel were the second axis.
    `open_attributes` are those that a function takes from its caller, `obstacles` what keeps it from being a MaxPool.
    """

    place: str
    proto: Any
    version: int
    X: NodeTensor
    Y: NodeTensor
    attributes: Mapping[str, object]
    open_attributes: tuple[str, ...] = ()
    written: str = ""
    domain: str = ""
    opset: int = 0
    outputs: int = 1
    obstacles: tuple[str, ...] = ()


@dataclass(slots=True)
class _Walk:
    """A walk through a model and the functions that it calls, or through what is written alone."""

    functions: Mapping[Name, Any]
    follow: bool
    bodies: Mapping[FunctionCall, bytes]
    parsed: dict[FunctionCall, tuple[Any, Opsets, Values]] = field(default_factory=dict)
    followed: set[Name] = field(default_factory=set)
    attributes: dict[bytes, tuple[dict[str, object], tuple[str, ...]]] = field(default_factory=dict)

    def nodes(self, protos: Any, place: str, opsets: Opsets, values: Values) -> Iterator[Node]:
        """Nodes, and those of the graphs in them, which see the values of the graphs around."""
        for i, proto in enumerate(protos):
            is_pool = proto.op_type == "MaxPool" and proto.domain in DOMAINS
            if not is_pool and not self.functions and not any(a.type in GRAPHS for a in proto.attribute):
                continue
            name = f"{place}{printable(proto.name) or f'{proto.op_type}#{i}'}"
            if self.functions and (wanted := called(proto)) in self.functions:
                if is_pool:
                    yield self.node(proto, name, opsets, values, "a function of the model has this name: it is called")
                if self.follow:
                    yield from self.call(proto, name, wanted, values)
            elif is_pool:
                yield self.node(proto, name, opsets, values)
            for attribute in (a for a in proto.attribute if a.type in GRAPHS):
                for inner in graphs_of(attribute):
                    scope = values.new_child(values_of(inner))
                    yield from self.nodes(inner.node, f"{name}.{printable(attribute.name)}/", opsets, scope)

    def node(
        self,
        proto: Any,
        place: str,
        opsets: Opsets,
        values: Values,
        *obstacles: str,
    ) -> Node:
        """A node by itself. Nodes with the same attributes share them: there may be very many."""
        key = b"".join(attribute.SerializeToString() for attribute in proto.attribute)
        if key not in self.attributes:
            self.attributes[key] = _attributes(proto)
        attributes, left_open = self.attributes[key]
        inputs, outputs, domain = proto.input, proto.output, proto.domain
        X = values.get(inputs[0], NOTHING_KNOWN) if inputs else NOTHING_KNOWN
        Y = values.get(outputs[0], NOTHING_KNOWN) if outputs else NOTHING_KNOWN
        if domain == NHWC:
            X, Y = X.channels_second(), Y.channels_second()
        opset = max(opsets[domain], default=0)
        return Node(
            place=place,
            written=place,
            proto=None if self.follow else proto,
            domain=domain,
            opset=opset,
            version=version_in(opset),
            X=X,
            Y=Y,
            attributes=attributes,
            open_attributes=left_open,
            outputs=sum(map(bool, outputs)),
            obstacles=(*obstacles, *_obstacles(proto, opsets[domain])),
        )

    def call(self, proto: Any, caller: str, name: Name, values: Values) -> Iterator[Node]:
        """The nodes of a function, as one call has them."""
        function, said = self.functions[name], call_of(proto, values)
        if said not in self.bodies:
            return
        self.followed.add(name)
        if said not in self.parsed:
            body = import_module("onnx").load_model_from_string(self.bodies[said])
            self.parsed[said] = body, opsets_of(body.opset_import), ChainMap(values_of(body.graph))
        body, opsets, inner = self.parsed[said]
        place = f"function {printable(function.name)}/"
        for node in self.nodes(body.graph.node, place, opsets, inner):
            yield replace(node, place=f"{node.place}, called by {caller}")


def nodes(model: Any) -> Iterator[Node]:
    """All MaxPool nodes of a model (onnx.ModelProto) as they are written, in its order."""
    walk = _Walk(functions_of(model), follow=False, bodies={})
    yield from _main(walk, model)
    yield from _uncalled(walk, model)


def called_nodes(model: Any, bodies: Mapping[FunctionCall, bytes]) -> list[Node]:
    """The same, but those of a function once for each call of it; if there is no call that is known, as written.

    Functions that call themselves, or are far too many when they are followed, have no `bodies`.
    """
    walk = _Walk(functions_of(model), follow=True, bodies=bodies)
    found = [*_main(walk, model), *_uncalled(walk, model)]
    if not model.functions:
        return found
    times = Counter(node.written for node in found)
    return [replace(node, place=node.written) if times[node.written] == 1 else node for node in found]


def _main(walk: _Walk, model: Any) -> Iterator[Node]:
    return walk.nodes(model.graph.node, "", opsets_of(model.opset_import), ChainMap(values_of(model.graph)))


def _uncalled(walk: _Walk, model: Any) -> Iterator[Node]:
    for name, function in functions_of(model).items():
        if name not in walk.followed:
            place, opsets = f"function {printable(function.name)}/", function.opset_import or model.opset_import
            yield from walk.nodes(function.node, place, opsets_of(opsets), ChainMap(values_in_function(function)))


def opsets_of(imports: Any) -> Opsets:
    """The versions that are imported of each domain of DOMAINS."""
    return {domain: opset_of(imports, domain) for domain in DOMAINS}


def opset_of(imports: Any, domain: str) -> tuple[int, ...]:
    """The versions of a domain that are imported: one, if all is well."""
    wanted = (NHWC,) if domain == NHWC else ("", "ai.onnx")
    return tuple(sorted({entry.version for entry in imports if entry.domain in wanted}))


@cache
def version_in(opset: int) -> int:
    """The version of MaxPool that an opset has; 0 where it has none."""
    return max((number for number in VERSIONS if number <= opset), default=0)


def _obstacles(proto: Any, opsets: tuple[int, ...]) -> Iterator[str]:
    if len(opsets) > 1:
        yield f"its opset is imported more than once, as {' and '.join(map(str, opsets))}"
    if proto.overload:
        yield f"it is the overload {printable(proto.overload)!r}, which only a function of the model could be"
    if not proto.output or not proto.output[0]:
        yield "it has no output Y"
    elif len(proto.output) > 1 and len(set(proto.output)) < len(proto.output):
        yield "its outputs have one name"


def _attributes(proto: Any) -> tuple[dict[str, object], tuple[str, ...]]:
    """The attributes that a node has, and those that it takes from a function's caller."""
    left_open = tuple(a.name for a in proto.attribute if a.ref_attr_name)
    return {a.name: _value(a) for a in proto.attribute if not a.ref_attr_name}, left_open


def _value(attribute: Any) -> object:
    if attribute.type == INT:
        return attribute.i
    if attribute.type == INTS:
        return list(attribute.ints)
    if attribute.type == STRING:
        return attribute.s.decode("utf-8", "replace")
    if attribute.type == 0:
        return None  # It does not say what it is.
    value = import_module("onnx.helper").get_attribute_value(attribute)
    # MaxPool has no attribute of another type: what this one holds is no matter.
    return value if isinstance(value, float) and isfinite(value) else f"{type(value).__name__}"
