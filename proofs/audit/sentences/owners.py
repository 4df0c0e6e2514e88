"""What a sentence is about that begins with a pronoun: the tensor or attribute that the one before began with.

Its name is put in the place of `it`, `its`, `both`, `none of them`; a sentence that is understood as it stands is left.
And what a sentence gives as its reason. That may be wrong where the rule is right: a sentence with a reason that is not
read agrees with nothing as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from proofs.audit.lexicon.patterns import compiled, line_of
from proofs.audit.lexicon.words import LEAD, MARKS, SaidWord, read_toml, words_of
from proofs.audit.sentences.several import LISTED, SINGLES, joined, lists_side_by_side, may_be_of
from spec.documents.names.functions import RANK

PRONOUN = "pronoun"
SIZES = "the sizes of Y"
"""What a sentence before a formula may be about, and one behind it goes on about: `Both shall be positive.`"""
QUANTIFIERS = ("all", "no", "not", "any", "some")
MOODS = ("not", "may")
_HAVING = ("have", "contain", "hold-value")
ITS = re.compile(r"its\s", re.IGNORECASE)
"""What begins a sentence on what belongs to the thing that was spoken of."""
_SUBJECT = re.compile(r"^(?:it|they|this (?:tensor|attribute|list)|the list)\s", re.IGNORECASE)
_LABEL = re.compile(r"[\W_]*[A-Z]{1,3}\d{1,3}[a-z]?[\]`*:]+\s+")
"""The label before a sentence: `[C1]` The list holds 2 integers."""
_EACH = re.compile(
    r"^(?:both|each|all four|all of the four|all|the four|its (?:two|four) (?:values|entries|numbers))"
    r"(?: of (?:them|these|its (?:entries|values)))?\s(?=[a-z])(?!\w+ of\b)",
    re.I,
)
_NONE = re.compile(
    r"^(?:none(?: of (?:them|these|the (?:two|four)|its (?:entries|values)))?|neither(?: of (?:them|these))?)\s", re.I
)
_ANY = re.compile(r"^(?P<which>any|some|each|every one|all)(?: of)? (?:them|these|its (?:entries|values))\s", re.I)
_EITHER = re.compile(r"^either(?: one)? of (?:them|these|the two)\s", re.I)
_PARTS = re.compile(
    r"^(?P<what>(?:the |all |their )?(?:elements|entries|values|dimensions|sizes|shape|type))\s(?!of\b)", re.IGNORECASE
)
_ORDINALS = ("first", "second", "third", "fourth")
_ENTRY = re.compile(
    r"\bthe (?P<which>first|second|third|fourth)(?: one| entry| value| number| element| of (?:them|these|the four))?"
    r"(?=\s(?:is|are|tells|gives|says|counts|the|for|applies|belongs|concerns|stands|refers|sets|specifies|number)\s)",
    re.I,
)
"""An entry of the list that was spoken of: `The first is the number of rows above, the second ...`."""
_ORDERED = re.compile(
    r"^the (?P<which>first|second)(?: (?:one|output|result|tensor|of them))?,? (?:called |named )?[`$*]*"
    r"(?P<name>Y|Indices)[`$*]*,\s",
    re.I,
)
"""An output with its number: `The first one, Y, has ...`."""
_SECOND = re.compile(r"^the second (?:output|result|output tensor)\s(?=[a-z])", re.I)
"""The outputs have one order: the second is Indices, and `the same shape as the first` is that of Y."""
_FIRST = re.compile(r"\bas (?:that of )?the first(?: one| output| result)?\b", re.I)
_SUCH = re.compile(r"^(?:(?:for|in|with|over|of) )?such a window", re.I)
_LET = re.compile(
    r"^let\s+[^.;]{1,40}?\s+be\s+the\s+(?:selected\s+(?:tap|element),?\s+(?:that\s+is|i\.e\.),?\s+the\s+)?(?P<what>(?:first|last)\s[^.;]*?)"
    r"(?:\sof\s+(?:the window|\$?(?![XY]\b)[A-Z]\w*(?:\([^()]*\))?\$?))?"
    r"(?P<rest>,?\s[^.;]*\b(?:maximum|largest|greatest|maximal)\b[^.;]*)[.;]?$",
    re.I,
)
"""What is named to be used later: `Let t be the first tap of T, in row-major order, at which the maximum is met`."""
_FILLED = re.compile(
    r"(?P<verb>\b(?:fill|treat|regard|consider|picture|imagine))\s+(?:it|them)\s(?=(?:with|as)\s)", re.I
)
"""What somebody may do with the thing before: `an implementation may fill it with zeros`."""
_LATER = re.compile(
    r"(?<=[,;:]\s)(?P<joint>and |but )?(?P<what>its|their|it|they|the attribute(?= (?:must|shall|is)))\s"
)


def owner_of(text: str) -> str:
    """The tensor or attribute with which a sentence or a short block begins, if that is its only word or subject."""
    words = [word for word in words_of(text) if word.concept not in MARKS.values()]
    while words and words[0].concept in (LEAD, "attribute", "list"):
        words = words[1:]
    is_name = bool(words) and words[0].concept in read_toml("words.toml")["headings"]["rows"].split()
    if not is_name:
        return SIZES if compiled("(num | all)? (spatial | axis)* size+ Y").match(line_of(words)) else ""
    if len(lists := lists_side_by_side(words)) > 1:
        return joined(lists)
    return words[0].concept if words[0].concept in (*LISTED, *SINGLES) else words[0].text


def with_owner(text: str, owner: str) -> str:
    """A sentence with the thing that it is about in the place of pronouns; as it stands where there is none."""
    lists = [name for name in re.split(r",? and |, ", owner.strip("`$")) if name in LISTED]
    if not owner or not may_be_of(text, lists):
        return text
    is_list = bool(lists) or owner == SIZES
    put = owner.replace("\\", r"\\")  # What is put in by a pattern: a name may have signs of LaTeX.
    label = found[0] if (found := _LABEL.match(text)) is not None else ""
    said = text.removeprefix(label)
    for pattern in (_SUBJECT, ITS):
        said = pattern.sub(f"{put} ", said, count=1) if pattern.match(said) else said
    if is_list:
        begins = ((_EITHER, "Any "), (_ANY, r"\g<which> "), (_EACH, ""), (_NONE, "No "))
        said = next((begin.sub(f"{word}{put} ", said, count=1) for begin, word in begins if begin.match(said)), said)
        said = _ENTRY.sub(lambda found: f"{owner.strip('`$')}[{_ORDINALS.index(found['which'].lower())}]", said)
    said = _FILLED.sub(rf"\g<verb> {put} ", said, count=1)
    said = _PARTS.sub(rf"\g<what> of {put} ", said, count=1)
    return label + _LATER.sub(lambda found: f"{found['joint'] or ''}{owner} ", said)


@lru_cache(maxsize=4)
def sets_of_taps(text: str) -> frozenset[str]:
    """The letters that a document gives to the set of a window's taps, in words: `T` is the set of the pairs ...; or by
    a formula, T(h, w) = {...}."""
    return frozenset(found["name"] for pattern in (_SET, _SET_OF_WINDOW) for found in pattern.finditer(text))


_SET = re.compile(
    r"[\$`](?P<name>[A-WZ]|\\[A-Z][a-z]+)(?:\s*\([^()]*\)|_\{[^{}]*\}|\[[^\[\]]*\])?[\$`]\s+(?:is|be|denotes?|denote|for)\s+the\s+set\s+of\s+"
    r"(?:the\s|all\s)?(?:index\s)?"
    r"(?:pairs|taps|positions|places|indices|elements)\b"
    r"(?=[^.\n]*\b(?:such that|for which|where|whose|with|inside|within|in|in range|falls?|lies?|candidates?|meets?)\b)"
)
_SET_OF_WINDOW = re.compile(
    r"(?<![\w\\])(?P<name>\\[A-Z][a-z]+|[A-WZ]|\\mathcal\s?\{?[A-Z]\}?)(?:\s*\([a-z],\s*[a-z]\)|_\{[a-z],\s*[a-z]\}"
    r"|\[[a-z],\s*[a-z]\])"
    r"\s*(?::?=|\\coloneqq)\s*\\\{(?!(?:(?!\\\}).){0,300}(?:[XY]\s*\[|\\max))"
)
_NOT_EMPTY = re.compile(r"(?:≠|\\neq?\b)\s*(?:∅|\\emptyset|\\varnothing)")
_SOME_CELL = re.compile(
    r"(?P<case>\b(?:if|when|where)\b[^.;]*?),?\s+(?:for|at) (?:some|any) \(?[a-z](?:,\s?[a-z])*\)?(?=[.;,]|$)", re.I
)
"""Where something is so at some output, as a case: `an error if the window is empty for some (m, n)`."""
_PAIR = r"\(?[\w*^{}\\]+(?:,\s*[\w*^{}\\]+)?\)?"
_ONE, _OTHER = (rf"(?:\\[a-z]+\{{)?(?P<{name}>\w+)\}}?\s*\[[^.;=]*\]" for name in ("one", "other"))
_TAP = re.compile(
    rf"^(?:where |and |let )?{_PAIR}\s+(?:is|be|denotes)\s+(?P<what>the\s+(?:first|last)\s\w+)"
    r"\s+of\s+(?:the window|(?:\\math\w+\{)?(?![XY]\b)[A-Z]\w*\}?(?:\([^()]*\)|_\{[^{}]*\})?)(?P<order>,?\s[^.;:]*?)?,?"
    rf"\s+(?:such that|for which|with|where|at which)\s+{_ONE}\s*=\s*{_OTHER}[.;]?$",
    re.I,
)
"""The tap that attains the maximum, by an order: `(p, q) is the first element of W such that X[...] = Y[...]`."""
_HOLDS = r"\s(?:shall |must )?(?:has|have|holds?|contains?) (?:at least (?:one|1)|some|an?|no)"
"""A set of taps in range that has a member: the window has an element of X."""
_LETTERS_OF_CELL = r"\$?\(?[a-z](?:,\s?[a-z]){0,3}\)?\$?(?:\s*\\in\s*\[[^\[\]]{0,40}\]\$?)?"
"""$m$, $(m, n)$, or $m \\in [0, dY_2 - 1]$."""
_EACH_CELL = re.compile(
    r"^(?:\W?\[?[A-Z]{1,2}\d{1,3}\]?\W{0,3})?(?:Statement:\s)?for (?:all|each|every|any) "
    rf"{_LETTERS_OF_CELL}(?:(?:,| and) {_LETTERS_OF_CELL}){{0,3}}(?: in range)?,\s",
    re.I,
)


_THAT_IS = re.compile(r",\s+(?:that\s+is(?:,(?!\s+the\s+one\b)|(?=\s+batch\b))|which\s+is(?=\s+the\s+one\b))\s+")
_NON_EMPTY = re.compile(r"\bnon-?empty\b", re.I)


def in_full(text: str, sets: frozenset[str], tensors: Mapping[str, str], *, of_padding: bool) -> str:
    """A sentence without what only names or numbers what it is about. `sets` are names of windows, `tensors` those of X
    and Y. `of_padding`: the one before spoke of windows over padding alone."""
    text = _NON_EMPTY.sub("not empty", _EACH_CELL.sub("", RANK.sub(_ranked, _THAT_IS.sub(", i.e. ", text))))
    for name in sets:
        own = rf"(?:[Tt]he set )?[\$`]?(?<![\w\\]){re.escape(name)}"
        named = rf"{own}(?:(?:\s*\([^()]*\)|_\{{[^{{}}]*\}}|\[[^\[\]]*\])[\$`]?|[\$`])"
        text = re.sub(rf"{named}(?P<holds>{_HOLDS}) (?:member|tap|pair)\b", r"the window\g<holds> element of X", text)
        text = re.sub(named, "the window", text)
    text = _NOT_EMPTY.sub(" is not empty", text)
    text = _SOME_CELL.sub(r"\g<case>", text)
    found = _TAP.match(text)
    if found is not None and {tensors.get(found[one], found[one]) for one in ("one", "other")} == {"X", "Y"}:
        return f"{found['what']}{found['order'] or ''} that attains the maximum is selected."
    if (found := _ORDERED.match(text)) is not None and (found["which"].lower(), found["name"]) in _OUTPUTS:
        return f"{found['name']} {text[found.end() :]}"
    if (found := _LET.match(text)) is not None:
        return f"The {found['what']}{found['rest']} is selected."
    if (second := _SECOND.match(text)) is not None:
        text = f"Indices {_FIRST.sub('as Y', text[second.end() :])}"
    return _SUCH.sub("A window that contains no element of X", text) if of_padding else text


def _ranked(found: re.Match[str]) -> str:
    return f"; a NaN is ranked as {found['rank'].strip()}; "


_OUTPUTS = (("first", "Y"), ("second", "Indices"))


def subjects_of(
    before: Sequence[SaidWord], until: Sequence[SaidWord], part: Sequence[SaidWord]
) -> Sequence[Sequence[SaidWord]]:
    """What may be the subject of a part: the beginning of the one before, up to a verb; the longest first.

    `not selected or counted` denies both. Of `not selected and counted` nobody knows; `and counts` is a new beginning.
    """
    said = [word for word in before if word.concept not in MARKS.values()]
    verbs = [at for at, word in enumerate(said) if at and word.concept in _verbs()]
    if not said:
        return ()
    denial = next((at for at, word in enumerate(said) if word.concept in MOODS), len(said))
    subjects = [said[:end] for end in reversed(verbs or [len(said)]) if end <= denial]
    is_shared = denial < len(said) and said[denial].concept == "not" and part[0].concept not in (*MOODS, PRONOUN)
    joint = until[-1].concept if until else ""
    # `NaN never wins, for it is ranked as -inf`: what it is ranked as is said, and not denied.
    is_ranked = joint in (",", ":") and part[0].concept in ("regard", "rank") and len(part) > 1
    if not is_shared or is_ranked or joint == "but" or (joint == "and" and part[0].text.endswith("s")):
        return subjects
    return [said[: denial + 1]] if joint == "or" else []


def lacks_subject(words: Sequence[SaidWord]) -> bool:
    """A part that begins with its verb, or says of all that it is about in which bounds they are: `all positive`."""
    if len(words) > 1 and words[0].concept == "all" and words[1].concept in _BOUNDS:
        return True
    if [word.concept for word in words[:2]] == ["not", "may"]:  # Neither may.
        return True
    verb = next((word.concept for word in words if word.concept not in MOODS), "")
    return verb in _verbs()


_BOUNDS = frozenset("positive strictly non-negative negative at-least greater less".split())


def _verbs() -> frozenset[str]:
    return frozenset(read_toml("words.toml")["headings"]["verbs"].split())


def without_lead(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """A sentence without the number of its clause, and without what joins it to the one before: so, but. What a row is
    about may stand before its label: `strides`, [C8] each at least 1."""
    if [word.concept for word in words[1:2]] == [LEAD] and words[0].concept in LISTED:
        return [words[0], *without_lead(words[2:])]
    at = next((i for i, word in enumerate(words) if word.concept not in (LEAD, ":", "but", ",", ")")), len(words))
    is_title = [word.concept for word in words[at : at + 2]] in _TITLES and any(
        word.concept in LISTED for word in words[at + 2 :]
    )
    behind = at + len(_NO_ERRORS)
    of_calls = [word.concept for word in words[behind : behind + 2] if word.concept not in QUANTIFIERS][:1]
    if [word.concept for word in words[at:behind]] == _NO_ERRORS and of_calls == ["operator"]:
        return words[behind:]
    return words[at + 2 :] if is_title else words[at:]


_NO_ERRORS = ["no", "error", ":"]
"""No error conditions: a call that satisfies all constraints raises none. What stands behind it says what is meant."""
_TITLES = [["length", ":"], ["type", ":"], ["order", ":"], ["size", ":"], ["shape", ":"]]
"""What may title a sentence that says itself what it is of."""


def without_partitives(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """`The first of them` is the first; what is said of `each of them` is said of all that was spoken of."""
    before = [None, *words]
    return [
        word
        for word, last in zip(words, before, strict=False)
        if word.concept != PRONOUN
        or not word.text.lower().startswith("of ")
        or (last is not None and last.concept in QUANTIFIERS)
    ]


def shared_by(before: Sequence[SaidWord], part: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """`It has a shape and elements of a type`: what the second thing that it has is said of, with the verb."""
    said = [word for word in before if word.concept not in MARKS.values()]
    verb = next((i for i, word in enumerate(said) if i and word.concept in _HAVING), 0)
    return said[: verb + 1] if verb and not any(word.concept in (*_HAVING, "equal", "make") for word in part) else ()


# --- the case that a sentence before speaks of ------------------------------------------------------

_CASE = re.compile(
    r"(?:^\W{0,3}(?P<first>(?:if|when)\s[^,;:.]+),|(?<=[\s,;:])(?P<last>(?:if|when)\s[^,;:.]+)[.;]?$)", re.I
)
"""The condition that a sentence begins or ends with."""
_IN_IT = re.compile(r"^(?:(?:in|for) (?:this|that|such a|the latter) (?:case|situation|event)|then),?\s+(?=\S)", re.I)
_THEN = re.compile(
    r"^(?P<what>[^.,;:]{1,60}?\s(?:is|are|has|have|will(?= then)|shall(?= then)|must(?= then)))\s+then\s", re.I
)
_NOTHING_ELSE = re.compile(r"\b(?:nothing else|no other (?:elements?|values?|numbers?))\b", re.I)


def case_of(text: str) -> str:
    """The case that a sentence speaks of, as its condition; empty where it has none, or more than one."""
    found = [each["first"] or each["last"] for each in _CASE.finditer(" ".join(text.split()))]
    if len(found) != 1:
        return ""
    # Nothing but what the sentence is about: of a NaN, the window holds only NaN.
    return _NOTHING_ELSE.sub("only NaN", found[0]) if re.search(r"\bNaNs?\b", text) else found[0]


def in_case(text: str, case: str) -> str:
    """A sentence that says what is so in the case of the one before, with that case; empty for another."""
    if not case:
        return ""
    begun = _IN_IT.sub("", text, count=1)
    said = _THEN.sub(r"\g<what> ", begun, count=1)
    return "" if said == text else f"{case}, {re.sub(r'^(?:its|their)(?= )', 'the', said, flags=re.I)}"
