"""A parsed function, run on a call with given sizes and attributes: no Python is executed.

Integers are numbers; elements may be numbers too, or unknowns (terms of sort ELEMENT). Where a test depends on unknown
elements, both branches are run and their results merged. What a program must not do ends the run with its line. A run
that is given up, because it takes too long or would need what is not known, says nothing of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from proofs.program.source.expressions import Refused, require_bearable
from proofs.program.source.language import (
    RANK,
    TENSOR_PARAMETER,
    Allocate,
    Assign,
    For,
    Function,
    If,
    Instruction,
    Return,
    Store,
    number,
)
from spec.language.terms import Application, Sort, Term, Variable
from spec.maxpool.vocabulary import key, value
from spec.readings.partial import NotKnown, choice, partial
from spec.readings.value import DivisorNotPositive, Undefined

Value = Any
"""An int, a bool, an element (any number), or a term for what depends on unknown elements."""
Index = tuple[int, ...]
MOST_STEPS = 200_000
"""Statements, and turns of loops, that one run may take."""
MOST_CELLS = 1_000_000
"""Elements that a new array may have."""
MOST_BITS = 4096
"""Of an integer."""


class Failed(ArithmeticError):
    """The program did what it must not: the line, and what it was."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


@dataclass
class Cells:
    """An array of the program: its shape, and what was written so far."""

    shape: Index
    content: dict[Index, Value] = field(default_factory=dict)

    def copy(self) -> Cells:
        """The same array, to be written to apart."""
        return Cells(self.shape, dict(self.content))


@dataclass
class Run:
    """One run of a function: its variables, its arrays, whether elements are numbers, and the lines reached."""

    function: Function
    values: dict[str, Value]
    arrays: dict[str, Cells]
    known: bool
    lines: set[int] = field(default_factory=set)
    steps: int = 0

    def outputs(self) -> tuple[Cells, Cells]:
        """Y and Indices. Raises Failed; Refused for what cannot be run with unknown elements."""
        self._block(self.function.body)
        last = self.function.body[-1]
        assert isinstance(last, Return)
        Y, Indices = last.arrays
        return self.arrays[Y], self.arrays[Indices]

    # -- statements

    def _block(self, body: Sequence[Instruction]) -> None:
        for statement in body:
            self._step(statement.line)
            self.lines.add(statement.line)
            match statement:
                case Assign(line, names, values):
                    self.values.update(zip(names, [self._value(v, line) for v in values], strict=True))
                case Allocate(line, name, _, sizes):
                    self.arrays[name] = Cells(self._shape(sizes, line))
                case Store(line, array, indices, stored):
                    self._store(line, array, tuple(self._number(i, line) for i in indices), self._value(stored, line))
                case If():
                    self._if(statement)
                case For():
                    self._for(statement)

    def _step(self, line: int) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Refused(line, f"a run takes more than {MOST_STEPS} steps")

    def _if(self, statement: If) -> None:
        test = self._value(statement.test, statement.line)
        if not isinstance(test, Term):
            self._block(statement.then if test else statement.otherwise)
            return
        arrays = {name: cells.copy() for name, cells in self.arrays.items()}
        other = Run(self.function, dict(self.values), arrays, self.known, self.lines, self.steps)
        self._block(statement.then)
        other.steps = self.steps
        other._block(statement.otherwise)
        self.steps = other.steps
        self.values = {n: choice(test, v, other.values[n]) for n, v in self.values.items() if n in other.values}
        for name, cells in self.arrays.items():
            theirs = other.arrays[name].content
            if cells.content.keys() != theirs.keys():
                raise Refused(statement.line, f"whether {name} is written depends on elements")
            cells.content = {i: choice(test, v, theirs[i]) for i, v in cells.content.items()}

    def _for(self, loop: For) -> None:
        start, stop = self._number(loop.start, loop.line), self._number(loop.stop, loop.line)
        for i in range(start, stop):
            self._step(loop.line)
            self.values[loop.variable] = i
            self._block(loop.body)

    def _store(self, line: int, array: str, indices: Index, stored: Value) -> None:
        if array not in self.arrays:
            raise Failed(line, f"the array {array} is written to before it is allocated")
        cells = self.arrays[array]
        _require_within(line, array, indices, cells.shape)
        cells.content[indices] = stored

    def _shape(self, sizes: Sequence[Term], line: int) -> Index:
        shape = tuple(self._number(size, line) for size in sizes)
        if min(shape) < 0:
            raise Failed(line, f"a new array is given the sizes {shape}")
        if prod(shape) > MOST_CELLS:
            raise Refused(line, f"a new array is given the sizes {shape}, too many for a run")
        return shape

    # -- expressions

    def _number(self, node: Term, line: int) -> int:
        found = self._value(node, line)
        if isinstance(found, Term):
            raise Refused(line, "an index, a size or a bound depends on elements")
        assert isinstance(found, int)
        return found

    def _value(self, node: Term, line: int) -> Value:
        arrays = {name: self._reader(line, name) for name in self.arrays}
        try:
            found = partial(node, {**self.values, **arrays, **element_functions(known=self.known)})
        except DivisorNotPositive as error:
            raise Failed(line, f"the divisor is not positive: {error}") from None
        except NotKnown as error:
            raise Refused(line, f"{error}") from None
        except Undefined as error:
            raise Failed(line, f"{error}") from None
        if isinstance(found, int) and found.bit_length() > MOST_BITS:
            raise Refused(line, f"a run meets an integer of more than {MOST_BITS} bits")
        if isinstance(found, Term):
            require_bearable(found, line, "an expression")
        return found

    def _reader(self, line: int, array: str) -> Callable[..., Value]:
        def read(*indices: Value) -> Value:
            if any(isinstance(i, Term) for i in indices):
                raise Refused(line, "an index depends on elements")
            cells = self.arrays[array]
            _require_within(line, array, indices, cells.shape)
            if indices not in cells.content:
                raise Failed(line, f"{array}[{', '.join(map(str, indices))}] is read and was not written")
            return cells.content[indices]

        return read


def _require_within(line: int, array: str, indices: Index, shape: Index) -> None:
    for axis, (i, size) in enumerate(zip(indices, shape, strict=True)):
        if not 0 <= i < size:
            raise Failed(line, f"index {axis} of {array} is {i}, out of bounds for size {size}")


def element_functions(*, known: bool) -> dict[str, Callable[[Value], Value]]:
    """What an integer is as an element, the value of an element and its rank, without NaN: for numbers, the number.

    Of an unknown element the rank is unknown; an integer that the program writes is then an element of that rank.
    """

    def same(element: Value) -> Value:
        return element

    def rank(element: Value) -> Value:
        return element.args[0] if isinstance(element, Application) and element.symbol == number else key(element)

    return {number.name: same if known else number, value.name: same, key.name: same if known else rank}


def run(function: Function, X: Cells, attributes: Mapping[str, int]) -> Run:
    """A run that is about to start, on a tensor and on entries `pads[0]` ... of the attributes."""
    sizes = {f"dX_{i}": size for i, size in enumerate(X.shape)}
    known = not any(isinstance(element, Term) for element in X.content.values())
    return Run(function, {**sizes, **attributes}, {TENSOR_PARAMETER: X}, known)


def unknown_tensor(shape: Index) -> Cells:
    """A tensor of unknown elements."""
    assert len(shape) == RANK
    indices = product(*map(range, shape))
    return Cells(shape, {i: Variable(f"X[{', '.join(map(str, i))}]", Sort.ELEMENT) for i in indices})
