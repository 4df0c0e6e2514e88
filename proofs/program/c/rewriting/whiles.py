"""Loops such as `while (j < n) { ...; j++; }`, which no turn ends early, as loops that count.

The turns are the same, each with the same value of `j`. What is demanded of `j + 1` is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from proofs.program.logic.polynomials import minus, polynomial
from proofs.program.logic.steps import own
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
from proofs.program.source.machine import demanded
from spec.language.fold import subterms
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, free_variables

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
        found, now = [], held
        for statement in body:
            found.append(self._statement(statement, now))
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
            case While(line, Operation(Op.LT, (Variable(name=name) as counter, stop)), (*body, last), (), False):
                pass
            case _:
                return None
        if not isinstance(last, Assign) or last.names != (name,) or not _is_next(last.values[0], counter):
            return None
        changing = assigned(tuple(body)) | {name}
        steady = not {v.name for v in free_variables(stop)} & changing and not _reads_arrays(stop)
        if name in assigned(tuple(body)) or not steady or any(map(_goes_on, body)) or self._is_read(name, original):
            return None
        following = f"{name} in the turn after, line {line}"
        self.sorts[following] = Sort.INT
        return For(line, name, held.get(name, counter), stop, (*body, replace(last, names=(following,))))

    def _is_read(self, name: str, loop: While) -> bool:
        """A variable is read outside of a loop."""
        inside = {id(s) for s in everywhere((loop,))}
        others = (s for s in everywhere(self.function.body) if id(s) not in inside)
        return any(v.name == name for s in others for e in expressions(s) for v in free_variables(e))


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


def _reads_arrays(term: Term) -> bool:
    """Anything but demands on values is taken for the reading of an array."""
    return any(isinstance(t, Application) and demanded(t) is None for t in subterms(term))


def _goes_on(statement: Instruction) -> bool:
    """A `continue` of the loop that a statement stands in: it would leave out the step."""
    return jumps_out(statement, Continue)
