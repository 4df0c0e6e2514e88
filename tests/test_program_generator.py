"""The symbolic run and the interpreter agree with Python, on random programs; and they can disagree.

A state is right if its terms have the values that Python's variables have. Conditions are right if one of them fails
where Python does, on its line.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from proofs.program.logic import evaluation, execution, state
from proofs.program.logic.state import Array, ProgramState
from proofs.program.running import running
from proofs.program.running.meanings import Failed, element_functions
from proofs.program.running.running import run, unknown_tensor
from proofs.program.source import expressions
from proofs.program.source.language import While
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parse
from spec.language.terms import Literal, Op, Term, and_, minimum
from spec.readings.value import evaluate, function
from tests.program_strategies import Writer, inputs
from tests.program_tools import SHAPE, SHAPE_OF_X, Tensor, by_python, cells, content, source, symbolic

PROGRAMS = 24
INPUTS = 4
CHUNKS = 3
LARGEST = 300
"""The size of a term in these programs; those that make larger ones are left out."""
OUTPUTS = ("Y", "Indices")
CELLS = tuple(product(*map(range, SHAPE)))
Found = dict[str, Any] | int
"""Local variables and arrays, or the line at which a run failed."""


def environment(X: Tensor, values: Mapping[str, int]) -> dict[str, Any]:
    """What the parameters' names and the function symbols stand for."""
    arrays = {f"{name} at first": lambda *index: content(index) for name in ("Y", "Indices")}
    return {**values, **arrays, **element_functions(known=True), "X": lambda *index: X[index]}


def in_python(text: str, X: Tensor, values: Mapping[str, int], *, filled: bool) -> Found:
    try:
        found = by_python(text, X, values, filled=filled)
    except (KeyError, ZeroDivisionError, UnboundLocalError) as error:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "source"]
        return lines[-1] or 0
    return found


def in_terms(text: str) -> Callable[[Tensor, Mapping[str, int]], Found]:
    """The values of the terms in which a symbolic run ends, or the line of the first condition that fails."""
    conditions, last = symbolic(text)
    required = [(c.line, [function(a.term) for a in c.known], function(c.goal)) for c in conditions]
    finally_ = {name: function(value) for name, value in last.values.items()}
    arrays = {name: {i: function(last.arrays[name].read(tuple(map(Literal, i)))) for i in CELLS} for name in OUTPUTS}

    def found(X: Tensor, values: Mapping[str, int]) -> Found:
        known = environment(X, values)
        for line, given, goal in required:
            if all(holds(known) for holds in given) and not goal(known):
                return line
        contents = {name: {i: value(known) for i, value in array.items()} for name, array in arrays.items()}
        return {name: value(known) for name, value in finally_.items()} | contents

    return found


def by_interpreter(text: str, X: Tensor, values: Mapping[str, int]) -> Found:
    started = run(parse(text.encode(), "pool"), cells(X), values)
    try:
        Y, Indices = started.outputs()
    except Failed as failed:
        return failed.line
    return {
        **{n: started.values[n] for n in started.values if n not in values and " " not in n},
        "Y": Y.content,
        "Indices": Indices.content,
    }


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "LARGEST", LARGEST)


def programs(seeds: range) -> Iterator[str]:
    """Programs that make no large terms."""
    for seed in seeds:
        text = Writer(seed).program()
        try:
            symbolic(text)
        except Refused as refused:
            large = "too large" in refused.reason
            assert large, text
        else:
            yield text


def differences(text: str, seeds: range) -> list[tuple[Found, Found]]:
    """What a symbolic run finds and Python does not, on some inputs."""
    symbolically = in_terms(text)
    pairs = ((symbolically(*inputs(seed)), in_python(text, *inputs(seed), filled=True)) for seed in seeds)
    return [(found, right) for found, right in pairs if found != right]


@pytest.mark.tenth
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_terms_are_what_python_computes(chunk: int) -> None:
    outcomes: list[bool] = []
    for text in programs(range(chunk * PROGRAMS, (chunk + 1) * PROGRAMS)):
        assert differences(text, range(INPUTS)) == [], text
        outcomes += [isinstance(in_python(text, *inputs(i), filled=True), int) for i in range(INPUTS)]
    assert len(outcomes) > PROGRAMS * INPUTS / 2
    assert len(outcomes) / 6 < sum(outcomes) < len(outcomes) * 5 / 6


@pytest.mark.whole
@pytest.mark.sampled
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_interpreter_does_what_python_does(chunk: int) -> None:
    for seed in range(chunk * PROGRAMS, (chunk + 1) * PROGRAMS):
        text = Writer(seed, loops=True).program()
        for X, values in map(inputs, range(INPUTS)):
            assert by_interpreter(text, X, values) == in_python(text, X, values, filled=False), text


@pytest.mark.whole
def test_unknown_elements_stand_for_each() -> None:
    """A run with unknown elements, with elements put in for them, gives what the run with these elements gives."""
    compared = refused = 0
    for seed in range(100):
        text = Writer(seed, loops=True).program()
        X, values = inputs(seed)
        started = run(parse(text.encode(), "pool"), unknown_tensor(SHAPE_OF_X), values)
        try:
            started.outputs()
        except (Refused, Failed):
            refused += 1
            continue
        known = by_interpreter(text, X, values)
        assert isinstance(known, dict)
        put = {f"X[{', '.join(map(str, index))}]": element for index, element in X.items()} | environment(X, values)
        for name, value in started.values.items():
            if name not in values and " " not in name:
                assert (evaluate(value, put) if isinstance(value, Term) else value) == known[name], (text, name)
        for name in OUTPUTS:
            found = started.arrays[name].content
            assert {i: evaluate(v, put) if isinstance(v, Term) else v for i, v in found.items()} == known[name], text
        compared += 1
    assert compared > 15
    assert refused > 20


# --- the comparison can fail ---

GUARDED = source(["i = dX_2 + 5", "if 0 <= i < dX_3 and X[0, 0, 0, i] > 0:", "    i = 0", "j = i"])


def lazily(self: Array, indices: tuple[Term, ...]) -> Term:
    return self.content(*indices)


def no_condition(self: Array, indices: tuple[Term, ...], value: Term) -> Array:
    return Array(self.shape, self.content, (state.Write(Literal(True), indices, value),))


def then_only(test: Term, then: ProgramState, otherwise: ProgramState, before: ProgramState, line: int) -> ProgramState:
    return then


def in_order(self: evaluation.Evaluation, op: Op, args: Any, *rest: Any) -> Any:
    return [self.value(arg, *rest) for arg in args]


SLIPS = {
    "reads see no write": (Array, "read", lazily),
    "the last write alone": (Array, "written", no_condition),
    "one side of a branch": (execution, "merged", then_only),
    "no short circuit": (evaluation.Evaluation, "_in_turn", in_order),
    "no bounds": (evaluation.Evaluation, "_within", lambda *_: None),
    "any divisor": (evaluation.Evaluation, "_positive", lambda *_: None),
    "max for min": (expressions, "_FUNCTIONS", {"min": minimum, "max": minimum}),
    "a comparison": (expressions, "_COMPARISONS", {**expressions._COMPARISONS, ast.Lt: Op.LE}),
    "an operation": (expressions, "_ARITHMETIC", {**expressions._ARITHMETIC, ast.Mod: Op.FLOOR_DIV}),
    "one comparison of a chain": (expressions, "and_", lambda *parts: and_(*parts[:1])),
}


@pytest.mark.tenth
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_symbolic_run_is_seen(monkeypatch: pytest.MonkeyPatch, slip: str) -> None:
    owner, name, replacement = SLIPS[slip]
    texts = list(programs(range(25)))
    assert differences(GUARDED, range(2)) == []
    monkeypatch.setattr(owner, name, replacement)
    assert any(map(_differ, (GUARDED, *texts)))


def _differ(text: str) -> bool:
    try:
        return bool(differences(text, range(INPUTS)))
    except (ArithmeticError, LookupError):
        return True


def one_turn_less(self: running.Run, loop: Any) -> Iterator[None]:
    if isinstance(loop, While):
        return
    for i in range(self._number(loop.start, loop.line), self._number(loop.stop, loop.line) - 1):
        self.values[loop.variable] = i
        yield


RUNNING = {
    "a turn less": (running.Run, "_turns", one_turn_less),
    "no bounds": (running, "require_within", lambda *_: None),
}


@pytest.mark.parametrize("slip", RUNNING)
def test_a_slip_in_the_interpreter_is_seen(monkeypatch: pytest.MonkeyPatch, slip: str) -> None:
    owner, name, replacement = RUNNING[slip]
    monkeypatch.setattr(owner, name, replacement)
    programs = [Writer(seed, loops=True).program() for seed in range(60)]
    assert any(by_interpreter(p, *inputs(1)) != in_python(p, *inputs(1), filled=False) for p in programs)
