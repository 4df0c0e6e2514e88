"""Sets that sentences define, "let $S$ be the set of the pairs $(h, w)$ such that", and the formulas behind that.

Words and formulas are read to their end, over displayed formulas that go on with the sentence; of a sentence with any
other word no set is defined. "The set of the taps that lie inside $X$" needs no formula: words alone say which it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from spec.documents.formulas.formulas import Form, Written, formula_in, renamed
from spec.documents.formulas.sentences import Atom, sentences
from spec.documents.pages.model import Block, Kind, Shape

_TOLD = (Shape.PARAGRAPH, Shape.ITEM)
_NAMED = (Form.NAME, Form.INDEX, Form.CALL)
_SET_OF = ("set", "of")
_PLACES = frozenset(
    "the all those index pairs pair positions position pixels places points taps coordinates indices".split()
)
_OF_WHAT = frozenset("of a the its each one this channel channels plane X input in integers integer that".split())
_JOINS = frozenset(
    "such that with where for which some and , : satisfying satisfy fulfil lie lies in hold holds both exist exists "
    "there integers integer we have".split()
)
"""What stands between the conditions of a set and changes none of them."""


def told_sets(blocks: Sequence[Block]) -> Iterator[Written]:
    """The sets that sentences define, as equations: `S(m, n) = {(h, w) | ...}`; none of a name that another sentence
    gives a set which is not understood."""
    told = [*_told_or_not(blocks)]
    unread = {name for name, found in told if found is None}
    yield from (found for name, found in told if found is not None and name not in unread)


def _told_or_not(blocks: Sequence[Block]) -> Iterator[tuple[str, Written | None]]:
    """The name of each set that a sentence speaks of, and its equation; None where that is not understood."""
    for at, block in enumerate(blocks):
        if block.shape not in _TOLD or "set of" not in " ".join(block.text.split()):
            continue
        said = list(sentences(block))
        for number, sentence in enumerate(said):
            goes_on = number + 1 == len(said) and not block.text.rstrip().endswith(".")
            behind = list(_displayed(blocks, at + 1)) if goes_on else []
            found = _told(sentence, behind) or _in_words(sentence, blocks)
            if (name := _named(sentence)) or found is not None:
                yield (_base(found.parts[0]) if found is not None else name), found


def _named(sentence: Sequence[Atom]) -> str:
    """The name before `the set of`, whatever is said of it; empty where there is none."""
    words = [atom.text.lower() for atom in sentence]
    at = _set_of_at(words)
    named = max((i for i in range(at) if sentence[i].is_marked), default=-1)
    name = _name(sentence[:at]) if at and {*words[named + 1 : at]} <= _IS else None
    return _base(name) if name is not None else ""


def _set_of_at(words: Sequence[str]) -> int:
    """Where a sentence says `set of`; 0 where it does not."""
    return next((i for i in range(len(words)) if tuple(words[i : i + 2]) == _SET_OF), 0)


def _base(name: Written) -> str:
    return (name.parts or (name,))[0].text


def _displayed(blocks: Sequence[Block], at: int) -> Iterator[Written | None]:
    """The formulas that stand displayed from a block on, perhaps with "and" between them; None for one not read."""
    while at < len(blocks):
        block = blocks[at]
        if block.shape is Shape.MATH:
            found = [formula_in(piece.text, piece.start) for piece in block.of(Kind.MATH)]
            if any(each is not None and _defines_elements(each) for each in found):
                return
            yield from found
        elif block.text.strip().lower() not in ("and", ","):
            return
        at += 1


def _defines_elements(written: Written) -> bool:
    """An equation that gives a tensor's elements is said by itself."""
    is_equation = written.form is Form.RELATION and written.text == "EQ"
    return is_equation and written.parts[0].form in (Form.INDEX, Form.CALL)


def _told(sentence: Sequence[Atom], behind: Sequence[Written | None]) -> Written | None:
    words = [atom.text.lower() for atom in sentence]
    at = _set_of_at(words)
    place_at = next((i for i in range(at + 2, len(words)) if sentence[i].is_marked), 0)
    name = _name(sentence[:at])
    place = formula_in(sentence[place_at].text, sentence[place_at].start) if place_at else None
    if not at or name is None or place is None or place.form is not Form.INTERVAL or place.text != "()":
        return None
    if not set(words[at + 2 : place_at]) <= _PLACES | _OF_WHAT:
        return None
    conditions = _conditions(sentence[place_at + 1 :], behind)
    if not conditions:
        return None
    members = Written(Form.ALL, tuple(conditions), "", conditions[0].start, conditions[-1].end)
    made = Written(Form.COMPREHENSION, (place, members), "", place.start, members.end)
    return Written(Form.RELATION, (name, made), "EQ", name.start, made.end)


def _name(before: Sequence[Atom]) -> Written | None:
    """The name of a set, the last before the words that say what it is; its letters may stand as a subscript."""
    marked = [atom for atom in before if atom.is_marked]
    written = formula_in(marked[-1].text, marked[-1].start) if marked else None
    return written if written is not None and written.form in _NAMED else None


def _conditions(sentence: Sequence[Atom], behind: Sequence[Written | None]) -> list[Written]:
    """The conditions behind the place; none where something there is not read."""
    found: list[Written | None] = []
    may_be_of = True
    for atom in sentence:
        if atom.is_marked:
            found.append(formula_in(atom.text, atom.start))
            may_be_of = False
        elif atom.text.lower() not in _JOINS and not (may_be_of and (atom.text in _OF_WHAT or atom.names == ("X",))):
            return []
    found += behind
    parts = [part for each in found if each is not None for part in _parts(each)]
    return parts if None not in found and all(part.form is Form.RELATION for part in parts) else []


def _parts(written: Written) -> Sequence[Written]:
    is_joined = written.form in (Form.ALL, Form.BOTH)
    return [part for each in written.parts for part in _parts(each)] if is_joined else [written]


# --- sets that words alone define ------------------------------------------------------------------

_TAPS = frozenset(
    "the all those index pairs pair positions position places place points taps tap candidate candidates indices of a "
    "window kernel that which lie lies fall falls are is inside within in on range real an element "
    "elements".split()
)
_IS = frozenset("is be for the denotes denote".split())
_INSIDE = re.compile(
    r"\b(?:candidates?(?! (?:in|on))|in range|(?:taps?|positions?|places?|points?|pairs?)\b.*\b(?:inside|within|in|on)"
    r" (?:the |an element of )?X)\b"
)
"""What says that all of the set, and nothing else of the window, falls on elements of X."""
_BEGINS = frozenset("with let we write denote by where here and then put".split())
"""What a sentence may begin with that gives a name."""
_NO_DENIAL = r"(?:(?!\b(?:not|no|never|nothing|none|only|except|drop\w*|contribut\w*)\b)[^.,;]){0,60}"
_CANDIDATES_ELSEWHERE = re.compile(
    rf"\bcandidates?\b{_NO_DENIAL}\b(?:padding|outside)\b|\b(?:padding|outside)\b{_NO_DENIAL}\bcandidates?\b",
    re.IGNORECASE,
)
"""A sentence that may make a tap in the padding a candidate."""
_PLACES_OF = re.compile(r"^(?:the |all )*(?:positions?|places?|points?)\b")
_ROW, _COLUMN = (
    rf"{letter} \cdot strides[{axis}] + {tap}' \cdot dilations[{axis}] - pads[{axis}]"
    for letter, tap, axis in (("m'", "h", 0), ("n'", "w", 1))
)
_IN_RANGE = (
    r"0 \le h' < kernel_shape[0], 0 \le w' < kernel_shape[1], "
    rf"0 \le {_ROW} < dX_2, 0 \le {_COLUMN} < dX_3"
)


def _in_words(sentence: Sequence[Atom], blocks: Sequence[Block]) -> Written | None:
    """The taps in range of a window, or their places in X, as the set that some words are of and nothing else."""
    words = [atom.text.lower() for atom in sentence]
    at = _set_of_at(words)
    named = max((i for i in range(at) if sentence[i].is_marked), default=-1)
    name = _name(sentence[:at])
    begins = {*words[:named]} <= _BEGINS and {*words[named + 1 : at]} <= _IS
    end = next((i for i in range(at, len(words)) if words[i] in (":", ",")), len(words))
    if name is None or not begins or not all(atom.text in ":," or _is_of_elements(atom) for atom in sentence[end:]):
        return None
    said = sentence[at + 2 : end]
    pairs = [_pair(atom) for atom in said]
    told = [word for word, pair in zip(said, pairs, strict=True) if pair is None]
    text = " ".join("X" if atom.names == ("X",) or atom.text == "X" else atom.text.lower() for atom in told)
    if not {*text.split()} - {"X"} <= _TAPS or _INSIDE.search(text) is None:
        return None
    if "candidate" in text and any(_CANDIDATES_ELSEWHERE.search(block.text) for block in blocks):
        return None
    of_window = [pair for i, pair in enumerate(pairs) if pair and i and said[i - 1].text.lower() == "window"]
    own = [pair for pair in pairs if pair and pair not in of_window]
    letters = [part.text for part in name.parts[1:]][-2:] or (of_window or [()])[0]
    if len(letters) != len(_SET_OF) or len(own) > 1 or (of_window and [*of_window[0]] != [*letters]):
        return None
    is_of_places = bool(own and _are_places(own[0], blocks)) or _PLACES_OF.match(text) is not None
    return _set_of_taps(name, letters, own[0] if own else (), is_of_places=is_of_places)


def _is_of_elements(atom: Atom) -> bool:
    """An equation that gives elements, behind a set: all other formulas may say what the set is cut with."""
    written = formula_in(atom.text, atom.start) if atom.is_marked else None
    return written is not None and _defines_elements(written)


def _pair(atom: Atom) -> tuple[str, ...] | None:
    """The letters of a pair that stands as a formula."""
    written = formula_in(atom.text, atom.start) if atom.is_marked else None
    is_pair = written is not None and written.form is Form.INTERVAL and written.text == "()"
    return tuple(part.text for part in written.parts) if written is not None and is_pair else None


def _are_places(letters: Sequence[str], blocks: Sequence[Block]) -> bool:
    """The letters are the row and the column of an element, X[n, c, r, q]."""
    row, column = map(re.escape, letters)
    element = re.compile(rf"\[[^\[\]=]*,\s*{row},\s*{column}\s*\]")
    return any(element.search(block.text) is not None for block in blocks)


def _set_of_taps(name: Written, letters: Sequence[str], own: Sequence[str], *, is_of_places: bool) -> Written | None:
    """S(m, n) = {(h, w) | the tap is in range}, or {(row, column) | the tap is in range}."""
    member = f"({_ROW}, {_COLUMN})" if is_of_places else "(h', w')"
    made = formula_in(rf"S = \{{ {member} \mid {_IN_RANGE} \}}", name.start)
    names = dict(zip(("m'", "n'"), letters, strict=True))
    names |= {} if is_of_places else dict(zip(("h'", "w'"), own, strict=False))
    return None if made is None else replace(made, parts=(name, renamed(made.parts[1], names)))
