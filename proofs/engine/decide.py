"""A statement, decided by the rules of proof: not vacuous, two routes, a replayed witness, no idle assumption.

The rules are written here, once. What a language of statements is asked for stands in `proofs.engine.statement`.
"""

from __future__ import annotations

import gc
import platform
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from proofs.engine.statement import OUT_OF_TIME, CannotBeRead, Outcome, Route, Statement, Tightness, Verdict, Witness
from proofs.solvers.answers import DEFAULT_LIMITS, Answer, Integers, Limits, Status, Values
from proofs.solvers.solvers import SOLVERS, THIRD, OpenSolver, WatchedSolver, named, opened, third_is_installed
from reference.common.errors import Contradiction

VERDICTS = {Status.UNSAT: Verdict.PROVED, Status.SAT: Verdict.REFUTED, Status.UNKNOWN: Verdict.UNKNOWN}

Opened = Mapping[str, OpenSolver]

Further = Callable[[Statement], Route | None]
"""A route from a room that stands on the engine: None where it has nothing to say."""


def decide(
    statement: Statement,
    limits: Limits = DEFAULT_LIMITS,
    solvers: Sequence[str] = tuple(SOLVERS),
    further: Sequence[Further] = (),
    *,
    tightness: bool = True,
    sparing: bool = False,
) -> Outcome:
    """Decide a statement. Raises Contradiction if two routes disagree. `sparing`: where the solvers decide it, no other
    route is taken.

    `proved` needs two routes that agree; `refuted` needs a witness that evaluation, without a solver, confirms, and
    the reference too where the statement says how to replay it. Everything else is `unknown`, or `vacuous`.
    """
    started = time.perf_counter()
    try:
        with nothing_collected():
            return _decided(statement, limits, solvers, further, started, tightness=tightness, sparing=sparing)
    except CannotBeRead as reason:
        return Outcome(statement, Verdict.UNKNOWN, (), seconds=time.perf_counter() - started, problem=str(reason))


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Python's collector of cycles waits: when it runs depends on all that the process did before, and on when it frees
    a solver's terms may depend which model that solver finds. What a process does before it ends is done sooner, too.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _decided(
    statement: Statement,
    limits: Limits,
    solvers: Sequence[str],
    further: Sequence[Further],
    started: float,
    *,
    tightness: bool,
    sparing: bool,
) -> Outcome:
    """The rules of proof, one after the other."""
    asked = opened(solvers, limits)
    third = _third(statement, asked, limits)
    outcome = _by_rules(statement, asked, third, further, started, tightness=tightness, sparing=sparing)
    if late := [name for name, solver in {**asked, **third}.items() if solver.is_late]:
        # On a machine with nothing else to do, the answer might be another: none counts.
        problem = f"{OUT_OF_TIME}: {', '.join(late)} had {limits.seconds:g} s for a question"
        return Outcome(statement, Verdict.UNKNOWN, (), seconds=outcome.seconds, problem=problem)
    return outcome


def _by_rules(
    statement: Statement,
    asked: Opened,
    third: Opened,
    further: Sequence[Further],
    started: float,
    *,
    tightness: bool,
    sparing: bool,
) -> Outcome:
    """What the solvers' answers come to, whatever ended them."""
    example, consistent = _satisfiable(statement, asked)
    if consistent is Verdict.VACUOUS:
        return Outcome(statement, Verdict.VACUOUS, (), seconds=time.perf_counter() - started)
    problem = "" if consistent is Verdict.PROVED else "the assumptions could not be shown satisfiable"
    sought = statement.expected is Verdict.REFUTED
    found = statement.smallest() if sought else None
    answers = _ask(statement, found, {**asked, **third})
    routes = tuple(_solved(answers))
    if not sparing or agreement(statement, routes) is Verdict.UNKNOWN:
        routes = (*routes, *others(statement, further))
    verdict, witness = agreement(statement, routes), None
    tight: tuple[Tightness, ...] = ()
    if verdict is Verdict.REFUTED:
        found = found if sought else statement.smallest()
        witness, problem = _witness(statement, found, tuple(answers.values()), next(iter(asked.values())))
        verdict = Verdict.REFUTED if witness else Verdict.UNKNOWN
    elif verdict is Verdict.PROVED and tightness:
        tight = tuple(_without(statement, i, asked) for i in range(len(statement.droppable)))
    return Outcome(statement, verdict, routes, example, witness, tight, time.perf_counter() - started, problem)


def agreement(statement: Statement, routes: Sequence[Route]) -> Verdict:
    """What those routes say together that count for a statement; raises Contradiction if two disagree."""
    return agreed(statement.label, [route for route in routes if statement.hears(route)])


def agreed(label: str, routes: Sequence[Route]) -> Verdict:
    """What some routes say together; raises Contradiction if two disagree.

    A bounded route is no proof, and the third solver is never one of the two; either can contradict.
    """
    verdicts = {route.verdict for route in routes}
    if {Verdict.PROVED, Verdict.REFUTED} <= verdicts:
        raise Contradiction(f"{label}: {', '.join(f'{r.name} says {r.verdict}' for r in routes)}")
    if Verdict.REFUTED in verdicts:
        return Verdict.REFUTED
    proofs = [r for r in routes if r.verdict is Verdict.PROVED and not r.bounds and r.name != THIRD]
    return Verdict.PROVED if len(proofs) >= 2 else Verdict.UNKNOWN


# --- 1. not vacuous


def _satisfiable(statement: Statement, solvers: Opened) -> tuple[Values | None, Verdict]:
    """Values under which the assumptions hold, found by search; else what the solvers say of their satisfiability."""
    if (example := statement.example()) is not None:
        return example, Verdict.PROVED
    answers = [statement.satisfiable(solver) for solver in solvers.values()]
    statuses = {answer.status for answer in answers}
    if {Status.SAT, Status.UNSAT} <= statuses:
        raise Contradiction(f"{statement.label}: the solvers disagree on whether the assumptions hold together")
    if Status.UNSAT in statuses:
        return None, Verdict.VACUOUS
    example = next(_models(statement, answers), None)
    found = None if example is None else statement.own(example)
    return found, Verdict.PROVED if Status.SAT in statuses else Verdict.UNKNOWN


# --- 2. two routes


def _ask(statement: Statement, at: Values | None, solvers: Opened) -> dict[str, Answer]:
    """Each solver's answer: on the whole statement, or, where a counterexample was found, on that alone.

    Raises Contradiction if a solver says that it is none: of one point alone, that proves nothing.
    """
    answers = {name: statement.ask(solver, at) for name, solver in solvers.items()}
    for name, answer in answers.items():
        if at is not None and answer.status is Status.UNSAT:
            raise Contradiction(f"{statement.label}: {name} says proved, evaluation says refuted: {statement.own(at)}")
    return answers


def _third(statement: Statement, solvers: Opened, limits: Limits) -> Mapping[str, WatchedSolver]:
    """The third solver, where both others are asked and it is installed and knows the statement's language."""
    wanted = statement.third and set(SOLVERS) <= set(solvers) and third_is_installed()
    return opened([statement.third] if wanted else [], limits)


def _solved(answers: Mapping[str, Answer]) -> Iterator[Route]:
    for name, answer in answers.items():
        yield Route(name, named(name).version, VERDICTS[answer.status], answer.seconds)


def others(statement: Statement, further: Sequence[Further]) -> Iterator[Route]:
    """The routes that are not solvers: the language's own, those of rooms above, and the bounded one."""
    yield from unbounded(statement, further)
    yield from bounded(statement)


def unbounded(statement: Statement, further: Sequence[Further]) -> Iterator[Route]:
    """Of the routes that are not solvers, those for all sizes."""
    tried = [attempt() for attempt in statement.own_routes.values()] + [of(statement) for of in further]
    yield from (route for route in tried if route is not None)


def bounded(statement: Statement) -> Iterator[Route]:
    """The route that tries all cases up to stated bounds, if there is one."""
    if statement.bounded is not None:
        started = time.perf_counter()
        result = statement.bounded()
        verdict = Verdict.PROVED if result.failure is None else Verdict.REFUTED
        bounds = f"bounded: {result.bounds}, {result.cases} cases"
        yield Route("enumeration", platform.python_version(), verdict, time.perf_counter() - started, bounds)


# --- 3. a refutation is an example


def _witness(
    statement: Statement, searched: Values | None, answers: Sequence[Answer], solver: OpenSolver
) -> tuple[Witness | None, str]:
    """The smallest counterexample, or a solver's own one, confirmed by evaluation and by the reference."""
    values = _confirmed(statement, answers) if searched is None else searched
    if values is None or not statement.confirms(values):
        return None, "no counterexample could be confirmed by evaluation"
    shown = statement.own(values)
    observed: Integers = {}
    if statement.replay is not None:
        try:
            observed = statement.replay({name: v for name, v in shown.items() if isinstance(v, int)})
        except ValueError as refusal:
            return None, f"the reference refuses the witness: {refusal}"
        if not statement.confirms({**values, **observed}):
            return None, f"the reference does not show the contradiction: it gives {dict(observed)} for {dict(shown)}"
    minimal = statement.is_smallest(values, searched=searched is not None, solver=solver)
    return Witness(shown, minimal, observed), ""


def _models(statement: Statement, answers: Iterable[Answer]) -> Iterator[Values]:
    """The solvers' models, as far as they can be evaluated."""
    for answer in answers:
        if answer.model is not None and (values := statement.completed(answer.model)) is not None:
            yield values


# --- 4. tight


def _without(statement: Statement, dropped: int, solvers: Opened) -> Tightness:
    """What becomes of a statement without one of its assumptions."""
    label, weaker = statement.droppable[dropped], statement.without(dropped)
    if (searched := weaker.smallest(brief=True)) is not None:
        return Tightness(label, "needed", searched)
    small = (weaker.ask_small(solver) for solver in solvers.values())
    found = _confirmed(weaker, (answer for answer in small if answer is not None))
    if found is None:
        answers = [weaker.ask(solver) for solver in solvers.values()]
        if all(answer.status is Status.UNSAT for answer in answers):
            return Tightness(label, "redundant")
        found = _confirmed(weaker, answers)
    return Tightness(label, "unknown") if found is None else Tightness(label, "needed", weaker.own(found))


def _confirmed(statement: Statement, answers: Iterable[Answer]) -> Values | None:
    """The first of the solvers' models that evaluation confirms to be a counterexample."""
    return next(filter(statement.confirms, _models(statement, answers)), None)
