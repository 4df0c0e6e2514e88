"""Examples written as text: lists of `name = value`, matrices in formulas, code spans and fences of other notations.

What other implementations are said to print is found here too: outputs without an input, and the differences that the
text describes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from spec.documents.examples.example_model import DescribedDifference, Examples, Listing, UnreadExample, WorkedExample
from spec.documents.examples.example_plain import plain_tensors
from spec.documents.examples.stated import SHAPES, TENSORS, Named, StatedValue, statements
from spec.documents.examples.stated_apart import stated_apart
from spec.documents.examples.stated_tables import table_statements
from spec.documents.examples.table_tensors import table_tensors
from spec.documents.pages.model import Document, Kind, Shape
from spec.documents.printed.matrices import LATEX_START
from spec.documents.printed.numbers import number
from spec.documents.printed.tensors import PrintedCell
from spec.documents.prose.numberwords import ORDINALS

MOST_TITLE = 80
_BELOW_HEADINGS = 98
"""The depth of a part that a paragraph begins: below every heading."""

_SAYS_EXAMPLE = re.compile(r"\b(?:examples?|exemples?|illustration)\b", re.IGNORECASE)
_STARTS_EXAMPLE = re.compile(r"\s*(?:worked\s+)?(?:example|exemple)\b\s*[#nN°]*\s*(?:\d+|[A-Z]\b|[:.])", re.IGNORECASE)
_NAMED = re.compile(r"\bExample\s+\d+")
_CALL = re.compile(
    r"(?P<first>(?:\\\w+\s*\{)?\b[A-Za-z]\w{0,20}\}?)\s*(?:,\s*(?P<second>(?:\\\w+\s*\{)?\b[A-Za-z]\w{0,20}\}?)\s*)?"
    r"=\s*[^=\n(]{0,40}?MaxPool[^=\n(]{0,20}\(\s*(?P<input>(?:\\\w+\s*\{)?\b[A-Za-z]\w{0,20})"
)
_LISTS = re.compile(r"\bdis?cr\w*panc|\bdiverge|\bnon[- ]?complian|\bother\s+implementation|\bexisting\s+implementation"
                    r"|\bruntime\b|\bobserved\b|\bbehaviou?r of\b", re.IGNORECASE)  # fmt: skip
MOST_DIFFERENCES = 200
_TENSOR_START = re.compile(rf"{LATEX_START.pattern}|\[\s*\[\s*[-+\d\[]")

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


@dataclass(slots=True)
class _Part:
    """A stretch of the text under one title: an example's place, perhaps."""

    title: str
    start: int
    path: tuple[str, ...]
    depth: int
    says_example: bool
    end: int = 0
    statements: list[StatedValue] = field(default_factory=list)


def text_examples(document: Document, taken: list[tuple[int, int]], named: Mapping[str, Named]) -> Examples:
    """The examples that are written as text, and the listings. `taken` are parts of the text that are not looked at,
    `named` what names mean that only this document's operator has.
    """
    markup = [(b.start, b.end) for b in document.blocks if b.shape is Shape.MARKUP]
    outside = _Outside([*taken, *markup])
    found = list(_in_spans(document, outside, named))
    outside = _Outside([*taken, *markup, *((example.start, example.end) for example in found)])
    listings: list[Listing] = []
    unread: list[UnreadExample] = []
    for part in _absorbed(_parts(document, outside, named)):
        examples = list(_examples(document, part))
        found.extend(examples)
        outputs = [s for s in part.statements if s.is_output and not any(e.start <= s.start < e.end for e in examples)]
        if outputs and (not examples or _LISTS.search(document.text, part.start, outputs[0].start)):
            listings.extend(listings_of(document, part.title, part.start, part.end, part.path, outputs))
        elif part.says_example and not examples and any(map(outside, _printed(document.text, part))):
            unread.append(UnreadExample(part.title, part.start))
    return Examples(tuple(found), tuple(listings), tuple(unread))


def _printed(text: str, part: _Part) -> Iterator[int]:
    """Where a part prints a matrix, or a list of lists."""
    return (match.start() for match in _TENSOR_START.finditer(text, part.start, part.end))


class _Outside:
    """Whether a place lies in none of some stretches."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]

    def __call__(self, place: int) -> bool:
        i = bisect_right(self._starts, place) - 1
        return i < 0 or place >= self._spans[i][1]


def _is_example(found: list[StatedValue]) -> bool:
    return any(s.is_input for s in found) and any(s.is_output for s in found)


def _in_spans(document: Document, outside: _Outside, named: Mapping[str, Named]) -> Iterator[WorkedExample]:
    """Code spans and fences that hold a whole example, attributes included."""
    for block in document.blocks:
        for piece in block.of(Kind.CODE):
            if len(piece.text) < 20 or "=" not in piece.text or not outside(piece.start):
                continue
            end = max(piece.end, block.end if block.shape is Shape.CODE else 0)
            found = list(statements(document.text, piece.start, end, named))
            has_kernel = any(s.attribute == "kernel_shape" or s.role is Named.W for s in found)
            if has_kernel and _is_example(found):
                title = _title_before(document, piece.start, block.path)
                for group in _groups(found):
                    stop = max(s.end for s in group)
                    yield WorkedExample(title, min(s.start for s in group), stop, block.path, tuple(group))


def _title_before(document: Document, place: int, path: tuple[str, ...]) -> str:
    before = max(0, place - 600)
    named = list(_NAMED.finditer(document.text, before, place))
    return named[-1][0] if named else path[-1] if path else "example"


def _parts(document: Document, outside: _Outside, named: Mapping[str, Named]) -> Iterator[_Part]:
    """The stretches from one heading, or one paragraph that starts with "Example", to the next."""
    parts = [_Part("", 0, (), 0, False)]
    for block in document.blocks:
        text = block.text if block.shape in (Shape.HEADING, Shape.PARAGRAPH, Shape.ITEM) else ""
        begin = document.text.rfind("\n", 0, block.start) + 1
        if block.shape is Shape.HEADING:
            says = _SAYS_EXAMPLE.search(text) is not None
            parts.append(_Part(text.strip(), begin, block.path, block.depth, says))
        elif text and len(text) < 400 and _STARTS_EXAMPLE.match(text) and _SAYS_EXAMPLE.search(text[:40]):
            title = (_NAMED.match(text.strip()) or [text.strip().partition("\n")[0]])[0][:MOST_TITLE]
            parts.append(_Part(title, begin, (*block.path, title), _BELOW_HEADINGS, True))
    tabled = [*table_statements(document), *table_tensors(document), *plain_tensors(document)]
    for part, end in zip(parts, [*(after.start for after in parts[1:]), len(document.text)], strict=True):
        if end > part.start:
            names = {**named} | {cell.text: role for role, cell in _declared_in_call(document.text, part.start, end)}
            read = (
                *statements(document.text, part.start, end, names),
                *stated_apart(document.text, part.start, end, names),
            )
            found = [*read, *_within(tabled, part.start, end)]
            part.statements = sorted((s for s in found if outside(s.start)), key=lambda s: s.start)
            part.end = end
            yield part


def _within(found: Iterable[StatedValue], start: int, end: int) -> Iterator[StatedValue]:
    return (stated for stated in found if start <= stated.start < end)


def _absorbed(parts: Iterable[_Part]) -> list[_Part]:
    """Parts under an example's heading ("Input", "Output") belong to it, unless they hold an example themselves."""
    found: list[_Part] = []
    for part in parts:
        if found and _belongs(part, found[-1]):
            found[-1].end = part.end
            found[-1].statements.extend(part.statements)
        else:
            found.append(part)
    return found


def _belongs(part: _Part, example: _Part) -> bool:
    is_below = example.says_example and example.depth < part.depth < _BELOW_HEADINGS
    return is_below and not (part.says_example or _is_example(part.statements) or _LISTS.search(part.title))


def _groups(found: list[StatedValue]) -> Iterator[list[StatedValue]]:
    """Statements example by example: a second input after an output starts another one.

    What is stated between an example's last output and the next one's input is the next one's.
    """
    group: list[StatedValue] = []
    after: list[StatedValue] = []
    has_input = has_output = False
    for s in found:
        if s.is_input and has_input and has_output:
            yield group
            group, after, has_output = [*after, s], [], False
            continue
        has_input = has_input or s.is_input
        if has_input and s.is_output:
            group += [*after, s]
            after, has_output = [], True
        else:
            (after if has_output else group).append(s)
    own = {s.attribute for s in group if s.role is Named.ATTRIBUTE}
    # An attribute that is set again is that of another example, whose input was not read.
    is_of_next = has_output and any(s.attribute in own for s in after if s.role is Named.ATTRIBUTE)
    yield from (group, after) if is_of_next else ([*group, *after],)


def _examples(document: Document, part: _Part) -> Iterator[WorkedExample]:
    groups = [group for group in _groups(part.statements) if _is_example(group)]
    for i, group in enumerate(groups):
        start = part.start if i == 0 else min(s.start for s in group)
        end = max(s.end for s in group)
        title = (part.title or "example") + (f" ({i + 1})" if len(groups) > 1 else "")
        declared = tuple(_declared(document.text, start, end, group))
        dtype = next((s.word for s in group if s.role is Named.TYPE), None)
        # A heading's own text is no part of what the example states: it starts where the heading does.
        place = end - len(document.text[start:end].lstrip("#*= \n"))
        yield WorkedExample(title, place, end, part.path, tuple(group), dtype=dtype, declared=declared)
        if (again := _again(group)) and not _LISTS.search(document.text, start, end):
            begin = min(each.start for each in again)
            given = [each for each in group if not each.is_output]
            yield WorkedExample(f"{title}, again", begin, end, part.path, (*given, *again), dtype=dtype)


def _again(group: Sequence[StatedValue]) -> Sequence[StatedValue]:
    """The outputs that a group prints once more, in the same shape."""
    first: dict[Named, StatedValue] = {}
    again: dict[Named, StatedValue] = {}
    for stated in group:
        if stated.is_output and (before := first.setdefault(stated.role, stated)) is not stated:
            tensors = [each.tensor.shape for each in (before, stated) if each.tensor is not None]
            if tensors[:1] == tensors[1:]:
                again.setdefault(stated.role, stated)
    return [*again.values()]


def _declared_in_call(text: str, start: int, end: int) -> Iterator[tuple[Named, PrintedCell]]:
    """The names in `Y, Indices = MaxPool(X)`."""
    for match in _CALL.finditer(text, start, end):
        for group, role in (("first", Named.Y), ("second", Named.INDICES), ("input", Named.X)):
            if match[group]:
                name = re.split(r"[{}]", match[group].rstrip("}"))[-1].strip()
                yield role, PrintedCell(name, match.start(group) + match[group].rindex(name))


def _declared(text: str, start: int, end: int, group: list[StatedValue]) -> Iterator[tuple[Named, PrintedCell]]:
    """The names that the call and the stated shapes use."""
    yield from _declared_in_call(text, start, end)
    for s in group:
        if s.is_shape and s.name.lower() not in SHAPES:
            yield s.role, PrintedCell(s.name, s.start)


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
