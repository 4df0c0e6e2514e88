"""Symbolic execution of a function: from its statements and the loops' invariants to what has to be shown.

Each method is one construct of the subset and one rule of the logic: assignment and branches by forward execution
(Floyd 1967, King 1976), loops by Hoare's rule (1969), arrays by McCarthy's read over write (1962), ghost variables
that record and never steer (Owicki and Gries 1976). What is shown at one point may be used after it.

A jump ends the run of its block: what must hold where it leads to is to be shown where it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofs.assumptions.assumption import Assumption
from proofs.program.logic.evaluation import Evaluation
from proofs.program.logic.plan import Condition, Invariant, Jumps, Path, Plan, Point
from proofs.program.logic.positions import Positions
from proofs.program.logic.state import Array, ProgramState, merged
from proofs.program.logic.steps import asks_for_steps, changing, fewer_by, kept, left_to_come, loop_name, own, steps
from proofs.program.source.expressions import require_bearable
from proofs.program.source.language import (
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
    array_symbol,
    stored,
)
from proofs.program.source.refused import Refused
from spec.language.fold import substitute
from spec.language.terms import Literal, Sort, Term, and_, maximum, not_
from spec.maxpool.vocabulary import dX, dY


class Execution:
    """One symbolic run. `conditions` are what it found to be shown, in the order of the run."""

    def __init__(self, function: Function, plan: Plan) -> None:
        self.function, self.plan = function, plan
        self.evaluation = Evaluation(function, plan)
        self.value, self.require = self.evaluation.value, self.evaluation.require
        self.positions = Positions(function)
        self.loops: list[Jumps] = []

    @property
    def conditions(self) -> list[Condition]:
        """What was found to be shown so far."""
        return self.evaluation.conditions

    def run(self, preconditions: Path) -> list[Condition]:
        """All conditions of the function."""
        for line, part in self.plan.needed(self.function):
            self.require(line, "parameters", [part], preconditions)
        ghosts = self.plan.ghosts()
        self._block(self.function.body, ProgramState(ghosts.values, {**self._given(), **ghosts.arrays}), preconditions)
        return self.conditions

    def _given(self) -> Mapping[str, Array]:
        """What the caller brings: X, and the outputs that the function does not allocate."""
        sorts = self.function.arrays
        outputs = {
            n: Array((*dX[:2], *dY[2:]), array_symbol(f"{n} at first", sorts[n])) for n in sorted(self.function.given)
        }
        return {TENSOR_PARAMETER: Array(dX, array_symbol(TENSOR_PARAMETER, sorts[TENSOR_PARAMETER])), **outputs}

    # -- statements

    def _block(self, body: Sequence[Instruction], state: ProgramState, path: Path) -> Point | None:
        """The point at the end of a block; None where a jump ends it."""
        reached: Point | None = (state, path)
        for statement in body:
            reached = self._statement(statement, state, path)
            if reached is None:
                break
            state, path = reached
        self.plan.left(tuple(body), state)
        return reached

    def _statement(self, statement: Instruction, state: ProgramState, path: Path) -> Point | None:
        match statement:
            case Assign():
                return self._assign(statement, state, path), path
            case Allocate():
                return self._allocate(statement, state, path)
            case Store():
                return self._store(statement, state, path), path
            case If():
                return self._if(statement, state, path)
            case For():
                return self._for(statement, state, path)
            case While():
                return self._while(statement, state, path)
            case Continue():
                self.loops[-1].continues.append((state, path))
            case Break():
                self.loops[-1].breaks.append((state, path))
            case Return():
                self._return(statement, state, path)
        return None

    def _assign(self, statement: Assign, state: ProgramState, path: Path) -> ProgramState:
        values = [self.value(v, state, path, statement.line) for v in statement.values]
        for name, found in zip(statement.names, values, strict=True):
            require_bearable(found, statement.line, name)
        state = state.assign(dict(zip(statement.names, values, strict=True)))
        return state.assign(self.plan.assigned(statement, state))

    def _allocate(self, statement: Allocate, state: ProgramState, path: Path) -> Point:
        sizes = tuple(self.value(size, state, path, statement.line) for size in statement.sizes)
        path += self.require(statement.line, f"{statement.name}.new", self.plan.allocated(statement, sizes), path)
        new = Array(sizes, array_symbol(f"{statement.name} at first", statement.sort))
        return ProgramState(state.values, {**state.arrays, statement.name: new}), path

    def _store(self, statement: Store, state: ProgramState, path: Path) -> ProgramState:
        line, name = statement.line, statement.array
        if name not in state.arrays:
            raise Refused(line, f"the array {name} is written to before it is allocated")
        values = tuple(self.value(i, state, path, line) for i in statement.indices)
        element = self.value(statement.value, state, path, line)
        indices, path = self.evaluation.place(name, "write", values, state, path, line)
        self.require(line, f"{name}.write", self.plan.writable(statement, indices, state), path)
        ghosts = self.plan.stored(statement, indices, state)
        state = state.write(name, indices, element)
        for ghost, recorded in ghosts.items():
            state = state.write(ghost, indices, recorded)
        return state

    def _return(self, statement: Return, state: ProgramState, path: Path) -> None:
        if statement.status is not None:
            status = self.value(statement.status, state, path, statement.line)
            words = "what is returned of a legal call says that all went well"
            path += self.require(
                statement.line, "return", [Invariant("status", words, status.eq(self.function.success))], path
            )
        self.require(statement.line, "return", self.plan.returned(statement, state), path)

    def _if(self, statement: If, state: ProgramState, path: Path) -> Point | None:
        line = statement.line
        test = self.value(statement.test, state, path, line)
        taken, not_taken = ((*path, Assumption(f"line {line}", t)) for t in (test, not_(test)))
        then = self._block(statement.then, state, taken)
        otherwise = self._block(statement.otherwise, state, not_taken)
        if then is None or otherwise is None:
            return then or otherwise
        after = merged(test, then[0], otherwise[0], state, line)
        for name, found in after.values.items():
            require_bearable(found, line, name)
        return after, path + _learnt(then, test, len(taken)) + _learnt(otherwise, not_(test), len(not_taken))

    # -- loops

    def _for(self, loop: For, state: ProgramState, path: Path) -> Point:
        """Hoare's rule: the invariants hold at first, each turn keeps them, and they hold at the end."""
        start, stop = (self.value(bound, state, path, loop.line) for bound in (loop.start, loop.stop))
        self.require(loop.line, f"{loop.variable}.start", self.plan.invariants(loop, state, start), path)

        at, mark = self.positions.at(loop), self.positions.mark(loop)
        turn = self._changed(loop, state, f"in {mark}", at - start).assign({loop.variable: at})
        known = (*path, Assumption("loop", and_(start <= at, at < stop)), *self.plan.facts(loop, turn))
        known += self._known(loop, turn, at)
        jumps, ends = self._turn(loop, turn, known)
        for after, then_known in ends:
            self._kept(loop, state, after.assign({loop.variable: at}), at + 1, at + 1 - start, then_known)
        left = stop - at
        fewer = Invariant(
            "variant", "each turn leaves fewer to come", and_(stop - (at + 1) < left, 0 <= stop - (at + 1))
        )
        self.require(loop.line, f"{loop.variable}.ends", [fewer], known)

        last = maximum(start, stop)
        done = self._changed(loop, state, f"after {mark}", last - start).without(loop.variable)
        return self._after(loop, (state, path), (done, path + self._known(loop, done, last)), jumps)

    def _while(self, loop: While, state: ProgramState, path: Path) -> Point:
        """Hoare's rule again; the position is the number of turns, and what steps says how many there can be."""
        line, at, mark = loop.line, self.positions.at(loop), self.positions.mark(loop)
        last = self.positions.after(loop)
        counted = left_to_come(loop.test, self._steps(loop, state))
        if counted is None:
            change = "compare an integer that each turn changes by the same step with a bound that no turn changes"
            raise Refused(line, "nothing in the test of this `while` tells that it ends", change=change)
        if loop.entered:
            # What is asked after each turn holds before the first: asking it there too changes nothing.
            words = "the first turn is one that the test of the loop allows"
            first = Invariant("entered", words, self.value(loop.test, state, path, line))
            path += self.require(line, "while.start", [first], path)
        self.require(line, "while.start", self.plan.invariants(loop, state, Literal(0)), path)

        def left(state: ProgramState) -> Term:
            return self.evaluation.quietly(counted[0], state, line)

        # One by one from a test that held, no bound is passed.
        meets = counted[1] or (loop.entered and fewer_by(counted[0], self._steps(loop, state)) == Literal(1))

        def not_passed(state: ProgramState) -> Sequence[Invariant]:
            words = "the bound of the loop was not passed"
            return [Invariant("not-passed", words, left(state) >= 0)] if meets else []

        self.require(line, "while.start", not_passed(state), path)
        turn = self._changed(loop, state, f"in {mark}", at)
        known = (*path, Assumption("turns", at >= 0), *self.plan.facts(loop, turn), *self._known(loop, turn, at))
        known += tuple(Assumption("while.not-passed", i.term) for i in not_passed(turn))
        test = self.value(loop.test, turn, known, line)
        known = (*known, Assumption(f"line {line}", test))
        if counted[1]:
            more = Invariant("left", "there is more to come", left(turn) > 0)
            known += self.require(line, "while.turn", [more], known)
        jumps, ends = self._turn(loop, turn, known)
        for after, then_known in ends:
            self._kept(loop, state, after, at + 1, at + 1, then_known)
            self.require(line, "while.kept", not_passed(after), then_known)
            fewer = and_(left(after) < left(turn), left(turn) > 0)
            self.require(
                line, "while.ends", [Invariant("variant", "each turn leaves fewer to come", fewer)], then_known
            )

        done = self._changed(loop, state, f"after {mark}", last)
        over = not_(self.evaluation.quietly(loop.test, done, line))
        known = (*path, Assumption("turns", last >= 0), Assumption(f"after line {line}", over))
        if asks_for_steps(loop, self._steps(loop, state)):  # It held before the last turn, if there was one.
            went_on = self.evaluation.quietly(loop.test, state.assign(self._stepped(loop, state, last - 1)), line)
            known += (Assumption(f"line {line}", (last >= 1).implies(went_on)),)
        return self._after(loop, (state, path), (done, known + self._known(loop, done, last)), jumps)

    def _turn(self, loop: Loop, turn: ProgramState, known: Path) -> tuple[Jumps, list[Point]]:
        """The jumps of a turn, and the points at its end."""
        self.loops.append(Jumps())
        end = self._block(loop.body, turn, known)
        jumps = self.loops.pop()
        ends = [*([end] if end else []), *jumps.continues]
        if isinstance(loop, While) and loop.update:
            updated = (self._block(loop.update, *point) for point in ends)
            ends = [point for point in updated if point is not None]
        return jumps, ends

    def _kept(self, loop: Loop, before: ProgramState, after: ProgramState, at: Term, turns: Term, known: Path) -> None:
        """At the end of a turn, the invariants hold for the next one, and what steps has stepped."""
        name = loop_name(loop)
        self.require(loop.line, f"{name}.kept", self.plan.invariants(loop, after, at), known)
        for stepping, step in self._stepped(loop, before, turns).items():
            words = f"{stepping} changes by the same step in each turn"
            same = Invariant(f"step-{stepping}", words, after.value(stepping, loop.line).eq(step))
            self.require(loop.line, f"{name}.kept", [same], known)

    def _after(self, loop: Loop, before: Point, done: Point, jumps: Jumps) -> Point:
        """The point after a loop. Where it may end early, no more is known there than what holds however it ends."""
        if not jumps.breaks:
            return done
        label = f"{loop_name(loop)}.ended"
        for state, known in (done, *jumps.breaks):
            self.require(loop.line, label, self.plan.invariants(loop, state, None), known)
        state, path = before
        ended = self._forgotten(loop, state, f"at the end of {self.positions.mark(loop)}").without(*own(loop))
        return ended, path + self._known(loop, ended, None)

    def _forgotten(self, loop: Loop, state: ProgramState, when: str) -> ProgramState:
        """The state in which all that the loop may change is unknown, ghosts included."""
        variables, arrays = self.plan.changed(loop)
        changed = (changing(loop) - kept(loop, state.values)) | variables
        return state.unknown(changed, stored(loop.body) | arrays, when)

    def _changed(self, loop: Loop, state: ProgramState, when: str, turns: Term) -> ProgramState:
        """The state after some turns: of what the loop may change, only what steps is known."""
        return self._forgotten(loop, state, when).assign(self._stepped(loop, state, turns))

    def _steps(self, loop: Loop, state: ProgramState) -> Mapping[str, Term]:
        names = sorted(changing(loop) & state.values.keys() - own(loop))
        return steps(loop, [name for name in names if state.values[name].sort is Sort.INT])

    def _stepped(self, loop: Loop, state: ProgramState, turns: Term) -> Mapping[str, Term]:
        """What steps, after some turns from a state on."""
        found = self._steps(loop, state)
        return {
            name: state.values[name] + turns * self.evaluation.quietly(step, state, loop.line)
            for name, step in found.items()
        }

    def _known(self, loop: Loop, state: ProgramState, position: Term | None) -> Path:
        """The invariants of a loop where they may be used: as they are, and at the plan's instances."""
        found = []
        for invariant in self.plan.invariants(loop, state, position):
            for instance in ({}, *self.plan.instances(loop, state)):
                found.append(Assumption(f"{loop_name(loop)}.{invariant.label}", substitute(invariant.term, instance)))
        return tuple(found)


def _learnt(reached: Point, test: Term, known: int) -> Path:
    """What was learnt on one side of a branch, under its test."""
    return tuple(Assumption(a.label, test.implies(a.term), a.basis) for a in reached[1][known:])
