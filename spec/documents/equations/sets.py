"""Sets that sentences define, "let $S$ be the set of the pairs $(h, w)$ such that", and the formulas behind that.

Words and formulas are read to their end, over displayed formulas that go on with the sentence; of a sentence with any
other word no set is defined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spec.documents.formulas.formulas import Form, Written, formula_in
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
    """The sets that sentences define, as equations: `S(m, n) = {(h, w) | ...}`."""
    for at, block in enumerate(blocks):
        if block.shape not in _TOLD or "set of" not in " ".join(block.text.split()):
            continue
        said = list(sentences(block))
        for number, sentence in enumerate(said):
            goes_on = number + 1 == len(said) and not block.text.rstrip().endswith(".")
            behind = list(_displayed(blocks, at + 1)) if goes_on else []
            if (found := _told(sentence, behind)) is not None:
                yield found


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
    at = next((i for i in range(len(words)) if tuple(words[i : i + 2]) == _SET_OF), 0)
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
