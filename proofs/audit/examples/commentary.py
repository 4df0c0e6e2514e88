"""What the text behind an example says of its elements: that a value is at positions of X, and which is selected."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from proofs.audit.examples.example_facts import JudgedExample, PrintedGrid
from proofs.audit.rulebook.findings import Finding
from spec.documents.pages.model import Block, Document
from spec.documents.printed.numbers import number
from spec.documents.prose.sentences import TOLD, offset, sentences

_MARKS = r"[\s$`*]"
_VALUE = (
    rf"\b(?:value|values|element|elements|number|entry|maximum|holds|contains|the){_MARKS}+"
    r"(?P<value>[-+−]?\d+(?:\.\d+)?)(?![\w.])"
)
_PLACE = r"(?:flat\s+)?(?:positions?|address(?:es)?|indices|index)"
_NEXT = rf"{_MARKS}*(?:,|\band\b){_MARKS}*(?:and\b{_MARKS}*)?(?:at{_MARKS}+)?\d{{1,9}}"
_LIST = rf"\d{{1,9}}(?:{_NEXT})*(?!{_NEXT})"
_OF_X = rf"(?!\w|\.\d|{_MARKS}*(?:of|in){_MARKS}+(?:Y|Indices|the\s+output|the\s+window)\b)"
"""Behind positions, which are those of X where nothing else is said."""
_WINDOW = rf"in\s+(?:the|this|that|its)\s+window(?:\s+of{_MARKS}+Y\[[\d,\s]{{1,40}}\]{_MARKS}*)?"
_AT = re.compile(
    rf"{_VALUE}{_MARKS}*(?:(?:occurs?|appears?|stands|is found|lies|twice|three times|again|,|{_WINDOW})\s*)*"
    rf"(?:at\s+(?:the\s+)?{_PLACE}{_MARKS}+|(?<=occurs )at{_MARKS}+)(?P<places>{_LIST}){_OF_X}",
    re.IGNORECASE,
)
"""`the value 4 occurs at flat positions 5 and 10`, `holds 5 at positions 4 and 6`."""
_BRACKETED = re.compile(rf"{_VALUE}{_MARKS}*\((?:at\s+)?{_PLACE}{_MARKS}+(?P<places>\d{{1,9}})\)", re.IGNORECASE)
_TAKEN = r"(?:reported|selected|chosen|given|taken|kept|stored|returned)"
_TAKES = r"(?:selects|keeps|reports|goes to|stores|returns)"
_SELECTED = re.compile(
    rf"(?:{_PLACE}\s+)?(?<![\w.]){_MARKS}?(?P<before>\d{{1,9}}){_MARKS}?\s+is\s+(?:the one\s+)?{_TAKEN}"
    rf"|\b{_TAKES}\s+(?:the\s+)?(?:{_PLACE}\s+)?{_MARKS}?(?P<behind>\d{{1,9}})(?!\w|\.\d)"
    rf"|\bthe\s+(?P<which>first|smaller|smallest|lower|lowest|earlier|earliest|last|second|larger|largest|greater"
    rf"|greatest|higher|highest|later|latest)(?:\s+(?:one|index|position|of them|of these))?\s+is\s+{_TAKEN}",
    re.IGNORECASE,
)
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
        for block in told[bisect_left(places, each.example.start) : bisect_left(places, end)]:
            if block.path[:1] == each.example.path[:1]:
                yield from _in_block(document, block, X)


def _in_block(document: Document, block: Block, X: PrintedGrid) -> Iterator[Finding]:
    for sentence in sentences(block):
        for found in (*_AT.finditer(sentence.text), *_BRACKETED.finditer(sentence.text)):
            places = [int(place) for place in re.findall(r"\d+", found["places"])]
            wrong = next(filter(None, (_elsewhere(X, found["value"], place) for place in places)), "")
            at = found.start("value")
            taken = _SELECTED.search(sentence.text, found.end()) if len(places) > 1 and not wrong else None
            if taken is not None:
                wrong, at = _not_first(taken, places), taken.start()
            if wrong:
                yield Finding("example-cell-wrong", offset(document, block, sentence.start + at), wrong)


def _elsewhere(X: PrintedGrid, said: str, place: int) -> str:
    """What is wrong with a value's position; empty if nothing is."""
    value = number(said.replace("−", "-"))
    if value is None:
        return ""
    if place >= len(X.cells):
        return f"there is no position {place} in X: it has {len(X.cells)} elements"
    if float(value) == X.values.ravel()[place]:
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
