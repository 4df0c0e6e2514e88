"""From Python's source to the statements of the subset. What is outside it is refused, with line and reason.

The source is parsed and never imported or run. The subset: one function with the parameters of
`reference.maxpool.pool`, and plain helpers that it calls; assignments to local variables; `if`; `for` over ranges,
`while`, `continue`, `break`; integers with `+ - * // %`, `min`, `max`; comparisons, also chained; `and`, `or`, `not`;
`a if c else b`; `X.shape`; X read with four indices, and the arrays from `new_Y` and `new_Indices` written to and read;
returns of these two.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.program.source.inlined import inlined
from proofs.program.source.language import ALLOCATORS, PARAMETERS, TENSOR_PARAMETER, Function
from proofs.program.source.module import BUILTINS, NOTHING, FunctionText, Surroundings, function_of
from proofs.program.source.plain import Marked, Plain
from proofs.program.source.refused import Refused
from proofs.program.source.sorts import optional, sorts_of
from proofs.program.source.statements import PythonStatements, allocator_of, single_name
from spec.language.terms import Sort


def parse(source: bytes, name: str) -> Function:
    """A function of the subset from the source of its file; raises Refused with the line and the reason."""
    return parsed(function_of(source, name))


def parsed(text: FunctionText) -> Function:
    """A function of the subset, with what stands around it."""
    return function(text.node, text.around)


def function(node: ast.FunctionDef, around: Surroundings = NOTHING) -> Function:
    """A function of the subset from its syntax tree; raises Refused with the line and the reason."""
    try:
        return _function(node, around)
    except RecursionError:
        raise Refused(node.lineno, "the function is nested too deeply") from None


def _function(node: ast.FunctionDef, around: Surroundings) -> Function:
    around = _seen_from(node, around)
    node = Marked().visit(copy.deepcopy(inlined(node, around)))
    renamed = _parameters(node)
    Plain(renamed, around.origins).generic_visit(node)
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    if not body or not isinstance(body[-1], ast.Return):
        raise Refused(node.lineno, "the last statement must return two arrays")
    arrays = _arrays(body, renamed)
    others = [statement for statement in body if not allocator_of(statement, renamed)]
    statements = PythonStatements(sorts_of(others, arrays, renamed), arrays, renamed, optional(others))
    done = statements.block(body, top=True)
    return Function(node.name, done, statements.sorts, arrays)


def _seen_from(node: ast.FunctionDef, around: Surroundings) -> Surroundings:
    """What a function sees of its file: not what it has names of its own for."""
    own = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
    own |= {argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg)}
    return replace(
        around,
        helpers={name: helper for name, helper in around.helpers.items() if name not in own},
        origins={name: origin for name, origin in around.origins.items() if name not in own},
    )


def _arrays(body: Sequence[ast.stmt], renamed: Mapping[str, str]) -> dict[str, Sort]:
    """The arrays: X, and those that the function allocates, each once, outside of loops and branches."""
    arrays = {TENSOR_PARAMETER: Sort.ELEMENT}
    for statement in body:
        if allocator := allocator_of(statement, renamed):
            name = single_name(statement)
            if name in renamed or name in PARAMETERS or name in BUILTINS:
                raise Refused(statement.lineno, f"{name} is the name of a parameter or of the language")
            if name in arrays:
                raise Refused(statement.lineno, f"the array {name} is allocated twice")
            if ALLOCATORS[allocator] in [sort for array, sort in arrays.items() if array != TENSOR_PARAMETER]:
                raise Refused(statement.lineno, f"{allocator} is called a second time: each output is allocated once")
            arrays[name] = ALLOCATORS[allocator]
    return arrays


def _parameters(node: ast.FunctionDef) -> Mapping[str, str]:
    """The function's own names for the parameters, which have the meaning that their position gives them."""
    a = node.args
    if node.decorator_list or getattr(node, "type_params", []):
        raise Refused(node.lineno, "a decorator or a type parameter would change what runs")
    if a.posonlyargs or a.kwonlyargs or a.vararg or a.kwarg or a.defaults:
        raise Refused(node.lineno, f"the parameters are, by position: {', '.join(PARAMETERS)}")
    names = [argument.arg for argument in a.args]
    if len(names) != len(PARAMETERS):
        raise Refused(node.lineno, f"{len(names)} parameters; they are, by position: {', '.join(PARAMETERS)}")
    if taken := BUILTINS.intersection([*names, node.name]):
        raise Refused(node.lineno, f"{min(taken)} is Python's own")
    misplaced = [n for n, p in zip(names, PARAMETERS, strict=True) if n in PARAMETERS and n != p]
    if misplaced:
        raise Refused(node.lineno, f"the parameter {misplaced[0]} is in another one's place")
    return dict(zip(names, PARAMETERS, strict=True))
