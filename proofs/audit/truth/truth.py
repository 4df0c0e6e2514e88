"""What a document's formulas are held against, and the one change of a formula that makes it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.engine.decide import decide
from proofs.engine.search import models, smallest
from proofs.engine.statement import Outcome, Verdict
from proofs.engine.terms import Obligation
from proofs.solvers.answers import Limits, Values
from proofs.theories.shape import LEGAL
from proofs.theories.topic import clause
from spec.documents.equations.statements import Padding, Rounding
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Role
from spec.documents.names.meaning import on_axis
from spec.language.terms import Term, and_
from spec.maxpool.family import VERSIONS
from spec.operator.claims import sides
from spec.operator.clauses import ADDED
from spec.readings.value import DivisorNotPositive, Undefined, evaluate
from spec.window.names import dilation, kernel, pad_begin, pad_end, slack, stride, x, y

LIMITS = Limits(z3_steps=3_000_000, cvc5_steps=400_000)
"""Steps that take about a second and a half: an author waits. The time is for machines that are busy otherwise."""
BRIEF = 400
LATEST = VERSIONS[12]
assert LATEST.ceil is not None, "version 12 has a ceil mode"
LATEST_CEIL = LATEST.ceil

SIGNS = clause("X.spatial", "pads.non-negative", "kernel_shape.positive", "dilations.positive", "strides.positive")
"""What every legal call has, whatever its mode."""
_NAMES = clause("extent", "slack")
(_SIZE,) = clause("Y.shape")
_FITS = suppose("the kernel fits", slack >= 0)
_NO_PADS = suppose("no padding", and_(pad_begin.eq(0), pad_end.eq(0)))


@dataclass(frozen=True, slots=True)
class Truth:
    """What a formula is held against: the right term, what may be assumed where it holds, and what it is about.

    Of an output size, its definition is among what is assumed.
    """

    term: Term
    assumptions: tuple[Assumption, ...]
    about: str


def _truth(term: Term, about: str, *more: Assumption) -> Truth:
    return Truth(term, (*SIGNS, *_NAMES, *more, suppose(about, y.eq(term))), about)


TRUTHS: Mapping[tuple[Padding, Rounding], Truth] = {
    (Padding.EXPLICIT, Rounding.FLOOR): Truth(sides(_SIZE.term)[1], LEGAL, "Y.shape"),
    (Padding.EXPLICIT, Rounding.CEIL): _truth(LATEST_CEIL.term, LATEST_CEIL.label, _FITS),
    **{
        (Padding.VALID, rounding): _truth(LATEST.valid.term, LATEST.valid.label, _NO_PADS, _FITS)
        for rounding in Rounding
    },
    **{(Padding.SAME, rounding): _truth(LATEST.same.term, LATEST.same.label) for rounding in Rounding},
}

UNDILATED = suppose("the operator has no dilations", dilation.eq(1))
EQUAL_PADS = suppose("one padding for both ends", pad_begin.eq(pad_end))


def other_axis(axis: int) -> tuple[Assumption, ...]:
    """What every legal call has on another axis, in that axis's variables."""
    return tuple(Assumption(a.label, on_axis(a.term, axis)) for a in (*SIGNS, *_NAMES))


@lru_cache(maxsize=4096)
def decided(assumptions: tuple[Assumption, ...], goal: Term, about: str, candidates: int = BRIEF) -> Outcome:
    """Whether the assumptions imply the goal, by both solvers; refuted with the smallest witness there is.

    So many small values are tried first: most slips show at once, and a known counterexample is quickly confirmed.
    """
    claim = Obligation(label="audit", statement="", assumptions=assumptions, goal=goal, about=(about,), source=ADDED)
    if not _found_small(claim, candidates):
        decision = decide(claim, LIMITS, tightness=False, sparing=True)
        if decision.verdict is not Verdict.REFUTED:
            return decision
    return decide(replace(claim, expected=Verdict.REFUTED), LIMITS, tightness=False, sparing=True)


def difference(assumptions: tuple[Assumption, ...], wanted: Term, got: Term, about: str) -> Values | None:
    """The smallest values for which two terms differ: none if they are proved equal, empty if neither is shown."""
    decision = decided(assumptions, wanted.eq(got), about)
    if decision.verdict is Verdict.PROVED:
        return None
    return decision.witness.values if decision.witness else {}


def quantities(values: Values) -> dict[str, object]:
    """What a witness says of an axis's own quantities, in the order in which a call gives them."""
    own = (x, kernel, dilation, stride, pad_begin, pad_end)
    return {v.name: values[v.name] for v in own if v.name in values}


def _found_small(claim: Obligation, candidates: int) -> bool:
    try:
        return smallest([a.term for a in claim.assumptions], claim.conclusion, candidates) is not None
    except Undefined:
        return False


# --- the one change that makes a formula right ---------------------------------------------------

Read = Callable[[Written], Term]
"""What a right side means, in per-axis words. Raises NotUnderstood."""

_SIGNS = (Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.DIVIDE)
_ROUNDINGS = {Form.FLOOR: Form.CEIL, Form.CEIL: Form.FLOOR}
_ROUNDING_NAMES = {"floor": "ceil", "ceil": "floor", "ceiling": "floor"}
SAMPLES = 60
"""Small values under which the assumptions hold, for which a variant is tried before it is proved."""
MOST_VARIANTS = 600


def repaired(written: Written, read: Read, truth: Truth) -> Written | None:
    """The first single change of a formula after which it is proved equal to what is right."""
    samples = list(islice(models([a.term for a in truth.assumptions]), SAMPLES))
    for variant in islice(_variants(written), MOST_VARIANTS):
        try:
            term = read(variant)
        except (NotUnderstood, TypeError):
            continue
        if _agrees(term, truth.term, samples) and difference(truth.assumptions, truth.term, term, truth.about) is None:
            return variant
    return None


def _agrees(term: Term, truth: Term, samples: Sequence[dict[str, int]]) -> bool:
    try:
        return all(evaluate(term, values) == evaluate(truth, values) for values in samples)
    except (DivisorNotPositive, Undefined):
        return False


def _variants(written: Written) -> Iterator[Written]:
    """Every formula that one change makes of this one, the likeliest slips first."""
    names = list(dict.fromkeys(_names(written)))
    for change in (_moved, _rounded, _signed, _counted, partial(_renamed, names=names)):
        yield from _anywhere(written, change)


def _names(written: Written) -> Iterator[Written]:
    """The names and the entries of lists in a formula; a list's name alone is no number."""
    if written.form in (Form.NAME, Form.INDEX):
        yield written
        return
    for part in written.parts[1:] if written.form is Form.CALL else written.parts:
        yield from _names(part)


def _anywhere(written: Written, change: Callable[[Written], Iterator[Written]]) -> Iterator[Written]:
    yield from change(written)
    if written.form in (Form.INDEX, Form.NAME, Form.NUMBER):
        return
    for i, part in enumerate(written.parts):
        for changed in _anywhere(part, change):
            yield replace(written, parts=(*written.parts[:i], changed, *written.parts[i + 1 :]))


def _moved(part: Written) -> Iterator[Written]:
    """A summand that slipped into or out of a bracket: a / (s + 1) and a / s + 1, (k - 1) * d and k - 1 * d."""
    if len(part.parts) != 2:
        return
    left, right = part.parts
    for outer in (Form.DIVIDE, Form.MULTIPLY):
        if part.form is outer and right.form in (Form.ADD, Form.SUBTRACT):
            inner = Written(outer, (left, right.parts[0]))
            yield Written(right.form, (inner, right.parts[1]))
        if part.form in (Form.ADD, Form.SUBTRACT) and left.form is outer:
            yield Written(outer, (left.parts[0], Written(part.form, (left.parts[1], right))))
        if part.form is outer and left.form in (Form.ADD, Form.SUBTRACT):
            yield Written(left.form, (left.parts[0], Written(outer, (left.parts[1], right))))
    # A summand that is missing.
    one = Written(Form.NUMBER, (), "1")
    if part.form in (Form.DIVIDE, Form.ADD, Form.SUBTRACT):
        yield from (Written(form, (part, one)) for form in (Form.ADD, Form.SUBTRACT))
        if part.form in (Form.ADD, Form.SUBTRACT):
            yield left


def _rounded(part: Written) -> Iterator[Written]:
    if part.form in _ROUNDINGS:
        yield replace(part, form=_ROUNDINGS[part.form])
    elif part.form is Form.CALL and part.parts[0].text in _ROUNDING_NAMES:
        name = replace(part.parts[0], text=_ROUNDING_NAMES[part.parts[0].text], start=0, end=0)
        yield replace(part, parts=(name, *part.parts[1:]))
    elif part.form is Form.DIVIDE:
        yield Written(Form.FLOOR, (part,))


def _signed(part: Written) -> Iterator[Written]:
    if part.form in _SIGNS:
        yield from (replace(part, form=form) for form in _SIGNS if form is not part.form)


def _counted(part: Written) -> Iterator[Written]:
    if part.form is Form.NUMBER and part.text.isdigit():
        near = {int(part.text) - 1, int(part.text) + 1, 0, 1} - {int(part.text)}
        yield from (Written(Form.NUMBER, (), str(n)) for n in sorted(near) if n >= 0)


def _renamed(part: Written, names: list[Written]) -> Iterator[Written]:
    if part.form in (Form.NAME, Form.INDEX):
        yield from (name for name in names if name != part)
        if part.form is Form.INDEX and part.parts[1].text in ("0", "1"):
            other = Written(Form.NUMBER, (), "1" if part.parts[1].text == "0" else "0")
            yield Written(Form.INDEX, (part.parts[0], other))


def canonical(names: dict[Role, Written]) -> Written:
    """The specification's output size, floor((x + pads - dilation * (kernel - 1) - 1) / stride) + 1, in given names."""
    one = Written(Form.NUMBER, (), "1")

    def sub(a: Written, b: Written) -> Written:
        return Written(Form.SUBTRACT, (a, b))

    padded = Written(Form.ADD, (names[Role.X], names[Role.PADS]))
    dilated = Written(Form.MULTIPLY, (names[Role.DILATION], sub(names[Role.KERNEL], one)))
    slack = sub(sub(padded, dilated), one)
    quotient = Written(Form.DIVIDE, (slack, names[Role.STRIDE]))
    return Written(Form.ADD, (Written(Form.FLOOR, (quotient,)), one))
