"""The values of expressions in a state, and what must hold for each to have one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proofs.assumptions.assumption import Assumption
from proofs.program.logic.plan import Condition, Invariant, Path, Plan
from proofs.program.logic.state import Array, ProgramState
from proofs.program.source.language import TENSOR_PARAMETER, Function, position
from proofs.program.source.machine import PRESENT, ValueRange, demanded, same
from proofs.program.source.refused import Refused
from spec.language.terms import DIVISIONS, Application, Literal, Op, Operation, Symbol, Term, Variable, and_, not_
from spec.maxpool.vocabulary import value


@dataclass
class Evaluation:
    """Expressions of one function. `conditions` are what was found to be shown, in the order of the run."""

    function: Function
    plan: Plan
    conditions: list[Condition] = field(default_factory=list)

    def value(self, node: Term, state: ProgramState, path: Path, line: int) -> Term:
        """An expression's value in a state, after what makes its evaluation safe has been noted."""
        match node:
            case Variable(name=name) if name in self.function.sorts:
                return state.value(name, line)
            case Operation(Op.AND | Op.OR as op, args):
                return Operation(op, tuple(self._in_turn(op, args, state, path, line)))
            case Operation(Op.ITE, (test, then, otherwise)):
                test = self.value(test, state, path, line)
                sides = ((then, test), (otherwise, not_(test)))
                chosen = [self.value(v, state, (*path, Assumption("choice", c)), line) for v, c in sides]
                return Operation(Op.ITE, (test, *chosen))
            case Operation(op, args):
                values = tuple(self.value(arg, state, path, line) for arg in args)
                if op in DIVISIONS:
                    self._positive(values[1], path, line)
                return Operation(op, values)
            case Application(symbol, args):
                values = tuple(self.value(arg, state, path, line) for arg in args)
                return self._applied(node, symbol, values, state, path, line)
        return node

    def quietly(self, node: Term, state: ProgramState, line: int) -> Term:
        """An expression's value where what makes its evaluation safe is noted elsewhere."""
        return Evaluation(self.function, self.plan).value(node, state, (), line)

    def _in_turn(self, op: Op, args: Sequence[Term], state: ProgramState, path: Path, line: int) -> Iterator[Term]:
        """The operands of `and` and `or`: each is evaluated only if those before it leave the outcome open."""
        for arg in args:
            operand = self.value(arg, state, path, line)
            yield operand
            path = (*path, Assumption("earlier operand", operand if op is Op.AND else not_(operand)))

    def _applied(
        self, node: Term, symbol: Symbol, values: tuple[Term, ...], state: ProgramState, path: Path, line: int
    ) -> Term:
        if (demand := demanded(node)) is not None:
            return self._demanded(demand, values[0], path, line)
        if symbol == same:
            words = "what is computed here is the size that the clauses give"
            self.require(line, "value", [Invariant("same", words, values[0].eq(values[1]))], path)
            return values[1]
        if symbol.name in PRESENT:
            there = Invariant("present", "what is read here was given a value before", values[0])
            self.require(line, "value", [there], path)
            return values[1]
        if len(values) == 4 or symbol.name in self.function.flat:
            return self._read(symbol, values, state, path, line)
        return symbol(*values)

    def _demanded(self, demand: ValueRange, found: Term, path: Path, line: int) -> Term:
        if not (isinstance(found, Literal) and isinstance(found.value, int) and demand.met_by(found.value)):
            self.require(line, "value", [Invariant(demand.name, demand.words, demand.of(found))], path)
        return found

    def _read(self, symbol: Symbol, values: tuple[Term, ...], state: ProgramState, path: Path, line: int) -> Term:
        if symbol.name not in state.arrays:
            raise Refused(line, f"the array {symbol.name} is read before it is allocated")
        indices, path = self.place(symbol.name, "read", values, state, path, line)
        self.plan.read(symbol.name, indices)
        found = state.arrays[symbol.name].read(indices)
        # What the function is given has -inf for NaN: clause NaN.as-minus-infinity.
        return value(found) if symbol.name == TENSOR_PARAMETER else found

    # -- what is to be shown

    def place(
        self, name: str, how: str, values: tuple[Term, ...], state: ProgramState, path: Path, line: int
    ) -> tuple[tuple[Term, ...], Path]:
        """The four indices of an access, in bounds, and what is known once they were shown to be."""
        array, indices = state.arrays[name], values
        if name in self.function.flat:
            (index,) = values
            indices = self.plan.place(name, index, state, line)
            stands = index.eq(position(self.function.layout, array.shape, indices))
            words = f"the index of {name} is that of the element in hand"
            path += self.require(line, f"{name}.{how}", [Invariant("place", words, stands)], path)
        self._within(array, f"{name}.{how}", indices, path, line)
        return indices, path

    def _positive(self, divisor: Term, path: Path, line: int) -> None:
        if not (isinstance(divisor, Literal) and isinstance(divisor.value, int) and divisor.value > 0):
            self.require(line, "divisor", [Invariant("positive", "the divisor is positive", divisor > 0)], path)

    def _within(self, array: Array, where: str, indices: Sequence[Term], path: Path, line: int) -> None:
        for axis, (index, size) in enumerate(zip(indices, array.shape, strict=True)):
            words = f"index {axis} of {where.partition('.')[0]} is in bounds"
            inside = Invariant(f"bounds-{axis}", words, and_(0 <= index, index < size))
            self.require(line, where, [inside], path)

    def require(self, line: int, where: str, wanted: Sequence[Invariant], path: Path) -> Path:
        """Note what must hold where the path leads; what it then is to those who come after."""
        for part in wanted:
            label = f"{where}.{part.label}"
            self.conditions.append(Condition(label, line, part.words, path, part.term))
        return tuple(Assumption(f"{where}.{part.label}", part.term) for part in wanted)
