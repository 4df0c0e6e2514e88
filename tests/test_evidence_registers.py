"""Registers: identifiers that stay, states that change, and what persons said of entries, kept or stale."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofs.evidence.making.given import CannotBuild, take
from proofs.evidence.package.jsontext import load, problem_of_form
from proofs.evidence.package.names import DISPOSITIONS
from proofs.evidence.registers.dispositions import COLUMNS, SAID_COLUMNS, read, rows, said_rows
from proofs.evidence.registers.entries import SEVERITIES, entries
from proofs.evidence.trace import gaps as all_gaps
from proofs.evidence.trace.gaps import STANDING
from proofs.evidence.trace.material import Gap, Material

CLAUSE: dict[str, Any] = {"label": "X.spatial", "kind": "constraint", "statement": "Said.", "formula": "x >= 1"}
CLAUSE |= {"rationale": "Because.", "source": "added", "document": "added", "line": None, "restated": []}
FINDING = {"level": "error", "rule": "formula-wrong", "message": "it is wrong", "line": 7, "column": 1}
M = Material(
    clauses=[CLAUSE, {**CLAUSE, "label": "R1", "document": "d.md", "line": 3}],
    cited_as="d.md",
    audit={"document": "d.md", "findings": [FINDING], "coverage": {"not_understood": 0}},
)
GAPS = [Gap("runtime", "one 1.0", "diverges: NaN, 8 cases"), Gap("runtime", "one 1.0", "diverges: NaN, 9 cases")]


def disposition(identifier: str, state: str, **changes: str) -> str:
    said = {"id": identifier, "state": state, "decision": "accepted", "by": "A. Person", "reason": "known", **changes}
    return "[[disposition]]\ndate = 2026-01-31\n" + "".join(f'{key} = "{value}"\n' for key, value in said.items())


def test_every_kind_of_gap_has_a_severity() -> None:
    text = Path(str(all_gaps.__file__)).read_text(encoding="utf-8")
    kinds = set(re.findall(r'Gap\(\s*"([^"]+)"', text)) | set(re.findall(r'lacks(?:\.append\(| = \[)\("([^"]+)"', text))
    assert kinds == set(SEVERITIES)


def test_an_entry_is_the_same_after_its_line_moved_and_not_after_it_says_more() -> None:
    before = entries(M, GAPS)
    assert len({e.identifier for e in before}) == len(before)
    assert {e.what for e in before if e.register == "assumptions"} >= set(STANDING)
    derived = [e.identifier for e in before if e.register == "derived requirements"]
    assert derived == ["DER-X.spatial"]
    moved = replace(M, audit={**(M.audit or {}), "findings": [{**FINDING, "line": 8}]})
    (problem,) = (e for e in before if e.register == "problem reports")
    (again,) = (e for e in entries(moved, GAPS) if e.register == "problem reports")
    assert (again.identifier, again.state) == (problem.identifier, problem.state)
    more = [replace(GAPS[0], what="diverges: NaN, 12 cases"), GAPS[1]]
    (first, *_), (changed, *_) = ([e for e in entries(M, g) if e.register == "gaps"] for g in (GAPS, more))
    assert first.identifier == changed.identifier
    assert first.state != changed.state


def test_what_was_said_is_kept_by_identifier_and_is_stale_after_a_change(tmp_path: Path) -> None:
    gap = next(e for e in entries(M, GAPS) if e.register == "gaps")
    path = tmp_path / "said.toml"
    review = '[[review]]\nsubject = "a"\nstate = "{}"\nby = "B"\ndate = 2026-02-01\noutcome = "passed"\n'
    gone = disposition("GAP-gone", "0" * 16)
    path.write_text(
        disposition(gap.identifier, gap.state, severity="major", baseline="B1") + gone + review.format("0" * 64)
    )
    document = load(take(None, None, [], path).files[DISPOSITIONS])
    assert problem_of_form(document, "dispositions") == ""
    (row, other) = (dict(zip(COLUMNS, r, strict=True)) for r in rows("gaps", entries(M, GAPS), document))
    assert (row["disposition"], row["by"], row["date"], row["severity"]) == (
        "accepted",
        "A. Person",
        "2026-01-31",
        "major",
    )
    assert (row["baseline"], row["said"], other["said"]) == ("B1", "current", "")
    later = entries(M, [replace(GAPS[0], what="diverges: NaN, 12 cases"), GAPS[1]])
    row = dict(zip(COLUMNS, next(iter(rows("gaps", later, document))), strict=True))
    assert (row["disposition"], row["severity"], row["said"]) == ("", "minor", "stale")
    said = [dict(zip(SAID_COLUMNS, r, strict=True)) for r in said_rows(later, document, {"a": "0" * 64})]
    assert [r["status"] for r in said] == ["stale", "of nothing", "current"]
    assert [r[-1] for r in said_rows(later, document, {"a": "1" * 64})][-1] == "stale"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = ", "is not TOML"),
        ("[other]", "has [other]"),
        ("disposition = 1", "is no list"),
        ("[[disposition]]\nid = 'a'", "disposition 1 has no state"),
        (disposition("a", "0" * 16, decision="fine"), "decision is 'fine'; it can be accepted"),
        (disposition("a", "0" * 16, severity="grave"), "severity is 'grave'"),
        (disposition("a", "no state"), "is no state"),
        (disposition("a", "0" * 16, note="x"), "has 'note', which means nothing here"),
        (disposition("a", "0" * 16).replace("2026-01-31", '"soon"'), "is no date"),
        (disposition("a", "0" * 16).replace("2026-01-31", "2026-01-31T10:00:00"), "is no date"),
        (disposition("a", "0" * 16, by=" "), "by is no text"),
        (disposition("a", "0" * 16) * 2, "a has 2 dispositions"),
    ],
)
def test_a_bad_file_is_refused_with_its_reason(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "said.toml"
    path.write_text(text)
    with pytest.raises(CannotBuild, match=re.escape(why)):
        take(None, None, [], path)
    assert read(b"") == {"schema": "maxpool/evidence-dispositions/1", "disposition": [], "review": []}
