"""SARIF: valid against the schema of the standard, and safe whatever the document holds."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from proofs.audit.report.report import Audit
from proofs.audit.report.sarif import FINGERPRINT, sarif, uri
from proofs.audit.rulebook.findings import Finding, Fix
from proofs.audit.rulebook.rules import RULES
from tests.audit_fakes import COVERAGE, audit_of, document_of

SCHEMA = Path(__file__).with_name("data") / "sarif" / "sarif-2.1.0.json"
TEXT = "# Title\n\nA \U0001d518nicode size is WRONG.\nA tie is OPEN.\nThis is NOTED.\n"


@cache
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def log_of(*audits: Audit) -> Any:
    log = json.loads(json.dumps(sarif(audits), allow_nan=False))
    validator().validate(log)
    return log


def results(*findings: Finding, text: str = TEXT) -> Any:
    return log_of(Audit(document_of(text), COVERAGE, (), findings))["runs"][0]["results"]


def test_schema_notices_what_is_wrong() -> None:
    log = log_of(audit_of(document_of(TEXT)))
    log["runs"][0]["results"][0]["level"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        validator().validate(log)


def test_log_tells_all() -> None:
    log = log_of(audit_of(document_of(TEXT)), audit_of(document_of("OPEN", "other/b c.md")))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert driver["name"] == "maxpool audit"
    assert driver["version"] == driver["semanticVersion"]
    assert [a["location"]["uri"] for a in run["artifacts"]] == ["draft.md", "other/b%20c.md"]
    first, second, third, fourth = run["results"]
    assert first["message"]["text"] == "WRONG stands here. Witness: x = 1, stride = 2. Write: RIGHT"
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "draft.md", "index": 0},
                "region": {"startLine": 3, "startColumn": 19},
            }
        }
    ]
    assert first["properties"] == {"witness": {"x": 1, "stride": 2}}
    assert first["partialFingerprints"] == {FINGERPRINT: audit_of(document_of(TEXT)).marks[0]}
    assert [r["level"] for r in run["results"]] == ["error", "warning", "note", "warning"]
    assert [driver["rules"][r["ruleIndex"]]["id"] for r in run["results"]] == [r["ruleId"] for r in run["results"]]
    assert "fixes" not in second
    assert third["message"]["text"] == "NOTED stands here."
    assert fourth["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "other/b%20c.md", "index": 1}


def test_advice_is_no_text_to_write() -> None:
    (result,) = results(Finding("tie-open", 0, "m", suggestion="say which one"))
    assert result["message"]["text"] == "m. Help: say which one"


def test_rules_have_help() -> None:
    rules = log_of()["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    assert [rule["defaultConfiguration"]["level"] for rule in rules] == [rule.level for rule in RULES.values()]
    assert rules[0]["name"] == "FormulaWrong"
    assert all(rule["help"]["text"] and rule["help"]["markdown"].startswith("# ") for rule in rules)


def test_fix_is_a_replacement() -> None:
    start = TEXT.index("WRONG")
    (result,) = results(Finding("formula-wrong", start, "m", fix=Fix(start, start + 7, "RIGHT.\n")))
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 3, "startColumn": 19, "endLine": 4, "endColumn": 1},
            "insertedContent": {"text": "RIGHT.\n"},
        }
    ]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("set {0} or {1, 2}", "set {{0}} or {1, 2}."),
        ("see [here](http://example.com)", "see \\[here](http://example.com)."),
        ("strides[0] is [1, 2]", "strides[0] is [1, 2]."),
        ("", f"{RULES['tie-open'].title}."),
    ],
)
def test_message_is_no_template(message: str, told: str) -> None:
    (result,) = results(Finding("tie-open", 0, message))
    assert result["message"]["text"] == told


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("docs/draft.md", "docs/draft.md"),
        ("../draft.md", "../draft.md"),
        ("a b#c?d%e:f.md", "a%20b%23c%3Fd%25e%3Af.md"),
        ("日.md", "%E6%97%A5.md"),
    ],
)
def test_address_is_relative_and_encoded(name: str, address: str) -> None:
    assert uri(name) == address


def test_address_tells_no_path_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert uri(str(tmp_path / "docs" / "draft.md")) == "docs/draft.md"
    assert uri(str(tmp_path.parent / "draft.md")) == "draft.md"
