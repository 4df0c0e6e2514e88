"""What a document says in sentences: each with its place, the attribute it describes, and what it was understood as."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Compared, Place, hedged, without_hedge
from proofs.audit.lexicon.answer import TopicAnswer, Understood
from proofs.audit.lexicon.faults import is_of_refused, says_faults
from proofs.audit.lexicon.words import read_toml, words_of
from proofs.audit.sentences import tabled
from proofs.audit.sentences.columns import headed_cells
from proofs.audit.sentences.conditions import gone_on_about, without_references
from proofs.audit.sentences.elsewhere import is_elsewhere, words_elsewhere
from proofs.audit.sentences.excluded import is_of_exclusions, of_item
from proofs.audit.sentences.named import own_name, owner_above, with_own_names
from proofs.audit.sentences.owners import (
    ITS,
    case_of,
    in_case,
    in_full,
    owner_of,
    sets_of_taps,
    with_owner,
)
from proofs.audit.sentences.questions import answered
from proofs.audit.sentences.several import LISTED, of_items
from proofs.audit.sentences.understand import understand
from spec.documents.formulas.sentences import tensors_of
from spec.documents.names.notation import notation
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.sentences import PROSE, TOLD, Sentence, sentences
from spec.documents.prose.structure import Section, Structure

_ASKED = re.compile(r"^(?:which|what)(?: of| one of)?\s", re.IGNORECASE)
"""What asks; the rest of a question and its answer are one sentence."""
_WHERE_TYPES = re.compile(r",\s+where\s+(?P<types>\W*T\W*\s(?:is|are|belongs|may)\b[^,]{0,20}.*)$", re.DOTALL)
"""What ends a sentence and tells by itself which types there are."""
_OVER_PADDING = "a window over padding alone"
"""The topic of a sentence after which `such a window` is one over padding alone."""
MOST_SENTENCES = 20_000
"""Of a longer document the beginning is read."""


@dataclass(frozen=True, slots=True)
class SaidSentence:
    """A sentence with what it was understood as; `section` is the number of its section, -1 before all of them.

    `resolved` is its text with the names of what its pronouns stand for. `others` are the sentences as which a table's
    cell may be read instead.
    """

    sentence: Sentence
    start: int
    section: int
    attribute: str
    understood: Understood
    place: Place
    resolved: str = ""
    others: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The sentence on one line."""
        return " ".join(self.sentence.text.split())

    @property
    def meanings(self) -> tuple[TopicAnswer, ...]:
        """What it was understood as."""
        return self.understood.meanings

    def compared(self) -> Iterator[tuple[TopicAnswer, Compared]]:
        """Each of its meanings against the clause that decides it."""
        return ((meaning, compare(meaning, self.place)) for meaning in self.meanings)


@dataclass(frozen=True)
class Prose:
    """All sentences of a document. `with_tie_formula` are the numbers of the sections in which a formula says which of
    several equal maxima an index is of."""

    structure: Structure
    sentences: tuple[SaidSentence, ...]
    with_tie_formula: frozenset[int] = frozenset()

    def of(self, *topics: str, section: int | None = None) -> Iterator[tuple[SaidSentence, TopicAnswer]]:
        """What is said on some topics, in one section or in all."""
        for said in self.sentences:
            if section is None or said.section == section:
                yield from ((said, m) for m in said.meanings if m.topic.name in topics)

    def settled(self, *topics: str, section: int | None = None) -> bool:
        """Whether something is said that settles one of some topics, rightly or wrongly."""
        return any(compare(m, said.place).settles for said, m in self.of(*topics, section=section))


def prose_of(structure: Structure, skipped: Iterable[Block] = ()) -> Prose:
    """What a document says, but for blocks such as its editors' notes."""
    attributes = {id(b): name for a in structure.attributes for b in a.blocks if (name := own_name(a))}
    left_out = {id(block) for block in skipped}
    found: list[SaidSentence] = []
    lead = ""
    row = owner = asked = ""
    items: list[str] = []
    tensors = tensors_of(structure.document.blocks)
    blocks = structure.document.blocks
    of_cells = {**headed_cells(blocks, tensors), **tabled.sentences_of_cells(blocks)}
    for block in blocks:
        row = tabled.row_name(block, row, tensors)
        if block.shape is Shape.CODE and id(block) not in left_out and not is_elsewhere(block):
            found += _said_in_listing(structure, block)
        if block.shape not in PROSE or id(block) in left_out or is_elsewhere(block):
            lead = ""
            continue
        if block.shape is Shape.HEADING or (block.shape is Shape.CELL and block.row == 0):
            lead = owner = ""
            asked = block.text.strip().rstrip("?") if block.text.strip().endswith("?") else ""
            items = []
            found += filter(_is_of_heading, _said(structure, block, attributes, "", "", tensors))
            continue
        of_list = lead if block.shape is Shape.ITEM else ""
        if (made := of_cells.get(id(block))) is not None:
            found += [_said_of_cell(structure, block, made)] if made else []
            continue
        before = of_list or row or _topic_above(block)
        above = row or owner or owner_above(block)
        found += _said(structure, block, attributes, before, above, tensors, asked)
        asked = ""
        items = [*items, owner_of(block.text)] if block.shape is Shape.ITEM else []
        owner = of_items(items) if items else owner_of(block.text)
        if block.shape is not Shape.ITEM or not lead:
            lead = _lead(block)
        if len(found) > MOST_SENTENCES:
            break
    return Prose(structure, tuple(found))


def _said_of_cell(structure: Structure, block: Block, readings: Sequence[str]) -> SaidSentence:
    """A cell as the first of some sentences that is understood; it is never read without its case."""
    number = structure.section_of(block)
    section = structure.sections[number] if number >= 0 else None
    place = _place(section, block)
    understood = (understand(each) for each in readings)
    found = next((each for each in understood if each.meanings and each.whole), None)
    nothing = Understood((), frozenset(word.concept for word in words_of(readings[0])), whole=False)
    sentence = next(iter(sentences(block)), Sentence(block.text, 0, block))
    start = structure.at(sentence)
    return SaidSentence(sentence, start, number, "", found or nothing, place, others=tuple(readings))


def _said_in_listing(structure: Structure, block: Block) -> Iterator[SaidSentence]:
    """The lines of a listing that give a list's entries names, and say which values they have, or in which order."""
    number = structure.section_of(block)
    place = _place(structure.sections[number] if number >= 0 else None, block)
    for line in tabled.OF_LIST.finditer(block.text):
        for said in filter(None, (line["bound"], line["order"])):
            text = f"{line['list']} {said.strip()}"
            sentence = Sentence(line[0].strip(), line.start() + len(line[0]) - len(line[0].lstrip()), block)
            yield SaidSentence(sentence, structure.at(sentence), number, "", understand(text), place, text)


def _place(section: Section | None, block: Block) -> Place:
    restricts = any("restriction" in title.lower() for title in block.path)
    return Place(section.types, section.families, restricts) if section else Place(is_restriction=restricts)


def examples_of(structure: Structure) -> Iterator[SaidSentence]:
    """The sentences under headings of examples, which state no rule; those on other implementations are left out."""
    for block in structure.document.blocks:
        words = words_elsewhere(block)
        if (block.shape in TOLD and words == {"example"}) or (block.shape is Shape.NOTE and words <= {"example"}):
            for sentence in sentences(block):
                yield SaidSentence(
                    sentence, structure.at(sentence), -1, "", Understood((), frozenset(), False), Place()
                )


def _is_of_heading(said: SaidSentence) -> bool:
    """A heading states something itself, as `Indices: int64` and a list of types do. Most only name what follows."""
    return bool(said.meanings) and all(m.topic.heading or len(m.types) > 1 for m in said.meanings)


def _topic_above(block: Block) -> str:
    """The heading over a block if its text may only go on with it, as `None.` does below `Errors`."""
    title = block.path[-1] if block.path else ""
    concepts = {word.concept for word in words_of(title)} - {"and", "or"}
    return title if concepts == {*read_toml("words.toml")["headings"]["topics"].split()} else ""


def _lead(block: Block) -> str:
    """The beginning of a sentence that a list goes on with."""
    last = list(sentences(block))[-1:]
    return last[0].text if last and last[0].text.endswith(":") else ""


def _said(
    structure: Structure,
    block: Block,
    attributes: Mapping[int, str],
    lead: str,
    owner: str,
    tensors: Mapping[str, str],
    asked: str = "",
) -> Iterator[SaidSentence]:
    """The sentences of a block; `asked` is a question above it, which its first may answer."""
    number = structure.section_of(block)
    section = structure.sections[number] if number >= 0 else None
    place = _place(section, block)
    attribute = attributes.get(id(block), "")
    question, case, before, of_padding = asked, "", "", False
    is_lead = lead.endswith(":") and says_faults(lead, *block.path[-1:])
    is_fault = block.shape is Shape.ITEM and (is_lead or is_of_refused(block))
    is_excluded = block.shape is Shape.ITEM and is_of_exclusions(lead)
    for sentence in sentences(block):
        start = structure.at(sentence)
        if is_fault or is_excluded:
            for text in of_item(sentence.text, is_fault=is_fault, is_excluded=is_excluded):
                yield SaidSentence(sentence, start, number, "", understand(text), place, text, others=(text,))
            continue
        fields = tabled.of_item(attribute, sentence.text, is_item=block.shape is Shape.ITEM)
        for field in fields:
            of_field = understand(field)
            of_field = of_field if of_field.meanings else understand(field, attribute)
            yield SaidSentence(sentence, start, number, attribute, of_field, place, field)
        if fields and not tabled.goes_on(sentence.text):
            continue
        said = with_own_names(sentence, tensors, notation(structure.document).under(block.path))
        text = in_full(without_references(said), sets_of_taps(structure.document.text), tensors, of_padding=of_padding)
        text, before = gone_on_about(text, before), text
        owner = owner_of(text) or owner
        gone_on = in_case(text, case)
        case = case_of(text) or (case if gone_on else "")
        understood = _understood(text, owner, attribute, gone_on)
        if not understood.whole and (firm := without_hedge(text, block.text)):
            as_a_rule = hedged(_understood(firm, owner, attribute, gone_on))
            understood = max(understood, as_a_rule, key=lambda each: len(each.meanings))
        of_padding = any(meaning.topic.name == _OVER_PADDING for meaning in understood.meanings)
        resolved = text if attribute else with_owner(text, owner)
        if question and (of_both := answered(f"{question}?", text, attribute)) is not None:
            understood = of_both
        if question and not understood.meanings:
            understood = understand(f"{sentence.text.rstrip('.')} {_ASKED.sub('', question)}", attribute)
        question = sentence.text.rstrip("?") if sentence.text.rstrip().endswith("?") else ""
        if not understood.meanings and (of_types := _WHERE_TYPES.search(sentence.text)) is not None:
            understood = understand(of_types["types"], attribute)
        may_lack = (
            block.shape is not Shape.CELL and tabled.NO_SUBJECT.match(sentence.text) is not None and not owner_of(text)
        )
        above = "" if (titled := owner_above(block)) in LISTED else titled
        described = (attribute or above) if tabled.is_phrase(sentence.text) else ""
        if described in ("Y", "Indices") and any(meaning.topic.outside for meaning in understood.meanings):
            understood = Understood((), understood.concepts, whole=False)
        subjects = (lead.rstrip(":"), *((attribute, owner) if may_lack else ()), described)
        for subject in subjects if not understood.meanings else ():
            if subject and not (understood.meanings and understood.whole):
                understood = understand(f"{subject} {sentence.text}", attribute)
        yield SaidSentence(sentence, start, number, attribute, understood, place, resolved)


def _understood(text: str, owner: str, attribute: str, gone_on: str) -> Understood:
    """What a sentence says; one on `its` type says it of the thing before, and of nothing where none was named.
    `gone_on`: the sentence with the case of the one before, if it speaks of that."""
    if gone_on and (of_case := understand(gone_on, attribute)).whole and of_case.meanings:
        return of_case
    owner = (attribute if attribute in LISTED else "") or owner
    begins_with_its = ITS.match(text) is not None and not attribute
    if begins_with_its and not owner:
        return Understood((), frozenset(word.concept for word in words_of(text)), whole=False)
    as_it_stands = None if begins_with_its else understand(text, attribute)
    if as_it_stands is not None and (as_it_stands.whole or not owner or (attribute and as_it_stands.meanings)):
        return as_it_stands
    resolved = with_owner(text, owner)
    understood = understand(resolved, attribute) if resolved != text else None
    if understood is None or (as_it_stands and len(as_it_stands.meanings) >= len(understood.meanings)):
        return as_it_stands or Understood((), frozenset(), whole=False)
    return understood


def coverage(prose: Prose) -> Sequence[tuple[SaidSentence, str]]:
    """Each sentence with whether it was understood, was not though it has words of a rule, or says nothing of any."""
    return [(said, _covered(said)) for said in prose.sentences]


def _covered(said: SaidSentence) -> str:
    if said.meanings:
        return "understood" if said.understood.whole else "understood in part"
    return "not understood" if said.understood.concepts & _telling() else "says nothing"


def _telling() -> frozenset[str]:
    return frozenset(read_toml("words.toml")["headings"]["telling"].split())
