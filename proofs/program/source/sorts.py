"""What each local variable holds: integers, truth values or elements. A variable holds one kind throughout."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from proofs.program.source.expressions import base_name
from proofs.program.source.refused import Refused
from spec.language.terms import Sort

_OPERATIONS: Mapping[type[ast.expr], Sort] = {ast.BoolOp: Sort.BOOL, ast.Compare: Sort.BOOL, ast.BinOp: Sort.INT}


def sorts_of(body: Sequence[ast.stmt], arrays: Mapping[str, Sort], renamed: Mapping[str, str]) -> dict[str, Sort]:
    """The sort of each local variable, from all that is assigned to it; raises Refused if that is of two sorts.

    An integer that is written out says nothing: it may stand for an element too. Alone, it is an integer.
    """
    assignments = [(name, value) for statement in body for name, value in _assignments(statement)]
    found: dict[str, frozenset[Sort]] = {target.id: frozenset() for target, _ in assignments}
    changed = True
    while changed:
        changed = False
        for target, value in assignments:
            more = found[target.id] | _possible(value, found, arrays, renamed)
            changed |= more != found[target.id]
            found[target.id] = more
    for target, _ in assignments:
        if len(found[target.id]) > 1:
            raise Refused(target.lineno, f"{target.id} holds {' and '.join(sorted(f'{s}s' for s in found[target.id]))}")
    return {name: next(iter(sorts), Sort.INT) for name, sorts in found.items()}


def _assignments(statement: ast.stmt) -> Iterator[tuple[ast.Name, ast.expr | None]]:
    """Each local variable that a statement gives a value, with the value; None for the variable of a loop."""
    for node in ast.walk(statement):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from ((t, v) for t, v in zip(targets, values, strict=False) if isinstance(t, ast.Name))
            case ast.Assign(targets=[ast.Name() as target], value=value):
                yield target, value
            case ast.For(target=target):
                yield from ((name, None) for name in ast.walk(target) if isinstance(name, ast.Name))


def _possible(
    value: ast.expr | None, found: Mapping[str, frozenset[Sort]], arrays: Mapping[str, Sort], renamed: Mapping[str, str]
) -> frozenset[Sort]:
    """The sorts that an expression shows to have; none where it is an integer that is written out."""
    match value:
        case ast.Constant(value=bool()) | ast.UnaryOp(op=ast.Not()):
            return frozenset({Sort.BOOL})
        case ast.Constant(value=float()):
            return frozenset({Sort.ELEMENT})
        case ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
            return frozenset()
        case ast.Name(id=name) if name not in renamed:
            return found.get(name, frozenset())
        case ast.Subscript():
            return frozenset({arrays.get(base_name(value, renamed), Sort.INT)})
        case ast.IfExp(body=left, orelse=right) | ast.Call(func=ast.Name(id="min" | "max"), args=[left, right]):
            return _possible(left, found, arrays, renamed) | _possible(right, found, arrays, renamed)
    return frozenset({_OPERATIONS.get(type(value), Sort.INT) if value is not None else Sort.INT})


def optional(body: Sequence[ast.stmt]) -> frozenset[str]:
    """The local variables that hold None somewhere: nothing yet."""
    given = ((t.id, v) for statement in body for t, v in _assignments(statement))
    return frozenset(name for name, value in given if isinstance(value, ast.Constant) and value.value is None)
