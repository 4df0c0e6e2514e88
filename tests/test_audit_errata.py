"""The errata of a document as a page: what is wrong with its example, what is open apart; what is said twice is one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.audit.report.errata import errata_page
from proofs.audit.report.report import Audit
from proofs.audit.rulebook.findings import Finding, Fix
from tests.audit_fakes import audit_of, document_of

WITNESS = {"x": 1, "stride": 2}
FINDINGS = [
    Finding("formula-wrong", 0, "too small", WITNESS, "x + 1", Fix(0, 1, "x + 1")),
    Finding("formula-wrong", 4, "too small", WITNESS, "x + 1", Fix(4, 5, "x + 1")),
    Finding("formula-wrong", 4, "too small", {}, "x + 2"),
    Finding("nan-open", 2, "nothing is said of *NaN*"),
    Finding("version-changed", 2, "a note"),
]


def audit(text: str, findings: list[Finding]) -> Audit:
    return replace(audit_of(document_of(text)), findings=tuple(findings))


def test_what_is_wrong_stands_before_what_is_open() -> None:
    page = errata_page(audit("a\nb\nc\n", FINDINGS))
    wrong, is_open = page.split("\n## What the document leaves open")
    assert wrong.count("\n### ") == 2
    assert "### 1. Lines 1, 3\n\ntoo small.\n\nSmallest example: `x = 1, stride = 2`." in wrong
    assert "To write instead:\n\n```text\nx + 1\n```" in wrong
    assert "For example:\n\n```text\nx + 2\n```" in wrong
    assert "### 1. Line 2\n\nnothing is said of \\*NaN\\*." in is_open
    assert "a note" not in page


def test_nothing_wrong_is_said() -> None:
    assert "Nothing that was read is wrong." in errata_page(audit("a\n", []))


def test_no_text_of_a_document_leaves_its_fence() -> None:
    hostile = "```\n# mine\n````\n\x1b[31m"
    page = errata_page(audit("a\n", [Finding("formula-wrong", 0, "<b>", {"`": "`"}, hostile)]))
    assert "\n`````text\n```\n# mine\n````\n" in page
    assert "\x1b" not in page
    assert "\\<b\\>" in page


@pytest.mark.whole
def test_the_command_writes_over_its_own_page_alone(tmp_path: Path) -> None:
    document, page = tmp_path / "draft.md", tmp_path / "errata.md"
    document.write_text("# MaxPool\n\n$dY_2 = dX_2$\n", "utf-8")
    again = ["audit", str(document), "--errata", str(page), "-q"]
    for _ in range(2):
        assert CliRunner().invoke(app, again).exit_code in (0, 1)
        assert page.read_text("utf-8").startswith("# Errata of draft.md\n")
    page.write_text("mine\n", "utf-8")
    refused = CliRunner().invoke(app, again)
    assert (refused.exit_code, len(refused.stderr.strip().splitlines())) == (2, 1)
    assert page.read_text("utf-8") == "mine\n"


def test_a_page_is_of_one_document(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["audit", "a.md", "b.md", "--errata", str(tmp_path / "e.md")])
    assert (done.exit_code, "one document" in done.stderr) == (2, True)
