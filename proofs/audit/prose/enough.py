"""Sentences that say of conditions by formulas that they are enough: for every window to have an element of X."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from proofs.assumptions.lemmas import suppose
from proofs.audit.formulas.constraints import CANDIDATES, StatedConstraint
from proofs.audit.formulas.judged import Enough
from proofs.audit.rulebook.findings import Finding, JudgedClaim, for_witness
from proofs.audit.truth.truth import decided
from proofs.audit.truth.witnesses import in_names
from proofs.engine.statement import Verdict
from proofs.theories.shape import LEGAL
from spec.documents.formulas.words import SPATIAL_AXES
from spec.documents.pages.model import Block, Document, Kind
from spec.documents.prose.sentences import TOLD, offset, sentences
from spec.language.terms import and_, free_variables
from spec.window.geometry import weakest_condition
from spec.window.names import pad_begin, pad_end

_DENIED = re.compile(r"\bnot (?:by itself |alone |always |in general )?(?:sufficient|enough)\b|\binsufficient\b", re.I)
_WORDS = frozenset(
    "to establish ensure guarantee meet show satisfy for this have an element of it is already sufficient enough "
    "suffices though but although not necessary the weakest possible condition one that on in along both each every "
    "all any axes axis spatial window windows and".split()
)
"""What such a sentence is made of beside its formulas: of one with any other word nothing is judged."""
_FORMULA = re.compile(r"\$[^$]*\$|`?\[?\b[A-Z]{1,10}(?:-[A-Z]{1,10})*-?\d{1,4}\b\]?`?")
"""A formula, or a label: A-4, [C2]."""
_ABOUT = "windows.meet-input"


def judge_enough(document: Document, stated: Sequence[Enough]) -> tuple[list[JudgedClaim], list[Finding]]:
    """The formulas of sentences that say that they are enough: of each sentence whether its conditions together let no
    call through with a window that has no element. A formula whose sentence says more than that is not understood."""
    claims = {claim.start: claim for claim, _ in stated}
    found: list[Finding] = []
    for block in document.blocks:
        of_block = [each for each in stated if block.start <= each[0].start < block.end]
        for inside in _of_sentences(document, block, of_block) if of_block and block.shape in TOLD else ():
            outcomes = [each for axis in range(SPATIAL_AXES) if (each := _judged(inside, axis)) is not None]
            wrong = [finding for _, finding in outcomes if finding is not None]
            are_proved = all(verdict is Verdict.PROVED for verdict, _ in outcomes)
            verdict = Verdict.REFUTED if wrong else Verdict.PROVED if are_proved else Verdict.UNKNOWN
            claims |= {each.start: replace(claims[each.start], kind=_KIND, verdict=verdict) for each in inside}
            found += wrong[:1]
    return [*claims.values()], found


_KIND = "what is enough"


def _of_sentences(document: Document, block: Block, stated: Sequence[Enough]) -> Iterator[Sequence[StatedConstraint]]:
    """The conditions of each sentence of a block that says that they are enough, and nothing else."""
    starts = [offset(document, block, sentence.start) for sentence in sentences(block)]
    for start, end in pairwise([*starts, block.end]):
        inside = [each for claim, conditions in stated if start <= claim.start < end for each in conditions]
        formulas = {piece.start for piece in block.of(Kind.MATH) if start <= piece.start < end}
        said = document.text[start:end]
        words = set(re.findall(r"\w+", _FORMULA.sub(" ", said).lower()))
        is_of_pads = any(free_variables(each.term) & {pad_begin, pad_end} for each in inside)
        is_whole = formulas == {each.start for each in inside} and words <= _WORDS
        if is_of_pads and is_whole and _DENIED.search(said) is None:
            yield inside


def _judged(inside: Sequence[StatedConstraint], axis: int) -> tuple[Verdict, Finding | None] | None:
    """The conditions on an axis, all together, against what every window needs; None where there are none."""
    of_axis = [each for each in inside if each.axis in (axis, None)]
    if not of_axis:
        return None
    said = suppose("what is said to be enough", and_(*(each.term for each in of_axis)))
    decision = decided((*LEGAL, said), weakest_condition(), _ABOUT, CANDIDATES)
    if decision.witness is None:
        return decision.verdict, None
    values = in_names(decision.witness.values, of_axis[0].axis, [each.spelled for each in of_axis])
    message = f"this is not enough for every window to have an element of X: {for_witness(values)}"
    return decision.verdict, Finding("window-rule-wrong", of_axis[0].start, message, values)
