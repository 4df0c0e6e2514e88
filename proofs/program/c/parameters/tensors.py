"""Which of a function's pointers are X, Y and Indices: found from their types and from what is written through them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofs.program.c.elements.kinds import AS_BITS, format_of
from proofs.program.c.lowering.scan import CHANGES, everything
from proofs.program.c.lowering.scope import INDICES, X, Y
from proofs.program.c.reading.tree import (
    CBinary,
    CCall,
    CChoice,
    CConvert,
    CDeclare,
    CDefinition,
    CExpression,
    CName,
    CParameter,
    CSubscript,
    CUnary,
    CUpdate,
    refused,
)
from proofs.program.c.reading.types import CArray, CFloating, CInteger, CPointer, CType
from proofs.theories.floats.bits import Format

MAP = "say which is which with --map"
ELEMENTS = f'{MAP}; where integers hold the bits of elements: [elements] X = "{next(iter(AS_BITS))}"'
LEAST_INDEX_BITS = 16


def pointee(kind: CType) -> CType | None:
    """What a parameter that is a pointer, or an array, leads to."""
    if isinstance(kind, CPointer):
        return kind.to
    return kind.of if isinstance(kind, CArray) else None


def scalar(kind: CType) -> CType:
    """The elements of an array of any number of dimensions."""
    while isinstance(kind, CArray):
        kind = kind.of
    return kind


def is_const(kind: CType) -> bool:
    """Nothing may be written through a parameter."""
    return isinstance(kind, CPointer | CArray) and (
        kind.const or (isinstance(kind, CPointer) and isinstance(kind.to, CArray) and kind.to.const)
    )


def tensors(
    function: CDefinition, helpers: Mapping[str, CDefinition], given: Mapping[str, str], elements_are: str | None
) -> dict[str, CParameter]:
    """The parameters that are X, Y and perhaps Indices; `given` says so of some by name.

    `elements_are` is the format of the elements, where the user has said so.
    """
    written = _written(function, helpers)
    found = {role: p for p in function.parameters if (role := given.get(p.name)) in (X, Y, INDICES)}
    rest = [p for p in function.parameters if p not in found.values() and pointee(p.type) is not None]
    used = {part.key for part in everything(function.body) if isinstance(part, CName)}
    rest = [p for p in rest if p.key in used]
    elements = [p for p in rest if _format(p, elements_are) is not None]
    indices = [p for p in rest if _holds_indices(p) and p.key in written and p not in elements]
    candidates = {
        X: [p for p in elements if p.key not in written],
        Y: [p for p in elements if p.key in written],
        INDICES: indices,
    }
    for role in (X, Y):
        if role not in found and not candidates[role]:
            raise refused(function.at, f"no parameter could be {role}: a pointer to elements", ELEMENTS)
    for role, parameters in candidates.items():
        if role not in found and parameters:
            found[role] = _only(role, parameters, function)
    return found


def _format(parameter: CParameter, given: str | None) -> Format | None:
    return format_of(scalar(pointee(parameter.type) or parameter.type), given)


def _only(role: str, parameters: Sequence[CParameter], function: CDefinition) -> CParameter:
    if len(parameters) > 1:
        names = " or ".join(p.name for p in parameters)
        raise refused(parameters[1].at, f"{role} could be {names}", MAP)
    return parameters[0]


def _holds_indices(parameter: CParameter) -> bool:
    kind = scalar(pointee(parameter.type) or parameter.type)
    return isinstance(kind, CInteger) and kind.bits >= LEAST_INDEX_BITS and not is_const(parameter.type)


def _written(function: CDefinition, helpers: Mapping[str, CDefinition]) -> frozenset[str]:
    """The pointers through which something is written, here or by a helper that they are passed to."""
    found = set[str]()
    while True:
        more = set(found)
        for definition in (function, *helpers.values()):
            for part in everything(definition.body):
                more |= _written_by(part, more, helpers)
        if more == found:
            return frozenset(found)
        found = more


def _written_by(part: object, written: set[str], helpers: Mapping[str, CDefinition]) -> set[str]:
    match part:
        case CBinary(op="=", left=left) | CUpdate(left=left) if not isinstance(left, CName):
            return _roots(left)
        case CUnary(op=op, operand=operand) if op in CHANGES and not isinstance(operand, CName):
            return _roots(operand)
        case CDeclare(key=key, initial=CExpression() as value) if key in written:
            return _roots(value)
        case CBinary(op="=", left=CName(key=key), right=value) if key in written:
            return _roots(value)
        case CCall(name=name, arguments=arguments) if name in helpers:
            pairs = zip(helpers[name].parameters, arguments, strict=False)
            return {root for p, argument in pairs if p.key in written for root in _roots(argument)}
    return set()


def _roots(node: CExpression) -> set[str]:
    """The variables of whose memory an expression may be a part."""
    match node:
        case CName(key=key):
            return {key}
        case CSubscript(base=base):
            return _roots(base)
        case CConvert(operand=operand) | CUnary(operand=operand):
            return _roots(operand)
        case CChoice(then=then, otherwise=otherwise):
            return _roots(then) | _roots(otherwise)
        case CBinary(left=left, right=right):
            sides = [side for side in (left, right) if isinstance(side.type, CPointer | CArray)]
            return {root for side in sides for root in _roots(side)}
    return set()


def element_of(parameter: CParameter, given: str | None) -> tuple[CInteger | CFloating, Format]:
    """The type of a tensor's elements, and their format."""
    kind, of = scalar(pointee(parameter.type) or parameter.type), _format(parameter, given)
    if of is None or not isinstance(kind, CInteger | CFloating):
        change = f"float, double, int8, uint8; {ELEMENTS}"
        raise refused(parameter.at, f"elements of `{parameter.type}` are outside the profile", change)
    if isinstance(kind, CInteger) and kind.name == "char":
        change = "write `signed char` or `unsigned char`"
        raise refused(parameter.at, "whether a `char` has a sign is each compiler's own choice", change)
    return kind, of
