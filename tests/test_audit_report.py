"""An audit as a report: its JSON, its fingerprints, and the text a person sees, whatever the document holds."""

from __future__ import annotations

import io
import json
import unicodedata
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from proofs.audit.report.report import Audit, fingerprints
from proofs.audit.report.text import show_audit, source_lines
from proofs.audit.rulebook.findings import Finding, Fix, JudgedClaim, plain
from reference.common.text import visible
from tests.audit_fakes import COVERAGE, audit_of, document_of

TEXT = "# Title\n\nThe size is WRONG.\nA tie is OPEN.\n\tThis is NOTED.\n"
HOSTILE = "\x1b[31mred\x1b[0m [bold]x[/bold] [link=file:///]y[/] \u202eevil\u202c \x07\r\n\x9b2J \ud800 \u2028 end"


def audit_with(*findings: Finding, text: str = TEXT) -> Audit:
    return Audit(document_of(text), COVERAGE, (), findings)


def shown(audit: Audit, *, terminal: bool = False, width: int = 80) -> str:
    out = io.StringIO()
    show_audit(
        Console(file=out, force_terminal=terminal, width=width, color_system="standard" if terminal else None), audit
    )
    return out.getvalue()


# --- JSON ----------------------------------------------------------------------------------------


def test_json_has_the_keys_of_its_schema() -> None:
    document: Any = json.loads(json.dumps(audit_of(document_of(TEXT)).json()))
    assert list(document) == [
        *("schema", "document", "sha256", "operators", "coverage", "understood", "not_understood"),
        *("claims", "findings"),
    ]
    assert (document["schema"], document["document"]) == ("maxpool/audit/1", "draft.md")
    assert document["sha256"] == document_of(TEXT).sha256
    assert document["coverage"] == {
        "formulas": 3,
        "decided": 2,
        "not_understood": 1,
        "examples": 1,
        "references": 4,
    }
    assert document["operators"] == []
    assert document["understood"]["formula"] == {"all": 2, "understood": 1}
    assert document["not_understood"] == [{"part": "formula", "line": 1, "text": "# T"}]
    assert document["claims"] == [{"kind": "formula", "line": 1, "text": "x = 1", "verdict": "refuted"}]
    keys = ["rule", "level", "line", "column", "message", "witness", "suggestion", "fingerprint"]
    assert [list(finding) for finding in document["findings"]] == [keys] * 3
    first, second, third = ([finding[key] for key in keys[:-1]] for finding in document["findings"])
    assert first == ["formula-wrong", "error", 3, 13, "WRONG stands here", {"x": 1, "stride": 2}, "RIGHT"]
    assert second == ["tie-open", "warning", 4, 10, "OPEN stands here", None, None]
    assert third == ["example-not-judged", "note", 5, 10, "NOTED stands here", None, None]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (3, 3),
        (True, True),
        (None, None),
        (1.5, 1.5),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (np.int64(7), 7),
        (Fraction(1, 3), "1/3"),
        ((1, [2, "x"]), [1, [2, "x"]]),
        ({("a", 1): np.int8(2)}, {"('a', 1)": 2}),
        pytest.param(10**5000, "an integer of 16610 bits", id="large"),
        pytest.param(Fraction(1, 10**5000), "a fraction of many digits", id="long"),
    ],
)
def test_witness_is_json(value: object, told: object) -> None:
    assert plain(value) == told
    assert type(plain(value)) is type(told)
    json.dumps(plain(value), allow_nan=False)


def test_claims_and_findings_are_in_the_documents_order() -> None:
    claims = tuple(JudgedClaim("formula", start, "", "proved") for start in (9, 0))
    findings = tuple(
        Finding(rule, start, "") for rule, start in [("tie-open", 9), ("formula-wrong", 9), ("nan-open", 0)]
    )
    audit = Audit(document_of(TEXT), COVERAGE, claims, findings)
    assert [c.start for c in audit.claims] == [0, 9]
    assert [f.rule for f in audit.findings] == ["nan-open", "formula-wrong", "tie-open"]


@pytest.mark.parametrize(
    "finding",
    [
        Finding("tie-open", -1, ""),
        Finding("tie-open", len(TEXT) + 1, ""),
        Finding("tie-open", 0, "", fix=Fix(2, 1, "")),
        Finding("tie-open", 0, "", fix=Fix(0, len(TEXT) + 1, "")),
    ],
)
def test_finding_outside_of_the_document_is_refused(finding: Finding) -> None:
    with pytest.raises(ValueError, match="not in the document"):
        audit_with(finding)


def test_only_errors_count_against_a_document() -> None:
    assert not audit_of(document_of("WRONG")).ok
    assert audit_of(document_of("OPEN NOTED")).ok


# --- fingerprints --------------------------------------------------------------------------------


def marks(text: str) -> tuple[str, ...]:
    return audit_of(document_of(text)).marks


def test_fingerprints_stay_when_lines_move_or_blanks_change() -> None:
    moved = "One line more.\n\n" + TEXT.replace("size is", "size   is").replace("\t", "  ") + "And one behind.\n"
    assert marks(moved) == marks(TEXT)
    assert len(set(marks(TEXT))) == 3


def test_fingerprint_changes_with_the_rule_and_with_the_line() -> None:
    (first,) = marks("It is WRONG.")
    assert first != marks("It is OPEN.")[0]
    assert first != marks("This is WRONG.")[0]
    assert len(first) == 64


def test_equal_lines_are_numbered() -> None:
    one, two = marks("WRONG\nother\nWRONG\n")
    assert one != two
    assert marks("WRONG\nWRONG\nWRONG\n")[:2] == (one, two)
    assert marks("OPEN\nWRONG\n")[1] == one


def test_long_line_is_known_by_what_stands_around() -> None:
    line = "a " * 200 + "it is WRONG here " + "b " * 200
    assert marks(line) == marks("More at the front. " + line + " More at the end.")
    assert marks(line) != marks(line.replace("it is", "it was"))


@given(st.lists(st.sampled_from(["WRONG", "a WRONG b", "OPEN", "", "text"]), max_size=8), st.integers(0, 8))
def test_fingerprints_are_unique_and_do_not_move(lines: list[str], at: int) -> None:
    found = marks("\n".join(lines))
    assert len(set(found)) == len(found)
    assert marks("\n".join([*lines[:at], "one line more", *lines[at:]])) == found


def test_fingerprints_of_lone_surrogates() -> None:
    document = document_of("x")
    object.__setattr__(document, "text", "\ud800")
    assert fingerprints(document, [Finding("tie-open", 0, "")])


# --- text ----------------------------------------------------------------------------------------


def test_text_is_a_compilers() -> None:
    assert shown(audit_of(document_of(TEXT))).splitlines() == [
        "draft.md:3:13: error[formula-wrong]: WRONG stands here",
        " 3 | The size is WRONG.",
        "   |             ^~~~~",
        "   = note: witness x = 1, stride = 2",
        "   = help: write RIGHT",
        "",
        "draft.md:4:10: warning[tie-open]: OPEN stands here",
        " 4 | A tie is OPEN.",
        "   |          ^",
        "",
        "draft.md:5:10: note[example-not-judged]: NOTED stands here",
        " 5 |     This is NOTED.",
        "   |             ^",
        "",
        "draft.md: 1 error, 1 warning, 1 note",
        "understood: 1 of 2 formulas, 1 of 1 sentence; --coverage lists the others",
    ]


def test_nothing_found_is_said() -> None:
    assert shown(audit_with()).splitlines()[0] == "draft.md: no findings"


def test_suggestion_of_several_lines_stands_as_it_is() -> None:
    finding = Finding("tie-open", 0, "m", suggestion="first [x]\n  second\n")
    assert "   = help: for example\n       first [x]\n         second\n" in shown(audit_with(finding))
    certain = replace(finding, fix=Fix(0, 1, "x"))
    assert "   = help: write\n       first [x]\n         second\n" in shown(audit_with(certain))


def test_advice_is_no_text_to_write() -> None:
    assert "   = help: say which one\n" in shown(audit_with(Finding("tie-open", 0, "m", suggestion="say which one")))


def test_colours_are_for_terminals() -> None:
    assert "\x1b[" in shown(audit_of(document_of(TEXT)), terminal=True)
    assert "\x1b" not in shown(audit_of(document_of(TEXT)))


def test_documents_reach_no_terminal() -> None:
    """A document's control characters, directions and markup are shown, and do nothing, on a terminal too."""
    finding = Finding("tie-open", 1, HOSTILE, witness={HOSTILE: HOSTILE}, suggestion=f"{HOSTILE}\n{HOSTILE}")
    document = document_of("a")
    for name, value in {"name": HOSTILE, "text": HOSTILE}.items():
        object.__setattr__(document, name, value)
    audit = Audit(document, COVERAGE, (), (finding,))
    text = shown(audit)
    assert {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl")} == {"\n"}
    assert text.count("[bold]x[/bold]") >= 5
    assert "\\x1b[31mred" in text
    on_terminal = shown(audit, terminal=True)
    assert "\x1b[31mred" not in on_terminal
    assert "\x1b]8" not in on_terminal
    assert "\x9b" not in on_terminal


def test_visible_escapes_what_does_not_show() -> None:
    assert visible("a\x1b \t\n b\u202e\U000e0001é日") == "a\\x1b b\\u202e\\U000e0001é日"


def test_long_messages_are_cut() -> None:
    text = shown(audit_with(Finding("tie-open", 0, "m" * 10**6, witness={"x": "9" * 10**6}, suggestion="s" * 10**6)))
    assert len(text) < 5000
    assert text.count("… (") == 3


@pytest.mark.parametrize(
    ("line", "column", "source", "caret"),
    [
        ("abc", 1, "abc", "^"),
        ("abc", 4, "abc", "   ^"),
        ("", 1, "", "^"),
        ("\tx", 2, "    x", "    ^"),
        ("日本x", 3, "日本x", "    ^"),
        ("\x1bx", 2, "\ufffdx", " ^"),
        ("e\u0301x", 3, "e\u0301x", " ^"),
    ],
)
def test_caret_stands_below_its_column(line: str, column: int, source: str, caret: str) -> None:
    assert source_lines(line, column, 1, 80) == (source, caret)


@given(st.text("ab\t日é\x1b", max_size=300), st.data())
def test_source_line_is_cut_around_its_column(line: str, data: st.DataObject) -> None:
    column = data.draw(st.integers(1, len(line) + 1))
    source, caret = source_lines(line, column, data.draw(st.integers(1, 50)), 40)
    assert cell_len(source) <= 40
    assert set(source) <= {*"ab日é…\ufffd "}
    cells = caret.index("^")
    before = next(source[:n] for n in range(len(source) + 1) if cell_len(source[:n]) >= cells)
    assert cell_len(before) == cells, "the caret stands below the start of a character"
    if column <= len(line) and line[column - 1] in "ab日é":
        assert source[len(before)] == line[column - 1]


def test_line_of_a_whole_page_is_cut_in_no_time() -> None:
    source, caret = source_lines("x " * 100_000 + "WRONG" + " y" * 100_000, 200_001, 5, 60)
    assert len(source) <= 60
    assert source[caret.index("^") :].startswith("WRONG")
    assert caret.endswith("^~~~~")
