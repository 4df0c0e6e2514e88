"""SMT-LIB over bit patterns, evaluated in NumPy: the reading of `proofs.engine.bits` that needs no solver.

Every value is an array, so that many bit patterns are judged at once: of bool, of BitVector, or of a NumPy float.
Only what the obligations use is known; anything else raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Expression: TypeAlias = "str | tuple[Expression, ...]"
"""An S-expression: an atom, or a list of expressions."""

FLOATS: Mapping[tuple[str, str], tuple[type[Any], type[Any]]] = {
    ("5", "11"): (np.uint16, np.float16),
    ("8", "24"): (np.uint32, np.float32),
    ("11", "53"): (np.uint64, np.float64),
}
"""Exponent and significand bits of the floats, with NumPy's types for their bits and for their numbers."""


@dataclass(frozen=True, slots=True)
class BitVector:
    """Bit patterns of one width, of at most 64 bits, each as an unsigned integer."""

    width: int
    bits: NDArray[np.uint64]

    def as_signed(self) -> NDArray[np.uint64]:
        """The patterns with the sign bit flipped, whose unsigned order is the signed order of the patterns."""
        return self.bits ^ _number(1 << (self.width - 1))


Value: TypeAlias = "BitVector | NDArray[Any]"


@dataclass(frozen=True, slots=True)
class DefinedFunction:
    """A defined function, or name if it has no parameters; with the text of the command that defines it."""

    parameters: tuple[str, ...]
    body: Expression
    text: str


Definitions = Mapping[str, DefinedFunction]


def parsed(text: str) -> tuple[Expression, ...]:
    """The S-expressions of a text, one after the other."""
    stack: list[list[Expression]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    (expressions,) = stack
    return tuple(expressions)


def printed(expression: Expression) -> str:
    """The text of an S-expression."""
    return expression if isinstance(expression, str) else f"({' '.join(map(printed, expression))})"


@cache
def definitions(text: str) -> Definitions:
    """The functions that the `define-fun` commands of a text define."""
    found: dict[str, DefinedFunction] = {}
    for command in parsed(text):
        match command:
            case ("define-fun", str(name), tuple(parameters), _, body):
                found[name] = DefinedFunction(tuple(str(p[0]) for p in parameters), body, printed(command))
            case _:
                raise ValueError(f"no definition: {printed(command)}")
    return found


def bit_vector(width: int, bits: int | Sequence[int] | NDArray[Any]) -> BitVector:
    """One bit pattern, or several, of a width."""
    return BitVector(width, np.atleast_1d(np.asarray(bits, np.uint64)))


def evaluate(expression: Expression, values: Mapping[str, Value], defined: Definitions) -> Value:
    """The value of an expression. A name's value given in `values` goes before its definition."""
    return _valued(expression, values, values, defined)


def _valued(
    expression: Expression, local: Mapping[str, Value], given: Mapping[str, Value], defined: Definitions
) -> Value:
    """The value of an expression in which some names are bound; a function's body sees its parameters and the given."""
    match expression:
        case "true" | "false":
            return np.array([expression == "true"])
        case str():
            return _atom(expression, local, given, defined)
        case ("_", "-oo", str(exponent), str(significand)):
            return np.array([-np.inf], FLOATS[exponent, significand][1])
        case ("_", str(constant), str(width)) if constant.startswith("bv"):
            return bit_vector(int(width), int(constant[2:]))
        case ("let", tuple(bindings), body):
            bound = {str(b[0]): _valued(b[1], local, given, defined) for b in bindings}
            return _valued(body, {**local, **bound}, given, defined)
        case (("_", str(operation), *sizes), argument):
            return INDEXED[operation](_valued(argument, local, given, defined), *map(str, sizes))
        case (str(function), *arguments):
            evaluated = [_valued(argument, local, given, defined) for argument in arguments]
            if function not in defined:
                return OPERATIONS[function](*evaluated)
            arguments_by_name = dict(zip(defined[function].parameters, evaluated, strict=True))
            return _valued(defined[function].body, {**given, **arguments_by_name}, given, defined)
    raise ValueError(f"not understood: {printed(expression)}")


def _atom(name: str, local: Mapping[str, Value], given: Mapping[str, Value], defined: Definitions) -> Value:
    if name.startswith(("#b", "#x")):
        digits, base, size = name[2:], *((2, 1) if name[1] == "b" else (16, 4))
        return bit_vector(size * len(digits), int(digits, base))
    return local[name] if name in local else _valued(defined[name].body, given, given, defined)


def _number(value: int) -> NDArray[np.uint64]:
    return np.array([value], np.uint64)


def _bits(operation: Callable[..., Any]) -> Callable[..., BitVector]:
    """An operation on unsigned integers as one on bit-vectors of a width, modulo two to that width."""

    def apply(*args: BitVector) -> BitVector:
        (width,) = {a.width for a in args}
        return BitVector(width, operation(*(a.bits for a in args)) & _number((1 << width) - 1))

    return apply


def _concat(high: BitVector, low: BitVector) -> BitVector:
    return BitVector(high.width + low.width, high.bits << _number(low.width) | low.bits)


def _extract(argument: BitVector, last: str, first: str) -> BitVector:
    width = int(last) - int(first) + 1
    return BitVector(width, argument.bits >> _number(int(first)) & _number((1 << width) - 1))


def _sign_extend(argument: BitVector, more: str) -> BitVector:
    ones = _number((1 << int(more)) - 1 << argument.width)
    negative = argument.bits >> _number(argument.width - 1) == 1
    return BitVector(argument.width + int(more), np.where(negative, argument.bits | ones, argument.bits))


def _zero_extend(argument: BitVector, more: str) -> BitVector:
    return BitVector(argument.width + int(more), argument.bits)


def _to_float(argument: BitVector, exponent: str, significand: str) -> NDArray[Any]:
    unsigned, number = FLOATS[exponent, significand]
    return argument.bits.astype(unsigned).view(number)


def _same(left: Any, right: Any) -> Any:
    """SMT-LIB's `=`: of floats, all NaN are one value, and the zeros are two."""
    if isinstance(left, BitVector):
        return left.bits == right.bits
    if left.dtype == bool:
        return left == right
    return np.isnan(left) & np.isnan(right) | (left == right) & (np.signbit(left) == np.signbit(right))


def _ite(condition: NDArray[Any], then: Any, otherwise: Any) -> Any:
    if isinstance(then, BitVector):
        return BitVector(then.width, np.where(condition, then.bits, otherwise.bits))
    return np.where(condition, then, otherwise)


def _max(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """`fp.max`: of two zeros SMT-LIB leaves open which; here it is the second, as of any two equal numbers."""
    return np.where(np.isnan(right) | (left > right), left, right)


def _all(*args: NDArray[Any]) -> Any:
    return np.logical_and.reduce(np.broadcast_arrays(*args))


def _any(*args: NDArray[Any]) -> Any:
    return np.logical_or.reduce(np.broadcast_arrays(*args))


INDEXED: Mapping[str, Callable[..., Value]] = {
    "extract": _extract,
    "sign_extend": _sign_extend,
    "to_fp": _to_float,
    "zero_extend": _zero_extend,
}
OPERATIONS: Mapping[str, Callable[..., Value]] = {
    "not": np.logical_not,
    "and": _all,
    "or": _any,
    "=>": lambda left, right: ~left | right,
    "=": _same,
    "ite": _ite,
    "concat": _concat,
    "bvadd": _bits(np.add),
    "bvand": _bits(np.bitwise_and),
    "bvlshr": _bits(np.right_shift),
    "bvmul": _bits(np.multiply),
    "bvor": _bits(np.bitwise_or),
    "bvshl": _bits(np.left_shift),
    "bvsub": _bits(np.subtract),
    "bvxor": _bits(np.bitwise_xor),
    "bvugt": lambda left, right: left.bits > right.bits,
    "bvult": lambda left, right: left.bits < right.bits,
    "bvsgt": lambda left, right: left.as_signed() > right.as_signed(),
    "fp.gt": np.greater,
    "fp.geq": np.greater_equal,
    "fp.isNaN": np.isnan,
    "fp.isZero": lambda number: number == 0,
    "fp.max": _max,
}
