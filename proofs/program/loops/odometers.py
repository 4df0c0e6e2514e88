"""Numbers that a loop counts along as an odometer does: `w++; if (w == W) { w = 0; h++; ... }` at the end of each turn.

They are the digits of the number that the loop counts from 0: `w` is `i % W` and `h` is `i / W`, or `i / W % H` where
h is set back too. That is so at first; and from one turn to the next, the first digit that is not at its size is one
more, and those before it are 0. Each size has to be positive, which is shown where it divides, and does not change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from proofs.program.logic.steps import reads_arrays
from proofs.program.source.language import (
    Assign,
    Continue,
    For,
    Function,
    If,
    Instruction,
    assigned,
    everywhere,
    expressions,
    jumps_out,
)
from proofs.program.source.machine import bare
from proofs.program.source.rewriting import Block, rewritten, with_blocks
from spec.language.fold import substitute
from spec.language.terms import Literal, Op, Operation, Sort, Term, Variable, free_variables

ZERO = Literal(0)


@dataclass(frozen=True, slots=True)
class Digit:
    """A variable that is counted along, and the size at which it is set back, which the last one may lack."""

    name: str
    size: Term | None


def with_digits(function: Function) -> Function:
    """The function, with the digits of what a loop counts in such variables; as it is, where there are none."""
    found = _Odometers(function)
    body = found.block(function.body)
    return replace(function, body=body, sorts=found.sorts) if found.sorts != function.sorts else function


class _Odometers:
    """Those of one function. `times` says how often each variable is given a value."""

    def __init__(self, function: Function) -> None:
        self.function, self.sorts = function, dict(function.sorts)
        self.counters = {s.variable for s in everywhere(function.body) if isinstance(s, For)}
        self.times = Counter(n for s in everywhere(function.body) if isinstance(s, Assign) for n in s.names)

    def block(self, body: Block) -> Block:
        """The statements of a block, with what stands in them."""
        found: list[Instruction] = []
        for i, statement in enumerate(body):
            if isinstance(statement, For) and (digits := self._digits(statement, body[:i])):
                statement = self._with_digits(statement, digits)
            found.append(with_blocks(statement, self.block))
        return tuple(found)

    def _digits(self, loop: For, before: Block) -> Sequence[Digit]:
        """The digits that a loop counts along, the first one fastest; none where it does more with them, or less."""
        digits = tuple(_counted(loop.body[-2:]))
        names = {digit.name for digit in digits}
        fixed = {v.name for d in digits if d.size is not None for v in free_variables(d.size)}
        starts = {s.names[0] for s in before if isinstance(s, Assign) and s.values == (ZERO,)}
        within = {name: [s for s in everywhere(loop.body) if _reads(s, name)] for name in names}
        is_odometer = (
            len(digits) >= 2
            and len(names - self.counters) == len(digits)
            and loop.start == ZERO
            and loop.variable not in assigned(loop.body)
            and not fixed & (assigned(loop.body) | {loop.variable})
            and not any(d.size is not None and reads_arrays(d.size) for d in digits)
            and not any(jumps_out(s, Continue) for s in loop.body)
            and names <= starts
            # Each is set to 0 before the loop, is one more at its end, and is set back there, if it is at all.
            and all(self.times[d.name] == 2 + (d.size is not None) for d in digits)
            and all(len([s for s in everywhere(self.function.body) if _reads(s, n)]) == len(within[n]) for n in names)
        )
        return digits if is_odometer else ()

    def _with_digits(self, loop: For, digits: Sequence[Digit]) -> For:
        """The loop, with the digits at the head of each turn; at its end others are counted, for what is demanded."""
        line, count = loop.line, Variable(loop.variable)
        head: list[Instruction] = []
        passed: Term | None = None
        beside: dict[Variable, Variable] = {}
        for digit in digits:
            left = count if passed is None else Operation(Op.FLOOR_DIV, (count, passed))
            value = left if digit.size is None else Operation(Op.MOD, (left, digit.size))
            head.append(Assign(line, (digit.name,), (value,)))
            if digit.size is not None:
                passed = digit.size if passed is None else passed * digit.size
            beside[Variable(digit.name)] = Variable(f"{digit.name} counted along")
        self.sorts |= {v.name: Sort.INT for v in beside.values()}
        begin = tuple(Assign(line, (other.name,), (own,)) for own, other in beside.items())
        end = _renamed(rewritten(loop.body[-2:], lambda term: substitute(term, beside)), beside)
        return replace(loop, body=(*head, *loop.body[:-2], *begin, *end))


def _reads(statement: Instruction, name: str) -> bool:
    return any(v.name == name for e in expressions(statement) for v in free_variables(e))


def _counted(body: Sequence[Instruction]) -> Iterator[Digit]:
    """The digits of an odometer that a block is, as far as it is one: `w++;`, and what is done where w is its size."""
    match body:
        case [Assign(names=(name,), values=(value,)), *rest] if bare(value) == Variable(name) + 1:
            match rest:
                case []:
                    yield Digit(name, None)
                case [If(test=Operation(Op.EQ | Op.GE, (Variable(name=asked), size)), then=then, otherwise=())]:
                    match then:
                        case (Assign(names=(back,), values=(Literal(0),)), *more) if asked == back == name:
                            yield Digit(name, bare(size))
                            yield from _counted(more) if more else ()


def _renamed(body: Block, beside: dict[Variable, Variable]) -> Block:
    """Statements that assign to the variables beside."""
    names = {own.name: other.name for own, other in beside.items()}
    found: list[Instruction] = []
    for statement in body:
        if isinstance(statement, Assign):
            statement = replace(statement, names=tuple(names.get(n, n) for n in statement.names))
        found.append(with_blocks(statement, lambda inner: _renamed(inner, beside)))
    return tuple(found)
