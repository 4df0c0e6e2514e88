"""Functions that a document defines by formulas: `h(m, i) = m s + i d - p`. A call of one is its formula, with what
stands in the brackets in the place of the letters.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.numbered import families, with_number
from spec.documents.formulas.words import TENSORS
from spec.documents.names.introduced import SUMS, equations
from spec.documents.pages.model import Block

_COMPUTED = frozenset((*SUMS, Form.DIVIDE, Form.FLOOR_DIVIDE, Form.CEIL, Form.MODULO, Form.CALL))
_NUMBERS = _COMPUTED | {Form.NAME, Form.NUMBER, Form.INDEX, Form.NEGATIVE, Form.ABSOLUTE}


_OF_AXES = frozenset(("h", "w"))
"""Subscripts that name the height and the width."""


@dataclass(frozen=True, slots=True)
class StatedFunction:
    """A formula, and the letters in it that stand for what the function is of."""

    letters: tuple[str, ...]
    body: Written

    def of(self, given: Sequence[Written]) -> Written:
        """The formula of what is given for each letter."""
        return with_values(self.body, dict(zip(self.letters, given, strict=True)))


def as_function(left: Written, right: Written) -> tuple[str, StatedFunction] | None:
    """The name and the function that an equation defines; None if it defines none.

    Each letter has to be used, and to be no subscript: of `x_i` nothing can be put in the place of `i`.
    """
    if left.form not in (Form.CALL, Form.INDEX) or right.form not in _COMPUTED:
        return None
    name, *given = left.parts
    letters = tuple(each.text for each in given)
    if not all(each.form is Form.NAME for each in (name, *given)) or len(set(letters)) < len(letters):
        return None
    if name.text in TENSORS or not all(each.form in _NUMBERS for each in right.walk()):
        return None
    used = {each.text for each in right.walk() if each.form is Form.NAME}
    # The `h` of S_h is no letter that runs: S_h is one name.
    subscripts = {part for text in used for part in text.split("_")[1:]} - _OF_AXES
    is_function = used.issuperset(letters) and subscripts.isdisjoint(letters)
    return (name.text, StatedFunction(letters, right)) if is_function else None


def functions(blocks: Sequence[Block]) -> Mapping[str, Sequence[tuple[StatedFunction, tuple[str, ...]]]]:
    """The functions that formulas define, by their names, each with the headings it stands under."""
    found: dict[str, list[tuple[StatedFunction, tuple[str, ...]]]] = {}
    for block in blocks:
        for name, function in filter(None, (as_function(*sides) for sides in equations(block))):
            found.setdefault(name, []).append((function, block.path))
    return found


_Functions = Sequence[tuple[StatedFunction, tuple[str, ...]]]


def functions_of(name: str, stated: Mapping[str, _Functions]) -> _Functions:
    """The functions of a name; of one with a number, `x_0(o, k)`, those of any axis, `x_a(o, k)`, where it has none."""
    return stated.get(name) or [
        (replace(function, body=with_number(function.body, letter, place)), path)
        for letter, place, said in families(name, stated)
        for function, path in said
    ]


def definitions_of(name: str, stated: Mapping[str, _Functions]) -> Iterator[str]:
    """The names by which a function may be defined: its own, and that of any axis, `x_a` for `x_0`."""
    yield name
    yield from (f"{name.rpartition('_')[0]}_{letter}" for letter, _, _ in families(name, stated))


def with_values(written: Written, values: Mapping[str, Written], calls: Container[str] = ()) -> Written:
    """A formula with others in the place of names; of `calls`, names of functions too, what stands before brackets
    stays."""
    if written.form is Form.NAME:
        return values.get(written.text, written)
    is_call = written.form in (Form.CALL, Form.INDEX) and written.parts[0].text in calls
    kept = written.parts[:1] if is_call else ()
    rest = (with_values(part, values, calls) for part in written.parts[len(kept) :])
    return replace(written, parts=(*kept, *rest))


def called_in(written: Written) -> frozenset[str]:
    """The names that stand before brackets in a formula."""
    calls = (part for part in written.walk() if part.form in (Form.CALL, Form.INDEX))
    return frozenset(call.parts[0].text for call in calls)


_BETWEEN = r"[\s$`&,]{0,8}"
"""Marks and blanks; so few that a long run of them is looked through once."""


def _value_of(name: str, of: str) -> str:
    """`name(of) =`, for expressions for the two."""
    return rf"\\?(?:[a-z]{{4,12}}\{{)?{name}\}}?\({of}\)[$`]*\s*(?::?=|\\coloneqq|is)\s*[$`]*"


_ITSELF = _value_of("(?P=name)", "(?P=of)") + r"(?P=of)\b"
RANK = re.compile(
    rf"(?<![a-zA-Z{{\\]){_value_of('(?P<name>[a-zA-Z]{1,20})', '(?P<of>[a-z])')}(?P<rank>[^,;.$`&]{{1,20}}?){_BETWEEN}"
    rf"(?:if|when|where|for)\s{_BETWEEN}(?P=of){_BETWEEN}\bis\s+(?:a\s+)?NaN\b"
    rf"(?P<else>{_BETWEEN}(?:and\s)?{_BETWEEN}"
    rf"(?:(?:otherwise|else)\b{_BETWEEN}{_ITSELF}|{_ITSELF}{_BETWEEN}(?:otherwise|else)\b))?"
)
"""What ranks elements by cases, perhaps with the case of all that is no NaN, where it is the element itself:
`rank(v) = -inf if v is NaN, otherwise rank(v) = v`."""


_CASES = re.compile(
    r"\\?(?P<name>[a-zA-Z]{1,20})\((?P<of>[a-z])\)\s*:?=\s*\\begin\{cases\}\s*-\s*\\infty\s*,?\s*&?\s*"
    r"\\text\{\s*(?:if|when|for)\s*\}\s*(?P=of)\s*\\text\{\s*is\s+(?:a\s+)?NaN\s*\}\s*,?\s*\\\\\s*"
    r"(?P=of)\s*,?\s*&?\s*\\text\{\s*(?:otherwise|else)\s*\}\s*\.?\s*\\end\{cases\}"
)
"""The same as a formula of two cases, a NaN being ranked as minus infinity."""


def ranks(text: str) -> frozenset[str]:
    """The names of the functions by which a document ranks a NaN, and all else as itself."""
    in_prose = (found["name"] for found in RANK.finditer(text) if found["else"])
    return frozenset((*in_prose, *(found["name"] for found in _CASES.finditer(text))))
