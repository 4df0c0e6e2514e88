"""What the names of a document mean: resolved from its own definitions, and from the parts that they are made of.

A name means something only if that is certain: all that is said of it is understood and agrees. What is said under the
nearest headings counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

from spec.documents.formulas.formulas import (
    Form,
    Written,
    entry_letters,
    formula_in,
    is_spatial,
    list_name,
    running_index,
    spelled_entry,
)
from spec.documents.formulas.numbered import of_family
from spec.documents.formulas.phrases import meaning_of, word
from spec.documents.formulas.sentences import tensors_of
from spec.documents.formulas.words import (
    LISTS,
    PADDINGS,
    RUNNING,
    SPATIAL_AXES,
    TENSORS,
    Quantity,
    Role,
    dimension,
    entry_of,
    entry_of_pads,
    named,
    size_of_tensor,
)
from spec.documents.names.beside import Described, exact, nearness, without_notes
from spec.documents.names.counting import counted_from_zero, first_axes
from spec.documents.names.descriptions import descriptions
from spec.documents.names.functions import StatedFunction, functions, functions_of
from spec.documents.names.introduced import (
    VALUES,
    computed,
    introduced,
    named_formulas,
    size_by_form,
)
from spec.documents.names.listed import names_beside_lists
from spec.documents.names.shapes import as_size, sizes_of_shapes
from spec.documents.names.symbols import formulas_of_tables, named_entries, other_names, symbol_tables
from spec.documents.pages.model import Document

_BARE = {"N": (Role.BATCH, None), "C": (Role.CHANNELS, None), "H": (Role.X, 0), "W": (Role.X, 1), "D": (Role.X, 2)}
_LAYOUT = re.compile(r"N\s*[,x×*]\s*C\s*[,x×*]\s*H\s*[,x×*]\s*W(?!_)")
_DERIVED = frozenset((Role.Y, Role.PADS, Role.PAD, Role.PADDED, Role.EXTENT, Role.SLACK))
"""What a formula may derive from other quantities: such a formula is held against the clauses."""
_OF_Y = Quantity(Role.Y)
_PLANES = (Role.BATCH, Role.CHANNELS)
_PLACES = Form.NAME, Form.NUMBER
_COUNTING = frozenset("ija")
"""Letters that count the axes wherever they are subscripts."""
LIKE = 0.6
"""How like a misspelt name is to the one that was meant; a letter of three may differ."""
_T = TypeVar("_T")
_Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notation:
    """The names that a document defines, as they are understood under the headings of `path`.

    `described` is what it says of them in words, `defined` by formulas (`α = ...`), each with the headings it stands
    under. `bare_sizes`: N, C, H and W are the sizes of X; `uses_bare_sizes`: and it names them in no other way.
    `lists_pads`: padding is a list with begins and ends. `from_zero` are the names whose subscripts count from 0:
    `stride` where there is a `stride_0`. `lists` are other names of lists, `tensors` those of a signature. `first_axes`
    are the numbers that letters give the first axis.
    """

    described: Mapping[str, Sequence[Described]] = field(default_factory=dict)
    defined: Mapping[str, Sequence[tuple[Written, _Path]]] = field(default_factory=dict)
    bare_sizes: bool = False
    lists_pads: bool = False
    from_zero: frozenset[str] = frozenset()
    uses_bare_sizes: bool = False
    path: _Path = ()
    lists: Mapping[str, str] = field(default_factory=dict)
    tensors: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, Sequence[tuple[StatedFunction, _Path]]] = field(default_factory=dict)
    first_axes: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def under(self, path: _Path) -> Notation:
        """The notation as it is understood under some headings."""
        return replace(self, path=path)

    def resolve(self, written: Written) -> Quantity | None:
        """The quantity that a name, or an entry of a list, stands for; None if that is not certain."""
        found = self._said(written)
        is_unsaid = found == _OF_Y or (found is None and written.text not in self.described)
        if written.form is Form.NAME and is_unsaid:
            return size_by_form(self.alias(written.text), self._said, self.alias) or found
        if found is not None and written.form is Form.NAME and not self._fits_formula(written.text, found):
            return None
        return found

    def _said(self, written: Written) -> Quantity | None:
        if written.form is Form.NAME:
            return self._agreed(written.text, self._by_itself(written.text))
        if written.form in (Form.INDEX, Form.CALL) and len(written.parts) == 2:
            base, index = written.parts
            # What stands in round brackets is an index only if it is a number: d(k - 1) is a product.
            is_entry = written.form is Form.INDEX or index.form is Form.NUMBER
            return self._agreed(spelled_entry(written), self._entry(base, index)) if is_entry else None
        return None

    def _fits_formula(self, name: str, found: Quantity) -> bool:
        """A name that is described has no formula that says something else; one that derives it is judged itself."""
        if name not in self.described or name not in self.defined:
            return True
        alias = self.alias(name)
        return found.role in _DERIVED or found == dimension(name) or (alias is not None and self._said(alias) == found)

    def alias(self, name: str) -> Written | None:
        """The formula that defines a name; None if there is none, or several that differ."""
        said = self.defined.get(name) or of_family(name, self.defined)
        formulas = {written for written, _ in self._nearest(said, lambda each: each[1])}
        return formulas.pop() if len(formulas) == 1 else None

    def called(self, written: Written) -> Written | None:
        """The formula of a function's call; None for what is none, or where several are defined that differ."""
        name, *given = written.parts or (written,)
        found = {each for each, _ in self._nearest(functions_of(name.text, self.functions), lambda each: each[1])}
        function = found.pop() if len(found) == 1 and written.form in (Form.CALL, Form.INDEX) else None
        return function.of(given) if function is not None and len(function.letters) == len(given) else None

    def is_told(self, name: str) -> bool:
        """Something that is understood is said of a name."""
        said = self._nearest(self.described.get(name, ()), lambda each: each.path)
        return any(each.means is not None and each.means.role is not Role.AXIS for each in said)

    def nearest(self, name: str) -> str:
        """The name that is most like one, of those that the document defines; empty if none is."""
        known = {key for key in self.described if self.is_told(key)} | {key for key in self.defined if self.alias(key)}
        return next(iter(get_close_matches(name, sorted(known - {name}), 1, LIKE)), "")

    def spelled(self, axis: int | None) -> dict[Role, Written]:
        """The document's own name for each quantity of an axis that it describes."""
        found: dict[Role, Written] = {}
        for name, said in self.described.items():
            written = Written(Form.NAME, (), name)
            means = self.resolve(written) if said and "[" not in name else None
            if means is not None and means.axis == axis:
                found.setdefault(means.role, written)
        for name, (role, own) in _BARE.items() if self.uses_bare_sizes else ():
            if own == axis:
                found.setdefault(role, Written(Form.NAME, (), name))
        return found

    def unclear(self, name: str) -> str:
        """Why a name of which something is said is not understood; empty for one of which nothing is."""
        said = self._nearest(self.described.get(name, ()), lambda each: each.path)
        unread = [each for each in said if each.means is None]
        if unread:
            return f"{name!r} is said to be {unread[0].phrase!r}, which is not understood"
        if said:
            return f"{name!r} is said to be {' and '.join(repr(p) for p in dict.fromkeys(d.phrase for d in said))}"
        return f"{name!r} is defined by formulas that differ" if self.defined.get(name) else ""

    def _nearest(self, said: Sequence[_T], path_of: Callable[[_T], _Path]) -> Sequence[_T]:
        # What encloses the place holds there; only what is said in none of its own sections is looked for elsewhere.
        near = {path: nearness(path, self.path) for path in map(path_of, said)}
        most = max(near.values(), default=None)
        return [each for each in said if near[path_of(each)] == most]

    def _agreed(self, name: str, own: Quantity | None) -> Quantity | None:
        """What a name says by itself and what is said of it, if these agree; what is more exact counts."""
        said = self._nearest(self.described.get(name, ()), lambda each: each.path)
        told = exact({each.means for each in said})
        is_placed = own is not None and (own.role in _PLANES or (own.axis, own.running) != (None, None))
        is_certain = name in LISTS or name == "pads" or is_placed
        if not told or (told == {None} and own is not None and is_certain):
            return own
        if (means := told.pop()) is None or told:
            return None
        # x_i is of the axis that i counts; what is said of x along axis i is said of any axis.
        base, _, letter = name.rpartition("_")
        counts = {*_COUNTING, *self.first_axes, *entry_letters(self.alias(name))} if base else ()
        running = means.running or ((letter, 0) if means.axis is None and letter in counts else None)
        means = replace(means, is_running=False, running=running if running and running[0] == letter else None)
        if own is None or (own.role is Role.PAD and means.role in PADDINGS and own.axis is None):
            return means
        if own.role is not means.role or (None not in (own.axis, means.axis) and own.axis != means.axis):
            return None
        return own if means.axis is None else means

    def _by_itself(self, name: str) -> Quantity | None:
        if means := meaning_of(tuple(map(word, name.split()))) if " " in name else None:
            return means
        if (size := dimension(name)) is not None:
            return size
        if name in _BARE:
            return Quantity(*_BARE[name]) if self.bare_sizes else None
        base, _, place = name.rpartition("_")
        if self.lists.get(base) and (base in self.from_zero or place in RUNNING):
            return self._entry(Written(Form.NAME, (), base), Written(_PLACES[place.isdigit()], (), place))
        if place.isdigit():
            known = entry_of(base, int(place)) if base in self.from_zero else None
            return known or self._of_family(base, int(place))
        # The name of a list is no number, but for one of any axis.
        return named(name) if len(name) > 1 and named(name) else self._of_members(base, place)

    def _of_family(self, base: str, place: int) -> Quantity | None:
        """k_0, where k_i is kernel_shape[i]."""
        for letter in sorted(RUNNING):
            means = self._agreed(f"{base}_{letter}", None)
            if means is not None and means.running is not None and means.running[0] == letter:
                axis = place + means.running[1]
                return replace(means, axis=axis, running=None) if 0 <= axis < SPATIAL_AXES else None
        return None

    def _of_members(self, base: str, letter: str) -> Quantity | None:
        """k_a, where k_2 and k_3 are kernel_shape[0] and kernel_shape[1]."""
        for first in range(SPATIAL_AXES + 1) if base and letter in RUNNING else ():
            members = [f"{base}_{first + axis}" for axis in range(SPATIAL_AXES)]
            pair = [self._agreed(member, dimension(member)) for member in members]
            roles = {means.role for means in pair if means is not None}
            if len(roles) == 1 and [means and means.axis for means in pair] == list(range(SPATIAL_AXES)):
                return Quantity(roles.pop(), None, (letter, -first))
        return None

    def _entry(self, base: Written, index: Written) -> Quantity | None:
        name, is_number = self.lists.get(base.text, list_name(base)), index.form is Form.NUMBER
        place = int(index.text) if is_number and index.text.isdigit() else None
        running = running_index(index)
        if running is not None and self.is_told(running[0]):
            return None
        if name in TENSORS:
            tensor = TENSORS[name]
            if place is not None:
                return size_of_tensor(tensor, place)
            return None if running is None else Quantity(tensor, None, (running[0], running[1] - SPATIAL_AXES))
        if name == "pads":
            return entry_of_pads(place, running)
        known = self._list(name)
        is_of_four = place is not None and place >= SPATIAL_AXES  # Of four paddings, the order is not said.
        if known is None or known.axis is not None or (known.role is Role.PAD and (name.endswith("s") or is_of_four)):
            return None
        if place is not None:
            return replace(known, axis=place) if is_spatial(name, place) else None
        return None if running is None else replace(known, running=running)

    def _list(self, name: str) -> Quantity | None:
        """What the entries of a list are: by its name, or by what is said of `name[i]` or of the list."""
        if name in LISTS:
            return Quantity(LISTS[name])
        families = [f"{name}[{letter}]" for letter in sorted(RUNNING) if f"{name}[{letter}]" in self.described]
        for key in (*families, name):
            if key in self.described:
                return self._agreed(key, named(name))
        return named(name)


@lru_cache(maxsize=2)
def notation(document: Document) -> Notation:
    """The notation of a document."""
    described: dict[str, list[Described]] = {}
    shaped: dict[str, list[Described]] = {}
    defined: dict[str, list[tuple[Written, _Path]]] = {}
    tensors = tensors_of(document.blocks)
    in_words = (said for each in document.blocks for said in (*descriptions(each, tensors), *named_entries(each)))
    for said in (*in_words, *symbol_tables(document.blocks), *names_beside_lists(document.blocks)):
        if (formula := computed(said)) is not None:
            defined.setdefault(said.name, []).append((formula, said.path))
        else:
            described.setdefault(said.name, []).append(said)
    layout, lists = bool(_LAYOUT.search(document.text)), other_names(document.blocks)
    shapes = list(sizes_of_shapes(document.blocks))
    described = {name: [as_size(each, shapes) for each in without_notes(said)] for name, said in described.items()}
    for said in (*shapes, *introduced(document.blocks)):
        is_known = said.name in described or (layout and said.name in _BARE) or dimension(said.name) is not None
        if not is_known and named(said.name) is None:
            shaped.setdefault(said.name, []).append(said)
    for symbol, cell in formulas_of_tables(document.blocks):
        given = formula_in(cell.text.strip(), cell.start) if symbol.form is Form.NAME else None
        defined.setdefault(symbol.text, []).extend([(given, cell.path)] if given and given.form not in VALUES else [])
    for block in document.blocks:
        for name, written in named_formulas(block):
            defined.setdefault(name, []).append((written, block.path))
    from_zero, uses_bare = frozenset(counted_from_zero(document)), layout and "dX" not in document.text
    rest = (from_zero, uses_bare, (), lists, tensors, functions(document.blocks), first_axes(document))
    return Notation(described | shaped, defined, layout, "pads" in document.text, *rest)
