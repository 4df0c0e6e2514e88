"""The length of each list attribute: stated where the attribute is described, and the operator's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofs.audit.attributes import operator
from proofs.audit.attributes.bounds import refers, rules
from proofs.audit.attributes.numbers_in_words import NUMBER, number
from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.prose.sentences import offset
from spec.documents.prose.structure import Attribute, Structure

_FACTORS = {"twice": 2, "double": 2, "two times": 2, "three times": 3, "thrice": 3, "half": 0, "four times": 4}
_FACTOR = rf"(?P<factor>{'|'.join(_FACTORS)}|{NUMBER} (?:times|\*|×|x)|\d+ ?\\times)?"
_AXES = r"(?:the )?(?:number|count) of (?:the )?(?:spatial )?(?:axes|dimensions)"
_SAME = re.compile(
    r"`?(?P<one>\w+)`? and (?:of )?`?(?P<two>\w+)`? (?:lists? |attributes? )?(?:shall "
    r"|must )?(?:have|has|are of) (?:the |an? )?(?P<how>same|equal|different) (?:length"
    r"|size|number)",
    re.I,
)
_AS_LONG = re.compile(
    r"\b(?:as (?:long|many \w+) as|the (?:same )?length of|the same length as) (?:that of |the )?`?(?P<two>\w+)`?", re.I
)
_TIMES = re.compile(
    rf"\b(?:length|size|number)s? (?:of .{{0,60}}?)?(?:is|are|equals?|shall be"
    rf"|must be|has to be)(?: equal to)? (?:the )?{_FACTOR} ?{_AXES}",
    re.I,
)
_HAS_TIMES = re.compile(rf"\b(?:has|have|contains?|of) {_FACTOR} ?(?:as many (?:\w+) as )?{_AXES}", re.I)
_EACH = re.compile(
    rf"\b(?P<n>{NUMBER}|an?|pair of) (?:(?!number)\w+ ){{0,3}}?"
    r"(?:values?|entry|entries|elements?|integers?|ints?|sizes?|steps?"
    r"|strides?|dilations?|pads?|numbers?(?! of)) ?[^.;,]{0,12}? ?(?:for|per|along|on) (?:each|every|all)? ?"
    r"(?:spatial )?(?:axis|axes|dimension)"
    r"|(?<!least )(?<!to )(?<!than )(?<!from )\b(?P<bare>one|two) (?:for|per"
    r"|along|on) (?:each|every|all)? ?(?:spatial )?"
    r"(?:axis|axes|dimension)",
    re.I,
)
_COUNT = re.compile(
    rf"\b(?:has|have|contains?|list of|(?:its |the )?length (?:of .{{0,40}}? )?(?:is"
    rf"|shall be|must be|equals?)(?: equal to)?|of length|exactly) (?P<n>{NUMBER})(?: (?:values?"
    rf"|entries|elements?|integers?|ints?|numbers?|sizes?))?(?!\s*(?:or more|\w*axis"
    rf"|spatial))(?=[\s.,;)]|$)",
    re.I,
)
_SIDES = r"(?:top|left|bottom|right)"
_FORM = re.compile(
    rf"[\[(]\s*{_SIDES}(?:\s*,\s*{_SIDES}){{3}}|[\[(]\s*x1_begin,?\s*x2_begin.{{0,20}}x1_end,?\s*x2_end", re.I | re.S
)
_TUPLE = re.compile(r"\([zyxhwd](?:\s*,\s*[zyxhwd])+\)\W{0,3}(?:axes|for)", re.I)


def judge_lengths(structure: Structure) -> Iterator[Judged]:
    """How many values a list has is said, and right."""
    for attribute in structure.attributes:
        if attribute.name in operator.LISTS and not refers(attribute):
            yield from _length(structure, attribute)


def _length(structure: Structure, attribute: Attribute) -> Iterator[Judged]:
    stated = False
    wanted = operator.per_axis(attribute.name)
    for sentence in rules(attribute):
        found = _stated(attribute.name, sentence.text)
        if found is None:
            continue
        stated = True
        position, said, factor = found
        start = offset(structure.document, sentence.block, sentence.start + position)
        finding = None
        if factor != wanted:
            one = "two values" if wanted == 2 else "one value"
            message = f"`{said}`: `{attribute.name}` has {one} for each spatial axis"
            finding = Finding("length-wrong", start, message, suggestion=f"{one} for each spatial axis")
        yield Claim("length", start, f"{attribute.name}: {said}", "disagrees" if finding else "agrees"), finding
    if not stated and not any(_FORM.search(b.text) or _TUPLE.search(b.text) for b in attribute.blocks):
        message = f"how many values `{attribute.name}` has is not said"
        one = "Two values" if wanted == 2 else "One value"
        finding = Finding("length-missing", attribute.start, message, suggestion=f"{one} for each spatial axis")
        yield Claim("length", attribute.start, attribute.name, "not understood"), finding


def _stated(name: str, text: str) -> tuple[int, str, int] | None:
    """Where and in which words a sentence says a length, and how many values for each spatial axis that are."""
    if (found := _SAME.search(text)) and name in (found["one"], found["two"]):
        other = found["two"] if name == found["one"] else found["one"]
        factor = operator.per_axis(other) if other in operator.LISTS else operator.per_axis(name)
        return found.start(), found[0], factor if found["how"].lower() != "different" else -1
    if (found := _TIMES.search(text) or _HAS_TIMES.search(text)) is not None:
        return found.start(), found[0], _factor(found["factor"])
    if (found := _AS_LONG.search(text)) and found["two"] in operator.LISTS and found["two"] != name:
        return found.start(), found[0], operator.per_axis(found["two"])
    if found := _EACH.search(text):
        words = (found["n"] or found["bare"]).lower()
        return found.start(), found[0], {"a": 1, "an": 1, "pair of": 2}.get(words) or number(words)
    if found := _COUNT.search(text):
        count = number(found["n"])
        axes = operator.spatial_axes()
        return found.start(), found[0], count // axes if count % axes == 0 else -1
    return None


def _factor(said: str | None) -> int:
    if said is None:
        return 1
    word = " ".join(said.lower().split())
    if word in _FACTORS:
        return _FACTORS[word]
    return number(word.split()[0].rstrip("\\"))
