"""Questions that a section should settle: NaN, windows of NaN alone, equal maxima, and calls without a result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs.audit.prose.notes import is_note, main_language, sample
from proofs.audit.rulebook.findings import Finding, Judgement, judged, left_open
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.numberwords import NAN
from spec.documents.prose.sentences import PROSE, Sentence, sentences
from spec.documents.prose.structure import Structure, plain
from spec.documents.prose.typewords import TypeFamily

_NAN = re.compile(NAN, re.I)
_AS_LEAST = re.compile(
    r"-\s?\\?inf|−|infinity|ignor|skip|less than|smaller|lowest|lower than|never|not (?:considered|selected)", re.I
)
_COUNTS_AS = re.compile(r"\b(?:counts?|considered|treated|regarded|taken|compares?) (?:as|like|equal to)\b", re.I)
_ALL_NAN = re.compile(
    r"\b(?:all|only|every|each|alone|nothing but|no other|entirely|both)\b[^.]{0,50}\bNaNs?\b"
    r"|\bNaNs?\b[^.]{0,50}\b(?:alone|only|window|index|Indices|everywhere)\b",
    re.I,
)
_MAXIMUM = re.compile(
    r"\bmax(?:imum|imal)?\b[^.]{0,80}\b(?:values?|elements?|pool\w*|window|subset)\b"
    r"|\b(?:largest|greatest) (?:value|element)",
    re.I,
)
_DEFINES = re.compile(
    r"\bcomput\w+ the max|\bmaximum (?:number )?of (?:the )?elements|\b(?:largest"
    r"|greatest) (?:value|element)|\bmathematical definitions?\b",
    re.I,
)
_HAS_INDICES = re.compile(
    r"\bIndices\b[^.]{0,60}\b(?:ind(?:ices|ex)|position|place)|\bindices of (?:the )?(?:selected )?(?:va"
    r"lues|elements|input)|\bstores? in \$?\w+\$? the ind",
    re.I,
)
_TIE = re.compile(
    r"\bties?\b|\btied\b|\bseveral (?:equal |such |identical )?(?:max\w*|elements?"
    r"|values?|positions?|places?|of them)|\b(?:of|among) several\b"
    r"|\b(?:multiple|more than one) (?:max\w*|element|value|position|occurrence)"
    r"|\bequal (?:max\w*|elements|values)|\bsame (?:max\w*|largest|greatest)"
    r"|\bfirst (?:one|occurrence|max\w*|such|of (?:them|these|the)|position|place"
    r"|tap|in (?:row|lexic))|\b(?:lowest|smallest|least|minimal|minimum) (?:flat "
    r"|linear )?(?:index|position)"
    r"|\blexicographic|\bin row[- ]major order",
    re.I,
)
_NO_ERRORS = re.compile(
    r"^\W*(?:there (?:are|is) )?(?:no error(?:s| conditions?)?|none)(?: (?:are"
    r"|is) (?:raised|possible|defined|stated|specified))?\W*$",
    re.I,
)
_FITS = re.compile(
    r"\b(?:kernel|window|extent)s?\b[^.]{0,80}\b(?:fits?|at least (?:one|1|a)"
    r"|not (?:be )?(?:larger|exceed|greater)|within|meets?|no larger)\b"
    r"|\b(?:output|sizes?|dY_?\d?|Y)\b[^.]{0,60}\b(?:positive|at least (?:one"
    r"|1)|greater than (?:zero|0))|dY_\{?[23]\}?\s*(?:\\geq?|>=|≥|>)\s*[01]",
    re.I,
)
_OTHER = re.compile(
    r"\b(?:last|latest|second|rightmost|bottommost|any|either"
    r"|(?:highest|largest|greatest|maximal) (?:flat |linear )?(?:index|position))\b",
    re.I,
)
_FIRST = re.compile(r"\b(?:first|lowest|smallest|least|minim\w+|leftmost|topmost|earliest)\b", re.I)


def judge_questions(structure: Structure) -> Iterator[Judgement]:
    """Each question once for each section that should settle it."""
    text = sample(structure.document)
    if not re.search(r"max[\s_-]?pool", text, re.I):
        return
    main = main_language(text)
    notes = {id(block) for block in structure.document.blocks if is_note(block, main)}
    told = (block for block in structure.document.blocks if block.shape in PROSE and id(block) not in notes)
    fits = any(_FITS.search(block.text) for block in told)
    for section in structure.sections:
        prose = [b for b in section.prose() if b.shape is not Shape.HEADING and id(b) not in notes]
        if TypeFamily.FLOAT in section.families or not section.families:
            yield from _nan(structure, prose)
        yield from _ties(structure, prose)
        if not fits:
            yield from _errors(structure, prose)


def _nan(structure: Structure, prose: Sequence[Block]) -> Iterator[Judgement]:
    speaking = [s for block in prose for s in sentences(block) if _NAN.search(s.text)]
    if not speaking:
        if where := _where(prose, _DEFINES) or _where(prose, _MAXIMUM):
            start = structure.at(where)
            message = "this section does not say what the maximum of a window with a NaN is for floating-point types"
            yield left_open("NaN", start, "no sentence on NaN", Finding("nan-open", start, message))
        return
    start = structure.at(speaking[0])
    text = " ".join(speaking[0].text.split())
    least = [s for s in speaking if _AS_LEAST.search(s.text)]
    # Where NaN is a number like others, the rule for equal maxima is one for windows of NaN alone as well.
    by_ties = any(_COUNTS_AS.search(s.text) for s in least) and _tie(prose) is not None
    if not least or by_ties or any(_ALL_NAN.search(s.text) for s in speaking):
        yield judged("NaN", start, text, None)
    else:
        message = "the result for a window of NaN alone, above all its index, is not stated"
        yield left_open("NaN", start, text, Finding("all-nan-window-open", start, message))


def _where(prose: Sequence[Block], pattern: re.Pattern[str]) -> Sentence | None:
    """The first sentence in which a pattern is found, outside of signatures if it can be."""
    found = [s for block in prose for s in sentences(block) if pattern.search(s.text)]
    outside = [s for s in found if not any("signature" in plain(title).lower() for title in s.block.path)]
    return next(iter(outside or found), None)


def _ties(structure: Structure, prose: Sequence[Block]) -> Iterator[Judgement]:
    where = _where(prose, _HAS_INDICES)
    if where is None:
        return
    tie = _tie(prose)
    if tie is None:
        start = structure.at(where)
        message = "it is not stated which of several equal maxima the index refers to"
        yield left_open("ties", start, "no sentence on ties", Finding("tie-open", start, message))
        return
    start = structure.at(*tie)
    text = " ".join(tie[0].text.split())
    finding = None
    if other := _other_choice(text):
        message = f"of several equal maxima the first in row-major order counts, not {other}"
        finding = Finding("tie-wrong", start, message, suggestion="the first of them in row-major order")
    yield judged("ties", start, text[:120], finding)


def _tie(prose: Sequence[Block]) -> tuple[Block, int] | None:
    """Where it is said which of several equal maxima is taken."""
    return next(((b, m.start()) for b in prose if not _is_storage(b) and (m := _TIE.search(b.text))), None)


def _other_choice(text: str) -> str:
    """What a sentence on ties chooses, if it is not the first of them."""
    for sentence in re.split(r"(?<=[.;])\s", text):
        if _TIE.search(sentence) and not _FIRST.search(sentence) and (found := _OTHER.search(sentence)):
            return found[0]
    return ""


def _is_storage(block: Block) -> bool:
    return any("storage_order" in title for title in block.path) or block.text.lstrip().startswith("storage_order")


def _errors(structure: Structure, prose: Sequence[Block]) -> Iterator[Judgement]:
    for block in prose:
        said = block.text.strip()
        if any("error" in plain(title).lower() for title in block.path[-2:]) and _NO_ERRORS.match(said):
            start = structure.at(block)
            message = "`no errors`, but neither a kernel that does not fit nor a window without elements is excluded"
            yield judged("errors", start, said, Finding("errors-unstated", start, message))
