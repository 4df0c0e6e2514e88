"""What can be told of a body of C before it is lowered: which variables change, and which hold elements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from proofs.program.c.reading.tree import (
    CBinary,
    CCall,
    CChoice,
    CConvert,
    CDeclare,
    CExpression,
    CGive,
    CName,
    CStatement,
    CSubscript,
    CUnary,
    CUpdate,
)
from proofs.program.c.reading.types import CBoolean, CFloating, CInteger, CPointer

Node = CExpression | CStatement
COMPARED = ("<", "<=", ">", ">=", "==", "!=")
CHANGES = ("pre++", "pre--", "post++", "post--")


def everything(node: Node) -> Iterator[Node]:
    """A part of the tree with all that it is made of."""
    yield node
    for name in node.__dataclass_fields__:  # `fields` takes longer, and this is asked often.
        part = getattr(node, name)
        for inner in part if isinstance(part, tuple) else (part,):
            if isinstance(inner, CExpression | CStatement):
                yield from everything(inner)


def changed(node: Node) -> Counter[str]:
    """How often each variable is assigned to, its declaration aside."""
    targets = (_target(part) for part in everything(node))
    return Counter(target.key for target in targets if isinstance(target, CName))


def _target(node: Node) -> CExpression | None:
    match node:
        case CBinary(op="=", left=left):
            return left
        case CUpdate(left=left):
            return left
        case CUnary(op=op, operand=operand) if op in CHANGES:
            return operand
    return None


def has_effects(node: Node) -> bool:
    """Something in it changes a variable or memory."""
    return any(_target(part) is not None for part in everything(node))


def used(node: Node) -> Counter[str]:
    """How often each variable is named."""
    return Counter(part.key for part in everything(node) if isinstance(part, CName))


def element_variables(body: Node, known: frozenset[str], tensors: frozenset[str]) -> frozenset[str]:
    """The variables that hold elements, where elements are integers: what is assigned from an element is one.

    `tensors` are the pointers to elements, `known` the variables that are known to hold one.
    """
    pairs = [pair for part in everything(body) if (pair := assigned_value(part)) is not None]
    found, places = set(known), set(tensors)
    while True:
        more = {key for key, value in pairs if isinstance(value.type, CPointer) and _points(value, places)}
        elements = {key for key, value in pairs if is_element(value, found, places)}
        if more <= places and elements <= found:
            return frozenset(found)
        places |= more
        found |= elements


def assigned_value(node: Node) -> tuple[str, CExpression] | None:
    """The variable that a part of the tree gives a value, and that value."""
    match node:
        case CDeclare(key=key, initial=CExpression() as value):
            return key, value
        case CBinary(op="=", left=CName(key=key), right=value):
            return key, value
    return None


def is_element(value: CExpression, found: set[str] | frozenset[str], places: set[str] | frozenset[str]) -> bool:
    """An expression's value is an element of a tensor; every floating-point number is one, or stands for one."""
    if isinstance(value.type, CFloating):
        return True
    match value:
        case CName(key=key):
            return key in found
        case CConvert(operand=operand):
            return is_element(operand, found, places)
        case CChoice(then=then, otherwise=otherwise):
            return is_element(then, found, places) or is_element(otherwise, found, places)
        case CCall(arguments=arguments):
            return any(is_element(argument, found, places) for argument in arguments)
        case CSubscript(base=base) | CUnary(op="*", operand=base):
            return _points(base, places)
    return False


def _points(value: CExpression, places: set[str] | frozenset[str]) -> bool:
    """A pointer leads into a tensor of elements."""
    match value:
        case CName(key=key):
            return key in places
        case CConvert(operand=operand) | CUnary(operand=operand) | CSubscript(base=operand):
            return _points(operand, places)
        case CBinary(left=left, right=right):
            return _points(left, places) or _points(right, places)
        case CChoice(then=then):
            return _points(then, places)
    return False


def gives(node: Node) -> list[CGive]:
    """The returns in a body."""
    return [part for part in everything(node) if isinstance(part, CGive)]


def becomes_unsigned(node: CExpression) -> bool:
    """A signed number is converted to an unsigned type that is no narrower."""
    if not isinstance(node, CConvert) or not isinstance(node.type, CInteger):
        return False
    source = node.operand.type
    return isinstance(source, CInteger) and source.signed and not node.type.signed and source.bits <= node.type.bits


def is_truth(node: CExpression) -> bool:
    """The expression is a comparison or a connective: 0 or 1."""
    match node:
        case CConvert(operand=operand, type=CInteger() | CBoolean()):
            return is_truth(operand)
        case CBinary(op=op):
            both = op in ("&", "|") and is_truth(node.left) and is_truth(node.right)
            return both or op in ("&&", "||", *COMPARED)
        case CUnary(op="!"):
            return True
    return isinstance(node.type, CBoolean)
