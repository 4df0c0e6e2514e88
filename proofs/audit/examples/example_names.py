"""Examples that call their tensors otherwise in the text than where they print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import Role
from spec.documents.pages.model import Document


def names_that_differ(document: Document, examples: Sequence[WorkedExample]) -> Iterator[Finding]:
    """One finding for the document, at the first line that differs: an author changes them all at once."""
    places: list[tuple[int, str, str]] = []
    for example in examples:
        printed = {role: statement.name for role, statement in example.tensors.items()}
        for role, cell in example.declared:
            name = printed.get(role)
            if name is not None and name.lower() != cell.text.lower() and role in (Role.X, Role.Y, Role.INDICES):
                places.append((cell.start, cell.text, name))
    if not places:
        return
    places.sort()
    pairs = dict.fromkeys((said, name) for _, said, name in places)
    lines = list(dict.fromkeys(document.place(start)[0] for start, _, _ in places))
    named = ", ".join(f"{said} for what is printed as {name}" for said, name in pairs)
    where = ", ".join(map(str, lines[:40]))
    message = f"examples name their tensors in two ways: {named} (lines {where})"
    yield Finding("example-name-differs", places[0][0], message, {"lines": lines})
