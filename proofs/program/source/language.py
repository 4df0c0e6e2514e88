"""The statements of the subset: what a parsed function is, before anything is said of what it means.

An expression is a term over the program's own names: a local variable, a parameter, an entry `pads[0]` of a list
parameter by the name that the specification gives it. Reading an array is the application of the symbol that
`array_symbol` gives its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spec.language.terms import Sort, Symbol, Term
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES, X, dX, kind_of, length, rank_X
from spec.operator.stated import stated

TENSOR_PARAMETER = "X"
ALLOCATORS = {"new_Y": Sort.ELEMENT, "new_Indices": Sort.INT}
"""The parameters that give a new tensor of a shape, and what its elements are."""
RANK = int(stated(MAXPOOL, rank_X))
"""The number of axes of X (clause `X.rank`)."""
SIZES = tuple(size.name for size in dX)
LISTS = {
    name: int(stated(MAXPOOL, length(name)))
    for name in ATTRIBUTES
    if stated(MAXPOOL, kind_of(name)) == "list of integers"
}
"""The list parameters with their lengths (clauses `dilations.length` and the like)."""
PARAMETERS = (TENSOR_PARAMETER, *ALLOCATORS, *SIZES, *LISTS)
"""What a function is given, in this order."""

number = Symbol("number", (Sort.INT,), Sort.ELEMENT)
"""The element that an integer written in the program is. Nothing is assumed of it."""


def array_symbol(name: str, sort: Sort) -> Symbol:
    """An array of the program, as a function of four indices."""
    return X if name == TENSOR_PARAMETER else Symbol(name, (Sort.INT,) * RANK, sort)


@dataclass(frozen=True, slots=True)
class Instruction:
    """A statement, with the line of the source that it starts on, from 1."""

    line: int


@dataclass(frozen=True, slots=True)
class Assign(Instruction):
    """`names = values`: all values are evaluated first."""

    names: tuple[str, ...]
    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Allocate(Instruction):
    """`name = new_Y(sizes)`: an array of a shape, with any content."""

    name: str
    sort: Sort
    sizes: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Store(Instruction):
    """`array[indices] = value`."""

    array: str
    indices: tuple[Term, ...]
    value: Term


@dataclass(frozen=True, slots=True)
class If(Instruction):
    """`if test: then else: otherwise`."""

    test: Term
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class For(Instruction):
    """`for variable in range(start, stop): body`."""

    variable: str
    start: Term
    stop: Term
    body: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Return(Instruction):
    """`return arrays`."""

    arrays: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the subset: `sorts` says what each local variable holds, `arrays` what each array's elements are.

    The last statement of the body is its only return.
    """

    name: str
    body: tuple[Instruction, ...]
    sorts: dict[str, Sort]
    arrays: dict[str, Sort]


def blocks(statement: Instruction) -> tuple[tuple[Instruction, ...], ...]:
    """The blocks of statements inside a statement."""
    match statement:
        case If(_, _, then, otherwise):
            return (then, otherwise)
        case For(_, _, _, _, body):
            return (body,)
    return ()


def everywhere(body: tuple[Instruction, ...]) -> Iterator[Instruction]:
    """All statements of a block, inner ones included, in the order of the source."""
    for statement in body:
        yield statement
        for block in blocks(statement):
            yield from everywhere(block)


def assigned(body: tuple[Instruction, ...]) -> frozenset[str]:
    """The local variables that a block gives a value, loop variables included."""
    names: set[str] = set()
    for statement in everywhere(body):
        match statement:
            case Assign(_, targets, _):
                names |= set(targets)
            case For(_, variable, _, _, _):
                names.add(variable)
    return frozenset(names)


def stored(body: tuple[Instruction, ...]) -> frozenset[str]:
    """The arrays that a block writes to."""
    return frozenset(s.array for s in everywhere(body) if isinstance(s, Store))


def expressions(statement: Instruction) -> tuple[Term, ...]:
    """The expressions that a statement itself evaluates."""
    match statement:
        case Assign(_, _, values):
            return values
        case Allocate(_, _, _, sizes):
            return sizes
        case Store(_, _, indices, stored):
            return (*indices, stored)
        case If(_, test, _, _):
            return (test,)
        case For(_, _, start, stop, _):
            return (start, stop)
    return ()
