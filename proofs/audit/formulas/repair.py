"""The formula that should stand there: the printed one with one change that is proved right, or the clause's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from proofs.audit.formulas.truth import difference
from proofs.engine.search import space
from proofs.engine.terms import Assumption
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Role
from spec.language.terms import TRUE, Term
from spec.readings.value import DivisorNotPositive, Undefined, evaluate

Read = Callable[[Written], Term]
"""What a right side means, in per-axis words. Raises NotUnderstood."""

_SIGNS = (Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.DIVIDE)
_ROUNDINGS = {Form.FLOOR: Form.CEIL, Form.CEIL: Form.FLOOR}
_ROUNDING_NAMES = {"floor": "ceil", "ceil": "floor", "ceiling": "floor"}
SAMPLES = 60
MOST_VARIANTS = 600


def repaired(
    written: Written, read: Read, wanted: Term, assumptions: tuple[Assumption, ...], about: str
) -> Written | None:
    """The first single change of a formula after which it is proved equal to what is wanted."""
    samples = _samples(assumptions)
    for variant in islice(_variants(written), MOST_VARIANTS):
        try:
            term = read(variant)
        except (NotUnderstood, TypeError):
            continue
        if _agrees(term, wanted, samples) and difference(assumptions, wanted, term, about) is None:
            return variant
    return None


def _samples(assumptions: Sequence[Assumption]) -> list[dict[str, int]]:
    """Small values under which the assumptions hold."""
    terms = [a.term for a in assumptions]
    where = space(terms, TRUE)
    found: list[dict[str, int]] = []
    for candidate in where.candidates():
        try:
            for name, term in where.defined:
                candidate[name] = evaluate(term, candidate)
            holds = all(evaluate(term, candidate) for term in terms)
        except DivisorNotPositive:
            continue
        if holds:
            found.append(candidate)
        if len(found) == SAMPLES:
            return found
    raise AssertionError("there is no end of candidates")


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
