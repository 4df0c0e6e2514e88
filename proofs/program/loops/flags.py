"""Loops that a flag ends, as loops that a `break` ends: `while (!done && p < n) { ... done = 1; }`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofs.program.source.language import Assign, Break, Function, If, Instruction, While, assigned, everywhere
from proofs.program.source.rewriting import with_blocks
from spec.language.fold import conjuncts
from spec.language.terms import Literal, Term, and_, free_variables
from spec.readings.partial import partial

Block = tuple[Instruction, ...]


def with_breaks(function: Function) -> Function:
    """The function, with such loops; each turn that sets its flag does so last, and the flag is not set before."""
    return replace(function, body=_block(function.body))


def _block(body: Block) -> Block:
    inner = [with_blocks(statement, _block) for statement in body]
    return tuple(_loop(s, inner[:i]) if isinstance(s, While) else s for i, s in enumerate(inner))


def _loop(loop: While, before: Sequence[Instruction]) -> While:
    tests = conjuncts(loop.test)
    for test in tests:
        names = {v.name for v in free_variables(test)}
        if len(names) != 1 or loop.update or loop.entered:
            continue
        (flag,) = names
        body = _left(loop.body, flag)
        set_ = [s for s in everywhere(loop.body) if flag in assigned((s,)) and isinstance(s, Assign)]
        breaks = [s for s in everywhere(body) if isinstance(s, Break)]
        others = [s for s in everywhere(loop.body) if isinstance(s, Break)]
        if (
            set_
            and len(breaks) - len(others) == len(set_)
            and _holds(test, flag, _last(before, flag)) is True
            and all(_holds(test, flag, s) is False for s in set_)
        ):
            return replace(loop, test=and_(*(t for t in tests if t is not test)), body=body)
    return loop


def _last(before: Sequence[Instruction], flag: str) -> Instruction | None:
    """The statement before a loop that gave its flag a value last."""
    return next((s for s in reversed(before) if flag in assigned((s,))), None)


def _holds(test: Term, flag: str, statement: Instruction | None) -> object:
    """What a test is after an assignment of a literal to the one variable that it names; None for any other."""
    match statement:
        case Assign(names=names, values=values) if flag in names:
            value = values[names.index(flag)]
            if isinstance(value, Literal) and isinstance(value.value, int):
                return partial(test, {flag: value.value})
    return None


def _left(body: Block, flag: str) -> Block:
    """A turn that is left where it sets the flag, if it sets it last."""
    match body:
        case (*before, If() as last):
            return (*before, with_blocks(last, lambda block: _left(block, flag)))
        case (*_, Assign(names=names)) if flag in names:
            return (*body, Break(body[-1].line))
    return body
