"""All formulas of a document: each is sorted by what it says, judged, or reported as not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from proofs.audit.formulas.cells import judge_maximum, judge_position
from proofs.audit.formulas.constraints import CONSTRAINT, StatedConstraint, constraint, judge_constraint
from proofs.audit.formulas.letters import judge_range, padded_dimensions, runs_over_input
from proofs.audit.formulas.part import FormulaPart, JudgedFormula, Letters
from proofs.audit.formulas.sizes import OUTPUT_SIZE, Size, judge_size, same_in_words, size_of
from proofs.audit.formulas.whole import Whole, judge_whole
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from spec.documents.formulas.cells import maximum_of, position_of, range_of
from spec.documents.formulas.formulas import Written
from spec.documents.formulas.notation import notation
from spec.documents.formulas.statements import Padding, Rounding, StatedFormula, stated_formulas
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Role, quantity
from spec.documents.pages.model import Document, Shape

_VERSION = re.compile(r"\b(?:[Vv]ersion\s*)?\d+\s*$|- \d+")
_WHICH = re.compile(r"\b(?:first|last|lowest|smallest|least|leftmost)\b", re.IGNORECASE)
_AMONG = re.compile(
    r"\b(?:ties?|tied|equal|several|attain\w*|more than one|multiple|same (?:maximum|value)|row[- ]major)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class JudgedFormulas:
    """What came of the formulas: claims, findings, how many there are and how many could not be read."""

    claims: list[JudgedClaim] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    formulas: int = 0
    decided: int = 0
    not_understood: int = 0
    constraints: list[StatedConstraint] = field(default_factory=list)
    wrong: list[StatedConstraint] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)


def states_tie_rule(text: str) -> bool:
    """A sentence says which of several equal maxima counts: the first in row-major order, the lowest index."""
    return any(_WHICH.search(s) and _AMONG.search(s) for s in re.split(r"[.;]\s|\n\s*\n", text))


def part_of(path: tuple[str, ...]) -> tuple[str, ...]:
    """The headings that name the part of a document in which one notation holds: a type's section, or a version."""
    if len(path) > 1 and _VERSION.search(path[1]):
        return path[:2]
    return path[:1]


def judge_formulas(document: Document, bounds: Mapping[Role, int]) -> JudgedFormulas:
    """Judge every formula of a document; `bounds` are the least values that its words allow the quantities."""
    judged = JudgedFormulas()
    found, unread = stated_formulas(document)
    for unclear in unread:
        if not unclear.is_latex and not _speaks_of_sizes(unclear.text):
            # Code in running text that no reader would take for a formula of the operator.
            continue
        _not_understood(judged, unclear.start, unclear.text, unclear.reason)
    for key in dict.fromkeys(part_of(s.path) for s in found):
        _judge_part(judged, document, key, [s for s in found if part_of(s.path) == key])
    _compare_parts(judged, document, found)
    _as_a_whole(judged, document, bounds)
    return judged


def _as_a_whole(judged: JudgedFormulas, document: Document, bounds: Mapping[Role, int]) -> None:
    """What the document's own constraints leave open, asked at the first output size for padding that is given."""
    mode = (Padding.EXPLICIT, Rounding.FLOOR)
    stated = [size for size in judged.sizes if size.mode == mode]
    if stated:
        whole = Whole(document, stated[0], tuple(judged.sizes), tuple(judged.constraints), bounds, tuple(judged.wrong))
        claims, findings = judge_whole(whole)
        judged.claims += claims
        judged.findings += findings


def _speaks_of_sizes(text: str) -> bool:
    return any(quantity(name, phrase=False) for name in re.findall(r"[A-Za-z]\w+", text))


def _judge_part(judged: JudgedFormulas, document: Document, key: tuple[str, ...], found: list[StatedFormula]) -> None:
    names = notation(document, key[0] if key else None)
    text = "\n".join(block.text for block in document.blocks if part_of(block.path) == key)
    dilated = "dilation" in text or len(key) < 2
    letters = Letters()
    over_input: set[str] = set()
    for statement in found:
        if (maximum := maximum_of(statement.written)) is not None:
            letters = Letters.of(maximum, document.place(statement.start)[0])
        if (letter := range_of(statement.written)) is not None and runs_over_input(letter, names):
            over_input.add(letter.letter.text)
    tie_rule = states_tie_rule(text)
    for statement in found:
        part = FormulaPart(statement, names, document, letters, frozenset(over_input), dilated, tie_rule)
        try:
            _judge(judged, part)
        except NotUnderstood as reason:
            _not_understood(judged, statement.start, statement.text, str(reason))
    for block in document.blocks:
        if part_of(block.path) == key and block.shape is not Shape.CODE:
            judged.findings += padded_dimensions(block, names)
            for claim, finding in same_in_words(block):
                _record(judged, claim, [finding])


_JUDGES: Sequence[Callable[[FormulaPart], JudgedFormula | None]] = (
    judge_maximum,
    judge_position,
    judge_range,
    judge_size,
    judge_constraint,
)
"""A formula is what the first of them takes it for that takes it for something."""


def _judge(judged: JudgedFormulas, part: FormulaPart) -> None:
    """Judge one formula by what it says. Raises NotUnderstood."""
    claim, findings = next(result for judge in _JUDGES if (result := judge(part)) is not None)
    if claim is None:
        return
    _record(judged, claim, findings)
    if claim.kind == OUTPUT_SIZE and (size := size_of(part)) is not None:
        judged.sizes.append(size)
    if claim.kind == CONSTRAINT and (found := constraint(part)) is not None:
        (judged.wrong if findings else judged.constraints).append(found)


def _record(judged: JudgedFormulas, claim: JudgedClaim, findings: list[Finding]) -> None:
    judged.formulas += 1
    judged.decided += claim.verdict in ("proved", "refuted", "assumed")
    judged.claims.append(claim)
    judged.findings += findings


def _not_understood(judged: JudgedFormulas, start: int, text: str, reason: str) -> None:
    judged.formulas += 1
    judged.not_understood += 1
    shown = " ".join(text.split())
    judged.claims.append(JudgedClaim("formula", start, shown[:200], "not understood"))
    judged.findings.append(Finding("formula-not-understood", start, f"this formula is not understood: {reason}"))


def _compare_parts(judged: JudgedFormulas, document: Document, found: list[StatedFormula]) -> None:
    """Parts for different types that define Y or Indices by different formulas: said once for each."""
    sorts: tuple[tuple[str, Callable[[Written], object]], ...] = (("Y", maximum_of), ("Indices", position_of))
    wrong = [finding.start for finding in judged.findings if finding.rule == "formula-wrong"]
    for what, sort in sorts:
        stated = [s for s in found if sort(s.written) is not None and len(part_of(s.path)) == 1]
        # A formula that is wrong differs, which needs no saying.
        stated = [s for s in stated if not any(s.start <= at < s.start + len(s.text) for at in wrong)]
        for statement in stated[1:]:
            first = stated[0]
            if part_of(statement.path) != part_of(first.path) and statement.written != first.written:
                line = document.place(first.start)[0]
                message = f"{what} is defined by a different formula than in line {line}, under {first.path[0]!r}"
                judged.findings.append(Finding("sections-differ", statement.start, message))
                break
