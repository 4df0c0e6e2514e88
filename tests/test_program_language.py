"""The statements that no front end need give: machine integers, arrays in memory, jumps, `while`, a status."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from proofs.program.logic.execution import Execution
from proofs.program.logic.plan import Condition, Invariant, Plan
from proofs.program.logic.solving import Session
from proofs.program.logic.state import ProgramState
from proofs.program.maxpool.proof import LIMITS
from proofs.program.running.meanings import Failed
from proofs.program.running.running import Cells, Run, run
from proofs.program.source.language import (
    Assign,
    Break,
    Continue,
    For,
    Function,
    If,
    Instruction,
    MemoryOrder,
    Return,
    Store,
    While,
    memory,
    position,
)
from proofs.program.source.machine import INT8, UINT8, Loss, fits
from proofs.program.source.refused import Refused
from proofs.solvers.answers import Status
from proofs.solvers.solvers import opened
from spec.language.fold import substitute
from spec.language.terms import TRUE, Literal, Sort, Term, Variable
from spec.maxpool.vocabulary import dX

i, j, k = (Variable(name) for name in "ijk")
ONE = Literal(1)


def function(*body: Instruction, status: Term | None = None, layout: MemoryOrder = MemoryOrder.NCHW) -> Function:
    """A function that is given Y, flat like X, and returns it."""
    return Function(
        "f",
        (*body, Return(99, ("Y",), status)),
        dict.fromkeys("ijk", Sort.INT),
        {"X": Sort.ELEMENT, "Y": Sort.ELEMENT},
        given=frozenset({"Y"}),
        flat=frozenset({"X", "Y"}),
        layout=layout,
    )


class Looking(Plan):
    """A plan that gives one place for each flat index, and asks for one thing at the end."""

    def __init__(self, wanted: Term = TRUE, place: tuple[Term, ...] = ()) -> None:
        self.wanted, self.there = wanted, place

    def place(self, array: str, index: Term, state: ProgramState, line: int) -> tuple[Term, ...]:
        return self.there

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        values = {Variable(name): value for name, value in state.values.items()}
        return [Invariant("wanted", "what a test asks for", substitute(self.wanted, values))]


def failing(program: Function, plan: Plan) -> list[Condition]:
    """The conditions that z3 does not prove."""
    found = Execution(program, plan).run(())
    session = Session(opened(["z3"], LIMITS))
    return [c for c in found if session.ask(c.known, [c], "z3")[0].status is not Status.UNSAT]


def labels(program: Function, wanted: Term = TRUE) -> list[str]:
    return [c.label for c in failing(program, Looking(wanted))]


def interpreted(program: Function, size: int = 2) -> Run:
    started = run(program, Cells((1, 1, 1, size), {(0, 0, 0, i): 7 + i for i in range(size)}), {}, (1, 1, 1, size))
    started.outputs()
    return started


def assign(line: int, **values: Term | int) -> Assign:
    terms = tuple(Literal(v) if isinstance(v, int) else v for v in values.values())
    return Assign(line, tuple(values), terms)


# --- machine integers ---


@pytest.mark.parametrize(("value", "right"), [(127, True), (128, False), (-128, True), (-129, False)])
def test_a_value_fits_or_not(value: int, right: bool) -> None:
    program = function(assign(1, i=value), assign(2, j=fits(INT8, Loss.OVERFLOW)(i)))
    assert labels(program) == ([] if right else ["value.fits"])
    if right:
        assert interpreted(program).values["j"] == value
    else:
        with pytest.raises(Failed, match=f"no signed overflow: the value is one of int8, which {value} is not"):
            interpreted(program)


def test_the_value_is_that_of_the_argument() -> None:
    program = function(assign(1, i=3), assign(2, j=fits(UINT8, Loss.WRAP)(i + 4)))
    assert labels(program, j.eq(7)) == []
    assert labels(program, j.eq(6)) == ["return.wanted"]


# --- arrays in memory ---


@pytest.mark.parametrize("layout", MemoryOrder)
def test_an_index_into_memory_is_shown_to_be_that_of_a_place(layout: MemoryOrder) -> None:
    place = (Literal(0), Literal(0), Literal(0), i)
    index = position(layout, dX, place)
    for at, right in ((index, True), (index + 1, False)):
        store = Store(3, "Y", (at,), memory("X", Sort.ELEMENT)(at))
        program = function(For(2, "i", Literal(0), dX[3], (store,)), layout=layout)
        plan = Looking(place=(*place[:3], Variable("i in 2")))
        found = [c.label for c in failing(program, plan)]
        assert ("X.read.place" not in found) is right, found


def test_the_interpreter_finds_the_place() -> None:
    program = function(For(1, "i", Literal(0), dX[3], (Store(2, "Y", (i,), memory("X", Sort.ELEMENT)(i)),)))
    assert interpreted(program).arrays["Y"].content == {(0, 0, 0, 0): 7, (0, 0, 0, 1): 8}
    with pytest.raises(Failed, match="the index of X is 2, out of bounds for 2 elements"):
        interpreted(function(assign(1, i=2), Store(2, "Y", (Literal(0),), memory("X", Sort.ELEMENT)(i))))
    nhwc = function(Store(2, "Y", (Literal(1),), memory("X", Sort.ELEMENT)(Literal(0))), layout=MemoryOrder.NHWC)
    started = run(nhwc, Cells((1, 2, 1, 1), {(0, 0, 0, 0): 5, (0, 1, 0, 0): 6}), {}, (1, 2, 1, 1))
    started.outputs()
    assert started.arrays["Y"].content == {(0, 1, 0, 0): 5}


def test_an_index_that_nothing_is_known_of_is_refused() -> None:
    program = function(Store(4, "Y", (Literal(0),), memory("X", Sort.ELEMENT)(Literal(0))))
    with pytest.raises(Refused, match="line 4: X has one index"):
        Execution(program, Plan()).run(())


# --- loops and jumps ---

COUNTED = While(2, i < 5, (assign(3, j=j + 2),), (assign(2, i=i + 1),))


def test_what_steps_is_known_after_a_while() -> None:
    program = function(assign(1, i=0, j=0), COUNTED)
    assert labels(program, j.eq(10)) == []  # Before the last turn the test held: it does not turn too often.
    assert labels(program, j.eq(12)) == ["return.wanted"]
    assert labels(program, j.eq(i * 2)) == []
    assert labels(program, i >= 5) == []
    assert interpreted(program).values["j"] == 10


def test_a_turn_that_is_ended_updates_too() -> None:
    body = (If(3, j > 3, (Continue(4),), ()), assign(5, j=j + 2))
    program = function(assign(1, i=0, j=0), While(2, i < 5, body, (assign(2, i=i + 1),)))
    assert labels(program, i >= 5) == []
    values = interpreted(program).values
    assert (values["i"], values["j"]) == (5, 4)


def test_a_turn_without_the_step_is_seen() -> None:
    body = (If(3, i.eq(3), (Continue(4),), ()), assign(5, i=i + 1))
    with pytest.raises(Refused, match="nothing in the test of this `while` tells that it ends"):
        labels(function(assign(1, i=0), While(2, i < 5, body)))


@pytest.mark.parametrize("test", [i < 5, i <= 5, i.ne(5)])
def test_a_while_that_may_not_end_is_seen(test: Term) -> None:
    down = While(2, test, (), (assign(2, i=i - 1),))
    assert {"while.ends.variant", "while.start.not-passed"} & set(labels(function(assign(1, i=0), down)))


def test_nothing_is_known_after_a_break_but_what_always_holds() -> None:
    loop = While(2, i < 5, (If(3, j > 3, (Break(4),), ()), assign(5, j=j + 2)), (assign(2, i=i + 1),))
    program = function(assign(1, i=0, j=0), loop)
    assert labels(program, i >= 5) == ["return.wanted"]
    assert interpreted(program).values["i"] == 2


def test_a_side_that_jumps_leaves_the_other() -> None:
    body = (If(3, i > 2, (Continue(4),), (assign(5, j=1),)), assign(6, k=j))
    program = function(assign(1, j=0, k=0), For(2, "i", Literal(0), Literal(5), body))
    assert interpreted(program).values["k"] == 1
    assert labels(program, k.eq(1)) == ["return.wanted"]  # The loop may not turn, as far as is known.


# --- a status ---


def test_a_status_must_be_that_of_success() -> None:
    early = If(1, dX[0] < 0, (Return(2, ("Y",), Literal(-1)),), ())
    assert labels(function(early, status=Literal(0))) == ["return.status"]
    assert labels(function(If(1, Literal(False), (Return(2, ("Y",), Literal(-1)),), ()), status=Literal(0))) == []
    assert labels(function(status=Literal(1))) == ["return.status"]
    with pytest.raises(Failed, match="the status 1 is returned of a legal call"):
        interpreted(function(status=Literal(1)))


def test_what_comes_after_a_return_is_known_not_to_have_returned() -> None:
    early = If(1, i > 3, (Return(2, ("Y",)),), ())
    program = function(assign(1, i=dX[0]), early)
    assert labels(program, i <= 3) == ["return.wanted"]
    assert [c.line for c in failing(program, Looking(i <= 3))] == [2]
