"""Statements on bit patterns for all patterns at once: each bit of each part is a decision diagram over the inputs.

Truth values are nodes. A pattern or a float is one of several rows of bits, each under its condition: what is said of
`ite` is said of each of its sides, which keeps the diagrams small. The narrowest inputs are asked first: they tell what
is chosen, and what it is chosen from is then compared in each case apart. Of inputs equally wide, the bits of equal
height are asked one after the other, the highest first: then what compares patterns needs few nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from itertools import count, product

from proofs.engine.bits.diagrams import FALSE, TRUE, Diagrams, TooManyNodes
from proofs.engine.bits.text import Definitions, Expression, UnknownOperation, definitions, meaning, parsed

VERSION = "2"
"""Of the route: another number where another statement may be decided, or otherwise."""

Row = tuple[int, ...]
"""Bits, the lowest first."""


@dataclass(frozen=True, slots=True)
class Cases:
    """A pattern, or a float with so many bits for its exponent: its row of bits under each condition.

    Exactly one of the conditions holds.
    """

    rows: Mapping[Row, int]
    exponent: int = 0


class Gates:
    """The operations on diagrams. Raises TooManyNodes where they grow too large."""

    def __init__(self, widths: Mapping[str, int]) -> None:
        self._diagrams = Diagrams()
        self._choose, self._not, self._xor = self._diagrams.choose, self._diagrams.negated, self._diagrams.unlike
        self._places = count(sum(widths.values()))
        bits = [(name, bit) for name, width in widths.items() for bit in range(width)]
        order = sorted(bits, key=lambda named: (widths[named[0]], -named[1]))
        asked = {key: self._diagrams.bit(place) for place, key in enumerate(order)}
        self.inputs = {name: _one(tuple(asked[name, bit] for bit in range(width))) for name, width in widths.items()}

    # Made anew, and not kept: it refers to the gates, which with what they hold would stay until cycles are collected.
    @property
    def operations(self) -> Mapping[str, Callable[..., int | Cases]]:
        """The operations by name."""
        of_rows, whether = partial(partial, self._of_rows), partial(partial, self._whether)
        return {
            "not": self._not,
            "and": self.all,
            "or": self._any,
            "=>": lambda left, right: self._any(self._not(left), right),
            "=": self._same,
            "ite": self._ite,
            "concat": of_rows(lambda high, low: low + high),
            "bvadd": of_rows(lambda left, right: self._sum(left, right, FALSE)),
            "bvsub": of_rows(lambda left, right: self._sum(left, tuple(map(self._not, right)), TRUE)),
            "bvand": of_rows(partial(_each, self._diagrams.both)),
            "bvor": of_rows(partial(_each, self._diagrams.either)),
            "bvxor": of_rows(partial(_each, self._xor)),
            "bvugt": whether(self._above),
            "bvult": whether(lambda left, right: self._above(right, left)),
            "bvsgt": whether(lambda left, right: self._above(self._signed(left), self._signed(right))),
            "fp.gt": self._greater,
            "fp.geq": lambda left, right: self._any(self._greater(left, right), self._equal(left, right)),
            "fp.isNaN": self._is_nan,
            "fp.isZero": self._is_zero,
            "fp.max": self._max,
        }

    @property
    def indexed(self) -> Mapping[str, Callable[..., Cases]]:
        """The operations with sizes in their name."""
        return {
            "extract": lambda of, last, first: self._of_rows(lambda row: row[int(first) : int(last) + 1], of),
            "sign_extend": lambda of, more: self._of_rows(lambda row: row + row[-1:] * int(more), of),
            "zero_extend": lambda of, more: self._of_rows(lambda row: row + (FALSE,) * int(more), of),
            "to_fp": lambda of, exponent, _: Cases(of.rows, int(exponent)),
        }

    def truth(self, value: bool) -> int:
        """True or false."""
        return TRUE if value else FALSE

    def pattern(self, width: int, value: int) -> Cases:
        """A bit pattern of a width."""
        return _one(tuple(value >> bit & 1 for bit in range(width)))

    def minus_infinity(self, exponent: str, significand: str) -> Cases:
        """The float -oo of a format: no bit of the fraction, all of the exponent, and the sign."""
        return _one((FALSE,) * (int(significand) - 1) + (TRUE,) * (int(exponent) + 1), int(exponent))

    # --- truth values

    def all(self, *values: int) -> int:
        """All are true."""
        return reduce(self._diagrams.both, values, TRUE)

    def _any(self, *values: int) -> int:
        return reduce(self._diagrams.either, values, FALSE)

    # --- cases

    def _whether(self, test: Callable[..., int], *args: Cases) -> int:
        """A question about rows, of patterns: it holds in some case."""
        return self._any(*(self.all(condition, test(*rows)) for rows, condition in self._together(args)))

    def _of_rows(self, operation: Callable[..., Row], *args: Cases) -> Cases:
        """An operation on rows, of patterns."""
        return self._cases((operation(*rows), condition) for rows, condition in self._together(args))

    def _together(self, args: Sequence[Cases]) -> Iterator[tuple[tuple[Row, ...], int]]:
        """The cases of several patterns that there can be at once."""
        for case in product(*(arg.rows.items() for arg in args)):
            if (condition := self.all(*(condition for _, condition in case))) != FALSE:
                yield tuple(row for row, _ in case), condition

    def _cases(self, cases: Iterable[tuple[Row, int]], exponent: int = 0) -> Cases:
        """Those of the cases that there can be; equal rows are one."""
        rows: dict[Row, int] = {}
        for row, condition in cases:
            if condition != FALSE:
                rows[row] = self._any(rows.get(row, FALSE), condition)
        return Cases(rows, exponent)

    def _ite(self, test: int, then: int | Cases, otherwise: int | Cases) -> int | Cases:
        if isinstance(then, int) and isinstance(otherwise, int):
            return self._choose(test, then, otherwise)
        if isinstance(then, int) or isinstance(otherwise, int) or then.exponent != otherwise.exponent:
            raise ValueError("what is chosen from is of two kinds")
        sides = ((then, test), (otherwise, self._not(test)))
        cases = ((row, self.all(side, condition)) for of, side in sides for row, condition in of.rows.items())
        return self._cases(cases, then.exponent)

    def _same(self, left: int | Cases, right: int | Cases) -> int:
        """SMT-LIB's `=`: of floats, all NaN are one value, and the zeros are two."""
        if isinstance(left, int) and isinstance(right, int):
            return self._not(self._xor(left, right))
        if isinstance(left, int) or isinstance(right, int) or left.exponent != right.exponent:
            raise ValueError("what is compared is of two kinds")
        nan = self.all(self._is_nan(left), self._is_nan(right)) if left.exponent else FALSE
        return self._any(nan, self._whether(self._equal_rows, left, right))

    # --- rows

    def _equal_rows(self, left: Row, right: Row) -> int:
        return self._none(_each(self._xor, left, right))

    def _none(self, row: Sequence[int]) -> int:
        return self._not(self._any(*row))

    def _sum(self, left: Row, right: Row, carry: int) -> Row:
        found: list[int] = []
        for a, b in zip(left, right, strict=True):
            either = self._xor(a, b)
            found.append(self._xor(either, carry))
            carry = self._choose(either, carry, a)
        return tuple(found)

    def _above(self, left: Row, right: Row) -> int:
        """Unsigned `>`: the highest bit in which they differ decides."""
        found = FALSE
        for a, b in zip(left, right, strict=True):
            found = self._choose(self._xor(a, b), a, found)
        return found

    def _signed(self, row: Row) -> Row:
        """The row whose unsigned order is the signed order."""
        return (*row[:-1], self._not(row[-1]))

    # --- floats

    def _is_nan(self, number: Cases) -> int:
        """All bits of the exponent, and one of the fraction."""
        fraction = -1 - number.exponent
        return self._whether(lambda row: self.all(*row[fraction:-1], self._any(*row[:fraction])), number)

    def _is_zero(self, number: Cases) -> int:
        return self._whether(lambda row: self._none(row[:-1]), number)

    def _equal(self, left: Cases, right: Cases) -> int:
        """`fp.eq`: no NaN is equal to anything, and the zeros are."""
        zeros = self.all(self._is_zero(left), self._is_zero(right))
        same = self._any(zeros, self._whether(self._equal_rows, left, right))
        return self.all(same, self._not(self._any(self._is_nan(left), self._is_nan(right))))

    def _greater(self, left: Cases, right: Cases) -> int:
        """`fp.gt`: by the sign, then the magnitude, the other way round below zero; of no NaN and no two zeros."""

        def above(a: Row, b: Row) -> int:
            below_zero, over_zero = self._above(b[:-1], a[:-1]), self._above(a[:-1], b[:-1])
            return self._choose(self._xor(a[-1], b[-1]), b[-1], self._choose(a[-1], below_zero, over_zero))

        zeros = self.all(self._is_zero(left), self._is_zero(right))
        but = self._any(self._is_nan(left), self._is_nan(right), zeros)
        return self.all(self._whether(above, left, right), self._not(but))

    def _max(self, left: Cases, right: Cases) -> int | Cases:
        """`fp.max`: of a zero of each sign SMT-LIB leaves open which; here a bit of its own chooses, each time."""
        first = self._any(self._is_nan(right), self._greater(left, right))
        second = self._any(self._is_nan(left), self._greater(right, left))
        either = self._diagrams.bit(next(self._places))
        return self._ite(self._choose(first, TRUE, self._choose(second, FALSE, either)), left, right)


def _one(row: Row, exponent: int = 0) -> Cases:
    return Cases({row: TRUE}, exponent)


def _each(operation: Callable[[int, int], int], left: Row, right: Row) -> Row:
    return tuple(operation(a, b) for a, b in zip(left, right, strict=True))


def never(formulas: Sequence[Expression], widths: Mapping[str, int], defined: Definitions) -> bool:
    """No patterns of these inputs, by name, make all formulas true.

    Raises TooManyNodes where the diagrams grow too large, and UnknownOperation for an operation that has none.
    """
    gates = Gates(widths)
    return gates.all(*(meaning(formula, gates.inputs, defined, gates) for formula in formulas)) == FALSE


@lru_cache(maxsize=1024)
def by_diagrams(formulas: tuple[str, ...], widths: tuple[tuple[str, int], ...], functions: str) -> bool | None:
    """Whether no patterns of these inputs make all formulas true; None where the diagrams say nothing.

    The ledger, a decision and the check of a package ask the same, each for itself.
    """
    expressions = [expression for formula in formulas for expression in parsed(formula)]
    try:
        return never(expressions, dict(widths), definitions(functions))
    except (TooManyNodes, UnknownOperation):
        return None
