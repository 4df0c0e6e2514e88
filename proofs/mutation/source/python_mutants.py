"""First-order mutants of a function's source: every syntax tree that differs from it by one small change."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from proofs.program.source.language import ALLOCATORS, LISTS, PARAMETERS, SIZES, TENSOR_PARAMETER, Function
from spec.language.terms import Sort

_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)


@dataclass(frozen=True, slots=True)
class SourceMutant:
    """A changed function: the line, the statement as it is and as it should be, and the tree."""

    line: int
    text: str
    tree: ast.FunctionDef


Names = Mapping[str, Sequence[str]]
"""For each name, the names that could stand in its place."""


def source_mutants(node: ast.FunctionDef, names: Names) -> Iterator[SourceMutant]:
    """All functions with one change: an operator, a constant, a name, an index, a part or a statement left out."""
    inside = {id(part) for statement in node.body for part in ast.walk(statement)}
    places = dict(above(node))
    for part in ast.walk(node):
        if id(part) not in inside and part is not node:
            continue  # What annotates a parameter does not run.
        for what, other in others(part, names):
            line = getattr(part, "lineno", node.lineno)
            changed = ast.fix_missing_locations(with_other(node, part, other, places))
            yield SourceMutant(line, f"{start_of(part)}: {what}", changed)


Tree = TypeVar("Tree", bound=ast.AST)
Above = Mapping[int, tuple[ast.AST, str]]
"""For each node of a tree, by its identity, the one that it is a part of, and of which field."""


def above(node: ast.AST) -> Iterator[tuple[int, tuple[ast.AST, str]]]:
    """Where each part of a tree stands."""
    for part in ast.walk(node):
        for name, value in ast.iter_fields(part):
            yield from ((id(v), (part, name)) for v in (value if isinstance(value, list) else [value]))


def with_other(node: Tree, part: ast.AST, other: ast.AST, places: Above) -> Tree:
    """The tree with another node in a part's place. What is not above that place is shared with the tree."""
    while part is not node:
        parent, name = places[id(part)]
        value = getattr(parent, name)
        changed = [other if v is part else v for v in value] if isinstance(value, list) else other
        part, other = parent, but(parent, **{name: changed})
    assert isinstance(other, type(node))
    return other


def start_of(node: ast.AST) -> str:
    """How a part begins, in words of its source."""
    return ast.unparse(node).partition("\n")[0][:60]


def names_of_sorts(function: Function) -> Names:
    """The names of a function of the subset: of the same sort, or other lists, arrays, allocators."""
    integers = [*SIZES, *(name for name, sort in function.sorts.items() if sort is Sort.INT)]
    others = [[name for name, sort in function.sorts.items() if sort is kind] for kind in (Sort.BOOL, Sort.ELEMENT)]
    groups = (integers, *others, list(LISTS), list(function.arrays), list(ALLOCATORS))
    return {name: [other for other in group if other != name] for group in groups for name in group}


def local_names(node: ast.FunctionDef) -> Names:
    """The names of any function: its parameters, and what it assigns, loops' and comprehensions' variables included."""
    parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    stored = (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    found = dict.fromkeys((*(p.arg for p in parameters), *stored))
    return {name: [other for other in found if other != name] for name in found}


def names_next_to(function: Function, node: ast.FunctionDef) -> Names:
    """The names of any function of the subset that could stand in each other's place, those next in order alone."""
    first = [argument.arg for argument in node.args.args]
    places = {name: first[i] for i, name in enumerate(PARAMETERS)}
    own = [name for name in local_names(node) if name not in first]
    locals_ = [[n for n in own if function.sorts.get(n) is sort] for sort in (Sort.INT, Sort.BOOL, Sort.ELEMENT)]
    arrays = [places[TENSOR_PARAMETER], *(n for n in own if n in function.arrays)]
    given = [[places[name] for name in group] for group in (SIZES, LISTS, ALLOCATORS)]
    groups = [[*given[0], *locals_[0]], *locals_[1:], arrays, *given[1:]]
    return {
        name: [*group[i + 1 : i + 2], *group[max(i - 1, 0) : i]] for group in groups for i, name in enumerate(group)
    }


def others(node: ast.AST, names: Names) -> Iterator[tuple[str, ast.AST]]:
    """What could stand in the place of a node, each with the change in words."""
    match node:
        case ast.Compare(ops=ops, comparators=comparators):
            for i, op in enumerate(ops):
                for kind in _COMPARISONS:
                    if not isinstance(op, kind):
                        yield kind.__name__, but(node, ops=[*ops[:i], kind(), *ops[i + 1 :]])
            if len(ops) > 1:
                first, *rest = comparators
                yield "the first comparison left out", but(node, left=first, ops=ops[1:], comparators=rest)
                yield "the last comparison left out", but(node, ops=ops[:-1], comparators=comparators[:-1])
        case ast.BinOp(op=op):
            yield from ((kind.__name__, but(node, op=kind())) for kind in _ARITHMETIC if not isinstance(op, kind))
        case ast.BoolOp(op=op, values=values):
            yield "and/or", but(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
            for i in range(len(values)) if len(values) > 1 else ():
                yield "an operand left out", but(node, values=values[:i] + values[i + 1 :])
        case ast.Constant(value=bool(value)):
            yield "the other truth value", but(node, value=not value)
        case ast.Constant(value=int(value)):
            yield from ((f"{other}", but(node, value=other)) for other in (value + 1, value - 1))
        case ast.Name(id=name, ctx=ast.Load()):
            yield from ((other, but(node, id=other)) for other in names.get(name, ()))
        case ast.Tuple(elts=elts):
            for i in range(len(elts) - 1):
                yield "two swapped", but(node, elts=[*elts[:i], elts[i + 1], elts[i], *elts[i + 2 :]])
        case ast.If(test=test):
            yield "the test negated", but(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "the operator left out", operand
        case ast.Call(func=ast.Name(id="range"), args=[stop]):
            for change in (ast.Add(), ast.Sub()):
                yield "one more or less", but(node, args=[ast.BinOp(stop, change, ast.Constant(1))])
            yield "from 1", but(node, args=[ast.Constant(1), stop])
    for name in ("body", "orelse"):
        found = getattr(node, name, None)
        block = found if isinstance(found, list) else []
        for i, statement in enumerate(block):
            asks = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            if asks or isinstance(statement, ast.Assign | ast.If | ast.For):
                yield f"{start_of(statement)} left out", but(node, **{name: [*block[:i], ast.Pass(), *block[i + 1 :]]})


def but(node: ast.AST, **changed: object) -> ast.AST:
    """The node with other parts."""
    return type(node)(**{**vars(node), **changed})
