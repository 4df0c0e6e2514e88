"""First-order mutants of a function's source: every syntax tree that differs from it by one small change."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.program.source.language import ALLOCATORS, LISTS, SIZES, Function
from spec.language.terms import Sort

_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)
Edit = Callable[[Any], None]
"""A change made in place to a node of a copy of the tree."""


@dataclass(frozen=True, slots=True)
class SourceMutant:
    """A changed function: the line, the statement as it is and as it should be, and the tree."""

    line: int
    text: str
    tree: ast.FunctionDef


def slips(node: ast.FunctionDef, function: Function) -> Iterator[SourceMutant]:
    """All functions with one change: an operator, a constant, a name, an index, a part or a statement left out."""
    names = _groups(function)
    inside = {id(part) for statement in node.body for part in ast.walk(statement)}
    for position, part in enumerate(ast.walk(node)):
        if id(part) not in inside and part is not node:
            continue  # What annotates a parameter does not run.
        for what, edit in _edits(part, names):
            tree = copy.deepcopy(node)
            changed = next(found for i, found in enumerate(ast.walk(tree)) if i == position)
            edit(changed)
            line = getattr(part, "lineno", node.lineno)
            yield SourceMutant(line, f"{_text(part)}: {what}", ast.fix_missing_locations(tree))


def _text(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0][:60]


def _groups(function: Function) -> Mapping[str, Sequence[str]]:
    """For each name, the names that could stand in its place: of the same sort, or other lists, arrays, allocators."""
    integers = [*SIZES, *(name for name, sort in function.sorts.items() if sort is Sort.INT)]
    others = [[name for name, sort in function.sorts.items() if sort is kind] for kind in (Sort.BOOL, Sort.ELEMENT)]
    groups = (integers, *others, list(LISTS), list(function.arrays), list(ALLOCATORS))
    return {name: [other for other in group if other != name] for group in groups for name in group}


def _edits(node: ast.AST, names: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Edit]]:
    match node:
        case ast.Compare():
            yield from _of_comparison(node)
        case ast.BinOp(op=op):
            yield from ((kind.__name__, _set("op", kind())) for kind in _ARITHMETIC if not isinstance(op, kind))
        case ast.BoolOp(op=op, values=values):
            yield "and/or", _set("op", ast.Or() if isinstance(op, ast.And) else ast.And())
            yield from (("an operand left out", _without("values", i)) for i in range(len(values)) if len(values) > 1)
        case ast.Constant(value=bool(value)):
            yield "the other truth value", _set("value", not value)
        case ast.Constant(value=int(value)):
            yield from ((f"{other}", _set("value", other)) for other in (value + 1, value - 1))
        case ast.Name(id=name, ctx=ast.Load()):
            yield from ((other, _set("id", other)) for other in names.get(name, ()))
        case ast.Tuple(elts=elts):
            yield from (("two swapped", _swapped(i)) for i in range(len(elts) - 1))
        case ast.If(test=test):
            yield "the test negated", _set("test", ast.UnaryOp(ast.Not(), test))
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "the operator left out", _replaced_by(operand)
        case ast.Call(func=ast.Name(id="range"), args=[stop]):
            for op in (ast.Add(), ast.Sub()):
                yield "one more or less", _set("args", [ast.BinOp(stop, op, ast.Constant(1))])
            yield "from 1", _set("args", [ast.Constant(1), stop])
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            for i, statement in enumerate(block):
                if isinstance(statement, ast.Assign | ast.If | ast.For):
                    yield f"{_text(statement)} left out", _passed_over(name, i)


def _of_comparison(node: ast.Compare) -> Iterator[tuple[str, Edit]]:
    for i, op in enumerate(node.ops):
        for kind in _COMPARISONS:
            if not isinstance(op, kind):
                yield kind.__name__, _set_item("ops", i, kind())
    if len(node.ops) > 1:
        yield "the first comparison left out", _without_first
        yield "the last comparison left out", _without_last


def _set(attribute: str, value: object) -> Edit:
    return lambda node: setattr(node, attribute, copy.deepcopy(value))


def _set_item(attribute: str, i: int, value: object) -> Edit:
    return lambda node: getattr(node, attribute).__setitem__(i, value)


def _without(attribute: str, i: int) -> Edit:
    return lambda node: getattr(node, attribute).pop(i) and None


def _without_first(node: ast.Compare) -> None:
    node.left, node.ops, node.comparators = node.comparators[0], node.ops[1:], node.comparators[1:]


def _without_last(node: ast.Compare) -> None:
    node.ops, node.comparators = node.ops[:-1], node.comparators[:-1]


def _swapped(i: int) -> Edit:
    def swap(node: ast.Tuple) -> None:
        node.elts[i], node.elts[i + 1] = node.elts[i + 1], node.elts[i]

    return swap


def _replaced_by(operand: ast.expr) -> Edit:
    def replace(node: ast.AST) -> None:
        node.__class__ = operand.__class__
        node.__dict__ = copy.deepcopy(operand).__dict__

    return replace


def _passed_over(attribute: str, i: int) -> Edit:
    return lambda node: getattr(node, attribute).__setitem__(i, ast.Pass())
