"""Loops such as `while (j < n) { ...; j++; }`, which no turn ends early, as loops that count.

The turns are the same, each with the same value of `j`. What is demanded of `j + 1` is kept. So are those of a `do`, if
its first turn is one that the test allows: that is demanded, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from proofs.program.logic.polynomials import minus, polynomial
from proofs.program.logic.steps import own, reads_arrays
from proofs.program.source.language import (
    Assign,
    Break,
    Continue,
    For,
    Function,
    If,
    Instruction,
    While,
    assigned,
    everywhere,
    expressions,
    jumps_out,
)
from proofs.program.source.machine import entered
from spec.language.terms import Literal, Op, Operation, Sort, Term, Variable, free_variables

ENTERED = "turns to come"
NOTHING: Mapping[str, Term] = {}


def with_counting_loops(function: Function) -> Function:
    """The function with loops that count in place of those that do so by a statement at their end."""
    rewriting = _Counting(function)
    body = rewriting.block(function.body)
    return replace(function, body=body, sorts={**function.sorts, **rewriting.sorts})


class _Counting:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.sorts: dict[str, Sort] = {}

    def block(self, body: tuple[Instruction, ...], held: Mapping[str, Term] = NOTHING) -> tuple[Instruction, ...]:
        """The statements of a block; `held` are the numbers that some variables hold wherever it begins."""
        found, now = list[Instruction](), held
        for statement in body:
            changed = self._statement(statement, now)
            if isinstance(statement, While) and statement.entered and isinstance(changed, For):
                found.append(Assign(statement.line, (self._new(ENTERED),), (entered(changed.stop - changed.start),)))
            found.append(changed)
            now = _after((statement,), now)
        return tuple(found)

    def _statement(self, statement: Instruction, held: Mapping[str, Term]) -> Instruction:
        match statement:
            case If(then=then, otherwise=otherwise):
                return replace(statement, then=self.block(then, held), otherwise=self.block(otherwise, held))
            case For(body=body):
                return replace(statement, body=self.block(body, _in_turns(statement, held)))
            case While(body=body, update=update):
                inner = replace(statement, body=self.block(body, _in_turns(statement, held)), update=self.block(update))
                return self._counting(inner, statement, held) or inner
        return statement

    def _counting(self, loop: While, original: While, held: Mapping[str, Term]) -> For | None:
        """The loop as one that counts; None where it is not seen to be one. `original` stands in the function."""
        match loop:
            case While(line, Operation(Op.LT, (Variable(name=name) as counter, stop)), body, update):
                turn = (*body, *update)
            case _:
                return None
        at = [i for i, s in enumerate(turn) if isinstance(s, Assign) and s.names == (name,)]
        if len(at) != 1 or any(map(_goes_on, body)):
            return None
        step, rest = turn[at[0]], (*turn[: at[0]], *turn[at[0] + 1 :])
        assert isinstance(step, Assign)
        changing = assigned(rest) | {name}
        steady = not {v.name for v in free_variables(stop)} & changing and not reads_arrays(stop)
        if name in assigned(rest) or not steady or not _is_next(step.values[0], counter):
            return None
        if any(map(_reader(name), everywhere(turn[at[0] + 1 :]))) or self._is_read(name, original):
            return None
        following = self._new(f"{name} in the turn after, line {line}")
        return For(line, name, held.get(name, counter), stop, (*rest, replace(step, names=(following,))))

    def _new(self, name: str) -> str:
        self.sorts[name] = Sort.INT
        return name

    def _is_read(self, name: str, loop: While) -> bool:
        """A variable is read outside of a loop."""
        inside = {id(s) for s in everywhere((loop,))}
        others = (s for s in everywhere(self.function.body) if id(s) not in inside)
        return any(map(_reader(name), others))


def _reader(name: str) -> Callable[[Instruction], bool]:
    """Whether a statement, taken alone, reads a variable."""
    return lambda statement: any(v.name == name for e in expressions(statement) for v in free_variables(e))


def _in_turns(loop: For | While, held: Mapping[str, Term]) -> Mapping[str, Term]:
    """The numbers that variables hold at the beginning of each turn of a loop, of those that they hold before it.

    It is what each turn that begins with them ends with as well; where one may end sooner, what no turn changes.
    """
    changing = assigned((loop,)) if any(map(_goes_on, loop.body)) else own(loop)
    held = {name: value for name, value in held.items() if name not in changing}
    while True:
        end = _after((*loop.body, *(loop.update if isinstance(loop, While) else ())), held)
        kept = {name: value for name, value in held.items() if end.get(name) == value}
        if kept == held:
            return held
        held = kept


def _after(body: tuple[Instruction, ...], held: Mapping[str, Term]) -> Mapping[str, Term]:
    """The numbers that variables hold where a block ends, by those that they hold where it begins."""
    for statement in body:
        same: Mapping[str, Term] = {}
        match statement:
            case Assign(names=(name,), values=(Literal() as value,)):
                same = {name: value}
            case For() | While() if not any(jumps_out(inner, Break) for inner in statement.body):
                same = _in_turns(statement, held)
        changed = assigned((statement,))
        held = {name: value for name, value in held.items() if name not in changed} | dict(same)
    return held


def _is_next(value: Term, counter: Variable) -> bool:
    return minus(polynomial(value), polynomial(counter)) == {(): 1}


def _goes_on(statement: Instruction) -> bool:
    """A `continue` of the loop that a statement stands in: it would leave out the step."""
    return jumps_out(statement, Continue)
