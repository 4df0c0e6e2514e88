"""Examples as Python code, by its syntax tree alone: nothing is evaluated, nothing is executed."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from math import prod

from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import ATTRIBUTES, TENSORS, Named, StatedValue, shape_of, statements
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.printed.matrices import tensor
from spec.documents.printed.tensors import PrintedCell, PrintedTensor

LONGEST = 200_000
DEEPEST = 60
MOST_NODES = 100_000

_RANDOM = ("randn", "rand", "ones", "zeros", "empty", "standard_normal", "random", "random_sample", "uniform", "normal",
           "full", "randint", "ranf", "sample")  # fmt: skip
_DOMAIN = re.compile(r"\bdomain\s*=\s*[\"']([\w.]{1,80})[\"']")
_IS_NODE = re.compile(r"\bmake_node\s*\(")


@dataclass(frozen=True, slots=True)
class _Source:
    """The document's text, and the offsets in it of the lines that a syntax tree counts."""

    text: str
    lines: tuple[int, ...]

    def at(self, line: int, column: int) -> int:
        """The offset in the document of a place in the tree, whose columns count bytes."""
        begin = self.lines[min(line, len(self.lines)) - 1]
        end = self.text.find("\n", begin)
        said = self.text[begin : end if end >= 0 else None]
        return begin + len(said.encode()[:column].decode(errors="ignore"))

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """Where a part of the tree stands."""
        end = self.at(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        return self.at(node.lineno, node.col_offset), end

    def cell(self, node: ast.expr) -> PrintedCell:
        """A part of the tree as printed."""
        start, end = self.span(node)
        return PrintedCell(self.text[start:end], start)


def code_examples(document: Document, named: Mapping[str, Named]) -> tuple[list[WorkedExample], list[tuple[int, int]]]:
    """The examples that are Python code, and the parts of the text that they take up; see `text_examples`."""
    found: list[WorkedExample] = []
    taken: list[tuple[int, int]] = []
    for block in document.blocks:
        if block.shape is Shape.CODE:
            for piece in block.of(Kind.CODE):
                if _IS_NODE.search(piece.text):
                    found.extend(_examples(document, block, piece.start, piece.text, named))
                    taken.append((piece.start, max(block.end, piece.end)))
    return found, taken


def _examples(
    document: Document, block: Block, start: int, content: str, named: Mapping[str, Named]
) -> Iterator[WorkedExample]:
    begin = document.text.rfind("\n", 0, start) + 1
    end = begin
    for _ in range(content.rstrip("\n").count("\n") + 1):
        end = document.text.find("\n", end) + 1 or len(document.text)
    title = block.path[-1].strip() if block.path else "example"
    plain = WorkedExample(title, start, end, block.path, (), is_node=True, node=start)
    tree = _tree(document.text[begin:end])
    if tree is None:
        # Code that does not parse is still text that states things.
        domain = _DOMAIN.search(document.text, start, end)
        yield replace(
            plain,
            statements=tuple(statements(document.text, start, end, named)),
            node=max(document.text.find("make_node", start), start),
            domain=domain[1] if domain else "",
        )
        return
    module, above = tree
    starts = (i + 1 for i in range(begin, end - 1) if document.text[i] == "\n")
    lines = (*[begin] * above, begin, *starts)
    yield from _Code(_Source(document.text, lines), plain, named).examples(module)


def _tree(source: str) -> tuple[ast.Module, int] | None:
    """The syntax tree of a piece of code and the lines put above it; None where there is none in reason."""
    if len(source) > LONGEST or _depth(source) > DEEPEST:
        return None
    indented = source[:1] in " \t"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(f"if 1:\n{source}" if indented else source), int(indented)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _depth(source: str) -> int:
    """How deep brackets nest: the parser itself works by recursion."""
    return max(accumulate((c in "([{") - (c in ")]}") for c in source), default=0)


class _Code:
    """Goes through the statements of one block; each node that is built starts an example."""

    def __init__(self, source: _Source, plain: WorkedExample, named: Mapping[str, Named]) -> None:
        self.source, self.plain, self.named = source, plain, named
        self.inputs: dict[Named, StatedValue] = {}
        self.roles: dict[str, Named] = {}
        self.pending: list[StatedValue] = []
        self.random: tuple[PrintedCell, ...] = ()
        self.dtype: PrintedCell | None = None

    def examples(self, module: ast.Module) -> Iterator[WorkedExample]:
        current: WorkedExample | None = None
        for statement in _flat(module.body):
            node = _node_of(statement)
            if node is not None:
                if current is not None and (self.random or any(s.role is Named.Y for s in self.pending)):
                    yield self._finished(current)
                    self.pending, self.random, self.dtype = [], (), None
                current = self._node(node)
            else:
                self._statement(statement)
        if current is not None:
            yield self._finished(current)

    def _finished(self, example: WorkedExample) -> WorkedExample:
        printed = {s.role: s for s in self.pending if s.is_printed and not s.is_output}
        if self.named and not self.random:
            # A second node on the same tensors: they are assigned once.
            self.pending += [s for role, s in self.inputs.items() if role not in printed]
            self.inputs |= printed
        ordered = (*example.statements, *self.pending)
        return replace(example, statements=ordered, random_shape=self.random, dtype=self.dtype)

    def _node(self, call: ast.Call) -> WorkedExample:
        found: list[StatedValue] = []
        domain = ""
        self.roles = {}
        for keyword in call.keywords:
            name = keyword.arg or ""
            if name == "domain" and isinstance(keyword.value, ast.Constant):
                domain = str(keyword.value.value)
            elif name in ("inputs", "outputs"):
                self._name_tensors(name, keyword.value)
            elif name in ATTRIBUTES or self.named.get(name) is Named.ATTRIBUTE:
                start, _ = self.source.span(keyword)
                found.append(self._stated(name, Named.ATTRIBUTE, keyword.value, start))
        place, end = self.source.span(call)
        return replace(self.plain, node=place, node_end=end, domain=domain, statements=tuple(found))

    def _name_tensors(self, what: str, value: ast.expr) -> None:
        roles = (Named.X, *((Named.W, Named.B) if self.named else ())) if what == "inputs" else (Named.Y, Named.INDICES)
        elements = value.elts if isinstance(value, ast.List | ast.Tuple) else []
        for role, element in zip(roles, elements, strict=False):
            if isinstance(element, ast.Constant) and isinstance(element.value, str):
                self.roles[element.value] = role

    def _stated(self, name: str, role: Named, value: ast.expr, start: int) -> StatedValue:
        cell = self.source.cell(value)
        end = cell.end
        parsed = tensor(self.source.text, cell.start, end)
        if parsed is not None:
            return StatedValue(name, start, end, role, parsed, None)
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and cell.text[:1] in "\"'":
            cell = PrintedCell(cell.text[1:-1], cell.start + 1)
        return StatedValue(name, start, end, role, None, cell)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._assign(name, value, self.source.span(statement)[0])
            case ast.Expr(value=ast.Constant(value=str()) as said):
                self.pending.extend(s for s in statements(self.source.text, *self.source.span(said)) if s.is_shape)

    def _assign(self, name: str, value: ast.expr, start: int) -> None:
        role = self.roles.get(name) or self.named.get(name) or TENSORS.get(name.lower())
        if role is None and self.named and name.lower().startswith("y_"):
            role = Named.Y
        if name in ATTRIBUTES:
            if isinstance(value, ast.List | ast.Tuple | ast.Constant):
                self.pending.append(self._stated(name, Named.ATTRIBUTE, value, start))
        elif role is not None:
            self._tensor(name, role, value, start)

    def _tensor(self, name: str, role: Named, value: ast.expr, start: int) -> None:
        """`np.array([...])` or `np.random.randn(...)`, with a type or a shape given after it."""
        literal: ast.expr | None = None
        shape: tuple[PrintedCell, ...] = ()
        for call in _chain(value):
            function = _name(call.func)
            if function == "astype" and call.args and role is Named.X:
                self.dtype = self.source.cell(call.args[0])
            elif function == "reshape":
                shape = self._dimensions(call.args)
            elif function in ("array", "asarray") and call.args:
                literal = call.args[0]
                self._take_dtype(call, role)
            elif function in _RANDOM and not shape:
                shape = self._dimensions([k.value for k in call.keywords if k.arg in ("size", "shape")] or call.args)
                self._take_dtype(call, role)
        if isinstance(literal, ast.List | ast.Tuple):
            stated = self._stated(name, role, literal, start)
            if stated.tensor is not None and stated.tensor.shape is not None:
                stated = replace(stated, tensor=_reshaped(stated.tensor, shape))
            self.pending.append(stated)
        elif shape and role is Named.X and not self.random:
            self.random = shape

    def _take_dtype(self, call: ast.Call, role: Named) -> None:
        for keyword in call.keywords:
            if keyword.arg == "dtype" and role is Named.X:
                self.dtype = self.source.cell(keyword.value)

    def _dimensions(self, arguments: list[ast.expr]) -> tuple[PrintedCell, ...]:
        """The dimensions of a shape that is given as such or one by one; none where one is not a printed integer."""
        if len(arguments) >= 1 and isinstance(arguments[0], ast.Tuple | ast.List):
            arguments = list(arguments[0].elts)
        if all(isinstance(a, ast.Constant) and type(a.value) is int for a in arguments):
            return tuple(self.source.cell(a) for a in arguments)
        return ()


def _reshaped(printed: PrintedTensor, dimensions: tuple[PrintedCell, ...]) -> PrintedTensor:
    shape = shape_of(dimensions)
    return replace(printed, shape=shape) if shape is not None and prod(shape) == len(printed.cells) else printed


def _flat(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements in order, those of functions and of the line put above included."""
    waiting = list(reversed(body))
    for _ in range(MOST_NODES):
        if not waiting:
            return
        statement = waiting.pop()
        if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.If | ast.With):
            waiting.extend(reversed(statement.body))
        else:
            yield statement


def _node_of(statement: ast.stmt) -> ast.Call | None:
    value = statement.value if isinstance(statement, ast.Assign | ast.Expr) else None
    return value if isinstance(value, ast.Call) and _name(value.func) == "make_node" else None


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _chain(value: ast.expr) -> Iterator[ast.Call]:
    """The calls of `a(...).b(...).c(...)`, outermost first."""
    while isinstance(value, ast.Call):
        yield value
        value = value.func.value if isinstance(value.func, ast.Attribute) else value.func
