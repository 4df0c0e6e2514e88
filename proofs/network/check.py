"""One MaxPool node against the profile: every clause that a call must meet, and not only the first that is broken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from proofs.network.nodes import NHWC, Node
from proofs.network.sizes import (
    Known,
    Standing,
    attributes_of,
    concrete,
    decide,
    has_senseless_attributes,
    is_about_windows,
    result,
    size_of,
)
from proofs.network.tensors import NodeTensor, Size
from reference.call import ABSENT, describe
from spec.language.fold import conjuncts
from spec.language.terms import Variable, free_variables
from spec.maxpool.family import VERSIONS
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES, dX
from spec.operator.clauses import Clause, Scope
from spec.operator.operator import Operator
from spec.window.names import x

DEFAULTS: Mapping[str, object] = dict(sorted(VERSIONS[22].defaults(len(MAXPOOL.axes)).items()))
"""What ONNX takes for an attribute that is not set, on two spatial axes."""


@dataclass(frozen=True, slots=True)
class CheckedClause:
    """A clause, and what became of it."""

    label: str
    known: Known


@dataclass(frozen=True, slots=True)
class NodeReport:
    """A node, its clauses, the attributes that it leaves to their defaults, notes on its version of the operator.

    `invalid` says why it, or its model, is not valid ONNX.
    """

    node: Node
    clauses: tuple[CheckedClause, ...]
    defaults: Mapping[str, object]
    notes: tuple[str, ...]
    invalid: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """`outside` if a clause fails, `invalid` where ONNX does not say what the node is; else what is known.

        That is `unknown` if a clause is not known, `inside if` on conditions, else `inside`.
        """
        standings = {checked.known.standing for checked in self.clauses}
        if self.invalid and Standing.FAILS not in standings:
            return "invalid"
        words = {Standing.FAILS: "outside", Standing.UNKNOWN: "unknown", Standing.CONDITION: "inside if"}
        return next((word for standing, word in words.items() if standing in standings), "inside")


@dataclass(slots=True)
class Reports:
    """Reports on nodes: what is the same of two is decided once. `invalid` is said of all of them."""

    invalid: tuple[str, ...] = ()
    _known: dict[tuple[object, ...], _KnownReport] = field(default_factory=dict, init=False)
    _attributes: dict[int, tuple[Mapping[str, object], str]] = field(default_factory=dict, init=False)

    def on(self, node: Node) -> NodeReport:
        """Hold a node against the profile."""
        shape, names = _without_names(node.X.shape)
        said = (*node.open_attributes, self._said_by(node.attributes))
        key = (node.version, node.domain, node.opset, node.outputs, node.X.dtype, shape, said)
        if key not in self._known:
            self._known[key] = _KnownReport.of(report(replace(node, X=NodeTensor(node.X.dtype, shape))))
        known = self._known[key]
        invalid = (*self.invalid, *node.obstacles, *known.report.invalid)
        return NodeReport(node, known.clauses(names), known.report.defaults, known.report.notes, invalid)

    def _said_by(self, attributes: Mapping[str, object]) -> str:
        """Attributes as a text. Many nodes share them; they are kept, so that no others get their place in memory."""
        if id(attributes) not in self._attributes:
            self._attributes[id(attributes)] = attributes, repr(sorted(attributes.items()))
        return self._attributes[id(attributes)][1]


@dataclass(frozen=True, slots=True)
class _KnownReport:
    """A report on a node whose open sizes have numbers for names, and which of its clauses speak of these."""

    report: NodeReport
    naming: tuple[int, ...]

    @classmethod
    def of(cls, found: NodeReport) -> _KnownReport:
        return cls(found, tuple(i for i, c in enumerate(found.clauses) if MARK[0] in c.known.detail))

    def clauses(self, names: Sequence[str]) -> tuple[CheckedClause, ...]:
        """The clauses of a node whose open sizes have these names."""
        if not names:
            return self.report.clauses
        clauses = list(self.report.clauses)
        for i in self.naming:
            clauses[i] = _with_names(clauses[i], names)
        return tuple(clauses)


MARK = "\ue000{}\ue001"
"""What stands for the name of an open size while a node is judged, by its number."""


def _without_names(shape: tuple[Size, ...] | None) -> tuple[tuple[Size, ...] | None, tuple[str, ...]]:
    """A shape with numbers for the names of open sizes, and the names."""
    names = tuple(dict.fromkeys(d for d in shape or () if isinstance(d, str)))
    if not names:
        return shape, names
    return tuple(MARK.format(names.index(d)) if isinstance(d, str) else d for d in shape or ()), names


def _with_names(checked: CheckedClause, names: Sequence[str]) -> CheckedClause:
    detail = checked.known.detail
    for i, name in enumerate(names):
        detail = detail.replace(MARK.format(i), name)
    return CheckedClause(checked.label, Known(checked.known.standing, detail))


def report(node: Node) -> NodeReport:
    """Hold a node against the profile; of what keeps it from being a MaxPool, its version alone is looked at."""
    defaults = defaults_of(node)
    environment = _environment(node, defaults)
    clauses = tuple(
        CheckedClause(clause.label, _decided(clause, node, environment)) for clause in MAXPOOL.preconditions()
    )
    return NodeReport(node, clauses, defaults, tuple(_notes(node, defaults)), tuple(_not_understood(node)))


def defaults_of(node: Node) -> dict[str, object]:
    """What ONNX takes for the attributes that a node does not set."""
    return {
        name: value
        for name, value in DEFAULTS.items()
        if name not in node.attributes and name not in node.open_attributes
    }


def _not_understood(node: Node) -> Iterator[str]:
    """Why a node's opset does not say what it is."""
    domain = node.domain or "ONNX"
    if node.version not in VERSIONS:
        yield f"opset {node.opset} of {domain} has no MaxPool" if node.opset else f"no opset of {domain} is imported"
        return
    onnx = import_module("onnx")
    newest = onnx.defs.onnx_opset_version()
    if node.domain != NHWC and node.opset > newest:
        yield f"opset {node.opset} is not known: onnx {onnx.__version__} has opsets up to {newest}"
        return
    since = onnx.defs.get_schema("MaxPool", min(node.opset, newest), "").since_version
    if since != node.version:
        yield f"version {since} of MaxPool is not known here: up to {max(VERSIONS)} are"


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


def _decided(clause: Clause, node: Node, environment: Mapping[str, Any]) -> Known:
    """A clause where all it speaks of is known is evaluated; one about open sizes is put to the solvers."""
    if clause.scope is Scope.AXIS:
        return _worst([_on_axis(clause, axis, node, environment) for axis in range(len(MAXPOOL.axes))])
    missing = sorted(v.name for v in free_variables(clause.formula) if v.name not in environment)
    if not missing:
        return result(Operator("one clause", (clause,), MAXPOOL.axes), environment)
    if set(conjuncts(clause.formula)) <= {size >= 0 for size in dX}:
        return Known(Standing.HOLDS, "a size is not negative")
    if not {Variable(name) for name in missing} <= set(dX) or len(node.X.shape or ()) != len(dX):
        return Known(Standing.UNKNOWN, f"it depends on {', '.join(missing)}, which is not known")
    return Known(Standing.CONDITION, f"{clause.statement.rstrip('.')}; here X is {node.X}")


def _on_axis(clause: Clause, axis: int, node: Node, environment: Mapping[str, Any]) -> Known:
    """A clause on one axis: evaluated where the size of X is known, else decided for all sizes."""
    size, attributes = size_of(axis), attributes_of(axis)
    known = {name: environment[name] for name in (size, *attributes) if name in environment}
    if environment.get("rank(X)", 4) != 4:
        return Known(Standing.UNKNOWN, "X does not have two spatial axes")
    if is_about_windows(clause) and has_senseless_attributes(axis, known):
        return Known(Standing.UNKNOWN, "the attributes are not valid")
    missing = sorted(attributes - known.keys())
    if missing and free_variables(clause.formula) != {x}:
        return Known(Standing.UNKNOWN, f"it depends on {', '.join(missing)}, which is not known")
    return concrete(clause, axis, known) if size in known else decide(clause, axis, known, _name(node, axis))


def _name(node: Node, axis: int) -> str:
    size: Size = node.X.shape[axis + 2] if node.X.shape is not None and len(node.X.shape) == 4 else None
    return str(size) if size else size_of(axis)


def _worst(found: list[Known]) -> Known:
    order = [Standing.FAILS, Standing.UNKNOWN, Standing.CONDITION, Standing.HOLDS]
    worst = min(found, key=lambda d: order.index(d.standing))
    details = dict.fromkeys(d.detail for d in found if d.standing is worst.standing and d.detail)
    return Known(worst.standing, "; ".join(details))


def _notes(node: Node, defaults: Mapping[str, object]) -> Iterator[str]:
    """What the node's version of the operator has otherwise than the newest."""
    if node.domain == NHWC:
        yield f"a node of {NHWC}: X and Y are shown, and judged, with the channel as second axis"
    if node.version not in VERSIONS:
        return
    rules = VERSIONS[node.version]
    has = {"kernel_shape", *rules.attributes}
    for name in sorted(node.attributes.keys() - has):
        yield f"version {node.version} of MaxPool has no attribute {name}"
    for name in sorted(defaults.keys() - has):
        yield f"version {node.version} of MaxPool has no attribute {name}: it cannot be made explicit"
    if node.X.dtype is not None and node.X.dtype not in rules.types:
        yield f"version {node.version} of MaxPool does not support element type {node.X.dtype}"
    if node.outputs > 1 and not rules.has_indices:
        yield f"version {node.version} of MaxPool has no output Indices"
