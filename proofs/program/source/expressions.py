"""The expressions of the subset, as terms over the program's own names."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from proofs.program.source.language import LISTS, PARAMETERS, RANK, SIZES, array_symbol, number
from proofs.program.source.machine import present
from proofs.program.source.refused import Refused
from spec.language.terms import (
    FALSE,
    TRUE,
    Literal,
    Op,
    Operation,
    Sort,
    Term,
    Variable,
    and_,
    children,
    ite,
    maximum,
    minimum,
    not_,
    or_,
)
from spec.maxpool.vocabulary import entry, key, minus_infinity, value

_ARITHMETIC: Mapping[type[ast.operator], Op] = {
    ast.Add: Op.ADD,
    ast.Sub: Op.SUB,
    ast.Mult: Op.MUL,
    ast.FloorDiv: Op.FLOOR_DIV,
    ast.Mod: Op.MOD,
}
_COMPARISONS: Mapping[type[ast.cmpop], Op] = {
    ast.Lt: Op.LT,
    ast.LtE: Op.LE,
    ast.Gt: Op.GT,
    ast.GtE: Op.GE,
    ast.Eq: Op.EQ,
    ast.NotEq: Op.NE,
}
SYMBOLS = frozenset({key.name, value.name, number.name, minus_infinity.name})
LARGEST_ELEMENT = 2048
"""Up to here an integer is exact in every element type: compared with an element, it is what it says."""
LARGEST_BITS = 64
"""Of an integer that is written out."""
_FUNCTIONS: Mapping[str, Callable[[Term, Term], Term]] = {"min": minimum, "max": maximum}


def known_as(node: ast.Name, renamed: Mapping[str, str]) -> str:
    """What a name stands for: a parameter by the name that the specification gives it, a local variable by its own."""
    if node.id in renamed:
        return renamed[node.id]
    if node.id in PARAMETERS:
        raise Refused(node.lineno, f"{node.id} is the name of a parameter, but not one of this function's")
    return node.id


def base_name(node: ast.Subscript, renamed: Mapping[str, str]) -> str:
    """The name of the array or list that is subscripted, a parameter by the name that the specification gives it."""
    if not isinstance(node.value, ast.Name):
        raise Refused(node.lineno, f"`{ast.unparse(node)}`: only an array or a list, by its name, can have a subscript")
    return known_as(node.value, renamed)


class Expressions:
    """Expressions of one function, whose variables' and arrays' sorts are known. Each method raises Refused.

    `given` are, for the variables that may hold None, those that say whether they hold something else.
    """

    def __init__(
        self,
        sorts: Mapping[str, Sort],
        arrays: Mapping[str, Sort],
        renamed: Mapping[str, str],
        given: Mapping[str, Variable],
    ) -> None:
        self.sorts, self.arrays, self.renamed, self.given = sorts, arrays, renamed, given

    def value(self, node: ast.expr, wanted: Sort) -> Term:
        """The expression as a term of the wanted sort; an integer that is written out may stand for an element."""
        found = self._term(node)
        require_bearable(found, node.lineno, "an expression")
        if wanted is Sort.ELEMENT and isinstance(found, Literal) and isinstance(found.value, int):
            if abs(found.value) > LARGEST_ELEMENT:
                raise Refused(
                    node.lineno, f"an element that is written out must be from -{LARGEST_ELEMENT} to {LARGEST_ELEMENT}"
                )
            return number(found)
        if found.sort is not wanted:
            raise Refused(node.lineno, f"`{ast.unparse(node)}` is of sort {found.sort}, where {wanted} is needed")
        return found

    def integer(self, node: ast.expr) -> Term:
        """The expression, which must be an integer."""
        return self.value(node, Sort.INT)

    def truth(self, node: ast.expr) -> Term:
        """The expression, which must be a truth value."""
        return self.value(node, Sort.BOOL)

    def place(self, node: ast.Subscript) -> tuple[str, tuple[Term, ...]]:
        """The array and the four indices of a subscript."""
        name = base_name(node, self.renamed)
        if name not in self.arrays:
            raise Refused(node.lineno, f"{name} is not an array of the function")
        if not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) != RANK:
            raise Refused(node.lineno, f"`{ast.unparse(node)}`: an array has {RANK} indices")
        return name, tuple(map(self.integer, node.slice.elts))

    def _term(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(value=bool(value)):
                return TRUE if value else FALSE
            case ast.Constant(value=int(value)) if value.bit_length() <= LARGEST_BITS:
                return Literal(value)
            case ast.Constant(value=float(value)) if value == -math.inf:
                return minus_infinity
            case ast.Name():
                return self._name(node)
            case ast.Subscript():
                return self._read(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                arg = self.integer(operand)
                return Literal(-arg.value) if isinstance(arg, Literal) and isinstance(arg.value, int) else -arg
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not_(self.truth(operand))
            case ast.BinOp(op=op, left=left, right=right) if type(op) in _ARITHMETIC:
                return Operation(_ARITHMETIC[type(op)], (self.integer(left), self.integer(right)))
            case ast.BoolOp(op=op, values=values):
                return (and_ if isinstance(op, ast.And) else or_)(*map(self.truth, values))
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choice(node, self.truth(test), self._term(body), self._term(orelse))
            case ast.Call(func=ast.Name(id=name), args=[left, right, *more], keywords=[]) if name in _FUNCTIONS:
                found = self._extreme(name, left, right)
                for other in more:
                    found = _FUNCTIONS[name](found, self.integer(other))
                return found
        raise Refused(node.lineno, f"`{ast.unparse(node)[:60]}` is outside the subset", column=node.col_offset + 1)

    def _extreme(self, name: str, left: ast.expr, right: ast.expr) -> Term:
        """`min` or `max`: of two elements Python gives the first, unless the second is beyond it."""
        if Sort.ELEMENT not in (self._term(left).sort, self._term(right).sort):
            return _FUNCTIONS[name](self.integer(left), self.integer(right))
        first, second = (self.value(part, Sort.ELEMENT) for part in (left, right))
        beyond = key(second) > key(first) if name == "max" else key(second) < key(first)
        return ite(beyond, second, first)

    def _name(self, node: ast.Name) -> Term:
        name = known_as(node, self.renamed)
        if node.id in self.renamed and name in SIZES:
            return Variable(name)
        if name in self.given:
            return present(self.sorts[name])(self.given[name], Variable(name, self.sorts[name]))
        if name in self.sorts:
            return Variable(name, self.sorts[name])
        raise Refused(node.lineno, f"{node.id} is neither a local variable nor a size")

    def _read(self, node: ast.Subscript) -> Term:
        name = base_name(node, self.renamed)
        if name in LISTS:
            index = node.slice.value if isinstance(node.slice, ast.Constant) else None
            if type(index) is not int or not 0 <= index < LISTS[name]:
                reason = f"an entry of {name} must be read by a number from 0 to {LISTS[name] - 1}"
                raise Refused(node.lineno, f"`{ast.unparse(node)}`: {reason}")
            return entry(name, index)
        name, indices = self.place(node)
        return array_symbol(name, self.arrays[name])(*indices)

    def _compare(self, node: ast.Compare) -> Term:
        if (found := self._special(node)) is not None:
            return found
        operands = [self._term(operand) for operand in (node.left, *node.comparators)]
        if any(operand.sort is Sort.ELEMENT for operand in operands):
            # Elements are compared by their rank: NaN has been replaced, and the two zeros are equal.
            operands = [key(self.value(operand, Sort.ELEMENT)) for operand in (node.left, *node.comparators)]
        parts = []
        for op, (left, right) in zip(node.ops, pairwise(operands), strict=True):
            if type(op) not in _COMPARISONS or Sort.BOOL in (left.sort, right.sort):
                raise Refused(
                    node.lineno, f"`{ast.unparse(node)}`: only integers or elements can be compared, by < <= > >= == !="
                )
            parts.append(Operation(_COMPARISONS[type(op)], (left, right)))
        return and_(*parts)

    def _special(self, node: ast.Compare) -> Term | None:
        """`x is None`, `i in range(n)`, and their opposites; None for every other comparison."""
        match node:
            case ast.Compare(ast.Name(id=name), [ast.Is() | ast.IsNot() as is_], [ast.Constant(value=None)]):
                if name not in self.given:
                    raise Refused(node.lineno, f"{name} never holds None")
                return self.given[name] if isinstance(is_, ast.IsNot) else not_(self.given[name])
            case ast.Compare(tested, [ast.In() | ast.NotIn() as in_], [ast.Call(func=ast.Name(id="range"), args=args)]):
                within = self._in_range(node, tested, args)
                return within if isinstance(in_, ast.In) else not_(within)
        return None

    def _in_range(self, node: ast.Compare, left: ast.expr, bounds: Sequence[ast.expr]) -> Term:
        if len(bounds) not in (1, 2):
            raise Refused(
                node.lineno, f"`{ast.unparse(node)[:60]}`: a range in a test has a stop, or a start and a stop"
            )
        start, stop = [Literal(0), *map(self.integer, bounds)][-2:]
        tested = self.integer(left)
        return and_(start <= tested, tested < stop)

    def _choice(self, node: ast.IfExp, test: Term, then: Term, otherwise: Term) -> Term:
        if then.sort is not otherwise.sort or then.sort is Sort.BOOL:
            raise Refused(node.lineno, f"`{ast.unparse(node)}`: both values must be integers, or both elements")
        return ite(test, then, otherwise)


LARGEST, DEEPEST = 20_000, 150
"""Nodes of a value as it is written out, and how deep they stand: far more than a plain implementation needs."""


def require_bearable(value: Term, line: int, name: str) -> None:
    """A value is no larger than can be followed; raises Refused otherwise."""
    size, depth = extent(value)
    if size > LARGEST or depth > DEEPEST:
        raise Refused(line, f"the value of {name} is too large to be followed")


@lru_cache(maxsize=65536)
def extent(node: Term) -> tuple[int, int]:
    """How many nodes a term has, shared ones counted each time, and how deep they stand."""
    inner = [extent(child) for child in children(node)]
    return 1 + sum(size for size, _ in inner), 1 + max((depth for _, depth in inner), default=0)
