"""A document as a whole: its own constraints, asked whether they hold together and what they leave open.

What the document does not say about a sign is taken from the clauses: a missing domain is a finding of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.audit.formulas.constraints import OWN, StatedConstraint, judge_together
from proofs.audit.formulas.sizes import Size
from proofs.audit.formulas.truth import SIGNS, decided, quantities
from proofs.audit.report.wording import witness_text
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from proofs.engine.statement import Verdict
from proofs.engine.terms import Assumption
from proofs.theories.hypotheses import clause
from spec.documents.formulas.notation import SPATIAL_AXES
from spec.documents.formulas.statements import Padding
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import TERMS, Role
from spec.documents.pages.model import Document, Shape
from spec.language.fold import divisors, subterms
from spec.language.terms import FALSE, Quantified, Term, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain
from spec.window.names import y

MANY = 4000
"""Small values tried for a question before the solvers are asked."""
_SIGN_OF: Mapping[str, tuple[Role, ...]] = {
    "X.spatial": (Role.X,),
    "kernel_shape.positive": (Role.KERNEL,),
    "dilations.positive": (Role.DILATION,),
    "strides.positive": (Role.STRIDE,),
    "pads.non-negative": (Role.PAD_BEGIN, Role.PAD_END),
}
assert set(_SIGN_OF) == {a.label for a in SIGNS}
_NAMES = clause("extent", "slack", "Y.shape")
_WINDOWS = MAXPOOL["windows.meet-input"]


@dataclass(frozen=True, slots=True)
class Whole:
    """What is asked of a document: where its output size stands, its constraints, and the bounds that it states.

    `bounds` are the least values that the document's words allow, where they differ from the clauses'. `wrong` are the
    constraints that are wrong by themselves: on their axis there is nothing left to ask.
    """

    document: Document
    size: Size
    sizes: tuple[Size, ...]
    constraints: tuple[StatedConstraint, ...]
    bounds: Mapping[Role, int]
    wrong: tuple[StatedConstraint, ...] = ()

    @property
    def axes(self) -> list[int]:
        """The spatial axes whose output size is given; all of them by a formula with a running index."""
        axes = {size.quantity.axis for size in self.sizes}
        return list(range(SPATIAL_AXES)) if None in axes else sorted(a for a in axes if a is not None)


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of the constraints: the rule of a no, the answer yes in words, and how a no is told.

    `said` is how a document demands in words what it does not demand by a formula: its author has answered then.
    """

    rule: str
    asked: str
    message: str
    help_: str
    said: re.Pattern[str]
    assumptions: tuple[Assumption, ...] = ()


_QUESTIONS = (
    _Question(
        "output-size-not-positive",
        "every output size is positive",
        "nothing here keeps the output size positive: for {} the kernel does not fit",
        "require that the dilated kernel fits in the padded input, or state that it is an error",
        re.compile(
            r"\b(?:kernel|window|extent)\b[^.]{0,60}\b(?:fits?|(?:not|no) (?:be )?(?:larger|greater|exceed)\w*)\b"
            r"|\b(?:output|sizes?|dimensions?)\b[^.]{0,60}"
            r"\b(?:positive|at least (?:one|1)|greater than (?:zero|0)|not be empty)\b",
            re.IGNORECASE,
        ),
    ),
    _Question(
        "window-without-element",
        "every window has an element of X",
        "nothing here ensures that every window has an element of X: for {} one taps only padding",
        "require that every window taps an element of X; pads smaller than the dilated kernel and "
        "dilations not above the input's size are enough",
        re.compile(
            r"\b(?:each|every|any|all)\s+(?:\w+\s+)?windows?\b[^.]{0,60}"
            r"\b(?:an?|one|some)\b[^.]{0,30}\b(?:elements?|taps?|values?)\b"
            r"|\bno\s+window\b[^.]{0,60}\b(?:padding|outside|without)\b"
            r"|\bwindows?\b[^.]{0,80}"
            r"\b(?:padding (?:alone|only)|(?:only|entirely|wholly|completely)\b[^.]{0,30}\bpad\w*|no element)\b"
            r"[^.]{0,80}\b(?:error|illegal|invalid|forbidden|excluded|not allowed|shall not)\b",
            re.IGNORECASE,
        ),
        clause("Y.positive"),
    ),
)


def judge_whole(whole: Whole) -> tuple[list[JudgedClaim], list[Finding]]:
    """The answers to the questions, each with the smallest example where it is no."""
    signs = tuple(_signs(whole.bounds))
    own = _held(whole.constraints)
    if _is_contradictory((*signs, *own, *_NAMES)):
        return _contradictory(whole, signs)
    claims: list[JudgedClaim] = []
    findings = [*_divisors(whole, (*signs, *own)), *judge_together(whole.constraints, whole.axes, whole.document)]
    asked: set[tuple[Assumption, ...]] = set()
    for axis in whole.axes:
        held = _held(_on(whole.constraints, axis))
        # What holds on both axes alike is asked once.
        if held not in asked and not _on(whole.wrong, axis):
            asked.add(held)
            for question in _QUESTIONS:
                claim, wrong = _ask(whole, axis, question, (*SIGNS, *held, *_NAMES))
                claims.append(claim)
                findings += wrong
    return claims, findings


def _held(constraints: Sequence[StatedConstraint]) -> tuple[Assumption, ...]:
    return tuple(dict.fromkeys(Assumption("the document", c.term) for c in constraints))


def _is_contradictory(assumptions: tuple[Assumption, ...]) -> bool:
    return decided(assumptions, FALSE, "constraints").verdict is Verdict.VACUOUS


def _on(constraints: Sequence[StatedConstraint], axis: int) -> list[StatedConstraint]:
    return [c for c in constraints if c.axis in (None, axis)]


def _ask(
    whole: Whole, axis: int, question: _Question, assumptions: tuple[Assumption, ...]
) -> tuple[JudgedClaim, list[Finding]]:
    rule, start = question.rule, _place(whole, axis, question.rule)
    decision = decided((*assumptions, *question.assumptions), _goal(rule, assumptions), rule, MANY)
    claim = JudgedClaim("question", start, question.asked, decision.verdict)
    if decision.witness is not None:
        if _is_said(whole.document, question):
            return JudgedClaim("question", start, question.asked, "said in words"), []
        shown = quantities(decision.witness.values)
        message = question.message.format(witness_text(shown))
        return claim, [Finding(rule, start, message, shown, question.help_)]
    if decision.verdict is Verdict.PROVED:
        return claim, []
    return claim, [Finding("formula-undecided", start, f"neither proved nor refuted: {question.asked}")]


def _is_said(document: Document, question: _Question) -> bool:
    """The document demands it in words; a note of its editors demands nothing."""
    spoken = (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL)
    return any(block.shape in spoken and question.said.search(block.text) for block in document.blocks)


def _place(whole: Whole, axis: int, rule: str) -> int:
    """Where a question belongs: at the condition on windows that does not answer it, else at the axis's size."""
    if rule == "window-without-element":
        for constraint in _on(whole.constraints, axis):
            if constraint.is_quantified:
                return constraint.statement.start
    for size in whole.sizes:
        if size.quantity.axis in (None, axis) and size.mode[0] is Padding.EXPLICIT:
            return size.part.statement.start
    return whole.size.part.statement.start


def _goal(rule: str, assumptions: Sequence[Assumption]) -> Term:
    """What is asked. That all windows meet the input has two forms, proved equal: beside a condition on all windows the
    solvers decide the one with quantifiers, else the one without a search for the tap."""
    if rule == "output-size-not-positive":
        return y >= 1
    quantified = any(isinstance(part, Quantified) for a in assumptions for part in subterms(a.term))
    return _WINDOWS.formula if quantified or _WINDOWS.check is None else _WINDOWS.check


def _signs(bounds: Mapping[Role, int]) -> Iterator[Assumption]:
    """The clauses' signs, with the document's own bounds in the place of those that it states otherwise."""
    for assumption in SIGNS:
        stated = [role for role in _SIGN_OF[assumption.label] if role in bounds]
        yield from (Assumption(f"the document: {role}", TERMS[role] >= bounds[role]) for role in stated)
        if not stated:
            yield assumption


def _contradictory(whole: Whole, signs: tuple[Assumption, ...]) -> tuple[list[JudgedClaim], list[Finding]]:
    """The first constraint with which those before it cannot all hold."""
    held: list[Assumption] = [*signs, *_NAMES]
    for constraint in whole.constraints:
        held.append(Assumption("the document", constraint.term))
        if _is_contradictory(tuple(held)):
            text = f"no call meets this constraint together with those before it: {to_plain(constraint.term)}"
            start = constraint.statement.start
            claim = JudgedClaim("question", start, "the constraints can hold together", Verdict.REFUTED)
            return [claim], [constraint.finding("constraints-contradictory", text)]
    return [], []


def _divisors(whole: Whole, assumptions: tuple[Assumption, ...]) -> Iterator[Finding]:
    """Each divisor of a size formula is positive; said once for each divisor."""
    seen: set[Term] = set()
    for size in whole.sizes:
        try:
            found = divisors(size.term())
        except NotUnderstood:
            continue
        new = sorted(found - seen, key=to_plain)
        seen |= found
        for divisor in new:
            if free_variables(divisor) <= OWN:
                yield from _divisor(divisor, size, assumptions)


def _divisor(divisor: Term, size: Size, assumptions: tuple[Assumption, ...]) -> Iterator[Finding]:
    decision = decided(assumptions, divisor > 0, "divisor")
    if decision.witness is not None:
        names, text = {v.name for v in free_variables(divisor)}, to_plain(divisor)
        shown = {name: value for name, value in quantities(decision.witness.values).items() if name in names}
        by = shown.get(text, "what is not positive")
        message = f"the document allows {witness_text(shown)}, for which this formula divides by {by}"
        yield size.finding("divisor-not-positive", message, shown, f"{text} is at least 1")
