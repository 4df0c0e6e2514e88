"""What `maxpool model` does: read, infer shapes, check each node, say what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console

from proofs.network.check import NodeReport, report
from proofs.network.explicit import make_explicit
from proofs.network.load import inferred, load
from proofs.network.nodes import nodes
from proofs.network.sizes import Standing

SCHEMA = "maxpool/model/1"


@dataclass(frozen=True, slots=True)
class Network:
    """A network that was checked: its nodes, why its shapes are not known if so, attributes that were written out."""

    path: Path
    reports: tuple[NodeReport, ...]
    problem: str = ""
    written: str = ""

    @property
    def ok(self) -> bool:
        """No node is outside the profile, or may be for what is not known."""
        return all(r.verdict in ("inside", "inside if") for r in self.reports)

    def json(self) -> dict[str, Any]:
        """The JSON document."""
        found = [_node(r) for r in self.reports]
        return {"schema": SCHEMA, "network": str(self.path), "shapes": self.problem or "inferred", "nodes": found}


def check_network(path: Path, explicit: Path | None = None) -> Network:
    """Check a model file; write a copy with explicit attributes if one is wanted. Raises BadModel or OSError."""
    model = load(path)
    data, problem = inferred(model.SerializeToString())
    with_shapes = model if data is None else import_module("onnx").load_model_from_string(data)
    reports = tuple(report(node) for node in nodes(with_shapes))
    written = ""
    if explicit is not None:
        added = make_explicit(path, explicit, reports)
        written = f"{explicit}: {added} attributes made explicit; apart from them it is the same model"
    return Network(path, reports, problem, written)


def _node(found: NodeReport) -> dict[str, Any]:
    node = found.node
    tensors = {name: {"dtype": t.dtype, "shape": t.shape} for name, t in (("X", node.X), ("Y", node.Y))}
    return {
        "node": node.place,
        "version": node.version,
        **tensors,
        "attributes": dict(node.attributes),
        "defaults": dict(found.defaults),
        "verdict": found.verdict,
        "outside": [c.label for c in found.clauses if c.known.standing is Standing.FAILS],
        "clauses": [
            {"label": c.label, "outcome": c.known.standing.value, "detail": c.known.detail} for c in found.clauses
        ],
        "notes": list(found.notes),
    }


def show(console: Console, network: Network, *, verbose: bool = False) -> None:
    """A few lines for each node: the clauses that do not simply hold; with `verbose`, all."""
    lines = [network.problem] if network.problem else []
    for found in network.reports:
        lines += _lines(found, verbose)
    lines += [network.written] if network.written else []
    lines.append(_summary(network.reports))
    for line in lines:
        console.print(line)


def _lines(found: NodeReport, verbose: bool) -> list[str]:
    node = found.node
    lines = [f"{node.place}: {found.verdict}", f"  MaxPool {node.version}; X: {node.X}; Y: {node.Y}"]
    for checked in found.clauses:
        known = checked.known
        if verbose or known.standing is not Standing.HOLDS:
            lines.append(f"  {checked.label}: {known.standing}{f': {known.detail}' if known.detail else ''}")
    if found.defaults:
        lines.append(f"  not explicit: {', '.join(f'{name} = {value}' for name, value in found.defaults.items())}")
    return [*lines, *(f"  {note}" for note in found.notes)]


def _summary(reports: Sequence[NodeReport]) -> str:
    counts = dict.fromkeys(("inside", "inside if", "unknown", "outside"), 0)
    for found in reports:
        counts[found.verdict] += 1
    return f"{len(reports)} MaxPool nodes: " + ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
