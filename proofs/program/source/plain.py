"""What a function's syntax tree says in more than one way, said in one: what is parsed then has fewer forms.

x: int = 3, x += 3             x = 3, x = x + 3
N, C, H, W = X.shape           N, C, H, W = dX_0, dX_1, dX_2, dX_3      by the function's own names for them
X.shape[2]                     dX_2
a, b = strides                 a, b = strides[0], strides[1]
a, b = divmod(x, y)            a, b = x // y, x % y
(a, b), c = strides, x         a, b, c = strides[0], strides[1], x
a = b = x                      a, b = x, x
float("-inf"), -math.inf       -inf, as a constant
"""

from __future__ import annotations

import ast
import copy
import math
from collections.abc import Mapping, Sequence

from proofs.program.source.expressions import SYMBOLS
from proofs.program.source.imported import require_type
from proofs.program.source.language import LISTS, SIZES, TENSOR_PARAMETER

_INFINITY = ("math.inf", "numpy.inf")


class Marked(ast.NodeTransformer):
    """A function whose variables are not called as the clauses' function symbols are: they get a mark.

    The mark is one that no name of Python can have.
    """

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """The name, marked if need be."""
        return ast.copy_location(ast.Name(f"{node.id}'", node.ctx), node) if node.id in SYMBOLS else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """A parameter's name, marked if need be."""
        return ast.copy_location(ast.arg(f"{node.arg}'"), node) if node.arg in SYMBOLS else node


class Plain(ast.NodeTransformer):
    """A function in the fewer forms. `renamed` gives its parameters the specification's names. Raises Refused."""

    def __init__(self, renamed: Mapping[str, str], origins: Mapping[str, str]) -> None:
        self.renamed, self.origins = renamed, origins
        own = {name: mine for mine, name in renamed.items()}
        self.sizes = [own[size] for size in SIZES]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """An assignment without its annotation, which must be one."""
        require_type(node.annotation)
        return node if node.value is None else self._assignment(node, node.target, node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """`x = x + 3` for `x += 3`."""
        read = copy.deepcopy(node.target)
        read.ctx = ast.Load()
        return self._assignment(node, node.target, ast.copy_location(ast.BinOp(read, node.op, node.value), node))

    def _assignment(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> ast.stmt:
        return self.visit_Assign(ast.copy_location(ast.Assign([target], value), node))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Names that are given the parts of a tuple, where they are given the shape of X or the entries of a list."""
        self.generic_visit(node)
        targets, values = _joined(node)
        targets, values = self._changing(*self._parted(targets, values))
        if not targets:
            return ast.copy_location(ast.Pass(), node)
        if len(values) == 1:
            node.targets, node.value = targets, values[0]
        else:
            node.targets = [ast.copy_location(ast.Tuple(targets, ast.Store()), node)]
            node.value = ast.copy_location(ast.Tuple(values, ast.Load()), node.value)
        return node

    def _changing(
        self, targets: Sequence[ast.expr], values: Sequence[ast.expr]
    ) -> tuple[list[ast.expr], list[ast.expr]]:
        """Targets and values without the parameters that are given what they are, as by `N, C, H, W = X.shape`."""
        kept = [(t, v) for t, v in zip(targets, values, strict=True) if not self._is_itself(t, v)]
        return [t for t, _ in kept], [v for _, v in kept]

    def _is_itself(self, target: ast.expr, value: ast.expr) -> bool:
        match target, value:
            case ast.Name(id=name), ast.Name(id=same):
                return name == same and name in self.renamed
        return False

    def _parted(self, targets: Sequence[ast.expr], values: Sequence[ast.expr]) -> tuple[list[ast.expr], list[ast.expr]]:
        """Targets and values, a tuple among the targets taken apart where its value has as many parts."""
        parted: tuple[list[ast.expr], list[ast.expr]] = ([], [])
        for target, value in zip(targets, values, strict=True):
            parts = self._parts(value) if isinstance(target, ast.Tuple) else []
            if isinstance(target, ast.Tuple) and len(parts) == len(target.elts):
                inner = self._parted(target.elts, parts)
            else:
                inner = [target], [value]
            parted[0].extend(inner[0])
            parted[1].extend(inner[1])
        return parted

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """A size for `X.shape[2]`."""
        self.generic_visit(node)
        match node.slice:
            case ast.Constant(value=int(axis)) if self._is_shape(node.value) and axis in range(len(SIZES)):
                return ast.copy_location(ast.Name(self.sizes[axis], node.ctx), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A constant for `float("-inf")`."""
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))], keywords=[]):
                if text.strip().lower() in ("inf", "infinity", "-inf", "-infinity"):
                    return ast.copy_location(ast.Constant(float(text)), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """A constant for the negation of infinity."""
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=float(value))) if math.isinf(value):
                return ast.copy_location(ast.Constant(-value), node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A constant for `math.inf`."""
        self.generic_visit(node)
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if f"{self.origins.get(name)}.{attr}" in _INFINITY:
                return ast.copy_location(ast.Constant(math.inf), node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A constant for an imported `inf`."""
        if isinstance(node.ctx, ast.Load) and self.origins.get(node.id) in _INFINITY:
            return ast.copy_location(ast.Constant(math.inf), node)
        return node

    def _is_shape(self, node: ast.expr) -> bool:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr="shape"):
                return self.renamed.get(name) == TENSOR_PARAMETER
        return False

    def _parts(self, node: ast.expr) -> list[ast.expr]:
        """What a tuple, the shape of X or a list consists of; nothing for all else."""
        parts: list[ast.expr] = []
        match node:
            case ast.Name(id=name):
                entries = range(LISTS.get(self.renamed.get(name, ""), 0))
                parts = [ast.Subscript(node, ast.copy_location(ast.Constant(i), node), ast.Load()) for i in entries]
            case ast.Tuple(elts=parts):
                pass
            case ast.Call(func=ast.Name(id="divmod"), args=[left, right], keywords=[]):
                parts = [ast.BinOp(left, op, right) for op in (ast.FloorDiv(), ast.Mod())]
            case _ if self._is_shape(node):
                parts = [ast.Name(size, ast.Load()) for size in self.sizes]
        return [ast.copy_location(part, node) for part in parts]


def _joined(node: ast.Assign) -> tuple[list[ast.expr], list[ast.expr]]:
    """The targets of an assignment, and for each its value."""
    return node.targets, [copy.deepcopy(node.value) for _ in node.targets]
