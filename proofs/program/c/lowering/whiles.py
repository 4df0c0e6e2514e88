"""Loops such as `while (j < n) { ...; j++; }`, which no turn ends early, as loops that count.

The turns are the same, each with the same value of `j`. What is demanded of `j + 1` is kept.
"""

from __future__ import annotations

from dataclasses import replace

from proofs.program.logic.polynomials import minus, polynomial
from proofs.program.source.language import (
    Assign,
    Continue,
    For,
    Function,
    If,
    Instruction,
    While,
    assigned,
    blocks,
    everywhere,
    expressions,
)
from proofs.program.source.machine import demanded
from spec.language.fold import subterms
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, free_variables


def with_counting_loops(function: Function) -> Function:
    """The function with loops that count in place of those that do so by a statement at their end."""
    rewriting = _Counting(function)
    body = rewriting.block(function.body)
    return replace(function, body=body, sorts={**function.sorts, **rewriting.sorts})


class _Counting:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.sorts: dict[str, Sort] = {}

    def block(self, body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """The statements of a block."""
        return tuple(self._statement(statement, body[:i]) for i, statement in enumerate(body))

    def _statement(self, statement: Instruction, before: tuple[Instruction, ...]) -> Instruction:
        match statement:
            case If(then=then, otherwise=otherwise):
                return replace(statement, then=self.block(then), otherwise=self.block(otherwise))
            case For(body=body):
                return replace(statement, body=self.block(body))
            case While(body=body, update=update):
                inner = replace(statement, body=self.block(body), update=self.block(update))
                return self._counting(inner, statement, before) or inner
        return statement

    def _counting(self, loop: While, original: While, before: tuple[Instruction, ...]) -> For | None:
        """The loop as one that counts; None where it is not seen to be one. `original` stands in the function."""
        match loop:
            case While(line, Operation(Op.LT, (Variable(name=name) as counter, stop)), (*body, last), ()):
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
        return For(line, name, _first(counter, before), stop, (*body, replace(last, names=(following,))))

    def _is_read(self, name: str, loop: While) -> bool:
        """A variable is read outside of a loop."""
        inside = {id(s) for s in everywhere((loop,))}
        others = (s for s in everywhere(self.function.body) if id(s) not in inside)
        return any(v.name == name for s in others for e in expressions(s) for v in free_variables(e))


def _first(counter: Variable, before: tuple[Instruction, ...]) -> Term:
    """The number that a variable was given last, if that is written out; else the variable."""
    last = next((s for s in reversed(before) if counter.name in assigned((s,))), None)
    match last:
        case Assign(names=(_,), values=(Literal() as value,)):
            return value
    return counter


def _is_next(value: Term, counter: Variable) -> bool:
    return minus(polynomial(value), polynomial(counter)) == {(): 1}


def _reads_arrays(term: Term) -> bool:
    """Anything but demands on values is taken for the reading of an array."""
    return any(isinstance(t, Application) and demanded(t) is None for t in subterms(term))


def _goes_on(statement: Instruction) -> bool:
    """A `continue` of the loop that a statement stands in: it would leave out the step."""
    if isinstance(statement, If):
        return any(_goes_on(inner) for block in blocks(statement) for inner in block)
    return isinstance(statement, Continue)
