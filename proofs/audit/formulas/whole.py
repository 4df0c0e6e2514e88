"""A document as a whole: its own constraints, asked whether they hold together and what they leave open.

What the document does not say about a sign is taken from the clauses: a missing domain is a finding of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.audit.formulas.constraints import CANDIDATES, StatedConstraint, judge_together
from proofs.audit.formulas.divisors import judge_divisors
from proofs.audit.formulas.in_words import EVERY_WINDOW, InWords, StatedClaim, read_words
from proofs.audit.formulas.sizes import Size
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgements, witness_text
from proofs.audit.truth.truth import SIGNS, decided
from proofs.audit.truth.witnesses import Spelled, in_names
from proofs.engine.statement import Outcome, Verdict
from proofs.solvers.answers import Values
from proofs.theories.topic import clause
from spec.documents.equations.statements import Padding
from spec.documents.formulas.words import SPATIAL_AXES, TERMS, Role
from spec.documents.names.notation import Notation
from spec.documents.pages.model import Document
from spec.language.fold import subterms
from spec.language.terms import FALSE, Quantified, Term, Variable, free_variables, not_
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain
from spec.window.names import pad_begin, pad_end, slack, x, y

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
class ToldOfCalls:
    """What sentences demand of every call, and the places of those that may and are not understood."""

    constraints: tuple[StatedConstraint, ...] = ()
    unread: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """What is asked of a document: where its output size stands, its constraints, and the bounds that it states.

    `bounds` are the least values that the document's words allow, where they differ from the clauses'. `wrong` are the
    constraints that are wrong by themselves: on their axis there is nothing left to ask. Without a `size` there is no
    output of which to ask. `names` are those that the document defines, `tap_sets` those of
    sets that are proved to hold the taps in range. `told` is what sentences say of calls.
    """

    document: Document
    size: Size | None
    sizes: tuple[Size, ...]
    constraints: tuple[StatedConstraint, ...]
    bounds: Mapping[Role, int]
    wrong: tuple[StatedConstraint, ...] = ()
    names: Notation = field(default_factory=Notation)
    tap_sets: frozenset[str] = frozenset()
    told: ToldOfCalls = ToldOfCalls()

    @property
    def axes(self) -> list[int]:
        """The spatial axes whose output size is given; all of them by a formula with a running index."""
        axes = {size.quantity.axis for size in self.sizes}
        return list(range(SPATIAL_AXES)) if None in axes else sorted(a for a in axes if a is not None)

    def named(self, values: Values, axis: int) -> dict[str, object]:
        """A witness on an axis, in the document's own names."""
        spelled: list[Spelled] = [size.spelled for size in self.sizes if size.quantity.axis in (None, axis)]
        return in_names(values, axis, [*spelled, *(c.spelled for c in _on(self.constraints, axis))])


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of the constraints: the rule of a no, the answer yes in words, and how a no is told.

    `goal` is what is asked, `open` what nothing does that is stated, `weak` what a constraint does not do that is meant
    to, `so` what then happens. A constraint that is meant for it speaks of one of the quantities in `about`.
    """

    rule: str
    asked: str
    goal: Term
    open: str
    weak: str
    so: str
    about: frozenset[Variable]
    help_: str
    assumptions: tuple[Assumption, ...] = ()


_QUESTIONS = (
    _Question(
        "output-size-not-positive",
        "every output size is positive",
        y >= 1,
        "keeps the output size positive",
        "keep the output size positive",
        "the kernel does not fit",
        frozenset((x, slack)),
        "require that the dilated kernel fits in the padded input, or state that it is an error",
    ),
    _Question(
        "window-without-element",
        "every window has an element of X",
        EVERY_WINDOW,
        "ensures that every window has an element of X",
        "ensure that every window has an element of X",
        "one taps only padding",
        frozenset((pad_begin, pad_end)),
        "require that every window taps an element of X; pads smaller than the dilated kernel and "
        "dilations not above the input's size are enough",
        clause("Y.positive"),
    ),
)


def judge_whole(whole: Whole) -> Judgements:
    """The answers to the questions, each with the smallest example where it is no; and each rationale."""
    words = read_words(whole.document, whole.names, whole.tap_sets)
    whole = replace(whole, constraints=(*whole.constraints, *words.constraints, *whole.told.constraints))
    signs = tuple(_signs(whole.bounds))
    claims, findings = list(words.judged), list(words.findings)
    contradictory = _contradictory(whole, signs)
    if contradictory is not None:
        return [*claims, contradictory[0]], [*findings, contradictory[1]]
    findings += judge_divisors(whole.sizes, (*signs, *_held(whole.constraints)))
    findings += judge_together(whole.constraints, whole.axes, whole.document)
    for claim, finding in (*_questions(whole), *_rationales(whole, words)):
        claims.append(claim)
        findings += [finding] if finding is not None else []
    return claims, findings


_Answer = tuple[JudgedClaim, Finding | None]


def _questions(whole: Whole) -> Iterator[_Answer]:
    asked: set[tuple[Assumption, ...]] = set()
    for axis in whole.axes if whole.size is not None else ():
        held = _held(_on(whole.constraints, axis))
        # What holds on both axes alike is asked once.
        if held not in asked and not _on(whole.wrong, axis):
            asked.add(held)
            yield from (_ask(whole, axis, question, _for(whole, axis, question, held)) for question in _QUESTIONS)


def _for(whole: Whole, axis: int, question: _Question, held: tuple[Assumption, ...]) -> tuple[Assumption, ...]:
    """What a question is asked of: a formula on all windows without the sentence that would hide that it says less."""
    formulas = [c for c in _on(whole.constraints, axis) if c not in whole.told.constraints]
    return _held(formulas) if any(_is_formula_for(whole, question, c) for c in formulas) else held


def _is_formula_for(whole: Whole, question: _Question, found: StatedConstraint) -> bool:
    """A formula on all windows says which calls the operator has."""
    return question.goal == EVERY_WINDOW and found.is_quantified and found not in whole.told.constraints


def _held(constraints: Sequence[StatedConstraint]) -> tuple[Assumption, ...]:
    return tuple(dict.fromkeys(Assumption("the document", c.term) for c in constraints))


def _on(constraints: Sequence[StatedConstraint], axis: int) -> list[StatedConstraint]:
    return [c for c in constraints if c.axis in (None, axis)]


def _answer(held: Sequence[Assumption], goal: Term, about: str, *more: Assumption) -> Outcome:
    """Whether the constraints ensure a goal, with the clauses' signs and names."""
    assumptions = (*SIGNS, *held, *_NAMES, *more)
    return decided(assumptions, _in_form(goal, assumptions), about, CANDIDATES)


def _in_form(goal: Term, assumptions: Sequence[Assumption]) -> Term:
    """That all windows meet the input has two forms, proved equal: beside a condition on all windows the solvers decide
    the one with quantifiers, else the one without a search for the tap."""
    beside = (part for a in assumptions if a.term != EVERY_WINDOW for part in subterms(a.term))
    quantified = goal == EVERY_WINDOW and any(isinstance(part, Quantified) for part in beside)
    return _WINDOWS.formula if quantified else goal


def _ask(whole: Whole, axis: int, question: _Question, held: tuple[Assumption, ...]) -> _Answer:
    decision = _answer(held, question.goal, question.rule, *question.assumptions)
    weak = None if decision.verdict is Verdict.PROVED else _meant_for(whole, axis, question)
    start = weak.start if weak is not None else _place(whole, axis)
    claim = JudgedClaim("question", start, question.asked, decision.verdict)
    if decision.witness is not None:
        shown = whole.named(decision.witness.values, axis)
        # What a sentence demands of windows is not meant for sizes, where another sentence may be.
        is_of_windows = weak is not None and EVERY_WINDOW == weak.term != question.goal
        is_open = weak is None or is_of_windows or weak in whole.told.constraints
        if is_open and whole.told.unread:
            line = whole.document.place(whole.told.unread[0])[0]
            message = f"no sentence that is understood {question.open}; line {line} may, and is not understood"
            return claim, Finding("formula-undecided", start, message, shown, question.help_)
        opening = f"nothing here {question.open}" if weak is None else f"this does not {question.weak}"
        message = f"{opening}: for {witness_text(shown)} {question.so}"
        return claim, Finding(question.rule, start, message, shown, question.help_)
    if decision.verdict is Verdict.PROVED:
        return claim, None
    return claim, Finding("formula-undecided", start, f"neither proved nor refuted: {question.asked}")


def _meant_for(whole: Whole, axis: int, question: _Question) -> StatedConstraint | None:
    """The constraint that is meant to answer a question and is too weak: it forbids some call that it should, not all;
    a bound on one quantity alone is meant for nothing else."""
    illegal = (*SIGNS, *_NAMES, *question.assumptions, suppose("not so", not_(question.goal)))
    stated = [c for c in _on(whole.constraints, axis) if not _NECESSARY.match(whole.document.text, c.start)]
    of = [c for c in stated if not c.mixes and free_variables(c.term) & question.about]
    several = sorted((c for c in of if len(free_variables(c.term)) > 1), key=lambda c: not c.is_quantified)
    forbids = (c for c in several if _is_formula_for(whole, question, c) or _forbids(c, illegal, question.rule))
    return next(forbids, None)


_NECESSARY = re.compile(r"[^.\n]{0,120}\bis (?:also |only )?(?:necessary|a necessary condition)\b")
"""Behind a formula: what is said to be necessary need not be all that is."""


def _forbids(found: StatedConstraint, illegal: tuple[Assumption, ...], about: str) -> bool:
    return decided(illegal, found.term, about, CANDIDATES).witness is not None


def _place(whole: Whole, axis: int) -> int:
    """Where a question belongs that no constraint is meant for: at the axis's size."""
    explicit = (s for s in whole.sizes if s.quantity.axis in (None, axis) and s.mode[0] is Padding.EXPLICIT)
    size = next(explicit, whole.size)
    assert size is not None, "a question is asked of a size"
    return size.part.statement.start


def _rationales(whole: Whole, words: InWords) -> Iterator[_Answer]:
    """What is said to follow from a constraint follows from it and the others; not understood where it was not read."""
    for claim in words.claims:
        of = [c for c in whole.constraints if claim.is_of(c)]
        axes = sorted({axis for c in of for axis in ([c.axis] if c.axis is not None else whole.axes or [0])})
        answers = [_follows(whole, claim, axis) for axis in axes]
        wrong = [answer for answer in answers if answer[1] is not None]
        nothing = JudgedClaim("rationale", claim.start, claim.text, "not understood", to_plain(claim.goal))
        yield (wrong or answers or [(nothing, None)])[0]


def _follows(whole: Whole, claim: StatedClaim, axis: int) -> _Answer:
    held = _held(_on(whole.constraints, axis))
    more = clause("Y.positive") if claim.goal == EVERY_WINDOW else ()
    decision = _answer(held, claim.goal, "rationale", *more)
    judged = JudgedClaim("rationale", claim.start, claim.text, decision.verdict, to_plain(claim.goal))
    if decision.witness is None:
        return judged, None
    shown = whole.named(decision.witness.values, axis)
    so = next((q.so for q in _QUESTIONS if q.goal == claim.goal), "it is not so")
    message = f"this does not follow from the constraint, nor from all others: for {witness_text(shown)} {so}"
    return judged, Finding("rationale-false", claim.start, message, shown)


def _signs(bounds: Mapping[Role, int]) -> Iterator[Assumption]:
    """The clauses' signs, with the document's own bounds in the place of those that it states otherwise."""
    for assumption in SIGNS:
        stated = [role for role in _SIGN_OF[assumption.label] if role in bounds]
        yield from (Assumption(f"the document: {role}", TERMS[role] >= bounds[role]) for role in stated)
        if not stated:
            yield assumption


def _contradictory(whole: Whole, signs: tuple[Assumption, ...]) -> tuple[JudgedClaim, Finding] | None:
    """The first constraint with which those before it cannot all hold; None where all can."""
    if not _is_contradictory((*signs, *_held(whole.constraints), *_NAMES)):
        return None
    held: list[Assumption] = [*signs, *_NAMES]
    for constraint in whole.constraints:
        held.append(Assumption("the document", constraint.term))
        if _is_contradictory(tuple(held)):
            text = f"no call meets this constraint together with those before it: {to_plain(constraint.term)}"
            start = constraint.start
            claim = JudgedClaim("question", start, "the constraints can hold together", Verdict.REFUTED)
            return claim, Finding("constraints-contradictory", start, text)
    return None


def _is_contradictory(assumptions: tuple[Assumption, ...]) -> bool:
    return decided(assumptions, FALSE, "constraints").verdict is Verdict.VACUOUS
