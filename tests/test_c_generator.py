"""Random functions of C: our lowering and evaluation agree with the system's compiler, and they can disagree.

A demand fails in our evaluation exactly where UBSan reports, or a value is lost. See `tests.c_random_run.disagreement`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("clang")

from proofs.program.c.lowering import comparisons, expressions, looping, loops, pointers, statements, values
from proofs.program.c.lowering.expressions import CExpressions
from proofs.program.c.lowering.loops import Counted
from proofs.program.c.lowering.statements import Statements
from proofs.program.c.reading.reader import CompilerOptions
from proofs.program.c.reading.tree import CUnit
from proofs.program.c.reading.types import CInteger
from proofs.program.c.reading.unit import UnitReader
from proofs.program.source.refused import Refused
from spec.language.terms import Literal, Op, Operation, ite
from tests.c_random import inputs
from tests.c_random_forms import FormsWriter
from tests.c_random_run import Ran, compiled, disagreement, evaluated, instructions

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")

PROGRAMS = 200
HEAD = "#include <stddef.h>\n#include <stdint.h>\nstruct S { int8_t a; uint16_t b; int c; unsigned d; int64_t e; };\n"
SANITIZED = ["-fsanitize=undefined", "-fno-sanitize-recover=all"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A function that was read, and what the compiler's two forms of it give for each of its inputs."""

    unit: CUnit
    inputs: list[dict[str, int]]
    plain: list[Ran]
    checked: list[Ran]

    def disagreements(self) -> Iterator[str]:
        """How our evaluation differs; a run that we give up, and the compiler's does not, differs too."""
        function = instructions(self.unit)
        for given, plain, checked in zip(self.inputs, self.plain, self.checked, strict=True):
            try:
                found = disagreement(evaluated(function, given), plain, checked)
            except Refused as refused:
                found = str(refused)
            if found:
                yield f"{self.unit.function.name}, {given}: {found}"


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> list[Trial]:
    folder: Path = tmp_path_factory.mktemp("c")
    written = {seed: FormsWriter(seed).program() for seed in range(PROGRAMS)}
    plain = compiled({seed: both[0] for seed, both in written.items()}, folder, SANITIZED, "f")
    checked = compiled({seed: both[1] for seed, both in written.items()}, folder, ["-fwrapv"], "g")
    found = []
    for seed, (text, _) in written.items():
        try:
            unit = UnitReader("a.c", (HEAD + text).encode(), CompilerOptions().arguments()).unit(f"f{seed}")
        except Refused:
            continue  # The compiler itself says that a constant is wrong.
        found.append(Trial(unit, inputs(seed), plain[seed], checked[seed]))
    return found


@pytest.mark.whole
def test_most_are_read_and_many_are_right(trials: list[Trial]) -> None:
    """What is refused is so when it is parsed, because of a constant: nothing is when it is lowered."""
    assert len(trials) > 0.8 * PROGRAMS
    calls = [(p, c) for t in trials for p, c in zip(t.plain, t.checked, strict=True)]
    undefined = sum(p.outputs is None for p, _ in calls)
    lost = sum(p.outputs is not None and c.lost for p, c in calls)
    assert min(undefined, lost, len(calls) - undefined - lost) > 0.1 * len(calls)


FORMS: Mapping[str, str] = {
    "a number that a loop moves up": r"while \(m\d+ < 0\)",
    "a cell read back, in one expression": r"\]\)? : y\[",
    "a cell read back, by a test": r"> y\[.*\{ y\[",
    "a flag": r"\bb\d+ = 1;",
    "a pointer that may be null": r"indices \+ .* : NULL;",
    "a pointer into a part": r"const float \*p\d+ = x \+",
}


@pytest.mark.parametrize("form", FORMS)
def test_several_programs_have_each_form(form: str) -> None:
    assert sum(re.search(FORMS[form], FormsWriter(seed).program()[0]) is not None for seed in range(PROGRAMS)) >= 3


def test_our_evaluation_agrees_with_the_compiler(trials: list[Trial]) -> None:
    assert [found for trial in trials for found in trial.disagreements()] == []


def test_where_unsigned_numbers_wrap_our_evaluation_gives_what_the_compiler_does(trials: list[Trial]) -> None:
    wrapped = []
    for trial in trials:
        function = instructions(trial.unit)
        for given, plain in zip(trial.inputs, trial.plain, strict=True):
            strict, ours = evaluated(function, given), evaluated(function, given, wraps=True)
            if strict.outputs is None and ours.outputs is not None and plain.outputs is not None:
                wrapped.append(ours.outputs == plain.outputs)
    assert len(wrapped) > 10
    assert all(wrapped)


# --- it can disagree

_arithmetic, _fitted, _shift, _counted = values.arithmetic, values.fitted, values._shift, loops.counted
_added = Statements._added


def unfitted(term: Any, *_: Any) -> Any:
    return term


def floored(op: str, left: Any, right: Any, kind: CInteger) -> Any:
    return Operation(Op.FLOOR_DIV if op == "/" else Op.MOD, (left, right))


def wide(op: str, left: Any, right: Any, kind: CInteger, at: Any) -> Any:
    return _arithmetic(op, left, right, CInteger("wide", 64, kind.signed), at)


def fitted_wide(term: Any, kind: CInteger, reason: Any) -> Any:
    return _fitted(term, CInteger("wide", 64, kind.signed), reason)


def signed(op: str, left: Any, right: Any, kind: CInteger, at: Any) -> Any:
    return _arithmetic(op, left, right, CInteger("signed", kind.bits, True), at)


def one_further(op: str, left: Any, right: Any, kind: CInteger, at: Any) -> Any:
    return _shift(op, left, Literal(right.value + 1), kind, at)


def without_last(loop: Any) -> Counted | None:
    found = _counted(loop)
    return found and Counted(found.key, found.declared, found.start, found.stop, False)


def chosen_swapped(self: Any, node: Any, scope: Any, read: Callable[..., Any]) -> Any:
    return ite(self.truth(node.test, scope), read(node.otherwise, scope), read(node.then, scope))


def standing(self: Any, at: Any, target: Any, op: str, by: Any, kind: Any, scope: Any) -> Any:
    return _added(self, at, target, op, values.ZERO, kind, scope)


SLIPS: Mapping[str, tuple[tuple[Any, str, Any], ...]] = {
    "a conversion demands nothing": ((expressions, "converted", unfitted), (statements, "converted", unfitted)),
    "a negative number stays one when it is compared": (
        (comparisons, "wrapped", unfitted),
        (comparisons.Comparisons, "_range_test", lambda self, node, scope: None),
    ),
    "no sum overflows": ((values, "fitted", unfitted), (expressions, "fitted", unfitted)),
    "all is computed in 64 bits": (
        (expressions, "arithmetic", wide),
        (statements, "arithmetic", wide),
        (expressions, "fitted", fitted_wide),
    ),
    "all is computed with a sign": ((expressions, "arithmetic", signed), (statements, "arithmetic", signed)),
    "quotients are rounded down": ((values, "_division", floored),),
    "a shift goes one too far": ((values, "_shift", one_further),),
    "what is true is above 0": ((expressions, "as_truth", lambda number: number > 0),),
    "every type holds every value": ((CInteger, "holds", lambda self, other: True),),
    "<= ends a loop like <": ((looping, "counted", without_last),),
    "a step of a variable forgets its type": ((loops, "fitted", unfitted), (statements, "converted", unfitted)),
    "a pointer that steps stays": ((pointers.Pointers, "moved", lambda self, place, steps: place),),
    "the other side of ?: is taken": ((CExpressions, "_chosen", chosen_swapped),),
    "what steps does not": ((Statements, "_added", standing),),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_seen(slip: str, trials: list[Trial], monkeypatch: pytest.MonkeyPatch) -> None:
    for where, name, planted in SLIPS[slip]:
        monkeypatch.setattr(where, name, planted)
    assert next((found for trial in trials for found in trial.disagreements()), "")
