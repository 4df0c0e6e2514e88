"""Symbolic execution of a function: from its statements and the loops' invariants to what has to be shown.

Each method is one construct of the subset and one rule of the logic: assignment and branches by forward execution
(Floyd 1967, King 1976), `for` by Hoare's rule (1969), arrays by McCarthy's read over write (1962), ghost variables
that record and never steer (Owicki and Gries 1976). What is shown at one point may be used after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from proofs.engine.terms import Assumption
from proofs.program.logic.state import Array, ProgramState, merged
from proofs.program.source.expressions import Refused, require_bearable
from proofs.program.source.language import (
    TENSOR_PARAMETER,
    Allocate,
    Assign,
    For,
    Function,
    If,
    Instruction,
    Return,
    Store,
    assigned,
    stored,
)
from spec.language.fold import substitute
from spec.language.terms import (
    DIVISIONS,
    Application,
    Literal,
    Op,
    Operation,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    maximum,
    not_,
)
from spec.maxpool.vocabulary import dX, value

Path = tuple[Assumption, ...]
"""What is known where a statement stands."""


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


class Plan(Protocol):
    """What a proof brings to the program: invariants, ghosts, and what is to be shown in the end."""

    def needed(self, function: Function) -> Sequence[tuple[int, Invariant]]:
        """What must hold of the parameters for the function to have a meaning at all, with the lines that need it."""

    def ghosts(self) -> ProgramState:
        """The ghost variables and arrays, as they are at first."""

    def changed(self, loop: For) -> tuple[frozenset[str], frozenset[str]]:
        """The ghost variables and the ghost arrays that a loop may change."""

    def invariants(self, loop: For, state: ProgramState, position: Term) -> Sequence[Invariant]:
        """What holds at the head of a loop when its variable has a position."""

    def instances(self, loop: For, state: ProgramState) -> Sequence[Mapping[Variable, Term]]:
        """The values of the rigid variables for which a loop's invariants are used, apart from themselves."""

    def facts(self, loop: For, state: ProgramState) -> Sequence[Assumption]:
        """What the clauses say in the body of a loop."""

    def assigned(self, statement: Assign, state: ProgramState) -> Mapping[str, Term]:
        """The ghost variables that an assignment changes."""

    def stored(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Mapping[str, Term]:
        """The ghost arrays that a write changes at its indices, and what they then hold there."""

    def writable(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Sequence[Invariant]:
        """What must hold where an array is written to."""

    def allocated(self, statement: Allocate, sizes: tuple[Term, ...]) -> Sequence[Invariant]:
        """What must hold of the sizes of a new array."""

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        """What must hold at the end."""

    def left(self, body: tuple[Instruction, ...], state: ProgramState) -> None:
        """A block was run to its end, in this state."""


@dataclass
class Execution:
    """One symbolic run. `conditions` are what it found to be shown, in the order of the run."""

    function: Function
    plan: Plan
    conditions: list[Condition] = field(default_factory=list)

    def run(self, preconditions: Path) -> list[Condition]:
        """All conditions of the function."""
        for line, part in self.plan.needed(self.function):
            self._require(line, "parameters", [part], preconditions)
        X = Array(dX, Symbol(TENSOR_PARAMETER, (Sort.INT,) * 4, Sort.ELEMENT))
        ghosts = self.plan.ghosts()
        self._block(
            self.function.body, ProgramState(ghosts.values, {TENSOR_PARAMETER: X, **ghosts.arrays}), preconditions
        )
        return self.conditions

    # -- statements

    def _block(self, body: Sequence[Instruction], state: ProgramState, path: Path) -> tuple[ProgramState, Path]:
        for statement in body:
            match statement:
                case Assign():
                    state = self._assign(statement, state, path)
                case Allocate():
                    state, path = self._allocate(statement, state, path)
                case Store():
                    state = self._store(statement, state, path)
                case If():
                    state, path = self._if(statement, state, path)
                case For():
                    state, path = self._for(statement, state, path)
                case Return():
                    self._require(statement.line, "return", self.plan.returned(statement, state), path)
        self.plan.left(tuple(body), state)
        return state, path

    def _assign(self, statement: Assign, state: ProgramState, path: Path) -> ProgramState:
        values = [self._value(v, state, path, statement.line) for v in statement.values]
        for name, found in zip(statement.names, values, strict=True):
            require_bearable(found, statement.line, name)
        state = state.assign(dict(zip(statement.names, values, strict=True)))
        return state.assign(self.plan.assigned(statement, state))

    def _allocate(self, statement: Allocate, state: ProgramState, path: Path) -> tuple[ProgramState, Path]:
        sizes = tuple(self._value(size, state, path, statement.line) for size in statement.sizes)
        path += self._require(statement.line, f"{statement.name}.new", self.plan.allocated(statement, sizes), path)
        new = Array(sizes, Symbol(f"{statement.name} at first", (Sort.INT,) * 4, statement.sort))
        return ProgramState(state.values, {**state.arrays, statement.name: new}), path

    def _store(self, statement: Store, state: ProgramState, path: Path) -> ProgramState:
        line, name = statement.line, statement.array
        if name not in state.arrays:
            raise Refused(line, f"the array {name} is written to before it is allocated")
        indices = tuple(self._value(i, state, path, line) for i in statement.indices)
        stored = self._value(statement.value, state, path, line)
        self._within(state.arrays[name], f"{name}.write", indices, path, line)
        self._require(line, f"{name}.write", self.plan.writable(statement, indices, state), path)
        ghosts = self.plan.stored(statement, indices, state)
        state = state.write(name, indices, stored)
        for ghost, recorded in ghosts.items():
            state = state.write(ghost, indices, recorded)
        return state

    def _if(self, statement: If, state: ProgramState, path: Path) -> tuple[ProgramState, Path]:
        test = self._value(statement.test, state, path, statement.line)
        then, learnt_then = self._branch(statement.then, test, state, path, statement.line)
        otherwise, learnt_otherwise = self._branch(statement.otherwise, not_(test), state, path, statement.line)
        after = merged(test, then, otherwise, state, statement.line)
        for name, found in after.values.items():
            require_bearable(found, statement.line, name)
        return after, path + learnt_then + learnt_otherwise

    def _branch(
        self, body: Sequence[Instruction], test: Term, state: ProgramState, path: Path, line: int
    ) -> tuple[ProgramState, Path]:
        """The state after one side of a branch, and what was learnt there, under its test."""
        taken = (*path, Assumption(f"line {line}", test))
        state, known = self._block(body, state, taken)
        return state, tuple(Assumption(a.label, test.implies(a.term)) for a in known[len(taken) :])

    def _for(self, loop: For, state: ProgramState, path: Path) -> tuple[ProgramState, Path]:
        """Hoare's rule: the invariants hold at first, each turn keeps them, and they hold at the end."""
        start, stop = (self._value(bound, state, path, loop.line) for bound in (loop.start, loop.stop))
        self._require(loop.line, f"{loop.variable}.start", self.plan.invariants(loop, state, start), path)

        at = Variable(f"{loop.variable} in {loop.line}")
        turn = self._changed(loop, state, f"in {loop.line}").assign({loop.variable: at})
        known = (*path, Assumption("loop", and_(start <= at, at < stop)), *self.plan.facts(loop, turn))
        known += self._known(loop, turn, at)
        after, then_known = self._block(loop.body, turn, known)
        kept = self.plan.invariants(loop, after.assign({loop.variable: at}), at + 1)
        self._require(loop.line, f"{loop.variable}.kept", kept, then_known)
        left = stop - at
        ends = Invariant(
            "variant", "each turn leaves fewer to come", and_(stop - (at + 1) < left, 0 <= stop - (at + 1))
        )
        self._require(loop.line, f"{loop.variable}.ends", [ends], known)

        done = self._changed(loop, state, f"after {loop.line}").without(loop.variable)
        return done, path + self._known(loop, done, maximum(start, stop))

    def _changed(self, loop: For, state: ProgramState, when: str) -> ProgramState:
        """The state in which all that the loop may change is unknown, ghosts included."""
        variables, arrays = self.plan.changed(loop)
        return state.unknown(assigned(loop.body) | variables, stored(loop.body) | arrays, when)

    def _known(self, loop: For, state: ProgramState, position: Term) -> Path:
        """The invariants of a loop where they may be used: as they are, and at the plan's instances."""
        found = []
        for invariant in self.plan.invariants(loop, state, position):
            for instance in ({}, *self.plan.instances(loop, state)):
                found.append(Assumption(f"{loop.variable}.{invariant.label}", substitute(invariant.term, instance)))
        return tuple(found)

    # -- expressions

    def _value(self, node: Term, state: ProgramState, path: Path, line: int) -> Term:
        """An expression's value in a state, after what makes its evaluation safe has been noted."""
        match node:
            case Variable(name=name) if name in self.function.sorts:
                return state.value(name, line)
            case Operation(Op.AND | Op.OR as op, args):
                return Operation(op, tuple(self._in_turn(op, args, state, path, line)))
            case Operation(Op.ITE, (test, then, otherwise)):
                test = self._value(test, state, path, line)
                sides = ((then, test), (otherwise, not_(test)))
                chosen = [self._value(v, state, (*path, Assumption("choice", c)), line) for v, c in sides]
                return Operation(Op.ITE, (test, *chosen))
            case Operation(op, args):
                values = tuple(self._value(arg, state, path, line) for arg in args)
                if op in DIVISIONS:
                    self._positive(values[1], path, line)
                return Operation(op, values)
            case Application(symbol, args):
                values = tuple(self._value(arg, state, path, line) for arg in args)
                return self._read(symbol, values, state, path, line) if len(args) == 4 else symbol(*values)
        return node

    def _in_turn(self, op: Op, args: Sequence[Term], state: ProgramState, path: Path, line: int) -> Iterator[Term]:
        """The operands of `and` and `or`: each is evaluated only if those before it leave the outcome open."""
        for arg in args:
            operand = self._value(arg, state, path, line)
            yield operand
            path = (*path, Assumption("earlier operand", operand if op is Op.AND else not_(operand)))

    def _read(self, symbol: Symbol, indices: tuple[Term, ...], state: ProgramState, path: Path, line: int) -> Term:
        if symbol.name not in state.arrays:
            raise Refused(line, f"the array {symbol.name} is read before it is allocated")
        array = state.arrays[symbol.name]
        self._within(array, f"{symbol.name}.read", indices, path, line)
        found = array.read(indices)
        # What the function is given has -inf for NaN: clause NaN.as-minus-infinity.
        return value(found) if symbol.name == TENSOR_PARAMETER else found

    # -- what is to be shown

    def _positive(self, divisor: Term, path: Path, line: int) -> None:
        if not (isinstance(divisor, Literal) and isinstance(divisor.value, int) and divisor.value > 0):
            self._require(line, "divisor", [Invariant("positive", "the divisor is positive", divisor > 0)], path)

    def _within(self, array: Array, where: str, indices: Sequence[Term], path: Path, line: int) -> None:
        for axis, (index, size) in enumerate(zip(indices, array.shape, strict=True)):
            words = f"index {axis} of {where.partition('.')[0]} is in bounds"
            inside = Invariant(f"bounds-{axis}", words, and_(0 <= index, index < size))
            self._require(line, where, [inside], path)

    def _require(self, line: int, where: str, wanted: Sequence[Invariant], path: Path) -> Path:
        """Note what must hold where the path leads; what it then is to those who come after."""
        for part in wanted:
            label = f"{where}.{part.label}"
            self.conditions.append(Condition(label, line, part.words, path, part.term))
        return tuple(Assumption(f"{where}.{part.label}", part.term) for part in wanted)
