"""What sentences demand of every call: that the kernel fits, that each window meets the input; and those that may."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from proofs.audit.formulas.constraints import StatedConstraint
from proofs.audit.formulas.in_words import EVERY_WINDOW
from proofs.audit.formulas.whole import ToldOfCalls
from proofs.audit.quantities.names import words_with_names
from proofs.audit.quantities.read import readings
from proofs.audit.quantities.terms import axis_of, kinds_of, meant
from proofs.audit.sentences.compare import compare
from proofs.audit.sentences.said import Prose, SaidSentence
from proofs.audit.sentences.understand import understand
from proofs.audit.sentences.words import words_of
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
    unread = [said.start for said in prose.sentences if _may_demand(said) or _NUMERATOR.search(said.text)]
    return ToldOfCalls(tuple(constraints), (*unread, *_in_notes(prose)))


_NUMERATOR = re.compile(r"\bnumerators?\b|\bfraction bar", re.IGNORECASE)
"""What a sentence speaks of that may demand that a size is positive."""


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
    sees_none = {"window", "contain", "element"} <= concepts and bool(concepts & (_DENIALS - _REFUSALS))
    has_none = bool(concepts & _REFUSALS and concepts & {"no", "without"} and concepts & {"row", "column"})
    return not said.understood.whole and (
        is_bound or has_none or sees_none or (bool(concepts & _SUBJECTS) and says_where)
    )
