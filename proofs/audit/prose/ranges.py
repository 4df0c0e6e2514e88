"""Ranges that prose gives in brackets: of flat indices, and of an axis counted from either end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.sentences import offset, sentences
from spec.documents.prose.structure import Structure

_RANGE = re.compile(
    r"(?P<open>[\[(\]])\s*(?P<low>-?\d{1,3})\s*,\s*(?P<high>[A-Za-z]\w*(?:\s*(?:[*×x·]"
    r"|\\times|\\cdot)\s*(?:[A-Za-z]\w*|\.\.\.|…))*"
    r"\s*(?P<less>-\s*1)?)\s*(?P<close>[\])\[])",
    re.S,
)
_INDICES = re.compile(r"\b(?:indices|index|values)\b", re.I)
_FACTOR = re.compile(r"\s*(?:[*×·]|\\times|\\cdot|(?<=\s)x(?=\s))\s*")
_SHAPE = re.compile(r"[\[(]\s*(?P<dims>N\s*(?:,|x|×)\s*C\s*(?:(?:,|x|×|\s)\s*(?:[A-Z]\w{0,2}|\.\.\.|…)\s*)+)[\])]")
_AXIS = re.compile(r"\baxis\s*(?:==?|is|equal to)\s*(?P<n>\d)\b")
_RANK = re.compile(r"\bfor an? (\d)D (?:input|tensor)[^.]*:\s*$")
_FROM_END = re.compile(
    r"[\[(]\s*-\s*(?P<rank>[A-Za-z]\w*)\s*,\s*(?P<high>[A-Za-z]\w*)\s*(?P<less>-\s*1"
    r"|\+\s*\d+|-\s*\d+)?\s*(?P<close>[\])])"
)


def judge_ranges(structure: Structure) -> Iterator[Judged]:
    """Ranges of flat indices hold each index and no other; so do those of an axis."""
    for section in structure.sections:
        shapes = _shapes(section.blocks)
        rank = 0
        for block in section.blocks:
            if block.shape not in (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL):
                rank = 0
                continue
            named = _RANK.search(block.text)
            rank = int(named[1]) if named else rank if block.shape is Shape.ITEM else 0
            here = [dims for dims in shapes if len(dims) == rank] or shapes
            for sentence in sentences(block):
                yield from _flat(structure, block, sentence.start, sentence.text, here)
                yield from _from_end(structure, block, sentence.start, sentence.text)


def _shapes(blocks: Sequence[Block]) -> list[list[str]]:
    """The shapes that a section names: `(N x C x H x W)`, `[N, C, H, W, D]`."""
    found: list[list[str]] = []
    for block in blocks:
        if block.shape in (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL):
            for shape in _SHAPE.finditer(block.text):
                found.append(re.findall(r"[A-Z]\w*|\.\.\.|…", shape["dims"]))
    return found


def _flat(structure: Structure, block: Block, at: int, text: str, shapes: Sequence[list[str]]) -> Iterator[Judged]:
    for found in _RANGE.finditer(text):
        factors = _FACTOR.split(re.sub(r"\s*-\s*1$", "", found["high"].strip()))
        if len(factors) < 2 or not _INDICES.search(block.text[: at + len(text)]):
            continue
        start = offset(structure.document, block, at + found.start())
        end, wrong = _wrong_ends(found)
        wrong = wrong or _wrong_factors(factors, text, shapes)
        at_wrong = offset(structure.document, block, at + found.start(end)) if end else start
        claim = Claim("range", start, " ".join(found[0].split()), "disagrees" if wrong else "agrees")
        yield claim, Finding("index-range-wrong", at_wrong, wrong) if wrong else None


def _wrong_ends(found: re.Match[str]) -> tuple[str, str]:
    """Which end of a range is wrong, and why."""
    if found["low"] != "0" or found["open"] != "[":
        return "open", "indices begin with 0, which belongs to the range"
    closed, less = found["close"] == "]", found["less"] is not None
    if closed and not less:
        return "close", "the number of elements is no index: the range is open at its end"
    if not closed and less:
        return "close", "the range leaves the last index out: it is open at its end already"
    return "", ""


def _wrong_factors(factors: Sequence[str], text: str, shapes: Sequence[list[str]]) -> str:
    """The range's end is the product of all dimensions of a shape, or of those from the axis that the text names."""
    axis = _AXIS.search(text)
    first = int(axis["n"]) if axis else 0
    same = [dims[first:] for dims in shapes if len(dims) > first]
    if list(factors) in same or not same:
        return ""
    if len(set(factors)) != len(factors) and "..." not in factors:
        return f"a dimension is counted twice in `{' * '.join(factors)}`"
    product = max(same, key=lambda dims: (len(set(dims) & set(factors)), -abs(len(dims) - len(factors))))
    elided = [f for f in factors if f not in ("...", "…")]
    whole = [d for d in product if d not in ("...", "…")]
    if "..." in factors or "…" in factors:
        named = [d for d in whole if d in ("N", "C")] if first == 0 else []
        missing = [d for d in named if d not in elided]
        begins = [f for f in elided if re.fullmatch(r"[A-Za-z]+1", f)]
        ends = [f for f in elided if re.fullmatch(r"[A-Za-z]+[n-z]", f)]
        if not missing and begins and ends:
            return ""
        return f"`{missing[0] if missing else whole[-1]}` is missing in the number of elements"
    missing = [d for d in whole if d not in elided]
    if missing:
        return f"`{missing[0]}` is missing in the number of elements: `{' * '.join(whole)}`"
    extra = [f for f in elided if f not in whole]
    return f"`{extra[0]}` is no dimension here: `{' * '.join(whole)}`" if extra else ""


def _from_end(structure: Structure, block: Block, at: int, text: str) -> Iterator[Judged]:
    """`[-R, R - 1]`: an axis of R counted from either end."""
    for found in _FROM_END.finditer(text):
        if found["rank"] != found["high"]:
            continue
        start = offset(structure.document, block, at + found.start())
        less = re.sub(r"\s", "", found["less"] or "")
        right = found[0].startswith("[") and (less, found["close"]) in (("-1", "]"), ("", ")"))
        suggestion = f"[-{found['rank']}, {found['rank']} - 1]"
        message = f"an axis counted from either end is in {suggestion}"
        finding = None if right else Finding("index-range-wrong", start, message, suggestion=suggestion)
        yield Claim("range", start, found[0], "agrees" if right else "disagrees"), finding
