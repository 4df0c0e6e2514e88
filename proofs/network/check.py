"""One MaxPool node against the profile: every clause that a call must meet, and not only the first that is broken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proofs.network.nodes import Node, Size
from proofs.network.sizes import Decided, Outcome, decide
from reference.call import ABSENT, describe
from reference.maxpool import MOST_WINDOWS
from reference.onnx import Axis
from spec.language.terms import free_variables
from spec.maxpool.family import VERSIONS
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES
from spec.operator.clauses import Clause, Scope
from spec.operator.operator import Operator, Violation

DEFAULTS: Mapping[str, object] = {
    "auto_pad": "NOTSET",
    "ceil_mode": 0,
    "dilations": [1, 1],
    "pads": [0, 0, 0, 0],
    "storage_order": 0,
    "strides": [1, 1],
}
"""What ONNX takes for an attribute that is not set, on two spatial axes."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A clause, and what became of it."""

    label: str
    decided: Decided


@dataclass(frozen=True, slots=True)
class NodeReport:
    """A node, its clauses, the attributes that it leaves to their defaults, notes on its version of the operator."""

    node: Node
    clauses: tuple[Checked, ...]
    defaults: Mapping[str, object]
    notes: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """`outside` if a clause fails, `unknown` if one is not known, `inside if` on conditions, else `inside`."""
        outcomes = {checked.decided.outcome for checked in self.clauses}
        words = {Outcome.FAILS: "outside", Outcome.UNKNOWN: "unknown", Outcome.CONDITION: "inside if"}
        return next((word for outcome, word in words.items() if outcome in outcomes), "inside")


def report(node: Node) -> NodeReport:
    """Hold a node against the profile."""
    defaults = {
        name: value
        for name, value in DEFAULTS.items()
        if name not in node.attributes and name not in node.open_attributes
    }
    environment = _environment(node, defaults)
    clauses = tuple(Checked(clause.label, _decided(clause, node, environment)) for clause in MAXPOOL.preconditions())
    return NodeReport(node, clauses, defaults, tuple(_notes(node, defaults)))


def _environment(node: Node, defaults: Mapping[str, object]) -> dict[str, Any]:
    """The variables of the call, as far as they are known; a default stands for what is not set, and is not given."""
    attributes = {name: node.attributes.get(name, defaults.get(name, ABSENT)) for name in ATTRIBUTES}
    unknown = {name: value for name, value in node.attributes.items() if name not in ATTRIBUTES}
    found = describe(None, attributes, unknown) | {"type(X)": "tensor"}
    for name in (*defaults, *(["kernel_shape"] if "kernel_shape" not in node.attributes else [])):
        found[f"given({name})"] = name in node.open_attributes
    for name in node.open_attributes:
        found |= {f"given({name})": True}
        found.pop(f"type({name})", None)
    found["defaults_used"] = sum(not found[f"given({name})"] for name in ATTRIBUTES)
    if node.X.dtype is not None:
        found["dtype(X)"] = node.X.dtype
    if node.X.shape is not None:
        found["rank(X)"] = len(node.X.shape)
        found |= {f"dX_{i}": size for i, size in enumerate(node.X.shape) if isinstance(size, int)}
    return found


def _decided(clause: Clause, node: Node, environment: Mapping[str, Any]) -> Decided:
    """A clause where all it speaks of is known is evaluated; one about open sizes is put to the solvers."""
    if clause.scope is Scope.AXIS:
        return _worst([_on_axis(clause, axis, node, environment) for axis in (0, 1)])
    missing = sorted(v.name for v in free_variables(clause.formula) if v.name not in environment)
    if not missing:
        return _evaluated(clause, environment)
    if clause.label == "X.batch-and-channels":
        return Decided(Outcome.HOLDS, "a size is not negative")
    open_sizes = all(name.startswith("dX_") for name in missing) and node.X.shape is not None
    if open_sizes and len(node.X.shape or ()) == 4:
        return Decided(Outcome.CONDITION, f"where the product of X's sizes, {node.X}, is at most 2**63")
    return Decided(Outcome.UNKNOWN, f"it depends on {', '.join(missing)}, which is not known")


def _on_axis(clause: Clause, axis: int, node: Node, environment: Mapping[str, Any]) -> Decided:
    symbols = {v.name for t in MAXPOOL.axes[axis].values() for v in free_variables(t)}
    known = {name: value for name, value in environment.items() if name in symbols}
    if environment.get("rank(X)", 4) != 4:
        return Decided(Outcome.UNKNOWN, "X has not two spatial axes")
    needed = symbols & {f"{name}[{i}]" for name in ("dilations", "kernel_shape", "pads", "strides") for i in range(4)}
    senseless = needed <= known.keys() and any(known[n] < (0 if n.startswith("pads") else 1) for n in needed)
    if senseless and clause.label in ("Y.positive", "windows.meet-input"):
        return Decided(Outcome.UNKNOWN, "the attributes make no sense")
    size = f"dX_{axis + 2}"
    if size in known and needed <= known.keys():
        return _concrete(clause, axis, known)
    if clause.label == "X.spatial":
        return Decided(Outcome.CONDITION, f"exactly for {_name(node, axis)} >= 1")
    return decide(clause, axis, known, {size: _name(node, axis)})


def _name(node: Node, axis: int) -> str:
    size: Size = node.X.shape[axis + 2] if node.X.shape is not None and len(node.X.shape) == 4 else None
    return str(size) if size else f"dX_{axis + 2}"


def _concrete(clause: Clause, axis: int, known: Mapping[str, int]) -> Decided:
    """A clause on an axis of which everything is known, with the window where one misses the input."""
    names = ("kernel_shape", "dilations", "strides", "pads")
    kernel, dilation, stride, begin = (known[f"{name}[{axis}]"] for name in names)
    x, end = known[f"dX_{axis + 2}"], known[f"pads[{axis + 2}]"]
    if clause.label not in ("Y.positive", "windows.meet-input"):
        return _evaluated_on_axis(clause, axis, known)
    y = (x + begin + end - dilation * (kernel - 1) - 1) // stride + 1
    if clause.label == "Y.positive":
        shown = f"on spatial axis {axis} the output size is {y}"
        return Decided(Outcome.HOLDS) if y >= 1 else Decided(Outcome.FAILS, shown)
    if y < 1:
        return Decided(Outcome.HOLDS, "there is no window")
    if dilation > x and y > MOST_WINDOWS:
        return Decided(Outcome.UNKNOWN, f"there are {y} windows to look at on spatial axis {axis}")
    where = Axis(x, kernel, dilation, stride, begin, end, y)
    windows = range(y) if dilation > x else (0, y - 1)
    missing = next((m for m in windows if not len(where.taps(m))), None)
    if missing is None:
        return Decided(Outcome.HOLDS)
    start = missing * stride - begin
    return Decided(
        Outcome.FAILS,
        f"window {missing} on spatial axis {axis} has no tap on X: its {kernel} taps start at {start}, "
        f"{dilation} apart, and X has positions 0 to {x - 1}",
    )


def _evaluated_on_axis(clause: Clause, axis: int, known: Mapping[str, int]) -> Decided:
    one = Operator("one clause", (clause,), (MAXPOOL.axes[axis],))
    return _result(one, known)


def _evaluated(clause: Clause, environment: Mapping[str, Any]) -> Decided:
    return _result(Operator("one clause", (clause,), MAXPOOL.axes), environment)


def _result(one: Operator, environment: Mapping[str, Any]) -> Decided:
    try:
        one.check(environment)
    except Violation as violation:
        return Decided(Outcome.FAILS, f"expects {violation.expects}, but got {violation.got}")
    return Decided(Outcome.HOLDS)


def _worst(found: list[Decided]) -> Decided:
    order = [Outcome.FAILS, Outcome.UNKNOWN, Outcome.CONDITION, Outcome.HOLDS]
    worst = min(found, key=lambda d: order.index(d.outcome))
    details = dict.fromkeys(d.detail for d in found if d.outcome is worst.outcome and d.detail)
    return Decided(worst.outcome, "; ".join(details))


def _notes(node: Node, defaults: Mapping[str, object]) -> Iterator[str]:
    """What the node's version of the operator has otherwise than the newest."""
    if node.version not in VERSIONS:
        yield "the model imports no operators of ONNX"
        return
    rules = VERSIONS[node.version]
    has = {"kernel_shape", *rules.attributes}
    for name in sorted(node.attributes.keys() - has):
        yield f"version {node.version} of MaxPool has no attribute {name}"
    for name in sorted(defaults.keys() - has):
        yield f"version {node.version} of MaxPool has no attribute {name}: it cannot be made explicit"
    if node.X.dtype is not None and node.X.dtype not in rules.types:
        yield f"version {node.version} of MaxPool has no element type {node.X.dtype}"
    if len(node.proto.output) > 1 and not rules.has_indices:
        yield f"version {node.version} of MaxPool has no output Indices"
