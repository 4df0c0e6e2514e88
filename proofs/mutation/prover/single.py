"""Single slips: a module of the prover with one small change of its syntax tree, each such change once."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from proofs.mutation.prover.reached import is_seen, numbered
from proofs.mutation.source.python_mutants import Above, above, but, others, start_of, with_other
from reference.common.layout import ROOT

COMPARED: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
COMPUTED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
PAIRS = (
    ("any", "all"),
    ("min", "max"),
    ("and_", "or_"),
    ("minimum", "maximum"),
    ("plus", "minus"),
    ("forall", "exists"),
    ("TRUE", "FALSE"),
)
NAMES = {**dict(PAIRS), **{other: one for one, other in PAIRS}}
"""What is called or named by slip in another's place."""
MEMBERS = (("AND", "OR"), ("LT", "LE"), ("GT", "GE"), ("EQ", "NE"), ("SAT", "UNSAT"), ("PROVED", "REFUTED"))
MEMBER = {**dict(MEMBERS), **{other: one for one, other in MEMBERS}}
"""The same of the members of an enumeration."""
WRITTEN = (("<=", "<"), ("(< ", "(<= "), (">=", ">"), ("(and ", "(or "), ("(or ", "(and "), ("(=> ", "(and "))
WORDS = (*WRITTEN, ("forall", "exists"), ("exists", "forall"), ("bvs", "bvu"), ("bvu", "bvs"), ("(not ", "(and "))
"""What stands in a formula's text by slip."""


@dataclass(frozen=True, slots=True)
class SingleSlip:
    """One change: the module, the function or class that it is in, its line, its words, and the changed tree.

    `number` tells apart those of the same words in one function; `statement` is the number of the statement that it is
    in (`reached.numbered`), if it changes one.
    """

    module: str
    within: str
    line: int
    text: str
    number: int
    tree: ast.Module = field(repr=False, compare=False)
    statement: int | None = None

    @property
    def name(self) -> str:
        """The same wherever the lines of the module are."""
        return f"{self.within}: {self.text}" + (f" (number {self.number})" if self.number > 1 else "")

    @property
    def source(self) -> str:
        """The changed source. Each turn of a `while` and of a comprehension is counted by `__turn__()`."""
        return ast.unparse(_Turning().visit(self.tree))


def source_of(module: str) -> str:
    """A module's source."""
    return (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


def single_slips(module: str) -> Sequence[SingleSlip]:
    """All of a module, in the order of its source."""
    return tuple(_slips(module))


def _slips(module: str) -> Iterator[SingleSlip]:
    tree = ast.parse(source_of(module))
    places, seen, known, numbers = dict(above(tree)), Counter[tuple[str, str]](), _names(tree), numbered(tree)
    sets = {id(c) for n in ast.walk(tree) if isinstance(n, ast.Compare) for c in n.comparators}
    for within, part in _running(tree, ""):
        for what, other in _changes(part, known):
            # Members of a tuple in which something is looked for have no order.
            if ast.dump(other) != ast.dump(part) and not (isinstance(part, ast.Tuple) and id(part) in sets):
                text = f"{start_of(part)}: {what}"
                seen[within, text] += 1
                line = getattr(part.pattern if isinstance(part, ast.match_case) else part, "lineno", 1)
                changed = with_other(tree, part, other, places)
                statement = _statement(_changed(part, other), numbers, places)
                yield SingleSlip(module, within, line, text, seen[within, text], changed, statement)


def as_it_is(module: str) -> SingleSlip:
    """The module itself, read as its slips are: what notices this one says nothing of any."""
    return SingleSlip(module, "", 1, "as it is", 1, ast.parse(source_of(module)))


def _changed(part: ast.AST, other: ast.AST) -> ast.AST:
    """The statement that a change of a block leaves out, or the first that runs of a changed body; else the part."""
    for name in ("body", "orelse"):
        old, new = getattr(part, name, None), getattr(other, name, None)
        if isinstance(old, list) and isinstance(new, list) and old != new:
            running: list[ast.stmt] = [statement for statement in old if is_seen(statement)]
            return next((s for s in running if s not in new), running[0])
    return part


def _statement(part: ast.AST, numbers: Mapping[int, int], places: Above) -> int:
    """The number of the statement, or of the `lambda`, that a part stands in."""
    while id(part) not in numbers:
        part, _ = places[id(part)]
    return numbers[id(part)]


class _Turning(ast.NodeTransformer):
    """Counts the turns of each `while` and of each comprehension, so that a bound by steps ends them.

    It changes the tree, which others share in part, and leaves what is counted already.
    """

    def visit_While(self, node: ast.While) -> ast.While:
        """The loop, with a call at the beginning of each turn."""
        self.generic_visit(node)
        if not _is_counted(node.body[0]):
            node.body = [ast.Expr(_counted()), *node.body]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """The same as a condition that always holds."""
        self.generic_visit(node)
        if not (node.ifs and _is_counted(node.ifs[0])):
            node.ifs = [_counted(), *node.ifs]
        return node


def _counted() -> ast.Call:
    return ast.Call(ast.Name("__turn__", ast.Load()), [], [])


def _is_counted(node: ast.AST) -> bool:
    called = node.value if isinstance(node, ast.Expr) else node
    return isinstance(called, ast.Call) and isinstance(called.func, ast.Name) and called.func.id == "__turn__"


def _names(tree: ast.Module) -> frozenset[str]:
    """What a module can call by name: its own, what it imports, Python's."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom | ast.Import))
    imported = (alias.asname or alias.name for node in imports for alias in node.names)
    own = (n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef))
    return frozenset((*imported, *own, *dir(builtins)))


def _running(node: ast.AST, within: str) -> Iterator[tuple[str, ast.AST]]:
    """The parts that run and decide something, each with the function that it is in.

    Imports, decorators, annotations and texts for a reader run too, but decide nothing; nor does what is raised.
    """
    yield within, node
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "annotation", "returns", "type_comment", "keywords" if _is_class(node) else ""):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and not _is_silent(part):
                inner = [within, part.name] if isinstance(part, ast.FunctionDef | ast.ClassDef) else [within]
                yield from _running(part, ".".join(filter(None, inner)))


def _is_class(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef)


def _is_silent(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        # Another name for a type: `Subscript` or a union.
        return isinstance(node.value, ast.Subscript) and isinstance(node.value.value, ast.Name)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("TypeVar", "refuse")
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Raise | ast.Assert | ast.expr_context)


def _changes(node: ast.AST, known: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    """What could stand in a part's place by one slip."""
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                for kind in COMPARED[type(op)]:
                    yield kind.__name__, but(node, ops=[*ops[:i], kind(), *ops[i + 1 :]])
            if len(ops) > 1:
                # What a comparison of three leaves out, and no other operator.
                yield from (found for found in others(node, {}) if "left out" in found[0])
            return
        case ast.BinOp(op=op):
            if (other := COMPUTED.get(type(op))) is not None:
                yield other.__name__, but(node, op=other())
            return
        case ast.Call(args=args):
            for i in range(len(args) - 1):
                yield "two arguments exchanged", but(node, args=[*args[:i], args[i + 1], args[i], *args[i + 2 :]])
        case ast.Name(id=name, ctx=ast.Load()):
            if NAMES.get(name) in known:
                yield NAMES[name], but(node, id=NAMES[name])
        case ast.Attribute(attr=name, value=ast.Name(id="Op" | "Status" | "Verdict")) if name in MEMBER:
            yield MEMBER[name], but(node, attr=MEMBER[name])
        case ast.Constant(value=str(text)) if "(" in text:
            for old, new in WORDS:
                if old in text:
                    yield f"{new.strip()} for {old.strip()}", but(node, value=text.replace(old, new, 1))
        case ast.IfExp(body=body, orelse=orelse):
            yield "the first alone", body
            yield "the second alone", orelse
        case ast.comprehension(ifs=[*tests]):
            for i in range(len(tests)):
                yield "a condition left out", but(node, ifs=[*tests[:i], *tests[i + 1 :]])
        # After a pattern that everything meets, no other may stand.
        case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=ast.expr()):
            pass
        case ast.match_case(guard=ast.expr()):
            yield "the guard left out", but(node, guard=None)
        case ast.Match(cases=cases) if len(cases) > 1:
            for i, case in enumerate(cases):
                yield f"case {start_of(case.pattern)} left out", but(node, cases=[*cases[:i], *cases[i + 1 :]])
        case ast.FunctionDef(returns=ast.Name(id="bool"), body=body) if not isinstance(body[-1], ast.Raise):
            for value in (True, False):
                yield f"{value} returned", but(node, body=[ast.Return(ast.Constant(value))])
    if isinstance(node, ast.Module):
        return  # Without what a module defines it does not load.
    yield from others(node, {})
    for block in ("body", "orelse"):
        found = getattr(node, block, None)
        statements = found if isinstance(found, list) else []
        for i, statement in enumerate(statements):
            if isinstance(statement, ast.AugAssign | ast.AnnAssign | ast.Raise | ast.Continue | ast.Break | ast.Assert):
                left = [*statements[:i], ast.Pass(), *statements[i + 1 :]]
                yield f"{start_of(statement)} left out", but(node, **{block: left})
