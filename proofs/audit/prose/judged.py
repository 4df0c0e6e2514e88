"""Sentences judged: what each was understood as, what contradicts a clause, and what contradicts another sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofs.audit.answers.compare import compare, statement
from proofs.audit.answers.compared import Compared
from proofs.audit.lexicon.answer import TopicAnswer
from proofs.audit.lexicon.words import TYPE_NAME
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement
from proofs.audit.rulebook.reads import IN_PART
from proofs.audit.sentences.said import Prose, SaidSentence
from spec.documents.prose.structure import Structure, heading_word

_OTHERS_ATTRIBUTES = frozenset({"kernel", "pads_begin", "pads_end", "rounding_type", "index_element_type"})
_OTHERS_HEADINGS = frozenset({"version", "versioned name"})
_SHARED_HEADING = "type constraints"
_OTHERS_MODES = ("SAME_UPPER", "SAME_LOWER", "VALID")
"""The modes of padding that ONNX's operator has beside that of the profile: a section that allows these is on it."""
_LIMIT = "value of an attribute"
"""The topic of a sentence by which a section is on the profile, whatever modes it names besides."""
_OVER_PADDING = "a window over padding alone"
"""The topic of sentences on windows without an element of X."""
NOT_JUDGED = "not judged"
"""The verdict on what the operator's relatives may choose otherwise than the profile."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A meaning with its sentence, how it compares, and whether it is judged: relatives may choose otherwise."""

    said: SaidSentence
    meaning: TopicAnswer
    compared: Compared
    is_judged: bool

    @property
    def wrong(self) -> str:
        """What its own finding says; empty if it has none."""
        return (self.compared.wrong or "") if self.is_judged else ""

    @property
    def answer(self) -> str:
        """What is compared with other sentences: all right answers are one."""
        return self.meaning.text if self.compared.wrong else "right"


def judge_sentences(prose: Prose) -> Iterator[Judgement]:
    """Each meaning of each sentence, and the pairs of them that cannot both hold."""
    limited = {said.section for said in prose.sentences if any(_limits(*each) for each in said.compared())}
    numbers = range(len(prose.structure.sections))
    is_relative = [n not in limited and describes_relative(prose.structure, n) for n in numbers]
    is_forbidden = any(compare(each, said.place).wrong == "" for said, each in prose.of(_OVER_PADDING))
    types_of_x = [_types(meaning) for _, meaning in prose.of("types of X") if not meaning.negated]
    read = [
        _Read(
            said,
            meaning,
            Compared(None) if _is_that_of_x(meaning, types_of_x) or (is_forbidden and _is_none(meaning)) else compared,
            not (meaning.topic.profile and said.section >= 0 and is_relative[said.section]),
        )
        for said in prose.sentences
        for meaning, compared in said.compared()
    ]
    yield from map(_judged, read)
    yield from _contradictions(prose.structure, read)


def _types(meaning: TopicAnswer) -> frozenset[str]:
    return frozenset(str(word.value) for word in meaning.words if word.concept == TYPE_NAME)


def _is_that_of_x(meaning: TopicAnswer, types_of_x: Sequence[frozenset[str]]) -> bool:
    """A type of Y on a page that gives X this type and no other: they are the same, though it does not say so."""
    is_one = meaning.topic.name == "type of Y" and meaning.answer == "one type" and not meaning.negated
    is_for_all = any(word.concept in ("regardless", "all", "any") for word in meaning.words)
    return is_one and not is_for_all and set(types_of_x) == {_types(meaning)}


def _is_none(meaning: TopicAnswer) -> bool:
    """No errors: beside the demand that each window has an element of X, this is said of the calls that meet it."""
    return meaning.topic.name == "errors" and meaning.answer == "none"


def _limits(meaning: TopicAnswer, compared: Compared) -> bool:
    """A mode of padding, of rounding or of order is limited to the value that the profile leaves."""
    return meaning.topic.name == _LIMIT and compared.settles and compared.wrong == "" and not meaning.negated


def describes_relative(structure: Structure, section: int) -> bool:
    """Whether a section describes ONNX's operator, or another relative, and not the profile's.

    A version, an attribute that the profile's operator does not have, or a list of type constraints where several
    modes of padding are named tell.
    """
    here = structure.sections[section]
    if here.version is not None or any(a.name in _OTHERS_ATTRIBUTES for a in structure.attributes):
        return True
    titles = {heading_word(title) for block in here.blocks for title in block.path}
    if titles & _OTHERS_HEADINGS:
        return True
    named = {mode for block in here.blocks for mode in _OTHERS_MODES if mode in block.text}
    return _SHARED_HEADING in titles and len(named) > 1


def _judged(read: _Read) -> Judgement:
    said, meaning, wrong = read.said, read.meaning, read.compared.wrong
    claim = JudgedClaim(meaning.topic.name, said.start, said.text, _verdict(read), meaning.text)
    if not read.wrong:
        return claim, None
    right = statement(meaning)
    return claim, Finding(meaning.topic.finding, said.start, f"{wrong}; the specification: {right}", {}, right)


def _verdict(read: _Read) -> str:
    if not read.is_judged:
        return NOT_JUDGED
    if read.compared.wrong is None:
        return "unknown"
    if read.wrong:
        return "disagrees"
    return "agrees" if read.said.understood.whole else IN_PART


def _contradictions(structure: Structure, read: Sequence[_Read]) -> Iterator[Judgement]:
    """Two sentences on one version of the operator that answer one question differently."""
    told: dict[tuple[object, ...], list[_Read]] = defaultdict(list)
    for each in read:
        if each.compared.settles and each.compared.wrong is not None and each.meaning.topic.one_answer:
            version = structure.sections[each.said.section].version if each.said.section >= 0 else None
            told[each.meaning.topic.name, each.meaning.attribute, version, each.meaning.scope].append(each)
    for first, *others in told.values():
        other = next((each for each in others if each.answer != first.answer), None)
        if other is not None:
            yield from _contradicts(structure, first, other)
            yield from _contradicts(structure, other, first)


def _contradicts(structure: Structure, here: _Read, there: _Read) -> Iterator[Judgement]:
    """The contradiction at one of its two places, unless that has a finding of its own."""
    if not here.wrong:
        said, line = here.said, structure.line(there.said.start)
        message = f"this says `{here.meaning.text}`, and line {line} says `{there.meaning.text}`: both cannot hold"
        claim = JudgedClaim("contradiction", said.start, said.text, "disagrees", here.meaning.text)
        yield claim, Finding("rules-contradict", said.start, message)
