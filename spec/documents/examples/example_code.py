"""Examples as Python code, by its syntax tree alone: nothing is evaluated, nothing is executed."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace

from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import ATTRIBUTES, TENSORS, Role, Statement, statements
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.printed.matrices import Cell, Tensor, tensor

LONGEST = 200_000
DEEPEST = 60
MOST_NODES = 100_000

_RANDOM = ("randn", "rand", "ones", "zeros", "empty", "standard_normal", "random", "random_sample", "uniform", "normal",
           "full", "randint", "ranf", "sample")  # fmt: skip
_DOMAIN = re.compile(r"\bdomain\s*=\s*[\"']([\w.]{1,80})[\"']")
_IS_NODE = re.compile(r"\bmake_node\s*\(\s*(?:op_type\s*=\s*)?[\"']MaxPool[\"']|\bmake_node\s*\(")


@dataclass(frozen=True, slots=True)
class _Source:
    """A block of code as it stands in the document: `text` from `start` on, with an `if` above it if it is indented."""

    document: Document
    start: int
    end: int
    shift: int
    lines: tuple[int, ...]

    def at(self, line: int, column: int) -> int:
        """The offset in the document of a place in the tree, whose columns count bytes."""
        begin = self.lines[min(max(line - 1 - self.shift, 0), len(self.lines) - 1)]
        end = self.document.text.find("\n", begin)
        said = self.document.text[begin : end if end >= 0 else None]
        return begin + len(said.encode()[:column].decode(errors="ignore"))

    def of(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.at(node.lineno, node.col_offset)

    def end_of(self, node: ast.expr) -> int:
        return self.at(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def code_examples(document: Document) -> tuple[list[WorkedExample], list[tuple[int, int]]]:
    """The examples that are Python code, and the parts of the text that they take up."""
    found: list[WorkedExample] = []
    taken: list[tuple[int, int]] = []
    for block in document.blocks:
        if block.shape is Shape.CODE:
            for piece in block.of(Kind.CODE):
                if _IS_NODE.search(piece.text):
                    found.extend(_examples(document, block, piece.start, piece.text))
                    taken.append((piece.start, max(block.end, piece.end)))
    return found, taken


def _examples(document: Document, block: Block, start: int, content: str) -> Iterator[WorkedExample]:
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
            statements=tuple(statements(document.text, start, end)),
            node=_node_place(document, start),
            domain=domain[1] if domain else "",
        )
        return
    lines = [begin]
    while (after := document.text.find("\n", lines[-1], end)) >= 0 and after + 1 < end:
        lines.append(after + 1)
    module, shift = tree
    yield from _Code(_Source(document, begin, end, shift, tuple(lines)), plain).examples(module)


def _node_place(document: Document, start: int) -> int:
    return max(document.text.find("make_node", start), start)


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
    depth = deepest = 0
    for character in source:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest


class _Code:
    """Goes through the statements of one block; each node that is built starts an example."""

    def __init__(self, source: _Source, plain: WorkedExample) -> None:
        self.source, self.plain = source, plain
        self.found: list[WorkedExample] = []
        self.roles: dict[str, Role] = {}
        self.pending: list[Statement] = []
        self.random: tuple[Cell, ...] = ()
        self.dtype: Cell | None = None

    def examples(self, module: ast.Module) -> Iterator[WorkedExample]:
        current: WorkedExample | None = None
        for statement in _flat(module.body):
            node = _node_of(statement)
            if node is not None:
                if current is not None and (self._has_output() or self.random):
                    yield self._finished(current)
                    self.pending, self.random, self.dtype = [], (), None
                current = self._node(node)
            else:
                self._statement(statement)
        if current is not None:
            yield self._finished(current)

    def _has_output(self) -> bool:
        return any(s.role is Role.Y for s in self.pending)

    def _finished(self, example: WorkedExample) -> WorkedExample:
        ordered = (*example.statements, *self.pending)
        return replace(example, statements=ordered, random_shape=self.random, dtype=self.dtype)

    def _node(self, call: ast.Call) -> WorkedExample:
        found: list[Statement] = []
        domain = ""
        self.roles = {}
        for keyword in call.keywords:
            name = keyword.arg or ""
            if name == "domain" and isinstance(keyword.value, ast.Constant):
                domain = str(keyword.value.value)
            elif name in ("inputs", "outputs"):
                self._name_tensors(name, keyword.value)
            elif name in ATTRIBUTES:
                found.append(
                    self._stated(name, Role.ATTRIBUTE, ATTRIBUTES[name], keyword.value, self.source.of(keyword))
                )
        place, end = self.source.of(call), self.source.end_of(call)
        return replace(self.plain, node=place, node_end=end, domain=domain, statements=tuple(found))

    def _name_tensors(self, what: str, value: ast.expr) -> None:
        roles = (Role.X,) if what == "inputs" else (Role.Y, Role.INDICES)
        elements = value.elts if isinstance(value, ast.List | ast.Tuple) else []
        for role, element in zip(roles, elements, strict=False):
            if isinstance(element, ast.Constant) and isinstance(element.value, str):
                self.roles[element.value] = role

    def _stated(self, name: str, role: Role, of: str, value: ast.expr, start: int, is_shape: bool = False) -> Statement:
        begin, end = self.source.of(value), self.source.end_of(value)
        text = self.source.document.text
        parsed = tensor(text, begin, end)
        if parsed is not None:
            return Statement(name, start, end, role, of, parsed, None, is_shape)
        said = text[begin:end]
        quoted = isinstance(value, ast.Constant) and isinstance(value.value, str) and said[:1] in "\"'"
        cell = Cell(said[1:-1], begin + 1) if quoted else Cell(said, begin)
        return Statement(name, start, end, role, of, None, cell, is_shape)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._assign(name, value, self.source.of(statement))
            case ast.Expr(value=ast.Constant(value=str()) as said):
                begin, end = self.source.of(said), self.source.end_of(said)
                self.pending.extend(s for s in statements(self.source.document.text, begin, end) if s.is_shape)

    def _assign(self, name: str, value: ast.expr, start: int) -> None:
        role = self.roles.get(name) or TENSORS.get(name.lower())
        if name in ATTRIBUTES:
            if isinstance(value, ast.List | ast.Tuple | ast.Constant):
                self.pending.append(self._stated(name, Role.ATTRIBUTE, ATTRIBUTES[name], value, start))
        elif role is not None:
            self._tensor(name, role, value, start)

    def _tensor(self, name: str, role: Role, value: ast.expr, start: int) -> None:
        """`np.array([...])` or `np.random.randn(...)`, with a type or a shape given after it."""
        literal: ast.expr | None = None
        shape: tuple[Cell, ...] = ()
        for call in _chain(value):
            function = _name(call.func)
            if function == "astype" and call.args and role is Role.X:
                self.dtype = self._word(call.args[0])
            elif function == "reshape":
                shape = self._dimensions(call.args)
            elif function in ("array", "asarray") and call.args:
                literal = call.args[0]
                self._take_dtype(call, role)
            elif function in _RANDOM and not shape:
                shape = self._dimensions([k.value for k in call.keywords if k.arg in ("size", "shape")] or call.args)
                self._take_dtype(call, role)
        if isinstance(literal, ast.List | ast.Tuple):
            stated = self._stated(name, role, role.value, literal, start)
            if shape and stated.tensor is not None and stated.tensor.shape is not None:
                stated = replace(stated, tensor=_reshaped(stated.tensor, shape))
            self.pending.append(stated)
        elif shape and role is Role.X and not self.random:
            self.random = shape

    def _take_dtype(self, call: ast.Call, role: Role) -> None:
        for keyword in call.keywords:
            if keyword.arg == "dtype" and role is Role.X:
                self.dtype = self._word(keyword.value)

    def _word(self, value: ast.expr) -> Cell:
        begin, end = self.source.of(value), self.source.end_of(value)
        return Cell(self.source.document.text[begin:end], begin)

    def _dimensions(self, arguments: list[ast.expr]) -> tuple[Cell, ...]:
        """The dimensions of a shape that is given as such or one by one; none where one is not a printed integer."""
        if len(arguments) >= 1 and isinstance(arguments[0], ast.Tuple | ast.List):
            arguments = list(arguments[0].elts)
        if all(isinstance(a, ast.Constant) and type(a.value) is int for a in arguments):
            return tuple(self._word(a) for a in arguments)
        return ()


def _reshaped(printed: Tensor, dimensions: tuple[Cell, ...]) -> Tensor:
    sizes = tuple(int(cell.text) if cell.text.isdigit() else -1 for cell in dimensions)
    size = 1
    for dimension in sizes:
        size *= dimension
    return replace(printed, shape=sizes) if size == len(printed.cells) else printed


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
