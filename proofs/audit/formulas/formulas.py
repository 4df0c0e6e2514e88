"""All formulas of a document: each is sorted by what it says, judged, or reported as not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from proofs.audit.elements.argmax import judge_argmax
from proofs.audit.elements.cells import judge_maximum, judge_position
from proofs.audit.elements.indexforms import has_form, judge_index_form
from proofs.audit.elements.layout import judge_layout
from proofs.audit.elements.padded import judge_padded
from proofs.audit.elements.part import (
    FormulaPart,
    JudgedFormula,
    Letters,
    judge_range,
    padded_dimensions,
    undefined_names,
    unread_claim,
    unread_finding,
)
from proofs.audit.elements.places import judge_tap_position
from proofs.audit.elements.tapforms import judge_position_range, judge_tap_form
from proofs.audit.formulas.arithmetic import judge_arithmetic
from proofs.audit.formulas.constraints import (
    CONSTRAINT,
    StatedConstraint,
    constraints,
    is_assumed,
    judge_constraint,
)
from proofs.audit.formulas.proved import is_operators
from proofs.audit.formulas.shapes import output_shapes, shapes_in_tables
from proofs.audit.formulas.sizes import OUTPUT_SIZE, Size, judge_size, same_in_words, size_of
from proofs.audit.formulas.whole import ToldOfCalls, Whole, judge_whole
from proofs.audit.programs.expansion import DefinedSet, set_of
from proofs.audit.programs.program import OutputProgram
from proofs.audit.programs.reading import names_used, program_of
from proofs.audit.programs.runs import judge_program
from proofs.audit.rulebook.contained import apart
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Level
from proofs.audit.rulebook.rules import RULES
from proofs.engine.statement import Verdict
from spec.documents.equations.cells import Binder, maximum_of, position_of, range_of
from spec.documents.equations.statements import Padding, Rounding, StatedFormula, stated_formulas
from spec.documents.examples.stated import Named
from spec.documents.formulas.formulas import Written
from spec.documents.formulas.notation import Notation, notation
from spec.documents.formulas.tokens import NotDefined, NotUnderstood
from spec.documents.formulas.words import Role, named
from spec.documents.pages.model import Document, Shape

_NOTHING_TOLD = ToldOfCalls()
_VERSION = re.compile(r"\b(?:[Vv]ersion\s*)?\d+\s*$|- \d+")


@dataclass(slots=True)
class JudgedFormulas:
    """What came of the formulas: claims and findings, each formula's verdict, constraints and sizes among them."""

    claims: list[JudgedClaim] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    constraints: list[StatedConstraint] = field(default_factory=list)
    wrong: list[StatedConstraint] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    programs: list[tuple[FormulaPart, OutputProgram]] = field(default_factory=list)
    tap_sets: set[str] = field(default_factory=set)

    @property
    def wrong_programs(self) -> list[tuple[int, OutputProgram]]:
        """The definitions that were run and in whose text something is wrong, each with its place."""
        wrong = [finding.start for finding in self.findings if RULES[finding.rule].level is Level.ERROR]
        placed = [(part.statement.start, part.statement.text, program) for part, program in self.programs]
        return [(start, p) for start, text, p in placed if any(start <= at < start + len(text) for at in wrong)]

    undefined: dict[str, list[NotDefined]] = field(default_factory=dict)


def part_of(path: tuple[str, ...]) -> tuple[str, ...]:
    """The headings that name the part of a document in which one notation holds: a type's section, or a version."""
    if len(path) > 1 and _VERSION.search(path[1]):
        return path[:2]
    return path[:1]


def judge_formulas(
    document: Document,
    bounds: Mapping[Role, int],
    tie_rules: Collection[tuple[str, ...]] = (),
    told: ToldOfCalls = _NOTHING_TOLD,
) -> JudgedFormulas:
    """Judge every formula of a document; `bounds` are the least values that its words allow the quantities, `tie_rules`
    the headings under which a sentence says which of several maxima counts, `told` what sentences demand of calls."""
    judged = JudgedFormulas()
    found, unread = stated_formulas(document)
    for unclear in unread:
        if unclear.in_words:
            # A sentence that was not understood says nothing, and has no finding.
            judged.claims.append(unread_claim(unclear.start, unclear.text))
            continue
        if not unclear.is_latex and not _speaks_of_sizes(unclear.text):
            # Code in running text that no reader would take for a formula of the operator.
            continue
        _not_understood(judged, unclear.start, unclear.text, unclear.reason)
    names = notation(document)
    parts_with_rule = {part_of(path) for path in tie_rules}
    for key in dict.fromkeys(part_of(s.path) for s in found):
        of_part = [s for s in found if part_of(s.path) == key]
        _judge_part(judged, document, names.under(key), of_part, key in parts_with_rule)
    for block in document.blocks:
        for claim, wrong in output_shapes(block, names.under(block.path)) if block.shape is not Shape.CODE else ():
            judged.claims.append(claim)
            judged.findings += [wrong] if wrong is not None else []
    for claim, wrong in shapes_in_tables(document.blocks, names):
        judged.claims.append(claim)
        judged.findings += [wrong] if wrong is not None else []
    judged.findings += undefined_names(judged.undefined, names, document)
    with apart("the definitions of the document's parts", 0):
        _compare_parts(judged, document, found)
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
    key = names.path
    text = "\n".join(block.text for block in document.blocks if part_of(block.path) == key)
    dilated = "dilation" in text or len(key) < 2
    letters = Letters()
    ranges: dict[str, Binder] = {}
    sets: dict[str, DefinedSet] = {}
    for statement in found:
        if (maximum := maximum_of(statement.written)) is not None:
            letters = Letters.of(maximum, document.place(statement.start)[0])
        if (letter := range_of(statement.written)) is not None:
            ranges[letter.letter.text] = letter
        if (defined := set_of(statement.written)) is not None:
            sets[defined[0]] = defined[1]
    meant = {**letters.binders, **ranges}
    expanded = frozenset(n for f in found for n in names_used(f.written, names.under(f.path), meant, sets))
    for statement in found:
        under = names.under(statement.path)
        part = FormulaPart(statement, under, document, letters, dilated, tie_rule, ranges, sets, expanded)
        with apart("this formula", statement.start) as judging:
            _judge_alone(judged, part)
        if judging.failed:
            judged.claims.append(part.claim("formula", "not understood"))
    for block in document.blocks:
        if part_of(block.path) == key and block.shape is not Shape.CODE:
            judged.findings += padded_dimensions(block, names)
            for claim, finding in same_in_words(block):
                judged.claims.append(claim)
                judged.findings.append(finding)


def _judge_alone(judged: JudgedFormulas, part: FormulaPart) -> None:
    """Judge one formula by what it says, and by running it."""
    if part.statement.in_words and not (size_of(part) is not None or has_form(part)):
        judged.claims.append(unread_claim(part.statement.start, part.statement.text))
        return
    before = len(judged.findings)
    try:
        _judge(judged, part, _JUDGES)
    except NotUnderstood as reason:
        _judge_unproved(judged, part, reason)
    else:
        _judge_by_running(judged, part, judged.findings[before:])


Judge = Callable[[FormulaPart], JudgedFormula | None]
_JUDGES: Sequence[Judge] = (
    judge_arithmetic,
    judge_maximum,
    judge_padded,
    judge_argmax,
    judge_layout,
    judge_index_form,
    judge_position,
    judge_position_range,
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


def _judge_by_running(judged: JudgedFormulas, part: FormulaPart, found: Sequence[Finding] = ()) -> bool:
    """Run a definition on small calls; what it has been `found` to have wrong is not said again. False: it is none, or
    cannot be run."""
    written = part.statement.written
    program = program_of(written, part.notation, {**part.letters.binders, **part.ranges}, part.sets)
    if program is None:
        return False
    judged.programs.append((part, program))
    rules = {finding.rule for finding in found if RULES[finding.rule].level is Level.ERROR}
    wrong = [finding for finding in judge_program(program, written, part.tie_rule) if finding.rule not in rules]
    judged.findings += [finding for finding in wrong if finding.rule != "formula-wrong" or not rules]
    return True


def _judge_unproved(judged: JudgedFormulas, part: FormulaPart, reason: NotUnderstood) -> None:
    """A definition that no judge takes is run, and proved from its parts or not. A set is judged where it is named."""
    if set_of(part.statement.written) is not None:
        return
    before = len(judged.findings)
    if not _judge_by_running(judged, part):
        if isinstance(reason, NotDefined):
            judged.claims.append(unread_claim(part.statement.start, part.statement.text))
            judged.undefined.setdefault(reason.name, []).append(reason)
            return
        _not_understood(judged, part.statement.start, part.statement.text, str(reason))
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


def _not_understood(judged: JudgedFormulas, start: int, text: str, reason: str) -> None:
    judged.claims.append(unread_claim(start, text))
    judged.findings.append(unread_finding(start, text, reason))


def _compare_parts(judged: JudgedFormulas, document: Document, found: list[StatedFormula]) -> None:
    """Parts for different types that define Y or Indices by different formulas: said once for each."""
    sorts: tuple[tuple[str, Callable[[Written], object]], ...] = (("Y", maximum_of), ("Indices", position_of))
    wrong = [finding.start for finding in judged.findings if finding.rule == "formula-wrong"]
    for what, sort in sorts:
        stated = [s for s in found if sort(s.written) is not None and len(part_of(s.path)) == 1]
        # A formula that is wrong differs, which needs no saying.
        stated = [s for s in stated if not any(s.start <= at < s.start + len(s.text) for at in wrong)]
        for statement in stated[1:]:
            first = stated[0]
            if part_of(statement.path) != part_of(first.path) and statement.written != first.written:
                line = document.place(first.start)[0]
                message = f"{what} is defined by a different formula than in line {line}, under {first.path[0]!r}"
                judged.findings.append(Finding("sections-differ", statement.start, message))
                break
