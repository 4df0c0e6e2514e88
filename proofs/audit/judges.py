"""What is judged of a document: the structure of any, and by an operator's clauses what one describes.

Each topic is judged apart: where one goes wrong, that is told, and costs nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

from proofs.audit.answers.compare import compare
from proofs.audit.attributes.defaults import judge_defaults
from proofs.audit.attributes.in_words import in_words, judge_told
from proofs.audit.attributes.lists import judge_lists, stated_bounds
from proofs.audit.attributes.values import judge_values
from proofs.audit.coverage import reads_of_examples, reads_of_formulas
from proofs.audit.elements.numbered import judge_numbered
from proofs.audit.examples.examples import judge_examples
from proofs.audit.examples.named_values import judge_named_values
from proofs.audit.examples.sibling_call import sibling_call_of
from proofs.audit.formulas.compared import contradictions, judge_versions
from proofs.audit.formulas.formulas import judge_formulas, judge_sizes
from proofs.audit.formulas.loops import demands_of_loops, judge_loops
from proofs.audit.programs.on_examples import program_contradictions
from proofs.audit.programs.program import Chosen
from proofs.audit.prose.announced import judge_announced
from proofs.audit.prose.axes import judge_axes
from proofs.audit.prose.enough import judge_enough
from proofs.audit.prose.foreign import judge_types
from proofs.audit.prose.judged import judge_sentences
from proofs.audit.prose.missing import judge_missing
from proofs.audit.prose.names import judge_names
from proofs.audit.prose.notes import noted, working_notes
from proofs.audit.prose.ranges import judge_ranges
from proofs.audit.quantities.demanded import told_of_calls
from proofs.audit.quantities.index import judge_told_indices
from proofs.audit.quantities.judge import judge_quantities
from proofs.audit.quantities.tables import judge_tables
from proofs.audit.rulebook.contained import apart, collected
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement, Judgements
from proofs.audit.rulebook.reads import Read
from proofs.audit.sentences.said import Prose, prose_of
from proofs.audit.structure.files import judge_files, markup_findings
from proofs.audit.structure.labels import judge_labels
from proofs.audit.structure.mentions import judge_mentions, judge_rationales
from proofs.audit.structure.numbering import judge_example_numbers
from proofs.audit.structure.references import judge_anchors, judge_links
from spec.documents.examples.stated import OF_SIBLINGS, Named
from spec.documents.pages.model import Document
from spec.documents.prose.structure import Structure, structure_of

Of = TypeVar("Of")
Judge = Callable[[Structure], Iterable[Judgement]]

_OF_STRUCTURE: tuple[tuple[str, Judge], ...] = (
    ("anchors", judge_anchors),
    ("links", judge_links),
    ("labels", judge_labels),
    ("mentions of labels", judge_mentions),
    ("numbers of examples", judge_example_numbers),
)
"""What is judged of every document, whatever it describes."""
_OF_PROSE: tuple[tuple[str, Judge], ...] = (
    ("rationales", judge_rationales),
    ("types", judge_types),
    ("values of attributes", judge_values),
    ("defaults", judge_defaults),
    ("names", judge_names),
    ("axes", judge_axes),
    ("announcements", judge_announced),
    ("ranges", judge_ranges),
    ("sizes told of examples", judge_told),
    ("indices of elements", judge_numbered),
)
_OF_SENTENCES: tuple[tuple[str, Callable[[Prose], Iterable[Judgement]]], ...] = (
    ("sentences", judge_sentences),
    ("quantities", judge_quantities),
    ("tables of examples", judge_tables),
    ("indices in sentences", judge_told_indices),
    ("lists", judge_lists),
    ("open questions", judge_missing),
)


@dataclass(slots=True)
class JudgedMeaning:
    """What came of holding a document against an operator's clauses. `verdicts` are those on its formulas."""

    claims: list[JudgedClaim] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)

    def add(self, judged: Judgements) -> None:
        """Take in what one topic gave."""
        claims, findings = judged
        self.claims += claims
        self.findings += findings


def judge_structure(document: Document, folder: Path | None) -> Judgements:
    """Claims and findings on anchors, references, labels, links to files, and markup. Files are never opened."""
    judged = list(_each(structure_of(document), _OF_STRUCTURE))
    judged += collected("links to files", 0, lambda: judge_files(document, folder))
    return _split(judged, collected("markup", 0, lambda: markup_findings(document)))


def read_prose(document: Document) -> Prose:
    """What the document says in sentences; its editors' notes say nothing."""
    return prose_of(structure_of(document), noted(document))


def tie_rules(prose: Prose) -> set[tuple[str, ...]]:
    """The headings under which a sentence says which of several equal maxima counts."""
    return {said.sentence.block.path for said, meaning in prose.of("ties") if compare(meaning, said.place).settles}


def judge_prose(prose: Prose) -> Judgements:
    """Claims and findings on what a document says in words, and on the notes that were left in it."""
    judged = chain(_each(prose.structure, _OF_PROSE), _each(prose, _OF_SENTENCES))
    return _split(judged, collected("working notes", 0, lambda: working_notes(prose.structure.document)))


def judge_meaning(document: Document) -> JudgedMeaning:
    """What a document says of an operator with clauses, in formulas, examples and words."""
    judged = JudgedMeaning()
    prose = Prose(structure_of(document), ())
    with apart("the document's sentences", 0):
        prose = read_prose(document)
    with apart("the document's formulas", 0):
        starts = _judge_formulas(judged, document, prose)
        prose = replace(prose, with_tie_formula=frozenset(map(partial(_section_at, prose.structure), starts)))
    with apart("the document's examples", 0):
        claims, findings, _ = judge_examples(document, completed=in_words(structure_of(document)))
        judged.add((claims, findings))
        judged.reads += reads_of_examples(claims)
        named = list(judge_named_values(document))
        judged.add(([claim for claim, _ in named], [wrong for _, wrong in named if wrong is not None]))
    judged.add(judge_prose(prose))
    return judged


def judge_sibling(document: Document, operator: str, *, dilated: bool) -> JudgedMeaning:
    """What a document says of the sizes of windows and of the bounds of what gives them, in formulas, and in examples.

    All that is judged of an operator whose Y is no maximum: its windows slide as MaxPool's do. `dilated`: it has
    dilations, whatever the document says; otherwise it has them if the document speaks of them.
    """
    judged = JudgedMeaning()
    with apart("the document's formulas", 0):
        formulas = judge_sizes(document, dilated=dilated or "dilation" in document.text)
        judged.add((formulas.claims, formulas.findings))
        judged.verdicts += formulas.verdicts
        judged.reads += reads_of_formulas(formulas.claims)
    with apart("the document's examples", 0):
        claims, findings, _ = judge_examples(document, partial(sibling_call_of, operator), OF_SIBLINGS)
        judged.add((claims, findings))
        judged.reads += reads_of_examples(claims)
    return judged


def _judge_formulas(judged: JudgedMeaning, document: Document, prose: Prose) -> Sequence[int]:
    """Judge what formulas say; where those stand that choose one of the indices of equal maxima."""
    told = told_of_calls(prose)
    told = replace(told, constraints=(*told.constraints, *demands_of_loops(document)))
    formulas = judge_formulas(document, stated_bounds(prose), tie_rules(prose), told)
    judged.add((formulas.claims, formulas.findings))
    judged.verdicts += formulas.verdicts
    judged.reads += reads_of_formulas(formulas.claims[: len(formulas.verdicts)])
    with apart("what the document says is enough", 0):
        claims, wrong = judge_enough(document, formulas.enough)
        judged.add((claims, wrong))
        judged.verdicts += [claim.verdict for claim in claims]
        judged.reads += reads_of_formulas(claims)
    with apart("the document's loops", 0):
        loops, wrong = judge_loops(document)
        judged.add((loops, wrong))
        judged.verdicts += [claim.verdict for claim in loops]
        judged.reads += reads_of_formulas(loops)
    with apart("the document's examples against its sizes", 0):
        judged.findings += contradictions(document, formulas.sizes, formulas.findings)
    with apart("the document's examples against its definitions", 0):
        judged.findings += program_contradictions(document, formulas.wrong_programs)
    with apart("the document's versions", 0):
        judged.add(judge_versions(document, formulas.sizes))
    chosen = [(part, each) for part, each in formulas.programs if each.of is Named.INDICES]
    return [part.statement.start for part, each in chosen if each.choice is not Chosen.EACH]


def _section_at(structure: Structure, start: int) -> int:
    """The number of the section in which an offset of the document stands; -1 for what stands before all."""
    return sum(section.start <= start for section in structure.sections) - 1


def _each(of: Of, judges: Iterable[tuple[str, Callable[[Of], Iterable[Judgement]]]]) -> Iterator[Judgement]:
    """What all judges say of a document's structure or sentences, each apart."""
    for name, judge in judges:
        yield from collected(f"the document's {name}", 0, partial(judge, of))


def _split(judged: Iterable[Judgement], more: Iterable[Finding]) -> Judgements:
    """Claims, the findings that some of them come with, one for each rule and place, and others."""
    claims = []
    findings: dict[tuple[str, int], Finding] = {}
    for claim, finding in judged:
        claims.append(claim)
        if finding is not None:
            findings.setdefault((finding.rule, finding.start), finding)
    return claims, [*findings.values(), *more]
