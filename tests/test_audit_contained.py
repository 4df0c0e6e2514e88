"""A mistake of the audit costs the part that was judged, is told there, and the rest is judged. In tests it raises."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import proofs.audit.examples.examples as examples
import proofs.audit.formulas.formulas as formulas
import proofs.audit.judges as judges
from proofs.audit.elements.part import FormulaPart
from proofs.audit.formulas.judged import JudgedFormulas
from proofs.audit.prose.axes import judge_axes
from proofs.audit.report.report import Audit
from proofs.audit.rulebook.contained import apart, collected, containing
from proofs.audit.rulebook.findings import Finding, Fix, Judgement
from proofs.audit.rulebook.reads import Part, Share, shares
from proofs.audit.rulebook.sound import UnsoundFinding, seen, sound
from proofs.audit.run import audit, audit_file
from reference.common.errors import Contradiction, NotInstalled
from spec.documents.pages.model import Document
from spec.documents.prose.structure import Structure
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.page import WORDS
from spec.tables.page import page
from tests.audit_documents import document

TEXT = "# MaxPool\n\n[a](#none) [b](#nothing)\n\nTODO: more\n"


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def fails(structure: Structure) -> Iterable[Judgement]:
    raise ZeroDivisionError(f"a mistake in {structure.document.name}\n\x1b[31m")


def rules(made: Audit) -> list[str]:
    return [finding.rule for finding in made.findings]


def test_one_topic_costs_itself(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "not-judged" not in rules(audit_file(draft))
    monkeypatch.setattr(judges, "_OF_PROSE", (("padding", fails), *judges._OF_PROSE))
    made = audit_file(draft)
    (finding,) = [finding for finding in made.findings if finding.rule == "not-judged"]
    assert finding.message.startswith("the document's padding could not be judged, by a mistake of the audit: Zero")
    assert "\x1b" not in finding.message
    assert {"reference-unresolved", "working-note"} < set(rules(made))
    assert not made.ok_strictly


def test_nothing_is_contained_unasked(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "_OF_PROSE", (("padding", fails),))
    with pytest.raises(ZeroDivisionError):
        audit(document(TEXT), None)


def test_formulas_and_examples_cost_themselves(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(judges, "judge_formulas", broken)
    monkeypatch.setattr(judges, "judge_examples", broken)
    made = audit_file(draft)
    assert rules(made).count("not-judged") == 2
    assert rules(made).count("reference-unresolved") == 2


def endless(structure: Structure) -> Iterator[Judgement]:
    yield from judge_axes(structure)
    with apart("a part within it", 3):
        while True:
            structure.line(0)


def interrupted(structure: Structure) -> Iterator[Judgement]:
    yield from judge_axes(structure)
    with apart("a part within it", 3):
        signal.raise_signal(signal.SIGPROF)
        structure.line(0)


NO_TIME = "the document's padding could not be judged to the end: no processor time is left for it"


# No coverage is measured of what is `whole`: an interruption while coverage holds its lock would leave it locked.
@pytest.mark.whole
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform does not interrupt")
def test_what_takes_too_long_is_interrupted(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "_OF_PROSE", (("padding", endless), *judges._OF_PROSE))
    made = audit_file(draft, seconds=0.2)
    # Where the machine is slow, others are interrupted too.
    assert NO_TIME in [finding.message for finding in made.findings]


@pytest.mark.whole
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform does not interrupt")
def test_what_is_interrupted_costs_itself(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "_OF_PROSE", (("padding", interrupted), *judges._OF_PROSE))
    made = audit_file(draft, seconds=3600)
    assert [finding.message for finding in made.findings if finding.rule == "not-judged"] == [NO_TIME]
    assert {"reference-unresolved", "working-note"} < set(rules(made))


@pytest.mark.whole
def test_one_formula_and_one_example_cost_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_on_dY_2(judged: JudgedFormulas, part: FormulaPart, called: frozenset[str], inner: set[int]) -> None:
        if "dY_2" in part.statement.text:
            raise AssertionError
        judge_alone(judged, part, called, inner)

    def breaks(*_: object) -> None:
        raise KeyError("x")

    judge_alone = formulas._judge_alone
    monkeypatch.setattr(formulas, "_judge_alone", breaks_on_dY_2)
    monkeypatch.setattr(examples, "_judged", breaks)
    draft = tmp_path / "draft.md"
    draft.write_text(page(MAXPOOL, WORDS), encoding="utf-8")
    made = audit_file(draft)
    told = Counter(finding.message.split(" could not")[0] for finding in made.findings if finding.rule == "not-judged")
    assert set(told) == {"this formula", "this example"}
    # The page's own rationale quotes a piece of a formula, which is not understood either.
    assert made.coverage.not_understood == told["this formula"] + 1
    assert shares(made.reads)[Part.EXAMPLE] == Share(told["this example"], 0)
    assert made.coverage.decided > 15


def test_what_was_given_before_the_mistake_is_kept() -> None:
    def judge() -> Iterator[int]:
        yield 1
        raise ValueError("two")

    with containing() as mishaps:
        assert collected("a part", 7, judge) == [1]
    assert [(mishap.rule, mishap.start) for mishap in mishaps] == [("not-judged", 7)]
    with pytest.raises(ValueError, match="two"):
        collected("a part", 7, judge)


@pytest.mark.parametrize("error", [Contradiction("x"), NotInstalled("a", "b"), MemoryError(), KeyboardInterrupt()])
def test_what_stops_everything_is_not_contained(error: BaseException) -> None:
    with containing() as mishaps, pytest.raises(type(error)), apart("a part", 0):
        raise error
    assert mishaps == []


PAGE = document("# A\n\nThe size is 12.  \n\n\nEnd.\n")
AT = PAGE.text.index("12")


@pytest.mark.parametrize(
    "finding",
    [
        Finding("no-such-rule", 0, ""),
        Finding("not-judged", 0, ""),
        Finding("tie-open", -1, ""),
        Finding("tie-open", 999, ""),
        Finding("tie-open", AT, "", suggestion="12"),
        Finding("tie-open", AT, "", fix=Fix(AT, AT + 2, "12")),
        Finding("tie-open", AT, "", fix=Fix(AT, AT - 1, "13")),
        Finding("tie-open", AT, "", fix=Fix(AT, 999, "13")),
    ],
)
def test_unsound_finding_is_a_mistake(finding: Finding) -> None:
    with pytest.raises(UnsoundFinding):
        list(sound(PAGE, [finding]))
    with containing() as mishaps:
        assert list(sound(PAGE, [finding])) == []
    (mishap,) = mishaps
    assert mishap.rule == "not-judged"
    assert 0 <= mishap.start <= len(PAGE.text)


@pytest.mark.parametrize("suggestion", ["1", "13", "12.5", "the size is 12", ""])
def test_advice_that_changes_something_is_sound(suggestion: str) -> None:
    finding = Finding("tie-open", AT, "", suggestion=suggestion)
    assert list(sound(PAGE, [finding])) == [finding]


@pytest.mark.parametrize(
    ("said", "written", "kept"),
    [
        (r"(\alpha - \theta) / s + 1", r"(dX - 1) / s + 1", False),
        (r"(\alpha - \theta) / s + 1", r"(\alpha - \theta) / s", True),
        ("strides[1]", "strides[0]", True),
        ("stride[1]", "strides[1]", True),
        (r"\frac{a}{b}", "a / b", True),
        ("a b", "", True),
    ],
)
def test_no_correction_drops_an_authors_letters(said: str, written: str, kept: bool) -> None:
    text = f"# A\n\n{said}\n"
    fix = Fix(5, 5 + len(said), written)
    (finding,) = sound(document(text), [Finding("formula-wrong", 5, "", suggestion=written, fix=fix)])
    assert finding.suggestion == written
    assert finding.fix == (fix if kept else None)


def test_no_finding_points_at_nothing() -> None:
    end = PAGE.text.index("12.") + 3
    (finding,) = sound(PAGE, [Finding("tie-open", end, "")])
    assert PAGE.text[finding.start] == "E"
    assert seen("a\n\n", 3) == 0
    assert seen("", 0) == 0
    assert list(sound(Document("x", "", "", ()), [Finding("tie-open", 0, "")])) == [Finding("tie-open", 0, "")]
