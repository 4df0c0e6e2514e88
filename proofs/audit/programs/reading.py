"""Formulas of a document as programs: the elements of Y and Indices, with the ranges that are stated anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from proofs.audit.programs.expansion import DefinedSet, Parts, as_condition, expanded, place_of
from proofs.audit.programs.program import AXES, CELL, X_PADDED, Chosen, OutputProgram
from spec.documents.equations.cells import INDICES, INPUTS, OUTPUTS, Binder, binder_of, is_cell
from spec.documents.examples.stated import Named
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood, is_letter
from spec.documents.formulas.words import PADDED_NAMES
from spec.documents.names.meaning import FlatMeaning
from spec.documents.names.notation import Notation
from spec.language.terms import TRUE, IllSorted, Sort, Term, Variable, and_, exists
from spec.maxpool.vocabulary import X, Y, dX
from spec.window.names import dilation, kernel, pad_begin, stride


class _CellMeaning(FlatMeaning):
    """Reads elements of X, of the padded X and of Y beside numbers. An element of a plane is one of the cell's own."""

    cell: tuple[str, ...] = ()

    def number(self, written: Written) -> Term:
        """A number, or an element. Raises NotUnderstood."""
        for names, symbol in ((PADDED_NAMES, X_PADDED), (INPUTS, X), (OUTPUTS, Y)):
            # Where S is another name of `strides`, S[0] is no element of an output.
            if is_cell(written, names) and self.notation.resolve(written) is None:
                given = [super(_CellMeaning, self).number(part) for part in written.parts[1:]]
                plane = [Variable(letter) for letter in self.cell[:AXES]] if len(given) == AXES else []
                if len(plane) + len(given) != CELL:
                    raise NotUnderstood(f"an element with {len(given)} indices")
                return symbol(*plane, *given)
        return super().number(written)


def program_of(
    written: Written, notation: Notation, ranges: Mapping[str, Binder], sets: Mapping[str, DefinedSet]
) -> OutputProgram | None:
    """The formula as a definition of an output's elements; None where it is none, or is not understood as one.

    `ranges` are those of letters that have none in the formula, `sets` those that it may name.
    """
    try:
        return _program(written, notation, ranges, sets)
    except (NotUnderstood, IllSorted):
        return None


def names_used(
    written: Written, notation: Notation, ranges: Mapping[str, Binder], sets: Mapping[str, DefinedSet]
) -> Iterator[str]:
    """The names in a definition of an output that is understood with all its ranges, and in the sets that it names."""
    program = program_of(written, notation, ranges, sets)
    if program is not None and not program.unstated:
        bound = {letter.text for each in written.walk() for letter in _members_of(each, sets)}
        for each in written.walk():
            # Of a letter that runs over a set nothing else is told here.
            yield each.text if each.text not in bound else ""
            yield from (part.text for part in sets[each.text].members.walk()) if each.text in sets else ()


def _members_of(written: Written, sets: Mapping[str, DefinedSet]) -> Sequence[Written]:
    """The letters of (r, q) in a set that the document defines."""
    is_in = written.form is Form.RELATION and written.text == "IN" and len(written.parts) == AXES
    name = (written.parts[1].parts or written.parts[1:])[0].text if is_in else ""
    return place_of(written.parts[0]) if name in sets else ()


def _program(
    written: Written, notation: Notation, ranges: Mapping[str, Binder], sets: Mapping[str, DefinedSet]
) -> OutputProgram | None:
    beside, written = split(written)
    if written.form is not Form.RELATION or written.text != "EQ":
        return None
    left, right = written.parts
    of = Named.Y if is_cell(left, OUTPUTS) else Named.INDICES if is_cell(left, INDICES) else None
    letters = [p.text for p in left.parts[1:] if p.form is Form.NAME]
    if of is None or len(letters) != CELL or len(set(letters)) != CELL or len(left.parts) != CELL + 1:
        return None
    parts = expanded(right, beside, {name: each for name, each in sets.items() if not _takes(each, letters[-AXES:])})
    if parts.choice is Chosen.EACH and (of is Named.Y or not (parts.conditions or parts.binders or parts.letters)):
        return None  # Nothing says which tap is chosen: of an index this is the layout alone.
    return _Reader(notation, ranges, tuple(letters)).program(of, parts)


def _takes(members: DefinedSet, window: Sequence[str]) -> bool:
    """A set that is named with letters, R(n) = {r | r = m s}, holds a letter of the window that is none of these: what
    it means there is not said."""
    inner = (binder_of(said) for said in members.members.parts[1].parts)
    bound = {*members.letters, *(binder.letter.text for binder in inner if binder is not None)}
    bound |= {part.text for part in members.members.parts[0].walk() if part.form is Form.NAME}
    used = {part.text for part in members.members.walk() if part.form is Form.NAME}
    return bool(members.letters) and not used.isdisjoint({*window} - bound)


def split(written: Written) -> tuple[tuple[Written, ...], Written]:
    """The conditions under which something is said, and what is said."""
    if written.form is Form.ALL and written.parts:
        # Indices = ..., where ...
        return written.parts[1:], written.parts[0]
    if written.form is Form.EXISTS:
        return written.parts[:1], written.parts[1]
    if written.form is Form.GIVEN:
        return written.parts[1:], written.parts[0]
    if written.form in (Form.IMPLIES, Form.IFF):
        return written.parts[:1], written.parts[1]
    return (), written


def program_of_loops(
    of: Named, cell: tuple[str, ...], ranges: Sequence[Binder], notation: Notation, parts: Parts
) -> OutputProgram:
    """The program of an output whose letters all have ranges, in an order. Raises NotUnderstood."""
    meaning = _meaning(notation, cell, [binder.letter.text for binder in ranges])
    bounds = [(meaning.number(binder.low), meaning.number(binder.high)) for binder in ranges]
    named = tuple(
        (binder.letter.text, low, high + 1 if binder.closed else high)
        for binder, (low, high) in zip(ranges, bounds, strict=True)
    )
    condition = and_(TRUE, *map(meaning.condition, parts.conditions))
    return OutputProgram(of, cell, named, condition, meaning.number(parts.body), parts.choice)


def _meaning(notation: Notation, cell: tuple[str, ...], letters: Sequence[str]) -> _CellMeaning:
    meaning = _CellMeaning(notation, bound={letter: Variable(letter) for letter in (*cell, *letters)})
    meaning.cell = cell
    return meaning


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one definition: its letters are those of its cell, of its own ranges, and of ranges stated elsewhere."""

    notation: Notation
    ranges: Mapping[str, Binder]
    cell: tuple[str, ...]

    def program(self, of: Named, parts: Parts) -> OutputProgram:
        """The program of an output. Raises NotUnderstood."""
        given = [binder for binder in parts.binders if self.notation.alias(binder.letter.text) is not None]
        own = {binder.letter.text: binder for binder in parts.binders if binder not in given}
        # A letter that has a formula runs over nothing: its range is a condition.
        given += self._derived([parts.body, *parts.conditions], {*self.cell, *own, *parts.letters})
        conditions = [*parts.conditions, *map(as_condition, given)]
        return self._without(given)._program(of, parts, own, conditions)

    def _derived(self, written: Sequence[Written], known: Set[str]) -> list[Binder]:
        """The ranges, stated elsewhere, of letters whose own formulas name letters that are known and others that are
        no letters: r = m s + h d - p."""
        used = {part.text for each in written for part in _names(each)} & self.ranges.keys() - known
        aliases = {name: alias for name in used if (alias := self.notation.alias(name)) is not None}
        letters = {name: {part.text for part in _names(alias)} for name, alias in aliases.items()}
        return [self.ranges[name] for name, of in letters.items() if of & known and not of & self.ranges.keys() - known]

    def _without(self, given: Sequence[Binder]) -> _Reader:
        derived = {binder.letter.text for binder in given}
        return replace(self, ranges={name: binder for name, binder in self.ranges.items() if name not in derived})

    def _program(
        self, of: Named, parts: Parts, own: Mapping[str, Binder], conditions: Sequence[Written]
    ) -> OutputProgram:
        written = [parts.body, *conditions]
        positions = _positions(written)
        letters = dict.fromkeys((*own, *parts.letters)) | dict.fromkeys(self._free(written, {*own, *parts.letters}))
        meaning = _meaning(self.notation, self.cell, list(letters))
        ranges, inside = list[tuple[str, Term, Term]](), dict[str, Term]()
        for letter in letters:
            binder = own.get(letter) or self.ranges.get(letter)
            if binder is None and letter not in positions:
                raise NotUnderstood(f"{letter!r} has no range")
            if binder is None:
                axis = positions[letter]
                ranges.append((letter, 0 * dX[0], dX[AXES + axis]))
                inside[letter] = _in_window(Variable(letter), Variable(self.cell[AXES + axis]), axis)
            else:
                high = meaning.number(binder.high)
                ranges.append((letter, meaning.number(binder.low), high + 1 if binder.closed else high))
        holds = [meaning.condition(condition) for condition in conditions]
        value = meaning.number(parts.body)
        if (value.sort is Sort.ELEMENT) != (of is Named.Y):
            raise NotUnderstood("an element where an index is defined, or an index where an element is")
        condition = and_(TRUE, *inside.values(), *holds)
        return OutputProgram(of, self.cell, tuple(ranges), condition, value, parts.choice, tuple(inside))

    def _free(self, written: Sequence[Written], own: set[str]) -> Iterator[str]:
        """The letters that are neither the cell's nor bound, those of letters' own formulas in their place."""
        for name in (part.text for each in written for part in _names(each)):
            alias = self.notation.alias(name)
            is_size = name not in self.ranges and self.notation.resolve(Written(Form.NAME, (), name)) is not None
            if name in self.cell or name in own or not is_letter(name) or is_size:
                continue
            if alias is not None and name not in self.ranges:
                yield from self._free([alias], own | {name})
            else:
                yield name


def _names(written: Written) -> Iterator[Written]:
    """The names that stand for numbers: neither a tensor's nor a list's, nor an entry of a list."""
    if written.form is Form.NAME:
        yield written
    elif written.form is not Form.INDEX or len(written.parts) > 2:
        is_base = written.form in (Form.INDEX, Form.CALL)
        for part in written.parts[1:] if is_base else written.parts:
            yield from _names(part)


def _positions(written: Sequence[Written]) -> dict[str, int]:
    """The letters that are rows or columns of an element, each with its axis."""
    cells = (part for each in written for part in each.walk() if is_cell(part, INPUTS))
    return {p.text: axis for cell in cells for axis, p in enumerate(cell.parts[-AXES:]) if p.form is Form.NAME}


def _in_window(position: Term, window: Term, axis: int) -> Term:
    """A row or a column lies under some tap of a window."""
    tap = Variable("tap")
    s, d, p, k = (Variable(f"{v.name}_{axis}") for v in (stride, dilation, pad_begin, kernel))
    return exists(tap, 0, k, position.eq(window * s + tap * d - p))
