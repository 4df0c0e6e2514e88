"""The definitions of Y and Indices, held against the clauses: the taps of a window, their ranges, the flat index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofs.audit.formulas.repair import repaired
from proofs.audit.formulas.truth import SIGNS, Truth, decided, other_axis
from proofs.audit.rulebook.findings import Claim, Finding, Fix
from proofs.engine.statement import Values, Verdict
from proofs.engine.terms import Assumption, suppose
from spec.documents.formulas.cells import Binder, Maximum, Position
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.meaning import FlatMeaning, Meaning, spelling
from spec.documents.formulas.notation import PADDED_NAMES, Notation
from spec.documents.formulas.spelled import spelled
from spec.documents.formulas.statements import Statement
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.pages.model import Document
from spec.language.terms import Term, Variable, and_, free_variables, term
from spec.maxpool.vocabulary import dilation, dX, kernel, pad_begin, stride
from spec.readings.value import evaluate

CELL = 4
"""A tensor has four axes: batch, channel, and two spatial ones."""
LONGEST_LETTER = 2
AXES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Part:
    """What is judged beside others in one place: a statement, the notation it is read with, its document."""

    statement: Statement
    notation: Notation
    document: Document

    def meaning(self, axis: int, letters: Iterator[str] | list[str]) -> Meaning:
        """Reads formulas on an axis; the letters are positions."""
        return Meaning(self.notation, axis, {letter: Variable(letter) for letter in letters})

    def claim(self, kind: str, verdict: str) -> Claim:
        """The statement as a claim."""
        return Claim(kind, self.statement.start, " ".join(self.statement.text.split()), verdict)


def judge_maximum(found: Maximum, part: Part) -> tuple[Claim, list[Finding]]:
    """The definition of Y: every tap, over the whole kernel, at the right place. Raises NotUnderstood."""
    wrong = [*_arity(found.cell), *_arity(found.element)]
    if not wrong:
        if len(found.binders) != 2:
            raise NotUnderstood(f"a maximum over {len(found.binders)} letters")
        wrong = [*_same_plane(found), *_ranges(found, part), *_taps(found, part)]
    return part.claim("definition of Y", "refuted" if wrong else "proved"), wrong


def _arity(cell: Written) -> Iterator[Finding]:
    count, name = len(cell.parts) - 1, cell.parts[0].text
    if count != CELL:
        message = f"{name} has {CELL} axes and is given {count} indices: {spelling(cell)}"
        yield Finding("arity-wrong", cell.start, message, {"axes": CELL, "indices": count})


def _same_plane(found: Maximum) -> Iterator[Finding]:
    """A window lies in the plane of its output element."""
    for axis, (of_y, of_x) in enumerate(zip(found.cell.parts[1:3], found.element.parts[1:3], strict=True)):
        if of_y != of_x:
            name = ("batch", "channel")[axis]
            message = f"the {name} of Y is {spelling(of_y)}, that of the element taken is {spelling(of_x)}"
            fix = Fix(of_x.start, of_x.end, spelling(of_y))
            yield Finding("formula-wrong", of_x.start, message, {}, spelling(of_y), fix)


def _ranges(found: Maximum, part: Part) -> Iterator[Finding]:
    """Each letter runs over the kernel, on its axis."""
    for axis, binder in enumerate(found.binders):
        meaning = part.meaning(axis, [])
        low, high = meaning.number(binder.low), meaning.number(binder.high) + (1 if binder.closed else 0)
        assumptions = (*SIGNS, *_others(meaning))
        for what, wanted, got, at in (("first", term(0), low, binder.low), ("last", kernel, high, binder.high)):
            decision = decided(assumptions, wanted.eq(got), "Y.max")
            if decision.verdict is Verdict.PROVED:
                continue
            values = _named(decision.witness.values if decision.witness else {}, wanted, got)
            message = f"{binder.letter.text} does not run over the kernel on the {AXES[axis]} spatial axis: its {what} "
            message += f"value is {spelled(at, part.document.text, latex=False)}"
            better = _better_bound(binder, part, axis, assumptions) if what == "last" else "0"
            fix = Fix(at.start, at.end, better) if better else None
            yield Finding("formula-wrong", at.start, message, _plain(values), better, fix)


def _better_bound(binder: Binder, part: Part, axis: int, assumptions: tuple[Assumption, ...]) -> str:
    wanted = kernel - 1 if binder.closed else kernel
    found = repaired(
        binder.high, lambda variant: part.meaning(axis, []).number(variant), Truth(wanted, (), "Y.max"), assumptions
    )
    return spelled(found, part.document.text, latex=part.statement.is_latex) if found else ""


def _taps(found: Maximum, part: Part) -> Iterator[Finding]:
    """Tap h of window m is at m * stride + h * dilation in the padded input, and less by the padding in X itself."""
    padded = found.element.parts[0].text in PADDED_NAMES
    letters = _letters((found.cell, *(b.letter for b in found.binders)))
    for axis in range(2):
        window, tap, written = found.cell.parts[3 + axis], found.binders[axis].letter, found.element.parts[3 + axis]
        wanted = _variable(window) * stride + _variable(tap) * dilation - (term(0) if padded else pad_begin)
        yield from _position(written, wanted, letters, axis, part)


def _position(written: Written, wanted: Term, letters: list[str], axis: int, part: Part) -> Iterator[Finding]:
    """A position on an axis is the wanted one."""
    meaning = part.meaning(axis, letters)
    got = meaning.number(written)
    positions = [Variable(letter) >= 0 for letter in sorted(letters)]
    assumptions = (*SIGNS, *_others(meaning), suppose("positions", and_(*positions)))
    decision = decided(assumptions, wanted.eq(got), "Y.max")
    if decision.verdict is Verdict.PROVED:
        return
    values = _named(decision.witness.values if decision.witness else {}, wanted, got)
    message = f"a window's element on the {AXES[axis]} spatial axis is somewhere else"
    if values:
        message += f": {_at(values)} the formula gives {evaluate(got, values)}, right is {evaluate(wanted, values)}"
    truth = Truth(wanted, (), "Y.max")
    fixed = repaired(written, lambda variant: part.meaning(axis, letters).number(variant), truth, assumptions)
    text = spelled(fixed, part.document.text, latex=part.statement.is_latex) if fixed else ""
    fix = Fix(written.start, written.end, text) if text else None
    yield Finding("formula-wrong", written.start, message, _plain(values), text, fix)


def judge_position(found: Position, part: Part, *, tie_rule: bool, over_input: bool) -> tuple[Claim, list[Finding]]:
    """The definition of Indices. Raises NotUnderstood.

    `tie_rule`: the document says elsewhere which of several maxima counts. `over_input`: the letters run over the
    whole input rather than over a window.
    """
    taken = _element_of(found.condition) if found.condition else None
    wrong = [*_arity(found.cell), *(_arity(taken) if taken else ())]
    wrong += _index(found, taken, part)
    wrong += _positions_of_taps(found, taken, part) if taken else ()
    if taken is not None and not tie_rule:
        wrong += _ambiguous(found, taken, part)
    if found.condition is not None and over_input:
        wrong.append(_outside(found, part))
    return part.claim("definition of Indices", "refuted" if wrong else "proved"), wrong


def _element_of(condition: Written) -> Written | None:
    """The element of X whose equality with Y picks the position."""
    if condition.form is Form.RELATION and condition.text == "EQ":
        for side in reversed(condition.parts):
            if side.form in (Form.INDEX, Form.CALL):
                return side
    return None


def _index(found: Position, taken: Written | None, part: Part) -> Iterator[Finding]:
    """The index is flat and row-major: over the whole tensor, batch and channel outermost, without padding."""
    letters = _letters((found.cell, *((taken,) if taken else ())))
    batch, channel = (_variable(p) for p in found.cell.parts[1:3]) if len(found.cell.parts) > 2 else (term(0), term(0))
    meaning = FlatMeaning(part.notation, bound={letter: Variable(letter) for letter in letters})
    got = meaning.number(found.index)
    last = taken.parts[-2:] if taken else found.index.parts[:0]
    if len(last) != 2:
        raise NotUnderstood("the position that the index stands for is not said")
    padded = taken is not None and taken.parts[0].text in PADDED_NAMES
    pads = (Variable("pad_begin_0"), Variable("pad_begin_1")) if padded else (term(0), term(0))
    row, column = (
        FlatMeaning(part.notation, bound=meaning.bound).number(p) - q for p, q in zip(last, pads, strict=True)
    )
    plane = row * dX[3] + column
    whole = ((batch * dX[1] + channel) * dX[2] + row) * dX[3] + column
    assumptions = _positions(free_variables(whole) | free_variables(got))
    decision = decided(assumptions, whole.eq(got), "Indices.flat")
    if decision.verdict is Verdict.PROVED:
        return
    at = found.index.start
    if padded:
        unpadded = row * dX[3] + column
        counted = decided(assumptions, unpadded.eq(got), "Indices.flat")
        if counted.witness is not None:
            text = "the position is one of the padded input, so that the index counts padding"
            yield Finding(
                "index-counts-padding", at, f"{text}: {_at(counted.witness.values)}", _plain(counted.witness.values)
            )
        plane = plane + pads[0] * dX[3] + pads[1]
    in_plane = decided(assumptions, plane.eq(got), "Indices.flat").verdict is Verdict.PROVED
    values = decision.witness.values if decision.witness else {}
    if in_plane:
        right = (
            f"(({spelling(found.cell.parts[1])} * dX_1 + {spelling(found.cell.parts[2])}) * dX_2 + row) * dX_3 + column"
        )
        offset = decided((*assumptions, *_no_pads(pads)), whole.eq(got), "Indices.flat")
        values = offset.witness.values if offset.witness else values
        message = "the index leaves out batch and channel: it points into one plane, not into the whole tensor"
        yield Finding("index-offset-missing", at, f"{message}: {_at(values)}", _plain(values), right)
    else:
        gives = f": {_at(values)} it is {evaluate(got, values)}, right is {evaluate(whole, values)}" if values else ""
        yield Finding("formula-wrong", at, f"the index is not the flat row-major one{gives}", _plain(values))


def _positions_of_taps(found: Position, taken: Written, part: Part) -> Iterator[Finding]:
    """Where a letter of the position is defined by a formula, it is where a tap of the window falls in X."""
    for axis, letter in enumerate(taken.parts[-2:]):
        alias = part.notation.formulas.get(letter.text) if letter.form is Form.NAME else None
        if alias is None or len(found.cell.parts) != CELL + 1:
            continue
        window = found.cell.parts[3 + axis]
        named = {p.text for p in alias.walk() if p.form is Form.NAME and len(p.text) <= LONGEST_LETTER}
        letters = sorted({*_letters((found.cell,)), *named})
        taps = sorted(named - {window.text})
        if len(taps) != 1:
            raise NotUnderstood(f"{letter.text} is no position of one tap of a window")
        wanted = _variable(window) * stride + Variable(taps[0]) * dilation - pad_begin
        yield from _position(alias, wanted, letters, axis, part)


def _no_pads(pads: tuple[Term, Term]) -> tuple[Assumption, ...]:
    named = [p.eq(0) for p in pads if isinstance(p, Variable)]
    return (suppose("no padding", and_(*named)),) if named else ()


def _positions(variables: frozenset[Variable]) -> tuple[Assumption, ...]:
    """Sizes are positive, positions are not negative: enough for what an index formula says."""
    sizes = [v >= 1 for v in sorted(variables, key=lambda v: v.name) if v in dX]
    others = [v >= 0 for v in sorted(variables, key=lambda v: v.name) if v not in dX]
    return (suppose("sizes and positions", and_(*sizes, *others)),)


def _ambiguous(found: Position, taken: Written, part: Part) -> Iterator[Finding]:
    """Two equal greatest elements side by side: does the formula give them two indices?"""
    letters = _letters((found.cell, taken))
    index = FlatMeaning(part.notation, bound={letter: Variable(letter) for letter in letters}).number(found.index)
    last = taken.parts[-1].text
    values: dict[str, int] = {v.name: 2 if v in dX else 0 for v in free_variables(index)}
    given = [evaluate(index, values | {last: column}) for column in (0, 1)]
    if given[0] == given[1]:
        return
    message = (
        "where two elements of a window are equal and greatest, the condition holds at both: read for every position, "
        "Indices must have two values at once; read for some, any of them will do"
    )
    witness = {"X": [[[[5, 5]]]], "kernel_shape": [1, 2], "Indices": given}
    help_ = "say which one counts: the first in row-major order"
    yield Finding("index-ambiguous", part.statement.start, message, witness, help_)


def _outside(found: Position, part: Part) -> Finding:
    assert found.condition is not None
    message = (
        "the letters of the condition run over the whole input, not over the window: an equal element outside the "
        "window satisfies it too"
    )
    witness = {"X": [[[[5, 5]]]], "kernel_shape": [1, 1], "window": [0, 0], "Indices": [0, 1]}
    return Finding("index-outside-window", found.condition.start, message, witness)


def _others(meaning: Meaning) -> Iterator[Assumption]:
    for axis in sorted(meaning.other_axes):
        yield from other_axis(axis)


def _letters(cells: tuple[Written, ...]) -> list[str]:
    names = {p.text for cell in cells for p in (cell.parts[1:] or (cell,)) for p in p.walk() if p.form is Form.NAME}
    return sorted(n for n in names if len(n) <= LONGEST_LETTER)


def _variable(written: Written) -> Term:
    if written.form is not Form.NAME:
        raise NotUnderstood(f"{spelling(written)!r} where a letter is needed")
    return Variable(written.text)


def _named(values: Values, *terms: Term) -> Values:
    """The values of what some terms name."""
    names = {v.name for t in terms for v in free_variables(t)}
    return {name: value for name, value in values.items() if name in names}


def _plain(values: Values) -> dict[str, object]:
    return {name: value for name, value in values.items() if name not in ("extent", "slack")}


def _at(values: Values) -> str:
    return "for " + ", ".join(f"{name} = {value}" for name, value in _plain(values).items())
