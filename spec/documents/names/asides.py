"""What a phrase says that names share, and what stands behind its commas: the same in other words, or another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from spec.documents.formulas.phrases import meaning_of, word
from spec.documents.formulas.places import OF_AXES, end_of_axis
from spec.documents.formulas.sentences import Atom, phrase
from spec.documents.formulas.words import LISTS, SPATIAL_AXES, TENSOR_AXES, Quantity, Role, entry_of, size_of_tensor
from spec.documents.names.beside import shared
from spec.documents.names.counting import lines_counted, without_sides

BREAKS = frozenset(",():–—")
_HARMLESS = frozenset(
    "which is are it they an a the as in by of at see given described defined specified stated later below above here "
    "section attribute attributes integer integers int positive non-negative strictly always will be elements element "
    "pixels and this its operator or more possibly least most zero 0 1 2".split()
)
"""Words of an aside that change nothing in what was said before it: as given by attribute `pads`."""
_SAME = frozenset(("i.e.", "that", "is", "namely", "or"))
LENGTHS = {
    **dict.fromkeys(("STRIDES", "DILATIONS", "KERNEL_SHAPE"), SPATIAL_AXES),
    "PADS": 2 * SPATIAL_AXES,
}
"""How many entries the lists have, by the classes of their names."""
_SHAPES = [[kind, "_PREP", of] for kind in ("_DIMENSION", "_SIZE") for of in ("_X", "_Y")]
"""The sizes of a tensor, all of them: the four dimensions of X."""


def entries_in(atoms: Sequence[Atom], count: int) -> Sequence[Quantity | None] | None:
    """The entries of a list that a phrase names and nothing else: the attribute `strides`; None where it does not."""
    cut = next((i for i, atom in enumerate(atoms) if atom.text in BREAKS), len(atoms))
    named = atoms[:cut]
    if names_entries(named):
        named = named[next(i for i, atom in enumerate(named) if atom.word.kind == "_PREP") + 1 :]
    words = [word for word in phrase(named) if word.kind not in ("_DET", "_ATTRIBUTE") and word.text != "four"]
    if [word.kind for word in words] in _SHAPES and count == TENSOR_AXES and cut == len(atoms):
        role = Role.X if words[-1].kind == "_X" else Role.Y
        return [size_of_tensor(role, place) for place in range(count)]
    is_kernel_shape = [each.text.lower() for each in words] == ["kernel", "shape"]
    of = word("kernel_shape") if is_kernel_shape else words[0] if len(words) == 1 else None
    if of is None or LENGTHS.get(of.kind) != count:
        return None
    entries = [entry_of(of.text, place) for place in range(count)]
    sides = sides_of(atoms[cut + 1 :], count)
    goes_on = any(atom.is_marked and atom.names for atom in atoms[cut:])
    if sides == entries or (not any(sides or ()) and goes_on and atoms[cut].text == ":"):
        return entries  # What stands behind a colon says something of each by itself.
    parts = [part for part in _clauses(atoms[cut + 1 :]) if part]
    if count > 1 and len(parts) == count:  # `strides`: vertical step, horizontal step: a part on each.
        return [means and _of_part(means, part) for means, part in zip(entries, parts, strict=True)]
    return [means and with_asides(means, atoms[cut:]) for means in entries]


def _of_part(means: Quantity, part: Sequence[Atom]) -> Quantity | None:
    """An entry with what is said of it: the same in other words, or its axis beside words that name nothing else."""
    axes = [axis for atom in part for axis, kinds in enumerate(OF_AXES) if atom.word.kind in kinds]
    is_unnamed = meaning_of(phrase(part)) is None and means.axis is not None and not _is_padding(means)
    return means if is_unnamed and axes == [means.axis] else with_asides(means, part)


def begins_first(atoms: Sequence[Atom], count: int) -> Sequence[Quantity | None] | None:
    """The entries of `pads` that a phrase tells by their order: the two begins, then the two ends; None of others."""
    said = [atom.text.lower().removesuffix("s") for atom in atoms]
    ends = [each for each in said if each in ("begin", "end")]
    is_order = set(said) <= _ORDER_WORDS and "then" in said and ends == ["begin", "end"]
    return [entry_of("pads", place) for place in range(count)] if is_order and count == LENGTHS["PADS"] else None


_ORDER_WORDS = frozenset("the two first all then and , of axe axi padding begin end".split())


def names_entries(atoms: Sequence[Atom]) -> bool:
    """A phrase on the entries of a list, all of them: the values of `strides`."""
    kinds = [a.word.kind for a in atoms if a.word.kind not in ("_DET", "_ATTRIBUTE") and a.text.lower() != "two"]
    is_plural = any(atom.word.kind == "_ELEMENT" and atom.text.lower().endswith("s") for atom in atoms[:3])
    return is_plural and kinds[:2] == ["_ELEMENT", "_PREP"]


def names_sizes(atoms: Sequence[Atom], count: int) -> bool:
    """A phrase on all sizes of a tensor: the four dimensions of X."""
    kinds = [atom.word.kind for atom in atoms if atom.word.kind != "_DET" and atom.text != "four"]
    return count == TENSOR_AXES and kinds in _SHAPES


def sides_of(atoms: Sequence[Atom], count: int) -> list[Quantity | None] | None:
    """The padding on some sides, in their order: top, left, bottom and right; None for another number of sides."""
    parts = [part for clause in _clauses(atoms) for part in _joined_by_and(clause) if part]
    sides = [meaning_of((*phrase(part), word("padding"))) for part in parts]
    return sides if len(sides) == count else None


def _joined_by_and(clause: Sequence[Atom]) -> Iterator[Sequence[Atom]]:
    at = next((i for i, atom in enumerate(clause) if atom.word.kind == "AND"), len(clause))
    yield clause[:at]
    yield clause[at + 1 :]


def _says_order(clause: Sequence[Atom]) -> bool:
    """The order that all lists have: rows first; height, then width; in this order."""
    axes = [axis for atom in clause for axis, kinds in enumerate(OF_AXES) if atom.word.kind in kinds]
    named = (atom.text.lower() for atom in clause if not any(atom.word.kind in kinds for kinds in OF_AXES))
    others = {text for text in named if not re.fullmatch(r"\d+(?:\.\d+)+", text)}  # In the order of 4.2.
    if not others <= _ORDERING:
        return False
    return axes == [0, 1] or (axes == [0] and "first" in others) or (not axes and "order" in others)


_ORDERING = frozenset("first then in this that order before and for the of followed by".split())


def meanings_of(atoms: Sequence[Atom], count: int) -> list[Quantity | None]:
    """What each of some names is that share a phrase; None where that is not certain."""
    atoms = without_sides(atoms)
    cuts = [i for i, atom in enumerate(atoms) if atom.text in BREAKS]
    if count == 1:
        cut = cuts[0] if cuts else len(atoms)
        return [with_asides(meaning_of(phrase(atoms[:cut])), atoms[cut:])]
    if (told := _each_with_aside(atoms, count)) is not None:
        return told
    for cut in (len(atoms), *reversed(cuts)):
        found = shared(phrase(atoms[:cut]), count)
        if None not in found:
            return _with_asides_of_all(found, atoms[cut:])
    return [None] * count


def _each_with_aside(atoms: Sequence[Atom], count: int) -> list[Quantity | None] | None:
    """What some names are that share a phrase with an aside for each: padding at axis 2 (top) and at axis 3 (left)."""
    bare: list[Atom] = []
    asides: list[list[Atom]] = [[]]
    is_inside = False
    for atom in atoms:
        is_inside = atom.text == "(" or (is_inside and atom.text != ")")
        if is_inside or atom.text == ")":
            asides[-1].append(atom)
            continue
        bare.append(atom)
        if atom.word.kind in ("AND", "COMMA") and asides[-1]:
            asides.append([])
    found = shared(phrase(bare), count) if len(asides) == count and all(asides) else [None]
    return None if None in found else [with_asides(means, aside) for means, aside in zip(found, asides, strict=True)]


def _with_asides_of_all(found: Sequence[Quantity | None], atoms: Sequence[Atom]) -> list[Quantity | None]:
    """What several names are, with what is said behind it of all of them: the height and the width, i.e. the first and
    the second entry. Where the one is not the other, nothing is certain."""
    clause = _trimmed(atoms)
    again = shared(phrase(clause), len(found)) if clause else [None]
    if None in again:
        return [with_asides(each, atoms) for each in found]
    merged = [
        replace(one, axis=one.axis if other.axis is None else other.axis)
        if one and other and _agree(one, other)
        else None
        for one, other in zip(found, again, strict=True)
    ]
    return [None] * len(found) if None in merged else merged


def with_asides(means: Quantity | None, atoms: Sequence[Atom]) -> Quantity | None:
    """What is said, with what is said behind it: the same in other words, its axis, or something of no account."""
    clause: list[Atom] = []
    for atom in [*atoms, None]:
        if atom is not None and atom.text not in BREAKS:
            clause.append(atom)
            continue
        means = _with_aside(means, clause) if means is not None and clause else means
        clause = []
    return means


def without_bracket(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """A phrase without the axis that it says again in brackets: the number of rows (height) of the input."""
    marks = [atom.text if atom.text in "()" else "" for atom in atoms]
    begin = marks.index("(") if "(" in marks else len(atoms)
    end = marks.index(")", begin) if ")" in marks[begin:] else begin
    again, rest = meaning_of(phrase(atoms[begin + 1 : end])), [*atoms[:begin], *atoms[end + 1 :]]
    means = meaning_of(phrase(rest)) if again is not None and begin else None
    is_axis = means is not None and again is not None and (again.role, again.axis) == (Role.AXIS, means.axis)
    return rest if is_axis else atoms


def with_shared_owners(phrases: Sequence[Sequence[Atom]]) -> list[Sequence[Atom]]:
    """Phrases of one sentence; one that names an axis alone with what the next says that both are of: the height, and
    the width of the input. Of more than two, which are of it is not said."""
    found = [*phrases]
    for at, (atoms, following) in enumerate(pairwise(phrases)):
        if _is_axis_alone(atoms) and not (at and _is_axis_alone(phrases[at - 1])):
            found[at] = _with_owner(atoms, without_bracket(following))
    return found


def _is_axis_alone(atoms: Sequence[Atom]) -> bool:
    means = meaning_of(phrase(without_bracket(atoms)))
    names_axis = any(atom.word.kind in _AXES for atom in atoms)
    return names_axis and (means is None or means.role is Role.AXIS)


def _with_owner(atoms: Sequence[Atom], following: Sequence[Atom]) -> Sequence[Atom]:
    owned = (i for i, (axis, of) in enumerate(pairwise(following)) if axis.word.kind in _AXES and of.text == "of")
    at = next(owned, -1) + 1
    whole = without_bracket([*atoms, *following[at:]]) if at else atoms
    first, second = meaning_of(phrase(whole)), meaning_of(phrase(following))
    of_both = first is not None and second is not None and (first.role, first.axis) != (second.role, second.axis)
    return whole if of_both and first is not None and first.role is not Role.AXIS else atoms


_AXES = ("HEIGHT", "WIDTH", "ROWS", "COLUMNS")


def _with_aside(means: Quantity, clause: Sequence[Atom]) -> Quantity | None:
    while clause and clause[0].text.lower() in _SAME:
        clause = clause[1:]
    if clause and means.axis is not None and _says_order(clause):
        return means
    of_side = meaning_of((*phrase(clause), word("padding"))) if _is_padding(means) else None
    again = meaning_of(phrase(clause)) or of_side or lines_counted(clause)
    if (end := end_of_axis(clause)) is not None and _is_padding(means):
        return means if end == (means.role, means.axis) else None
    if again is not None:
        axis = means.axis if again.axis is None else again.axis
        return replace(means, axis=axis) if _agree(means, again) else None
    return means if all(_is_harmless(atom, means) for atom in clause) or _is_dimension(means, clause) else None


def _is_dimension(means: Quantity, clause: Sequence[Atom]) -> bool:
    """The size of X along axis i is its dimension i + 2."""
    said = "".join(atom.text.lower() for atom in clause).replace(" ", "").removesuffix(f"of{means.role}".lower())
    counts = means.role in (Role.X, Role.Y) and means.running is not None and means.running[1] == 0
    return counts and means.running is not None and said == f"dimension{means.running[0]}+2"


def _is_padding(means: Quantity) -> bool:
    """Padding at one end, of which a side alone says where: (top)."""
    return means.role in (Role.PAD_BEGIN, Role.PAD_END)


def _is_harmless(atom: Atom, means: Quantity) -> bool:
    return atom.text.lower() in _HARMLESS or LISTS.get(atom.text) is means.role or atom.text == "."


def tells_entries(name: str, atoms: Sequence[Atom]) -> bool:
    """The parts of a phrase are what a list's entries are, in their order: `kernel_shape`: its height, its width."""
    said = [meaning_of(phrase(part)) for part in _clauses(atoms) if part]
    is_list = LENGTHS.get(word(name).kind) == len(said)
    return is_list and None not in said and said == [entry_of(name, place) for place in range(len(said))]


def differ(atoms: Sequence[Atom]) -> tuple[Quantity, Quantity] | None:
    """Two things that parts of a phrase say a name is, each of them understood, and which cannot both be."""
    parts = [part for part in _clauses(atoms) if part]
    said = [means for part in parts if (means := meaning_of(phrase(part))) is not None]
    first = said[0] if len(said) == len(parts) > 1 else None
    other = next((each for each in said[1:] if first is not None and not _agree(first, each)), None)
    return (first, other) if first is not None and other is not None else None


def differ_each(atoms: Sequence[Atom], count: int) -> list[tuple[Quantity, Quantity] | None]:
    """Of several names that share a phrase, what "i.e." says each is, where it is another thing than before."""
    at = next((i for i, atom in enumerate(atoms) if atom.text.lower() in ("i.e.", "namely")), None)
    if at is None:
        return [None] * count
    said, again = (shared(phrase(_trimmed(part)), count) for part in (atoms[:at], atoms[at:]))
    pairs = [(one, other) for one, other in zip(said, again, strict=True) if one and other]
    if len(pairs) < count:
        return [None] * count
    return [None if _agree(one, other) else (one, other) for one, other in pairs]


def _clauses(atoms: Sequence[Atom]) -> Iterator[Sequence[Atom]]:
    """The parts between commas, without what says that the same follows."""
    start = 0
    for at in [*(i for i, atom in enumerate(atoms) if atom.text in BREAKS), len(atoms)]:
        part = list(atoms[start:at])
        while part and part[0].text.lower() in _SAME:
            part.pop(0)
        yield part
        start = at + 1


def _trimmed(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """A part of a phrase without what only joins it to the others."""
    part = list(atoms)
    while part and (part[0].text in BREAKS or part[0].text.lower() in _SAME):
        part.pop(0)
    while part and part[-1].text in BREAKS:
        part.pop()
    return part


def _agree(means: Quantity, again: Quantity) -> bool:
    """What is said again is the same, or less exact."""
    same_axis = None in (again.axis, means.axis) or again.axis == means.axis
    return again.role in (means.role, Role.AXIS) and same_axis
