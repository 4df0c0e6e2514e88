"""Outputs that are read back, or written more than once in a cell, as variables: each cell is then written once.

`if x > Y[n, c, i, j]: Y[n, c, i, j] = x` keeps the best element so far in the cell itself. Where every access to an
output has the same indices, and they stay the same from the first to the last, a variable does the same, and its last
value is written to the cell. It must have one by then, and wherever it is read: seen where the first access is a write
that nothing leaves out, and shown by a flag elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.program.logic.polynomials import polynomial
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
    assigned,
    blocks,
    everywhere,
    expressions,
    number,
)
from proofs.program.source.machine import demanded, present
from proofs.program.source.refused import Refused
from proofs.program.source.rewriting import mapped
from spec.language.fold import replace as put
from spec.language.fold import substitute, subterms
from spec.language.terms import FALSE, TRUE, Application, Literal, Sort, Term, Variable, free_variables


def with_local_outputs(function: Function) -> Function:
    """The function with variables in place of outputs where that is needed; raises Refused where it cannot be done."""
    for name in function.outputs:
        stores = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == name]
        if len(stores) > 1 or _reads(function.body, name):
            function = _Local(function, name).function()
    return function


def _reads(body: Sequence[Instruction], name: str) -> list[tuple[int, Application]]:
    return [(s.line, t) for s in everywhere(tuple(body)) for t in _reads_in_all(expressions(s), name)]


def _reads_in_all(nodes: Sequence[Term], name: str) -> list[Application]:
    return [t for node in nodes for t in _reads_in(node, name)]


def _reads_in(node: Term, name: str) -> list[Application]:
    """The readings of an array in an expression."""
    return [t for t in subterms(node) if isinstance(t, Application) and t.symbol.name == name and len(t.args) in (1, 4)]


def accesses(body: Sequence[Instruction], name: str) -> bool:
    """An array is read or written to in a block."""
    stores = (s for s in everywhere(tuple(body)) if isinstance(s, Store))
    return bool(_reads(body, name)) or any(s.array == name for s in stores)


def indices_of(statement: Instruction, name: str) -> tuple[Term, ...]:
    """The indices of the first access to an array in a statement that has one."""
    for inner in everywhere((statement,)):
        if reads := _reads_in_all(expressions(inner), name):
            return reads[0].args
        if isinstance(inner, Store) and inner.array == name:
            return inner.indices
    raise AssertionError(f"{name} is not accessed")


class _Local:
    """One output of one function."""

    def __init__(self, function: Function, name: str) -> None:
        self.whole, self.name, self.sort = function, name, function.arrays[name]
        stores = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == name]
        self.indices = stores[0].indices
        times = Counter(n for s in everywhere(function.body) if isinstance(s, Assign) for n in s.names)
        self.once = frozenset(n for n, count in times.items() if count == 1)
        self.fixed = frozenset(v.name for index in self.indices for v in free_variables(index))
        self.variable = Variable(f"{name} at the cell", self.sort)
        self.is_given = False
        self.flag = Variable(f"{name} at the cell is given", Sort.BOOL)

    def function(self) -> Function:
        """The function, with a variable for the output."""
        sorts = {**self.whole.sorts, self.variable.name: self.sort, self.flag.name: Sort.BOOL}
        return replace(self.whole, body=self._block(self.whole.body), sorts=sorts)

    def _block(self, body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A block in which all accesses stand: in one loop that changes the indices, or here."""
        places = [i for i, statement in enumerate(body) if accesses((statement,), self.name)]
        first, last = places[0], places[-1]
        loop = body[first]
        if first == last and isinstance(loop, For | While) and changing(loop) & self.fixed:
            return (*body[:first], replace(loop, body=self._block(loop.body)), *body[last + 1 :])
        inside = body[first : last + 1]
        self._require_one_place(inside, {}, assigned(inside))
        if assigned(inside) & self.fixed or any(_leaves(statement) for statement in inside):
            raise Refused(loop.line, f"{self.name} is accessed more than once, while its indices change")
        # A write that comes first, whatever happens, gives a value to all that comes after.
        self.is_given = isinstance(loop, Store) and loop.array == self.name and not _reads((loop,), self.name)
        none = () if self.is_given else (self._none(loop.line),)
        done = Store(body[last].line, self.name, self.indices, self._read())
        return (
            *body[:first],
            *none,
            *(mapped(s, self._statement, self._value) for s in inside),
            done,
            *body[last + 1 :],
        )

    def _none(self, line: int) -> Assign:
        anything: Term = Literal(0) if self.sort is Sort.INT else number(Literal(0))
        return Assign(line, (self.variable.name, self.flag.name), (anything, FALSE))

    def _statement(self, statement: Instruction) -> Instruction:
        if isinstance(statement, Store) and statement.array == self.name:
            if self.is_given:
                return Assign(statement.line, (self.variable.name,), (statement.value,))
            return Assign(statement.line, (self.variable.name, self.flag.name), (statement.value, TRUE))
        return statement

    def _read(self) -> Term:
        return self.variable if self.is_given else present(self.sort)(self.flag, self.variable)

    def _value(self, node: Term) -> Term:
        return put(node, dict.fromkeys(_reads_in(node, self.name), self._read()))

    def _require_one_place(
        self, body: Sequence[Instruction], known: Mapping[Variable, Term], changing: frozenset[str]
    ) -> None:
        """Each access of a block is at the same place; `known` are variables that were given a value before, once.

        Raises Refused. What the place and those values are made of is not `changing` between the accesses. An index in
        other words must be a variable or a sum of some: what is demanded of its parts would be lost.
        """
        known = dict(known)
        for statement in body:
            places = [r.args for r in _reads_in_all(expressions(statement), self.name)]
            if isinstance(statement, Store) and statement.array == self.name:
                places.append(statement.indices)
            for indices in places:
                if indices != self.indices and not self._is_place(indices, known):
                    change = "keep the best element in a variable, and write each cell once"
                    raise Refused(statement.line, f"{self.name} is accessed at several places", change=change)
            if isinstance(statement, Assign):
                pairs = zip(statement.names, statement.values, strict=True)
                found = {Variable(n): substitute(v, known) for n, v in pairs if n in self.once}
                known |= {n: v for n, v in found.items() if not {u.name for u in free_variables(v)} & changing}
            for block in blocks(statement):
                self._require_one_place(block, known, changing)

    def _is_place(self, indices: tuple[Term, ...], known: Mapping[Variable, Term]) -> bool:
        """Some indices are the place in other words, and nothing is demanded of them."""
        pairs = zip(indices, self.indices, strict=True)
        return not any(demanded(t) for i in indices for t in subterms(i)) and all(
            polynomial(substitute(i, known)) == polynomial(own) for i, own in pairs
        )


def _leaves(statement: Instruction) -> bool:
    """A jump leaves the block that a statement stands in."""
    if isinstance(statement, If):
        return any(map(_leaves, (*statement.then, *statement.otherwise)))
    return isinstance(statement, Continue | Break) or any(isinstance(s, Return) for s in everywhere((statement,)))
