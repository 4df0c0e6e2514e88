"""What a program's variables and arrays stand for at one point of its run, as terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from proofs.program.source.language import array_symbol
from proofs.program.source.refused import Refused
from spec.language.terms import TRUE, Symbol, Term, Variable, and_, ite, not_


@dataclass(frozen=True, slots=True)
class Write:
    """`value` was written at `indices`, provided that the condition held."""

    condition: Term
    indices: tuple[Term, ...]
    value: Term


@dataclass(frozen=True, slots=True)
class Array:
    """An array: its shape, what it held at first, and what was written since, the oldest first."""

    shape: tuple[Term, ...]
    content: Symbol
    writes: tuple[Write, ...] = ()

    def read(self, indices: tuple[Term, ...]) -> Term:
        """The element at some indices: reading over a write gives what was written (McCarthy 1962)."""
        found: Term = self.content(*indices)
        for write in self.writes:
            same = and_(write.condition, *(i.eq(j) for i, j in zip(indices, write.indices, strict=True)))
            found = ite(same, write.value, found)
        return found

    def written(self, indices: tuple[Term, ...], value: Term) -> Array:
        """The array after one more write."""
        return Array(self.shape, self.content, (*self.writes, Write(TRUE, indices, value)))

    def unknown(self, name: str) -> Array:
        """An array of the same shape, with any content."""
        return Array(self.shape, array_symbol(name, self.content.result))


@dataclass(frozen=True, slots=True)
class ProgramState:
    """The variables that surely have a value, and the arrays, by name."""

    values: Mapping[str, Term] = field(default_factory=dict)
    arrays: Mapping[str, Array] = field(default_factory=dict)

    def value(self, name: str, line: int) -> Term:
        """What a variable stands for; raises Refused where it may have no value."""
        if name not in self.values:
            raise Refused(line, f"{name} may have no value here")
        return self.values[name]

    def assign(self, values: Mapping[str, Term]) -> ProgramState:
        """The state after an assignment."""
        return ProgramState({**self.values, **values}, self.arrays)

    def write(self, array: str, indices: tuple[Term, ...], value: Term) -> ProgramState:
        """The state after a write to an array."""
        return ProgramState(self.values, {**self.arrays, array: self.arrays[array].written(indices, value)})

    def without(self, *names: str) -> ProgramState:
        """The state in which some variables have no value to rely on."""
        return ProgramState({n: v for n, v in self.values.items() if n not in names}, self.arrays)

    def unknown(self, variables: frozenset[str], arrays: frozenset[str], when: str) -> ProgramState:
        """The state in which some variables and arrays may hold anything; `when` makes the names of what they hold."""
        values = {
            name: Variable(f"{name} {when}", value.sort) if name in variables else value
            for name, value in self.values.items()
        }
        return ProgramState(values, {n: a.unknown(f"{n} {when}") if n in arrays else a for n, a in self.arrays.items()})


def merged(test: Term, then: ProgramState, otherwise: ProgramState, before: ProgramState, line: int) -> ProgramState:
    """The state after a branch: what either side did, under its condition. A name that one side lacks has no value.

    Raises Refused where a side has lost sight of an array's content, as a loop that writes to it does.
    """
    values = {
        name: value if value == otherwise.values[name] else ite(test, value, otherwise.values[name])
        for name, value in then.values.items()
        if name in otherwise.values
    }
    arrays = {}
    for name, array in before.arrays.items():
        if not array.content == then.arrays[name].content == otherwise.arrays[name].content:
            raise Refused(line, "an output is written in a loop that stands in a branch")
        old = len(array.writes)
        sides = (
            (condition, write)
            for condition, side in ((test, then), (not_(test), otherwise))
            for write in side.arrays[name].writes[old:]
        )
        writes = tuple(Write(and_(condition, w.condition), w.indices, w.value) for condition, w in sides)
        arrays[name] = Array(array.shape, array.content, (*array.writes, *writes))
    return ProgramState(values, arrays)
