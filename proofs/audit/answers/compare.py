"""A meaning against the clause that decides its topic: it agrees, or what is wrong with it, or it cannot be told.

What is right comes from the clauses' formulas wherever they can be evaluated: `holds` asks them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, takewhile

import numpy as np

from proofs.audit.answers.compare_attributes import OF_ATTRIBUTES, bound_of
from proofs.audit.answers.compared import Compared, Place, holds, holds_if, number_of
from proofs.audit.lexicon.answer import TopicAnswer
from proofs.audit.lexicon.words import LEAD, NUMBER, SIDE, TYPE_NAME, SaidWord
from proofs.audit.truth import operator
from spec.documents.prose.typewords import FAMILIES, GENERIC, TypeFamily
from spec.maxpool.operator import MAXPOOL


def compare(meaning: TopicAnswer, place: Place) -> Compared:
    """A meaning against its clause, in a section for some types."""
    compared = _DECIDED_BY[meaning.topic.decide](meaning, place)
    return Compared(None) if _is_uncertain(meaning) and not compared.wrong else compared


def _is_uncertain(meaning: TopicAnswer) -> bool:
    """What may be need not be, and what is so of some, or as a rule, need not be so of all."""
    may = meaning.match.has("may") or (meaning.topic.decide == "tie" and any(w.concept == "may" for w in meaning.words))
    return meaning.is_hedged or (may and not meaning.negated) or meaning.words[0].concept == "some"


def statement(meaning: TopicAnswer) -> str:
    """The clause in words; that of the attribute that the meaning is of."""
    of = operator.SAME_AS.get(meaning.attribute, meaning.attribute)
    match meaning.topic.decide:
        case "least":
            return operator.statement(of)
        case "value":
            return MAXPOOL[operator.FIXED[of]].statement if operator.FIXED[of] in MAXPOOL else operator.statement(of)
        case "length":
            return MAXPOOL[f"{of}.length"].statement
    return MAXPOOL[meaning.topic.clause].statement


def _answer(meaning: TopicAnswer, _: Place) -> Compared:
    return holds_if(meaning, meaning.answer in meaning.topic.right)


def _empty(meaning: TopicAnswer, _: Place) -> Compared:
    """Whether a size may be zero: said outright, by the least value, or of the value 0 and no other."""
    if any(number_of(word) != 0 for word in meaning.match.slots.get("v", ()) if word.concept == NUMBER):
        return Compared(None)
    if not meaning.match.has("bound"):
        return _answer(meaning, _)
    bound = bound_of(meaning)
    if bound is None or bound < 0:
        return Compared(None)
    return holds_if(meaning, ("an error" in meaning.topic.right) == (bound == 1))


# --- values and ties -----------------------------------------------------------------------------


def _padding(meaning: TopicAnswer, place: Place) -> Compared:
    """Padding may be thought of as a value that is no maximum: the least of each type that it is for."""
    said = {"pos-zero": "0", "neg-zero": "0", "zeros": "0"}.get(meaning.answer, meaning.answer)
    if any(word.concept == "nan" and " " in word.text for word in meaning.words):
        return Compared(None)  # What is `not a number` may be NaN, or nothing at all.
    typed = [str(w.value) for w in meaning.match.slots.get("type", ()) if w.concept == TYPE_NAME]
    own = [each for each in place.types if FAMILIES[each] in place.families]
    if meaning.scope:
        own = [each for each in own if FAMILIES[each] == meaning.scope] or [meaning.scope]
    names = typed or own or [family.value for family in sorted(place.families)] or [TypeFamily.FLOAT.value]
    return holds_if(meaning, all(_is_least(said, name) for name in names))


def _is_least(said: str, name: str) -> bool:
    """What is said is the least of a type; of floats the least that is finite is not, for they have an infinity."""
    if said == "least-finite":
        return name.startswith(("int", "uint"))
    if said == "least-of-type" or name in ("int", "integer", "int4", "uint4"):
        return said != "plus-inf"
    if name.startswith(("int", "uint")):
        return said in (str(np.iinfo(name).min), "minus-inf")
    return said == "minus-inf"


def _tie(meaning: TopicAnswer, _: Place) -> Compared:
    """The first in row-major order, or the one of the smallest index, which is the same."""
    words = [w.concept for slot in ("which", "order") for w in meaning.match.slots.get(slot, ())]
    words = words or meaning.answer.split()
    order = [w for w in words if w.endswith("-major")]
    if "row" in words:
        return holds_if(meaning, bool({"top", "greater"} & set(words)))
    if side := {"left", "right"} & set(words) and {"top", "greater", "bottom", "less"} & set(words):
        is_top = bool(side & {"top", "greater"})
        # Of the lower left and the upper right, which comes first depends on where they are.
        return holds_if(meaning, is_top) if is_top == ("left" in words) else Compared(None)
    first = "first" in words or bool("index" in words and {"smallest", "less"} & set(words))
    if not first and not {"last", "any", "open", "largest", "greater"} & set(words) and meaning.answer != "open":
        return Compared(None)
    if "index" in words and order:
        return Compared(None)
    return holds_if(meaning, first and "col-major" not in order)


def _first_of_least(meaning: TopicAnswer, place: Place) -> Compared:
    """Of elements that are all minus infinity or NaN, the first is selected; the first NaN need not be it."""
    words = [word.concept for word in meaning.words if word.concept not in ("and", "or")]
    is_of_both = ("minus-inf", "nan") in pairwise(words) or ("nan", "minus-inf") in pairwise(words)
    behind = words[words.index("first") :] if "first" in words else ()
    # The case itself may stand behind it: `the first element, if the window has nothing but NaN and -inf`.
    which = set(takewhile(lambda concept: concept != "if", behind))
    if is_of_both and meaning.answer == "first" and which & {"nan", "minus-inf"}:
        return holds_if(meaning, False)
    return _answer(meaning, place)


def _shape(meaning: TopicAnswer, _: Place) -> Compared:
    pair = {w.concept for slot in ("this", "that") for w in meaning.match.slots.get(slot, ())}
    return holds_if(meaning, pair == {"index", "y"}) if len(pair) == 2 else Compared(None)


OUTPUTS = ("Y", "Indices")


def _outputs(meaning: TopicAnswer, _: Place) -> Compared:
    """How many outputs there are, or that there is one of that number."""
    word = meaning.match.slots["n"][-1]
    if word.concept in ("second", "third"):
        return holds_if(meaning, {"second": 2, "third": 3}[word.concept] <= len(OUTPUTS))
    number = 1 if word.concept in ("only", "some") else number_of(word)
    return Compared(None) if number is None else holds_if(meaning, number == len(OUTPUTS))


# --- types, limits, axes -------------------------------------------------------------------------


def _types(meaning: TopicAnswer, place: Place) -> Compared:
    """Each listed type is one of X's, and none of their kind is missing where the list is closed."""
    listed, last = meaning.match.slots["types"], meaning.words[-1]
    if last.concept == LEAD and "profile" not in last.text.lower():
        return Compared(None)  # `int16, for instance`.
    named = [w for w in listed if w.concept in (TYPE_NAME, "string-type", "integer", "int-types", "all-types")]
    foreign = [w for w in named if not _is_allowed(w)]
    if meaning.negated:
        return Compared("" if len(foreign) == len(named) else f"this says `{meaning.text}`", settles=False)
    if foreign:
        return Compared(f"`{foreign[0].text}` is not a type of X")
    if not _is_closed(meaning):
        is_choice = any(word.concept == "set-to" for word in meaning.words)
        return Compared(None if is_choice else "")  # What "may be one of" some types may be of others too, or not.
    missing = _missing([str(w.value) for w in named], place)
    if missing:
        return Compared(f"`{missing[0]}` is missing in this list")
    is_partial = not (place.types or place.families) and len({FAMILIES[str(w.value)] for w in named}) == 1
    return Compared(None if is_partial else "")  # Whether its page is on one kind of types alone, nothing tells.


def _is_closed(meaning: TopicAnswer) -> bool:
    """A list that is said to be all of the types: one of these, only these, the allowed types; or three, plainly."""
    listed = meaning.match.slots["types"]
    others = {word.concept for word in meaning.words if word not in listed}
    if others & {"may", "including", "some", "any"}:
        return False
    before = {word.concept for word in meaning.words if word.start < listed[0].start}
    if {"allowed", "type"} <= before:
        return True
    return bool(others & {"set-to", "only"}) or (len(listed) > 2 and "allowed" not in others)


def _missing(named: Sequence[str], place: Place) -> Sequence[str]:
    """The types of X that a list leaves out though it has others of their kind; a page may be on one kind alone."""
    listed = {operator.ALSO.get(name, name) for name in named}
    kinds = {FAMILIES[name] for name in listed if name not in GENERIC or len(named) == 1}
    wanted = [
        name for name in FAMILIES if FAMILIES[name] in kinds and name not in operator.ALSO and holds("X.types", name)
    ]
    return [name for name in wanted if name not in listed and (not place.types or name in place.types)]


def _is_allowed(said: SaidWord) -> bool:
    name = str(said.value)
    return said.concept == TYPE_NAME and operator.is_type(name)


def _limit(meaning: TopicAnswer, _: Place) -> Compared:
    """The greatest number of elements is the one that the clause allows; the greatest index is one less."""
    (value,) = (w for w in meaning.match.slots["v"] if w.concept == NUMBER)
    below = meaning.match.slots["below"][0].concept
    if not isinstance(value.value, int) or value.value < 2**16 or (below == "greater") != meaning.negated:
        return Compared(None)
    most = value.value - (below == "less") + any(w.concept == "index" for w in meaning.words[:2])
    right = holds(meaning.topic.clause, most) and not holds(meaning.topic.clause, most + 1)
    return Compared("" if right else f"this says that X has at most {most} elements")


def _axes(meaning: TopicAnswer, _: Place) -> Compared:
    """The number of spatial axes, or of all."""
    label = "X.rank" if meaning.answer.startswith("all ") else "R1"
    numbers = [number_of(word) for word in meaning.match.slots["v"] if word.concept not in ("and", "or")]
    if None in numbers:
        return Compared(f"this says `{meaning.text}`" if not meaning.negated else None)
    right = [holds(label, number + (0 if label == "X.rank" else 2)) for number in numbers if number is not None]
    return Compared(None) if meaning.negated and len(set(right)) > 1 else holds_if(meaning, all(right))


# --- kinds, sizes, sides --------------------------------------------------------------------------


def _kind(meaning: TopicAnswer, _: Place) -> Compared:
    """A list of integers, an integer, or a string; of entries that are integers nothing is said of the list."""
    words = meaning.match.slots["kind"]
    is_list, what = words[0].concept == "list", words[-1].concept
    expected_list = meaning.attribute in operator.LISTS
    expected = "string-type" if meaning.attribute == "auto_pad" else "integer"
    if what == "tensor" or (what == expected and expected_list and not is_list):
        return Compared(None)
    return holds_if(meaning, what == expected and is_list == expected_list)


def _size(meaning: TopicAnswer, _: Place) -> Compared:
    """The least size of X on a spatial axis that the clauses allow."""
    if meaning.answer.startswith("may be "):
        value = number_of(meaning.match.slots["v"][-1])
        return Compared(None) if value is None else holds_if(meaning, holds(meaning.topic.clause, value))
    bound = 0 if meaning.answer == "none" else bound_of(meaning)
    if bound is None:
        return Compared(None)
    least = next(size for size in range(9) if holds(meaning.topic.clause, size))
    return holds_if(meaning, bound == least)


def _side(meaning: TopicAnswer, _: Place) -> Compared:
    """`xi_begin` is at the begin of an axis, `xi_end` at its end; `x1_begin` of axis 1."""
    said = meaning.match.slots["s"][0]
    end, axis = str(said.value).split() if said.concept == SIDE else ("", "")
    numbers = [number_of(word) for word in meaning.match.slots.get("n", ())]
    is_of_axis = not axis.isdigit() or numbers in ([], [int(axis)])
    return holds_if(meaning, end == meaning.match.slots["e"][0].concept and is_of_axis)


_PLACES = {"first": 0, "second": 1, "last": 1, "after": 1, "axis-x0": 0, "axis-x1": 1}


def _numbered_axes(meaning: TopicAnswer, _: Place) -> Compared:
    """The height is the spatial axis that comes before the width, by their numbers or their places."""
    words = [meaning.match.slots[slot][0] for slot in ("n", "m")]
    first, second = (_PLACES.get(word.concept, number_of(word)) for word in words)
    if first is None or second != first + 1 or first not in (0, 1, 2) or len(set(meaning.answer.split())) != 2:
        return Compared(None)
    return holds_if(meaning, meaning.answer == "height width")


def _mode(meaning: TopicAnswer, place: Place) -> Compared:
    """What the one value of `auto_pad` means; of another value nothing is said here."""
    named = meaning.match.slots.get("v", ())
    is_own = not named or named[0].value == operator.fixed("auto_pad")
    return _answer(meaning, place) if is_own else Compared(None)


def _as_named(meaning: TopicAnswer, _: Place) -> Compared:
    """The entries of a list are what its name says."""
    return holds_if(meaning, meaning.match.slots["v"][0].concept == meaning.attribute)


_DECIDED_BY: Mapping[str, Callable[[TopicAnswer, Place], Compared]] = {
    "answer": _answer,
    "empty": _empty,
    "padding": _padding,
    "tie": _tie,
    "first of least": _first_of_least,
    "shape": _shape,
    "outputs": _outputs,
    "types": _types,
    "limit": _limit,
    "axes": _axes,
    **OF_ATTRIBUTES,
    "kind": _kind,
    "size": _size,
    "side": _side,
    "numbered axes": _numbered_axes,
    "as named": _as_named,
    "mode": _mode,
}
