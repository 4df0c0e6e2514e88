"""What solvers must answer: to several questions at once, to what they cannot read, in too few steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from proofs.solvers.answers import BRIEF_LIMITS, Answer, Limits, Status
from proofs.solvers.solvers import SOLVERS, OpenSolver, opened
from spec.language.terms import Variable

a, b, c = (Variable(name) for name in "abc")
SAT, UNSAT, UNKNOWN = Status.SAT, Status.UNSAT, Status.UNKNOWN
ALTERNATIVES = ((a <= 0, UNSAT), (a.eq(3), SAT), (a <= -1, UNSAT), (a >= 2, SAT), (b < a, SAT))
"""Where a is positive."""
UNREADABLE = ("(assert (= x 1))", "(pop 1)", "(declare-const x Int)(assert (+ x 1))", "(assert true")
"""What is no script."""
HARD = ((a * a * a + b * b * b + c * c * c).eq(33), a > 9, b < -9)
"""Some numbers are like that, and no solver finds them in a few steps."""
FEW = replace(BRIEF_LIMITS, z3_steps=2000, cvc5_steps=2000)


def answers() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Each solver's."""
    for name in SOLVERS:
        ask = partial(_opened, name)
        yield f"answers.{name}.each", partial(_each, ask)
        for i, (_, status) in enumerate(ALTERNATIVES):
            yield f"answers.{name}.one-{i}", partial(_one, ask, i, status)
        for i, text in enumerate(UNREADABLE):
            yield f"answers.{name}.unreadable-{i}", partial(_gives_up, ask, text)
        yield f"answers.{name}.few-steps", partial(_is_told, ask)


def _opened(name: str, limits: Limits = BRIEF_LIMITS) -> OpenSolver:
    return opened([name], limits)[name]


def _each(ask: Callable[[], OpenSolver]) -> bool:
    said = ask().ask_each([a >= 1], [term for term, _ in ALTERNATIVES])
    return [(s.status, s.reason) for s in said] == [(status, "") for _, status in ALTERNATIVES]


def _one(ask: Callable[[], OpenSolver], number: int, status: Status) -> bool:
    said = ask().ask_each([a >= 1], [ALTERNATIVES[number][0]])
    return [s.status for s in said] == [status]


def _gives_up(ask: Callable[[], OpenSolver], text: str) -> bool:
    return _is_nothing(ask().ask_script(f"(set-logic ALL)\n{text}\n(check-sat)"))


def _is_told(ask: Callable[[Limits], OpenSolver]) -> bool:
    solver = ask(FEW)
    return all(map(_is_nothing, (solver.ask(HARD), *solver.ask_each(HARD, [a > 10, b < -10]))))


def _is_nothing(said: Answer) -> bool:
    return said.status is UNKNOWN and said.reason not in ("", "no answer") and 0 <= said.seconds < FEW.seconds
