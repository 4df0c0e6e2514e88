"""A document's definitions of Y and Indices, run on its own examples."""

from __future__ import annotations

import pytest

from proofs.audit.rulebook.findings import Finding
from proofs.audit.run import audit
from spec.documents.pages.load import decode
from spec.documents.pages.read import parse
from tests.audit_examples import Case, as_markdown
from tests.test_audit_programs import INDICES, ROWS, TIES, Y

EXAMPLE = as_markdown(Case(shape=(4, 5), kernel=(2, 3), pads=(1, 0, 0, 1), strides=(1, 2)))


def notes(*parts: str) -> list[tuple[int, Finding]]:
    """The contradictions between definitions and examples, by line."""
    read = parse(decode("\n\n".join(["# MaxPool", *parts, ""]).encode(), "page.md"), "page.md")
    found = [f for f in audit(read, None).findings if f.rule == "example-formula-contradicted"]
    return [(read.place(f.start)[0], f) for f in found]


def test_right_definitions_are_not_contradicted() -> None:
    assert notes(Y, INDICES, ROWS, TIES, EXAMPLE) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"dX_2 + i) \cdot dX_3 + j", r"dX_3 + j) \cdot dX_2 + i"),
        (r"dX_3 + j", r"dX_3 + j + 1"),
        (r"\max_{h=0}^{kernel\_shape[0]-1} \max_{w=0}", r"\min_{h=0}^{kernel\_shape[0]-1} \min_{w=0}"),
        ("m \\cdot strides[0] + h \\cdot dilations[0], n", "m \\cdot strides[1] + h \\cdot dilations[0], n"),
    ],
)
def test_a_wrong_definition_is_contradicted_there_and_at_the_example(old: str, new: str) -> None:
    text = "\n\n".join((Y, INDICES, ROWS, TIES))
    assert old in text
    (there, first), (at_example, second) = sorted(notes(text.replace(old, new, 1), EXAMPLE), key=lambda note: note[0])
    assert there < text.count("\n") + 3 < at_example
    assert first.witness == second.witness
    assert first.witness["printed"] != first.witness["definition"]
    assert f"line {there}" in second.message
