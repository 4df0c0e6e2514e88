"""What the text behind an example says of its elements: that a value is at positions of X, and which is selected; which
rows and columns windows read; tables of what each window reads.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from proofs.audit.examples.example_facts import JudgedExample, PrintedGrid
from proofs.audit.examples.lines_read import wrong_cells, wrong_lines, wrong_windows
from proofs.audit.examples.named_values import values_of
from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.stated import Named
from spec.documents.examples.window_tables import places_in_y, window_rows
from spec.documents.formulas.words import SPATIAL_AXES
from spec.documents.pages.model import Block, Document
from spec.documents.printed.numbers import number
from spec.documents.prose.sentences import TOLD, offset, sentences

_MARKS = r"[\s$`*]"
_VALUE = (
    rf"\b(?:(?:value|values|element|elements|number|entry|maximum|holds|contains|the){_MARKS}+"
    rf"|window,?{_MARKS}+(?=[-+−]?[\d.]{{1,20}}{_MARKS}+(?:stands|occurs|appears)\b))"
    r"(?P<value>[-+−]?\d+(?:\.\d+)?)(?![\w.])"
)
_PLACE = r"(?:flat\s+)?(?:positions?|address(?:es)?|indices|index)"
_NEXT = rf"{_MARKS}*(?:,|\band\b){_MARKS}*(?:and\b{_MARKS}*)?(?:at{_MARKS}+)?\d{{1,9}}(?!\d|{_MARKS}+is\s)"
_LIST = rf"\d{{1,9}}(?:{_NEXT})*(?!{_NEXT})"
_OF_X = rf"(?!\w|\.\d|{_MARKS}*(?:of|in){_MARKS}+(?:Y|Indices|the\s+output|the\s+window)\b)"
"""Behind positions, which are those of X where nothing else is said."""
_WINDOW = rf"in\s+(?:the|this|that|its)\s+window(?:\s+of{_MARKS}+Y\[[\d,\s]{{1,40}}\]{_MARKS}*)?"
_AT = re.compile(
    rf"{_VALUE}{_MARKS}*(?:(?:occurs?|appears?|stands?|is found|lies|twice|three times|again|,|{_WINDOW})\s*)*"
    rf"(?:at\s+(?:the\s+)?{_PLACE}{_MARKS}+|(?<=(?:occurs|stands) )at{_MARKS}+)(?P<places>{_LIST}){_OF_X}",
    re.IGNORECASE,
)
"""`the value 4 occurs at flat positions 5 and 10`, `holds 5 at positions 4 and 6`."""
_BRACKETED = re.compile(rf"{_VALUE}{_MARKS}*\((?:at\s+)?{_PLACE}{_MARKS}+(?P<places>\d{{1,9}})\)", re.IGNORECASE)
_TAKEN = r"(?:retained|reported|selected|chosen|given|taken|kept|stored|returned)"
_TAKES = r"(?:selects|keeps|reports|goes to|stores|returns)"
_SELECTED = re.compile(
    rf"(?:{_PLACE}\s+)?(?<![\w.]){_MARKS}?(?P<before>\d{{1,9}}){_MARKS}?\s+is\s+(?:the one\s+)?{_TAKEN}"
    rf"|\b{_TAKES}\s+(?:the\s+)?(?:{_PLACE}\s+)?{_MARKS}?(?P<behind>\d{{1,9}})(?!\w|\.\d)"
    rf"|\bthe\s+(?P<which>first|smaller|smallest|lower|lowest|earlier|earliest|last|second|larger|largest|greater"
    rf"|greatest|higher|highest|later|latest)(?:\s+(?:one|index|position|of them|of these))?\s+is\s+{_TAKEN}",
    re.IGNORECASE,
)
_LISTED = re.compile(
    rf"\b(?:positions|indices|addresses){_MARKS}+(?:are{_MARKS}+)?(?P<places>{_LIST}){_OF_X}", re.IGNORECASE
)
"""`the flat indices are 8 and 13`, of equal elements where one of them is said to be selected."""
_INDEX_OF = re.compile(
    r"^\W*Y\[(?P<cell>\d{1,6}(?:,\s*\d{1,6}){3})\].*\bindex\b[^.;:]{0,80}=\s*(?P<index>\d{1,9})[\s$`.;)]*$",
    re.DOTALL,
)
"""`Y[0,1,1,0] compares -6 and 9; the index is (0 * 2 + 1) * 12 + 9 = 21.`"""
_FIRST = frozenset("first smaller smallest lower lowest earlier earliest".split())


def judge_commentary(document: Document, judged: Sequence[JudgedExample]) -> Iterator[Finding]:
    """The positions that the text behind an example gives values of X, and the one of several that is selected."""
    told = [block for block in document.blocks if block.shape in TOLD]
    places = [block.start for block in told]
    ends = [each.example.start for each in judged[1:]]
    for each, end in zip(judged, [*ends, len(document.text)], strict=False):
        X = each.facts.X if each.facts is not None and each.facts.call.selects else None
        if X is None or X.holes:
            continue
        axes = [values for axis in range(SPATIAL_AXES) if (values := values_of(each.example, axis)) is not None]
        for block in told[bisect_left(places, each.example.start) : bisect_left(places, end)]:
            if _is_of(block.path, each.example.path):
                yield from _in_block(document, block, X, each.printed(Named.INDICES))
                yield from _on_lines(document, block, X, axes) if len(axes) == SPATIAL_AXES else ()
        if len(axes) == SPATIAL_AXES and len(X.shape) == SPATIAL_AXES + 2:
            of_example = [b for b in told[bisect_left(places, each.example.start) :] if b.start < end]
            cells = [block for block in of_example if _is_of(block.path, each.example.path)]
            yield from _on_windows(document, cells, X, axes)


def _is_of(path: tuple[str, ...], of: tuple[str, ...]) -> bool:
    """Headings are those of an example, whose own may be the beginning of a paragraph, or headings below them."""
    return path[: len(of)] == of or path == of[:-1]


def _in_block(document: Document, block: Block, X: PrintedGrid, indices: PrintedGrid | None) -> Iterator[Finding]:
    for sentence in sentences(block):
        at_places = [*_AT.finditer(sentence.text), *_BRACKETED.finditer(sentence.text)]
        for at, wrong in (*_not_printed(sentence.text, indices), *(() if at_places else _of_listed(sentence.text))):
            yield Finding("example-cell-wrong", offset(document, block, sentence.start + at), wrong)
        for found in at_places:
            places = [int(place) for place in re.findall(r"\d+", found["places"])]
            wrong = next(filter(None, (_elsewhere(X, found["value"], place) for place in places)), "")
            at = found.start("value")
            taken = _SELECTED.search(sentence.text, found.end()) if len(places) > 1 and not wrong else None
            if taken is not None:
                wrong, at = _not_first(taken, places), taken.start()
            if wrong:
                yield Finding("example-cell-wrong", offset(document, block, sentence.start + at), wrong)


def _of_listed(text: str) -> Iterator[tuple[int, str]]:
    """What is wrong with the position that is selected of some that a sentence lists."""
    listed = _LISTED.search(text)
    taken = _SELECTED.search(text, listed.end()) if listed is not None else None
    places = [int(place) for place in re.findall(r"\d+", listed["places"])] if listed is not None else []
    if taken is not None and len(places) > 1 and (wrong := _not_first(taken, places)):
        yield taken.start(), wrong


def _not_printed(text: str, indices: PrintedGrid | None) -> Iterator[tuple[int, str]]:
    """What is wrong with the index that a sentence computes for an element: it is not the one that is printed."""
    found = _INDEX_OF.search(text)
    cell = tuple(map(int, found["cell"].split(","))) if found is not None else ()
    if found is None or indices is None or not all(at < size for at, size in zip(cell, indices.shape, strict=False)):
        return
    if len(cell) == len(indices.shape) and indices.values[cell] != int(found["index"]):
        printed = int(indices.values[cell])
        yield (
            found.start("index"),
            f"Indices[{', '.join(map(str, cell))}] is printed as {printed}, not {found['index']}",
        )


def _on_lines(document: Document, block: Block, X: PrintedGrid, axes: Sequence[Mapping[str, int]]) -> Iterator[Finding]:
    for sentence in sentences(block):
        for at, wrong in (*wrong_lines(sentence.text, axes), *wrong_windows(sentence.text, X, axes)):
            yield Finding("example-cell-wrong", offset(document, block, sentence.start + at), wrong)


def _on_windows(
    document: Document, blocks: Sequence[Block], X: PrintedGrid, axes: Sequence[Mapping[str, int]]
) -> Iterator[Finding]:
    """What tables tell of windows, one by one."""
    for row in window_rows(blocks, places_in_y(document.text)):
        for column, wrong in wrong_cells(row, X, axes):
            yield Finding("example-cell-wrong", offset(document, row.cells[column], 0), wrong)


def _elsewhere(X: PrintedGrid, said: str, place: int) -> str:
    """What is wrong with a value's position; empty if nothing is."""
    value = number(said.replace("−", "-"))
    if value is None:
        return ""
    if place >= len(X.cells):
        return f"there is no position {place} in X: it has {len(X.cells)} elements"
    if value == X.printed(place):
        return ""
    return f"{said} is not at position {place} of X: {X.index(place)} is {X.cells[place].text}"


def _not_first(taken: re.Match[str], places: Sequence[int]) -> str:
    """What is wrong with the position of several that is selected; empty if nothing is."""
    which = (taken["which"] or "").lower()
    if which:
        is_first, said = which in _FIRST, f"the {which}"
    else:
        number_ = int(taken["before"] or taken["behind"])
        is_first, said = number_ == min(places), str(number_)
    listed = ", ".join(map(str, places))
    return "" if is_first else f"of the equal elements at {listed} the first is selected, not {said}"
