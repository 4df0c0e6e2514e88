"""Pointers that structures of parameters hold, as parameters of their own: `in->data` leads where `in_data` would.

A structure is read only, and so is what it holds: none of these pointers may be assigned to, and no parameter that
leads to one. That two of them do not lead into one object is assumed of the caller, as it is of parameters.
"""

from __future__ import annotations

from dataclasses import replace

from proofs.program.c.lowering.scan import CHANGES, changed, everything
from proofs.program.c.reading.tree import (
    CBinary,
    CConvert,
    CDefinition,
    CExpression,
    CMember,
    CName,
    CParameter,
    CStatement,
    CUnary,
    CUpdate,
    mapped,
)
from proofs.program.c.reading.types import CFloating, CInteger, CPointer

Node = CExpression | CStatement


def with_pointers_of_structures(definition: CDefinition) -> CDefinition:
    """The function, with a parameter for each such pointer; as it is, where one is assigned to."""
    fixed = {p.key: p.name for p in definition.parameters if not changed(definition.body)[p.key]}
    parts = tuple(everything(definition.body))
    found = {path: part for part in parts if (path := _path(part, fixed)) and _is_pointer(part)}
    assigned = {path for part in parts if (path := _path(_target(part), fixed))}
    if not found or assigned:
        return definition
    at = {path: _parameter(path, part) for path, part in found.items()}

    def put(node: Node) -> Node:
        path = _path(node, fixed)
        if path in at and isinstance(node, CExpression):
            return CName(node.at, node.type, at[path].name, at[path].key)
        return node

    return replace(definition, parameters=(*definition.parameters, *at.values()), body=mapped(definition.body, put))


def _parameter(path: str, part: Node) -> CParameter:
    assert isinstance(part, CExpression)
    return CParameter(part.at, path, f"{path}@structure", part.type)


def _is_pointer(node: Node) -> bool:
    return (
        isinstance(node, CMember) and isinstance(node.type, CPointer) and isinstance(node.type.to, CInteger | CFloating)
    )


def _path(node: Node | None, fixed: dict[str, str]) -> str:
    """The path of a member of a parameter, as `in.data`; empty if a part of the tree is none."""
    match node:
        case CMember(base=base, name=name):
            while (isinstance(base, CConvert) and not base.explicit) or (isinstance(base, CUnary) and base.op == "*"):
                base = base.operand
            start = fixed.get(base.key, "") if isinstance(base, CName) else _path(base, fixed)
            return f"{start}.{name}" if start else ""
    return ""


def _target(node: Node) -> CExpression | None:
    """What a part of the tree assigns to."""
    match node:
        case CBinary(op="=", left=left) | CUpdate(left=left):
            return left
        case CUnary(op=op, operand=operand) if op in CHANGES or op == "&":
            return operand
    return None
