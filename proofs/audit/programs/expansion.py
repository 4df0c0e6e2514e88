"""The right side of a definition taken apart: what is chosen, over which letters, under which conditions.

Sets that the document defines by themselves stand in the place of their names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofs.audit.programs.program import Chosen
from spec.documents.equations.cells import INPUTS, Binder, binder_of, is_cell, is_range
from spec.documents.formulas.formulas import Form, Written, renamed
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.names.functions import called_in, with_values
from spec.documents.names.notation import Notation

CHOICES = {"max": Chosen.GREATEST, "maximum": Chosen.GREATEST, "min": Chosen.LEAST, "minimum": Chosen.LEAST}


@dataclass(frozen=True, slots=True)
class DefinedSet:
    """S(b, c, m, n) = { member | conditions }, and the letters that its name carries."""

    letters: tuple[str, ...]
    members: Written


@dataclass(slots=True)
class Parts:
    """What is chosen of the values of `body` over `binders` and `letters` without a range, where `conditions` hold."""

    choice: Chosen
    body: Written
    binders: list[Binder] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    conditions: list[Written] = field(default_factory=list)


def set_of(written: Written) -> tuple[str, DefinedSet] | None:
    """The formula as a definition of a set, with its name; None if it is none."""
    if written.form is not Form.RELATION or written.text != "EQ":
        return None
    named, members = written.parts[0], comprehension(written.parts[1])
    if members is None:
        return None
    name, *letters = named.parts or (named,)
    if name.form is not Form.NAME or not all(letter.form is Form.NAME for letter in letters):
        return None
    return name.text, DefinedSet(tuple(letter.text for letter in letters), members)


_PLACE = ("row'", "column'")
"""The letters of a place that a set tells by formulas alone: no document has them."""


def comprehension(written: Written) -> Written | None:
    """A set by its members and their conditions, of places by letters; None for what is no such set.

    What it is cut with, a product of ranges, are conditions: {(m s - p, n t - q) | ...} ∩ ([0, H) × [0, W)).
    """
    within: list[Written] = []
    while written.form is Form.INTERSECTION:
        sides = sorted(written.parts, key=lambda part: part.form is Form.MULTIPLY or is_range(part))
        written, box = sides
        within.append(box)
    if written.form is not Form.COMPREHENSION:
        return None
    member, conditions = written.parts
    if member.form is Form.RELATION and member.text == "IN":  # {(i, j) in T | ...}
        member, conditions = member.parts[0], replace(conditions, parts=(member, *conditions.parts))
        written = replace(written, parts=(member, conditions))
    is_pair = member.form is Form.INTERVAL and member.text == "()"
    said = member.parts if is_pair else (member,)
    are_names = all(part.form is Form.NAME for part in said)
    if not within and (are_names or not is_pair):
        return written
    told = [Written(Form.NAME, (), name, member.start, member.end) for name in _PLACE[: len(said)]]
    names = list(said) if are_names else told
    given = [] if are_names else [_related(*pair, "EQ") for pair in zip(names, said, strict=True)]
    ranges = [_related(*pair, "IN") for box in within for pair in zip(names, _ranges(box), strict=False)]
    if len(ranges) < len(names) * len(within):
        return None
    place = replace(member, parts=tuple(names)) if is_pair else names[0]
    return replace(written, parts=(place, replace(conditions, parts=(*conditions.parts, *given, *ranges))))


def with_formulas(
    written: Written, notation: Notation, ranked: Collection[str] = (), first: int | None = None
) -> Written:
    """A member of a set of places that has a formula of its own is that formula: {(r_i, q_j) | ...}; so is a product of
    ranges that a set is cut with. The rank of an element, by one of some functions, is the element: NaN is judged apart
    from formulas. [m] are the numbers from `first` on, where the document says so."""
    if written.form is Form.INTERSECTION:
        cut = (notation.alias(part.text) if part.form is Form.NAME else None for part in written.parts)
        boxes = (box if box is not None and box.form is Form.MULTIPLY else None for box in cut)
        written = replace(written, parts=tuple(box or part for box, part in zip(boxes, written.parts, strict=True)))
    parts = tuple(with_formulas(part, notation, ranked, first) for part in written.parts)
    if written.form is Form.INTERVAL and written.text == "[]" and len(parts) == 1 and first is not None:
        begin = Written(Form.NUMBER, (), str(first), written.start, written.start)
        return replace(written, parts=(begin, *parts), text="[]" if first else "[)")
    if written.form is Form.CALL and len(parts) == 2 and parts[0].text in ranked and is_cell(parts[1], INPUTS):
        return parts[1]
    if written.form is Form.COMPREHENSION and place_of(parts[0]):
        given = (notation.alias(name.text) or name for name in parts[0].parts)
        parts = (replace(parts[0], parts=tuple(given)), *parts[1:])
    return replace(written, parts=parts)


def greatest_over(name: Written, members: DefinedSet) -> Written | None:
    """The greatest element of X over a set of places of the windows that its name carries, as a definition of Y; None
    where its conditions do not name the letters of a window, or its letters are not those of one."""
    letters = members.letters
    place = place_of(members.members.parts[0])
    used = {part.text for part in members.members.parts[1].walk()}
    is_of_windows = len(letters) in (2, 4) and len(set(letters)) == len(letters) and set(letters[-2:]) <= used
    if not is_of_windows or len(place) != len(_PLACE) or _are_taps(members):
        return None
    names = [*(letters[:-2] or _PLANE), *letters[-2:]]
    cell, element = (
        Written(Form.INDEX, tuple(Written(Form.NAME, (), text) for text in each), "", name.start, name.end)
        for each in (("Y", *names), ("X", *names[:2], *(letter.text for letter in place)))
    )
    within = Written(Form.BINDERS, (_related(members.members.parts[0], name, "IN"),))
    return _related(cell, Written(Form.BIG, (within, element), "max", name.start, name.end), "EQ")


def _are_taps(members: DefinedSet) -> bool:
    """The members' letters have a factor, or are arguments of a function: they count taps, and are no places."""
    said = [part for part in members.members.parts[1].walk() if not is_cell(part, INPUTS)]
    factors = {each.text for part in said if part.form is Form.MULTIPLY for each in part.parts}
    arguments = {each.text for part in said if part.form is Form.CALL for each in part.parts[1:]}
    return any(letter.text in factors | arguments for letter in place_of(members.members.parts[0]))


_PLANE = ("batch'", "channel'")
"""The letters of a plane, where a set has none: no document has them."""


def _related(left: Written, right: Written, how: str) -> Written:
    return Written(Form.RELATION, (left, right), how, right.start, right.end)


def _ranges(box: Written) -> Sequence[Written]:
    if is_range(box):
        return (box,)
    return box.parts if box.form is Form.MULTIPLY and all(map(is_range, box.parts)) else ()


def expanded(right: Written, conditions: Sequence[Written], sets: Mapping[str, DefinedSet]) -> Parts:
    """The right side of a definition, and the conditions beside it, taken apart. Raises NotUnderstood."""
    parts = Parts(Chosen.EACH, right)
    for condition in conditions:
        _take(parts, condition, sets)
    while (chosen := _chosen(parts.body)) is not None:
        choice, over, body = chosen
        if parts.choice not in (Chosen.EACH, choice):
            raise NotUnderstood("a least of greatest values")
        parts.choice, parts.body = choice, body
        for said in over:
            _take(parts, said, sets)
        _take_members(parts, sets)
    _put_in_place(parts)
    return parts


def _put_in_place(parts: Parts) -> None:
    """A letter without a range that a condition gives a value, i = m * s + h, is that value."""
    while found := next(((c, *told) for c in parts.conditions if (told := _given(c, parts.letters))), None):
        said, letter, value = found
        parts.letters.remove(letter)
        parts.conditions += [as_condition(binder) for binder in parts.binders if binder.letter.text == letter]
        parts.binders = [binder for binder in parts.binders if binder.letter.text != letter]
        calls = called_in(value)  # In r = r(m, i) the letter and the function have one name.
        parts.conditions = [with_values(c, {letter: value}, calls) for c in parts.conditions if c is not said]
        parts.body = with_values(parts.body, {letter: value}, calls)


def as_condition(binder: Binder) -> Written:
    """What the range of a letter says of it."""
    how = "LE LE" if binder.closed else "LE LT"
    return Written(Form.RELATION, (binder.low, binder.letter, binder.high), how, binder.low.start, binder.high.end)


def _given(said: Written, letters: Sequence[str]) -> tuple[str, Written] | None:
    """The letter that an equation gives a value, r = m s - p or r + p = m s, and that value."""
    if said.form is not Form.RELATION or said.text != "EQ":
        return None
    left, right = said.parts
    if left.form is Form.ADD and left.parts[0].form is Form.NAME:
        left, right = left.parts[0], replace(right, form=Form.SUBTRACT, parts=(right, left.parts[1]), text="")
    return (left.text, right) if left.form is Form.NAME and left.text in letters else None


def _chosen(body: Written) -> tuple[Chosen, list[Written], Written] | None:
    """A choice, what it is made over, and of what: max over letters, or the least of a set."""
    if body.form is Form.BIG and body.text in CHOICES:
        beside = body.parts[1] if len(body.parts) == 3 else None
        where = [beside] if beside is not None and beside.form is Form.ALL else []
        over = [_closed(each, None if where else beside) for each in body.parts[0].parts]
        return CHOICES[body.text], [*over, *where], body.parts[-1]
    if body.form is Form.CALL and len(body.parts) == 2 and body.parts[0].text in CHOICES:
        return CHOICES[body.parts[0].text], [], body.parts[1]
    return None


def _closed(relation: Written, above: Written | None) -> Written:
    """h = 0 below a sign and n above it are the range from 0 to n."""
    if above is None or relation.form is not Form.RELATION or relation.text != "EQ":
        return relation
    return Written(Form.RELATION, (relation.parts[1], relation.parts[0], above), "LE LE", relation.start, above.end)


def _take_members(parts: Parts, sets: Mapping[str, DefinedSet]) -> None:
    """The least of a set is the least of its members."""
    members = _members(parts.body, sets)
    if members is not None:
        parts.body = members.parts[0]
        for said in members.parts[1].parts:
            _take(parts, said, sets)


def _members(written: Written, sets: Mapping[str, DefinedSet]) -> Written | None:
    """A set as it is written, or as its name is defined, with the letters that it is named with. Raises
    NotUnderstood."""
    if (members := comprehension(written)) is not None:
        return members
    name, *given = written.parts or (written,)
    defined = sets.get(name.text) if written.form in (Form.NAME, Form.CALL, Form.INDEX) else None
    if defined is None:
        return None
    if not all(each.form is Form.NAME for each in given):
        raise NotUnderstood("a set with other arguments than letters")
    return renamed(defined.members, {a: b.text for a, b in zip(defined.letters, given, strict=False)})


def _take(parts: Parts, said: Written, sets: Mapping[str, DefinedSet]) -> None:
    """What a binder or a condition says: a range, a letter without one, a place of a set, or a condition."""
    if said.form is Form.NAME:
        parts.letters += [said.text] if said.text not in parts.letters else []
    elif said.form in (Form.ALL, Form.BOTH):
        for each in said.parts:
            _take(parts, each, sets)
    elif (binder := binder_of(said)) is not None:
        parts.binders.append(binder)
    elif said.form is Form.RELATION and said.text == "IN" and (names := place_of(said.parts[0])):
        for each in _in_place(names, said.parts[1], sets):
            _take(parts, each, sets)
    elif (values := _in_values(said, sets)) is not None:
        for each in values:
            _take(parts, each, sets)
    else:
        parts.conditions.append(said)


def place_of(written: Written) -> list[Written]:
    """The letters of (h, w)."""
    is_place = written.form is Form.TUPLE or (written.form is Form.INTERVAL and written.text == "()")
    return list(written.parts) if is_place and all(part.form is Form.NAME for part in written.parts) else []


def _in_place(names: Sequence[Written], where: Written, sets: Mapping[str, DefinedSet]) -> Iterator[Written]:
    """(h, w) in a product of ranges, or in a set of places."""
    ranges = where.parts if where.form is Form.MULTIPLY else ()
    members = _members(where, sets)
    if len(ranges) == len(names) and all(is_range(each) or each.parts[:1] for each in ranges):
        yield from (_related(*pair, "IN") for pair in zip(names, ranges, strict=True))
    elif members is not None and len(place := place_of(members.parts[0])) == len(names):
        again = renamed(members, {a.text: b.text for a, b in zip(place, names, strict=True)})
        yield from (*names, *again.parts[1].parts)
    else:
        raise NotUnderstood("a set of places that is not defined")


def _in_values(said: Written, sets: Mapping[str, DefinedSet]) -> Sequence[Written] | None:
    """r in a set of numbers, R(h) = {r | ... for some i}: the letter and the set's conditions, whose own letters are
    told apart from those of other sets; None where it says something else."""
    if said.form is not Form.RELATION or said.text != "IN" or said.parts[0].form is not Form.NAME:
        return None
    letter, members = said.parts[0], _members(said.parts[1], sets)
    if members is None or members.parts[0].form is not Form.NAME:
        return None
    inner = filter(None, map(binder_of, members.parts[1].parts))
    names = {binder.letter.text: f"{binder.letter.text}'{letter.text}" for binder in inner}
    again = renamed(members, {**names, members.parts[0].text: letter.text})
    return (letter, *again.parts[1].parts)
