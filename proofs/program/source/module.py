"""The file that a function stands in: read as Python reads it, and refused if it gives a name of it another meaning.

What is proved is the function as it is written, with Python's own `range`, `min` and `max`. A file that binds one of
these names, or the function's own name a second time, is refused. Nothing is run.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator

from proofs.program.source.expressions import Refused

BUILTINS = frozenset({"range", "min", "max"})
LARGEST = 100_000
"""Bytes of a source file that are parsed."""


def functions(source: bytes) -> dict[str, ast.FunctionDef]:
    """The functions at the top level of a source file. Raises Refused where it is not Python, or too long."""
    return {node.name: node for node in _parsed(source).body if isinstance(node, ast.FunctionDef)}


def function_of(source: bytes, name: str) -> ast.FunctionDef:
    """A function of a source file. Raises Refused if it is not there, or if the file makes something else of it."""
    module = _parsed(source)
    found = functions(source)
    if name not in found:
        raise Refused(1, f"no function {name!r} in this file; found: {', '.join(found) or 'none'}")
    bound = list(_bound(module))
    for line, what in bound:
        if what in BUILTINS or what == "*":
            raise Refused(
                line, f"the file gives {'names that cannot be seen' if what == '*' else what} another meaning"
            )
    if Counter(what for _, what in bound)[name] > 1:
        raise Refused(found[name].lineno, f"{name} is given more than one meaning in the file")
    return found[name]


def _parsed(source: bytes) -> ast.Module:
    if len(source) > LARGEST:
        raise Refused(1, f"the file has more than {LARGEST} bytes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # What Python thinks of the style is not asked.
            module = ast.parse(source)
            compile(module, "<source>", "exec", dont_inherit=True)  # Finds what parsing lets through; runs nothing.
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refused(getattr(error, "lineno", None) or 1, f"this is not Python: {error.args[0]}") from None
    return module


def _bound(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The names that the file binds, wherever a function could see them: at the top level, or global from within."""
    pending: list[ast.AST] = list(module.body)
    while pending:
        node = pending.pop()
        line = getattr(node, "lineno", 1)
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name
                inner = (part for part in ast.walk(node) if isinstance(part, ast.Global))
                yield from ((part.lineno, n) for part in inner for n in part.names)
                continue  # What it binds inside is its own.
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield line, name
            case ast.alias(name=name, asname=asname):
                yield line, asname or name.partition(".")[0]
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield line, name
            case ast.MatchMapping(rest=str(name)):
                yield line, name
        pending += ast.iter_child_nodes(node)
