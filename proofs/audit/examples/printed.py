"""Printed tensors of any operator: how they are written, whatever they should hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs.audit.examples.example_facts import writing_problems
from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.pages.model import Document, Shape
from spec.documents.printed.numbers import is_elision, number, plain
from spec.documents.printed.tensors import PrintedTensor

_BROKEN = re.compile(r"[+-]?\d+(?:[\s,;:]\s*\d+|\.\d*\.\d*|\.\s+\d+)[\d.]*")
"""`4 81748948`, `1..5`, `0. 5`: digits that are one number no more."""


def judge_printed(document: Document) -> Iterator[Finding]:
    """Matrices whose rows do not fit together, and numbers that are broken."""
    verbatim = [(block.start, block.end) for block in document.blocks if block.shape in (Shape.CODE, Shape.MATH)]
    for example in read_examples(document).examples:
        for stated in (*example.tensors.values(), *example.shapes):
            # In running text a bracket may end with its paragraph; in a listing nothing is lost.
            if any(start <= stated.start < end for start, end in verbatim):
                yield from writing_problems(stated)
            if stated.tensor is not None:
                yield from _broken(stated.name, stated.tensor)


def _broken(name: str, tensor: PrintedTensor) -> Iterator[Finding]:
    for cell in tensor.cells:
        said = plain(cell.text)
        if number(cell.text) is None and not is_elision(cell.text) and _BROKEN.fullmatch(said):
            shown = f"{name} has a cell that is printed {cell.text[:60]!r}, which is not a number"
            yield Finding("number-malformed", cell.start, shown, {"printed": cell.text[:60]})


_WORDS = ("input", "output", "inputs", "outputs")
"""What X and Y are in plain words, which is no other name."""


def names_that_differ(document: Document, examples: Sequence[WorkedExample]) -> Iterator[Finding]:
    """Tensors are called otherwise in the text than where they are printed: one finding for the document, at the first
    line that differs, since an author changes them all at once."""
    places: list[tuple[int, str, str]] = []
    for example in examples:
        for role, cell in example.declared:
            printed = example.tensors.get(role)
            is_word = cell.text in _WORDS
            if printed is not None and not is_word and printed.name.lower() != cell.text.lower():
                places.append((cell.start, cell.text, printed.name))
    if places:
        places.sort()
        pairs = dict.fromkeys((said, name) for _, said, name in places)
        lines = list(dict.fromkeys(document.place(start)[0] for start, _, _ in places))
        named = ", ".join(f"{said} for what is printed as {name}" for said, name in pairs)
        message = f"examples name their tensors in two ways: {named} (lines {', '.join(map(str, lines[:40]))})"
        yield Finding("example-name-differs", places[0][0], message, {"lines": lines})
