"""Whether a program's states hold the same: what is read of arrays after writes and branches, against a run of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from types import ModuleType
from typing import Any

from spec.language.terms import Sort, Symbol, Variable
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
