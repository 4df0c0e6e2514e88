"""What `maxpool check --json` has to say of MaxPool."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.statement import Statement
from spec.examples.catalogue import ALL as EXAMPLES
from spec.maxpool.operator import MAXPOOL


def strict_json(text: str) -> Any:
    """A JSON document and nothing else, with no constant that JSON does not have."""
    return json.loads(text, parse_constant=pytest.fail)


def assert_whole(text: str, obligations: Sequence[str], absent: Sequence[str] = ()) -> None:
    """Every clause and example, and those obligations, each with its keys and as expected; and the theories absent."""
    document = strict_json(text)
    assert list(document.pop("absent", {})) == list(absent)
    held = ["strength", "edges_misjudged", "unread", "lost", "false_statements"]
    parts = ["clauses", "obligations", "examples", "remembered", "examination_remembered", *held, "kernel", "why3"]
    assert list(document) == ["schema", "operator", "ok", *parts, "seconds"]
    assert (document["edges_misjudged"], document["unread"]) == ([], [])
    assert document["operator"] == MAXPOOL.name
    assert (document["schema"], document["ok"]) == ("maxpool/check/1", True)
    told = [{"label": c.label, "kind": c.kind, "source": str(c.source)} for c in MAXPOOL.clauses]
    assert document["clauses"] == told
    assert [o["label"] for o in document["obligations"]] == list(obligations)
    for found in document["obligations"]:
        assert_told_obligation(found, CATALOGUE[found["label"]])
    assert [e["label"] for e in document["examples"]] == [e.label for e in EXAMPLES]
    assert all(map(is_told_example, document["examples"]))


def assert_told_obligation(found: Mapping[str, Any], obligation: Statement) -> None:
    """An obligation has its keys and the verdict expected: proved by two routes, or refuted with a witness."""
    assert found["operator"] == MAXPOOL.name
    assert {"label", "expected", "verdict", "vacuous", "routes", "witness", "clauses", "source"} <= found.keys()
    assert (found["verdict"], found["expected"], found["vacuous"]) == (obligation.expected, obligation.expected, False)
    for route in found["routes"]:
        assert route.keys() - {"bounds"} == {"name", "version", "verdict", "seconds"}
    agreeing = {r["name"] for r in found["routes"] if r["verdict"] == found["verdict"] and "bounds" not in r}
    assert len(agreeing) >= (2 if found["verdict"] == "proved" else 1)
    assert (found["witness"] is not None) == (found["verdict"] == "refuted")
    assert (found["clauses"], found["source"]) == (list(obligation.clauses), str(obligation.source))


def is_told_example(found: Mapping[str, Any]) -> bool:
    """An example has its keys, and conforms, is an erratum, or is outside the profile."""
    return (
        {"label", "document", "line", "in_profile", "verdict", "restriction", "cells"} <= found.keys()
        and found["in_profile"] is (found["restriction"] is None)
        and all(cell.keys() == {"tensor", "index", "printed", "right"} for cell in found["cells"])
        and found["verdict"] in ("conforms", "erratum", "rejected and reproduced")
    )
