"""What other implementations are said to print: outputs without an input, and the differences the text describes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from spec.documents.examples.example_model import DescribedDifference, Listing
from spec.documents.examples.stated import TENSORS, Named, StatedValue
from spec.documents.pages.model import Document
from spec.documents.printed.numbers import number
from spec.documents.printed.tensors import PrintedCell
from spec.documents.prose.numberwords import ORDINALS

MOST_DIFFERENCES = 200

_REFERENCE = re.compile(r"\bexample\s*#?(\d{1,4})\b", re.IGNORECASE)
# Not within a word or a longer number: a long run of digits is looked at once.
_VALUE = r"(?<![\w.])[-+−]?(?:\\infty|inf(?:inity)?|nan|∞|\.?\d[\d.]{0,60}(?:e[-+]?\d{1,6})?)"
_INSTEAD = re.compile(
    rf"(?P<printed>{_VALUE})[`$*\s]{{0,8}}(?:instead\s+of|rather\s+than|in\s+place\s+of)[`$*\s]{{0,8}}(?P<expected>{_VALUE})",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    rf"(?P<ordinal>{'|'.join(ORDINALS)}|\d{{1,5}}(?:st|nd|rd|th))\s+(?:element|cell|value|entry)(?P<of>\s+of\s+(?:the\s+)?"
    r"(?:input\s+)?[$`*\\]*(?:text\{|mathrm\{)?(?P<name>\w+))?",
    re.IGNORECASE,
)
_TENSOR = re.compile(r"\bin\s+(?:the\s+)?[$`*\\]*(?:text\{|mathrm\{)?(?P<name>[A-Za-z]\w*)", re.IGNORECASE)


def listings_of(
    document: Document, title: str, start: int, end: int, path: tuple[str, ...], outputs: list[StatedValue]
) -> Iterator[Listing]:
    """The listings of a part of the text; one that names another example before its matrices starts anew."""
    groups: list[tuple[int | None, list[StatedValue]]] = []
    before = start
    for output in outputs:
        named = [int(m[1]) for m in _REFERENCE.finditer(document.text, before, output.start)]
        repeated = groups and any(s.role is output.role for s in groups[-1][1])
        if not groups or repeated or (named and named[-1] != groups[-1][0]):
            groups.append((named[-1] if named else None, []))
        groups[-1][1].append(output)
        before = output.end
    for i, (reference, tensors) in enumerate(groups):
        stop = groups[i + 1][1][0].start if i + 1 < len(groups) else end
        differences = tuple(_differences(document.text, tensors[-1].end, stop))
        yield Listing(title or "listing", tensors[0].start, path, reference, tuple(tensors), differences)


def _differences(text: str, start: int, end: int) -> Iterator[DescribedDifference]:
    for match in islice(_INSTEAD.finditer(text, start, end), MOST_DIFFERENCES):
        line = text.rfind("\n", 0, match.start()) + 1
        after = text.find("\n", match.end(), end)
        said = list(_TENSOR.finditer(text, max(line, start, match.start() - 200), match.start()))
        role = TENSORS.get(said[-1]["name"].lower()) if said else None
        printed, expected = (_cell(match, group) for group in ("printed", "expected"))
        if number(printed.text) is None or number(expected.text) is None:
            continue
        ordinal = _ORDINAL.search(text, match.end(), min(after if after >= 0 else end, match.end() + 80))
        if ordinal is None:
            yield DescribedDifference(printed, expected, role)
            continue
        word = ordinal["ordinal"].lower()
        k = ORDINALS.index(word) + 1 if word in ORDINALS else int(re.sub(r"\D", "", word))
        of_input = ordinal["of"] is not None and TENSORS.get((ordinal["name"] or "").lower()) is Named.X
        place = PrintedCell(ordinal["ordinal"], ordinal.start("ordinal"))
        yield DescribedDifference(printed, expected, role, k, place, of_input)


def _cell(match: re.Match[str], group: str) -> PrintedCell:
    text = match[group].rstrip(".")
    return PrintedCell(text, match.start(group))
