"""What another implementation is said to print, held against what the document itself prints for the same example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from proofs.audit.examples.example_data import Grid, equal, fitted, grid
from proofs.audit.examples.example_verdict import JudgedExample
from proofs.audit.rulebook.findings import Claim, Finding, Fix
from spec.documents.examples.example_listings import ORDINALS
from spec.documents.examples.example_model import Difference, Listing, number_of
from spec.documents.examples.stated import Role, StatedValue
from spec.documents.printed.numbers import number

_RULE = "listing-implausible"
MOST_DIFFERENCES = 100


@dataclass(slots=True)
class _Differing:
    """A cell in which a listing differs from its example."""

    role: Role
    position: int
    printed: Grid
    base: Grid


def judge_listings(listings: Sequence[Listing], judged: Sequence[JudgedExample]) -> tuple[list[Claim], list[Finding]]:
    """The listings' claims and findings."""
    claims: list[Claim] = []
    findings: list[Finding] = []
    for listing in listings:
        base = _example_of(listing, judged)
        found = list(_judged(listing, base)) if base is not None else [_unknown(listing)]
        verdict = "not understood" if base is None or base.facts is None else "disagrees" if found else "agrees"
        claims.append(Claim("listing", listing.start, listing.title, verdict))
        findings += found
    return claims, findings


def _unknown(listing: Listing) -> Finding:
    which = f"example {listing.number}" if listing.number is not None else "the example that it is of"
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
        printed_base = base.printed(statement.role)
        printed = _grid(statement, base)
        if printed is None or statement.tensor is None:
            yield from _writing(statement)
            is_whole = False
            continue
        if printed_base is None:
            is_whole = False
            continue
        if printed.shape != printed_base.shape:
            message = f"{statement.name} is listed with the shape {list(printed.shape)}, but the example's is "
            yield Finding(_RULE, statement.place, message + str(list(printed_base.shape)))
            is_whole = False
            continue
        for hole in printed.holes:
            cell = printed.cells[hole]
            yield Finding(
                "number-malformed",
                cell.start,
                f"{printed.index(hole)} is listed {cell.text[:60]!r}, which is no number",
            )
        wrong = ~equal(
            printed.values, printed_base.values, printed.decimals if _is_coarser(printed, printed_base) else None
        )
        differing += [
            _Differing(statement.role, int(i), printed, printed_base)
            for i in np.flatnonzero(wrong)
            if int(i) not in printed.holes and not _is_right(printed, printed_base, int(i), base)
        ]
    # What could not be compared may hold what is described.
    if is_whole:
        yield from _matched(listing, differing[:MOST_DIFFERENCES], base)


def _is_right(printed: Grid, own: Grid, position: int, base: JudgedExample) -> bool:
    """The listing has the right value where the example has a wrong one, or none."""
    right = _right(_Differing(own.role, position, printed, own), base)
    return right == printed.values.ravel()[position] if right is not None else position in own.holes


def _is_coarser(printed: Grid, base: Grid) -> bool:
    return printed.role is Role.Y and 0 < printed.decimals < base.decimals


def _grid(statement: StatedValue, base: JudgedExample) -> Grid | None:
    read = statement.tensor
    own = base.printed(statement.role)
    if read is None or read.shape is None or not read.cells:
        return None
    rank = len(own.shape) if own is not None else len(read.shape)
    return grid(read, statement.role, fitted(read.shape, rank, [own.shape] if own is not None else []), None)


def _writing(statement: StatedValue) -> Iterator[Finding]:
    for problem in statement.tensor.problems if statement.tensor is not None else ():
        yield Finding("matrix-malformed", problem.start, f"{statement.name}: {problem.message}")


def _matched(listing: Listing, differing: list[_Differing], base: JudgedExample) -> Iterator[Finding]:
    """Each difference that is described is one cell's, and each cell's that differs is described."""
    left = list(differing)
    unmatched: list[Difference] = []
    matched: list[tuple[Difference, _Differing]] = []
    for said in listing.differences:
        # Where several cells fit, that which the text points to.
        fitting = sorted((d for d in left if _fits(said, d, base)), key=lambda d: not _ordinal_is_right(said, d, base))
        if fitting:
            left.remove(fitting[0])
            matched.append((said, fitting[0]))
        else:
            unmatched.append(said)
    for said, cell in matched:
        yield from _place(said, cell, base)
    described = {said.role for said in listing.differences}
    for said in unmatched:
        near = next((d for d in left if _fits_half(said, d)), None)
        if near is not None:
            left.remove(near)
        yield _misdescribed(said, near)
    for cell in left:
        if described and (None in described or cell.role in described or len(described) > 1):
            at = cell.printed.cells[cell.position]
            expected = cell.base.cells[cell.position].text
            message = f"{cell.printed.index(cell.position)} is listed as {at.text[:60]}, the example expects {expected}"
            yield Finding(_RULE, at.start, f"{message}, and no described difference says so", {}, expected)


def _same(text: str, value: float) -> bool:
    said = number(text)
    return said is not None and (float(said) == value or bool(np.isnan(float(said)) and np.isnan(value)))


def _fits(said: Difference, cell: _Differing, base: JudgedExample) -> bool:
    listed, expected = (g.values.ravel()[cell.position] for g in (cell.printed, cell.base))
    role = said.role is None or said.role is cell.role
    right = _right(cell, base)
    as_expected = _same(said.expected.text, expected) or (right is not None and _same(said.expected.text, right))
    return role and _same(said.printed.text, listed) and as_expected


def _fits_half(said: Difference, cell: _Differing) -> bool:
    listed, expected = (g.values.ravel()[cell.position] for g in (cell.printed, cell.base))
    role = said.role is None or said.role is cell.role
    return role and (_same(said.printed.text, listed) or _same(said.expected.text, expected))


def _misdescribed(said: Difference, near: _Differing | None) -> Finding:
    words = f"{said.printed.text} instead of {said.expected.text}"
    if near is None:
        return Finding(_RULE, said.printed.start, f"no cell of the listing has {words}")
    listed = near.printed.cells[near.position]
    expected = near.base.cells[near.position].text
    where = near.printed.index(near.position)
    if _same(said.expected.text, near.base.values.ravel()[near.position]):
        message = f"{where} is listed as {listed.text}, where the text says {words}"
        return Finding(_RULE, listed.start, message, {}, said.printed.text)
    message = f"{words} is said, but for {where} the example expects {expected}"
    fix = Fix(said.expected.start, said.expected.end, expected)
    return Finding(_RULE, said.expected.start, message, {}, expected, fix)


def _count(said: Difference, cell: _Differing, value: float, base: JudgedExample) -> int:
    """Which element, counted from 1, a difference is about: of X for an index, of the listing otherwise."""
    if not said.of_input:
        return cell.position + 1
    facts = base.facts
    size = int(np.prod(facts.shape)) if facts is not None else 0
    if cell.role is Role.INDICES:
        return int(value) + 1 if np.isfinite(value) and 0 <= value < size else 0
    return 0


def _ordinal_is_right(said: Difference, cell: _Differing, base: JudgedExample) -> bool:
    value = _right(cell, base)
    if value is None or not _same(said.expected.text, value):
        value = float(cell.base.values.ravel()[cell.position])
    right = _count(said, cell, value, base)
    return said.ordinal is None or right in (0, said.ordinal)


def _place(said: Difference, cell: _Differing, base: JudgedExample) -> Iterator[Finding]:
    """The element that is pointed to; and a value that the example itself prints wrong, repeated here."""
    value, right = cell.base.values.ravel()[cell.position], _right(cell, base)
    if right is not None and right != value and not _same(said.expected.text, right):
        count = _count(said, cell, right, base)
        words = f"{right:g}"
        fix = Fix(said.expected.start, said.expected.end, words)
        if said.ordinal_cell is not None and count and count <= len(ORDINALS):
            between = base.facts.text[said.expected.end : said.ordinal_cell.start] if base.facts is not None else ""
            fix = Fix(said.expected.start, said.ordinal_cell.end, words + between + ORDINALS[count - 1])
        wrong = cell.base.index(cell.position)
        message = f"{said.expected.text} repeats the example's wrong cell {wrong}: right is {words}"
        yield Finding("example-cell-wrong", said.expected.start, message, {}, words, fix)
    elif said.ordinal_cell is not None and not _ordinal_is_right(said, cell, base):
        count = _count(said, cell, float(value if right is None else right), base)
        word = ORDINALS[count - 1] if count <= len(ORDINALS) else f"{count}th"
        message = f"{said.printed.text} instead of {said.expected.text} is about the {word} element"
        at = said.ordinal_cell
        yield Finding(_RULE, at.start, message, {}, word, Fix(at.start, at.end, word))


def _right(cell: _Differing, base: JudgedExample) -> float | None:
    """What the reference says for a cell that the example prints wrong."""
    at = cell.base.cells[cell.position]
    for finding in base.findings:
        if finding.start == at.start and finding.fix is not None:
            said = number(finding.fix.text)
            return None if said is None else float(said)
    return None
