"""What solvers must answer: to several questions at once, to what they cannot read, in too few steps.

And that cvc5 works within the limits that it is given, and is asked again where the clock ended it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import perf_counter

from proofs.solvers.answers import BRIEF_LIMITS, Answer, Limits, Status
from proofs.solvers.solvers import SOLVERS, OpenSolver, opened
from spec.language.terms import FALSE, Variable, and_

a, b, c = (Variable(name) for name in "abc")
SAT, UNSAT, UNKNOWN = Status.SAT, Status.UNSAT, Status.UNKNOWN
ALTERNATIVES = ((a <= 0, UNSAT), (a.eq(3), SAT), (a <= -1, UNSAT), (a >= 2, SAT), (b < a, SAT))
"""Where a is positive."""
UNREADABLE = ("(assert (= x 1))", "(pop 1)", "(declare-const x Int)(assert (+ x 1))", "(assert true")
"""What is no script."""
HARD = ((a * a * a + b * b * b + c * c * c).eq(33), a > 9, b < -9)
"""Some numbers are like that, and no solver finds them in a few steps."""
FEW = replace(BRIEF_LIMITS, seconds=20.0, z3_steps=2000, cvc5_steps=2000)
TOLD = Limits(seconds=1.5, seed=7, cvc5_steps=1234)
OPTIONS = (("tlimit-per", "1500"), ("rlimit-per", "1234"), ("seed", "7"), ("fp-exp", "true"))
"""What cvc5 says of its own limits, in milliseconds and steps, and that it compares floats."""
NO_TIME = replace(BRIEF_LIMITS, seconds=0.001)


def answers() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Each solver's."""
    for name in SOLVERS:
        ask = partial(_opened, name)
        yield f"answers.{name}.each", partial(_each, ask)
        for i, (_, status) in enumerate(ALTERNATIVES):
            yield f"answers.{name}.one-{i}", partial(_one, ask, i, status)
        for i, text in enumerate(UNREADABLE):
            yield f"answers.{name}.unreadable-{i}", partial(_gives_up, ask, text)
        if name == "cvc5":
            for option, value in OPTIONS:
                yield f"answers.{name}.{option}", partial(_works_within, ask, option, value)
            yield f"answers.{name}.asked-again", partial(_is_asked_again, ask)
        yield f"answers.{name}.time-of-each", partial(_takes_its_time, ask)
        yield f"answers.{name}.few-steps", partial(_is_told, ask)


def _opened(name: str, limits: Limits = BRIEF_LIMITS) -> OpenSolver:
    return opened([name], limits)[name]


def _each(ask: Callable[[], OpenSolver]) -> bool:
    said = ask().ask_each([a >= 1], [term for term, _ in ALTERNATIVES])
    return [(s.status, s.reason) for s in said] == [(status, "") for _, status in ALTERNATIVES]


def _one(ask: Callable[[], OpenSolver], number: int, status: Status) -> bool:
    said = ask().ask_each([a >= 1], [ALTERNATIVES[number][0]])
    return [s.status for s in said] == [status]


def _takes_its_time(ask: Callable[[Limits], OpenSolver]) -> bool:
    """After one that takes longer: the answers take no longer together than all of it does."""
    started = perf_counter()
    said = ask(FEW).ask_each([], [and_(*HARD), *[FALSE] * 9])
    return all(one.seconds >= 0 for one in said) and sum(one.seconds for one in said) <= perf_counter() - started


def _gives_up(ask: Callable[[], OpenSolver], text: str) -> bool:
    return _is_nothing(ask().ask_script(f"(set-logic ALL)\n{text}\n(check-sat)"))


def _works_within(ask: Callable[[Limits], OpenSolver], option: str, value: str) -> bool:
    """What is answered to anything but a question is why the question stays open."""
    return ask(TOLD).ask_script(f"(get-option :{option})\n(set-logic ALL)\n(check-sat)").reason == value


def _is_asked_again(ask: Callable[[Limits], OpenSolver]) -> bool:
    """What is remembered is the same object the next time: no answers are of which the clock ended one."""
    solver = ask(NO_TIME)
    first, again = (solver.ask_each([], [FALSE, and_(*HARD)]) for _ in range(2))
    return first[1].is_late(NO_TIME) and first[1] is not again[1]


def _is_told(ask: Callable[[Limits], OpenSolver]) -> bool:
    solver = ask(FEW)
    return all(map(_is_nothing, (solver.ask(HARD), *solver.ask_each(HARD, [a > 10, b < -10]))))


def _is_nothing(said: Answer) -> bool:
    return said.status is UNKNOWN and said.reason not in ("", "no answer") and 0 <= said.seconds < FEW.seconds
