"""What an author's words say of an attribute: the least value and the length of a list, a single value. Only read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from proofs.audit.attributes import operator
from spec.documents.pages.model import Kind, Shape
from spec.documents.prose.numberwords import NUMBER, number
from spec.documents.prose.sentences import PROSE, Sentence, sentences
from spec.documents.prose.structure import Attribute


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that give a value: where they begin in their text, the words, and the value."""

    at: int
    words: str
    value: int


# --- which sentences state a rule --------------------------------------------------------------

_NOT_A_RULE = re.compile(
    r"^\W*(?:if|when|whenever|for (?:instance|example)|e\.g\.|note|in (?:the|this) example|example|default)\b"
    r"|\bfigure\b|\bthe padded value\b|\bifs? the\b|^\W*rationale\b|\bA value of\b",
    re.I,
)
_SEE = re.compile(
    r"\b(?:definition|description|attributes?|constraints?|specification)\b[^.]*\bsee\b"
    r"|\bsee\b[^.]*\b(?:definition|description|section)\b"
    r"|\b(?:same as|defined in|described in|specified in|as in)\b",
    re.I,
)
_CONSTRAINT = re.compile(r"\bsee constraint\b", re.I)


def refers(attribute: Attribute) -> bool:
    """Whether a section refers to another for what the attribute is."""
    return any(
        block.shape is Shape.PARAGRAPH and _SEE.search(block.text) and not _CONSTRAINT.search(block.text)
        for block in attribute.blocks
        if any(piece.target.startswith("#") for piece in block.of(Kind.LINK))
    )


def rules(attribute: Attribute) -> Iterator[Sentence]:
    """The sentences of a description that state a rule: no examples, conditions and figures."""
    for block in attribute.blocks:
        if block.shape in PROSE:
            yield from (s for s in sentences(block) if not _NOT_A_RULE.search(s.text))


# --- the least value of a list ------------------------------------------------------------------

ANY = -(10**6)
"""The bound of a domain that has none."""
_BOUNDS: tuple[tuple[str, int | None, int], ...] = (
    # What is said, the bound (or the number that the text gives), and what is added to it.
    (rf"(?:strictly )?(?:greater|larger|more|bigger) than or equal(?:s)? to (?P<n>{NUMBER})", None, 0),
    (rf"(?:no|not) (?:less|smaller|lower) than (?P<n>{NUMBER})", None, 0),
    # `at least one element` counts elements, and bounds no value.
    (rf"at least (?!one [a-z])(?P<n>{NUMBER})", None, 0),
    (rf"start(?:ing|s)? (?:from|at|with) (?P<n>{NUMBER})", None, 0),
    (rf"integers? from (?P<n>{NUMBER})", None, 0),
    (rf"(?P<n>{NUMBER}) or (?:more|greater|larger)", None, 0),
    (rf"(?:>=|≥|⩾|\\geq?(?:slant)?\b) ?(?P<n>{NUMBER})", None, 0),
    (rf"(?:strictly )?(?:greater|larger|more|bigger) than (?P<n>{NUMBER})", None, 1),
    (rf"(?:>|\\gt\b) ?(?P<n>{NUMBER})", None, 1),
    (r"non[- ]?negatives?|not negative|no \w+ is negative|zero or positive|positive or (?:zero|null)|possibly zero"
     r"|positive integers?,? including zero|natural numbers?|may be zero|can be zero|including zero", 0, 0),
    (r"non[- ]?positives?|strictly negative|not positive|possibly negative|may be negative|can be negative"
     r"|negative (?:integers?|values?|numbers?)|any integers?|positive or negative", ANY, 0),
    (r"strictly positive|positive (?:non[- ]?zero )?(?:integers?|values?|numbers?)|(?:is|are|be) positive"
     r"|strictly superior to zero|non[- ]?zero positive", 1, 0),
)  # fmt: skip
_BOUND = [(re.compile(pattern, re.I), bound, more) for pattern, bound, more in _BOUNDS]


def bounds_in(text: str) -> Iterator[Phrase]:
    """The lower bounds that a sentence states."""
    taken: list[tuple[int, int]] = []
    for pattern, bound, more in _BOUND:
        for found in pattern.finditer(text):
            overlaps = any(start < found.end() and found.start() < end for start, end in taken)
            if not overlaps and not _is_condition(text, found.start()):
                taken.append(found.span())
                yield Phrase(found.start(), found[0], (number(found["n"]) if bound is None else bound) + more)


def _is_condition(text: str, at: int) -> bool:
    """`if the factor is greater than 1`: what follows an `if` in a sentence is no rule."""
    clause = re.split(r"[,;:(]", text[:at])[-1]
    return bool(re.search(r"\b(?:if|when|where|whenever)\b", clause, re.I))


# --- the length of a list -----------------------------------------------------------------------

WRONG = -1
"""The length of a list that has another one than so many values for each spatial axis."""
_FACTORS = {"twice": 2, "double": 2, "two times": 2, "three times": 3, "thrice": 3, "half": 0, "four times": 4}
_FACTOR = rf"(?P<factor>{'|'.join(_FACTORS)}|{NUMBER} (?:times|\*|×|x)|\d+ ?\\times)?"
_AXES = r"(?:the )?(?:number|count) of (?:the )?(?:spatial )?(?:axes|dimensions)"
_SAME = re.compile(
    r"`?(?P<one>\w+)`? and (?:of )?`?(?P<two>\w+)`? (?:lists? |attributes? )?(?:shall |must )?(?:have|has|are of) "
    r"(?:the |an? )?(?P<how>same|equal|different) (?:length|size|number)",
    re.I,
)
_TIMES = re.compile(
    r"\b(?:length|size|number)s? (?:of .{0,60}?)?(?:is|are|equals?|shall be|must be|has to be)(?: equal to)? (?:the )?"
    rf"{_FACTOR} ?{_AXES}",
    re.I,
)
_HAS_TIMES = re.compile(rf"\b(?:has|have|contains?|of) {_FACTOR} ?(?:as many (?:\w+) as )?{_AXES}", re.I)
_AS_LONG = re.compile(
    r"\b(?:as (?:long|many \w+) as|the (?:same )?length of|the same length as) (?:that of |the )?`?(?P<two>\w+)`?", re.I
)
_EACH_AXIS = r"(?:for|per|along|on) (?:each|every|all)? ?(?:spatial )?"
_EACH = re.compile(
    rf"\b(?P<n>{NUMBER}|an?|pair of) (?:(?!number)\w+ ){{0,3}}?"
    r"(?:values?|entry|entries|elements?|integers?|ints?|sizes?|steps?|strides?|dilations?|pads?|numbers?(?! of))"
    rf" ?[^.;,]{{0,12}}? ?{_EACH_AXIS}(?:axis|axes|dimension)"
    rf"|(?<!least )(?<!to )(?<!than )(?<!from )\b(?P<bare>one|two) {_EACH_AXIS}(?:axis|axes|dimension)",
    re.I,
)
_COUNT = re.compile(
    r"\b(?:has|have|contains?|list of|(?:its |the )?length (?:of .{0,40}? )?(?:is|shall be|must be|equals?)"
    rf"(?: equal to)?|of length|exactly) (?P<n>{NUMBER})(?: (?:values?|entries|elements?|integers?|ints?|numbers?"
    r"|sizes?))?(?!\s*(?:or more|\w*axis|spatial))(?=[\s.,;)]|$)",
    re.I,
)
_SIDE = r"(?:top|left|bottom|right)"
_FORM = re.compile(
    rf"[\[(]\s*{_SIDE}(?:\s*,\s*{_SIDE}){{3}}|[\[(]\s*x1_begin,?\s*x2_begin.{{0,20}}x1_end,?\s*x2_end", re.I | re.S
)
_TUPLE = re.compile(r"\([zyxhwd](?:\s*,\s*[zyxhwd])+\)\W{0,3}(?:axes|for)", re.I)


def length_in(name: str, text: str) -> Phrase | None:
    """How many values for each spatial axis a sentence gives a list."""
    if (found := _SAME.search(text)) and name in (found["one"], found["two"]):
        other = found["two"] if name == found["one"] else found["one"]
        same = operator.per_axis(other if other in operator.LISTS else name)
        return Phrase(found.start(), found[0], WRONG if found["how"].lower() == "different" else same)
    if found := _TIMES.search(text) or _HAS_TIMES.search(text):
        return Phrase(found.start(), found[0], _factor(found["factor"]))
    if (found := _AS_LONG.search(text)) and found["two"] in operator.LISTS and found["two"] != name:
        return Phrase(found.start(), found[0], operator.per_axis(found["two"]))
    if found := _EACH.search(text):
        said = (found["n"] or found["bare"]).lower()
        return Phrase(found.start(), found[0], {"a": 1, "an": 1, "pair of": 2}.get(said) or number(said))
    if found := _COUNT.search(text):
        each, rest = divmod(number(found["n"]), operator.spatial_axes())
        return Phrase(found.start(), found[0], WRONG if rest else each)
    return None


def _factor(said: str | None) -> int:
    if said is None:
        return 1
    words = " ".join(said.lower().split())
    return _FACTORS[words] if words in _FACTORS else number(words.split()[0].rstrip("\\"))


def shows_form(attribute: Attribute) -> bool:
    """Whether a description writes the list out: `[top, left, bottom, right]`."""
    return any(_FORM.search(block.text) or _TUPLE.search(block.text) for block in attribute.blocks)
