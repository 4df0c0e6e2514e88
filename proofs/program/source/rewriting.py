"""Statements with their expressions or their blocks changed, all else staying as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proofs.program.source.language import Allocate, Assign, For, If, Instruction, Return, Store, While
from spec.language.terms import Term

Block = tuple[Instruction, ...]
Rewrite = Callable[[Term], Term]


def rewritten(body: Block, rewrite: Rewrite) -> Block:
    """The statements, with each expression rewritten."""
    return tuple(mapped(statement, lambda s: s, rewrite) for statement in body)


def mapped(statement: Instruction, change: Callable[[Instruction], Instruction], rewrite: Rewrite) -> Instruction:
    """A statement with its expressions and inner statements changed; `change` is asked last, of each."""

    def block(body: Block) -> Block:
        return tuple(mapped(inner, change, rewrite) for inner in body)

    return change(with_blocks(with_values(statement, rewrite), block))


def with_values(statement: Instruction, rewrite: Rewrite) -> Instruction:
    """A statement, with each expression rewritten that it evaluates itself."""
    match statement:
        case Assign(values=values):
            return replace(statement, values=tuple(map(rewrite, values)))
        case Allocate(sizes=sizes):
            return replace(statement, sizes=tuple(map(rewrite, sizes)))
        case Store(indices=indices, value=value):
            return replace(statement, indices=tuple(map(rewrite, indices)), value=rewrite(value))
        case If(test=test) | While(test=test):
            return replace(statement, test=rewrite(test))
        case For(start=start, stop=stop):
            return replace(statement, start=rewrite(start), stop=rewrite(stop))
        case Return(status=Term() as status):
            return replace(statement, status=rewrite(status))
    return statement


def with_blocks(statement: Instruction, change: Callable[[Block], Block]) -> Instruction:
    """A statement, with each block changed that stands in it."""
    match statement:
        case If(then=then, otherwise=otherwise):
            return replace(statement, then=change(then), otherwise=change(otherwise))
        case For(body=body):
            return replace(statement, body=change(body))
        case While(body=body, update=update):
            return replace(statement, body=change(body), update=change(update))
    return statement
