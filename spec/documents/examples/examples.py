"""Worked examples of a document: attributes, stated shapes, printed tensors, and what other implementations print."""

from __future__ import annotations

from spec.documents.examples.example_code import code_examples
from spec.documents.examples.example_model import Examples
from spec.documents.examples.example_text import text_examples
from spec.documents.pages.model import Document


def read_examples(document: Document) -> Examples:
    """The worked examples of a document. Nothing in it is evaluated or executed; nothing is raised."""
    coded, taken = code_examples(document)
    written = text_examples(document, taken)
    ordered = sorted((*coded, *written.examples), key=lambda example: example.start)
    listings = sorted(written.listings, key=lambda listing: listing.start)
    return Examples(tuple(ordered), tuple(listings), written.unread)
