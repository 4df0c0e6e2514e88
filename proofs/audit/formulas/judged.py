"""What came of a document's formulas, and the judging of those that are run: definitions of outputs, sets of taps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofs.audit.elements.part import FormulaPart, unread_claim
from proofs.audit.formulas.constraints import StatedConstraint, constraints
from proofs.audit.formulas.proved import is_operators
from proofs.audit.formulas.sizes import Size
from proofs.audit.programs.expansion import DefinedSet, greatest_over, set_of
from proofs.audit.programs.program import OutputProgram
from proofs.audit.programs.reading import program_of
from proofs.audit.programs.runs import judge_program
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement, Level
from proofs.audit.rulebook.rules import RULES
from proofs.engine.statement import Verdict
from spec.documents.equations.cells import maximum_of, position_of, range_of
from spec.documents.equations.sets import told_sets
from spec.documents.equations.statements import StatedFormula
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotDefined, NotUnderstood
from spec.documents.pages.model import Document

Enough = tuple[JudgedClaim, Sequence[StatedConstraint]]
"""A formula of a sentence that says that it is enough, as a claim that is not judged yet, and as conditions."""
_VERSION = re.compile(r"\b(?:[Vv]ersion\s*)?\d+\s*$|- \d+")


@dataclass(slots=True)
class JudgedFormulas:
    """What came of the formulas: claims and findings, each formula's verdict, constraints and sizes among them.

    `enough` are conditions that are said to be enough for something, with claims that are made with their sentences;
    `sets` those that the document defines once: all its parts may name them.
    """

    claims: list[JudgedClaim] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    constraints: list[StatedConstraint] = field(default_factory=list)
    wrong: list[StatedConstraint] = field(default_factory=list)
    enough: list[Enough] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    programs: list[tuple[FormulaPart, OutputProgram]] = field(default_factory=list)
    tap_sets: set[str] = field(default_factory=set)
    undefined: dict[str, list[NotDefined]] = field(default_factory=dict)
    sets: Mapping[str, DefinedSet] = field(default_factory=dict)

    def take(self, made: Iterable[Judgement]) -> None:
        """Add claims with their findings."""
        for claim, wrong in made:
            self.claims.append(claim)
            self.findings += [wrong] if wrong is not None else []

    @property
    def wrong_programs(self) -> list[tuple[int, OutputProgram]]:
        """The definitions that were run and in whose text something is wrong, each with its place."""
        wrong = [finding.start for finding in self.findings if RULES[finding.rule].level is Level.ERROR]
        placed = [(part.statement.start, part.statement.text, program) for part, program in self.programs]
        return [(start, p) for start, text, p in placed if any(start <= at < start + len(text) for at in wrong)]


def sets_defined_once(document: Document, found: Sequence[StatedFormula]) -> Mapping[str, DefinedSet]:
    """The sets that formulas or sentences of a document define, but for those that its parts define differently; with
    the ranges that the part of a formula gives the letters of its members."""
    ranges: dict[tuple[str, ...] | None, list[Written]] = {}
    for each in found:
        if range_of(each.written) is not None:
            ranges.setdefault(part_of(each.path), []).append(each.written)
    told = ((written, None) for written in told_sets(document.blocks))
    defined: dict[str, dict[DefinedSet, DefinedSet]] = {}
    for written, part in (*told, *((each.written, part_of(each.path)) for each in found)):
        if (named := set_of(written)) is not None:
            defined.setdefault(named[0], {})[named[1]] = _with_ranges(named[1], ranges.get(part, ()))
    return {name: next(iter(each.values())) for name, each in defined.items() if len(each) == 1}


def sets_of_part(others: Mapping[str, DefinedSet], written: Iterable[Written]) -> dict[str, DefinedSet]:
    """The sets that a part's formulas define, and the `others` beside them; none that the part defines differently in
    two places."""
    named = [each for each in map(set_of, written) if each is not None]
    sets = {**others, **dict(named)}
    contradicted = {name for name, members in named if sets[name] != members}
    return {name: each for name, each in sets.items() if name not in contradicted}


def _with_ranges(members: DefinedSet, stated: Iterable[Written]) -> DefinedSet:
    """A set with the ranges, among some formulas, of letters that its members are told by."""
    member, conditions = members.members.parts
    letters = {part.text for part in member.walk() if part.form is Form.NAME} - {*members.letters}
    ranges = [each for each in stated if (found := range_of(each)) is not None and found.letter.text in letters]
    whole = replace(conditions, parts=(*conditions.parts, *ranges))
    return replace(members, members=replace(members.members, parts=(member, whole)))


def part_of(path: tuple[str, ...]) -> tuple[str, ...]:
    """The headings that name the part of a document in which one notation holds: a type's section, or a version."""
    if len(path) > 1 and _VERSION.search(path[1]):
        return path[:2]
    return path[:1]


def judge_by_running(judged: JudgedFormulas, part: FormulaPart, found: Sequence[Finding] = ()) -> bool:
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


def judge_set(judged: JudgedFormulas, part: FormulaPart, name: str, members: DefinedSet) -> None:
    """A set of places for each window that no definition of an output uses: it holds the taps in range, or other ones,
    which is told by the greatest element over it."""
    greatest = greatest_over(part.statement.written.parts[0], members)
    if name in part.expanded or greatest is None:
        return
    program = program_of(greatest, part.notation, {**part.letters.binders, **part.ranges}, part.sets)
    wrong = judge_program(program, greatest, part.tie_rule) if program is not None and not program.unstated else []
    is_taps = program is not None and is_operators(program)
    if is_taps:
        judged.tap_sets.add(name)
    if is_taps or wrong:
        judged.claims.append(part.claim("set of taps", Verdict.PROVED if is_taps else Verdict.REFUTED))
        judged.findings += wrong


def compare_parts(judged: JudgedFormulas, document: Document, found: Sequence[StatedFormula]) -> None:
    """Parts for different types that define Y or Indices by different formulas: said once for each. Two that are proved
    say the same in other words."""
    sorts: tuple[tuple[str, Callable[[Written], object]], ...] = (("Y", maximum_of), ("Indices", position_of))
    wrong = [finding.start for finding in judged.findings if finding.rule == "formula-wrong"]
    proved = {claim.start for claim in judged.claims if claim.verdict == Verdict.PROVED}
    for what, sort in sorts:
        stated = [s for s in found if sort(s.written) is not None and len(part_of(s.path)) == 1]
        # A formula that is wrong differs, which needs no saying.
        stated = [s for s in stated if not any(s.start <= at < s.start + len(s.text) for at in wrong)]
        for statement in stated[1:]:
            first = stated[0]
            are_proved = {statement.start, first.start} <= proved
            if part_of(statement.path) != part_of(first.path) and statement.written != first.written and not are_proved:
                line = document.place(first.start)[0]
                message = f"{what} is defined by a different formula than in line {line}, under {first.path[0]!r}"
                judged.findings.append(Finding("sections-differ", statement.start, message))
                break


def take_enough(judged: JudgedFormulas, part: FormulaPart) -> None:
    """What is said to be enough for something demands nothing, and is judged with its sentence."""
    claim = unread_claim(part.statement.start, part.statement.text)
    try:
        judged.enough.append((claim, constraints(part)))
    except NotUnderstood:
        judged.claims.append(claim)
