"""Pointers, arrays and structures: which element, table entry or part of a parameter an expression leads to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from proofs.program.c.lowering.scope import INDICES, CProgram, CScope, Lengths
from proofs.program.c.lowering.values import (
    ZERO,
    ElementValue,
    NullValue,
    PartValue,
    PlaceValue,
    TableValue,
    Value,
    WholeValue,
    constant,
    simplified,
)
from proofs.program.c.reading.tree import (
    CBinary,
    CChoice,
    CConstant,
    CConvert,
    CExpression,
    CMember,
    CSubscript,
    CUnary,
    SourcePosition,
    refused,
)
from proofs.program.c.reading.types import CArray, CBoolean, CInteger, CPointer, CType
from proofs.program.source.language import RANK, array_symbol, memory
from spec.language.terms import FALSE, TRUE, Literal, Op, Operation, Sort, Term, free_variables, not_

COMPARISONS: Mapping[str, Op] = {"<": Op.LT, "<=": Op.LE, ">": Op.GT, ">=": Op.GE, "==": Op.EQ, "!=": Op.NE}
NOT_NULL = "no pointer is null"
NOT_NULL_INDICES = "Indices is no null pointer"


class Pointers(ABC):
    """What expressions lead to in memory. How other expressions are read, the class derived from this knows."""

    def __init__(self, program: CProgram) -> None:
        self.program = program

    @abstractmethod
    def value(self, node: CExpression, scope: CScope) -> Value:
        """What an expression stands for."""

    @abstractmethod
    def whole(self, node: CExpression, scope: CScope) -> Term:
        """The expression, which must be an integer."""

    @abstractmethod
    def truth(self, node: CExpression, scope: CScope) -> Term:
        """The expression as a condition."""

    def place(self, node: CExpression, scope: CScope) -> PlaceValue:
        """The expression, which must be a pointer into a tensor."""
        found = self.value(node, scope)
        if not isinstance(found, PlaceValue):
            raise refused(node.at, "this is no pointer into X or into an output")
        return found

    def at(self, node: CExpression, base: CExpression, index: CExpression, scope: CScope) -> Value:
        """What `base[index]` leads to."""
        found = self.value(base, scope)
        match found:
            case TableValue(values=values):
                return self._entry(node, values, self.whole(index, scope), scope)
            case PartValue(path=path, type=kind):
                number = constant(self.whole(index, scope))
                if number is None:
                    raise refused(node.at, f"an entry of {path} must be read by a number")
                _require_entry(path, kind, number, node.at)
                return self.part(f"{path}[{number}]", node.type, node.at)
            case PlaceValue():
                return self.inside(self.moved(found, self.whole(index, scope)), node.at)
        raise refused(node.at, "this has no subscript in the subset")

    def moved(self, place: PlaceValue, steps: Term) -> PlaceValue:
        """A pointer so many steps further."""
        return PlaceValue(place.array, place.indices, _sum(place.offset, steps), place.to)

    def inside(self, place: PlaceValue, at: SourcePosition) -> Value:
        """What a pointer leads to: an element, an index, or a row of an array."""
        if isinstance(place.to, CArray):
            return PlaceValue(place.array, (*place.indices, place.offset), ZERO, place.to.of)
        term = self.application(place, at)
        return ElementValue(term) if term.sort is Sort.ELEMENT else WholeValue(term)

    def application(self, place: PlaceValue, at: SourcePosition) -> Term:
        """The reading of an array at a place."""
        indices = self.indices(place, at)
        sort = self.program.arrays[place.array]
        return memory(place.array, sort)(*indices) if len(indices) == 1 else array_symbol(place.array, sort)(*indices)

    def indices(self, place: PlaceValue, at: SourcePosition) -> tuple[Term, ...]:
        """The one index of a flat array; or the four of one with several dimensions, of which the first may lack."""
        indices = (*place.indices, place.offset)
        if (len(indices) == 1) != (place.array in self.program.flat):
            raise refused(at, f"{place.array} is read with one index here, and with several elsewhere")
        if len(indices) > RANK:
            raise refused(at, f"an array of more than {RANK} dimensions")
        return indices if len(indices) == 1 else (*[ZERO] * (RANK - len(indices)), *indices)

    def lengths(self, kind: CType, written: Sequence[CExpression], scope: CScope) -> Lengths:
        """The lengths of the arrays that a pointer is declared to lead to, or of an array's own."""
        if written:
            return tuple(self.whole(length, scope) for length in written)
        return constant_lengths(kind.to if isinstance(kind, CPointer) else kind)

    def require_lengths(self, place: PlaceValue, said: Lengths, at: SourcePosition) -> None:
        """Where a pointer leads to arrays, they are as long as the tensor's; raises Refused where that is not seen.

        By its own lengths a pointer finds what stands in the next row: the compiler knows none that are not constant.
        """
        rank = len(constant_lengths(place.to))
        own = self.program.lengths.get(place.array, ())
        said, own = said[-rank:] if rank else (), own[-rank:] if rank else ()
        of_call = all(v.name not in self.program.sorts for t in own if t is not None for v in free_variables(t))
        if said != own or len(own) != rank or None in own or not of_call:
            reason = f"a pointer into {place.array} is declared with other lengths than {place.array}, or changing ones"
            raise refused(at, reason, "write the lengths as they stand at the parameter")

    def _entry(self, node: CExpression, values: tuple[CExpression, ...], index: Term, scope: CScope) -> Value:
        number = constant(index)
        if number is None or not 0 <= number < len(values):
            raise refused(node.at, "an entry of a table of constants must be read by a number within it")
        return self.value(values[number], scope)

    def member(self, node: CExpression, base: CExpression, name: str, scope: CScope) -> Value:
        """A part of a structure."""
        found = self.value(base, scope)
        if not isinstance(found, PartValue):
            raise refused(node.at, "a structure must be a parameter of the function")
        return self.part(f"{found.path}.{name}", node.type, node.at)

    def part(self, path: str, kind: CType, at: SourcePosition) -> Value:
        """A parameter, or a part of one, by its path."""
        if not isinstance(kind, CInteger | CBoolean):
            return PartValue(path, kind)
        return WholeValue(self.program.leaves.get(path, kind))

    def address(self, node: CUnary, scope: CScope) -> Value:
        """What `&operand` is."""
        match node.operand:
            case CSubscript(base=base, index=index):
                return self.moved(self.place(base, scope), self.whole(index, scope))
            case CUnary(op="*", operand=operand):
                return self.place(operand, scope)
            case CMember():
                return self.value(node.operand, scope)
        raise refused(node.at, "the address of a variable is outside the subset")

    def stepped(self, node: CBinary, scope: CScope) -> PlaceValue:
        """A pointer plus or minus a number."""
        pointer, steps = (node.left, node.right) if isinstance(node.left.type, CPointer) else (node.right, node.left)
        place, by = self.place(pointer, scope), self.whole(steps, scope)
        return self.moved(place, by if node.op == "+" else -by)

    def pointer(self, node: CConvert, scope: CScope) -> Value:
        """A pointer, an array or a structure as it is; what a pointer leads to keeps its type."""
        found = self.value(node.operand, scope)
        if node.explicit and isinstance(node.type, CPointer) and None in constant_lengths(node.type.to):
            raise refused(node.at, "a cast to a pointer to arrays whose lengths are not constant", "leave the cast out")
        to = _pointed(found)
        if isinstance(node.type, CPointer) and to is not None and not _same(to, node.type.to):
            raise refused(node.at, f"a pointer to `{to}` becomes one to `{node.type.to}`", "leave the cast out")
        return found

    def one_of_two(self, node: CChoice, scope: CScope) -> Value:
        """The pointer that is chosen, where it is known which: by whether there is a pointer for Indices."""
        test = simplified(self.truth(node.test, scope))
        if test not in (TRUE, FALSE):
            raise refused(node.at, "which of two pointers this is depends on the call", "choose what they lead to")
        taken = node.then if test == TRUE else node.otherwise
        return NullValue() if _is_null(taken) else self.value(taken, scope)

    def pointers_compared(self, node: CBinary, scope: CScope) -> Term:
        """Two pointers into one object, compared by where they lead; or one with null."""
        if _is_null(node.left) or _is_null(node.right):
            there = self.not_null(node.right if _is_null(node.left) else node.left, scope)
            if node.op in ("==", "!="):
                return simplified(not_(there)) if node.op == "==" else there
        left, right = self.place(node.left, scope), self.place(node.right, scope)
        if left.array != right.array or left.indices != right.indices:
            raise refused(node.at, "pointers into different objects are compared")
        return Operation(COMPARISONS[node.op], (left.offset, right.offset))

    def not_null(self, node: CExpression, scope: CScope) -> Term:
        """A pointer as a condition: null is passed for none, but perhaps for Indices: both ways are proved."""
        match self.value(node, scope):
            case NullValue():
                return FALSE
            case PlaceValue(array=array) if array == INDICES:
                self.program.asks_for_indices = True
            case _:
                self.program.assumed[NOT_NULL] = None
        return TRUE


def _require_entry(path: str, kind: CType, number: int, at: SourcePosition) -> None:
    """An array is as long as its type says, that of a parameter too; raises Refused for an entry that it has not."""
    length = kind.length if isinstance(kind, CArray) else None
    if number < 0 or (length is not None and number >= length):
        has = f", which has {length} entries" if length is not None else ""
        raise refused(at, f"entry {number} is read of {path}{has}")


def _pointed(found: Value) -> CType | None:
    """What a pointer leads to; of a parameter that is one, or an array of one, that is the type by which it is read."""
    match found:
        case PlaceValue(to=to) | PartValue(type=CPointer(to=to) | CArray(of=to) | to):
            return to
    return None


def _same(left: CType, right: CType) -> bool:
    """Two types of what is pointed to are one, but for lengths that one of them does not say."""
    if isinstance(left, CArray) and isinstance(right, CArray):
        return _same(left.of, right.of) and (left.length == right.length or None in (left.length, right.length))
    return left == right


def constant_lengths(kind: CType) -> Lengths:
    """The lengths in a type of arrays, the outermost first; None for one that is not constant."""
    found: list[Term | None] = []
    while isinstance(kind, CArray):
        found.append(None if kind.length is None else Literal(kind.length))
        kind = kind.of
    return tuple(found)


def _is_null(node: CExpression) -> bool:
    while isinstance(node, CConvert):
        node = node.operand
    return isinstance(node, CConstant) and node.value == 0


def _sum(left: Term, right: Term) -> Term:
    if constant(left) == 0:
        return right
    return left if constant(right) == 0 else left + right
