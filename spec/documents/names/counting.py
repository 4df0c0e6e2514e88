"""From where a document counts its axes: `i \\in \\{1, 2\\}`, `0 \\le i < 2`, `i = 0, 1`.

And what names tell of their own order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.phrases import Word
from spec.documents.formulas.sentences import Atom
from spec.documents.formulas.words import RUNNING, SPATIAL_AXES, Quantity, Role
from spec.documents.pages.model import Document, Kind

_ENDS: Mapping[str, tuple[int, int]] = {
    **{"{}": (0, 0), "[]": (0, 0), "[)": (0, -1), "(]": (1, 0), "()": (1, -1)},
    **{"LE LE": (0, 0), "LE LT": (0, -1), "LT LE": (1, 0), "LT LT": (1, -1)},
}
"""What is added to the ends of a range for its first and its last number."""


def first_axes(document: Document) -> Mapping[str, frozenset[int]]:
    """The numbers that letters give the first of two axes, where ranges of two numbers say it."""
    found: dict[str, set[int]] = {}
    for piece in document.of(Kind.MATH, Kind.CODE):
        is_short = len(piece.text) <= _LONGEST and RUNNING & set(piece.text)
        written = formula_in(piece.text, piece.start) if is_short else None
        letter, first, last = _range(written) if written is not None else ("", 0, 0)
        if letter in RUNNING and last == first + 1:
            found.setdefault(letter, set()).add(first)
    return {letter: frozenset(firsts) for letter, firsts in found.items()}


def lines_counted(clause: Sequence[Atom]) -> Quantity | None:
    """The axis that a number of rows or of columns counts along: the height of X (number of rows)."""
    match [atom.text.lower() for atom in clause if atom.text.lower() != "the"]:
        case ["number", "of", lines] if lines in _LINES:
            return Quantity(Role.AXIS, _LINES.index(lines))
    return None


_LINES = ("rows", "columns")
_LONGEST = 60


def _range(written: Written) -> tuple[str, int, int]:
    """A letter with the first and the last of its numbers; no letter in what is no range."""
    parts, letter, ends, pair = written.parts, written, "{}", (written, written)
    if written.form is Form.ALL and len(parts) == _TWO and parts[0].text == "EQ":
        letter, pair = parts[0].parts[0], (parts[0].parts[1], parts[1])
    elif written.form is not Form.RELATION:
        return "", 0, 0
    elif written.text == "IN" and len(parts[1].parts) == _TWO:
        letter, ends, pair = parts[0], parts[1].text or "{}", (parts[1].parts[0], parts[1].parts[1])
    elif len(parts) == _TWO + 1:
        letter, ends, pair = parts[1], written.text, (parts[0], parts[2])
    if ends not in _ENDS or not all(each.text.isdigit() for each in pair):
        return "", 0, 0
    (more, less), (first, last) = _ENDS[ends], (int(each.text) for each in pair)
    return letter.text, first + more, last + less


_TWO = 2


@lru_cache(maxsize=2)
def first_of_range(document: Document) -> int | None:
    """The first of the numbers that [m] stands for, where a document says: 0 in {0, ..., m - 1}, 1 in {1, ..., m}."""
    found: set[int] = set()
    for piece in document.of(Kind.MATH):
        is_short = len(piece.text) <= _LONGEST and piece.text.lstrip().startswith("[")
        written = formula_in(piece.text, piece.start) if is_short else None
        if written is not None and written.form is Form.RELATION and written.text == "EQ":
            left, right = written.parts
            letter = left.parts[0] if left.form is Form.INTERVAL and len(left.parts) == 1 else None
            if letter is not None and right.form is Form.SET and right.parts[0].text in ("0", "1"):
                last = right.parts[-1]
                is_less = last.form is Form.SUBTRACT and last.parts[0] == letter and last.parts[1].text == "1"
                found |= {0} if is_less and right.parts[0].text == "0" else set()
                found |= {1} if last == letter and right.parts[0].text == "1" else set()
    return found.pop() if len(found) == 1 else None


def counted_from_zero(document: Document) -> Iterator[str]:
    """What stands before a subscript 0."""
    for piece in document.of(Kind.MATH, Kind.CODE):
        written = formula_in(piece.text, piece.start) if "_0" in piece.text or "_{0" in piece.text else None
        for part in written.walk() if written is not None else ():
            if part.form is Form.NAME and part.text.endswith("_0"):
                yield part.text.removesuffix("_0")


# --- the order of names ---------------------------------------------------------------------------

NUMBERED = re.compile(r"(?P<base>\w*?[^\W\d_]'?)_?(?P<number>\d)")
"""A name with a number: `k_1`, `k1`."""


def numbers_of(names: Sequence[str]) -> list[int]:
    """The numbers of names that have one base and are numbered one after the other; none of others."""
    found = [NUMBERED.fullmatch(name) for name in names]
    numbers = [int(each["number"]) for each in found if each]
    bases = {each["base"] for each in found if each}
    first = numbers[0] if numbers else 0
    return numbers if len(bases) == 1 and numbers == list(range(first, first + len(names))) else []


def may_be_in_order(names: Sequence[str], *, in_brackets: bool) -> bool:
    """The names of entries stand in the order of their list, as far as they tell: by axes, or by sides.

    Four that are only enumerated, and do not tell, may be the paddings in any order: in brackets they are a list.
    """
    told = _ends_of(names)
    if sorted(told) in (sorted(SIDES), sorted(AXES)):
        return told in (SIDES, AXES)
    if len(names) == SPATIAL_AXES and any(_tells_apart(names, letters) for letters in _COLUMNS_FIRST):
        return False
    return len(names) == SPATIAL_AXES or in_brackets or bool(numbers_of(names))


def tells_sides(names: Sequence[str]) -> bool:
    """Four names tell that they are of the top, left, bottom and right, in this order."""
    return _ends_of(names) == SIDES


def _ends_of(names: Sequence[str]) -> str:
    """The first letter of what each name ends with: of `p_t` and `pt`, t; of the script l, l."""
    last = (name.rpartition("_")[2] if "_" in name else name.lstrip("pP") or name for name in names)
    return "".join("l" if end == "ell" else end[:1].lower() for end in last)


def _tells_apart(names: Sequence[str], letters: Sequence[str]) -> bool:
    """The first name alone has the first letter, and the second has the other: (sw, sh), (W_in, H_in), (k_x, k_y)."""
    first, second = (name.lower() for name in names)
    return letters[0] in first and letters[0] not in second and letters[1] in second


_COLUMNS_FIRST = ("wh", "xy")
AXES, SIDES = "hw", "tlbr"
"""What the names of entries end with in their order: height and width; top, left, bottom and right."""


def without_order(before: Sequence[Atom]) -> Sequence[Atom]:
    """Without `in the order top, left, bottom, right`, which is that of the list."""
    at = next((i for i, atom in enumerate(before) if atom.text.lower() == "order"), len(before))
    end = at + 1
    sides: list[str] = []
    while end < len(before) and before[end].word.kind in (*_SIDES, "COMMA", "AND"):
        sides += [before[end].word.kind] if before[end].word.kind in _SIDES else []
        end += 1
    begins = [i for i, atom in enumerate(before[:at]) if atom.text.lower() == "in"][-1:]
    return [*before[: begins[0]], *before[end:]] if begins and tuple(sides) == _SIDES else before


_SIDES = ("TOP", "LEFT", "BOTTOM", "RIGHT")


def without_sides(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """Without `, that is top, left, bottom, right` behind the entries of `pads`, which are in that order."""
    said = [atom.text.lower() for atom in atoms]
    at = next((i for i in range(len(said)) if said[i : i + 2] == ["that", "is"]), len(said))
    kinds = [atom.word.kind for atom in atoms[at + 2 :] if atom.word.kind not in ("COMMA", "AND")]
    return atoms[: at - (said[at - 1] == ",")] if at and tuple(kinds) == _SIDES else atoms


_TO = frozenset(("to", "through", "…", "..", "\u2013"))


def with_ranges(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """Words with each entry of a list that a range of them is of: `pads[0]` to `pads[3]`."""
    for at, (first, to, last) in enumerate(zip(atoms, atoms[1:], atoms[2:], strict=False)):
        begin, end = (_ITEM.fullmatch(atom.text) for atom in (first, last))
        if to.text.lower() in _TO and begin is not None and end is not None and begin["of"] == end["of"]:
            places = range(int(begin["at"]), min(int(end["at"]), _LONGEST) + 1)
            comma = Atom(Word("COMMA", ","), to.start)
            items = (replace(first, word=replace(first.word, text=f"{begin['of']}[{place}]")) for place in places)
            listed = [part for item in items for part in (comma, item)][1:]
            return [*atoms[:at], *listed, *with_ranges(atoms[at + 3 :])]
    return atoms


_ITEM = re.compile(r"(?P<of>\w+)\[(?P<at>\d{1,2})\]")
