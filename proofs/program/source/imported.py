"""What runs when a file is imported: an allowed list, under which nothing can change what its functions mean.

Importing a file runs its top level: statements, decorators, defaults, bases and bodies of classes, and annotations
where they are evaluated. Of these only what is listed here may stand in the file; all else is refused, whatever it
does. From the list follows: no function of the file is called, no attribute, item or name of another module is written,
and each name at the top level holds what its one definition, import or constant says. Functions' own bodies, and the
body of `if __name__ == "__main__"`, do not run then: what they do when something calls them later is not asked.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator

from proofs.program.source.refused import Refused
from reference import call
from spec.language import terms
from spec.maxpool import operator as maxpool_operator
from spec.maxpool import vocabulary
from spec.operator import clauses, operator

MODULES = frozenset(
    {
        *("__future__", "abc", "collections", "collections.abc", "dataclasses", "functools", "itertools", "math"),
        *("numbers", "operator", "typing", "typing_extensions", "numpy", "numpy.typing"),
        *("argparse", "json", "os", "pathlib", "sys", "time"),
        *(module.__name__ for module in (call, terms, maxpool_operator, vocabulary, clauses, operator)),
    }
)
"""What may be imported: what types, constants and scripts need, and what the reference's own file imports.

To import one of them changes nothing of Python's own and nothing of the file; a test imports them all.
"""
_BUILTINS = frozenset(dir(builtins))
_EXCEPTIONS = (
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
BASES = frozenset(
    {"builtins.object", "abc.ABC", "typing.Generic", "typing.NamedTuple", "typing.Protocol", *_EXCEPTIONS}
)
"""Classes of which none calls anything of a class that is derived from it."""
DECORATORS = frozenset(
    {
        *("abc.abstractmethod", "dataclasses.dataclass", "functools.cache", "functools.cached_property"),
        *("functools.lru_cache", "typing.final", "typing.overload", "typing.override", "typing.runtime_checkable"),
        *("builtins.classmethod", "builtins.property", "builtins.staticmethod"),
    }
)
"""What wraps a function or completes a class and calls nothing of it."""
CALLS = frozenset({"builtins.float", "dataclasses.field", "typing.NewType", "typing.ParamSpec", "typing.TypeVar"})
"""What makes a value from its arguments and calls none of them."""
_GENERIC = frozenset(f"builtins.{name}" for name in ("dict", "frozenset", "list", "set", "tuple", "type")) | {
    "numpy.dtype",
    "numpy.ndarray",
}
_OF_TYPES = frozenset({"typing", "typing_extensions", "collections", "collections.abc", "numpy.typing"})
"""Classes, and modules whose names, `[...]` makes a type of."""
_DUNDERS = frozenset({"__all__", "__author__", "__copyright__", "__license__", "__version__"})
"""The names of this form that a file may bind: Python itself gives others a meaning, such as `__builtins__`."""
_METHODS = """
    abs add and bool call contains doc enter eq exit float floordiv ge getitem gt hash index init int invert iter le len
    lt matmul mod mul ne neg next or pos post_init pow repr setitem slots str sub truediv xor
"""
_OF_INSTANCES = frozenset(f"__{name}__" for name in _METHODS.split())
"""The names of this form that a class may bind: they are used of its instances, and none is made."""


def bound(module: ast.Module) -> Iterator[tuple[int, str]]:
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


def origins(module: ast.Module) -> dict[str, str]:
    """What each imported name is, such as `math.inf`, where the file binds it nowhere else."""
    return _File(module).origins


def require_inert(module: ast.Module) -> None:
    """Nothing runs when the file is imported but what is listed here; raises Refused at the first that does."""
    file = _File(module)
    for line, name in bound(module):
        if name in _BUILTINS or name == "*":
            what = "names that cannot be seen" if name == "*" else name
            raise Refused(line, f"the file gives {what} another meaning")
        if _is_special(name) and name not in _DUNDERS:
            raise Refused(line, f"the file gives {name} a meaning, a name of Python's own")
    for statement in module.body:
        file.statement(statement)


def require_type(node: ast.expr | None) -> None:
    """An annotation is written as types are: names, subscripts, `|`, constants. All else could bind a name."""
    allowed = ast.Name | ast.Attribute | ast.Subscript | ast.BinOp | ast.BitOr | ast.Constant | ast.Tuple | ast.List
    for part in ast.walk(node) if node is not None else ():
        if not isinstance(part, allowed | ast.Load):
            raise Refused(getattr(part, "lineno", 1), f"`{_shown(node)}` is no plain type")


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _shown(node: ast.AST | None) -> str:
    return "" if node is None else ast.unparse(node).partition("\n")[0][:60]


def _refused(node: ast.AST) -> Refused:
    reason = (
        "may run something when the file is imported: only plain functions, classes, constants and imports may stand"
    )
    return Refused(getattr(node, "lineno", 1), f"`{_shown(node)}` {reason} beside the function")


class _File:
    """One file, statement by statement. Each method raises Refused."""

    def __init__(self, module: ast.Module) -> None:
        imports = [node for node in module.body if isinstance(node, ast.Import | ast.ImportFrom)]
        pairs = Counter(pair for node in imports for pair in _origins(node))
        count = Counter(name for _, name in bound(module))
        self.origins = {name: origin for (name, origin), times in pairs.items() if times == count[name]}
        classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
        self.in_classes = {name for node in classes for _, name in bound(ast.Module(node.body, []))}
        self.annotations_run = all(origin != "__future__.annotations" for _, origin in pairs)

    def statement(self, node: ast.stmt) -> None:
        """A statement of the top level."""
        match node:
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.ClassDef():
                self._class(node)
            case ast.If(test=ast.Compare(left=ast.Name("__name__"), ops=[ast.Eq()], comparators=[right]), orelse=[]):
                if not isinstance(right, ast.Constant) or right.value != "__main__":
                    raise _refused(node)
            case ast.If(test=test, body=body, orelse=[]) if self._origin(test) == "typing.TYPE_CHECKING":
                if not all(isinstance(inner, ast.Import | ast.ImportFrom) for inner in body):
                    raise _refused(node)
            case _:
                self._definition(node)

    def _definition(self, node: ast.stmt) -> None:
        """What may stand at the top level and in the body of a class."""
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node)
            case ast.Assign(targets=targets, value=value) if all(_is_unpacked(target, value) for target in targets):
                self._value(value)
            case ast.AnnAssign(target=ast.Name(), annotation=annotation, value=value):
                self._annotation(annotation)
                self._value(value)
            case _:
                raise _refused(node)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
        if (isinstance(node, ast.ImportFrom) and node.level) or not MODULES.issuperset(modules):
            raise Refused(node.lineno, f"`{_shown(node)}` may run anything: {_LISTED} can be imported")

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._head(node)
        a = node.args
        for default in (*a.defaults, *a.kw_defaults):
            self._value(default)
        every = (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg)
        for annotation in (*(argument.annotation for argument in every if argument is not None), node.returns):
            self._annotation(annotation)

    def _class(self, node: ast.ClassDef) -> None:
        self._head(node)
        for base in node.bases:
            if self._origin(base.value if isinstance(base, ast.Subscript) else base) not in BASES:
                raise _refused(node)
            self._value(base)
        for line, name in bound(ast.Module(node.body, [])):
            if _is_special(name) and name not in _OF_INSTANCES:
                raise Refused(line, f"the class {node.name} defines {name}, which Python may call on import")
        if node.keywords:
            raise _refused(node)
        for statement in node.body:
            self._definition(statement)

    def _head(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """No type parameters, and one decorator at most: two could call each other."""
        if getattr(node, "type_params", []) or len(node.decorator_list) > 1:
            raise _refused(node)
        for decorator in node.decorator_list:
            origin = self._origin(decorator.func if isinstance(decorator, ast.Call) else decorator)
            # A function as an argument would be called with what stands below.
            if origin not in DECORATORS or not all(isinstance(a, ast.Constant) for a in _arguments(decorator)):
                raise Refused(decorator.lineno, f"the decorator `@{_shown(decorator)}` is none of {_names(DECORATORS)}")

    def _annotation(self, node: ast.expr | None) -> None:
        if self.annotations_run:
            self._value(node)

    def _value(self, node: ast.expr | None) -> None:
        """An expression that is evaluated on import: it calls nothing of the file, and writes nothing."""
        match node:
            case None | ast.Constant() | ast.Name():
                pass
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                self._values(*parts)
            case ast.Dict(keys=keys, values=values) if None not in keys:
                self._values(*keys, *values)
            case ast.UnaryOp(operand=operand):
                self._value(operand)
            case ast.BinOp(left=left, right=right):
                self._values(left, right)
            case ast.Attribute() if self._origin(node):
                pass
            case ast.Subscript(value=generic, slice=index) if self._is_generic(generic):
                self._value(index)
            case ast.Call(func=func) if self._origin(func) in CALLS:
                self._values(*_arguments(node))
            case _:
                raise _refused(node)

    def _values(self, *nodes: ast.expr | None) -> None:
        for node in nodes:
            self._value(node)

    def _is_generic(self, node: ast.expr) -> bool:
        origin = self._origin(node)
        return origin in _GENERIC or origin.rpartition(".")[0] in _OF_TYPES

    def _origin(self, node: ast.expr) -> str:
        """What a name or a public attribute stands for, as `functools.cache`; nothing where that is unclear."""
        match node:
            case ast.Name(id=name) if name not in self.in_classes:
                if name in _BUILTINS:
                    return f"builtins.{name}"
                return self.origins.get(name, "")
            case ast.Attribute(value=value, attr=name) if not name.startswith("_"):
                module = self._origin(value)
                return f"{module}.{name}" if module and not module.startswith("builtins.") else ""
        return ""


def _origins(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Each name that an import binds, and what it then stands for."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            yield alias.asname or alias.name, f"{node.module}.{alias.name}"
        else:
            first = alias.name.partition(".")[0]
            yield alias.asname or first, alias.name if alias.asname else first


def _arguments(node: ast.expr) -> Iterator[ast.expr]:
    """The arguments of a call, if it is one; of `**mapping` too, starred: its methods would be called."""
    if isinstance(node, ast.Call):
        yield from node.args
        for keyword in node.keywords:
            yield keyword.value if keyword.arg else ast.Starred(keyword.value, ast.Load(), lineno=keyword.lineno)


def _is_unpacked(target: ast.expr, value: ast.expr) -> bool:
    """A name, or names to which the parts of a tuple that is written out are given."""
    match target, value:
        case ast.Tuple(elts=names), ast.Tuple(elts=values) if len(names) == len(values):
            return all(isinstance(name, ast.Name) for name in names)
    return isinstance(target, ast.Name)


def _names(origins: frozenset[str]) -> str:
    return ", ".join(sorted(origin.removeprefix("builtins.") for origin in origins))


_LISTED = "only " + ", ".join(sorted(module for module in MODULES if "_" not in module and module.count(".") < 1))
