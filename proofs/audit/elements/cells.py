"""The definitions of Y and Indices, held against the clauses: the taps of a window, their ranges, the flat index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.audit.elements.part import FormulaPart, JudgedFormula, assumed, bounds
from proofs.audit.rulebook.findings import Finding, corrected, for_witness
from proofs.audit.truth.truth import SIGNS, Truth, difference
from proofs.audit.truth.witnesses import size_name, with_letters
from proofs.solvers.answers import Values
from spec.documents.equations.cells import Binder, Maximum, Position, maximum_of, position_of
from spec.documents.formulas.formulas import Form, Written, spelled
from spec.documents.formulas.tokens import NotUnderstood, is_letter
from spec.documents.formulas.words import PADDED_NAMES
from spec.documents.names.meaning import FlatMeaning, Meaning, position, spelling
from spec.language.terms import Term, Variable, and_, free_variables, term
from spec.maxpool.vocabulary import dX
from spec.readings.value import evaluate
from spec.window.names import dilation, kernel, pad_begin, stride

CELL = 4
"""A tensor has four axes: batch, channel, and two spatial ones."""
AXES = ("first", "second")
_MAX, _FLAT = "Y.max", "Indices.flat"


def judge_maximum(part: FormulaPart) -> JudgedFormula | None:
    """The definition of Y: every tap, over the whole kernel, at the right place. None: it is none.

    Raises NotUnderstood.
    """
    found = maximum_of(part.statement.written)
    if found is None:
        return None
    wrong = [*_arity(found.cell), *_arity(found.element)]
    if not wrong:
        if len(found.binders) != 2:
            raise NotUnderstood(f"a maximum over {len(found.binders)} letters")
        letters = [*(spelling(part) for part in found.cell.parts[1:]), *(b.letter.text for b in found.binders)]
        if len(set(letters)) < len(letters):
            raise NotUnderstood("one letter stands for two things")
        wrong = _wrong_maximum(found, part)
        # The letter of the columns may stand first.
        columns_first = replace(found, binders=found.binders[::-1])
        wrong = wrong and (_wrong_maximum(columns_first, part) and wrong)
    return part.claim("definition of Y", "refuted" if wrong else "proved"), wrong


def _wrong_maximum(found: Maximum, part: FormulaPart) -> list[Finding]:
    return [*_same_plane(found), *_ranges(found, part), *_taps(found, part)]


def _arity(cell: Written) -> Iterator[Finding]:
    count, name = len(cell.parts) - 1, cell.parts[0].text
    if count != CELL:
        message = f"{name} has {CELL} axes and is given {count} indices: {spelling(cell)}"
        yield Finding("arity-wrong", cell.start, message, {"axes": CELL, "indices": count})


def _same_plane(found: Maximum) -> Iterator[Finding]:
    """A window lies in the plane of its output element."""
    for name, of_y, of_x in zip(("batch", "channel"), found.cell.parts[1:3], found.element.parts[1:3], strict=True):
        if of_y != of_x:
            message = f"the {name} of Y is {spelling(of_y)}, that of the element taken is {spelling(of_x)}"
            yield corrected("formula-wrong", of_x, message, spelling(of_y))


def _ranges(found: Maximum, part: FormulaPart) -> Iterator[Finding]:
    """Each letter runs over the kernel, on its axis."""
    for axis, binder in enumerate(found.binders):
        meaning = part.meaning(axis)
        low, high = bounds(binder, meaning)
        assumptions = (*SIGNS, *assumed(meaning))
        first = first_tap(binder, meaning)
        behind = kernel if first == term(0) else kernel + first
        ends = (("first", first, low, binder.low), ("last", behind, high, binder.high))
        for what, wanted, got, at in ends:
            values = difference(assumptions, wanted, got, _MAX)
            if values is None:
                continue
            message = f"{binder.letter.text} does not run over the kernel on the {AXES[axis]} spatial axis: its {what} "
            message += f"value is {spelled(at, part.document.text, latex=False)}"
            end = kernel - 1 if binder.closed else kernel
            better = part.mended(at, axis, Truth(end, assumptions, _MAX)) if what == "last" else "0"
            yield corrected("formula-wrong", at, message, better, _shown(values, meaning, wanted, got))


def first_tap(binder: Binder, meaning: Meaning) -> Term:
    """The number of a kernel's first tap: 1 where its letter runs from 1 to the size of the kernel, else 0.

    Raises NotUnderstood.
    """
    low, high = bounds(binder, meaning)
    is_counted = low == term(1) and difference(SIGNS, kernel + 1, high, _MAX) is None
    return term(1) if is_counted else term(0)


def _taps(found: Maximum, part: FormulaPart) -> Iterator[Finding]:
    """Tap h of window m is at m * stride + h * dilation in the padded input, and less by the padding in X itself."""
    before = term(0) if found.element.parts[0].text in PADDED_NAMES else pad_begin
    letters = _letters((found.cell, *(b.letter for b in found.binders)))
    for axis in range(2):
        window, tap, written = found.cell.parts[3 + axis], found.binders[axis].letter, found.element.parts[3 + axis]
        first = first_tap(found.binders[axis], part.meaning(axis))
        number = _variable(tap) if first == term(0) else _variable(tap) - first
        wanted = _variable(window) * stride + number * dilation - before
        yield from _position(written, wanted, letters, axis, part)


def judge_place(
    written: Written, letters: Sequence[tuple[str, str]], before: Term, axis: int, part: FormulaPart
) -> list[Finding]:
    """What is wrong with a tap's position on an axis. `letters` are those of windows and of taps, one for each axis,
    `before` is the padding that the position does not count."""
    window, tap = (position(pair[axis]) for pair in letters)
    wanted = window * stride + tap * dilation - before
    return list(_position(written, wanted, [letter for pair in letters for letter in pair], axis, part))


def _position(
    written: Written, wanted: Term, letters: Sequence[str], axis: int, part: FormulaPart
) -> Iterator[Finding]:
    """A position on an axis is the wanted one."""
    meaning = part.meaning(axis, letters)
    got = meaning.number(written)
    positions = suppose("positions", and_(*(position(letter) >= 0 for letter in sorted(letters))))
    assumptions = (*SIGNS, *assumed(meaning), positions)
    values = difference(assumptions, wanted, got, _MAX)
    if values is None:
        return
    shown = _shown(values, meaning, wanted, got)
    message = f"a window's element on the {AXES[axis]} spatial axis is somewhere else"
    if values:
        gives, right = evaluate(got, values), evaluate(wanted, values)
        message += f": {for_witness(shown)} the formula gives {gives}, but should give {right}"
    better = part.mended(written, axis, Truth(wanted, assumptions, _MAX), letters)
    yield corrected("formula-wrong", written, message, better, shown)


def flat_index(place: Sequence[Term]) -> Term:
    """The flat row-major index of the element at a place of X: batch, channel, row, column."""
    batch, channel, row, column = place
    return ((batch * dX[1] + channel) * dX[2] + row) * dX[3] + column


def judge_position(part: FormulaPart) -> JudgedFormula | None:
    """The definition of Indices. None: it is none. Raises NotUnderstood."""
    found = position_of(part.statement.written)
    if found is None:
        return None
    taken = _element_of(found.condition) if found.condition else None
    wrong = [*_arity(found.cell), *(_arity(taken) if taken else ())]
    wrong += _index(found, taken, part)
    wrong += _positions_of_taps(found, taken, part) if taken else ()
    return part.claim("definition of Indices", "refuted" if wrong else "proved"), wrong


def _element_of(condition: Written) -> Written | None:
    """The element of X whose equality with Y picks the position."""
    if condition.form is Form.RELATION and condition.text == "EQ":
        for side in reversed(condition.parts):
            if side.form in (Form.INDEX, Form.CALL):
                return side
    return None


def _index(found: Position, taken: Written | None, part: FormulaPart) -> Iterator[Finding]:
    """The index is flat and row-major: over the whole tensor, batch and channel outermost, without padding."""
    last = taken.parts[-2:] if taken else ()
    meaning = _flat(part, (found.cell, *((taken,) if taken else ())))
    has_plane = len(found.cell.parts) > 2
    batch, channel = (_variable(p) for p in found.cell.parts[1:3]) if has_plane else (term(0), term(0))
    got = meaning.number(found.index)
    if taken is None or len(last) != 2:
        raise NotUnderstood("the position that the index stands for is not stated")
    padded = taken.parts[0].text in PADDED_NAMES
    pads = (Variable("pad_begin_0"), Variable("pad_begin_1")) if padded else (term(0), term(0))
    row, column = (meaning.number(p) - q for p, q in zip(last, pads, strict=True))
    whole = flat_index((batch, channel, row, column))
    plane = row * dX[3] + column
    assumptions = _positions(free_variables(whole) | free_variables(got))
    values = difference(assumptions, whole, got, _FLAT)
    if values is None:
        return
    at, named = found.index.start, part.notation.spelled
    if padded:
        if counted := difference(assumptions, plane, got, _FLAT):
            shown = with_letters(counted, None, {}, named)
            message = "the position is one of the padded input, so that the index counts padding: "
            yield Finding("index-counts-padding", at, message + for_witness(shown), shown)
        plane = plane + pads[0] * dX[3] + pads[1]
    if difference(assumptions, plane, got, _FLAT) is None:
        values = difference((*assumptions, *_no_pads(pads)), whole, got, _FLAT) or values
        shown = with_letters(values, None, {}, named)
        message = "the index leaves out batch and channel: it points into one plane, not into the whole tensor: "
        yield Finding("index-offset-missing", at, message + for_witness(shown), shown, _flat_index(found.cell, part))
    else:
        shown = with_letters(values, None, {}, named)
        message = "the index is not the flat row-major one"
        if values:
            gives, right = evaluate(got, values), evaluate(whole, values)
            message += f": {for_witness(shown)} it is {gives}, but should be {right}"
        yield Finding("formula-wrong", at, message, shown)


def _flat_index(cell: Written, part: FormulaPart) -> str:
    """The right index of an element of Y, in the document's letters; empty for a cell without batch and channel."""
    if len(cell.parts) <= 2:
        return ""
    channels, rows, columns = (size_name("X", place, part.notation.spelled) for place in (1, 2, 3))
    return f"(({spelling(cell.parts[1])} * {channels} + {spelling(cell.parts[2])}) * {rows} + row) * {columns} + column"


def _flat(part: FormulaPart, cells: Iterable[Written]) -> FlatMeaning:
    """Reads an index formula with the letters of some cells."""
    return FlatMeaning(part.notation, bound={letter: position(letter) for letter in _letters(cells)})


def _positions_of_taps(found: Position, taken: Written, part: FormulaPart) -> Iterator[Finding]:
    """Where a letter of the position is defined by a formula, it is where a tap of the window falls in X."""
    for axis, letter in enumerate(taken.parts[-2:]):
        alias = part.notation.alias(letter.text) if letter.form is Form.NAME else None
        if alias is None or len(found.cell.parts) != CELL + 1:
            continue
        window = found.cell.parts[3 + axis]
        named = {p.text for p in alias.walk() if p.form is Form.NAME and is_letter(p.text)}
        taps = sorted(named - {window.text})
        if len(taps) != 1:
            raise NotUnderstood(f"{letter.text} is not the position of one tap of a window")
        wanted = _variable(window) * stride + position(taps[0]) * dilation - pad_begin
        yield from _position(alias, wanted, sorted({*_letters((found.cell,)), *named}), axis, part)


def _no_pads(pads: tuple[Term, Term]) -> tuple[Assumption, ...]:
    named = [p.eq(0) for p in pads if isinstance(p, Variable)]
    return (suppose("no padding", and_(*named)),) if named else ()


def _positions(variables: frozenset[Variable]) -> tuple[Assumption, ...]:
    """Sizes are positive, positions are not negative: enough for what an index formula says."""
    ordered = sorted(variables, key=lambda v: (v not in dX, v.name))
    return (suppose("sizes and positions", and_(*(v >= (1 if v in dX else 0) for v in ordered))),)


def _letters(cells: Iterable[Written]) -> list[str]:
    names = {p.text for cell in cells for p in (cell.parts[1:] or (cell,)) for p in p.walk() if p.form is Form.NAME}
    return sorted(filter(is_letter, names))


def _variable(written: Written) -> Term:
    if written.form is not Form.NAME:
        raise NotUnderstood(f"{spelling(written)!r} where a letter is needed")
    return position(written.text)


def _shown(values: Values, meaning: Meaning, *terms: Term) -> dict[str, object]:
    """The values of what some terms name, without what follows from them, in the document's names."""
    names = {v.name for t in terms for v in free_variables(t)} - {"extent", "slack"}
    own = {name: value for name, value in values.items() if name in names}
    return with_letters(own, meaning.axis, meaning.spelled, meaning.notation.spelled)
