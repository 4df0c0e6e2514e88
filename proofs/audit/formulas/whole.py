"""A document as a whole: its own constraints, asked whether they hold together and what they leave open.

What the document does not say about a sign is taken from the clauses: a missing domain is a finding of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.audit.formulas.constraints import OWN, Constraint, judge_together
from proofs.audit.formulas.truth import SIGNS, decided
from proofs.audit.rulebook.findings import Claim, Finding
from proofs.engine.statement import Values, Verdict
from proofs.engine.terms import Assumption
from proofs.theories.hypotheses import clause
from spec.documents.formulas.formulas import Written
from spec.documents.formulas.meaning import Meaning
from spec.documents.formulas.notation import SPATIAL_AXES, Notation
from spec.documents.formulas.statements import Padding, Statement
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import TERMS, Role
from spec.documents.pages.model import Document, Shape
from spec.language.fold import divisors, subterms
from spec.language.terms import FALSE, Quantified, Term, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import dilation, kernel, pad_begin, pad_end, stride, x, y
from spec.readings.plain import to_plain

MANY = 4000
"""Small values tried for a question before the solvers are asked."""
_SIGN_OF: Mapping[str, tuple[Role, ...]] = {
    "X.spatial": (Role.X,),
    "kernel_shape.positive": (Role.KERNEL,),
    "dilations.positive": (Role.DILATION,),
    "strides.positive": (Role.STRIDE,),
    "pads.non-negative": (Role.PAD_BEGIN, Role.PAD_END),
}
_NAMES = clause("extent", "slack", "Y.shape")


@dataclass(frozen=True, slots=True)
class Whole:
    """What is asked of a document: where its output size stands, its constraints, and the bounds that it states.

    `bounds` are the least values that the document's words allow, where they differ from the clauses'. `wrong` are the
    constraints that are wrong by themselves: on their axis there is nothing left to ask.
    """

    document: Document
    size: Statement
    sizes: tuple[tuple[Statement, Written, Notation], ...]
    constraints: tuple[Constraint, ...]
    bounds: Mapping[Role, int]
    wrong: tuple[Constraint, ...] = ()


def judge_whole(whole: Whole) -> tuple[list[Claim], list[Finding]]:
    """The answers to the questions, each with the smallest example where it is no."""
    signs = tuple(_signs(whole.bounds))
    own = tuple(dict.fromkeys(Assumption("the document", c.term) for c in whole.constraints))
    if decided((*signs, *own, *_NAMES), FALSE, "constraints").verdict is Verdict.VACUOUS:
        return _contradictory(whole, signs)
    claims: list[Claim] = []
    findings = [*_divisors(whole, (*signs, *own)), *judge_together(whole.constraints, _axes(whole), whole.document)]
    asked: set[tuple[Assumption, ...]] = set()
    for axis in _axes(whole):
        held = tuple(dict.fromkeys(Assumption("the document", c.term) for c in _on(whole.constraints, axis)))
        # What holds on both axes alike is asked once.
        if held not in asked and not _on(whole.wrong, axis):
            asked.add(held)
            for claim, finding in _ask(whole, axis, (*SIGNS, *held, *_NAMES)):
                claims.append(claim)
                findings += [finding] if finding else []
    return claims, findings


def _is_said(document: Document, rule: str) -> bool:
    """The document demands it in words; a note of its editors demands nothing."""
    spoken = (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL)
    return any(block.shape in spoken and _SAID[rule].search(block.text) for block in document.blocks)


def _axes(whole: Whole) -> list[int]:
    """The spatial axes whose output size is given; all of them by a formula with a running index."""
    known = [notation.resolve(statement.written.parts[0]) for statement, _, notation in whole.sizes]
    axes = {q.axis for q in known if q is not None}
    return list(range(SPATIAL_AXES)) if None in axes else sorted(a for a in axes if a is not None)


def _on(constraints: Sequence[Constraint], axis: int) -> list[Constraint]:
    return [c for c in constraints if c.axis in (None, axis)]


def _ask(whole: Whole, axis: int, assumptions: tuple[Assumption, ...]) -> Iterator[tuple[Claim, Finding | None]]:
    for rule, more in _ASKED:
        decision = decided((*assumptions, *more), _goal(rule, assumptions), rule, MANY)
        start, finding = _place(whole, axis, rule), None
        if decision.witness is not None and _is_said(whole.document, rule):
            yield Claim("question", start, _QUESTIONS[rule], "said in words"), None
            continue
        if decision.verdict not in (Verdict.PROVED, Verdict.REFUTED):
            finding = Finding("formula-undecided", start, f"neither proved nor refuted: {_QUESTIONS[rule]}")
        elif decision.witness is not None:
            shown = _shown(decision.witness.values)
            text = ", ".join(f"{name} = {value}" for name, value in shown.items())
            finding = Finding(rule, start, _MESSAGES[rule].format(values=text), shown, _HELP[rule])
        yield Claim("question", start, _QUESTIONS[rule], str(decision.verdict)), finding


def _place(whole: Whole, axis: int, rule: str) -> int:
    """Where a question belongs: at the condition on windows that does not answer it, else at the axis's size."""
    if rule == "window-without-element":
        for constraint in _on(whole.constraints, axis):
            if constraint.is_quantified:
                return constraint.statement.start
    for statement, _, notation in whole.sizes:
        known = notation.resolve(statement.written.parts[0])
        if known is not None and known.axis in (None, axis) and statement.padding is Padding.EXPLICIT:
            return statement.start
    return whole.size.start


_WINDOWS = MAXPOOL["windows.meet-input"]
_ASKED: Sequence[tuple[str, tuple[Assumption, ...]]] = (
    ("output-size-not-positive", ()),
    ("window-without-element", clause("Y.positive")),
)


def _goal(rule: str, assumptions: Sequence[Assumption]) -> Term:
    """What is asked. That all windows meet the input has two forms, proved equal: beside a condition on all windows the
    solvers decide the one with quantifiers, else the one without a search for the tap."""
    if rule == "output-size-not-positive":
        return y >= 1
    quantified = any(isinstance(part, Quantified) for a in assumptions for part in subterms(a.term))
    return _WINDOWS.formula if quantified or _WINDOWS.check is None else _WINDOWS.check


_SAID: Mapping[str, re.Pattern[str]] = {
    "output-size-not-positive": re.compile(
        r"\b(?:kernel|window|extent)\b[^.]{0,60}\b(?:fits?|(?:not|no) (?:be )?(?:larger|greater|exceed)\w*)\b"
        r"|\b(?:output|sizes?|dimensions?)\b[^.]{0,60}"
        r"\b(?:positive|at least (?:one|1)|greater than (?:zero|0)|not be empty)\b",
        re.IGNORECASE,
    ),
    "window-without-element": re.compile(
        r"\b(?:each|every|any|all)\s+(?:\w+\s+)?windows?\b[^.]{0,60}"
        r"\b(?:an?|one|some)\b[^.]{0,30}\b(?:elements?|taps?|values?)\b"
        r"|\bno\s+window\b[^.]{0,60}\b(?:padding|outside|without)\b"
        r"|\bwindows?\b[^.]{0,80}"
        r"\b(?:padding (?:alone|only)|(?:only|entirely|wholly|completely)\b[^.]{0,30}\bpad\w*|no element)\b"
        r"[^.]{0,80}\b(?:error|illegal|invalid|forbidden|excluded|not allowed|shall not)\b",
        re.IGNORECASE,
    ),
}
"""How a document demands in words what it does not demand by a formula: its author has answered the question."""
_QUESTIONS = {
    "output-size-not-positive": "every output size is positive",
    "window-without-element": "every window has an element of X",
}
_MESSAGES = {
    "output-size-not-positive": "nothing here keeps the output size positive: for {values} the kernel does not fit",
    "window-without-element": "nothing here gives every window an element of X: for {values} one taps only padding",
}
_HELP = {
    "output-size-not-positive": "demand that the dilated kernel fits in the padded input, or say that it is an error",
    "window-without-element": "demand that every window taps an element of X; pads smaller than the dilated kernel and "
    "dilations not above the input's size are enough",
}


def _signs(bounds: Mapping[Role, int]) -> Iterator[Assumption]:
    """The clauses' signs, with the document's own bounds in the place of those that it states otherwise."""
    for assumption in SIGNS:
        stated = [role for role in _SIGN_OF[assumption.label] if role in bounds]
        if stated:
            for role in stated:
                yield Assumption(f"the document: {role}", TERMS[role] >= bounds[role])
        else:
            yield assumption


def _contradictory(whole: Whole, signs: tuple[Assumption, ...]) -> tuple[list[Claim], list[Finding]]:
    """The first constraint with which those before it cannot all hold."""
    held: list[Assumption] = [*signs, *_NAMES]
    for constraint in whole.constraints:
        held.append(Assumption("the document", constraint.term))
        if decided(tuple(held), FALSE, "constraints").verdict is Verdict.VACUOUS:
            text = f"no call meets this constraint together with those before it: {to_plain(constraint.term)}"
            start = constraint.statement.start
            claim = Claim("question", start, "the constraints can hold together", str(Verdict.REFUTED))
            return [claim], [Finding("constraints-contradictory", start, text)]
    return [], []


def _divisors(whole: Whole, assumptions: tuple[Assumption, ...]) -> Iterator[Finding]:
    """Each divisor of a size formula is positive; said once for each divisor."""
    seen: set[Term] = set()
    for statement, right, notation in whole.sizes:
        try:
            term = Meaning(notation).number(right)
        except NotUnderstood:
            continue
        for divisor in sorted(divisors(term) - seen, key=to_plain):
            seen.add(divisor)
            if not free_variables(divisor) <= OWN:
                continue
            decision = decided(assumptions, divisor > 0, "divisor")
            if decision.witness is not None:
                shown = {n: v for n, v in _shown(decision.witness.values).items() if n in _names(divisor)}
                text = ", ".join(f"{name} = {value}" for name, value in shown.items())
                message = f"the document allows {text}, for which this formula divides by {_zero(divisor, shown)}"
                help_ = f"{to_plain(divisor)} is at least 1"
                yield Finding("divisor-not-positive", statement.start, message, shown, help_)


def _names(term: Term) -> set[str]:
    return {v.name for v in free_variables(term)}


def _zero(divisor: Term, shown: Mapping[str, object]) -> object:
    return shown.get(to_plain(divisor), "what is not positive")


def _shown(values: Values) -> dict[str, object]:
    order = [v.name for v in (x, kernel, dilation, stride, pad_begin, pad_end)]
    return {name: values[name] for name in order if name in values}


assert set(_SIGN_OF) == {a.label for a in SIGNS}
