"""What `maxpool model` does: read, infer shapes, check each node, say what was found."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypedDict

from proofs.network.check import CheckedClause, NodeReport, Reports
from proofs.network.examine import examined
from proofs.network.explicit import make_explicit
from proofs.network.load import load
from proofs.network.nodes import called_nodes
from proofs.network.sizes import Standing
from reference.common.text import as_it_stands

LONGEST = 2000
"""Characters of a line that is shown; the JSON document has all of them."""


class TensorJson(TypedDict):
    """What is known of a tensor of a node: null where it is not."""

    dtype: str | None
    shape: Sequence[int | str | None] | None


class CheckedJson(TypedDict):
    """A clause on a node: whether it holds, and why that is not known or under which condition."""

    label: str
    outcome: Standing
    detail: str


class _NodeHeadJson(TypedDict):
    """A node as it is written."""

    node: str
    domain: str
    version: int
    X: TensorJson
    Y: TensorJson
    attributes: dict[str, Any]
    defaults: dict[str, Any]
    verdict: str
    outside: list[str]
    invalid: list[str]
    notes: list[str]


class NodeJson(_NodeHeadJson):
    """A node of a network against the profile, clause by clause."""

    clauses: list[CheckedJson]


class _HeadJson(TypedDict):
    """What is said of a network as a whole: whether its shapes were inferred and it is valid, or why not."""

    schema: Literal["maxpool/model/1"]
    network: str
    shapes: str
    checker: str


class ModelJson(_HeadJson):
    """A network against the profile, node by node."""

    nodes: list[NodeJson]


@dataclass(frozen=True, slots=True)
class Network:
    """A network that was checked: its nodes, what onnx's checker objects to, why its shapes are not known if so.

    `written` is what was done to write attributes out.
    """

    path: Path
    reports: tuple[NodeReport, ...]
    problem: str = ""
    written: str = ""
    invalid: str = ""

    @property
    def ok(self) -> bool:
        """The model is valid, and no node is outside the profile, or may be for what is not known."""
        return not self.invalid and all(r.verdict in ("inside", "inside if") for r in self.reports)

    def json(self) -> Iterator[str]:
        """The JSON document in pieces: one line for each node, however many there are."""
        head: _HeadJson = {
            "schema": "maxpool/model/1",
            "network": str(self.path),
            "shapes": self.problem or "inferred",
            "checker": self.invalid or "valid",
        }
        yield f'{json.dumps(head)[:-1]}, "nodes": ['
        texts: dict[int, str] = {}
        for i, found in enumerate(self.reports):
            for checked in found.clauses:
                if id(checked) not in texts:  # Most are shared; all live as long as the reports.
                    texts[id(checked)] = json.dumps(_clause(checked))
            clauses = ", ".join(texts[id(checked)] for checked in found.clauses)
            comma = "," if i else ""
            yield f'{comma}\n{json.dumps(_node(found))[:-1]}, "clauses": [{clauses}]}}'
        yield "\n]}\n"


def check_network(path: Path, explicit: Path | None = None) -> Network:
    """Check a model file; write a copy with explicit attributes if one is wanted. Raises BadModel or OSError."""
    model = load(path)
    found = examined(model)
    with_shapes = model if found.shapes is None else import_module("onnx").load_model_from_string(found.shapes)
    reports = Reports((f"onnx's checker: {found.invalid}",) if found.invalid else ())
    judged = tuple(map(reports.on, called_nodes(with_shapes, found.bodies)))
    written = "" if explicit is None else f"{explicit}: {make_explicit(path, explicit, judged)}"
    return Network(path, judged, found.problem, written, found.invalid)


def _node(found: NodeReport) -> _NodeHeadJson:
    node = found.node
    return {
        "node": node.place,
        "domain": node.domain,
        "version": node.version,
        "X": {"dtype": node.X.dtype, "shape": node.X.shape},
        "Y": {"dtype": node.Y.dtype, "shape": node.Y.shape},
        "attributes": dict(node.attributes),
        "defaults": dict(found.defaults),
        "verdict": found.verdict,
        "outside": [c.label for c in found.clauses if c.known.standing is Standing.FAILS],
        "invalid": list(found.invalid),
        "notes": list(found.notes),
    }


def _clause(checked: CheckedClause) -> CheckedJson:
    return {"label": checked.label, "outcome": checked.known.standing, "detail": checked.known.detail}


def lines(network: Network, *, verbose: bool = False) -> Iterator[str]:
    """A few lines for each node: the clauses that do not simply hold; with `verbose`, all."""
    yield from map(_shown, _lines_of(network, verbose))


def _shown(line: str) -> str:
    """A line that steers no terminal, and ends: names, texts and shapes may be of any length."""
    return as_it_stands(line if len(line) <= LONGEST else f"{line[:LONGEST]} ... ({len(line):,} characters)")


def _lines_of(network: Network, verbose: bool) -> Iterator[str]:
    if network.invalid:
        yield f"not a valid ONNX model: {network.invalid}"
    if network.problem:
        yield network.problem
    for found in network.reports:
        yield from _lines(found, verbose)
    if network.written:
        yield network.written
    yield _summary(network.reports)


def _lines(found: NodeReport, verbose: bool) -> Iterator[str]:
    node = found.node
    yield f"{node.place}: {found.verdict}"
    yield f"  MaxPool {node.version}; X: {node.X}; Y: {node.Y}"
    for checked in found.clauses:
        known = checked.known
        if verbose or known.standing is not Standing.HOLDS:
            yield f"  {checked.label}: {known.standing}{f': {known.detail}' if known.detail else ''}"
    if found.defaults:
        yield f"  not explicit: {', '.join(f'{name} = {value}' for name, value in found.defaults.items())}"
    yield from (f"  {text}" for text in (*found.invalid, *found.notes))


def _summary(reports: Sequence[NodeReport]) -> str:
    counts = Counter({"inside": 0, "inside if": 0, "unknown": 0, "outside": 0})
    counts.update(found.verdict for found in reports)
    return f"{len(reports)} MaxPool nodes: " + ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
