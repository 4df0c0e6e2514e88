"""Constraints that a document states in words, and what it claims of its constraints: each rationale, judged."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.audit.formulas.constraints import CONSTRAINT, StatedConstraint, judge_alone
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from proofs.audit.truth.mood import Mood, mood_of
from spec.documents.equations.cells import Binder, binder_of
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.words import TERMS, Role
from spec.documents.names.notation import Notation
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.demands import Demand, Demanded, demands
from spec.documents.prose.sentences import TOLD, offset, sentences
from spec.documents.prose.structure import Labelled, structure_of
from spec.language.terms import Term, and_
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain
from spec.window.names import pad_begin, pad_end, slack, y

_WINDOWS = MAXPOOL["windows.meet-input"]
EVERY_WINDOW = _WINDOWS.formula if _WINDOWS.check is None else _WINDOWS.check
"""Every window has an element of X, without a search for the tap."""
_MEANT: Mapping[Demanded, Term] = {
    Demanded.WINDOWS: EVERY_WINDOW,
    Demanded.MAXIMUM: EVERY_WINDOW,
    Demanded.OUTPUT: y >= 1,
    Demanded.SIZES: y >= 1,
    Demanded.FITS: slack >= 0,
}
COMPARISONS: Mapping[str, Callable[[Term, Term], Term]] = {
    "less": operator.lt,
    "at_most": operator.le,
    "greater": operator.gt,
    "at_least": operator.ge,
}
_HEAD = re.compile(
    r"^\s*(?:\W*[A-Z]\d{1,3}\W+|\W*(?-i:[A-Z][A-Z\d]*(?:[-_.][A-Z\d]+)*[-_.]\d{1,6})\W*:\s*)?"
    r"(?:statement|rationale)?\s*[:.]?\s*",
    re.IGNORECASE,
)
_STATEMENT = re.compile(r"^\W*statement\b", re.IGNORECASE)
_MODALS = frozenset(("shall", "must", "should"))
_RATIONALE = re.compile(r"^\W*rationale\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StatedClaim:
    """What a document says to follow from its constraints: `goal`, in per-axis words, the sentence and its place.

    `of` are the stretches of the document in which the constraints stand that it is said of.
    """

    goal: Term
    start: int
    text: str
    of: tuple[tuple[int, int], ...]

    def is_of(self, constraint: StatedConstraint) -> bool:
        """It is said of a constraint, perhaps together with others."""
        return any(start <= constraint.start < end for start, end in self.of)


@dataclass(frozen=True, slots=True)
class InWords:
    """What a document says in words of its calls: its constraints with their judgement, and its claims on them."""

    constraints: tuple[StatedConstraint, ...]
    claims: tuple[StatedClaim, ...]
    judged: tuple[JudgedClaim, ...]
    findings: tuple[Finding, ...]


def read_words(document: Document, names: Notation, tap_sets: Collection[str] = ()) -> InWords:
    """The constraints and claims on windows and sizes that a document states in words. `tap_sets` are names of sets
    that are proved to hold the taps in range of each window."""
    constraints: list[StatedConstraint] = []
    claims: list[StatedClaim] = []
    judged: list[JudgedClaim] = []
    findings: list[Finding] = []
    labels = structure_of(document).labels
    for at, block in enumerate(document.blocks):
        told = _of_formulas(document, block, tap_sets, names) if block.shape in (*TOLD, Shape.MATH) else ()
        for place, text in told:
            constraints.append(StatedConstraint(place, EVERY_WINDOW, None, path=block.path))
            judged.append(JudgedClaim(CONSTRAINT, place, text, "assumed", to_plain(EVERY_WINDOW)))
        for sentence, start, demand in _demands(document, block, tap_sets) if block.shape in TOLD else ():
            if demand.of is Demanded.SIZES and not _are_of_output(document.blocks[:at], block.path, names):
                continue
            term = _meaning(demand)
            if demand.is_claim or _RATIONALE.match(block.text):
                claims.append(StatedClaim(term, start, sentence, _said_of(document, block, labels)))
            elif _is_demanded(demand, sentence, block):
                found = StatedConstraint(start, term, None, path=block.path, is_restriction=_restricts(block))
                wrong = list(judge_alone(found))
                constraints.append(found)
                findings += wrong
                verdict = "refuted" if wrong else "assumed"
                judged.append(JudgedClaim(CONSTRAINT, start, sentence, verdict, to_plain(term)))
    return InWords(tuple(constraints), tuple(claims), tuple(judged), tuple(findings))


def _demands(document: Document, block: Block, tap_sets: Collection[str]) -> Iterator[tuple[str, int, Demand]]:
    for sentence in sentences(block):
        head = _HEAD.match(sentence.text)
        at = head.end() if head else 0
        said = _of_taps(sentence.text[at:], tap_sets) or demands(sentence.text[at:])
        for demand in said or ():
            yield sentence.text[at:], offset(document, block, sentence.start + at), demand


def _of_formulas(
    document: Document, block: Block, tap_sets: Collection[str], names: Notation
) -> Iterator[tuple[int, str]]:
    """Formulas that say of all windows that a set of the taps in range is not empty, or in an error that it is."""
    for piece in block.of(Kind.MATH) if tap_sets else ():
        written = formula_in(piece.text, piece.start)
        while written is not None and written.form is Form.FORALL and _are_all_windows(written.parts[0], names, block):
            written = written.parts[-1]
        how = written.text if written is not None and written.form is Form.RELATION else ""
        if written is not None and how in _MOODS and mood_of(document, piece.start, piece.text) is _MOODS[how]:
            named, other = written.parts
            if (named.parts or (named,))[0].text in tap_sets and other.text in _EMPTY:
                yield piece.start, piece.text


def _are_all_windows(binders: Written, names: Notation, block: Block) -> bool:
    """Each letter runs from 0 over all of one of Y's sizes; other letters would leave windows out."""
    ranges = [binder_of(relation) for relation in binders.parts]
    return all(found is not None and _is_whole(found, names.under(block.path)) for found in ranges)


def _is_whole(binder: Binder, names: Notation) -> bool:
    last = binder.high.parts if binder.closed and binder.high.form is Form.SUBTRACT else ()
    size = last[0] if last and last[1].text == "1" else binder.high if not binder.closed else None
    known = names.resolve(size) if size is not None else None
    of_y = known is not None and (known.role is Role.Y or (known.axis is None and known.role in _OUTER))
    return of_y and binder.low.form is Form.NUMBER and binder.low.text == "0"


_OUTER = (Role.BATCH, Role.CHANNELS)
_MOODS = {"NE": Mood.STATED, "EQ": Mood.ERROR}


_EMPTY = ("emptyset", "varnothing", "∅")


def _of_taps(text: str, tap_sets: Collection[str]) -> Sequence[Demand]:
    """That a set of the taps in range is not empty is what is demanded of windows."""
    others = [word for word in text.split() if word.strip("$`.,") not in tap_sets]
    is_of_one = len(text.split()) - len(others) == 1
    words = classed(" ".join(others), classes("non_empty")) if is_of_one else None
    kinds = [word.kind for word in words or ()]
    is_demanded = kinds in (["demand", "denied", "empty"], ["demand", "some"], ["demand", "demand", "some"])
    return (Demand(Demanded.WINDOWS, False),) if is_demanded else ()


def _are_of_output(before: Sequence[Block], path: tuple[str, ...], names: Notation) -> bool:
    """The formula that stands last before a sentence, under the same headings, gives a size of Y."""
    pieces = [p for block in before if block.path == path for p in block.of(Kind.MATH)]
    written = formula_in(pieces[-1].text, pieces[-1].start) if pieces else None
    if written is None or written.form is not Form.RELATION or written.text != "EQ":
        return False
    known = names.under(path).resolve(written.parts[0])
    return known is not None and known.role is Role.Y


def _is_demanded(demand: Demand, sentence: str, block: Block) -> bool:
    """A sentence that compares sizes demands it where it says so, or stands among the constraints; elsewhere it may
    tell of one call."""
    if demand.of is not Demanded.COMPARED:
        return demand.of is not Demanded.MAXIMUM
    if demand.is_error:
        return True
    is_among = any("constraint" in title.lower() for title in block.path) or _STATEMENT.match(block.text) is not None
    return is_among or not _MODALS.isdisjoint(sentence.lower().split())


def _restricts(block: Block) -> bool:
    return any("restriction" in title.lower() for title in block.path)


def _said_of(document: Document, block: Block, labels: Sequence[Labelled]) -> tuple[tuple[int, int], ...]:
    """The stretches of what a rationale is of: its statement; of any other claim, its own block and the one before."""
    for labelled in labels:
        blocks = (labelled.block, *labelled.statement)
        if block is labelled.rationale or any(block is each for each in blocks):
            return tuple((each.start, max(each.end, each.start + 1)) for each in blocks)
    at = next(i for i, each in enumerate(document.blocks) if each is block)
    return tuple((each.start, each.end) for each in document.blocks[max(0, at - 1) : at + 1] if each.path == block.path)


def _meaning(demand: Demand) -> Term:
    if demand.of is not Demanded.COMPARED:
        return _MEANT[demand.of]
    compare = COMPARISONS[demand.comparison]
    return and_(*(compare(a, b) for a in _sizes(demand.left) for b in _sizes(demand.right)))


def _sizes(name: str) -> tuple[Term, ...]:
    """A size that is named in words; `pads` are the padding at either end."""
    return (pad_begin, pad_end) if name == "pads" else (TERMS[Role(name)],)
