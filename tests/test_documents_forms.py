"""The table of forms: each example is read as the table says, and what it says is not read is refused."""

from __future__ import annotations

import pytest

from proofs.audit.rulebook.forms import FORMS, PHRASES, ReadForm
from spec.documents.formulas.formulas import parse_formula
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.names.notation import notation
from tests.audit_documents import document

Q = parse_formula("q")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_form_is_read_as_the_table_says(form: ReadForm) -> None:
    assert parse_formula(form.example) == parse_formula(form.meaning)


@pytest.mark.parametrize("form", [f for f in FORMS if f.unread], ids=lambda form: form.name)
def test_its_neighbour_is_refused(form: ReadForm) -> None:
    with pytest.raises(NotUnderstood):
        parse_formula(form.unread)


def test_no_form_is_named_twice() -> None:
    assert len({form.name for form in FORMS}) == len(FORMS)


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.example)
def test_a_phrase_is_read_as_the_table_says(phrase: ReadForm) -> None:
    text = f"# MaxPool\n\nHere, $q$ is {phrase.example}.\n"
    assert notation(document(text)).resolve(Q) == notation(document("")).resolve(parse_formula(phrase.meaning))


@pytest.mark.parametrize("phrase", [p for p in PHRASES if p.unread], ids=lambda phrase: phrase.unread)
def test_its_neighbour_means_nothing(phrase: ReadForm) -> None:
    assert notation(document(f"# MaxPool\n\nHere, $q$ is {phrase.unread}.\n")).resolve(Q) is None
