"""The page of what an audit reads: each example on it is read so, and what stands beside it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.audit.formulas.loops import judge_loops
from proofs.audit.gate import gate
from proofs.audit.lexicon.topics import topics
from proofs.audit.report.reads_page import LABELS, NAME, READS, TITLES, meaning_of, reads_page
from proofs.audit.rulebook.forms import (
    CASES,
    ELEMENTS,
    FORMS,
    LOOPING,
    LOOPS,
    PHRASES,
    STEPPING,
    STEPS,
    TABLES,
    TOLD,
    ReadForm,
)
from proofs.audit.rulebook.forms import GIVEN as PAGE
from proofs.audit.rulebook.pageforms import PAGES
from proofs.audit.run import audit
from proofs.audit.structure.mentions import judge_mentions
from spec.documents.prose.structure import structure_of
from tests.audit_documents import document

DOCS = Path(__file__).resolve().parent.parent / "docs"
GIVEN = "# MaxPool\n\n- `[C1]` Sizes\n- `[C2]` Types\n\n"


def described(text: str) -> list[str]:
    return [found.operator for found in gate(document(f"{text}\n")).described]


def mentioned(text: str) -> list[str]:
    return [claim.text for claim, _ in judge_mentions(structure_of(document(f"{GIVEN}{text}\n")))]


@pytest.mark.parametrize("form", TITLES, ids=lambda form: form.name)
def test_an_operator_is_told(form: ReadForm) -> None:
    assert described(form.example) == [form.meaning]
    assert form.meaning not in described(form.unread)


@pytest.mark.parametrize("form", LABELS, ids=lambda form: form.name)
def test_labels_are_looked_up(form: ReadForm) -> None:
    assert mentioned(form.example) == form.meaning.split(", ")
    assert mentioned(form.unread) == []


@pytest.mark.parametrize("form", ELEMENTS, ids=lambda form: form.name)
def test_elements_are_judged(form: ReadForm) -> None:
    def verdicts(text: str) -> list[str]:
        page = document(f"{PAGE}{text.replace('$$ $$', '$$' + chr(10) * 2 + '$$')}\n")
        claims = (claim for claim in audit(page, None).claims if claim.start > len(PAGE))
        return [claim.verdict for claim in claims if claim.kind == form.meaning]

    assert verdicts(form.example) == ["proved"]
    assert verdicts(form.unread) == []


@pytest.mark.parametrize("form", CASES, ids=lambda form: form.name)
def test_formulas_under_conditions_are_judged(form: ReadForm) -> None:
    def verdicts(text: str) -> set[str]:
        page = document(f"{PAGE}The output $Y$ has the shape $(N, C, P, Q)$.\n\n{text}\n")
        claims = [claim for claim in audit(page, None).claims if "P = H" in claim.text]
        return {claim.verdict for claim in claims} - {"not understood"}

    assert verdicts(form.example) == {form.meaning}
    assert verdicts(form.unread) == set()


@pytest.mark.parametrize("form", TABLES, ids=lambda form: f"{form.name} that {form.meaning}")
def test_rows_of_tables_are_judged(form: ReadForm) -> None:
    def verdicts(row: str) -> set[str]:
        cells = [cell.split(" = ") for cell in row.split(" | ")]
        heads, said = (f"| {' | '.join(part)} |" for part in zip(*cells, strict=True))
        page = document(f"# MaxPool\n\n{heads}\n|{' --- |' * len(cells)}\n{said}\n")
        last = page.text.rindex(cells[-1][1])
        claims = (claim for claim in audit(page, None).claims if claim.start >= last)
        return {claim.verdict for claim in claims} - {"not understood"}

    assert verdicts(form.example) == {form.meaning}
    assert verdicts(form.unread) == set()


@pytest.mark.parametrize(("line", "form"), LOOPS, ids=[form.name for _, form in LOOPS])
def test_loops_are_judged(line: str, form: ReadForm) -> None:
    def verdicts(text: str) -> list[str]:
        listing = LOOPING.replace(line, text)
        page = document(f"{PAGE}The output $Y$ has the shape $(N, C, P, Q)$.\n{listing}")
        return [claim.verdict for claim in judge_loops(page)[0]]

    assert line in LOOPING
    assert verdicts(form.example) == ["proved", "proved"]
    assert verdicts(form.unread) == ["not understood"]


@pytest.mark.parametrize(("line", "form"), STEPS, ids=[form.name for _, form in STEPS])
def test_steps_are_judged(line: str, form: ReadForm) -> None:
    def verdicts(text: str) -> set[str]:
        page = document(f"{PAGE}The output $Y$ has the shape $(N, C, P, Q)$.\n{STEPPING.replace(line, text)}")
        return {claim.verdict for claim in judge_loops(page)[0]}

    assert line in STEPPING
    assert verdicts(form.example) == {"proved"}
    assert "proved" not in verdicts(form.unread)


PARTS = [(page, line, form) for _, _, page, forms in PAGES for line, form in forms]


@pytest.mark.parametrize(("page", "line", "form"), PARTS, ids=[form.name for _, _, form in PARTS])
def test_forms_are_read_with_their_page(page: str, line: str, form: ReadForm) -> None:
    """All is proved with the form in the place of its line, and less with its neighbour."""

    def proved(text: str) -> list[bool]:
        claims = audit(document(text), None).claims
        return [claim.verdict == "proved" for claim in claims if claim.kind in ("constraint", "output size")]

    read, unread = (page.replace(line, each) for each in (form.example, form.unread))
    assert page.count(line) == 1
    assert proved(read) == proved(page)
    assert all(proved(read))
    assert sum(proved(unread)) < sum(proved(read))


def test_the_page_has_all_forms() -> None:
    """Those of formulas and phrases are read in tests/test_documents_forms.py, of sizes in tests/test_audit_told.py."""
    assert (DOCS / NAME).read_text(encoding="utf-8") == reads_page()
    assert [forms for _, forms in READS.values()] == [
        *(TITLES, LABELS, FORMS, TOLD, PHRASES, ELEMENTS, CASES, TABLES),
        [form for _, form in LOOPS],
        READS["Steps"][1],
        *(READS[topic][1] for topic, *_ in PAGES),
    ]
    assert [form.name for form in READS["Steps"][1]] == [form.name for _, form in STEPS]
    for topic, _, _, forms in PAGES:
        assert [form.name for form in READS[topic][1]] == [form.name for _, form in forms]
    told = reads_page().replace("\\|", "|")
    assert [f.example for _, forms in READS.values() for f in forms if f.example not in told] == []


def test_the_page_has_all_topics_of_sentences() -> None:
    """Each example of each topic with what it is understood as; tests/test_audit_sentences.py compares them."""
    _, sentences = reads_page().replace("\\|", "|").split("## Sentences")
    for topic in topics().values():
        for said in (*topic.agrees, *topic.disagrees):
            assert (topic.name in sentences, said in sentences) == (True, True)
            assert meaning_of(said, topic)
            assert f"`{meaning_of(said, topic)}`" in sentences
