"""Outputs that are read back, or written more than once in a cell, as variables: each cell is then written once.

`if x > Y[n, c, i, j]: Y[n, c, i, j] = x` keeps the best element so far in the cell itself. Where every access to an
output has the same four indices, and they stay the same from the first to the last, a variable does the same, and its
last value is written to the cell. It must have one by then, and wherever it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofs.program.logic.steps import changing
from proofs.program.source.language import (
    Assign,
    Break,
    Continue,
    For,
    Function,
    If,
    Instruction,
    Return,
    Store,
    While,
    array_symbol,
    assigned,
    everywhere,
    expressions,
    mapped,
    memory,
    number,
)
from proofs.program.source.machine import present
from proofs.program.source.refused import Refused
from spec.language.fold import replace as put
from spec.language.fold import subterms
from spec.language.terms import FALSE, TRUE, Application, Literal, Sort, Term, Variable, free_variables


def with_local_outputs(function: Function) -> Function:
    """The function with variables in place of outputs where that is needed; raises Refused where it cannot be done."""
    for name in function.outputs:
        stores = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == name]
        if len(stores) > 1 or _reads(function.body, name):
            function = _Local(function, name).function()
    return function


def _reads(body: Sequence[Instruction], name: str) -> list[tuple[int, Application]]:
    return [
        (s.line, t)
        for s in everywhere(tuple(body))
        for e in expressions(s)
        for t in subterms(e)
        if isinstance(t, Application) and t.symbol.name == name and len(t.args) in (1, 4)
    ]


class _Local:
    """One output of one function."""

    def __init__(self, function: Function, name: str) -> None:
        self.whole, self.name, self.sort = function, name, function.arrays[name]
        stores = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == name]
        places = [(s.line, s.indices) for s in stores] + [(line, r.args) for line, r in _reads(function.body, name)]
        self.indices = places[0][1]
        for line, indices in places:
            if indices != self.indices:
                change = "keep the best element in a variable, and write each cell once"
                raise Refused(line, f"{name} is accessed at several places", change=change)
        self.fixed = frozenset(v.name for index in self.indices for v in free_variables(index))
        self.variable = Variable(f"{name} at the cell", self.sort)
        self.flag = Variable(f"{name} at the cell is given", Sort.BOOL)

    def function(self) -> Function:
        """The function, with a variable for the output."""
        sorts = {**self.whole.sorts, self.variable.name: self.sort, self.flag.name: Sort.BOOL}
        return replace(self.whole, body=self._block(self.whole.body), sorts=sorts)

    def _accesses(self, statement: Instruction) -> bool:
        inner = everywhere((statement,))
        return bool(_reads((statement,), self.name)) or any(
            isinstance(s, Store) and s.array == self.name for s in inner
        )

    def _block(self, body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A block in which all accesses stand: in one loop that changes the indices, or here."""
        places = [i for i, statement in enumerate(body) if self._accesses(statement)]
        first, last = places[0], places[-1]
        loop = body[first]
        if first == last and isinstance(loop, For | While) and changing(loop) & self.fixed:
            return (*body[:first], replace(loop, body=self._block(loop.body)), *body[last + 1 :])
        inside = body[first : last + 1]
        if assigned(inside) & self.fixed or any(_leaves(statement) for statement in inside):
            raise Refused(loop.line, f"{self.name} is accessed more than once, while its indices change")
        none = self._none(loop.line)
        done = Store(body[last].line, self.name, self.indices, present(self.sort)(self.flag, self.variable))
        return (
            *body[:first],
            none,
            *(mapped(s, self._statement, self._value) for s in inside),
            done,
            *body[last + 1 :],
        )

    def _none(self, line: int) -> Assign:
        anything: Term = Literal(0) if self.sort is Sort.INT else number(Literal(0))
        return Assign(line, (self.variable.name, self.flag.name), (anything, FALSE))

    def _statement(self, statement: Instruction) -> Instruction:
        if isinstance(statement, Store) and statement.array == self.name:
            return Assign(statement.line, (self.variable.name, self.flag.name), (statement.value, TRUE))
        return statement

    def _value(self, node: Term) -> Term:
        symbol = memory if self.name in self.whole.flat else array_symbol
        read = symbol(self.name, self.sort)(*self.indices)
        return put(node, {read: present(self.sort)(self.flag, self.variable)})


def _leaves(statement: Instruction) -> bool:
    """A jump leaves the block that a statement stands in."""
    if isinstance(statement, If):
        return any(map(_leaves, (*statement.then, *statement.otherwise)))
    return isinstance(statement, Continue | Break) or any(isinstance(s, Return) for s in everywhere((statement,)))
