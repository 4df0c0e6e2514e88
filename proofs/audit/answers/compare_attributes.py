"""What sentences say of attributes against the clauses: values, lengths, orders, and how sizes are rounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from proofs.audit.answers.compared import Compared, Place, holds_if, number_of
from proofs.audit.lexicon.answer import TopicAnswer
from proofs.audit.lexicon.words import SIDE, SaidWord
from proofs.audit.truth import operator


def _value(meaning: TopicAnswer, place: Place) -> Compared:
    """The one value that the profile leaves, or all that the attribute may have; these restrict nothing."""
    if meaning.attribute not in operator.SINGLE:
        return Compared(None)
    words = [w for w in meaning.match.slots["v"] if w.concept not in ("and", "or")]
    said = {value for w in words if (value := number_of(w) if w.concept != "name" else w.value) is not None}
    fixed, values = operator.fixed(meaning.attribute), operator.values(meaning.attribute)
    if not said or any(operator.is_nearly(meaning.attribute, str(value)) for value in said - values):
        return Compared(None)  # A slip of the pen: the word itself is reported.
    return holds_if(meaning, said in (({fixed},) if place.is_restriction else ({fixed}, values)))


def _rounding(meaning: TopicAnswer, _: Place) -> Compared:
    mode = operator.fixed("ceil_mode")
    if mode is None:
        return Compared(None)  # The profile leaves both ways to round.
    return holds_if(meaning, (meaning.answer in ("floor", "down", "round down")) == (mode == 0))


def _meaning_of_value(meaning: TopicAnswer, _: Place) -> Compared:
    """0 is row major, and floor."""
    is_zero = number_of(meaning.match.slots["v"][-1]) == 0
    is_first = meaning.match.slots["what"][-1].concept in ("row-major", "row", "floor", "down")
    return holds_if(meaning, is_zero == is_first)


def _order(meaning: TopicAnswer, _: Place) -> Compared:
    """All begins come first, axis by axis; then all ends."""
    if "n" in meaning.match.slots and meaning.match.slots["n"][0].value not in (2, "2"):
        return Compared(None)  # The first three of four values.
    if meaning.answer in ("begins first", "ends first", "axis by axis"):
        return holds_if(meaning, meaning.answer == "begins first")
    sides = _sides(meaning.match.slots["sides"])
    if len(sides) < 4:
        return Compared(None)
    # An order may be told twice, by names and in words.
    orders = [sides[at : at + 4] for at in range(0, len(sides), 4)] if len(sides) % 4 == 0 else [sides]
    return holds_if(meaning, all(each == sorted(each) and len(set(each)) == len(each) for each in orders))


_SIDES: Mapping[str, tuple[int, int]] = {
    "top": (0, 0), "greater": (0, 0), "left": (0, 1), "bottom": (1, 0), "less": (1, 0), "right": (1, 1),
}  # fmt: skip
"""The entries by the sides of X: rows above are at the top."""


def _sides(words: Sequence[SaidWord]) -> list[tuple[int, int]]:
    """The entries that words list: begin or end, and the axis."""
    found: list[tuple[int, int]] = []
    ends: list[int] = []
    axis: int | None = None
    axis_first = words[0].concept in _AXIS_WORDS
    if all(word.concept in _OUTER_LINES for word in words):  # Before the first row, after the last column.
        ends = [int(word.concept == "after") for word in words if word.concept in ("before", "after")]
        axes = [_LINES[word.concept] for word in words if word.concept in _LINES]
        return list(zip(ends, axes, strict=False))
    for word in words:
        if word.concept in _SIDES:
            found.append(_SIDES[word.concept])
        elif word.concept == SIDE:
            found.append(_named_side(str(word.value)))
        elif word.concept in ("begin", "end"):
            ends.append(int(word.concept == "end"))
        elif word.concept in _AXIS_WORDS:
            axis = _AXIS_WORDS[word.concept]
        if axis is not None and ends:
            found += [(end, axis) for end in ends]
            ends, axis = [], axis if axis_first else None
    return found


_LINES = {"row": 0, "column": 1}
_OUTER_LINES = frozenset(("before", "after", "first", "last", "and", *_LINES))
_AXIS_WORDS = {"first": 0, "second": 1, "last": 1}


def _named_side(said: str) -> tuple[int, int]:
    """`begin 1`: the end, and the axis, by its number or as its height and width."""
    end, axis = said.split()
    return int(end == "end"), {"h": 0, "y": 0, "w": 1, "x": 1}.get(axis.lower(), ord(axis))


def _least(meaning: TopicAnswer, _: Place) -> Compared:
    """The least value of a list's entries."""
    if meaning.attribute not in operator.LISTS:
        return Compared(None)
    wanted = operator.least(meaning.attribute)
    if meaning.answer.startswith("may be "):
        value = meaning.match.slots["v"][-1]
        number = -1 if value.concept in ("negative", "any") else number_of(value)
        return Compared(None) if number is None else holds_if(meaning, number >= wanted)
    below = meaning.answer.startswith("error below ")
    bound = number_of(meaning.match.slots["v"][0]) if below else bound_of(meaning)
    if meaning.negated and bound == ANY:
        bound = 0  # What is not negative.
    elif bound is None or meaning.negated:
        return Compared(None)
    if bound == wanted:
        return Compared("")
    example = max(bound, wanted - 1) if bound < wanted else wanted
    what = "allows {}, for which the operator is not defined" if bound < wanted else "excludes {}, which it allows"
    return Compared(f"this {what.format(f'{example} in `{meaning.attribute}`')}")


ANY = -(10**6)
"""The bound of a domain that has none."""


def bound_of(meaning: TopicAnswer) -> int | None:
    """The least value that a meaning allows."""
    words = meaning.match.slots.get("bound", ())
    concepts = {w.concept for w in words}
    if "positive" in concepts or "non-negative" in concepts:
        return int("positive" in concepts)
    if "negative" in concepts:
        return ANY
    number = next((n for w in words if (n := number_of(w)) is not None), None)
    if number is None or "at-most" in concepts:
        return None
    return number + ("greater" in concepts)


def _length(meaning: TopicAnswer, _: Place) -> Compared:
    """The number of a list's entries, in all, for each axis, or as that of another."""
    if meaning.attribute not in operator.LISTS:
        return Compared(None)
    wanted = operator.per_axis(meaning.attribute)
    if other := meaning.match.slots.get("other"):
        same = wanted == operator.per_axis(_list_name(other[0].concept))
        return holds_if(meaning, same)
    words = meaning.match.slots.get("n", ())
    factor = {"twice": 2, "thrice": 3, "pair": 2}.get(words[0].concept) or number_of(words[0]) if words else 1
    if factor is None:
        return Compared(None)
    if meaning.answer.endswith("each of all"):
        factor *= operator.spatial_axes() + 2  # The batch and the channel are axes too.
    each = meaning.match.slots.get("each")
    fits = not each or number_of(each[0]) == wanted
    in_all = wanted if meaning.answer.endswith("each") else wanted * operator.spatial_axes()
    return holds_if(meaning, fits and factor == in_all)


def _list_name(concept: str) -> str:
    return "pads" if concept == "padding" else concept


_MEANS: Mapping[str, str] = {"strides": "step", "dilations": "tap distance", "kernel_shape": "window size"}
"""What the clauses use a list for; sizes and formulas hold its letters where they do."""


def _means(meaning: TopicAnswer, _: Place) -> Compared:
    """What a list is for: the step of the window, the distance of taps, the size of the window."""
    of = operator.SAME_AS.get(meaning.attribute, meaning.attribute)
    return holds_if(meaning, _MEANS.get(of) == meaning.answer)


_OF_ENTRY: Mapping[str, tuple[int | None, int]] = {
    "greater": (0, 0), "less": (1, 0),
    "top": (0, 0), "left": (0, 1), "bottom": (1, 0), "right": (1, 1), "height": (None, 0), "row": (None, 0),
    "vertical": (None, 0), "first": (None, 0), "width": (None, 1), "column": (None, 1), "horizontal": (None, 1),
    "second": (None, 1),
}  # fmt: skip
"""Words for an entry: 0 at the begin or 1 at the end of an axis, None where they do not tell, and the axis."""


def _entry(meaning: TopicAnswer, _: Place) -> Compared:
    """An entry of a list by its number is of this axis, and of `pads` of this end."""
    name, number = str(meaning.match.slots["e"][0].value).split()
    words = meaning.match.slots["v"]
    if meaning.match.has("taps") and name != "kernel_shape":
        return holds_if(meaning, False)
    said = [_OF_ENTRY[word.concept] for word in words if word.concept in _OF_ENTRY]
    ends = {"begin": 0, "before": 0, "end": 1, "after": 1}
    end = next((ends[word.concept] for word in words if word.concept in ends), None)
    place, axes = int(number), operator.spatial_axes()
    if (named := next((word for word in words if word.concept == SIDE), None)) is not None:
        return _entry_as_named(meaning, str(named.value), *reversed(divmod(place, axes)))
    if len(said) != 1 or place >= axes * operator.per_axis(name):
        return Compared(None)
    of_end = said[0][0] if end is None else end
    is_compared = name != "pads" and any(word.concept in ("less", "greater") for word in words)
    if is_compared or (name == "pads" and of_end is None):
        return Compared(None)  # A stride that is less than another thing is not below it.
    is_end = name != "pads" or place // axes == of_end
    return holds_if(meaning, place % axes == said[0][1] and is_end)


def _entry_as_named(meaning: TopicAnswer, side: str, axis: int, of_end: int) -> Compared:
    """`pads[1]` is `x1_begin`, where axes count from 0; from 1 it is `x2_begin`, and of 1 alone it cannot be told."""
    end, number = side.split()
    counted = {int(number), int(number) - 1} & set(range(operator.spatial_axes())) if number.isdigit() else set()
    if end == ("begin", "end")[of_end] and (not counted or (axis in counted and len(counted) > 1)):
        return Compared(None)
    return holds_if(meaning, end == ("begin", "end")[of_end] and axis in counted)


def _step(meaning: TopicAnswer, _: Place) -> Compared:
    """A window moves by its stride."""
    stride, moved = (number_of(meaning.match.slots[slot][0]) for slot in ("v", "w"))
    return holds_if(meaning, stride == moved)


def _gap(meaning: TopicAnswer, _: Place) -> Compared:
    """Between two taps one element less than the dilation is left out."""
    if meaning.attribute != "dilations":
        return Compared(None)
    dilation, left_out = number_of(meaning.match.slots["v"][0]), meaning.match.slots.get("w")
    gap = 0 if not left_out or left_out[0].concept == "no" else number_of(left_out[0])
    return Compared(None) if dilation is None or gap is None else holds_if(meaning, gap == dilation - 1)


def _in_error(meaning: TopicAnswer, _: Place) -> Compared:
    """A call is an error for values that a list does not allow, and for no other."""
    if meaning.attribute not in operator.LISTS or meaning.negated or meaning.match.has("may"):
        return Compared(None)
    least = operator.least(meaning.attribute)
    greatest = _greatest_of([word for word in meaning.match.slots["bad"] if word.concept != "or"], least)
    if greatest is None:
        return Compared(None)
    is_wrong = greatest >= least
    return Compared(f"this makes {greatest} in `{meaning.attribute}` an error, which it allows" if is_wrong else "")


def _greatest_of(words: Sequence[SaidWord], least: int) -> int | None:
    """The greatest of the values that words describe; of those without a greatest, one from `least` on."""
    if words[0].concept == "not":
        opposite = {"positive": 0, "non-negative": -1, "negative": max(0, least)}
        return opposite.get(words[-1].concept) if len(words) == 2 else None
    found: list[int] = []
    how = ""
    for word in words:
        number = number_of(word)
        if word.concept in _SIGNED:
            found.append(_SIGNED[word.concept] if word.concept == "negative" else max(_SIGNED[word.concept], least))
        elif number is None:
            how = word.concept
        else:
            value = number + {"less": -1, "greater": 1}.get(how, 0)
            found.append(max(value, least) if how in ("greater", "at-least") else value)
            how = ""
    return max(found, default=None)


_SIGNED: Mapping[str, int] = {"negative": -1, "positive": 1, "non-negative": 0}


_SPATIAL = ("height", "width")
_LETTERS = ("batch", "channel", *_SPATIAL)
_LETTER_OF = {"letter-h": "height", "letter-w": "width", "row": "height", "column": "width"}


def _layout(meaning: TopicAnswer, _: Place) -> Compared:
    """The axes of X in their order: batch, channel, and the spatial ones."""
    said = meaning.match.slots["layout"]
    if said[0].concept != "name":
        named = [word.concept for word in said if word.concept not in ("and", "num")]
        axes = [axis for name in named for axis in (_SPATIAL if name == "spatial" else [_LETTER_OF.get(name, name)])]
        # `height H`: one axis, by what it is and by its letter.
        order = tuple(axis for axis, _ in groupby(axes))
        return holds_if(meaning, order == _LETTERS) if len(order) == len(_LETTERS) else Compared(None)
    name = str(said[0].value)
    return holds_if(meaning, name == "NCHW") if sorted(name) == sorted("NCHW") else Compared(None)


OF_ATTRIBUTES: Mapping[str, Callable[[TopicAnswer, Place], Compared]] = {
    "value": _value,
    "rounding": _rounding,
    "meaning": _meaning_of_value,
    "order": _order,
    "least": _least,
    "length": _length,
    "means": _means,
    "entry": _entry,
    "step": _step,
    "gap": _gap,
    "in error": _in_error,
    "layout": _layout,
}
"""The comparisons by the names that the topics give them."""
