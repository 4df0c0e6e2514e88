"""A formula as a term: what the signs mean, once its document's names are resolved. As written: nothing is simplified.

One spatial axis is the formula's own, that of its left side; its quantities become the per-axis words of the clauses.
A quantity of another axis becomes a variable of its own, so that a formula which mixes two axes is refuted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce

from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotDefined, NotUnderstood
from spec.documents.formulas.words import TERMS, Quantity, Role
from spec.documents.names.notation import Notation
from spec.language.fold import substitute
from spec.language.terms import (
    Sort,
    Term,
    Variable,
    and_,
    ceil,
    exists,
    floor,
    forall,
    free_variables,
    ite,
    maximum,
    minimum,
    not_,
    or_,
    term,
)
from spec.maxpool.vocabulary import dX
from spec.window.names import pad_begin

MOST_ALIASES = 20
"""How deep definitions may stand on definitions."""

LARGEST_EXPONENT = 128

_ARITHMETIC: Mapping[Form, Callable[..., Term]] = {
    Form.ADD: operator.add,
    Form.SUBTRACT: operator.sub,
    Form.MULTIPLY: operator.mul,
    Form.DIVIDE: operator.truediv,
    Form.FLOOR_DIVIDE: operator.floordiv,
    Form.MODULO: operator.mod,
    Form.NEGATIVE: operator.neg,
    Form.ABSOLUTE: lambda a: maximum(a, -a),
    Form.FLOOR: floor,
    Form.CEIL: ceil,
}
_FUNCTIONS: Mapping[str, Callable[..., Term]] = {
    "floor": floor,
    "ceil": ceil,
    "ceiling": ceil,
    "max": maximum,
    "maximum": maximum,
    "min": minimum,
    "minimum": minimum,
}
_COMPARISONS: Mapping[str, Callable[[Term, Term], Term]] = {
    "EQ": lambda a, b: a.eq(b),
    "NE": lambda a, b: a.ne(b),
    "LT": operator.lt,
    "LE": operator.le,
    "GT": operator.gt,
    "GE": operator.ge,
}
_COUNTS = {Role.BATCH: dX[0], Role.CHANNELS: dX[1]}
_CONNECTIVES: Mapping[Form, Callable[..., Term]] = {
    Form.ALL: and_,
    Form.BOTH: and_,
    Form.EITHER: or_,
    Form.NEGATION: not_,
    Form.IMPLIES: lambda a, b: a.implies(b),
    Form.GIVEN: lambda a, b: b.implies(a),
    Form.IFF: lambda a, b: a.iff(b),
}


@dataclass(slots=True)
class Meaning:
    """Turns the parts of one formula into terms, and keeps what it met on the way.

    `axis` is the formula's own spatial axis, `free` what its quantities without an axis have in its place: the letter
    that counts the axes, or None where nothing is said; `bound` are the letters that ranges bind. `spelled` is where
    the formula first names each quantity of its own axis, `other_axes` are the axes of the others, `equal_pads` says
    that one padding stands for both ends, which it may do alone on a side of a comparison, `compared`.
    """

    notation: Notation
    axis: int | None = None
    bound: Mapping[str, Variable] = field(default_factory=dict)
    spelled: dict[Role, Written] = field(default_factory=dict)
    other_axes: set[int] = field(default_factory=set)
    free: dict[object, Written] = field(default_factory=dict)
    equal_pads: bool = False
    compared: Written | None = None
    depth: int = 0

    def number(self, written: Written) -> Term:
        """A part that denotes a number. Raises NotUnderstood."""
        if written.form is Form.NUMBER:
            return term(int(written.text) if written.text.isdigit() else Fraction(written.text))
        if written.form in _ARITHMETIC:
            return _ARITHMETIC[written.form](*map(self.number, written.parts))
        if written.form is Form.CALL and written.parts[0].text.lower() in _FUNCTIONS:
            return self._function(written)
        if written.form is Form.CASES:
            return self._cases(written)
        if written.form is Form.POWER and all(part.text.isdigit() for part in written.parts):
            return self._power(*(int(part.text) for part in written.parts))
        return self._named(written)

    def _function(self, written: Written) -> Term:
        name, arguments = written.parts[0].text.lower(), [self.number(part) for part in written.parts[1:]]
        function = _FUNCTIONS[name]
        if function in (floor, ceil):
            if len(arguments) != 1:
                raise NotUnderstood(f"{name} of {len(arguments)} numbers")
            return function(arguments[0])
        return reduce(function, arguments)

    def _cases(self, written: Written) -> Term:
        """The first case that holds; only what has a last one for all else is a number everywhere."""
        *branches, last = written.parts
        if last.form is Form.BRANCH or any(part.form is not Form.BRANCH for part in branches):
            raise NotUnderstood("cases without one for all else")
        made = self.number(last)
        for branch in reversed(branches):
            made = ite(self.condition(branch.parts[1]), self.number(branch.parts[0]), made)
        return made

    def _power(self, base: int, exponent: int) -> Term:
        if exponent > LARGEST_EXPONENT or base > LARGEST_EXPONENT:
            raise NotUnderstood(f"{base} to the power of {exponent}")
        return term(base**exponent)

    def _named(self, written: Written) -> Term:
        if written.form is Form.NAME and written.text in self.bound:
            return self.bound[written.text]
        if (known := self.notation.resolve(written)) is not None:
            return self.quantity(known, written)
        if (formula := self.notation.called(written)) is not None and self.depth < MOST_ALIASES:
            return self._standing_for(formula)
        if written.form is Form.CALL and len(written.parts) == 2:
            # A name before a bracket that is no function: a product, d(k - 1).
            return self.number(written.parts[0]) * self.number(written.parts[1])
        return self._defined(written)

    def _defined(self, written: Written) -> Term:
        """The term of a name that a formula defines; one that words describe otherwise is not resolved."""
        if written.form not in (Form.NAME, Form.INDEX, Form.CALL, Form.MEMBER):
            raise NotUnderstood(f"it holds a {written.form}")
        name = spelling(written)
        alias = self.notation.alias(written.text) if written.form is Form.NAME else None
        if alias is None or self.depth >= MOST_ALIASES or self.notation.is_told(name):
            raise NotDefined(name, written.start, self.notation.unclear(name) or f"{name!r} is not defined")
        return self._standing_for(alias)

    def _standing_for(self, formula: Written) -> Term:
        self.depth += 1
        meaning = self.number(formula)
        self.depth -= 1
        return meaning

    def _check_axis(self, known: Quantity, written: Written) -> None:
        """Either all quantities of a formula have an axis, or all are of one that is not said, by the same letter."""
        if known.axis is None and not known.is_running:
            self.free.setdefault(known.running, written)
            letter, more = known.running or ("", 0)
            if -more not in self.notation.first_axes.get(letter, {-more}):
                raise NotUnderstood(f"{letter!r} of {spelling(written)!r} counts the axes from another number here")
        if len(self.free) > 1 or (self.free and (known.axis if known.axis is not None else self.axis) is not None):
            named = next(iter(self.free.values()))
            raise NotUnderstood(f"it is not said on which spatial axis {spelling(named)!r} is, beside the others here")

    def quantity(self, known: Quantity, written: Written) -> Term:
        """The term of a quantity, in per-axis words for the formula's own axis."""
        if known.role in _COUNTS:
            return _COUNTS[known.role]
        if known.role not in TERMS and known.role is not Role.PAD:
            raise NotUnderstood(f"{spelling(written)!r} is no number")
        if known.role is Role.PAD and self.notation.lists_pads and written is not self.compared:
            raise NotUnderstood(f"{spelling(written)!r} is the padding on no side for certain")
        self._check_axis(known, written)
        if self.axis is None:
            self.axis = known.axis
        self.equal_pads |= known.role is Role.PAD
        meaning = pad_begin if known.role is Role.PAD else TERMS[known.role]
        if known.axis is not None and known.axis != self.axis:
            self.other_axes.add(known.axis)
            return on_axis(meaning, known.axis)
        self.spelled.setdefault(known.role, written)
        return meaning

    def condition(self, written: Written) -> Term:
        """A part that is true or false. Raises NotUnderstood."""
        if written.form is Form.RELATION:
            return self._relation(written)
        if written.form in (Form.FORALL, Form.EXISTS):
            return self._quantified(written)
        if written.form not in _CONNECTIVES:
            raise NotUnderstood("it is not a condition")
        return _CONNECTIVES[written.form](*map(self.condition, written.parts))

    def _relation(self, written: Written) -> Term:
        comparisons = written.text.split()
        made = []
        for left, name, right in zip(written.parts, comparisons, written.parts[1:], strict=False):
            if name != "IN":
                made.append(_COMPARISONS[name](self._side(left), self._side(right)))
                continue
            low, high = self.bounds(right)
            made += [low <= self._side(left), self._side(left) < high]
        return and_(*made)

    def _side(self, written: Written) -> Term:
        """One side of a comparison; of padding alone it is said for both ends."""
        self.compared = written
        return self.number(written)

    def bounds(self, interval: Written) -> tuple[Term, Term]:
        """The bounds [low, high) of an interval of integers."""
        if interval.form is Form.SET and len(interval.parts) == 3 and interval.parts[1].form is Form.DOTS:
            return self.number(interval.parts[0]), self.number(interval.parts[2]) + 1
        if interval.form is not Form.INTERVAL or len(interval.parts) != 2:
            raise NotUnderstood("a range that is not an interval")
        low, high = (self.number(part) for part in interval.parts)
        return low if interval.text[0] == "[" else low + 1, high + 1 if interval.text[1] == "]" else high

    def _quantified(self, written: Written) -> Term:
        binders, body = written.parts
        ranges = [(name, low, high) for part in binders.parts for name, low, high in self.ranges(part)]
        inner = replace(self, bound={**self.bound, **{n: position(n) for n, _, _ in ranges}})
        inner.spelled, inner.other_axes, inner.free = self.spelled, self.other_axes, self.free
        made = inner.condition(body)
        self.equal_pads |= inner.equal_pads
        quantifier = forall if written.form is Form.FORALL else exists
        for name, low, high in reversed(ranges):
            made = quantifier(position(name), low, high, made)
        return made

    def ranges(self, written: Written) -> list[tuple[str, Term, Term]]:
        """What a binder binds: `m ∈ [0, y - 1]`, `0 <= m < y`; names with bounds [low, high)."""
        if written.form is not Form.RELATION:
            raise NotUnderstood("a letter without a range")
        names, comparisons = written.parts, written.text.split()
        if comparisons == ["IN"] and names[0].form is Form.NAME:
            return [(names[0].text, *self.bounds(names[1]))]
        if len(names) == 3 and names[1].form is Form.NAME and set(comparisons) <= {"LE", "LT"}:
            low, high = self.number(names[0]), self.number(names[2])
            low = low + 1 if comparisons[0] == "LT" else low
            return [(names[1].text, low, high + 1 if comparisons[1] == "LE" else high)]
        raise NotUnderstood("a letter without a range")


class FlatMeaning(Meaning):
    """Reads an index formula: sizes stay those of the tensor, dX_0 to dX_3, and no axis is the formula's own."""

    __slots__ = ()

    def quantity(self, known: Quantity, written: Written) -> Term:
        """The size of X along a dimension; any other quantity as a variable of its axis."""
        if known.role in _COUNTS:
            return _COUNTS[known.role]
        if known.axis is None or known.role not in TERMS:
            raise NotUnderstood(f"{spelling(written)!r} in an index")
        if known.role is Role.X and known.axis < len(dX) - 2:
            return dX[2 + known.axis]
        return on_axis(TERMS[known.role], known.axis)


_QUANTITIES = frozenset(v.name for meaning in TERMS.values() for v in free_variables(meaning))


def position(letter: str) -> Variable:
    """The variable of a letter that runs over positions: never that of a quantity, such as x, the size of X."""
    return Variable(f"{letter}_position" if letter in _QUANTITIES else letter, Sort.INT)


def on_axis(meaning: Term, axis: int) -> Term:
    """A term in per-axis words, of another axis than the formula's own: each has a variable of its own there."""
    return substitute(meaning, {v: Variable(f"{v.name}_{axis}", v.kind) for v in free_variables(meaning)})


def spelling(written: Written) -> str:
    """A name, or an entry of a list, as text."""
    if written.form in (Form.INDEX, Form.CALL) and written.parts:
        inner = ", ".join(spelling(part) for part in written.parts[1:])
        return f"{spelling(written.parts[0])}[{inner}]"
    if written.form is Form.MEMBER:
        return ".".join(part.text for part in written.parts)
    return written.text or "..."
