"""Documents as JSON: each names its schema and has its members, and in a package no other schema is taken."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from maxpool import app
from proofs.acsl import commands as acsl
from proofs.bench import bench, network
from proofs.certificates import certify
from proofs.engine.as_json import documents, schema_of
from proofs.engine.decide import decide
from proofs.engine.record import no_kernel
from proofs.evidence.contents import coverage
from proofs.evidence.making import tool
from proofs.evidence.package import jsontext, names
from proofs.evidence.qualification import seen
from proofs.evidence.registers import dispositions
from proofs.kernel import status as kernel_status
from proofs.kit import files as kit_files
from proofs.kit import run as kit_run
from proofs.kit.adequacy.score import AdequacyJson
from proofs.kit.run import MadeKit
from proofs.kit.written import KitFiguresJson
from proofs.ledger import ask
from proofs.maxpool import capacity
from proofs.mutation.common import scores
from proofs.reports.check import Report, prove_json
from proofs.why3 import commands as why3
from proofs.why3 import smoke
from proofs.why3 import status as why3_status
from proofs.why3 import tools as why3_tools
from reference.common.layout import ROOT
from reference.conformance.cases.given import CASES, SCHEMA, BadKit
from reference.conformance.cases.given import read as read_kit
from reference.conformance.vector_results import DIFFER, vectors_document
from tests.json_tools import KNOWN, problems
from tests.test_other_operator import CATALOGUE as REPEAT


def determined(name: str) -> Callable[[], Any]:
    return lambda: json.loads(tool.determined(REPEAT)[name])


PRINTED: Mapping[str, Callable[[], Any]] = {
    "maxpool/acsl/1": lambda: acsl._document([], {}, {}),
    "maxpool/acsl-smoke/1": lambda: acsl._smoke_document({}),
    "maxpool/capacity/1": lambda: capacity.document(16, 32),
    "maxpool/certify/1": lambda: certify.as_json([]),
    "maxpool/check/1": lambda: Report(REPEAT, (), (), 0.0).json(),
    "maxpool/ledger/1": lambda: ask.as_json(REPEAT, []),
    "maxpool/prove/1": lambda: prove_json(decide(next(iter(REPEAT.obligations))), no_kernel()),
    "maxpool/why3/1": lambda: why3._document([], {}),
}
"""Documents that commands print. Others are held against their schemas wherever a test runs the command."""
HELD: Mapping[str, tuple[Callable[[], Any], str]] = {
    "maxpool/constraints/1": (determined("specification/constraints.json"), "clauses"),
    "maxpool/evidence-specification/1": (
        determined(names.SPECIFICATION),
        "claims clauses documents operator reads title",
    ),
    "maxpool/evidence-standards/1": (determined("trust/standards.json"), "disclaimer standards"),
    "maxpool/evidence-vectors/1": (vectors_document, "vectors"),
    "maxpool/kit-sizes/1": (lambda: kit_files._sizes({}), "calls width"),
}
"""Documents in packages and kits, with their members."""


@pytest.mark.parametrize("schema", PRINTED)
def test_a_printed_document_names_its_schema_and_is_as_it_says(schema: str) -> None:
    document = PRINTED[schema]()
    assert document["schema"] == schema
    assert problems(json.loads(json.dumps(document, allow_nan=False))) == []


@pytest.mark.parametrize("schema", HELD)
def test_a_document_names_its_schema_and_has_its_members(schema: str) -> None:
    make, members = HELD[schema]
    document = make()
    assert document["schema"] == schema
    assert sorted(document) == sorted(["schema", *members.split()])
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_what_is_timed_and_what_is_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is timed, and the kit has no calls: what the commands would take is given."""
    figures = dict.fromkeys(KitFiguresJson.__annotations__, 0)
    tried: AdequacyJson = {"mutants": 2, "killed": 1, "equivalent": None}
    made = MadeKit({"a": b""}, cast("KitFiguresJson", figures), {"C": tried}, {"Python": "why"})
    monkeypatch.setitem(sys.modules, "onnx", ModuleType("onnx"))
    monkeypatch.setattr(network, "find_spec", lambda _: True)
    monkeypatch.setattr(network, "_time", lambda sizes, *_: {"sizes": sizes, "seconds": 0.5, "megabytes": None})
    monkeypatch.setattr(kit_run, "made", lambda *_, **__: made)
    for schema, *command in (
        ("maxpool/bench-network/1", "bench", "--network", "3"),
        ("maxpool/kit-written/1", "vectors", "--classes", "-o", str(tmp_path / "kit")),
        ("maxpool/evidence-kit-written/1", "evidence", "kit", "-o", str(tmp_path / "kit.zip")),
    ):
        ended = CliRunner().invoke(app, [*command, "--json"])
        assert ended.exit_code == 0, ended.output
        assert json.loads(ended.stdout)["schema"] == schema


# --- the schemas ---------------------------------------------------------------------------------

CAPACITY = capacity.document(16, 32)


@pytest.mark.parametrize(
    ("change", "said"),
    {
        "none": ({}, []),
        "another member": ({"more": 1}, ["Additional properties are not allowed"]),
        "another type": ({"width": "16"}, ["$.width: '16' is not of type 'integer'"]),
        "a number that is no whole one": ({"width": 16.0}, ["$.width: 16.0 is not of type 'integer'"]),
        "in a part": ({"conditions": [{**CAPACITY["conditions"][0], "fits": 1}]}, ["$.conditions[0].fits: 1 is not"]),
        "without a name": ({"schema": "maxpool/other/1"}, ["maxpool/other/1: no schema is published"]),
    }.values(),
)
def test_a_schema_takes_what_its_type_has_alone(change: Mapping[str, Any], said: Sequence[str]) -> None:
    found = problems({**CAPACITY, **change})
    assert len(found) == len(said)
    assert all(words in problem for words, problem in zip(said, found, strict=True))
    missing = {name: value for name, value in CAPACITY.items() if name != "width"}
    assert problems(missing) == ["maxpool/capacity/1: $: 'width' is a required property"]


@pytest.mark.parametrize("name", KNOWN)
def test_a_schema_is_one_and_says_what_the_document_is(name: str) -> None:
    schema = schema_of(KNOWN[name])
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"] == {"const": name}
    told = [part["description"] for part in (schema, *schema.get("$defs", {}).values())]
    assert [words for words in told if not words or "dict(" in words] == []


def test_each_document_that_the_code_prints_has_a_schema_of_its_own() -> None:
    """No two types name one schema, and a document that is printed has a type: nothing is made without one."""
    assert len(KNOWN) == len([name for name, _ in documents()])
    code = [path.read_text("utf-8") for room in ("reference", "proofs") for path in (ROOT / room).rglob("*.py")]
    made = {name for text in code for name in re.findall(r'"schema": "(maxpool/[a-z0-9-]+/\d+)"', text)}
    assert made - KNOWN.keys() == {"maxpool/evidence-specification/1"}


def test_of_nothing_nothing_is_proved() -> None:
    assert why3._document([], {})["ok"] is False
    assert acsl._document([], {}, {})["ok"] is False
    assert [acsl._smoke_document(found)["ok"] for found in ({}, {"a": True}, {"a": True, "b": False})] == [
        False,
        True,
        False,
    ]
    assert not [v["label"] for v in vectors_document()["vectors"] if v["result"] == DIFFER]


FORMS = {
    "manifest": names.MANIFEST_SCHEMA,
    "measured": names.MEASURED_SCHEMA,
    "decisions": names.DECISIONS_SCHEMA,
    "examples": names.EXAMPLES_SCHEMA,
    "links": scores.LINKS,
    "scores of spec": scores.MUTATE,
    "scores of program": scores.MUTATE,
    "requirements": seen.SCHEMA,
    "dispositions": dispositions.SCHEMA,
    "coverage": coverage.SCHEMA,
    "conformance": "maxpool/conform/1",
    "audit": "maxpool/audit/1",
    "versions": "maxpool/versions/1",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_takes_its_own_schema_alone(form: str) -> None:
    def problems(schema: str) -> list[str]:
        return [e.json_path for e in jsontext._validator(form).iter_errors({"schema": schema})]

    assert "$.schema" not in problems(FORMS[form])
    assert "$.schema" in problems(FORMS[form] + "0")
    assert jsontext.problem_of_form({"schema": FORMS[form]}, form), "a document that says nothing else"


def test_a_record_of_another_schema_counts_for_nothing(tmp_path: Path) -> None:
    """Of Coq, and of Why3's provers; a session of another schema is none."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"schema": "other", "digests": {}, "theory": why3_status.digest(), "goals": {}}))
    for read in (kernel_status.kernel_record, why3_status.why3_record):
        assert "is not a record" in read.__wrapped__(path).problem
    assert why3_status.session(path) == {}


def test_a_folder_with_another_document_holds_no_kit(tmp_path: Path) -> None:
    for schema, said in (("maxpool/vectors/1", "its schema is not maxpool/kit/1"), (SCHEMA, "is no list of calls")):
        (tmp_path / CASES).write_text(json.dumps({"schema": schema}))
        with pytest.raises(BadKit, match=said):
            read_kit(tmp_path)


def test_findings_of_a_theory_are_one_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why3 itself is not asked: what it would find is given."""
    path, found = tmp_path / "a.mlw", [smoke.WhyFinding(3, "f", "it never returns")]
    path.write_text("module M end")
    monkeypatch.setattr(why3_tools, "versions", dict)
    monkeypatch.setattr(why3_tools, "workshop", lambda: pytest.MonkeyPatch.context())
    monkeypatch.setattr(smoke, "smoke", lambda *_: found)
    ended = CliRunner().invoke(app, ["why3", "--smoke", str(path), "--json"])
    assert (ended.exit_code, json.loads(ended.stdout)) == (
        1,
        {
            "schema": "maxpool/why3-smoke/1",
            "ok": False,
            "findings": [{"line": 3, "function": "f", "said": "it never returns"}],
        },
    )
    found.clear()
    assert CliRunner().invoke(app, ["why3", "--smoke", str(path)]).exit_code == 0


def test_figures_name_the_slowest_of_each_route(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the commands would take is given; nothing is timed."""
    routes = [{"name": "z3", "version": "4", "seconds": s} for s in (1.0, 3.0)]
    obligations = [{"label": label, "routes": [route]} for label, route in zip("ab", routes, strict=True)]
    documents = {
        "check": {"obligations": obligations, "ok": True},
        "prove": {"conditions": [{"routes": routes}], "proved": True},
        "audit": {"coverage": {"formulas": 5}},
        "mutate": {"mutants": 9, "killed": 8, "equivalent": 1, "survived": []},
    }
    asked: list[tuple[str, ...]] = []

    def timed(*arguments: str) -> tuple[float, Any]:
        asked.append(arguments[:2])
        return 2.0, documents[arguments[0]]

    monkeypatch.setattr(bench, "timed_document", timed)
    monkeypatch.setattr(bench, "timed", lambda _: (7.0, ""))
    figures = bench.measure(mutations=True)
    assert figures["schema"] == "maxpool/bench/1"
    assert figures["slowest"] == {"z3 4": {"seconds": 3.0, "label": "b"}}
    assert figures["source_proof"] == {"proved": True, "conditions": 1, "seconds": {"z3 4": 4.0}}
    assert figures["mutations"]["spec"] == {"seconds": 2.0, "mutants": 9, "killed": 8, "equivalent": 1, "survived": 0}
    assert ("check", "--fresh") in asked, "remembered verdicts would be timed"
