"""The loops of a document, held against the operator: over which elements and taps they go, what they keep of them.

Each part is proved equal to the operator's for all sizes, NaN aside; what is not is run on small calls, for a witness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from proofs.audit.elements.part import FormulaPart, Letters, cell_letter, unread_claim
from proofs.audit.formulas.constraints import StatedConstraint
from proofs.audit.formulas.in_words import EVERY_WINDOW
from proofs.audit.formulas.proved import is_operators
from proofs.audit.programs.expansion import Parts
from proofs.audit.programs.program import AXES, CELL, Chosen, OutputProgram
from proofs.audit.programs.reading import program_of_loops
from proofs.audit.programs.runs import judge_program
from proofs.audit.rulebook.contained import apart
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgements
from proofs.engine.statement import Verdict
from spec.documents.equations.cells import Binder
from spec.documents.equations.statements import Padding, Rounding, StatedFormula
from spec.documents.examples.stated import Named
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood, before_loops
from spec.documents.formulas.words import PADDED_NAMES
from spec.documents.loops.nest import loops_of, nest_of
from spec.documents.loops.parts import LoopNest
from spec.documents.loops.steps import listed_steps
from spec.documents.names.meaning import spelling
from spec.documents.names.notation import notation
from spec.documents.pages.model import Block, Document
from spec.language.terms import IllSorted

LOOPS = "loops"
"""The kind of a claim on a listing's loops."""
_GREATER, _STRICT = ("GT", "GE"), ("GT", "LT")


def judge_loops(document: Document) -> Judgements:
    """Claims and findings on the listings of a document, and on its steps, that compute Y or Indices by loops."""
    claims: list[JudgedClaim] = []
    findings: list[Finding] = []
    listings = [(block, partial(loops_of, block)) for block in document.blocks]
    steps = [(block, partial(nest_of, said)) for block, said in listed_steps(document.blocks)]
    for block, nest in [*listings, *steps]:
        with apart("these loops", block.start) as judging:
            made, wrong = _judged(block, document, nest)
            claims += made
            findings += wrong
        if judging.failed:
            claims.append(unread_claim(block.start, block.text))
    return claims, findings


def demands_of_loops(document: Document) -> Iterator[StatedConstraint]:
    """What loops demand of a call that fail where no tap of a window was kept: that each window meets the input."""
    for block in document.blocks:
        with apart("these loops", block.start):
            try:
                nest = loops_of(block)
            except NotUnderstood:
                continue
            if nest is not None and nest.fails:
                yield StatedConstraint(block.start, EVERY_WINDOW, None, path=block.path)


def _judged(block: Block, document: Document, read: Callable[[], LoopNest | None]) -> Judgements:
    try:
        nest = read()
        if nest is None:
            return [], []
        return _of_nest(nest, _part(block, document))
    except (NotUnderstood, IllSorted):
        return [unread_claim(block.pieces[0].start, block.text)], []


def _part(block: Block, document: Document) -> FormulaPart:
    """The listing as a formula that is judged beside others."""
    listing = block.pieces[0]
    text = listing.text.removeprefix(before_loops(listing.text)).lstrip("\n") or listing.text
    start = listing.start + len(listing.text) - len(text)
    nothing = Written(Form.NUMBER, (), "0", start, listing.end)
    statement = StatedFormula(nothing, text, start, block.path, Padding.EXPLICIT, Rounding.FLOOR, is_latex=False)
    names = notation(document).under(block.path)
    return FormulaPart(statement, names, document, Letters(), dilated=True, tie_rule=True)


def _of_nest(nest: LoopNest, part: FormulaPart) -> Judgements:
    """What loops say of Y, and of Indices if they give it. Raises NotUnderstood."""
    cell = tuple(letter.text for letter in nest.cell)
    taps = _by_axis(nest)
    if not nest.guards and nest.update.element.parts[0].text not in PADDED_NAMES:
        raise NotUnderstood("what an element outside of X is")
    greatest = Chosen.GREATEST if nest.update.how in _GREATER else Chosen.LEAST
    maximum = _program(Named.Y, nest, taps, part, nest.update.element, greatest)
    wrong = [*_ranges(nest, cell, part), *_started(nest), *_stopped(nest), *_cases(nest)]
    is_proved = not wrong and is_operators(maximum)
    wrong += _deviations(maximum, nest, part) if not wrong and not is_proved else ()
    claims = [_claim(part, Named.Y, bool(wrong), is_proved)]
    if nest.update.index is None or "Indices" not in nest.stores:
        return claims, wrong
    index = _program(Named.INDICES, nest, taps, part, nest.update.index[1], Chosen.LEAST)
    more = [*_ties(nest, taps), *_places(nest)]
    is_index_proved = is_proved and not more and is_operators(index)
    more += _deviations(index, nest, part) if is_proved and not more and not is_index_proved else ()
    is_index_proved = is_index_proved and nest.update.takes_first
    return [*claims, _claim(part, Named.INDICES, bool(more), is_index_proved)], [*wrong, *more]


def _claim(part: FormulaPart, of: Named, is_wrong: bool, is_proved: bool) -> JudgedClaim:
    verdict = Verdict.REFUTED if is_wrong else Verdict.PROVED if is_proved else "not understood"
    text = f"{of.value}: {part.statement.text.split(chr(10))[0].strip()}"
    return JudgedClaim(LOOPS, part.statement.start, text, verdict)


def _by_axis(nest: LoopNest) -> tuple[Binder, ...]:
    """The loops over the taps, that over the rows first. Raises NotUnderstood."""
    element = nest.update.element
    if len(element.parts) != CELL + 1:
        raise NotUnderstood(f"an element with {len(element.parts) - 1} indices")
    named = [{part.text for part in at.walk() if part.form is Form.NAME} for at in element.parts[-AXES:]]
    first, second = ([b for b in nest.taps if b.letter.text in names] for names in named)
    if len(first) != 1 or len(second) != 1 or first == second:
        raise NotUnderstood("which loop goes over the rows of a window, and which over its columns")
    return first[0], second[0]


def _program(
    of: Named, nest: LoopNest, taps: Sequence[Binder], part: FormulaPart, value: Written, choice: Chosen
) -> OutputProgram:
    conditions = list(nest.guards)
    cell = tuple(letter.text for letter in nest.cell)
    if of is Named.INDICES:
        kept = Written(Form.INDEX, (Written(Form.NAME, (), "Y"), *nest.cell))
        conditions.append(Written(Form.RELATION, (kept, nest.update.element), "EQ"))
    return program_of_loops(of, cell, taps, part.notation, Parts(choice, value, conditions=conditions))


def _ranges(nest: LoopNest, cell: Sequence[str], part: FormulaPart) -> Iterator[Finding]:
    """The outer loops go over the elements of Y."""
    for binder in nest.outer:
        yield from cell_letter(binder, part, cell.index(binder.letter.text))


def _started(nest: LoopNest) -> Iterator[Finding]:
    """What is kept before the first tap is below every element, or is never compared."""
    initial, update = nest.initial, nest.update
    if update.takes_first or initial.form is Form.NAME:
        return
    is_least = initial.form is Form.NEGATIVE and initial.parts[0].form is not Form.NUMBER
    if initial.form in (Form.NUMBER, Form.NEGATIVE, Form.INFINITY) and not is_least and update.how in _GREATER:
        shown = f"{'-' if initial.form is Form.NEGATIVE else ''}{initial.text or initial.parts[0].text}"
        message = f"the maximum begins with {shown}: where all elements of a window are less, Y is none of them"
        yield Finding("formula-wrong", initial.start, message, {}, "-inf")


def _stopped(nest: LoopNest) -> Iterator[Finding]:
    """The loop over the taps goes on where an element was kept: a greater one may follow."""
    if nest.update.stops is not None:
        message = "the loop ends with the first element that is kept: a greater one behind it is not looked at"
        yield Finding("formula-wrong", nest.update.stops, message)


def _cases(nest: LoopNest) -> Iterator[Finding]:
    """A NaN counts as -inf; a window without an element of X is an error."""
    for value in nest.nans:
        if not (value.form is Form.NEGATIVE and value.parts[0].form is Form.INFINITY):
            yield Finding("nan-wrong", value.start, f"a NaN is replaced by {spelling(value)}; it counts as -inf")
    if nest.nothing is not None:
        message = f"a window without an element of X gives {spelling(nest.nothing)}; it is an error"
        yield Finding("window-rule-wrong", nest.nothing.start, message)


def _ties(nest: LoopNest, taps: Sequence[Binder]) -> Iterator[Finding]:
    """Of several equal maxima the loops keep the first in row-major order."""
    if nest.update.how not in _STRICT:
        message = "a later element replaces an equal one: of several equal maxima the last is kept, not the first"
        yield Finding("tie-wrong", nest.update.start, message)
    elif tuple(nest.taps) != tuple(taps):
        message = "the loop over the columns of a window is the outer one: of several equal maxima the first in "
        yield Finding("tie-wrong", nest.taps[0].letter.start, f"{message}column-major order is kept, not in row-major")


def _places(nest: LoopNest) -> Iterator[Finding]:
    """Y and Indices are stored at the same place."""
    stored = [cell for cell, _ in nest.stores.values()]
    for cell in stored[1:]:
        if cell.parts[1:] != nest.cell:
            message = f"{spelling(cell)} belongs to another window than {spelling(stored[0])}"
            yield Finding("formula-wrong", cell.start, message)


def _deviations(program: OutputProgram, nest: LoopNest, part: FormulaPart) -> list[Finding]:
    """What the loops give on small calls that the operator does not."""
    at = nest.update.element if program.of is Named.Y else (nest.update.index or (nest.update.element,))[-1]
    return judge_program(program, at, part.tie_rule)[:1]
