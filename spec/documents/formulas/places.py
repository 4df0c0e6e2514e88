"""Phrases on places: of an element, which are no quantity; and of padding, at an end of an axis."""

from __future__ import annotations

from collections.abc import Sequence

from spec.documents.formulas.sentences import Atom
from spec.documents.formulas.words import Role

POSITIONS = frozenset("position positions place coordinates coordinate location row rows column columns".split())
"""What a place is called."""
OF_ELEMENT = frozenset(
    "is are be denotes the of for selected chosen retained reported winning winner element maximum in its counted "
    "whose where and".split()
)
"""What is said beside it of the element that stands there."""
_ONE = OF_ELEMENT | frozenset("an a one x y plane window".split())

_LINES = frozenset(("row", "column"))
_RUNNING = frozenset("the a an and of in y output window tap kernel".split())
"""What is said beside one row and one column of what runs over them: the row and the column of Y, of a tap."""


def is_place(phrase: Sequence[Atom]) -> bool:
    """A phrase up to its first comma is on the place of an element: its row and its column, which name no quantity; on
    the selected tap; or on what runs over the rows and columns of Y."""
    end = next((at for at, atom in enumerate(phrase) if atom.word.kind == "COMMA"), len(phrase))
    marked = (atom.names for atom in phrase[:end] if atom.is_marked)
    words = {atom.text.lower() for atom in phrase[:end] if atom.text[0].isalpha() and not atom.is_marked}
    is_on_one = "element" in words and bool(words & POSITIONS) and words <= POSITIONS | _ONE
    is_on_one = is_on_one or (bool(words & _LINES) and words <= _LINES | _RUNNING)
    is_on_one = is_on_one or ("tap" in words and words <= OF_ELEMENT | {"tap", "window"})
    return is_on_one and all(len(names) != 1 or names in (("X",), ("Y",)) for names in marked)


OF_AXES = (("HEIGHT", "ROWS", "VERTICAL"), ("WIDTH", "COLUMNS", "HORIZONTAL"))
"""The classes of words that name the first spatial axis, and the second."""
_ENDS = {
    **dict.fromkeys(("begin", "beginning", "start"), Role.PAD_BEGIN),
    **dict.fromkeys(("end", "ending"), Role.PAD_END),
}


def end_of_axis(clause: Sequence[Atom]) -> tuple[Role, int] | None:
    """Begin of height, end of the width: an end of padding, and its axis; None for anything else."""
    match [atom for atom in clause if atom.text.lower() not in ("of", "the", "axis")]:
        case [end, of]:
            role = _ENDS.get(end.text.lower())
            axis = next((i for i, kinds in enumerate(OF_AXES) if of.word.kind in kinds), None)
            return (role, axis) if role is not None and axis is not None else None
    return None
