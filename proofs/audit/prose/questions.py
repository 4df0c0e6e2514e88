"""Questions that a section should settle: NaN, windows of NaN alone, equal maxima, and calls without a result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs.audit.prose.languages import main_language
from proofs.audit.prose.notes import is_note
from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.sentences import PROSE, offset, sentences
from spec.documents.prose.structure import Structure, plain
from spec.documents.prose.typewords import Family

_NAN = re.compile(r"(?<!\w)NaNs?\b|not[- ]a[- ]number", re.I)
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


def judge_questions(structure: Structure) -> Iterator[Judged]:
    """Each question once for each section that should settle it."""
    text = " ".join(b.text for b in structure.document.blocks if b.shape in PROSE)[:100_000]
    if not re.search(r"max[\s_-]?pool", text, re.I):
        return
    main = main_language(text)
    fits = any(_FITS.search(b.text) for b in structure.document.blocks if b.shape in PROSE and not is_note(b, main))
    for section in structure.sections:
        prose = [b for b in section.prose() if b.shape is not Shape.HEADING and not is_note(b, main)]
        if Family.FLOAT in section.families or not section.families:
            yield from _nan(structure, prose)
        yield from _ties(structure, prose)
        if not fits:
            yield from _errors(structure, prose)


def _nan(structure: Structure, prose: Sequence[Block]) -> Iterator[Judged]:
    speaking = [(b, s) for b in prose for s in sentences(b) if _NAN.search(s.text)]
    if not speaking:
        where = _where(prose, _DEFINES) or _where(prose, _MAXIMUM)
        if where is None:
            return
        start = offset(structure.document, *where)
        message = "what the maximum of a window with a NaN is, is not said in this section for floating-point types"
        yield Claim("NaN", start, "no sentence on NaN", "not understood"), Finding("nan-open", start, message)
        return
    block, sentence = speaking[0]
    start = offset(structure.document, block, sentence.start)
    least = [s for _, s in speaking if _AS_LEAST.search(s.text)]
    # Where NaN is a number like others, the rule for equal maxima is one for windows of NaN alone as well.
    by_ties = any(_COUNTS_AS.search(s.text) for s in least) and _tie(prose) is not None
    settled = not least or by_ties or any(_ALL_NAN.search(s.text) for _, s in speaking)
    message = "what a window of NaN alone gives, above all its index, is not said"
    finding = None if settled else Finding("all-nan-window-open", start, message)
    yield Claim("NaN", start, " ".join(sentence.text.split()), "agrees" if settled else "not understood"), finding


def _where(prose: Sequence[Block], pattern: re.Pattern[str]) -> tuple[Block, int] | None:
    """The first place at which a pattern is found, outside of signatures."""
    found = ((b, s) for b in prose for s in sentences(b) if pattern.search(s.text))
    places = [(b, s.start) for b, s in found]
    outside = [(b, at) for b, at in places if not any("signature" in plain(t).lower() for t in b.path)]
    return next(iter(outside or places), None)


def _ties(structure: Structure, prose: Sequence[Block]) -> Iterator[Judged]:
    where = _where(prose, _HAS_INDICES)
    if where is None:
        return
    settled = _tie(prose)
    start = offset(structure.document, *(settled or where))
    if settled:
        text = " ".join(settled[0].text.split())
        other = _other_choice(text)
        message = f"of several equal maxima the first in row-major order counts, not {other}"
        finding = (
            Finding("tie-wrong", start, message, suggestion="the first of them in row-major order") if other else None
        )
        yield Claim("ties", start, text[:120], "disagrees" if other else "agrees"), finding
    else:
        message = "which of several equal maxima the index is of, is not said"
        yield Claim("ties", start, "no sentence on ties", "not understood"), Finding("tie-open", start, message)


def _tie(prose: Sequence[Block]) -> tuple[Block, int] | None:
    """Where it is said which of several equal maxima is taken."""
    return next(((b, m.start()) for b in prose if not _is_storage(b) and (m := _TIE.search(b.text))), None)


_OTHER = re.compile(
    r"\b(?:last|latest|second|rightmost|bottommost|any|either"
    r"|(?:highest|largest|greatest|maximal) (?:flat |linear )?(?:index|position))\b",
    re.I,
)
_FIRST = re.compile(r"\b(?:first|lowest|smallest|least|minim\w+|leftmost|topmost|earliest)\b", re.I)


def _other_choice(text: str) -> str:
    """What a sentence on ties chooses, if it is not the first of them."""
    for sentence in re.split(r"(?<=[.;])\s", text):
        if _TIE.search(sentence) and not _FIRST.search(sentence) and (found := _OTHER.search(sentence)):
            return found[0]
    return ""


def _is_storage(block: Block) -> bool:
    return any("storage_order" in title for title in block.path) or block.text.lstrip().startswith("storage_order")


def _errors(structure: Structure, prose: Sequence[Block]) -> Iterator[Judged]:
    for block in prose:
        in_errors = any("error" in plain(title).lower() for title in block.path[-2:])
        if in_errors and _NO_ERRORS.match(block.text.strip()):
            start = offset(structure.document, block, 0)
            message = "no errors, but neither a kernel that does not fit nor a window without elements is excluded"
            yield Claim("errors", start, block.text.strip(), "disagrees"), Finding("errors-unstated", start, message)
