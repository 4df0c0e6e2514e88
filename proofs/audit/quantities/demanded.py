"""What sentences demand of every call: that the kernel fits, that each window meets the input; those that may;
and which sentences are on all calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from proofs.audit.answers.compare import compare
from proofs.audit.formulas.constraints import StatedConstraint
from proofs.audit.formulas.in_words import EVERY_WINDOW
from proofs.audit.formulas.whole import ToldOfCalls
from proofs.audit.lexicon.words import words_of
from proofs.audit.quantities.names import words_with_names
from proofs.audit.quantities.read import readings
from proofs.audit.quantities.terms import axis_of, kinds_of, meant
from proofs.audit.sentences.said import Prose, SaidSentence
from proofs.audit.sentences.understand import understand
from spec.documents.names.notation import Notation, notation
from spec.documents.pages.model import Shape
from spec.documents.prose.sentences import sentences
from spec.language.terms import Term
from spec.window.names import slack

_DEMANDS: Mapping[str, Term] = {
    "a kernel that does not fit": slack >= 0,
    "a window over padding alone": EVERY_WINDOW,
}
"""What the clause that decides a topic demands, by the topic."""
_SUBJECTS, _PLACES = frozenset(("window", "kernel")), frozenset("padding padvalue outside".split())
_DENIALS = frozenset("error reject no without only".split())
_REFUSALS, _BOUNDS = frozenset(("error", "reject")), frozenset("less greater at-least at-most positive empty".split())
"""What is refused where something is too small or too large may be a size that is not positive."""
_FITS = "below"
"""A sentence that says what fits, or which windows may not lie in the padding, may be a demand on windows."""


def told_of_calls(prose: Prose) -> ToldOfCalls:
    """The demands of all sentences that are understood and agree with the clauses, and where others stand."""
    constraints = [
        StatedConstraint(said.start, _DEMANDS[meaning.topic.name], None, path=said.sentence.block.path)
        for said, meaning in prose.of(*_DEMANDS)
        if (compared := compare(meaning, said.place)).settles and compared.wrong == ""
    ]
    names = notation(prose.structure.document)
    for said in prose.sentences:
        constraints += _of_sizes(said, names)
    unread = [said.start for said in prose.sentences if _may_demand(said) or _SPOKEN_OF.search(said.text)]
    return ToldOfCalls(tuple(constraints), (*unread, *_in_notes(prose)))


_SPOKEN_OF = re.compile(
    r"\bnumerators?\b|\bfraction bar|(?:≠|\\neq?\b)\s*(?:∅|\\emptyset|\\varnothing)"
    r"|[$`)]\s+(?:is|are|must be|shall be)\s+(?:not|never|non-?)\s?empty\b",
    re.IGNORECASE,
)
"""What a sentence speaks of that may demand that a size is positive, or that no window is empty."""


def _in_notes(prose: Prose) -> Iterator[int]:
    """Notes state no rule; one that says what is demanded may stand for the sentence that does."""
    for block in prose.structure.document.blocks:
        for sentence in sentences(block) if block.shape is Shape.NOTE else ():
            if any(meaning.topic.name in _DEMANDS for meaning in understand(sentence.text).meanings):
                yield block.start


def _of_sizes(said: SaidSentence, names: Notation) -> Iterator[StatedConstraint]:
    """What a sentence demands of the sizes of Y, read in one way; whether that is right is judged elsewhere."""
    found = readings(words_with_names(said.resolved or said.sentence.text, names.under(said.sentence.block.path)))
    reading = next(iter(found)) if len(found) == 1 else None
    for each in reading.comparisons if reading is not None and reading.mood == "demanded" else ():
        if kinds_of(each) == {"y"} and each.how in ("at_least", "greater") and not each.denied:
            yield StatedConstraint(said.start, meant(each), axis_of(each), path=said.sentence.block.path)


def _may_demand(said: SaidSentence) -> bool:
    titles = [word.concept for title in said.sentence.block.path[-1:] for word in words_of(title)]
    concepts = said.understood.concepts | (frozenset(titles) & _REFUSALS)
    says_where = _FITS in concepts or bool(concepts & _PLACES and concepts & _DENIALS)
    is_bound = bool(concepts & _REFUSALS and concepts & _BOUNDS)
    sees = {"window", "contain", "element"} <= concepts
    sees_none = sees and bool(concepts & (_DENIALS - _REFUSALS | {"at-least", "or-more"}))
    has_none = bool(concepts & _REFUSALS and concepts & {"no", "without"} and concepts & {"row", "column"})
    return not said.understood.whole and (
        is_bound or has_none or sees_none or (bool(concepts & _SUBJECTS) and says_where)
    )


# --- by which words

_GENERAL = frozenset("shall must should each every all no any always never neither cannot may".split())
"""Words by which a sentence speaks of every call, and not of the one that it is about."""
_OF_ALL = ("any", "all", "every", "each", "always", "arbitrary", "arbitrarily", "up to", "as large as", "as small as")
"""Words by which a bound allows all within it, and not only some."""
_SPATIAL = frozenset("spatial axis axes height width rows columns".split())
"""Words by which dimensions are those of spatial axes; N and C are dimensions too, and may be 0."""
_GENERAL_TITLES = ("constraint", "requirement", "restriction", "precondition")


def allows_all(said: SaidSentence) -> bool:
    """A sentence that allows all within a bound."""
    words = f" {' '.join(_words(said))} "
    return any(f" {word} " in words for word in _OF_ALL)


def is_of_all_dimensions(said: SaidSentence) -> bool:
    """A sentence on all dimensions of a tensor, and not on spatial ones alone."""
    words = {*_words(said)}
    return bool(words & {"all", "every", "each"} and words & {"dimension", "dimensions"}) and not words & _SPATIAL


def _words(said: SaidSentence) -> list[str]:
    return [word.strip(".,;:()").lower() for word in said.text.split()]


def is_general(said: SaidSentence) -> bool:
    """A sentence on every call: by its own words, by the attribute that it describes, or by its headings."""
    words = set(_words(said))
    titles = " ".join(said.sentence.block.path).lower()
    return bool(words & _GENERAL or said.attribute) or any(title in titles for title in _GENERAL_TITLES)
