"""Which statements of some modules each thing reaches, recorded once, with the modules as they are.

`python -m proofs.mutation.prover.reached FILE` reads what `survey` needs (JSON) from standard input, and writes it.
Each thing is put to the prover in a process of its own, so that nothing is taken from what another left behind.
"""

from __future__ import annotations

import ast
import builtins
import gc
import json
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from proofs.mutation.prover.patched import Changing
from proofs.mutation.prover.things import AskedBefore, Place, Survey, Thing, things
from reference.common.house import modules
from reference.common.layout import PACKAGE
from reference.common.pool import processors

OWN = ".".join(Changing.__module__.removeprefix(PACKAGE).split(".")[:2]) + "."
"""What the names of the modules of mutation begin with."""


def numbered(tree: ast.AST) -> Mapping[int, int]:
    """The numbers of the statements and of the `lambda`s in a tree, by their identities."""
    parts = (node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.Lambda))
    return {id(node): number for number, node in enumerate(parts)}


def is_seen(statement: ast.stmt) -> bool:
    """All but imports and texts for readers, of which some have to come first; no slip changes them."""
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return not isinstance(statement, ast.Import | ast.ImportFrom)


def instrumented(source: str, module: str) -> str:
    """A module that calls `__reached__` with each statement's place before the statement."""
    tree = ast.parse(source)
    return ast.unparse(ast.fix_missing_locations(_Reaching(module, numbered(tree)).visit(tree)))


class _Reaching(ast.NodeTransformer):
    def __init__(self, module: str, numbers: Mapping[int, int]) -> None:
        self.module, self.numbers = module, numbers

    def _call(self, node: ast.AST) -> ast.Call:
        place: list[ast.expr] = [ast.Constant(self.module), ast.Constant(self.numbers[id(node)])]
        return ast.Call(ast.Name("__reached__", ast.Load()), place, [])

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                value[:] = [part for statement in value for part in self._with_call(statement)]
            elif isinstance(value, list):
                value[:] = [self.visit(v) if isinstance(v, ast.AST) else v for v in value]
            elif isinstance(value, ast.AST):
                setattr(node, _, self.visit(value))
        return node

    def _with_call(self, statement: ast.stmt) -> list[ast.stmt]:
        before = [ast.Expr(self._call(statement))] if is_seen(statement) else []
        return [*before, self.visit(statement)]

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        call = self._call(node)
        self.generic_visit(node)
        return ast.Lambda(node.args, ast.BoolOp(ast.And(), [call, node.body]))


def unload(names: Iterable[str]) -> None:
    """Have modules loaded anew where they are imported next; their packages name them too.

    What makes the changes stays as it is: it imports the tool when it is asked to.
    """
    for name in (PACKAGE + of for of in names if not of.startswith(OWN)):
        sys.modules.pop(name, None)
        package, _, own = name.rpartition(".")
        if package in sys.modules:
            vars(sys.modules[package]).pop(own, None)


def tool_modules() -> frozenset[str]:
    """The modules of the tool that are loaded, but for those that make changes."""
    names = {name.removeprefix(PACKAGE) for name in sys.modules}
    return frozenset(name for name in modules() if name in names and not name.startswith(OWN))


def survey(kinds: list[str], wanted: list[str], importing: list[str]) -> Survey:
    """What each thing of some kinds reaches in some modules, which `importing` import and are.

    Raises RuntimeError where a thing notices something.
    """
    found, now, memory = Survey(), set[Place](), AskedBefore()

    def reached(module: str, number: int) -> bool:
        now.add((module, number))
        if memory.depth:
            found.in_questions.add((module, number))
        return True

    vars(builtins)["__reached__"] = reached
    unload(importing)
    for module in wanted:
        sys.meta_path.insert(0, Changing(module, partial(instrumented, module=module)))
    made = things(kinds)
    # A module that is loaded when it is needed has statements too that run as it is loaded.
    for module in wanted:
        import_module(PACKAGE + module)
    found.loading, found.loaded = frozenset(now), tool_modules()
    # What lives on is not looked through by the children's collectors, nor copied for them.
    gc.collect()
    gc.freeze()
    # What the making reached was told; a child begins with nothing.
    now.clear()
    works = [partial(_run, thing, now, found, memory) for thing in made]
    for said, places, asked, answers in in_children(works, processors()):
        if said:
            raise RuntimeError(f"with nothing changed: {said}")
        found.by.append(places)
        found.in_questions |= asked
        found.answers |= answers
    return found


def _run(thing: Thing, now: set[Place], found: Survey, memory: AskedBefore) -> Any:
    memory.remember()
    said = thing.notices()
    return said, frozenset(now), found.in_questions, memory.answers


def in_a_child(work: Callable[[], Any]) -> Any:
    """What some work gives, in a child of this process. Raises RuntimeError where it gives nothing."""
    (given,) = in_children([work], 1)
    return given


def in_children(works: Iterable[Callable[[], Any]], at_once: int) -> Iterator[Any]:
    """What each work gives, in their order, in a child of its own; so many run at once.

    A child whose answer is longer than a pipe holds waits until those before it have been read.
    """
    running = deque[tuple[int, int]]()
    for work in works:
        if len(running) == at_once:
            yield _answer(*running.popleft())
        running.append(_begun(work))
    while running:
        yield _answer(*running.popleft())


def _begun(work: Callable[[], Any]) -> tuple[int, int]:
    """A child at work, and the end of the pipe from which its answer is read."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            said = pickle.dumps(work())
            with os.fdopen(write, "wb") as answer:
                answer.write(said)
        finally:
            os._exit(0)
    os.close(write)
    return child, read


def _answer(child: int, read: int) -> Any:
    with os.fdopen(read, "rb") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    if not said:
        raise RuntimeError("a process ended without an answer")
    return pickle.loads(said)


def main() -> None:
    """Read what is wanted, and write what is found."""
    asked = json.load(sys.stdin)
    import cvc5  # noqa: F401  # what a library's first import costs is paid once, and no solver is asked before a fork
    import z3  # noqa: F401  # as above

    Path(sys.argv[1]).write_bytes(pickle.dumps(survey(**asked)))


if __name__ == "__main__":
    main()
