"""What sentences say of lists with values, `with strides = [3, 2] the window moves 3 rows down`, against the clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from proofs.audit.answers.compared import Compared, Place, holds_if, number_of
from proofs.audit.lexicon.answer import TopicAnswer

_SPOKEN_OF: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "strides": (frozenset(("move", "spacing", "begin")), frozenset(("tap", "have", "contain", "size"))),
    "dilations": (frozenset(("tap",)), frozenset(("have", "contain", "size"))),
    "kernel_shape": (frozenset(("have", "contain", "size")), frozenset(("move", "spacing", "y"))),
}
"""What a sentence names that speaks of what a list is, and what it does not name."""


def _step(meaning: TopicAnswer, _: Place) -> Compared:
    """A window moves by its stride."""
    stride, moved = (number_of(meaning.match.slots[slot][0]) for slot in ("v", "w"))
    return holds_if(meaning, stride == moved)


def _steps(meaning: TopicAnswer, _: Place) -> Compared:
    """The first of two values is of the rows, the second of the columns."""
    concepts = {word.concept for word in meaning.words}
    needed, others = _SPOKEN_OF.get(meaning.attribute, (frozenset[str](), frozenset[str]()))
    if not concepts & needed or concepts & others:
        return Compared(None)
    return _are_the_same(meaning, "ab", "rc")


def _sides(meaning: TopicAnswer, _: Place) -> Compared:
    """The four values of pads are of the top, the left, the bottom and the right."""
    return _are_the_same(meaning, "apcd", "tlbr")


def _are_the_same(meaning: TopicAnswer, given: str, told: str) -> Compared:
    """The values of a list, in its order, are what is told of them."""
    values, said = ([number_of(meaning.match.slots[slot][0]) for slot in slots] for slots in (given, told))
    return holds_if(meaning, values == said)


def _gap(meaning: TopicAnswer, _: Place) -> Compared:
    """Between two taps one element less than the dilation is left out."""
    if meaning.attribute != "dilations":
        return Compared(None)
    dilation, left_out = number_of(meaning.match.slots["v"][0]), meaning.match.slots.get("w")
    gap = 0 if not left_out or left_out[0].concept == "no" else number_of(left_out[0])
    return Compared(None) if dilation is None or gap is None else holds_if(meaning, gap == dilation - 1)


OF_VALUES: Mapping[str, Callable[[TopicAnswer, Place], Compared]] = {
    "step": _step,
    "steps": _steps,
    "sides": _sides,
    "gap": _gap,
}
"""The comparisons by the names that the topics give them."""
