"""Loops that count: `for (i = start; i < stop; i++)`, where no turn changes `i` or what `stop` is made of."""

from __future__ import annotations

from dataclasses import dataclass

from proofs.program.c.lowering.scan import changed, everything, has_effects, used
from proofs.program.c.lowering.values import fitted
from proofs.program.c.reading.tree import (
    CBinary,
    CBlock,
    CCall,
    CConstant,
    CConvert,
    CDeclare,
    CDo,
    CExpression,
    CLoop,
    CName,
    CStatement,
    CUnary,
    CUpdate,
)
from proofs.program.c.reading.types import CInteger
from proofs.program.source.machine import Loss
from spec.language.terms import Term


@dataclass(frozen=True, slots=True)
class Counted:
    """The parts: the counter with its declaration if the loop has it, its bounds, and whether `stop` is included."""

    key: str
    declared: CDeclare | None
    start: CExpression
    stop: CExpression
    included: bool


def counted(loop: CLoop) -> Counted | None:
    """The parts of a loop that counts up by one; None for any other. Whether `stop` reads memory, it does not say."""
    begun, test = _first(loop.first), _test(loop.test)
    if begun is None or test is None or loop.step is None:
        return None
    key, declared, start = begun
    tested, stop, included = test
    if tested != key or not _steps(loop.step, key) or has_effects(start) or has_effects(stop):
        return None
    changes = changed(loop.body)
    calls = any(isinstance(part, CCall) for part in everything(stop))
    if calls or changes[key] or key in used(stop) or any(changes[name] for name in used(stop)):
        return None
    return Counted(key, declared, start, stop, included)


def _first(first: CStatement | None) -> tuple[str, CDeclare | None, CExpression] | None:
    while isinstance(first, CBlock) and len(first.body) == 1:
        first = first.body[0]
    match first:
        case CDeclare(key=key, type=CInteger(), initial=CExpression() as start):
            return key, first, start
        case CDo(expression=CBinary(op="=", left=CName(key=key, type=CInteger()), right=start)):
            return key, None, start
    return None


def _test(test: CExpression | None) -> tuple[str, CExpression, bool] | None:
    match test:
        case CBinary(op="<" | "<=" as op, left=left, right=right):
            if (name := _plain(left)) is not None:
                return name.key, right, op == "<="
        case CBinary(op=">" | ">=" as op, left=left, right=right):
            if (name := _plain(right)) is not None:
                return name.key, left, op == ">="
    return None


def _plain(node: CExpression) -> CName | None:
    """A variable, as it is or in a type that is no narrower."""
    while (
        isinstance(node, CConvert)
        and isinstance(node.type, CInteger)
        and isinstance(node.operand.type, CInteger)
        and node.type.bits >= node.operand.type.bits
    ):
        node = node.operand
    return node if isinstance(node, CName) else None


def _steps(step: CExpression, key: str) -> bool:
    match step:
        case CUnary(op="pre++" | "post++", operand=CName(key=name)):
            return name == key
        case CUpdate(op="+", left=CName(key=name), right=CConstant(value=1)):
            return name == key
    return False


def fitted_bounds(found: Counted, counter: CInteger, start: Term, stop: Term) -> tuple[Term, Term]:
    """Where the counter begins and where it stops, each in the type in which C compares it."""
    kind = found.stop.type
    if isinstance(kind, CInteger) and not kind.signed and counter.signed:
        # The counter is compared as an unsigned number: it may not begin below 0.
        start = fitted(start, kind, Loss.CONVERSION)
    if found.included or not (isinstance(kind, CInteger) and counter.holds(kind)):
        stop = fitted(stop + 1 if found.included else stop, counter, Loss.OVERFLOW)
    return start, stop
