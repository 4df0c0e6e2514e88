"""The file that a function stands in: read as Python reads it, and refused if importing it could do more than define.

What is proved is the function as it is written, with Python's own `range`, `min` and the like: nothing in its file may
give it, or them, another meaning (`proofs.program.source.imported`). Nothing is run.
"""

from __future__ import annotations

import ast
import io
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from proofs.program.source.imported import bound, origins, require_inert
from proofs.program.source.refused import Refused

BUILTINS = frozenset({"range", "min", "max", "enumerate", "reversed", "divmod", "float"})
"""Python's own functions that a function of the subset may call."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The other functions of a file, by name, and what each imported name is, such as `math.inf`."""

    helpers: Mapping[str, ast.FunctionDef] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)

    def used(self, node: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
        """The helpers that a function names, and those that these name, each once."""
        pending, found = [node], {node.name}
        while pending:
            for part in ast.walk(pending.pop()):
                if isinstance(part, ast.Name) and part.id in self.helpers and part.id not in found:
                    found.add(part.id)
                    pending.append(self.helpers[part.id])
                    yield self.helpers[part.id]


NOTHING = Surroundings()
LARGEST = 100_000
"""Bytes of a source file that are parsed."""


@dataclass(frozen=True, slots=True)
class FunctionText:
    """A function of a file: its syntax tree, its first and last line, and the SHA-256 digest of these lines.

    `around` are what it may use of the file; `helpers` are the texts of the other functions that it does use.
    """

    node: ast.FunctionDef
    first: int
    last: int
    digest: str
    around: Surroundings = NOTHING
    helpers: tuple[FunctionText, ...] = ()


def functions(source: bytes) -> dict[str, ast.FunctionDef]:
    """The functions at the top level of a source file. Raises Refused where it is not Python, or too long."""
    return {node.name: node for node in _parsed(source).body if isinstance(node, ast.FunctionDef)}


def function_of(source: bytes, name: str) -> FunctionText:
    """A function of a source file. Raises Refused if it is not there, or if its file could change its meaning."""
    module = _parsed(source)
    found = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    if name not in found:
        raise Refused(1, f"no function {name!r} in this file; found: {', '.join(found) or 'none'}")
    node = found[name]
    names = Counter(what for _, what in bound(module))
    if names[name] > 1:
        raise Refused(node.lineno, f"{name} is given more than one meaning in the file")
    try:
        require_inert(module)
    except RecursionError:
        raise Refused(1, "the file is nested too deeply") from None
    helpers = {n: f for n, f in found.items() if n != name and names[n] == 1}
    around = Surroundings(helpers, origins(module))
    return replace(_of(node, source), around=around, helpers=tuple(_of(helper, source) for helper in around.used(node)))


def _of(node: ast.FunctionDef, source: bytes) -> FunctionText:
    last = node.end_lineno or node.lineno
    lines = io.StringIO(_text(source), newline="").readlines()[node.lineno - 1 : last]
    return FunctionText(node, node.lineno, last, sha256("".join(lines).encode()).hexdigest())


def _text(source: bytes) -> str:
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(1, "this is not Python in UTF-8") from None


def _parsed(source: bytes) -> ast.Module:
    if len(source) > LARGEST:
        raise Refused(1, f"the file has more than {LARGEST} bytes")
    text = _text(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # What Python thinks of the style is not asked.
            module = ast.parse(source)
            compile(module, "<source>", "exec", dont_inherit=True)  # Finds what parsing lets through; runs nothing.
            as_read = ast.dump(ast.parse(text), include_attributes=True)
            is_as_read = as_read == ast.dump(module, include_attributes=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refused(getattr(error, "lineno", None) or 1, f"this is not Python: {error.args[0]}") from None
    if not is_as_read:
        raise Refused(1, "the encoding that the file declares makes something else of it than UTF-8 does")
    return module
