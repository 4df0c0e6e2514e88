"""Worked examples of a document: attributes, stated shapes, printed tensors, and what other implementations print."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from spec.documents.examples.example_code import code_examples
from spec.documents.examples.example_model import Examples
from spec.documents.examples.example_text import text_examples
from spec.documents.examples.stated import Named
from spec.documents.pages.model import Document


def read_examples(document: Document, names: Mapping[str, Named] = MappingProxyType({})) -> Examples:
    """The worked examples of a document; `names` are those that its operator has besides MaxPool's.

    Nothing in it is evaluated or executed; nothing is raised.
    """
    coded, taken = code_examples(document, names)
    written = text_examples(document, taken, names)
    ordered = sorted((*coded, *written.examples), key=lambda example: example.start)
    listings = sorted(written.listings, key=lambda listing: listing.start)
    return Examples(tuple(ordered), tuple(listings), written.unread)
