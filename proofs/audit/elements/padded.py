"""A document's own definition of the padded input: the elements of X in their places, -inf elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.audit.elements.cells import AXES, CELL
from proofs.audit.elements.part import FormulaPart, JudgedFormula
from proofs.audit.rulebook.findings import Finding, for_witness
from proofs.audit.truth.truth import decided, difference
from proofs.audit.truth.witnesses import with_letters
from proofs.solvers.answers import Values
from spec.documents.equations.cells import INPUTS, is_cell
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import PADDED_NAMES
from spec.documents.names.meaning import FlatMeaning, position
from spec.language.terms import Term, Variable, and_, free_variables, not_
from spec.maxpool.vocabulary import dX
from spec.window.names import pad_begin

PADDED = "definition of the padded input"
"""The kind of a claim on the padded X."""
_ABOUT = "Y.max"
_PADS = tuple(Variable(f"{pad_begin.name}_{axis}") for axis in range(len(AXES)))


@dataclass(frozen=True, slots=True)
class _Padded:
    """X_p[b, c, i, j]: the element of X that it is where a condition holds, and its value elsewhere."""

    letters: tuple[str, ...]
    element: Written
    condition: Written
    holds: bool
    elsewhere: Written


def judge_padded(part: FormulaPart) -> JudgedFormula | None:
    """The definition of the padded input by cases. None: it is none. Raises NotUnderstood."""
    found = _padded(part.statement.written)
    if found is None:
        return _without_cases(part)
    meaning = FlatMeaning(part.notation, bound={letter: position(letter) for letter in found.letters})
    wrong = [
        *_condition(found, meaning, part),
        *_places(found.letters, found.element, meaning, part),
        *_elsewhere(found, part),
    ]
    return part.claim(PADDED, "refuted" if wrong else "proved"), wrong


def _padded(written: Written) -> _Padded | None:
    if written.form is not Form.RELATION or written.text != "EQ" or not is_cell(written.parts[0], PADDED_NAMES):
        return None
    letters = tuple(p.text for p in written.parts[0].parts[1:] if p.form is Form.NAME)
    cases = written.parts[1]
    if cases.form is not Form.CASES or len(set(letters)) != CELL or len(written.parts[0].parts) != CELL + 1:
        return None
    first, last = cases.parts if len(cases.parts) == len(AXES) else (cases, cases)
    if first.form is not Form.BRANCH or last.form is Form.BRANCH:
        raise NotUnderstood("cases without one for all else")
    value, condition = first.parts
    if is_cell(value, INPUTS):
        return _Padded(letters, value, condition, holds=True, elsewhere=last)
    if is_cell(last, INPUTS):
        return _Padded(letters, last, condition, holds=False, elsewhere=value)
    raise NotUnderstood("none of the cases is an element of X")


def _inside(letters: Sequence[str]) -> Term:
    """The position is one of X, on both axes."""
    rows = zip(map(position, letters[-len(AXES) :]), _PADS, dX[-len(AXES) :], strict=True)
    return and_(*(part for at, before, size in rows for part in (before <= at, at < before + size)))


def _signs(*terms: Term) -> Assumption:
    named = sorted({v for each in terms for v in free_variables(each)}, key=lambda v: v.name)
    return suppose("sizes and positions", and_(*(v >= (1 if v in dX else 0) for v in named)))


def _condition(found: _Padded, meaning: FlatMeaning, part: FormulaPart) -> Iterator[Finding]:
    """The condition holds where there is an element of X, and nowhere else."""
    said = meaning.condition(found.condition)
    said = said if found.holds else not_(said)
    inside = _inside(found.letters)
    decision = decided((_signs(said, inside),), said.iff(inside), _ABOUT)
    if decision.witness is not None:
        message = "the condition does not hold exactly where there is an element of X"
        yield _differs(found.condition.start, message, decision.witness.values, part)
    elif decision.verdict != "proved":
        yield part.finding("formula-undecided", "neither proved nor refuted: where there is an element of X")


def _without_cases(part: FormulaPart) -> JudgedFormula | None:
    """X_p[b, c, i, j] = X[b, c, i - p, j - q], where words say in which case: the place alone is judged."""
    written = part.statement.written
    is_equation = written.form is Form.RELATION and written.text == "EQ" and is_cell(written.parts[0], PADDED_NAMES)
    letters = tuple(p.text for p in written.parts[0].parts[1:] if p.form is Form.NAME) if is_equation else ()
    if len(set(letters)) != CELL or not is_cell(written.parts[1], INPUTS):
        return None
    meaning = FlatMeaning(part.notation, bound={letter: position(letter) for letter in letters})
    wrong = list(_places(letters, written.parts[1], meaning, part))
    around = [block.text for block in part.document.blocks if block.start <= part.statement.start < block.end]
    if not wrong and not any(_CASES_IN_WORDS.search(" ".join(text.split())) for text in around):
        raise NotUnderstood("in which case it holds is not understood")
    return part.claim("element of the padded input", "refuted" if wrong else "proved"), wrong


_CASES_IN_WORDS = re.compile(
    r"(?:\A|\. )\W*X_p\b[^.;:]{0,40} (?:is|be|denotes) the padded (?:version of [$`]?X[$`]?|input|X): "
    r"X_p\[[^\]]*\] ?= ?X\[[^:;=]{1,120}\] (?:where|wherever|if) (?:this|that|the) element exists, and "
    r"the padding value (?:elsewhere|otherwise)(?:\. |\.?\Z)"
)
"""The cases that words give, in a sentence of nothing else."""


def _places(letters: Sequence[str], element: Written, meaning: FlatMeaning, part: FormulaPart) -> Iterator[Finding]:
    """The element is the one of the same batch and channel, the padding before it not counted."""
    of = element.parts[1:]
    if len(of) != CELL:
        raise NotUnderstood(f"an element with {len(of)} indices")
    at = [position(letter) for letter in letters]
    wanted: list[Term] = [*at[: -len(AXES)], *(p - before for p, before in zip(at[-len(AXES) :], _PADS, strict=True))]
    for written, right in zip(of, wanted, strict=True):
        got = meaning.number(written)
        values = difference((_signs(got, right),), right, got, _ABOUT)
        if values is not None:
            yield _differs(written.start, "the element of X at this position is another one", values, part)


def _elsewhere(found: _Padded, part: FormulaPart) -> Iterator[Finding]:
    """Padding is below every element."""
    value = found.elsewhere
    if value.form is Form.NEGATIVE and value.parts[0].form is Form.INFINITY:
        return
    if value.form not in (Form.NUMBER, Form.INFINITY, Form.NEGATIVE):
        raise NotUnderstood("what padding is in the padded input")
    message = f"padding is {part.spelled(value)} here: it is selected where all elements of a window are less"
    yield Finding("pad-value-wrong", value.start, message, {}, "-inf")


def _differs(start: int, message: str, values: Values, part: FormulaPart) -> Finding:
    shown = with_letters(values, None, {}, part.notation.spelled)
    return Finding("formula-wrong", start, f"{message}: {for_witness(shown)}" if shown else message, shown)
