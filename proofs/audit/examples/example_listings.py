"""What another implementation is said to print, held against what the document itself prints for the same example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from proofs.audit.examples.example_facts import JudgedExample, PrintedGrid, equal, fitted, grid, writing_problems
from proofs.audit.rulebook.findings import Finding, Fix, JudgedClaim, Judgements, corrected
from spec.documents.examples.example_model import DescribedDifference, Listing, number_of
from spec.documents.examples.stated import Named, StatedValue
from spec.documents.printed.numbers import number
from spec.documents.printed.tensors import PrintedCell
from spec.documents.prose.numberwords import ORDINALS

_RULE = "listing-implausible"
MOST_DIFFERENCES = 100


@dataclass(frozen=True, slots=True)
class _Differing:
    """A cell in which a listing differs from its example: what is listed, and what the example prints.

    `right` is the reference's value, if the example is wrong.
    """

    role: Named
    position: int
    place: str
    cell: PrintedCell
    listed: float
    expected_text: str
    expected: float
    right: float | None


def judge_listings(listings: Sequence[Listing], judged: Sequence[JudgedExample]) -> Judgements:
    """The listings' claims and findings."""
    claims: list[JudgedClaim] = []
    findings: list[Finding] = []
    for listing in listings:
        base = _example_of(listing, judged)
        found = list(_judged(listing, base)) if base is not None else [_unknown(listing)]
        verdict = "not understood" if base is None or base.facts is None else "disagrees" if found else "agrees"
        claims.append(JudgedClaim("listing", listing.start, listing.title, verdict))
        findings += found
    return claims, findings


def _unknown(listing: Listing) -> Finding:
    which = f"example {listing.number}" if listing.number is not None else "the example that it belongs to"
    return Finding("example-not-judged", listing.start, f"{listing.title}: {which} is not found before it")


def _example_of(listing: Listing, judged: Sequence[JudgedExample]) -> JudgedExample | None:
    """The example that a listing is of: by its number, in the same section if there is one; else the last before."""
    before = [j for j in judged if j.example.start < listing.start]
    if listing.number is not None:
        before = [j for j in before if number_of(j.example.title) == listing.number]
        same = [j for j in before if j.example.path[: len(listing.path) - 1] == listing.path[:-1]]
        before = same or before
    return before[-1] if before else None


def _judged(listing: Listing, base: JudgedExample) -> Iterator[Finding]:
    differing: list[_Differing] = []
    is_whole = base.facts is not None
    for statement in listing.tensors:
        own, printed = base.printed(statement.role), _grid(statement, base)
        if printed is None:
            yield from writing_problems(statement)
        elif own is not None and printed.shape != own.shape:
            message = f"{statement.name} is listed with the shape {list(printed.shape)}, but the example's is "
            yield Finding(_RULE, statement.place, message + str(list(own.shape)))
        elif own is not None:
            for hole in printed.holes:
                cell = printed.cells[hole]
                message = f"{printed.index(hole)} is listed {cell.text[:60]!r}, which is not a number"
                yield Finding("number-malformed", cell.start, message)
            differing += _differing(printed, own, base)
            continue
        is_whole = False
    # What could not be compared may hold what is described.
    if is_whole:
        yield from _matched(listing, differing[:MOST_DIFFERENCES], base)


def _differing(printed: PrintedGrid, own: PrintedGrid, base: JudgedExample) -> Iterator[_Differing]:
    """The cells that differ, but for those which the listing has right and the example wrong, or not at all."""
    is_coarser = printed.role is Named.Y and 0 < printed.decimals < own.decimals
    wrong = ~equal(printed.values, own.values, printed.decimals if is_coarser else None)
    for i in map(int, np.flatnonzero(wrong)):
        right = _right(own.cells[i], base)
        listed, expected = (float(each.values.ravel()[i]) for each in (printed, own))
        is_right = right == listed if right is not None else i in own.holes
        if i not in printed.holes and not is_right:
            yield _Differing(own.role, i, own.index(i), printed.cells[i], listed, own.cells[i].text, expected, right)


def _right(at: PrintedCell, base: JudgedExample) -> float | None:
    """What the reference says for a cell that the example prints wrong."""
    for finding in base.findings:
        if finding.start == at.start and finding.fix is not None:
            said = number(finding.fix.text)
            return None if said is None else float(said)
    return None


def _grid(statement: StatedValue, base: JudgedExample) -> PrintedGrid | None:
    read = statement.tensor
    own = base.printed(statement.role)
    if read is None or read.shape is None or not read.cells:
        return None
    rank = len(own.shape) if own is not None else len(read.shape)
    return grid(read, statement.role, fitted(read.shape, rank, [own.shape] if own is not None else []), None)


def _matched(listing: Listing, differing: list[_Differing], base: JudgedExample) -> Iterator[Finding]:
    """Each difference that is described is one cell's, and each cell's that differs is described."""
    left = list(differing)
    unmatched: list[DescribedDifference] = []
    matched: list[tuple[DescribedDifference, _Differing]] = []
    for said in listing.differences:
        # Where several cells fit, that which the text points to.
        fitting = [cell for cell in left if _fits(said, cell)]
        if fitting:
            best = min(fitting, key=lambda cell: not _ordinal_is_right(said, cell, base))
            left.remove(best)
            matched.append((said, best))
        else:
            unmatched.append(said)
    for said, cell in matched:
        yield from _place(said, cell, base)
    for said in unmatched:
        near = next((cell for cell in left if _fits_half(said, cell)), None)
        if near is not None:
            left.remove(near)
        yield _misdescribed(said, near)
    described = {said.role for said in listing.differences}
    for cell in left:
        if described and (None in described or cell.role in described or len(described) > 1):
            message = f"{cell.place} is listed as {cell.cell.text[:60]}, the example expects {cell.expected_text}"
            message += ", and no described difference says so"
            yield Finding(_RULE, cell.cell.start, message, {}, cell.expected_text)


def _same(text: str, value: float) -> bool:
    said = number(text)
    return said is not None and (float(said) == value or bool(np.isnan(float(said)) and np.isnan(value)))


def _fits(said: DescribedDifference, cell: _Differing) -> bool:
    is_expected = any(_same(said.expected.text, v) for v in (cell.expected, cell.right) if v is not None)
    return said.role in (None, cell.role) and _same(said.printed.text, cell.listed) and is_expected


def _fits_half(said: DescribedDifference, cell: _Differing) -> bool:
    fits = _same(said.printed.text, cell.listed) or _same(said.expected.text, cell.expected)
    return said.role in (None, cell.role) and fits


def _misdescribed(said: DescribedDifference, near: _Differing | None) -> Finding:
    words = f"{said.printed.text} instead of {said.expected.text}"
    if near is None:
        return Finding(_RULE, said.printed.start, f"no cell of the listing has {words}")
    if _same(said.expected.text, near.expected):
        message = f"{near.place} is listed as {near.cell.text}, where the text says {words}"
        return Finding(_RULE, near.cell.start, message, {}, said.printed.text)
    message = f"{words} is said, but for {near.place} the example expects {near.expected_text}"
    return corrected(_RULE, said.expected, message, near.expected_text)


def _count(said: DescribedDifference, cell: _Differing, value: float, base: JudgedExample) -> int:
    """Which element, counted from 1, a difference is about: of X for an index, of the listing otherwise; 0 for none."""
    if not said.of_input:
        return cell.position + 1
    size = prod(base.facts.shape) if base.facts is not None else 0
    return int(value) + 1 if cell.role is Named.INDICES and 0 <= value < size else 0


def _ordinal_is_right(said: DescribedDifference, cell: _Differing, base: JudgedExample) -> bool:
    is_mended = cell.right is not None and _same(said.expected.text, cell.right)
    value = cell.right if cell.right is not None and is_mended else cell.expected
    return said.ordinal is None or _count(said, cell, value, base) in (0, said.ordinal)


def _place(said: DescribedDifference, cell: _Differing, base: JudgedExample) -> Iterator[Finding]:
    """The element that is pointed to; and a value that the example itself prints wrong, repeated here."""
    right, at = cell.right, said.ordinal_cell
    count = _count(said, cell, cell.expected if right is None else right, base)
    if right is not None and right != cell.expected and not _same(said.expected.text, right):
        words = f"{right:g}"
        fix = Fix(said.expected.start, said.expected.end, words)
        if at is not None and 0 < count <= len(ORDINALS) and base.facts is not None:
            between = base.facts.text[said.expected.end : at.start]
            fix = Fix(said.expected.start, at.end, words + between + ORDINALS[count - 1])
        message = f"{said.expected.text} repeats the example's wrong cell {cell.place}: it should be {words}"
        yield Finding("example-cell-wrong", said.expected.start, message, {}, words, fix)
    elif at is not None and not _ordinal_is_right(said, cell, base):
        word = ORDINALS[count - 1] if count <= len(ORDINALS) else f"{count}th"
        message = f"{said.printed.text} instead of {said.expected.text} is about the {word} element"
        yield corrected(_RULE, at, message, word)
