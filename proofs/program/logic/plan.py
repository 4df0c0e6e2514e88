"""What is to be shown of a program, and what a proof brings to it: invariants, ghosts, and the end to be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from proofs.assumptions.assumption import Assumption
from proofs.program.logic.state import ProgramState
from proofs.program.source.language import Allocate, Assign, Function, Instruction, Loop, Return, Store
from proofs.program.source.refused import Refused
from spec.language.terms import Term, Variable

Path = tuple[Assumption, ...]
"""What is known where a statement stands."""
Point = tuple[ProgramState, Path]
"""A point that the run reaches: the state there, and what is known."""


@dataclass
class Jumps:
    """The points from which a loop's turn is ended by `continue`, and the loop by `break`."""

    continues: list[Point] = field(default_factory=list)
    breaks: list[Point] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Condition:
    """A verification condition: what is known implies the goal. `label` names it, `words` say it to a person."""

    label: str
    line: int
    words: str
    known: Path
    goal: Term


@dataclass(frozen=True, slots=True)
class Invariant:
    """What holds each time a loop's head is reached, for all values of the rigid variables that it mentions."""

    label: str
    words: str
    term: Term


class Plan:
    """What a proof brings to the program: invariants, ghosts, and what is to be shown in the end. Here: nothing."""

    def needed(self, function: Function) -> Sequence[tuple[int, Invariant]]:
        """What must hold of the parameters for the function to have a meaning at all, with the lines that need it."""
        return []

    def ghosts(self) -> ProgramState:
        """The ghost variables and arrays, as they are at first."""
        return ProgramState()

    def changed(self, loop: Loop) -> tuple[frozenset[str], frozenset[str]]:
        """The ghost variables and the ghost arrays that a loop may change."""
        return frozenset(), frozenset()

    def invariants(self, loop: Loop, state: ProgramState, position: Term | None) -> Sequence[Invariant]:
        """What holds at the head of a loop at a position: the value of a `for`'s variable, the number of turns so far.

        Without a position: what holds once the loop has ended, be it by `break`.
        """
        return []

    def instances(self, loop: Loop, state: ProgramState) -> Sequence[Mapping[Variable, Term]]:
        """The values of the rigid variables for which a loop's invariants are used, apart from themselves."""
        return []

    def facts(self, loop: Loop, state: ProgramState) -> Sequence[Assumption]:
        """What the clauses say in the body of a loop."""
        return []

    def place(self, array: str, index: Term, state: ProgramState, line: int) -> tuple[Term, ...]:
        """The four indices for which one index into a flat array stands; that they do is then to be shown."""
        raise Refused(line, f"{array} has one index, and nothing tells which element that is")

    def read(self, array: str, indices: tuple[Term, ...]) -> None:
        """An array was read at some indices."""

    def assigned(self, statement: Assign, state: ProgramState) -> Mapping[str, Term]:
        """The ghost variables that an assignment changes."""
        return {}

    def stored(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Mapping[str, Term]:
        """The ghost arrays that a write changes at its indices, and what they then hold there."""
        return {}

    def writable(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Sequence[Invariant]:
        """What must hold where an array is written to."""
        return []

    def allocated(self, statement: Allocate, sizes: tuple[Term, ...]) -> Sequence[Invariant]:
        """What must hold of the sizes of a new array."""
        return []

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        """What must hold at the end."""
        return []

    def left(self, body: tuple[Instruction, ...], state: ProgramState) -> None:
        """A block was run to its end, or to the jump that ends it, in this state."""
