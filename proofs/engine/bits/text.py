"""The text of statements on bit patterns: SMT-LIB, parsed, and followed down to the operations of an algebra.

Two algebras give it meaning without a solver: `proofs.engine.bits.arrays` evaluates it on many patterns at once, and
`proofs.engine.bits.gates` on all patterns, as decision diagrams. Only what the obligations use is known; anything else
raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias

Expression: TypeAlias = "str | tuple[Expression, ...]"
"""An S-expression: an atom, or a list of expressions."""


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


class UnknownOperation(KeyError):
    """An algebra lacks an operation."""


class Algebra(Protocol):
    """What the parts of a text are: truth values, bit patterns and floats."""

    @property
    def operations(self) -> Mapping[str, Callable[..., Any]]:
        """The operations by name, on what their arguments are."""

    @property
    def indexed(self) -> Mapping[str, Callable[..., Any]]:
        """The operations with sizes in their name, which stand after the argument, as written."""

    def truth(self, value: bool) -> Any:
        """True or false."""

    def pattern(self, width: int, value: int) -> Any:
        """A bit pattern of a width."""

    def minus_infinity(self, exponent: str, significand: str) -> Any:
        """The float -oo of a format."""


def meaning(expression: Expression, values: Mapping[str, Any], defined: Definitions, algebra: Algebra) -> Any:
    """What an expression is in an algebra. A name's value given in `values` goes before its definition.

    Raises UnknownOperation where the algebra lacks one, KeyError for an unknown name, ValueError for anything else.
    """
    return _Walk(values, defined, algebra, algebra.operations, algebra.indexed).of(expression, values)


@dataclass(frozen=True, slots=True)
class _Walk:
    given: Mapping[str, Any]
    defined: Definitions
    algebra: Algebra
    operations: Mapping[str, Callable[..., Any]]
    indexed: Mapping[str, Callable[..., Any]]

    def of(self, expression: Expression, local: Mapping[str, Any]) -> Any:
        """What an expression is where some names are bound; a function's body sees its parameters and the given."""
        match expression:
            case "true" | "false":
                return self.algebra.truth(expression == "true")
            case str():
                return self._atom(expression, local)
            case ("_", "-oo", str(exponent), str(significand)):
                return self.algebra.minus_infinity(exponent, significand)
            case ("_", str(constant), str(width)) if constant.startswith("bv"):
                return self.algebra.pattern(int(width), int(constant[2:]))
            case ("let", tuple(bindings), body):
                return self.of(body, {**local, **{str(b[0]): self.of(b[1], local) for b in bindings}})
            case (("_", str(operation), *sizes), argument):
                return _named(operation, self.indexed)(self.of(argument, local), *map(str, sizes))
            case (str(function), *arguments):
                evaluated = [self.of(argument, local) for argument in arguments]
                if function not in self.defined:
                    return _named(function, self.operations)(*evaluated)
                by_name = dict(zip(self.defined[function].parameters, evaluated, strict=True))
                return self.of(self.defined[function].body, {**self.given, **by_name})
        raise ValueError(f"not understood: {printed(expression)}")

    def _atom(self, name: str, local: Mapping[str, Any]) -> Any:
        if name.startswith(("#b", "#x")):
            digits, base, size = name[2:], *((2, 1) if name[1] == "b" else (16, 4))
            return self.algebra.pattern(size * len(digits), int(digits, base))
        return local[name] if name in local else self.of(self.defined[name].body, self.given)


def _named(name: str, operations: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    if name not in operations:
        raise UnknownOperation(name)
    return operations[name]
