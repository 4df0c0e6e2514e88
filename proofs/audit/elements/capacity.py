"""How many elements X may have, written as a formula on all of its sizes: `N * C * H * W <= 2^63`."""

from __future__ import annotations

from proofs.audit.elements.part import FormulaPart, JudgedFormula
from proofs.audit.rulebook.findings import Finding
from proofs.audit.truth.mood import Mood, mood_of
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Role
from spec.documents.names.meaning import FlatMeaning
from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import dX
from spec.readings.value import evaluate

_LABEL = "Indices.int64"
_SIZES = frozenset(((Role.BATCH, None), (Role.CHANNELS, None), (Role.X, 0), (Role.X, 1)))
_STATED, _OF_ERRORS = {"LE": 0, "LT": 1}, {"GT": 0, "GE": 1}
"""By how much the greatest number is less than the one that is written: where it is demanded, where it is an error."""


def judge_capacity(part: FormulaPart) -> JudgedFormula | None:
    """The greatest number of elements is the one of the clause. None: it is no such bound. Raises NotUnderstood."""
    written = part.statement.written
    is_bound = written.form is Form.RELATION and len(written.parts) == 2
    if not is_bound or not _is_number_of_elements(written.parts[0], part):
        return None
    mood = mood_of(part.document, part.statement.start, part.statement.text)
    less = {Mood.STATED: _STATED, Mood.ERROR: _OF_ERRORS}.get(mood, {}).get(written.text)
    limit = FlatMeaning(part.notation).number(written.parts[1])
    if less is None or free_variables(limit):
        raise NotUnderstood("it is not said how many elements X may have")
    most = int(evaluate(limit, {})) - less
    is_right = _may_have(most) and not _may_have(most + 1)
    if is_right:
        return part.claim("number of elements of X", "proved"), []
    clause = MAXPOOL[_LABEL].statement
    message = f"this says that X has at most {most} elements; the specification: {clause}"
    return part.claim("number of elements of X", "refuted"), [Finding("limit-wrong", part.statement.start, message)]


def _is_number_of_elements(written: Written, part: FormulaPart) -> bool:
    """The product of the four sizes of X, and of nothing else."""
    waiting, found = [written], list[tuple[Role, int | None]]()
    while waiting:
        each = waiting.pop()
        if each.form is Form.MULTIPLY:
            waiting += each.parts
            continue
        alias = part.notation.alias(each.text) if each.form is Form.NAME else None
        known = part.notation.resolve(each) or (part.notation.resolve(alias) if alias is not None else None)
        if known is None:
            return False
        found.append((known.role, known.axis))
    return len(found) == len(_SIZES) and set(found) == _SIZES


def _may_have(elements: int) -> bool:
    """The clause allows so many: its formula speaks of their product alone."""
    sizes = dict.fromkeys((size.name for size in dX), 1)
    return bool(evaluate(MAXPOOL[_LABEL].formula, {**sizes, dX[0].name: elements}))
