"""All formulas of a document: each is sorted by what it says, judged, or reported as not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from proofs.audit.elements.argmax import judge_argmax
from proofs.audit.elements.capacity import judge_capacity
from proofs.audit.elements.cells import judge_maximum, judge_position
from proofs.audit.elements.indexforms import has_form, judge_index, judge_place_range
from proofs.audit.elements.indexrange import judge_index_range
from proofs.audit.elements.padded import judge_padded
from proofs.audit.elements.part import (
    FormulaPart,
    JudgedFormula,
    Letters,
    is_about,
    judge_axis,
    judge_range,
    padded_dimensions,
    undefined_names,
    unread_claim,
    unread_finding,
)
from proofs.audit.elements.places import judge_tap_position
from proofs.audit.elements.tapforms import judge_position_range, judge_tap_form, judge_tap_range
from proofs.audit.formulas.arithmetic import judge_arithmetic
from proofs.audit.formulas.constraints import CONSTRAINT, constraints, is_assumed, judge_constraint
from proofs.audit.formulas.judged import (
    JudgedFormulas,
    compare_parts,
    judge_by_running,
    judge_set,
    part_of,
    sets_defined_once,
    sets_of_part,
    take_enough,
)
from proofs.audit.formulas.proved import is_operators
from proofs.audit.formulas.shapes import output_shapes, shapes_in_tables
from proofs.audit.formulas.sizes import OUTPUT_SIZE, judge_size, same_in_words, size_of
from proofs.audit.formulas.whole import ToldOfCalls, Whole, judge_whole
from proofs.audit.programs.expansion import set_of, with_formulas
from proofs.audit.programs.maximisers import with_greatest
from proofs.audit.programs.reading import names_used
from proofs.audit.rulebook.contained import apart
from proofs.engine.statement import Verdict
from spec.documents.equations.cells import Binder, maximum_of, range_of
from spec.documents.equations.quantified import with_stated_ranges
from spec.documents.equations.saying import is_definition
from spec.documents.equations.sets import told_sets
from spec.documents.equations.statements import Padding, Rounding, StatedFormula, stated_formulas
from spec.documents.examples.stated import Named
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotDefined, NotUnderstood
from spec.documents.formulas.words import Role, named
from spec.documents.names.counting import first_of_range
from spec.documents.names.functions import as_function, definitions_of, ranks
from spec.documents.names.notation import Notation, notation
from spec.documents.pages.model import Document, Shape

_NOTHING_TOLD = ToldOfCalls()


def judge_formulas(
    document: Document,
    bounds: Mapping[Role, int],
    tie_rules: Collection[tuple[str, ...]] = (),
    told: ToldOfCalls = _NOTHING_TOLD,
) -> JudgedFormulas:
    """Judge every formula of a document; `bounds` are the least values that its words allow the quantities, `tie_rules`
    the headings under which a sentence says which of several maxima counts, `told` what sentences demand of calls."""
    found, unread = stated_formulas(document)
    names = notation(document)
    said = ranks(document.text), first_of_range(document)
    found = [replace(each, written=with_formulas(each.written, names.under(each.path), *said)) for each in found]
    judged = JudgedFormulas(sets=sets_defined_once(document, found))
    for unclear in unread:
        if unclear.in_words:
            # A sentence that was not understood says nothing, and has no finding.
            judged.claims.append(unread_claim(unclear.start, unclear.text))
            continue
        if not unclear.is_latex and not _speaks_of_sizes(unclear.text):
            # Code in running text that no reader would take for a formula of the operator.
            continue
        _not_understood(judged, unclear.start, unclear.text, unclear.reason, names)
    parts_with_rule = {part_of(path) for path in tie_rules}
    for key in dict.fromkeys(part_of(s.path) for s in found):
        of_part = [s for s in found if part_of(s.path) == key]
        _judge_part(judged, document, names.under(key), of_part, key in parts_with_rule)
    for block in document.blocks:
        judged.take(output_shapes(block, names.under(block.path)))
    judged.take(shapes_in_tables(document.blocks, names))
    judged.findings += undefined_names(judged.undefined, names, document)
    with apart("the definitions of the document's parts", 0):
        compare_parts(judged, document, found)
    judged.verdicts = [claim.verdict for claim in judged.claims]
    with apart("the document's constraints together", 0):
        _as_a_whole(judged, document, bounds, names, told)
    return judged


def judge_sizes(document: Document, *, dilated: bool) -> JudgedFormulas:
    """Judge the sizes and the constraints among a document's formulas, alone: of no other anything is found."""
    judged, names = JudgedFormulas(), notation(document)
    for statement in stated_formulas(document)[0]:
        part = FormulaPart(statement, names.under(statement.path), document, Letters(), dilated, False, {}, {})
        with apart("this formula", statement.start):
            try:
                if not statement.in_words or size_of(part) is not None:
                    _judge(judged, part, (judge_size, judge_constraint))
            except NotUnderstood:
                judged.claims.append(unread_claim(statement.start, statement.text))
    judged.verdicts = [claim.verdict for claim in judged.claims]
    return judged


def _as_a_whole(
    judged: JudgedFormulas, document: Document, bounds: Mapping[Role, int], names: Notation, told: ToldOfCalls
) -> None:
    """What the document's own constraints leave open, asked at the first output size for padding that is given."""
    mode = (Padding.EXPLICIT, Rounding.FLOOR)
    stated = [size for size in judged.sizes if size.mode == mode]
    size = stated[0] if stated else None
    given = tuple(judged.sizes), tuple(judged.constraints), bounds, tuple(judged.wrong)
    whole = Whole(document, size, *given, names, frozenset(judged.tap_sets), told)
    claims, findings = judge_whole(whole)
    judged.claims += claims
    judged.findings += findings


def _speaks_of_sizes(text: str) -> bool:
    return any(named(name) for name in re.findall(r"[A-Za-z]\w+", text))


def _judge_part(
    judged: JudgedFormulas, document: Document, names: Notation, found: list[StatedFormula], tie_rule: bool
) -> None:
    key, found = names.path, with_greatest(found)
    text = "\n".join(block.text for block in document.blocks if part_of(block.path) == key)
    dilated = "dilation" in text or len(key) < 2
    letters = Letters()
    ranges: dict[str, Binder] = {}
    told = [each for each in told_sets([b for b in document.blocks if part_of(b.path) == key]) if set_of(each)]
    sets = sets_of_part(judged.sets, (*told, *(each.written for each in found)))
    inner = {part.start for each in told for part in each.parts[1].walk() if part.form is Form.RELATION}
    for statement in found:
        if (maximum := maximum_of(statement.written)) is not None:
            letters = Letters.of(maximum, document.place(statement.start)[0])
        elif not letters.cell:
            letters = Letters.of_cell(statement.written, document.place(statement.start)[0])
        if (letter := range_of(statement.written)) is not None:
            ranges[letter.letter.text] = letter
    meant = {**letters.binders, **ranges}
    expanded = frozenset(n for f in found for n in names_used(f.written, names.under(f.path), meant, sets))
    called = {f.start: frozenset(_called(f.written, names.under(f.path))) for f in found}
    for statement in found:
        own, under = _function(statement.written), names.under(statement.path)
        # A function is no evidence for its own definition.
        under = replace(under, functions={n: f for n, f in under.functions.items() if n != own}) if own else under
        statement = replace(statement, written=with_stated_ranges(statement.written, {**letters.of_output(), **meant}))
        part = FormulaPart(statement, under, document, letters, dilated, tie_rule, ranges, sets, expanded)
        with apart("this formula", statement.start) as judging:
            _judge_alone(judged, part, frozenset().union(*called.values()), inner)
        if judging.failed:
            judged.claims.append(part.claim("formula", "not understood"))
    _claim_unused(judged, found, called)
    for block in document.blocks:
        if part_of(block.path) == key and block.shape is not Shape.CODE:
            judged.findings += padded_dimensions(block, names)
            for claim, finding in same_in_words(block):
                judged.claims.append(claim)
                judged.findings.append(finding)


def _called(written: Written, names: Notation) -> Iterator[str]:
    """The functions that a formula calls, but for the one that it defines."""
    own = _function(written)
    for part in written.walk():
        is_call = part.form in (Form.CALL, Form.INDEX) and names.resolve(part) is None
        if is_call and part.parts[0].text not in ("", own):
            yield from definitions_of(part.parts[0].text, names.functions)


def _claim_unused(judged: JudgedFormulas, found: Sequence[StatedFormula], called: Mapping[int, frozenset[str]]) -> None:
    """A function that has no claim of its own, and that nothing calls which is understood, is not understood either."""
    understood = {claim.start for claim in judged.claims if claim.verdict != "not understood"}
    claimed = {claim.start for claim in judged.claims}
    defined = {statement.start: name for statement in found if (name := _function(statement.written))}
    used: set[str] = set()
    while more := {name for start in understood for name in called.get(start, ())} - used:
        used |= more
        understood |= {start for start, name in defined.items() if name in more}
    for statement in found:
        if statement.start in defined and defined[statement.start] not in used and statement.start not in claimed:
            judged.claims.append(unread_claim(statement.start, statement.text))


def _function(written: Written) -> str:
    """The name of the function that a formula defines; empty if it defines none."""
    is_equation = written.form is Form.RELATION and written.text == "EQ" and len(written.parts) == 2
    function = as_function(*written.parts) if is_equation else None
    return function[0] if function is not None else ""


def _judge_alone(judged: JudgedFormulas, part: FormulaPart, called: Collection[str], inner: Collection[int]) -> None:
    """Judge one formula by what it says, and by running it; a function that says nothing alone, where it is called."""
    if part.statement.in_words and not (size_of(part) is not None or has_form(part)):
        judged.claims.append(unread_claim(part.statement.start, part.statement.text))
        return
    if (named := set_of(part.statement.written)) is not None:
        judge_set(judged, part, *named)
        return
    if part.statement.is_enough and not is_definition(part.statement.written):
        take_enough(judged, part)
        return
    before = len(judged.findings)
    try:
        _judge(judged, part, _JUDGES)
    except NotUnderstood as reason:
        if part.statement.start in inner:  # A condition of a set that a sentence defines, with the set's letters.
            judged.claims.append(unread_claim(part.statement.start, part.statement.text))
        elif _function(part.statement.written) not in called:
            _judge_unproved(judged, part, reason)
    else:
        judge_by_running(judged, part, judged.findings[before:])


Judge = Callable[[FormulaPart], JudgedFormula | None]
_JUDGES: Sequence[Judge] = (
    judge_axis,
    judge_arithmetic,
    judge_maximum,
    judge_padded,
    judge_argmax,
    judge_index,
    judge_index_range,
    judge_capacity,
    judge_position,
    judge_position_range,
    judge_tap_range,
    judge_place_range,
    judge_range,
    judge_tap_position,
    judge_tap_form,
    judge_size,
    judge_constraint,
)
"""A formula is what the first of them takes it for that takes it for something."""


def _judge(judged: JudgedFormulas, part: FormulaPart, judges: Sequence[Judge]) -> None:
    """Judge one formula by what it says. Raises NotUnderstood."""
    claim, findings = next(result for judge in judges if (result := judge(part)) is not None)
    if claim is None:
        return
    judged.claims.append(claim)
    judged.findings += findings
    if claim.kind == OUTPUT_SIZE and (size := size_of(part)) is not None:
        judged.sizes.append(size)
    if claim.kind == CONSTRAINT:
        (judged.constraints if is_assumed(findings) else judged.wrong).extend(constraints(part))


def _judge_unproved(judged: JudgedFormulas, part: FormulaPart, reason: NotUnderstood) -> None:
    """A definition that no judge takes is run, and proved from its parts or not."""
    before = len(judged.findings)
    if not judge_by_running(judged, part):
        statement, names = part.statement, part.notation
        if not isinstance(reason, NotDefined):
            _not_understood(judged, statement.start, statement.text, str(reason), names)
            return
        judged.claims.append(unread_claim(statement.start, statement.text))
        is_set = reason.name.partition("[")[0] in part.sets
        if not is_set and (names.unclear(reason.name) or names.nearest(reason.name) or is_about(statement.text, names)):
            judged.undefined.setdefault(reason.name, []).append(reason)
        return
    _, program = judged.programs[-1]
    is_refuted = len(judged.findings) > before
    verdict = Verdict.REFUTED if is_refuted else Verdict.PROVED if is_operators(program) else Verdict.UNKNOWN
    judged.claims.append(part.claim(f"definition of {program.of}", verdict))
    if verdict is Verdict.PROVED and program.of is Named.Y:
        # The greatest over a set is the operator's: the set holds the taps in range.
        judged.tap_sets |= {each.text for each in part.statement.written.walk() if each.text in part.sets}
    if verdict is Verdict.UNKNOWN:
        why = f"the range of {' and '.join(program.unstated)} is not stated" if program.unstated else str(reason)
        message = f"{program.of} is the operator's on all small calls that were tried, which proves nothing: {why}"
        judged.findings.append(part.finding("formula-undecided", message))


def _not_understood(judged: JudgedFormulas, start: int, text: str, reason: str, names: Notation) -> None:
    """A formula that is not understood; where it names nothing that a clause is about, nothing has to be said of it."""
    judged.claims.append(unread_claim(start, text))
    judged.findings += [unread_finding(start, text, reason)] if is_about(text, names) else []
