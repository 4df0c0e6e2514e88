"""One loop over all planes, as two: `for p in range(N * C)` counts what loops over batches and channels count.

The turns are the same, in the same order, each with the same value of `p`, N and C being no less than 0. So what is
proved of the one form holds of the other. What is demanded of `N * C` stays where it is.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from proofs.program.logic.polynomials import polynomial
from proofs.program.source.language import (
    Assign,
    Break,
    For,
    Function,
    If,
    Instruction,
    Return,
    assigned,
    everywhere,
    stored,
)
from proofs.program.source.machine import bare
from spec.language.fold import substitute
from spec.language.terms import Literal, Sort, Term, Variable
from spec.maxpool.vocabulary import dX

BATCH, CHANNEL, PLANES = "batch of the plane", "channel of the plane", "planes"


def with_loops_over_planes(function: Function) -> Function:
    """The function, with such a loop over cells as two; as it is, where there is none."""
    times = Counter(name for s in everywhere(function.body) for name in _names(s))
    known: dict[Variable, Term] = {}
    body: list[Instruction] = []
    for statement in function.body:
        match statement:
            case Assign(names=(name,), values=(value,)) if times[name] == 1:
                known[Variable(name)] = substitute(bare(value), known)
            case For() if _is_over_planes(statement, known, function):
                body += _separate(statement)
                continue
        body.append(statement)
    if len(body) == len(function.body):
        return function
    sorts = {**function.sorts, **dict.fromkeys((BATCH, CHANNEL, PLANES), Sort.INT)}
    return replace(function, body=tuple(body), sorts=sorts)


def _names(statement: Instruction) -> tuple[str, ...]:
    match statement:
        case Assign(names=names):
            return names
        case For(variable=variable):
            return (variable,)
    return ()


def _is_over_planes(loop: For, known: dict[Variable, Term], function: Function) -> bool:
    """The loop counts all planes, from 0, and no turn ends it or changes what it counts."""
    wanted = substitute(dX[0] * dX[1], function.calls)
    stop = substitute(substitute(bare(loop.stop), known), function.calls)
    one_is_a_number = any(isinstance(substitute(size, function.calls), Literal) for size in dX[:2])
    return (
        loop.start == Literal(0)
        and polynomial(stop) == polynomial(wanted)
        and not one_is_a_number
        and loop.variable not in assigned(loop.body)
        and bool(stored(loop.body) & {*function.outputs})
        and not any(ends(statement) for statement in loop.body)
    )


def ends(statement: Instruction) -> bool:
    """A `break` or a `return` ends the loop that a statement stands in."""
    if isinstance(statement, If):
        return any(map(ends, (*statement.then, *statement.otherwise)))
    return isinstance(statement, Break) or any(isinstance(s, Return) for s in everywhere((statement,)))


def _separate(loop: For) -> tuple[Instruction, ...]:
    line, (batches, channels) = loop.line, dX[:2]
    plane = Assign(line, (loop.variable,), (Variable(BATCH) * channels + Variable(CHANNEL),))
    inner = For(line, CHANNEL, Literal(0), channels, (plane, *loop.body))
    return Assign(line, (PLANES,), (loop.stop,)), For(line, BATCH, Literal(0), batches, (inner,))
