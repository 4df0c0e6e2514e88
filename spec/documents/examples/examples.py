"""Worked examples of a document: attributes, stated shapes, printed tensors, and what other implementations print."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from spec.documents.examples.example_code import code_examples
from spec.documents.examples.example_model import Examples
from spec.documents.examples.example_plain import plain_examples
from spec.documents.examples.example_text import text_examples
from spec.documents.examples.stated import Named
from spec.documents.pages.model import Document

_PROMPT = re.compile(
    r"^([ \t]*)>>> ([A-Za-z]\w*(?:\.shape)?)[ \t]*(?:#[^\n]*)?\n(?=[ \t]*(?:tensor|array|\[|\())", re.M
)
_PROMPTS = re.compile(r"^([ \t]*)(?:>>>|\.\.\.)(?= )", re.M)


def _without_prompts(text: str) -> str:
    """A text in which what an interpreter shows of a name is said as `name = value`, each letter at its place."""
    said = _PROMPT.sub(
        lambda found: f"{found[1]}    {found[2]}={' ' * (len(found[0]) - len(found[1]) - len(found[2]) - 5)}", text
    )
    return _PROMPTS.sub(r"\1   ", said) if said != text else text


def read_examples(document: Document, names: Mapping[str, Named] = MappingProxyType({})) -> Examples:
    """The worked examples of a document; `names` are those that its operator has besides MaxPool's.

    Nothing in it is evaluated or executed; nothing is raised.
    """
    document = replace(document, text=_without_prompts(document.text))
    coded, taken = code_examples(document, names)
    plain = list(plain_examples(document))
    written = text_examples(document, [*taken, *((each.start, each.end) for each in plain)], names)
    ordered = sorted((*coded, *plain, *written.examples), key=lambda example: example.start)
    listings = sorted(written.listings, key=lambda listing: listing.start)
    return Examples(tuple(ordered), tuple(listings), written.unread)
