"""Ranges that prose gives in brackets: of flat indices, and of an axis counted from either end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs.audit.rulebook.findings import Finding, Judgement, checked, judged
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.closed import NOTHING, classed, classes
from spec.documents.prose.sentences import TOLD, Sentence, sentences
from spec.documents.prose.structure import Structure

_RANGE = re.compile(
    r"(?P<open>[\[(\]])\s*(?P<low>-?\d{1,3})\s*,\s*(?P<high>[A-Za-z]\w*(?:\s*(?:[*×x·]"
    r"|\\times|\\cdot)\s*(?:[A-Za-z]\w*|\.\.\.|…))*"
    r"\s*(?P<less>-\s*1)?)\s*(?P<close>[\])\[])",
    re.S,
)
_FACTOR = re.compile(r"\s*(?:[*×·]|\\times|\\cdot|(?<=\s)x(?=\s))\s*")
_SHAPE = re.compile(r"[\[(]\s*(?P<dims>N\s*(?:,|x|×)\s*C\s*(?:(?:,|x|×|\s)\s*(?:[A-Z]\w{0,2}|\.\.\.|…)\s*)+)[\])]")
_AXIS = re.compile(r"\baxis\s*(?:==?|is|equal to)\s*(?P<n>\d)\b")
_RANK = re.compile(r"\bfor an? (\d)D (?:input|tensor)[^.]*:\s*$")
_FROM_END = re.compile(
    r"[\[(]\s*-\s*(?P<rank>[A-Za-z]\w*)\s*,\s*(?P<high>[A-Za-z]\w*)\s*(?P<less>-\s*1"
    r"|\+\s*\d+|-\s*\d+)?\s*(?P<close>[\])])"
)


def judge_ranges(structure: Structure) -> Iterator[Judgement]:
    """Ranges of flat indices hold each index and no other; so do those of an axis."""
    for section in structure.sections:
        shapes = _shapes(section.blocks)
        rank, lead = 0, ""
        for block in section.blocks:
            if block.shape not in TOLD:
                rank, lead = 0, ""
                continue
            named = _RANK.search(block.text)
            rank = int(named[1]) if named else rank if block.shape is Shape.ITEM else 0
            here = [dims for dims in shapes if len(dims) == rank] or shapes
            for sentence in sentences(block):
                yield from _flat(structure, sentence, here, lead)
                yield from _from_end(structure, sentence)
            lead = block.text if block.text.rstrip().endswith(":") else lead if block.shape is Shape.ITEM else ""


def _shapes(blocks: Sequence[Block]) -> list[list[str]]:
    """The shapes that a section names: `(N x C x H x W)`, `[N, C, H, W, D]`."""
    named = (m["dims"] for block in blocks if block.shape in TOLD for m in _SHAPE.finditer(block.text))
    return [re.findall(r"[A-Z]\w*|\.\.\.|…", dims) for dims in named]


def _flat(structure: Structure, said: Sentence, shapes: Sequence[list[str]], lead: str) -> Iterator[Judgement]:
    for found in _RANGE.finditer(said.text):
        factors = _FACTOR.split(re.sub(r"\s*-\s*1$", "", found["high"].strip()))
        if len(factors) > 1 and _is_of_indices(said, lead):
            end, wrong = _wrong_ends(found)
            wrong = wrong or _wrong_factors(factors, said.text, shapes)
            at_wrong = structure.at(said, found.start(end or 0))
            finding = Finding("index-range-wrong", at_wrong, wrong) if wrong else None
            yield judged("range", structure.at(said, found.start()), " ".join(found[0].split()), finding)


def _is_of_indices(said: Sentence, lead: str) -> bool:
    """The whole sentence says that indices are in the ranges, or values do of which the text before it tells that."""
    first, _, clause = _without(said.text, _RANGE).rpartition(", so ")
    words = classed(clause, classes("indices"))
    kinds = {word.kind for word in words or ()}
    before = {word.strip(".,:;()`*").lower() for word in f"{lead} {said.block.text[: said.start]} {first}".split()}
    return "index" in kinds or ("pronoun" in kinds and not {"indices", "index"}.isdisjoint(before))


def _without(text: str, ranges: re.Pattern[str]) -> str:
    """A sentence with blanks in the place of its ranges."""
    return ranges.sub(lambda found: " " * len(found[0]), text)


def _wrong_ends(found: re.Match[str]) -> tuple[str, str]:
    """Which end of a range is wrong, and why."""
    if found["low"] != "0" or found["open"] != "[":
        return "open", "indices begin at 0, which belongs to the range"
    closed, less = found["close"] == "]", found["less"] is not None
    if closed and not less:
        return "close", "the number of elements is not an index: the range is open at its end"
    if not closed and less:
        return "close", "the range leaves out the last index: it already excludes its end"
    return "", ""


_ELLIPSES = ("...", "…")


def _wrong_factors(factors: Sequence[str], text: str, shapes: Sequence[list[str]]) -> str:
    """The range's end is the product of all dimensions of a shape, or of those from the axis that the text names."""
    axis = _AXIS.search(text)
    first = int(axis["n"]) if axis else 0
    products = [dims[first:] for dims in shapes if len(dims) > first]
    if list(factors) in products or not products:
        return ""
    if len(set(factors)) != len(factors) and "..." not in factors:
        return f"a dimension is counted twice in `{' * '.join(factors)}`"
    nearest = max(products, key=lambda dims: (len(set(dims) & set(factors)), -abs(len(dims) - len(factors))))
    named = [factor for factor in factors if factor not in _ELLIPSES]
    whole = [dimension for dimension in nearest if dimension not in _ELLIPSES]
    if len(named) < len(factors):
        return _wrong_elision(named, whole, first)
    if missing := [dimension for dimension in whole if dimension not in named]:
        return f"`{missing[0]}` is missing in the number of elements: `{' * '.join(whole)}`"
    extra = [factor for factor in named if factor not in whole]
    return f"`{extra[0]}` is not a dimension here: `{' * '.join(whole)}`" if extra else ""


def _wrong_elision(named: Sequence[str], whole: Sequence[str], first: int) -> str:
    """`N * C * D1 * ... * Dn`: batch and channel, and the first and the last spatial dimension are named."""
    missing = [d for d in whole if d in ("N", "C") and d not in named] if first == 0 else []
    begins = any(re.fullmatch(r"[A-Za-z]+1", factor) for factor in named)
    ends = any(re.fullmatch(r"[A-Za-z]+[n-z]", factor) for factor in named)
    if not missing and begins and ends:
        return ""
    return f"`{missing[0] if missing else whole[-1]}` is missing in the number of elements"


def _from_end(structure: Structure, said: Sentence) -> Iterator[Judgement]:
    """`[-R, R - 1]`: an axis of R counted from either end."""
    for found in _FROM_END.finditer(said.text):
        words = classed(_without(said.text, _FROM_END), {**classes("rank"), found["rank"]: NOTHING})
        if found["rank"] == found["high"] and words is not None:
            start = structure.at(said, found.start())
            less = re.sub(r"\s", "", found["less"] or "")
            right = found[0].startswith("[") and (less, found["close"]) in (("-1", "]"), ("", ")"))
            wanted = f"[-{found['rank']}, {found['rank']} - 1]"
            wrong = "" if right else f"an axis counted from either end is in {wanted}"
            yield checked("range", start, found[0], "index-range-wrong", wrong, wanted)
