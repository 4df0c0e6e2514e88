"""Loops that count: `for (i = start; i < stop; i++)`, where no turn changes `i` or what `stop` is made of."""

from __future__ import annotations

from dataclasses import dataclass, replace

from proofs.program.c.lowering.scan import CHANGES, COMPARED, changed, everything, has_effects, used
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


def asked_after(test: CExpression) -> tuple[CExpression, CUnary | None]:
    """`i < n` and the step `++i`, for the test `++i < n` of a `do`; any other test as it is, without a step.

    For `i++ < n` it is `i - 1 < n`. A test in which the variable is named twice, or may not step, stays.
    """
    step = _step_in(test)
    if step is None or not isinstance(step.operand, CName) or used(test)[step.operand.key] != 1:
        return test, None
    name = replace(step.operand, type=step.type)
    back = "-" if step.op.endswith("++") else "+"
    value = name if step.op.startswith("pre") else CBinary(step.at, step.type, back, name, _one(step))
    return _with(test, step, value), step


def _one(step: CUnary) -> CConstant:
    return CConstant(step.at, step.type, 1)


def _step_in(node: CExpression) -> CUnary | None:
    """The step that is always taken where an expression is evaluated."""
    match node:
        case CUnary(op=op) if op in CHANGES and isinstance(node.type, CInteger):
            return node
        case CConvert(operand=operand):
            return _step_in(operand)
        case CBinary(op=op, left=left, right=right) if op in COMPARED:
            return _step_in(left) or _step_in(right)
    return None


def _with(node: CExpression, step: CUnary, value: CExpression) -> CExpression:
    """A test with a value in place of its step."""
    match node:
        case CConvert(operand=operand):
            return replace(node, operand=_with(operand, step, value))
        case CBinary(left=left, right=right):
            return replace(node, left=_with(left, step, value), right=_with(right, step, value))
    return value if node is step else node


def fitted_bounds(found: Counted, counter: CInteger, start: Term, stop: Term) -> tuple[Term, Term]:
    """Where the counter begins and where it stops, each in the type in which C compares it."""
    kind = found.stop.type
    if isinstance(kind, CInteger) and not kind.signed and counter.signed:
        # The counter is compared as an unsigned number: it may not begin below 0.
        start = fitted(start, kind, Loss.SIGN)
    if found.included or not (isinstance(kind, CInteger) and counter.holds(kind)):
        stop = fitted(stop + 1 if found.included else stop, counter, Loss.OVERFLOW)
    return start, stop
