"""Which unsigned variables may hold what stands for a negative number, as in `size_t r = i * stride - pad;`."""

from __future__ import annotations

from proofs.program.c.lowering.scan import COMPARED, Node, assigned_value, becomes_unsigned, everything
from proofs.program.c.reading.tree import CBinary, CConvert, CDeclare, CExpression, CLoop, CName
from proofs.program.c.reading.types import CInteger


def as_it_is(node: CExpression) -> CExpression:
    """An unsigned number without conversions that leave it as it is, to its own width."""
    while isinstance(node, CConvert) and _is_unsigned(node) and _is_unsigned(node.operand, like=node):
        node = node.operand
    return node


def _is_unsigned(node: CExpression, like: CExpression | None = None) -> bool:
    kind = node.type
    return isinstance(kind, CInteger) and not kind.signed and (like is None or _bits(kind) == _bits(like.type))


def _bits(kind: object) -> int:
    return kind.bits if isinstance(kind, CInteger) else 0


def wrapping_variables(body: Node) -> frozenset[str]:
    """The unsigned variables that a test compares, and those in their sums, where something is subtracted there.

    They have at least 32 bits: narrower ones are computed in a signed type. What loops alone compare is none of them.
    """
    declared = {part.key: part.type for part in everything(body) if isinstance(part, CDeclare)}
    kinds = {k: t for k, t in declared.items() if isinstance(t, CInteger) and not t.signed and t.bits >= 32}
    sums = {
        key: _summands(value)
        for part in everything(body)
        if (pair := assigned_value(part)) is not None
        for key, value in [pair]
        if key in kinds and _bits(value.type) == kinds[key].bits
    }
    found: set[str] = set()
    while more := {k for k, (names, wraps) in sums.items() if wraps or names & found} - found:
        found |= more
    loops = (part.test for part in everything(body) if isinstance(part, CLoop) and part.test is not None)
    of_loops = {id(part) for test in loops for part in everything(test)}
    tests = (p for p in everything(body) if isinstance(p, CBinary) and p.op in COMPARED and id(p) not in of_loops)
    sides = (as_it_is(side) for test in tests for side in (test.left, test.right))
    wanted = {side.key for side in sides if isinstance(side, CName)}
    while more := {name for key in wanted & found for name in sums[key][0]} - wanted:
        wanted |= more
    return frozenset(found & wanted)


def _summands(node: CExpression) -> tuple[set[str], bool]:
    """The variables that are added in an unsigned sum, and whether anything is subtracted, or negative."""
    found = as_it_is(node)
    match found:
        case CBinary(op="+" | "-" as op, left=left, right=right) if _is_unsigned(found):
            sides = _summands(left), _summands(right)
            return sides[0][0] | sides[1][0], op == "-" or sides[0][1] or sides[1][1]
        case CName(key=key):
            return {key}, False
    return set(), becomes_unsigned(found)
