"""Small arrays of a function's own as a variable for each entry: `int start[2];` as two integers.

Each entry is named by a number within the array, and the array is named in no other way: a variable does what an entry
does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from proofs.program.c.lowering.scan import everything, has_effects, used
from proofs.program.c.reading.tree import (
    CBlock,
    CConstant,
    CConvert,
    CDeclare,
    CDefinition,
    CEntries,
    CExpression,
    CName,
    CStatement,
    CSubscript,
    CUnit,
    mapped,
)
from proofs.program.c.reading.types import CArray, CBoolean, CFloating, CInteger

Node = CExpression | CStatement
MOST = 16
"""Entries of an array for which variables are taken."""


def with_variables_for_entries(unit: CUnit) -> CUnit:
    """The functions of a unit, with variables in place of such arrays."""
    helpers = {name: _without_arrays(helper) for name, helper in unit.helpers.items()}
    return replace(unit, function=_without_arrays(unit.function), helpers=helpers)


def _without_arrays(definition: CDefinition) -> CDefinition:
    body = definition.body
    declared = [part for part in everything(body) if isinstance(part, CDeclare) and _is_small(part)]
    lengths = {declaration.key: _length(declaration) for declaration in declared}
    inside = Counter(key for key, number in map(_entry, everything(body)) if number < lengths.get(key, 0))
    taken = {d.key: d for d in declared if inside[d.key] == used(body)[d.key]}
    return replace(definition, body=mapped(body, lambda part: _of_entries(part, taken))) if taken else definition


def _is_small(node: CDeclare) -> bool:
    """An array of a few numbers, whose first values may be computed in any order."""
    kind = node.type
    if not isinstance(kind, CArray) or not isinstance(kind.of, CInteger | CBoolean | CFloating):
        return False
    if kind.length is None or not 0 < kind.length <= MOST:
        return False
    first = node.initial
    return first is None or (isinstance(first, CEntries) and not has_effects(first) and not used(first)[node.key])


def _entry(node: Node) -> tuple[str, int]:
    """The key of the variable of which a part of the tree is an entry, and its number; an empty key if it is none."""
    match node:
        case CSubscript(base=base, index=index):
            match _bare(base), _bare(index):
                case CName(key=key), CConstant(value=int(number)) if number >= 0:
                    return key, number
    return "", 0


def _bare(node: CExpression) -> CExpression:
    """An array that becomes a pointer, or a number that becomes wider, as it was."""
    while isinstance(node, CConvert) and not node.explicit:
        node = node.operand
    return node


def _of_entries(node: Node, taken: Mapping[str, CDeclare]) -> Node:
    """A part of the tree, with variables where it is an entry, or declares all."""
    match node:
        case CSubscript(at=at, type=kind) if (entry := _entry(node))[0] in taken:
            key, number = entry
            return CName(at, kind, f"{taken[key].name}[{number}]", f"{key}[{number}]")
        case CDeclare(key=key) if key in taken:
            return CBlock(node.at, tuple(_declared(node, number) for number in range(_length(node))))
    return node


def _declared(node: CDeclare, number: int) -> CDeclare:
    """The variable of an entry; where there are first values, those that are left out are 0."""
    assert isinstance(node.type, CArray)
    first, values = None, node.initial.values if isinstance(node.initial, CEntries) else None
    if values is not None:
        first = values[number] if number < len(values) else CConstant(node.at, node.type.of, 0)
    return CDeclare(node.at, f"{node.name}[{number}]", f"{node.key}[{number}]", node.type.of, first)


def _length(node: CDeclare) -> int:
    assert isinstance(node.type, CArray)
    return node.type.length or 0
