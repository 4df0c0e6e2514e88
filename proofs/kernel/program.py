"""The reference's loops as a functional program of Gallina, translated from the parsed source.

The translation is trusted, so it is kept small: each statement becomes one construct, in the order of the source.

    name = value                   let name := value in
    T = new_T(sizes)               let T := new_T sizes in             new_T is any function: any content
    T[b, c, m, n] = value          let T := store T b c m n value in   a tensor is a function of four indices
    if test: ...                   if test then ... else ...           giving the names that either branch assigns
    for v in range(low, high): ... loop low high (fun v names => ...)  giving the names that the body assigns
    return Y, Indices              (Y, Indices)

Python's comparison of elements is that of their ranks, `key`: this the bit-level obligations show. `loop` and `store`
are defined in Loops.v. Of what a run could do otherwise (an index out of range, a second write) this says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from proofs.program.source.language import (
    ALLOCATORS,
    LISTS,
    SIZES,
    Allocate,
    Assign,
    For,
    Function,
    If,
    Instruction,
    Return,
    Store,
    assigned,
    number,
    stored,
)
from spec.language.terms import Variable
from spec.maxpool.vocabulary import X, entry, key
from spec.readings.gallina import binders, identifier, to_test, to_value, type_of

STEP = "  "
UNKNOWNS: tuple[Variable, ...] = (
    *(Variable(name) for name in SIZES),
    *(entry(name, i) for name, entries in LISTS.items() for i in range(entries)),
)
"""The integers that the function is given, in the order of its parameters."""
SYMBOLS = (key, number, X)
"""The rank of an element, the element that a written integer is, and the tensor."""


def parameters() -> str:
    """The parameters of the program, as binders."""
    return f"{binders(UNKNOWNS, SYMBOLS)} {allocators()}"


def allocators() -> str:
    """What gives a new tensor of a shape, as binders."""
    return " ".join(
        f"({name} : {' '.join(['Z ->'] * len(SIZES))} tensor {type_of(sort)})" for name, sort in ALLOCATORS.items()
    )


def arguments() -> str:
    """The same names, to call it."""
    names = [*(u.name for u in UNKNOWNS), *(s.name for s in SYMBOLS)]
    return " ".join(["Element", *map(identifier, names), *ALLOCATORS])


def definition(function: Function) -> str:
    """The function as a definition of Gallina."""
    *body, last = function.body
    assert isinstance(last, Return)  # the last statement of a function of the subset, and its only return
    result = " * ".join(f"tensor {type_of(function.arrays[name])}" for name in last.arrays)
    head = fill(f"Definition {identifier(function.name)} {parameters()}", 120, subsequent_indent=2 * STEP)
    return "\n".join([head, f"{2 * STEP}: {result} :=", *_block(body, (), last.arrays, STEP)]) + "."


def _tuple(names: Sequence[str]) -> str:
    text = ", ".join(map(identifier, names))
    return text if len(names) == 1 else f"({text})"


def _pattern(names: Sequence[str]) -> str:
    return _tuple(names) if len(names) == 1 else f"'{_tuple(names)}"


def _changed(statement: Instruction, known: Sequence[str]) -> tuple[str, ...]:
    """The names from before it that a statement gives a value, in the order in which they came up."""
    found = assigned((statement,)) | stored((statement,))
    return tuple(name for name in known if name in found)


def _block(body: Sequence[Instruction], known: tuple[str, ...], result: tuple[str, ...], indent: str) -> list[str]:
    """The lines of a block, whose value is that of the names `result`."""
    lines: list[str] = []
    for position, statement in enumerate(body):
        match statement:
            case Assign(_, names, values):
                lines.append(f"{indent}let {_pattern(names)} := {_values([to_value(v) for v in values])} in")
                known = _with(known, *names)
            case Allocate(_, name, sort, sizes):
                allocator = next(a for a, of in ALLOCATORS.items() if of is sort)
                lines.append(f"{indent}let {identifier(name)} := {allocator} {_atoms(map(to_value, sizes))} in")
                known = _with(known, name)
            case Store(_, array, indices, value):
                stored_value = f"store {identifier(array)} {_atoms(map(to_value, (*indices, value)))}"
                lines.append(f"{indent}let {identifier(array)} := {stored_value} in")
            case If() | For():
                names = _changed(statement, known)
                if position + 1 == len(body) and names == result:
                    # In the last place, its value is the block's.
                    return lines + _compound(statement, known, names, indent)
                inner = _compound(statement, known, names, indent + STEP)
                lines += [f"{indent}let {_pattern(names)} :=", *inner, f"{indent}in"]
            case _:
                raise TypeError(f"line {statement.line}: a {type(statement).__name__} has no Gallina")
    return [*lines, indent + _tuple(result)]


def _compound(statement: If | For, known: tuple[str, ...], names: tuple[str, ...], indent: str) -> list[str]:
    match statement:
        case If(_, test, then, otherwise):
            return [
                f"{indent}if {to_test(test)} then",
                *_block(then, known, names, indent + STEP),
                f"{indent}else",
                *_block(otherwise, known, names, indent + STEP),
            ]
        case For(line, variable, start, stop, body):
            if variable in known:
                raise TypeError(f"line {line}: {variable} has a value before its loop, and would keep one after it")
            inside = _with(known, variable)
            return [
                f"{indent}loop {_atoms(map(to_value, (start, stop)))} (fun {identifier(variable)} {_pattern(names)} =>",
                *_block(body, inside, names, indent + STEP),
                f"{indent}) {_tuple(names)}",
            ]


def _with(known: tuple[str, ...], *names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *names)))


def _values(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def _atoms(texts: Sequence[str] | map[str]) -> str:
    return " ".join(text if identifier(text) == text or text.isdecimal() else f"({text})" for text in texts)
