"""What a document leaves open: NaN, windows of NaN alone, equal maxima, the value of padding.

A question is settled by a sentence that was understood to answer it, and by nothing else. Where a sentence speaks of it
and was not understood, the finding stands there and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proofs.audit.lexicon.words import TYPE_NAME, SaidWord
from proofs.audit.rulebook.findings import Judgement, left_open
from proofs.audit.sentences.said import Prose, SaidSentence
from spec.documents.pages.model import Block
from spec.documents.prose.structure import Structure, plain
from spec.documents.prose.typewords import FAMILIES, TypeFamily


@dataclass(frozen=True, slots=True)
class _Question:
    """A question to each section: what settles it, which words speak of it, and how it is reported."""

    kind: str
    rule: str
    message: str
    settled_by: tuple[str, ...]
    about: frozenset[str]
    where: tuple[frozenset[str], ...]
    named: str = ""


_NAN = _Question(
    "NaN",
    "nan-open",
    "what the maximum of a window with a NaN is for floating-point types",
    ("NaN", "NaN in Y", "all-NaN windows"),
    frozenset({"nan"}),
    (frozenset({"maximum"}), frozenset({"attain"})),
)
_ALL_NAN = _Question(
    "NaN",
    "all-nan-window-open",
    "the result for a window of NaN alone, above all its index",
    ("all-NaN windows", "index of all-NaN windows"),
    frozenset({"nan", "window"}),
    (frozenset({"nan"}),),
)
_TIES = _Question(
    "ties",
    "tie-open",
    "which of several equal maxima the index refers to",
    ("ties",),
    frozenset({"tie"}),
    (
        frozenset({"index", "maximum"}),
        frozenset({"index", "attain"}),
        frozenset({"index", "select"}),
        frozenset({"index", "element"}),
    ),
    "indices",
)
_AS_LEAST = frozenset({"minus-inf", "least-of-type"})
"""Answers for NaN that leave open what a window of NaN alone gives."""


def judge_missing(prose: Prose) -> Iterator[Judgement]:
    """Each question once for each section that should settle it."""
    for number, section in enumerate(prose.structure.sections):
        here = [said for said in prose.sentences if said.section in (number, -1)]
        if TypeFamily.FLOAT in section.families or not section.families:
            yield from _nan(prose, here, number)
        if number not in prose.with_tie_formula:
            yield from _asked(prose, _TIES, here, number)
        yield from _padding(prose, here, number)


def _nan(prose: Prose, here: list[SaidSentence], number: int) -> Iterator[Judgement]:
    if not _settled(prose, _NAN, number):
        yield from _asked(prose, _NAN, here, number)
        return
    as_least = any(m.answer in ("minus-inf", "least-of-type") for _, m in prose.of("NaN", section=number))
    by_ties = any(m.answer == "minus-inf" for _, m in prose.of("NaN", section=number)) and _settled(
        prose, _TIES, number
    )
    if as_least and not by_ties:
        yield from _asked(prose, _ALL_NAN, here, number)


def _settled(prose: Prose, question: _Question, number: int) -> bool:
    sections = (number, -1, *_that_apply(prose, number))
    return any(prose.settled(*question.settled_by, section=section) for section in sections)


_ALL_OF = re.compile(
    r"^(?:all of|(?:all|everything)(?: that is| which is)? (?:said|stated|specified|written|defined) (?:of|for|in))"
    r" (?:the )?(?P<title>(?:\w{1,20} )?\(?\w{1,20}\)?)(?: part| section| specification)? applies\b"
    r"(?!.{0,60}\b(?:except|only|unless|but|apart)\b)",
    re.I,
)


def _that_apply(prose: Prose, number: int) -> Iterator[int]:
    """The sections of which one says that all of them applies: `All of the (real) part applies`."""
    for said in prose.sentences:
        found = _ALL_OF.match(said.text) if said.section == number else None
        if found is not None:
            named = re.compile(rf"(?<!\w){re.escape(found['title'])}(?!\w)", re.I)
            titles = (section.title for section in prose.structure.sections)
            yield from (other for other, title in enumerate(titles) if named.search(title))


def _asked(prose: Prose, question: _Question, here: list[SaidSentence], number: int) -> Iterator[Judgement]:
    """The question where it is not settled, at the sentence that should."""
    if _settled(prose, question, number):
        return
    unread = next((s for s in here if not s.meanings and question.about <= s.understood.concepts), None)
    at = unread or _where(here, question)
    if at is None:
        return
    if unread is not None:
        message = f"this sentence is not understood, and nothing else says {question.message}"
    else:
        message = f"no sentence says {question.message}"
    yield left_open(question.kind, at.start, at.text, question.rule, message)


def _where(here: list[SaidSentence], question: _Question) -> SaidSentence | None:
    """The first sentence in which some concepts meet and a name is used, outside of signatures if it can be."""
    named = [said for said in here if question.named in said.text.lower()]
    found = [said for said in named if any(meeting <= said.understood.concepts for meeting in question.where)]
    outside = [said for said in found if not _in_signature(said.sentence.block)]
    return next(iter(outside or found), None)


def _in_signature(block: Block) -> bool:
    return any("signature" in plain(title).lower() for title in block.path)


def _padding(prose: Prose, here: list[SaidSentence], number: int) -> Iterator[Judgement]:
    """A value for the section's own types, or that padding is none."""
    section = prose.structure.sections[number]
    pads = next((a for a in prose.structure.attributes if a.section == number and a.name.startswith("pads")), None)
    if pads is None or prose.settled("padding in the maximum", section=number):
        return
    values = [(said, m) for said, m in prose.of("value of padding", section=number) if not m.negated]
    typed = [_families(m.match.slots.get("type", ())) for _, m in values]
    if not any(not of or of & section.families or not section.families for of in typed):
        own = ", ".join(section.types) or ", ".join(sorted(section.families)) or "the types of X"
        start = _pads_start(prose.structure, here, pads.start)
        yield left_open("pad value", start, own, "pad-value-missing", f"the padding value is not stated for {own}")
        return
    infinite = next((s for (s, m), of in zip(values, typed, strict=True) if m.answer == "minus-inf" and not of), None)
    if infinite is not None and {TypeFamily.INT, TypeFamily.FLOAT} <= section.families:
        message = "minus infinity is not a value of an integer type: the padding value for integers is not stated"
        yield left_open("pad value", infinite.start, infinite.text, "pad-value-missing", message)


def _families(words: Sequence[SaidWord]) -> frozenset[TypeFamily]:
    return frozenset(FAMILIES[str(word.value)] for word in words if word.concept == TYPE_NAME)


def _pads_start(structure: Structure, here: list[SaidSentence], start: int) -> int:
    """Where the text says that there is a value, or at the attribute."""
    spoken = (
        s for s in here if s.attribute == "pads" and not s.meanings and {"padvalue", "type"} <= s.understood.concepts
    )
    return next((s.start for s in spoken), start)
