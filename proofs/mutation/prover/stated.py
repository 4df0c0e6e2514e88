"""Whether a program's states hold the same: what is read of arrays after writes and branches, against a run of them.
Whether nothing but guesses differs, which are asked for; and whether an exchange leaves what is shown as it is.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from proofs.mutation.prover.in_place import Functions
from proofs.mutation.prover.planned import right_functions
from proofs.mutation.prover.reached import numbered
from proofs.mutation.prover.single import as_it_is
from proofs.program.logic import execution
from proofs.program.logic.steps import left_to_come, steps
from proofs.program.maxpool.plan import plans
from proofs.program.maxpool.proof import conditions
from proofs.soundness.programs import beside, is_proved
from proofs.soundness.topics.asides import RIGHT_ASIDES
from reference.common.layout import PACKAGE
from spec.language.terms import Literal, Sort, Symbol, Term, Variable
from spec.readings.value import evaluate

CONTENT = Symbol("content", (Sort.INT, Sort.INT), Sort.INT)
TEST = Variable("test", Sort.BOOL)
PLACES = [(Variable(f"i{n}"), Variable(f"j{n}")) for n in range(4)]
"""Where is written at first, on either side of a branch, and where is read."""
WRITTEN = (100, 200, 300)


def reads_the_same(old: ModuleType, new: ModuleType) -> bool:
    """What a changed module says that an array holds after a write, and after one on each side of a branch, is what a
    run of these gives, for all places; and a variable holds what the side that was taken gave it."""
    value = [Variable(f"value {n}") for n in range(3)]
    before = new.ProgramState({"v": value[0]}, {"A": new.Array((), CONTENT)}).write("A", PLACES[0], value[0])
    then = before.write("A", PLACES[1], value[1]).assign({"v": value[1]})
    otherwise = before.write("A", PLACES[2], value[2])
    after = new.merged(TEST, then, otherwise, before, 1)
    found = after.arrays["A"].read(PLACES[3]), after.values["v"]
    return all(tuple(evaluate(term, case) for term in found) == _run(case) for case in _cases())


def _cases() -> Iterator[Mapping[str, Any]]:
    for test, *places in product((False, True), *((0, 1),) * (2 * len(PLACES))):
        names = [variable.name for pair in PLACES for variable in pair]
        values = {f"value {n}": written for n, written in enumerate(WRITTEN)}
        yield {"test": test, "content": lambda i, j: 10 * i + j, **values, **dict(zip(names, places, strict=True))}


def _run(case: Mapping[str, Any]) -> tuple[int, int]:
    """The element that is read, and the variable, when the writes are done."""
    first, then, otherwise, read = [(case[i.name], case[j.name]) for i, j in PLACES]
    array = {(i, j): 10 * i + j for i, j in product((0, 1), (0, 1))}
    array[first] = WRITTEN[0]
    array[then if case["test"] else otherwise] = WRITTEN[1 if case["test"] else 2]
    return array[read], WRITTEN[1 if case["test"] else 0]


def gives_no_value(old: ModuleType, new: ModuleType) -> bool:
    """Of a variable that has no value, none is given: what asks for it ends."""
    try:
        new.ProgramState().value("v", 1)
    except Exception:
        return True
    return False


GUESSES = ("steps", "left_to_come", "fewer_by")
"""What is guessed of loops (`proofs.program.logic.steps`): how variables step, how many turns are left."""
COUNTED = ("counted up", "counted down until equal", "two that meet")
"""Right loops that are proved by such guesses alone (`proofs.soundness.topics.asides`)."""


def only_guesses(old: ModuleType, new: ModuleType) -> bool:
    """Two modules differ in what they guess of loops alone, and no guess that is wrong is believed.

    Whatever is guessed, each turn of the symbolic run is asked for it: so another guess shows nothing.
    """
    as_it_was = as_it_is(old.__name__.removeprefix(PACKAGE)).source
    relied_on, changed = (_relied_on(ast.parse(source)) for source in (as_it_was, vars(new)["__slip__"].source))
    return relied_on == changed != {} and _no_wrong_guess_is_believed()


def _relied_on(tree: ast.Module) -> Mapping[str, str]:
    """What others may use of a module apart from its guesses, and all that this draws on, by their names."""
    parts = {name: part for part in tree.body for name in _names(part)}
    found: dict[str, str] = {}
    more = {name for name in parts if not name.startswith("_") and name not in GUESSES}
    while more:
        found |= {name: ast.dump(parts[name]) for name in more}
        named = {n.id for name in more for n in ast.walk(parts[name]) if isinstance(n, ast.Name)}
        more = (named & parts.keys()) - found.keys()
    return found


def _names(part: ast.stmt) -> Iterator[str]:
    if isinstance(part, ast.FunctionDef | ast.ClassDef):
        yield part.name
    elif isinstance(part, ast.Assign | ast.AnnAssign):
        targets = part.targets if isinstance(part, ast.Assign) else [part.target]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def _no_wrong_guess_is_believed() -> bool:
    """Right loops are proved, and with any of some wrong guesses they are not."""
    programs = [beside(RIGHT_ASIDES[name]) for name in COUNTED]
    return all(
        is_proved(*each) and not any(_is_believed(each, *wrong) for wrong in _wrong_guesses()) for each in programs
    )


def _wrong_guesses() -> Iterator[tuple[str, Callable[..., Any]]]:
    """A guess by its name, and what is guessed in its place."""
    yield "steps", lambda loop, names: {name: step + 1 for name, step in steps(loop, names).items()}
    yield "steps", lambda loop, names: {name: 2 * step for name, step in steps(loop, names).items()}
    yield "steps", lambda loop, names: dict.fromkeys(steps(loop, names), Literal(0))
    yield "left_to_come", lambda test, stepping: (found := left_to_come(test, stepping)) and (-found[0], found[1])
    yield "left_to_come", lambda test, stepping: (found := left_to_come(test, stepping)) and (Literal(1), found[1])


def _is_believed(program: tuple[str, str], name: str, guess: Callable[..., Any]) -> bool:
    right = getattr(execution, name)
    setattr(execution, name, guess)
    try:
        return is_proved(*program)
    finally:
        setattr(execution, name, right)


class _ReachedError(Exception):
    """The changed statement is reached."""


EXCHANGES = ("two arguments exchanged", "two swapped")
"""Slips that leave nothing out: what they exchange is a label or a line, or has no order."""


def runs_the_same(old: ModuleType, new: ModuleType) -> bool:
    """With an exchange in the old module's place, the symbolic run of right functions has the same shown from the same,
    labels and order apart, and reaches it. Of a test that is left out, the same run says nothing."""
    slip, expected = vars(new)["__slip__"], _asked()
    is_exchange = any(each in slip.text for each in EXCHANGES)
    if not is_exchange or slip.statement is None or not any(expected) or not _is_reached(old, slip.statement):
        return False
    with _in_place(old, slip.source) as is_changed:
        return is_changed and _asked_anew() == expected


def _is_reached(module: ModuleType, number: int) -> bool:
    tree = ast.parse(_text(module))
    places = numbered(tree)
    statement = next(node for node in ast.walk(tree) if places.get(id(node)) == number)
    for node in ast.walk(tree):
        for body in (b for name in ("body", "orelse") if isinstance(b := getattr(node, name, None), list)):
            body[:] = [_RAISED if part is statement else part for part in body]
    with _in_place(module, ast.unparse(tree)) as is_changed:
        try:
            _asked_anew()
        except _ReachedError:
            return is_changed
    return False


_RAISED = ast.parse("raise __reached__").body[0]


def _text(module: ModuleType) -> str:
    return Path(str(module.__file__)).read_text(encoding="utf-8")


@contextmanager
def _in_place(module: ModuleType, changed: str) -> Iterator[bool]:
    """The functions of a module with the code of a changed source, and then their own again."""
    gc.unfreeze()  # What is frozen is not found.
    functions, file = Functions(module, _text(module)), str(module.__file__)
    called = {"__turn__": lambda: True, "__reached__": _ReachedError}
    vars(module).update(called)
    try:
        yield functions.change(changed, file)
    finally:
        functions.change(_text(module), file)
        for name in called:
            delattr(module, name)


@cache
def _asked() -> Sequence[set[tuple[frozenset[Term], Term]]]:
    return _asked_anew()


def _asked_anew() -> Sequence[set[tuple[frozenset[Term], Term]]]:
    """What is to be shown of right functions under each plan, from what."""
    return [
        {(frozenset(each.term for each in c.known), c.goal) for c in conditions(of, plan)}
        for of in right_functions()
        for plan in plans(of)
    ]
