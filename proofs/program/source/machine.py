"""What an expression demands of its value: that a machine's integer type has it, that it is positive, that it is there.

Values stay mathematical integers. `fits(T, reason)(e)` is an expression whose value is that of e, and which has a
value only if that is one of T's. So `a + b` of the type `int` is `fits(INT32, Loss.OVERFLOW)(a + b)`: what is shown
of the sum is that it does not overflow, and what is then said of it is said of the sum itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from spec.language.fold import rebuilt
from spec.language.terms import Application, Sort, Symbol, Term, and_, children


@dataclass(frozen=True, slots=True)
class MachineInteger:
    """A type of integers: 8 to 64 bits, signed in two's complement or unsigned."""

    bits: int
    signed: bool

    @property
    def low(self) -> int:
        """The smallest value."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """The largest value."""
        return (1 << (self.bits - self.signed)) - 1

    def __str__(self) -> str:
        return f"{'' if self.signed else 'u'}int{self.bits}"


class Loss(StrEnum):
    """How a value can be lost; what is to be shown, in words."""

    OVERFLOW = "no signed overflow"
    CONVERSION = "no conversion that loses a value"
    WRAP = "no unsigned wrap"
    SIGN = "no number with a sign, or too large for one, where it changes what is meant"


@dataclass(frozen=True, slots=True)
class ValueRange:
    """What a symbol demands of its argument, whose value it has: a name for the condition, words, the bounds.

    Where a machine has a value all the same, it is the one of these bounds that differs by a multiple of `modulus`.
    """

    name: str
    words: str
    low: int
    high: int | None = None
    modulus: int | None = None

    def of(self, value: Term) -> Term:
        """The condition on a value."""
        return value >= self.low if self.high is None else and_(self.low <= value, value <= self.high)

    def met_by(self, value: int) -> bool:
        """Whether a number meets the condition."""
        return self.low <= value and (self.high is None or value <= self.high)


TYPES = tuple(MachineInteger(bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False))
INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64 = TYPES


def fits(machine: MachineInteger, reason: Loss) -> Symbol:
    """The symbol whose value is its argument, provided that the type has it."""
    return Symbol(f"fits({machine}, {reason})", (Sort.INT,), Sort.INT)


positive = Symbol("positive", (Sort.INT,), Sort.INT)
"""The symbol whose value is its argument, provided that it is above 0."""
not_negative = Symbol("not negative", (Sort.INT,), Sort.INT)
"""The symbol whose value is its argument, provided that it is not below 0."""
entered = Symbol("entered", (Sort.INT,), Sort.INT)
"""The symbol whose value is its argument, the turns of a loop of which the first is run unasked: that is above 0."""
filled = Symbol("filled", (Sort.INT,), Sort.INT)
"""The symbol whose value is its argument, how far a cell is from the ends of those filled: it is not below 0."""

DEMANDS = {
    positive.name: ValueRange("positive", "the step is positive", 1),
    entered.name: ValueRange("entered", "the first turn is one that the test of the loop allows", 1),
    filled.name: ValueRange("filled", "the cell is among those that are filled", 0),
    not_negative.name: ValueRange("not-negative", "no number of turns is negative", 0),
} | {
    fits(machine, reason).name: ValueRange(
        "fits",
        f"{reason}: the value is one of {machine}",
        machine.low,
        machine.high,
        2**machine.bits if reason in (Loss.WRAP, Loss.CONVERSION) else None,
    )
    for machine in TYPES
    for reason in Loss
}
"""What each such symbol demands, by its name."""


same = Symbol("same", (Sort.INT, Sort.INT), Sort.INT)
"""The symbol whose value is its second argument, provided that the first one is equal to it."""


def demanded(node: Term) -> ValueRange | None:
    """What an expression demands of its argument, if it does."""
    return DEMANDS.get(node.symbol.name) if isinstance(node, Application) else None


def bare(node: Term, *, wrapping: bool = True) -> Term:
    """A term without what is demanded of its parts, which is shown elsewhere.

    Not `wrapping`, demands stay where a machine has another value all the same.
    """
    demand = demanded(node)
    parts = [bare(child, wrapping=wrapping) for child in children(node)]
    return parts[0] if demand is not None and (wrapping or demand.modulus is None) else rebuilt(node, parts)


def present(sort: Sort) -> Symbol:
    """The symbol whose value is its second argument, provided that the first holds: that there is one at all."""
    return Symbol(f"present({sort})", (Sort.BOOL, sort), sort)


PRESENT = frozenset(present(sort).name for sort in Sort)
