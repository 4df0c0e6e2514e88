"""A document as a whole: its own constraints, asked whether they hold together and what they leave open.

What the document does not say about a sign is taken from the clauses: a missing domain is a finding of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.audit.findings import Claim, Finding
from proofs.audit.truth import SIGNS, decided
from proofs.obligations import Assumption, Values, Verdict, clause
from spec.documents.formulas import Written
from spec.documents.meaning import Meaning
from spec.documents.model import Document
from spec.documents.notation import Notation
from spec.documents.statements import Statement
from spec.documents.tokens import NotUnderstood
from spec.documents.words import TERMS, Role
from spec.fold import divisors
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain
from spec.terms import FALSE, Term, free_variables
from spec.vocabulary import dilation, kernel, pad_begin, pad_end, stride, x, y

MANY = 4000
"""Small values tried for a question before the solvers are asked."""
_OWN = frozenset(v for t in TERMS.values() for v in free_variables(t))
_SIGN_OF: Mapping[str, tuple[Role, ...]] = {
    "X.spatial": (Role.X,),
    "kernel_shape.positive": (Role.KERNEL,),
    "dilations.positive": (Role.DILATION,),
    "strides.positive": (Role.STRIDE,),
    "pads.non-negative": (Role.PAD_BEGIN, Role.PAD_END),
}
_NAMES = clause("extent", "slack", "Y.shape")


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint of the document, in per-axis words."""

    statement: Statement
    term: Term


@dataclass(frozen=True, slots=True)
class Whole:
    """What is asked of a document: where its output size stands, its constraints, and the bounds that it states.

    `bounds` are the least values that the document's words allow, where they differ from the clauses'.
    """

    document: Document
    size: Statement
    sizes: tuple[tuple[Statement, Written, Notation], ...]
    constraints: tuple[Constraint, ...]
    bounds: Mapping[Role, int]


def constraint(statement: Statement, notation: Notation) -> Iterator[Constraint]:
    """A formula as a constraint. Raises NotUnderstood.

    What speaks of no quantity of an axis, or of two axes at once, constrains nothing that is asked here.
    """
    meaning = Meaning(notation)
    term = meaning.condition(statement.written)
    if not meaning.other_axes and free_variables(term) & _OWN:
        yield Constraint(statement, term)


def judge_whole(whole: Whole) -> tuple[list[Claim], list[Finding]]:
    """The answers to the questions, each with the smallest example where it is no."""
    signs = tuple(_signs(whole.bounds))
    own = tuple(dict.fromkeys(Assumption("the document", c.term) for c in whole.constraints))
    together = decided((*signs, *own, *_NAMES), FALSE, "constraints")
    if together.verdict is Verdict.VACUOUS:
        return _contradictory(whole, signs)
    claims: list[Claim] = []
    findings = list(_divisors(whole, (*signs, *own)))
    usual = (*SIGNS, *own, *_NAMES)
    for rule, more, goals in _ASKED:
        # The second form of a goal is proved equal to the first, and decides some of what the first leaves open.
        decisions = (decided((*usual, *more), goal, rule, MANY) for goal in goals)
        decision = next((d for d in decisions if d.verdict in (Verdict.PROVED, Verdict.REFUTED)), None)
        verdict = decision.verdict if decision else Verdict.UNKNOWN
        claims.append(Claim("question", whole.size.start, _QUESTIONS[rule], str(verdict)))
        if decision is None:
            findings.append(
                Finding("formula-undecided", whole.size.start, f"neither proved nor refuted: {_QUESTIONS[rule]}")
            )
        elif decision.witness is not None:
            shown = _shown(decision.witness.values)
            text = ", ".join(f"{name} = {value}" for name, value in shown.items())
            message = _MESSAGES[rule].format(values=text)
            findings.append(Finding(rule, whole.size.start, message, shown, _HELP[rule]))
    return claims, findings


_WINDOWS = MAXPOOL["windows.meet-input"]
_ASKED: Sequence[tuple[str, tuple[Assumption, ...], tuple[Term, ...]]] = (
    ("output-size-not-positive", (), (y >= 1,)),
    (
        "window-without-element",
        clause("Y.positive"),
        tuple(t for t in (_WINDOWS.formula, _WINDOWS.check) if t is not None),
    ),
)
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
            if not free_variables(divisor) <= _OWN:
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


def without_duplicates(found: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """Constraints that are the same on both axes, once."""
    return tuple({c.term: c for c in reversed(found)}.values())[::-1]


assert set(_SIGN_OF) == {a.label for a in SIGNS}
