"""A parsed function, run on a call with given sizes and attributes: no Python is executed.

Integers are numbers; elements may be numbers too, or unknowns (terms of sort ELEMENT). Where a test depends on unknown
elements, both branches are run and their results merged. What a program must not do ends the run with its line. A run
that is given up, because it takes too long or would need what is not known, says nothing of the program.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from proofs.program.running.meanings import (
    Failed,
    Index,
    Value,
    decoded,
    demands_at,
    element_functions,
    open_choice,
    require_within,
)
from proofs.program.source.expressions import require_bearable
from proofs.program.source.language import (
    RANK,
    TENSOR_PARAMETER,
    Allocate,
    Assign,
    Break,
    Continue,
    For,
    Function,
    If,
    Instruction,
    Loop,
    Return,
    Store,
    While,
    sunk,
)
from proofs.program.source.refused import Refused
from spec.language.terms import Sort, Term, Variable, free_variables
from spec.maxpool.vocabulary import lowest, minus_infinity
from spec.readings.partial import NotKnown, choice, partial
from spec.readings.value import DivisorNotPositive, Undefined

Jump = type[Instruction] | None
"""What ended a block early."""
MOST_STEPS = 200_000
"""Statements, and turns of loops, that one run may take."""
MOST_CELLS = 1_000_000
"""Elements that a new array may have."""
MOST_BITS = 4096
"""Of an integer."""


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
    """One run of a function: its variables, its arrays, whether elements are numbers, and the lines reached.

    `least` is the lowest number of the elements' type; None where the type is left open. `wraps`: unsigned numbers
    wrap, as C has it; otherwise the demand that they do not is not met.
    """

    function: Function
    values: dict[str, Value]
    arrays: dict[str, Cells]
    known: bool
    least: float | None = None
    wraps: bool = True
    lines: set[int] = field(default_factory=set)
    steps: int = 0

    def outputs(self) -> tuple[Cells, ...]:
        """Y, and Indices if there are any. Raises Failed; Refused for what cannot be run with unknown elements."""
        self._block(sunk(self.function.body))
        return tuple(self.arrays[name] for name in self.function.outputs)

    # -- statements

    def _block(self, body: Sequence[Instruction]) -> Jump:
        """Runs a block; says by which jump it ended, if by one."""
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
                    if (jump := self._if(statement)) is not None:
                        return jump
                case For() | While():
                    if self._loop(statement) is Return:
                        return Return
                case Return(line, _, status):
                    self._return(line, status)
                    return Return
                case Continue() | Break():
                    return type(statement)
        return None

    def _step(self, line: int) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Refused(line, f"a run takes more than {MOST_STEPS} steps")

    def _return(self, line: int, status: Term | None) -> None:
        given = self.function.success if status is None else self._number(status, line)
        if given != self.function.success:
            raise Failed(line, f"the status {given} is returned of a legal call")

    def _if(self, statement: If) -> Jump:
        test = self._value(statement.test, statement.line)
        if not isinstance(test, Term):
            return self._block(statement.then if test else statement.otherwise)
        arrays = {name: cells.copy() for name, cells in self.arrays.items()}
        other = replace(self, values=dict(self.values), arrays=arrays)
        jump = self._block(statement.then)
        other.steps = self.steps
        # What follows a jump was sunk into the branch: a turn that goes on has come to its end here.
        ways = {jump, other._block(statement.otherwise)}
        if len(ways) > 1 and ways != {None, Continue}:
            raise Refused(statement.line, "whether a loop goes on depends on elements")
        self.steps = other.steps
        self.values = {n: choice(test, v, other.values[n]) for n, v in self.values.items() if n in other.values}
        for name, cells in self.arrays.items():
            theirs = other.arrays[name].content
            if cells.content.keys() != theirs.keys():
                raise Refused(statement.line, f"whether {name} is written depends on elements")
            cells.content = {i: choice(test, v, theirs[i]) for i, v in cells.content.items()}
        return jump

    def _loop(self, loop: Loop) -> Jump:
        """Runs a loop; says whether a return ended it."""
        body = sunk(loop.body)
        for _ in self._turns(loop):
            self._step(loop.line)
            jump = self._block(body)
            if jump is Return:
                return jump
            if jump is Break:
                break
            if isinstance(loop, While):
                self._block(loop.update)
        return None

    def _turns(self, loop: Loop) -> Iterator[None]:
        if isinstance(loop, While):
            if loop.entered:
                yield
            while self._truth(loop.test, loop.line):
                yield
            return
        for i in range(self._number(loop.start, loop.line), self._number(loop.stop, loop.line)):
            self.values[loop.variable] = i
            yield

    def _store(self, line: int, array: str, indices: Index, stored: Value) -> None:
        if array not in self.arrays:
            raise Failed(line, f"the array {array} is written to before it is allocated")
        self.arrays[array].content[self._place(line, array, indices)] = stored

    def _place(self, line: int, array: str, indices: Index) -> Index:
        """The four indices of an access. Raises Failed where they are out of bounds."""
        shape = self.arrays[array].shape
        if array in self.function.flat:
            return decoded(line, array, indices[0], shape, self.function.layout)
        require_within(line, array, indices, shape)
        return indices

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

    def _truth(self, node: Term, line: int) -> bool:
        found = self._value(node, line)
        if isinstance(found, Term):
            raise Refused(line, "whether a loop goes on depends on elements")
        assert isinstance(found, bool)
        return found

    def _value(self, node: Term, line: int) -> Value:
        arrays = {name: self._reader(line, name) for name in self.arrays}
        if self.least is None and lowest in free_variables(node):
            # That no value is known of it here is nothing that the function does wrong.
            raise Refused(line, "the lowest element is that of a type, and a run leaves the type open")
        named: dict[str, Value] = {element.name: element for element in (minus_infinity, lowest)}
        if self.known:
            named = {minus_infinity.name: -math.inf, lowest.name: self.least}
        demands, functions = demands_at(line, wraps=self.wraps), element_functions(known=self.known)
        try:
            found = partial(node, {**self.values, **named, **demands, **arrays, **functions})
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
            if (chosen := open_choice(indices)) is not None:
                test, then, otherwise = chosen
                return choice(test, read(*then), read(*otherwise))
            if any(isinstance(i, Term) for i in indices):
                raise Refused(line, "an index depends on elements")
            place = self._place(line, array, indices)
            if place not in self.arrays[array].content:
                raise Failed(line, f"{array}[{', '.join(map(str, place))}] is read and was not written")
            return self.arrays[array].content[place]

        return read


def run(function: Function, X: Cells, attributes: Mapping[str, int], dY: Index = (), least: float | None = None) -> Run:
    """A run that is about to start, on a tensor and on entries `pads[0]` ... of the attributes.

    `dY` is the shape of the outputs that the caller brings, if it does; `least` the lowest number of the element type.
    """
    sizes = {f"dX_{i}": size for i, size in enumerate(X.shape)}
    known = not any(isinstance(element, Term) for element in X.content.values())
    sizes |= {f"dY_{i}": size for i, size in enumerate(dY)}
    given = {name: Cells(dY) for name in function.given}
    return Run(function, {**sizes, **attributes}, {TENSOR_PARAMETER: X, **given}, known, least)


def unknown_tensor(shape: Index) -> Cells:
    """A tensor of unknown elements."""
    assert len(shape) == RANK
    indices = product(*map(range, shape))
    return Cells(shape, {i: Variable(f"X[{', '.join(map(str, i))}]", Sort.ELEMENT) for i in indices})
