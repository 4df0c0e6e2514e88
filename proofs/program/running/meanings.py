"""What the symbols of a program mean in a run: elements, demands on values, places in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice, product
from math import prod
from typing import Any

from proofs.program.source import machine
from proofs.program.source.language import MemoryOrder, number
from proofs.program.source.machine import DEMANDS, PRESENT, ValueRange
from proofs.program.source.refused import Refused
from spec.language.fold import replace, subterms
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, children, free_variables
from spec.maxpool.vocabulary import key, value
from spec.readings.partial import partial
from spec.readings.value import evaluate

Value = Any
"""An int, a bool, an element (any number), or a term for what depends on unknown elements."""
Index = tuple[int, ...]


_WHOLE = (Op.NEG, Op.ADD, Op.SUB, Op.MUL)
MOST_WAYS = 1000
"""Sums and products of what is chosen that are formed for one value."""


class Failed(ArithmeticError):
    """The program did what it must not: the line, and what it was."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


@lru_cache(maxsize=1024)
def demands_at(line: int, *, wraps: bool) -> Mapping[str, Callable[..., Value]]:
    """What the symbols that demand something of a value mean at a line, by their names."""
    demands: dict[str, Callable[..., Value]] = {
        name: demanding(demand, line, wraps=wraps) for name, demand in DEMANDS.items()
    }
    return demands | dict.fromkeys(PRESENT, there(line))


def demanding(demand: ValueRange, line: int, *, wraps: bool) -> Callable[[Value], Value]:
    """The meaning of a symbol whose argument must be in a range. Where unsigned numbers may wrap, they do."""

    def met(found: Value) -> Value:
        if isinstance(found, Term):
            if not all(map(demand.met_by, _possible(found, line))):
                raise Refused(line, "whether a value fits depends on elements")
            return found
        if not demand.met_by(found):
            if wraps and demand.modulus is not None:
                return demand.low + (found - demand.low) % demand.modulus
            raise Failed(line, f"{demand.words}, which {found} is not")
        return found

    return met


def _possible(found: Term, line: int) -> frozenset[int]:
    """The numbers that a value may be, whatever the elements are: those on either side of each choice in it."""
    match found:
        case Literal(int(value)):
            return frozenset({value})
        case Operation(Op.ITE, (_, then, otherwise)):
            return _possible(then, line) | _possible(otherwise, line)
        case Operation(op, args) if op in _WHOLE:
            ways = list(islice(product(*(_possible(arg, line) for arg in args)), MOST_WAYS))
            if len(ways) < MOST_WAYS:
                return frozenset(evaluate(Operation(op, tuple(map(Literal, way))), {}) for way in ways)
    raise Refused(line, "whether a value fits depends on elements")


def there(line: int) -> Callable[[Value, Value], Value]:
    """The meaning of the symbol whose second argument must be there at all."""

    def found_there(is_there: Value, found: Value) -> Value:
        if isinstance(is_there, Term):
            raise Refused(line, "whether a variable has a value depends on elements")
        if not is_there:
            raise Failed(line, "what is read here was given no value before")
        return found

    return found_there


def decoded(line: int, array: str, index: int, shape: Index, layout: MemoryOrder) -> Index:
    """The four indices of the element that stands at an index in memory."""
    if not 0 <= index < prod(shape):
        raise Failed(line, f"the index of {array} is {index}, out of bounds for {prod(shape)} elements")
    rest, found = index, [0, 0, 0, 0]
    for axis in (3, 2, 1, 0) if layout is MemoryOrder.NCHW else (1, 3, 2, 0):
        rest, found[axis] = divmod(rest, shape[axis])
    return tuple(found)


def require_within(line: int, array: str, indices: Index, shape: Index) -> None:
    """The indices are in bounds; raises Failed."""
    for axis, (i, size) in enumerate(zip(indices, shape, strict=True)):
        if not 0 <= i < size:
            raise Failed(line, f"index {axis} of {array} is {i}, out of bounds for size {size}")


def open_choice(indices: tuple[Value, ...]) -> tuple[Term, tuple[Value, ...], tuple[Value, ...]] | None:
    """What indices depend on that is not known, and what they are on either side; None if nothing is chosen in them."""
    chosen = next((t for i in indices if isinstance(i, Term) for t in subterms(i) if _is_choice(t)), None)
    if chosen is None:
        return None
    test, *sides = children(chosen)
    then, otherwise = (tuple(_settled(i, {chosen: side}) for i in indices) for side in sides)
    return test, then, otherwise


def _is_choice(node: Term) -> bool:
    return isinstance(node, Operation) and node.op is Op.ITE and node.sort is Sort.INT


def _settled(index: Value, side: Mapping[Term, Term]) -> Value:
    if not isinstance(index, Term):
        return index
    left = replace(index, side)
    unknown: dict[str, Value] = {v.name: v for v in free_variables(left)}
    return partial(left, {**unknown, **element_functions(known=False)})


def element_functions(*, known: bool) -> dict[str, Callable[[Value], Value]]:
    """What an integer is as an element, the value of an element and its rank, without NaN: for numbers, the number.

    Of an unknown element the rank is unknown; an integer that the program writes is then an element of that rank.
    """

    def same(element: Value, _: Value = None) -> Value:
        return element

    def rank(element: Value) -> Value:
        return element.args[0] if isinstance(element, Application) and element.symbol == number else key(element)

    elements = {number.name: same if known else number, value.name: same, key.name: same if known else rank}
    return {**elements, machine.same.name: same}
