"""The statements of the subset: what a parsed function is, before anything is said of what it means.

Each front end ends here. An expression is a term over the program's own names: a local variable, a parameter, an entry
`pads[0]` of a list parameter by the name that the specification gives it. The tensor is called X, whatever the program
calls it. Integers are mathematical ones; what a machine's integer must not do, `proofs.program.source.machine` says.

Reading an array is the application of a symbol to its indices: of `array_symbol` to four, or, where the function's
`flat` holds the array's name, of `memory` to one, which counts the elements as they stand in memory. A `Store` has as
many indices. The outputs are allocated by the function (`Allocate`), or brought by the caller: then `given` holds
their names, and they have the shape that the clauses give. They may be read, once they are written. Where the function
gives no Indices, its returns name Y alone.

Each path ends with a `Return`, the last statement of the body being one. A `status` there must be shown to be
`success`: of every legal call, that is, so that a return of another status is never reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import UnionType

from spec.language.terms import Sort, Symbol, Term, Variable
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


def memory(name: str, sort: Sort) -> Symbol:
    """An array of the program as it stands in memory, as a function of one index."""
    return Symbol(name, (Sort.INT,), sort)


class MemoryOrder(StrEnum):
    """The order of a tensor's axes in memory, the last one running fastest."""

    NCHW = "NCHW"
    NHWC = "NHWC"


def position(layout: MemoryOrder, shape: tuple[Term, ...], indices: tuple[Term, ...]) -> Term:
    """The one index at which the element at four indices stands in memory."""
    axes = (0, 1, 2, 3) if layout is MemoryOrder.NCHW else (0, 2, 3, 1)
    found = indices[axes[0]]
    for axis in axes[1:]:
        found = found * shape[axis] + indices[axis]
    return found


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
class While(Instruction):
    """`while test: body`, after each turn of which, also one that `Continue` ended, `update` runs.

    C's `for (init; test; update) body` is this after `init`. Some variable that the test compares must change by the
    same step in every turn. The first turn of one that is `entered` is run without asking: `do body while (test)`.
    """

    test: Term
    body: tuple[Instruction, ...]
    update: tuple[Instruction, ...] = ()
    entered: bool = False


@dataclass(frozen=True, slots=True)
class Continue(Instruction):
    """The end of the turn of the innermost loop. Nothing stands after it in its block."""


@dataclass(frozen=True, slots=True)
class Break(Instruction):
    """The end of the innermost loop. Nothing stands after it in its block."""


@dataclass(frozen=True, slots=True)
class Return(Instruction):
    """`return arrays`, with a status where the function gives one. Nothing stands after it in its block."""

    arrays: tuple[str, ...]
    status: Term | None = None


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the subset: `sorts` says what each local variable holds, `arrays` what each array's elements are.

    `given` are the outputs that the caller brings, `flat` the arrays that have one index, in the order of `layout`.
    `calls` are those that the function is for, as what some quantities of a call are: `dilations[0]` is 1 in all.
    `assumed` holds for each call because of the types in which the quantities are passed.
    """

    name: str
    body: tuple[Instruction, ...]
    sorts: dict[str, Sort]
    arrays: dict[str, Sort]
    given: frozenset[str] = frozenset()
    flat: frozenset[str] = frozenset()
    layout: MemoryOrder = MemoryOrder.NCHW
    success: int = 0
    calls: Mapping[Variable, Term] = field(default_factory=dict)
    assumed: tuple[Term, ...] = ()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Y, and Indices where the function gives them."""
        last = self.body[-1]
        assert isinstance(last, Return)
        return last.arrays


Loop = For | While


def blocks(statement: Instruction) -> tuple[tuple[Instruction, ...], ...]:
    """The blocks of statements inside a statement."""
    match statement:
        case If(_, _, then, otherwise):
            return (then, otherwise)
        case For(_, _, _, _, body):
            return (body,)
        case While(_, _, body, update):
            return (body, update)
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
        case While(_, test, _, _):
            return (test,)
        case Return(_, _, Term() as status):
            return (status,)
    return ()


def sunk(body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """The same block, in which what follows a branch with a jump stands in those sides of the branch that go on."""
    for i, statement in enumerate(body):
        rest = body[i + 1 :]
        if isinstance(statement, If) and _jumps(statement):
            then, otherwise = (sunk(_followed(side, rest)) for side in blocks(statement))
            return (*body[:i], If(statement.line, statement.test, then, otherwise))
    return body


def _followed(body: tuple[Instruction, ...], rest: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    return body if body and isinstance(body[-1], Continue | Break | Return) else (*body, *rest)


def _jumps(statement: Instruction) -> bool:
    """A jump stands in a branch, other than in a loop inside it."""
    return jumps_out(statement, Continue | Break | Return)


def jumps_out(statement: Instruction, kind: type[Instruction] | UnionType) -> bool:
    """A jump of a kind stands in a statement, other than in a loop inside it."""
    if isinstance(statement, If):
        return any(jumps_out(inner, kind) for block in blocks(statement) for inner in block)
    return isinstance(statement, kind)
