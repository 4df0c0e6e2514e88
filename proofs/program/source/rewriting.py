"""A function's terms rewritten, its statements staying as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from proofs.program.source.language import Allocate, Assign, For, If, Instruction, Return, Store, While
from spec.language.terms import Term

Rewrite = Callable[[Term], Term]


def rewritten(body: tuple[Instruction, ...], rewrite: Rewrite) -> tuple[Instruction, ...]:
    """The statements, with each expression rewritten."""
    return tuple(_statement(statement, rewrite) for statement in body)


def _statement(statement: Instruction, rewrite: Rewrite) -> Instruction:
    match statement:
        case Assign(values=values):
            return replace(statement, values=tuple(map(rewrite, values)))
        case Allocate(sizes=sizes):
            return replace(statement, sizes=tuple(map(rewrite, sizes)))
        case Store(indices=indices, value=value):
            return replace(statement, indices=tuple(map(rewrite, indices)), value=rewrite(value))
        case If(test=test, then=then, otherwise=otherwise):
            return replace(
                statement, test=rewrite(test), then=rewritten(then, rewrite), otherwise=rewritten(otherwise, rewrite)
            )
        case For(start=start, stop=stop, body=body):
            return replace(statement, start=rewrite(start), stop=rewrite(stop), body=rewritten(body, rewrite))
        case While(test=test, body=body, update=update):
            return replace(
                statement, test=rewrite(test), body=rewritten(body, rewrite), update=rewritten(update, rewrite)
            )
        case Return(status=Term() as status):
            return replace(statement, status=rewrite(status))
    return statement
