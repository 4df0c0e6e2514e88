"""Calls of helper functions, replaced by what the helpers do: what is parsed then calls nothing but Python's own.

A helper is a function of the same file, or one that is defined inside the function. A call that is the whole right
side of an assignment, or a statement, becomes the helper's statements, its own names marked with the number of the
call. A call inside an expression becomes the helper's one returned expression, or is made before the statement where
it would be evaluated in any case.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence

from proofs.program.source.module import BUILTINS, Surroundings
from proofs.program.source.refused import Refused

DEEPEST = 8
"""Helpers within helpers."""
MOST_CALLS = 200


def inlined(node: ast.FunctionDef, around: Surroundings) -> ast.FunctionDef:
    """The function without calls of helpers; the given tree stays as it is. Raises Refused."""
    own = {inner.name: inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
    _require_defined_before(node, around)
    body = [statement for statement in node.body if not isinstance(statement, ast.FunctionDef)]
    changed = copy.copy(node)
    changed.body = _Inliner({**around.helpers, **own}, frozenset(own), around, node.name).block(copy.deepcopy(body), ())
    return changed


def _require_defined_before(node: ast.FunctionDef, around: Surroundings) -> None:
    """Each function inside is defined once, before it is named, and its name means nothing else."""
    named = set(around.helpers) | _stored(node.body)
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef):
            if statement.name in named:
                raise Refused(statement.lineno, f"{statement.name} is named before it is defined, or means two things")
            named.add(statement.name)
        named |= {part.id for part in ast.walk(statement) if isinstance(part, ast.Name)}


class _Inliner:
    """The calls of one function."""

    def __init__(
        self, helpers: Mapping[str, ast.FunctionDef], inside: frozenset[str], around: Surroundings, root: str
    ) -> None:
        self.helpers, self.inside, self.around, self.root = helpers, inside, around, root
        self.calls = 0

    def block(self, body: Sequence[ast.stmt], within: tuple[str, ...]) -> list[ast.stmt]:
        """A block without calls of helpers."""
        return [done for statement in body for done in self._statement(statement, within)]

    def _statement(self, node: ast.stmt, within: tuple[str, ...]) -> Iterator[ast.stmt]:
        match node:
            case ast.Assign(targets=[target], value=ast.Call(func=ast.Name(id=name)) as call) if name in self.helpers:
                yield from self.run(call, target, within)
                return
            case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if name in self.helpers:
                yield from self.run(call, None, within)
                return
            case ast.FunctionDef():
                yield node
                return
        before: list[ast.stmt] = []
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                calls = _Calls(self, before, within, conditional=isinstance(node, ast.While))
                setattr(node, name, calls.visit(value))
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, self.block(value, within))
        yield from before
        yield node

    def run(self, call: ast.Call, target: ast.expr | None, within: tuple[str, ...]) -> list[ast.stmt]:
        """A call as the statements of its helper."""
        helper, arguments, within = self._called(call, within)
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise Refused(call.lineno, "helpers are called in too many places to be followed")
        body = _without_docstring(helper)
        own = {*arguments, *_stored(body)}
        kept = {p: a.id for p, a in arguments.items() if isinstance(a, ast.Name) and p not in _stored(body)}
        names = {name: kept.get(name, f"{name}'{self.calls}") for name in own}
        renamed = [_Renamed(names).visit(copy.deepcopy(statement)) for statement in body]
        given = [_assign(call, ast.Name(names[p], ast.Store()), a) for p, a in arguments.items() if p not in kept]
        return self.block([*given, *_giving(renamed, target, call.lineno)], within)

    def expression(self, call: ast.Call, within: tuple[str, ...]) -> ast.expr | None:
        """A call as the one expression that its helper returns; None if it is no such helper, or no such call."""
        helper, arguments, within = self._called(call, within)
        match _without_docstring(helper):
            case [ast.Return(value=ast.expr() as value)] if all(map(_is_total, arguments.values())):
                found: ast.expr = _Replaced(arguments).visit(copy.deepcopy(value))
                done: ast.expr = _Calls(self, [], within, conditional=True).visit(found)
                return done
        return None

    def _called(
        self, call: ast.Call, within: tuple[str, ...]
    ) -> tuple[ast.FunctionDef, dict[str, ast.expr], tuple[str, ...]]:
        assert isinstance(call.func, ast.Name)
        name = call.func.id
        helper = self.helpers[name]
        if name == self.root or name in within or len(within) == DEEPEST:
            raise Refused(call.lineno, f"{name} is called inside itself, or helpers within helpers are too many")
        _require_plain(helper)
        arguments = _arguments(call, helper)
        if name not in self.inside:
            self._require_own_names(helper, arguments)
        return helper, arguments, (*within, name)

    def _require_own_names(self, helper: ast.FunctionDef, arguments: Mapping[str, ast.expr]) -> None:
        """A helper of the file uses nothing but its own names, Python's, imported ones and other helpers."""
        known = {*arguments, *_stored(helper.body), *self.around.helpers, *BUILTINS, *self.around.origins}
        for node in (part for statement in helper.body for part in ast.walk(statement)):
            if isinstance(node, ast.Name) and node.id not in known:
                raise Refused(node.lineno, f"{helper.name} uses {node.id}, which is neither its parameter nor its own")


class _Calls(ast.NodeTransformer):
    """An expression without calls of helpers; what has to be run before it is added to `before`."""

    def __init__(
        self, inliner: _Inliner, before: list[ast.stmt], within: tuple[str, ...], *, conditional: bool
    ) -> None:
        self.inliner, self.before, self.within, self.conditional = inliner, before, within, conditional

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """What a helper gives."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.inliner.helpers:
            return node
        if (found := self.inliner.expression(node, self.within)) is not None:
            return found
        if self.conditional:
            reason = f"`{ast.unparse(node)[:60]}` is evaluated under a condition"
            raise Refused(node.lineno, reason, change="assign what the helper gives to a variable first")
        name = f"{node.func.id}'{self.inliner.calls + 1}"
        self.before += self.inliner.run(node, ast.Name(name, ast.Store()), self.within)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Only the first operand is evaluated in any case."""
        node.values = [self._under(i > 0, value) for i, value in enumerate(node.values)]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Of a chain, the first two operands are."""
        node.left = self.visit(node.left)
        node.comparators = [self._under(i > 0, value) for i, value in enumerate(node.comparators)]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """The test is."""
        node.test = self.visit(node.test)
        node.body, node.orelse = self._under(True, node.body), self._under(True, node.orelse)
        return node

    def _under(self, conditional: bool, node: ast.expr) -> ast.expr:
        inner = _Calls(self.inliner, self.before, self.within, conditional=self.conditional or conditional)
        found: ast.expr = inner.visit(node)
        return found


class _Renamed(ast.NodeTransformer):
    """Names of a helper as names of the function."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """The name, in the function."""
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


class _Replaced(ast.NodeTransformer):
    """Parameters of a helper as what they are given."""

    def __init__(self, arguments: Mapping[str, ast.expr]) -> None:
        self.arguments = arguments

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The argument, if it is a parameter."""
        return copy.deepcopy(self.arguments[node.id]) if node.id in self.arguments else node


def _without_docstring(helper: ast.FunctionDef) -> list[ast.stmt]:
    return helper.body[1:] if ast.get_docstring(helper, clean=False) is not None else helper.body


def _stored(body: Sequence[ast.stmt]) -> set[str]:
    parts = (part for statement in body for part in ast.walk(statement))
    return {part.id for part in parts if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}


def _require_plain(helper: ast.FunctionDef) -> None:
    a = helper.args
    if helper.decorator_list or a.vararg or a.kwarg or getattr(helper, "type_params", []):
        raise Refused(helper.lineno, f"{helper.name} is no plain helper: a decorator, or parameters with a star")
    outside = ast.Yield | ast.YieldFrom | ast.Await | ast.Global | ast.Nonlocal | ast.FunctionDef | ast.Lambda
    for node in (part for statement in helper.body for part in ast.walk(statement)):
        if isinstance(node, outside):
            raise Refused(node.lineno, f"{helper.name} is no plain helper: `{ast.unparse(node)[:60]}`")


def _arguments(call: ast.Call, helper: ast.FunctionDef) -> dict[str, ast.expr]:
    """What each parameter of a helper is given."""
    a = helper.args
    names = [argument.arg for argument in (*a.posonlyargs, *a.args)]
    if not all(d is None or isinstance(d, ast.Constant) for d in (*a.defaults, *a.kw_defaults)):
        raise Refused(helper.lineno, f"{helper.name} has a default that is no plain constant")
    found: dict[str, ast.expr] = dict(zip(names[len(names) - len(a.defaults) :], a.defaults, strict=True))
    found |= {p.arg: value for p, value in zip(a.kwonlyargs, a.kw_defaults, strict=True) if value is not None}
    given = [*zip(names, call.args, strict=False), *((k.arg, k.value) for k in call.keywords if k.arg)]
    taken = [name for name, _ in given]
    every = {*names, *(p.arg for p in a.kwonlyargs)}
    if len(call.args) > len(names) or len(given) < len(call.args) + len(call.keywords) or len(set(taken)) < len(taken):
        raise Refused(call.lineno, f"`{ast.unparse(call)[:60]}` does not give {helper.name} its arguments plainly")
    found |= {name: value for name, value in given if name}
    if every != found.keys() or any(isinstance(value, ast.Starred) for value in found.values()):
        raise Refused(call.lineno, f"`{ast.unparse(call)[:60]}` does not give {helper.name} its arguments plainly")
    return found


def _is_total(node: ast.expr) -> bool:
    """An argument that has a value wherever its names have: it may be evaluated more than once, or not at all."""
    match node:
        case ast.Name() | ast.Constant() | ast.Subscript(value=ast.Name(), slice=ast.Constant()):
            return True
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_total(operand)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
            return _is_total(left) and _is_total(right)
    return False


def _assign(at: ast.expr | ast.stmt, target: ast.expr, value: ast.expr) -> ast.stmt:
    return ast.fix_missing_locations(ast.copy_location(ast.Assign([copy.deepcopy(target)], value), at))


def _giving(body: Sequence[ast.stmt], target: ast.expr | None, line: int) -> list[ast.stmt]:
    """A helper's block with assignments for returns: what stands after a branch that returns goes into the others."""
    for i, statement in enumerate(body):
        rest = list(body[i + 1 :])
        if isinstance(statement, ast.Return):
            if target is None or statement.value is None:
                return [*body[:i], *([ast.copy_location(ast.Pass(), statement)] if i == 0 else [])]
            return [*body[:i], _assign(statement, target, statement.value)]
        if not any(isinstance(part, ast.Return) for part in ast.walk(statement)):
            continue
        if not isinstance(statement, ast.If):
            change = "let the helper return at its end"
            raise Refused(statement.lineno, "a helper returns from inside a loop", change=change)
        then, otherwise = (
            _giving([*side, *copy.deepcopy(rest)], target, line) for side in (statement.body, statement.orelse)
        )
        return [*body[:i], ast.copy_location(ast.If(statement.test, then, otherwise), statement)]
    if target is not None:
        raise Refused(line, "the helper that is called here may end without giving anything")
    return list(body)
