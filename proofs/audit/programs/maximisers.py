"""Y as the element at one of the places of a window where its greatest element is: M = max over V of X[...],
A = {(u, v) in V : X[...] = M}, (h', w') the first of A, Y = X[..., h', w']. So Y is M, whichever of A is taken: in
which order the first is meant is another question, and not settled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from proofs.audit.programs.expansion import place_of
from spec.documents.equations.cells import INPUTS, OUTPUTS, is_cell
from spec.documents.equations.statements import StatedFormula
from spec.documents.formulas.formulas import Form, Written, renamed

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Maximisers:
    """The places of a set, by their letters, at which an element is the greatest of that set."""

    letters: tuple[str, ...]
    element: Written
    greatest: Written


def with_greatest(found: Sequence[StatedFormula]) -> list[StatedFormula]:
    """The formulas, with those that give Y the element at a maximiser as ones that give it the greatest element."""
    equations = [(part.parts[0], part.parts[1]) for each in found for part in _equations(each.written)]
    named = [(left.text, right) for left, right in equations if left.form is Form.NAME]
    greatest = _once((name, right) for name, right in named if _is_greatest(right))
    sets = _once((name, made) for name, right in named if (made := _maximisers(right, greatest)) is not None)
    places = {_letters(left): sets[name] for left, right in equations if (name := _chosen_of(right)) in sets}
    return [replace(each, written=_put(each.written, places)) for each in found] if places else list(found)


def _once(told: Iterable[tuple[str, _T]]) -> Mapping[str, _T]:
    """What names stand for, but for those that are told differently twice."""
    found: dict[str, list[_T]] = {}
    for name, means in told:
        found.setdefault(name, []).append(means)
    return {name: means[0] for name, means in found.items() if all(each == means[0] for each in means)}


def _equations(written: Written) -> Iterator[Written]:
    for part in written.parts if written.form is Form.ALL else (written,):
        if part.form is Form.RELATION and part.text == "EQ" and len(part.parts) == 2:
            yield part


def _is_greatest(written: Written) -> bool:
    """The maximum of an element of X over the places of one set."""
    is_max = written.form is Form.BIG and written.text == "max" and len(written.parts) == 2
    return is_max and len(written.parts[0].parts) == 1 and is_cell(written.parts[1], INPUTS)


def _maximisers(written: Written, greatest: Mapping[str, Written]) -> _Maximisers | None:
    """{(u, v) in V : X[...] = M}, where M is the greatest of the same elements of V."""
    if written.form is not Form.COMPREHENSION or len(written.parts[1].parts) != 1:
        return None
    member, (condition,) = written.parts[0], written.parts[1].parts
    if member.form is not Form.RELATION or member.text != "IN" or condition.form is not Form.RELATION:
        return None
    named = next((part.text for part in condition.parts if part.form is Form.NAME and part.text in greatest), "")
    element = next((part for part in condition.parts if is_cell(part, INPUTS)), None)
    if condition.text != "EQ" or not named or element is None:
        return None
    binder, of = greatest[named].parts[0].parts[0], greatest[named].parts[1]
    letters, others = _letters(member.parts[0]), _letters(binder.parts[0]) if binder.form is Form.RELATION else ()
    if not letters or len(letters) != len(others):
        return None
    is_of_set = binder.text == "IN" and binder.parts[1] == member.parts[1]
    is_same = is_of_set and renamed(of, dict(zip(others, letters, strict=True))) == element
    return _Maximisers(letters, element, greatest[named]) if is_same else None


def _letters(written: Written) -> tuple[str, ...]:
    return tuple(letter.text for letter in place_of(written))


def _chosen_of(written: Written) -> str:
    """The name of the set of which one, the first or the last in some order, is taken: min_< A."""
    is_one = written.form is Form.BIG and written.text in ("min", "max") and written.parts[-1].form is Form.NAME
    return written.parts[-1].text if is_one else ""


def _put(written: Written, places: Mapping[tuple[str, ...], _Maximisers]) -> Written:
    if written.form is not Form.RELATION or written.text != "EQ" or not is_cell(written.parts[0], OUTPUTS):
        return written
    for letters, of in places.items():
        names = dict(zip(letters, of.letters, strict=False))
        if len(letters) == len(of.letters) and renamed(written.parts[1], names) == of.element:
            return replace(written, parts=(written.parts[0], of.greatest))
    return written
