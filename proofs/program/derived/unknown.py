"""A function of which nothing is known but its statements, and a plan of which nothing is known at all.

Each expression becomes an unknown function of the variables in it; each invariant, fact and ghost an unknown function
of what it may look at. What is shown of such a program holds whatever stands in those places. No condition of it holds
by itself: two derivations that demand the same of it do so by their rules, and not because all that is demanded holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from proofs.assumptions.assumption import Assumption
from proofs.program.logic.plan import Invariant, Plan
from proofs.program.logic.positions import Positions
from proofs.program.logic.state import Array, ProgramState
from proofs.program.maxpool.cells import CELL
from proofs.program.source.language import (
    TENSOR_PARAMETER,
    Allocate,
    Assign,
    For,
    Function,
    Instruction,
    Loop,
    Return,
    Store,
    array_symbol,
    everywhere,
    stored,
)
from proofs.program.source.rewriting import rewritten
from spec.language.fold import rebuilt, subterms
from spec.language.terms import (
    DIVISIONS,
    Application,
    Op,
    Operation,
    Sort,
    Symbol,
    Term,
    Variable,
    children,
    free_variables,
)
from spec.maxpool.vocabulary import dY

RULED = (Op.AND, Op.OR, Op.NOT, Op.ITE, *DIVISIONS)
"""The operations that the derivations have rules for, beside the reading of an array."""
GHOST, GHOST_ARRAY = "ghost!", "ghost of cell!"


def unknown(name: str, sort: Sort, args: Sequence[Term]) -> Term:
    """An unknown function of some values, or an unknown value."""
    if not args:
        return Variable(name, sort)
    # With four arguments it would be the reading of an array.
    args = (*args, args[0]) if len(args) == len(CELL) else args
    return Symbol(name, tuple(a.sort for a in args), sort)(*args)


def with_unknown_expressions(function: Function) -> Function:
    """The function with an unknown expression in place of each, down to what the derivations have rules for."""
    number = count(1)

    def opened(node: Term) -> Term:
        if any(map(_has_rule, subterms(node))):
            return rebuilt(node, [opened(part) for part in children(node)])
        variables = sorted((v for v in free_variables(node) if v.name in function.sorts), key=lambda v: v.name)
        return unknown(f"expression {next(number)}", node.sort, variables)

    body = rewritten(function.body, opened)
    return replace(function, body=body)


def _has_rule(node: Term) -> bool:
    if isinstance(node, Application):
        return node.symbol.name == TENSOR_PARAMETER
    return isinstance(node, Operation) and node.op in RULED


class UnknownPlan(Plan):
    """A plan for a function of which each part is unknown; one ghost variable, one ghost array."""

    def __init__(self, function: Function) -> None:
        self.function, self.positions = function, Positions(function)

    def needed(self, function: Function) -> Sequence[tuple[int, Invariant]]:
        """One thing, on the first line."""
        return [(function.body[0].line, _says("needed", "", ()))]

    def ghosts(self) -> ProgramState:
        """One ghost of each kind."""
        array = Array(dY, array_symbol(f"{GHOST_ARRAY} at first", Sort.INT))
        return ProgramState({GHOST: Variable(f"{GHOST} at first")}, {GHOST_ARRAY: array})

    def changed(self, loop: Loop) -> tuple[frozenset[str], frozenset[str]]:
        """The ghost variable where something is assigned, the ghost array where something is written."""
        assigns = any(isinstance(s, Assign) for s in everywhere(loop.body))
        return frozenset({GHOST} if assigns else ()), frozenset({GHOST_ARRAY} if stored(loop.body) else ())

    def assigned(self, statement: Assign, state: ProgramState) -> Mapping[str, Term]:
        """The ghost becomes something made of what it was and of what is assigned."""
        made = (state.values[name] for name in (GHOST, *statement.names))
        return {GHOST: unknown(f"ghost after line {statement.line}, {statement.names}", Sort.INT, [*made])}

    def stored(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Mapping[str, Term]:
        """What the ghost array has where an array is written becomes something made of what it had, and the ghost."""
        made = (state.arrays[GHOST_ARRAY].read(indices), state.values[GHOST])
        return {GHOST_ARRAY: unknown(f"ghost of the cell after line {statement.line}", Sort.INT, made)}

    def invariants(self, loop: Loop, state: ProgramState, position: Term | None) -> Sequence[Invariant]:
        """One of each loop: of its position, all variables that have a value before it, and any cell."""
        looked_at = [] if position is None else [position]
        return [_says("invariant", self.positions.mark(loop), (*looked_at, *self._seen(loop, state)))]

    def instances(self, loop: Loop, state: ProgramState) -> Sequence[Mapping[Variable, Term]]:
        """One cell of each loop."""
        mark = self.positions.mark(loop)
        return [{letter: Variable(f"{letter.name} of the cell of {mark}") for letter in CELL}]

    def facts(self, loop: Loop, state: ProgramState) -> Sequence[Assumption]:
        """One fact of each loop."""
        fact = unknown(f"fact of {self.positions.mark(loop)}", Sort.BOOL, self._seen(loop, state))
        return [Assumption("fact", fact)]

    def writable(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Sequence[Invariant]:
        """Something about the place that is written."""
        return [_says("writable", statement.line, (*indices, state.arrays[GHOST_ARRAY].read(indices)))]

    def allocated(self, statement: Allocate, sizes: tuple[Term, ...]) -> Sequence[Invariant]:
        """Something about the sizes."""
        return [_says("allocated", statement.line, sizes)]

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        """Something about any cell."""
        return [_says("returned", statement.line, (state.values[GHOST], *_cell(state)))]

    def _seen(self, loop: Loop, state: ProgramState) -> Sequence[Term]:
        """What the invariant of a loop may look at."""
        names = sorted(next(_given_before(self.function.body, loop, frozenset())))
        return (state.values[GHOST], *(state.values[name] for name in names), *_cell(state))


def _cell(state: ProgramState) -> Iterator[Term]:
    """What each array that can be written has at any cell."""
    return (array.read(CELL) for name, array in sorted(state.arrays.items()) if name != TENSOR_PARAMETER)


def _given_before(body: Sequence[Instruction], loop: Loop, given: frozenset[str]) -> Iterator[frozenset[str]]:
    """The variables that surely have a value where a loop is reached."""
    for statement in body:
        match statement:
            case _ if statement is loop:
                yield given
            case Assign(names=names):
                given |= set(names)
            case For(variable=variable, body=inner):
                yield from _given_before(inner, loop, given | {variable})


def _says(label: str, place: object, args: Sequence[Term]) -> Invariant:
    return Invariant(label, f"what the plan says: {label}", unknown(f"{label} {place}", Sort.BOOL, args))
