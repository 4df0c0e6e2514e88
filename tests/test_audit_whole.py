"""The audit of a document, from the command to its report: what is right has no finding, what is changed is found."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.audit.report.fix import certain, replaced
from proofs.audit.report.report import Audit
from proofs.audit.run import audit
from spec.documents.pages.load import decode
from spec.documents.pages.read import parse
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.page import WORDS
from spec.tables.page import page

RIGHT = page(MAXPOOL, WORDS)

SLIPS = (
    # What is changed, to what, and the rule that finds it in that line.
    (r"\cdot \texttt{strides}[0] + h", r"\cdot \texttt{strides}[1] + h", "formula-wrong"),
    (r"+ w \cdot \texttt{dilations}[1] - ", r"+ w \cdot \texttt{dilations}[1] + ", "formula-wrong"),
    (r"\cdot dX_3 + j", r"\cdot dX_2 + j", "formula-wrong"),
    (r"\left(\left(b \cdot dX_1 + c\right) \cdot dX_2 + i\right)", "i", "index-offset-missing"),
    (r"$b \in [0, dY_0-1]$", r"$b \in [0, dY_0]$", "formula-wrong"),
    ("the first of them in row-major", "the last of them in row-major", "tie-wrong"),
    (r"$\texttt{strides}[0] \ge 1$", r"$\texttt{strides}[0] \ge 0$", "domain-wrong"),
    (r"$\texttt{strides}[0] \ge 1$", r"$\texttt{strides}[1] \ge 1$", "formula-repeated"),
    (r"$\texttt{strides}[1] \ge 1$", r"$\texttt{strides}[0] \ge 1$", "formula-repeated"),
    (r"$\texttt{strides}[1] \ge 1$", r"$\texttt{strides}[3] \ge 1$", "formula-wrong"),
    (r"\texttt{pads}[1] \ge 0 \land", r"\texttt{pads}[1] \le 0 \land", "domain-wrong"),
    (r"$dY_2 \ge 1$", r"$dY_2 \ge 2$", "domain-wrong"),
    ("Each stride is at least 1", "Each stride is at least 0", "domain-wrong"),
    ("`auto_pad` is NOTSET.", "`auto_pad` is VALID.", "domain-wrong"),
    ("`pads` has 4 entries", "`pads` has 3 entries", "length-wrong"),
    ("- Shape of $Y$ = [2, 2, 2, 3]", "- Shape of $Y$ = [2, 2, 3, 3]", "example-shape-wrong"),
    ("      6 & 11 & 6 \\\\", "      6 & 10 & 6 \\\\", "example-cell-wrong"),
    ("- pads = [1, 0, 0, 1]", "- pads = [0, 0, 0, 1]", "example-"),
    ("- Data type: int8", "- Data type: int32", ""),
    ("Rationale: `[R1]`", "Rationale: `[R9]`", "reference-unresolved"),
    ("- `[C2]` <a id=\"strides.length\">", "- `[C1]` <a id=\"strides.length\">", "label-duplicate"),
    ('<a id="strides.length">', '<a id="strides.type">', "anchor-duplicate"),
    ("```math\nY =", "```math\n", ""),
)  # fmt: skip


CORRECTED = (*SLIPS[:2], SLIPS[4], *SLIPS[15:18])
"""The slips of which it is certain what was meant."""


def audited(text: str) -> Audit:
    return audit(parse(decode(text.encode(), "page.md"), "page.md"), None)


def found(text: str) -> set[tuple[str, int]]:
    result = audited(text)
    return {(finding.rule, result.document.place(finding.start)[0]) for finding in result.findings}


def test_the_specification_as_it_should_read_has_no_finding() -> None:
    result = audited(RIGHT)
    assert result.findings == ()
    # What a rationale quotes of the draft, `strides + 1`, is not said to be anything, and is not understood.
    assert result.coverage.not_understood == 1
    assert result.coverage.formulas == result.coverage.decided + 1 > 25
    assert result.coverage.examples == 2
    not_held = [claim for claim in result.claims if claim.verdict not in ("proved", "assumed", "agrees")]
    assert [(claim.text, claim.verdict) for claim in not_held if claim.verdict != "not understood"] == [
        (
            "Rationale: A stride is the distance between neighbouring windows; it divides in the output size.",
            "understood in part",
        )
    ]
    assert [claim.text for claim in not_held if claim.verdict == "not understood"] == ["strides + 1"]


@pytest.mark.tenth
@pytest.mark.parametrize(("old", "new", "rule"), [slip for slip in SLIPS if slip[2]])
def test_a_slip_is_found_in_its_line_and_nothing_else_is(old: str, new: str, rule: str) -> None:
    assert old in RIGHT
    line = RIGHT[: RIGHT.index(old)].count("\n") + 1
    # Another sentence may say the same as the changed one did, and an example show it: that is reported there.
    elsewhere = ("rules-contradict", "example-formula-contradicted")
    findings = {(name, at) for name, at in found(RIGHT.replace(old, new, 1)) if name not in elsewhere}
    assert {at for _, at in findings} == {line}
    assert any(name.startswith(rule) for name, _ in findings)


SIZES = r"- $dY_2 = \left\lfloor"


@pytest.mark.tenth
@pytest.mark.parametrize("seed", range(12))
def test_a_random_slip_in_the_size_formulas_is_found_in_its_line(seed: int) -> None:
    draw = random.Random(seed)
    start = RIGHT.index(SIZES)
    signs = [m for m in re.finditer(r" [+-] |\\cdot|\[\d\]", RIGHT) if start < m.start() < RIGHT.index("\n", start)]
    sign = draw.choice(signs)
    other = {" + ": " - ", " - ": " + ", "\\cdot": "+"}.get(sign[0], "[1]" if sign[0] == "[0]" else "[0]")
    line = RIGHT[:start].count("\n") + 1
    changed = RIGHT[: sign.start()] + other + RIGHT[sign.end() :]
    findings = found(changed)
    assert ("formula-wrong", line) in findings
    assert findings <= {("formula-wrong", line), ("example-formula-contradicted", line)}


@pytest.mark.whole
def test_fix_mends_what_is_certain_and_the_copy_has_no_finding(tmp_path: Path) -> None:
    draft, copy = tmp_path / "draft.md", tmp_path / "fixed.md"
    text = RIGHT.replace(r"\right\rfloor + 1", r"\right\rfloor + 2").replace(
        "      6 & 11 & 6 \\\\", "      6 & 10 & 6 \\\\"
    )
    draft.write_text(text, "utf-8")
    result = CliRunner().invoke(app, ["audit", str(draft), "--fix", str(copy)])
    assert result.exit_code == 1, result.output
    assert found(copy.read_text("utf-8")) == set()


@pytest.mark.sampled
@pytest.mark.parametrize("slip", CORRECTED, ids=lambda slip: slip[0])
def test_fix_changes_nothing_else_and_leaves_nothing_new(slip: tuple[str, str, str]) -> None:
    """Outside of what is corrected the text is as it was, and the copy has no finding that the page has not."""
    text = RIGHT.replace(slip[0], slip[1], 1)
    before = audited(text)
    fixes = certain(before.findings)
    assert fixes
    after = replaced(text, fixes)
    kept = [text[a:b] for a, b in pairwise([0, *(at for fix in fixes for at in (fix.start, fix.end)), len(text)])][::2]
    assert re.fullmatch("(?s:.*)".join(map(re.escape, kept)), after)
    assert {rule for rule, _ in found(after)} <= {finding.rule for finding in before.findings}
    assert len(found(after)) < len(before.findings)


def test_examples_that_contradict_the_documents_own_formula_are_named() -> None:
    result = audited(RIGHT.replace(r"\right\rfloor + 1", r"\right\rfloor + 2", 1))
    (note,) = [f for f in result.findings if f.rule == "example-formula-contradicted"]
    assert "2 is printed where this formula gives 3" in note.message


@pytest.mark.whole
def test_the_command_prints_the_schema(tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text(RIGHT, "utf-8")
    result = CliRunner().invoke(app, ["audit", str(draft), "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["schema"] == "maxpool/audit/1"
    assert document["findings"] == []
    assert {claim["kind"] for claim in document["claims"]} >= {"output size", "definition of Y", "example", "question"}


@pytest.mark.parametrize(
    "text", ["", "  \n\n", "# MaxPool", "> " * 5000 + "a", "[" * 5000, "$a " * 999, "|a|\n|-|\n" * 99]
)
def test_what_says_nothing_has_no_finding(text: str) -> None:
    assert audited(text).ok
