"""One obligation, decided by the rules of proof: not vacuous, two routes, a replayed witness, no idle assumption."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from proofs.certificates import store as certificates
from proofs.engine.encoding import parts, without_division
from proofs.engine.search import model, refutes, smallest
from proofs.engine.solvers import DEFAULT_LIMITS, SOLVERS, Answer, Limits, Solver, Status
from proofs.engine.statement import (
    Enumeration,
    Integers,
    Outcome,
    Route,
    Scalar,
    Statement,
    Tightness,
    Values,
    Verdict,
    Witness,
)
from proofs.engine.terms import Obligation
from reference.common.errors import Contradiction
from spec.language.fold import substitute, unrolled
from spec.language.terms import Sort, Term, and_, not_, term
from spec.readings.value import Undefined

BRIEF_SEARCH = 20_000
"""How many values are tried for what an assumption excludes before a solver's model is asked for."""

SMALL = 8
"""The first counterexamples that a solver is asked for have integers from -8 to 8."""

VERDICTS = {Status.UNSAT: Verdict.PROVED, Status.SAT: Verdict.REFUTED, Status.UNKNOWN: Verdict.UNKNOWN}


def decide(
    obligation: Obligation,
    limits: Limits = DEFAULT_LIMITS,
    solvers: Sequence[str] = tuple(SOLVERS),
    *,
    tightness: bool = True,
) -> Outcome:
    """Decide an obligation. Raises Contradiction if two routes disagree.

    `proved` needs two routes that agree; `refuted` needs a witness that evaluation, without a solver, confirms, and
    the reference too where the obligation says how to replay it. Everything else is `unknown`, or `vacuous`.
    """
    started = time.perf_counter()
    hypotheses = [a.term for a in obligation.assumptions]
    example, consistent = _satisfiable(hypotheses, limits, solvers)
    if consistent is Verdict.VACUOUS:
        return Outcome(obligation, Verdict.VACUOUS, (), seconds=time.perf_counter() - started)
    problem = "" if consistent is Verdict.PROVED else "the assumptions could not be shown satisfiable"
    counterexample = _smallest(obligation) if obligation.expected is Verdict.REFUTED else None
    routes, answers = _ask(obligation, counterexample, limits, solvers)
    verdict, witness = agreement(obligation, routes), None
    tight: tuple[Tightness, ...] = ()
    if verdict is Verdict.REFUTED:
        witness, problem = _witness(obligation, counterexample, answers)
        verdict = Verdict.REFUTED if witness else Verdict.UNKNOWN
    elif verdict is Verdict.PROVED and tightness:
        tight = tuple(_without(obligation, i, limits, solvers) for i in range(len(hypotheses)))
    return Outcome(obligation, verdict, routes, example, witness, tight, time.perf_counter() - started, problem)


@dataclass(frozen=True, slots=True)
class Query:
    """Terms that a solver is asked to refute: an obligation's assumptions and the negation of one part of its goal."""

    name: str
    terms: tuple[Term, ...]


def queries(obligation: Obligation) -> tuple[Query, ...]:
    """What both solvers are asked: first the side conditions, then the goal part by part.

    Once the side conditions are shown, divisions need no guard; if they fail, so does the obligation.
    """
    hypotheses = [a.term for a in obligation.assumptions]
    return (
        *(
            Query(f"side-condition-{i}", tuple(without_division([*hypotheses, not_(condition)], guarded=True)))
            for i, condition in enumerate(obligation.side_conditions, 1)
        ),
        *(
            Query(f"goal-{i}", tuple(without_division([*hypotheses, not_(part)], guarded=False)))
            for i, part in enumerate(parts(obligation.goal), 1)
        ),
    )


def _satisfiable(hypotheses: Sequence[Term], limits: Limits, solvers: Sequence[str]) -> tuple[Values | None, Verdict]:
    """Values under which the hypotheses hold, found by search; else what the solvers say of their satisfiability."""
    try:
        if (example := model(hypotheses)) is not None:
            return example, Verdict.PROVED
    except Undefined:
        pass
    statuses = [SOLVERS[name].ask(without_division(hypotheses, guarded=True), limits).status for name in solvers]
    if {Status.SAT, Status.UNSAT} <= set(statuses):
        raise Contradiction(f"the assumptions are satisfiable and not: {', '.join(map(str, hypotheses))}"[:500])
    if Status.UNSAT in statuses:
        return None, Verdict.VACUOUS
    return None, Verdict.PROVED if Status.SAT in statuses else Verdict.UNKNOWN


def _ask(
    obligation: Obligation, counterexample: Values | None, limits: Limits, solvers: Sequence[str]
) -> tuple[tuple[Route, ...], tuple[Answer, ...]]:
    """Each route's verdict: on the whole obligation, or, where a counterexample is at hand, on that alone."""
    # Here, because sympy takes half a second to load, and who only looks up a label does not need it.
    from proofs.engine import algebra

    asked = queries(obligation) if counterexample is None else (at(obligation, counterexample),)
    answers = tuple(_all(SOLVERS[name], asked, limits) for name in solvers)
    routes = [
        Route(name, SOLVERS[name].version, VERDICTS[answer.status], answer.seconds)
        for name, answer in zip(solvers, answers, strict=True)
    ]
    if counterexample is None and (by_algebra := algebra.route(obligation)):
        routes.append(by_algebra)
    if counterexample is None and (by_certificate := certificates.route(obligation)):
        routes.append(by_certificate)
    if obligation.bounded is not None:
        routes.append(enumerated(obligation.bounded))
    return tuple(routes), answers


def enumerated(bounded: Callable[[], Enumeration]) -> Route:
    """The bounded route: every case up to the bounds, by evaluation alone."""
    started = time.perf_counter()
    result = bounded()
    verdict = Verdict.PROVED if result.failure is None else Verdict.REFUTED
    bounds = f"bounded: {result.bounds}, {result.cases} cases"
    return Route("enumeration", platform.python_version(), verdict, time.perf_counter() - started, bounds)


def at(obligation: Obligation, values: Values) -> Query:
    """The obligation's query at given values: satisfiable exactly if they are a counterexample."""
    given = ((v, values.get(v.name)) for v in obligation.variables if v.sort is Sort.INT)
    literals = {v: term(value) for v, value in given if isinstance(value, int)}
    terms = [*(a.term for a in obligation.assumptions), not_(obligation.conclusion)]
    grounded = [unrolled(substitute(t, literals)) for t in terms]
    return Query("counterexample", tuple(without_division(grounded, guarded=True)))


def _all(solver: Solver, asked: Sequence[Query], limits: Limits) -> Answer:
    """One solver's answer to all queries: unsat if each is, sat at the first that is, unknown otherwise."""
    seconds, reason = 0.0, ""
    for query in asked:
        answer = solver.ask(query.terms, limits)
        seconds += answer.seconds
        if answer.status is Status.SAT:
            return Answer(Status.SAT, seconds, model=answer.model)
        if answer.status is Status.UNKNOWN:
            reason = reason or f"{query.name}: {answer.reason}"
    return Answer(Status.UNKNOWN if reason else Status.UNSAT, seconds, reason)


def agreement(obligation: Statement, routes: Sequence[Route]) -> Verdict:
    """What the routes say together; raises Contradiction if two disagree.

    A bounded route is no proof. Algebra proves an equation and says nothing of divisors: where there are some, what it
    says is shown, and does not count.
    """
    from proofs.engine import algebra

    divides = isinstance(obligation, Obligation) and bool(obligation.side_conditions)
    routes = [route for route in routes if not (divides and route.name == algebra.NAME)]
    verdicts = [route.verdict for route in routes]
    if Verdict.PROVED in verdicts and Verdict.REFUTED in verdicts:
        raise Contradiction(f"{obligation.label}: {', '.join(f'{r.name} says {r.verdict}' for r in routes)}")
    if Verdict.REFUTED in verdicts:
        return Verdict.REFUTED
    proofs = [route for route in routes if route.verdict is Verdict.PROVED and not route.bounds]
    return Verdict.PROVED if len(proofs) >= 2 else Verdict.UNKNOWN


def _smallest(obligation: Obligation) -> Values | None:
    """The smallest counterexample that a search finds."""
    try:
        return smallest([a.term for a in obligation.assumptions], obligation.conclusion)
    except Undefined:
        return None


def _of(obligation: Obligation, values: Values) -> Values:
    """The values of the obligation's own variables, in order of their names, and of its function symbols."""
    names = [v.name for v in obligation.variables] + [s.name for s in obligation.symbols]
    return {name: values[name] for name in names if name in values}


def _witness(
    obligation: Obligation, counterexample: Values | None, answers: Sequence[Answer]
) -> tuple[Witness | None, str]:
    """The smallest counterexample, or a solver's own one, confirmed by evaluation and by the reference."""
    hypotheses = [a.term for a in obligation.assumptions]
    values = counterexample if counterexample is not None else _smallest(obligation)
    minimal = values is not None
    if values is None:
        values = next((_completed(obligation, a.model) for a in answers if a.model is not None), None)
    if values is None or not refutes(hypotheses, obligation.conclusion, values):
        return None, "no counterexample could be confirmed by evaluation"
    values = _of(obligation, values)
    observed: Integers = {}
    if obligation.replay is not None:
        try:
            observed = obligation.replay({name: v for name, v in values.items() if isinstance(v, int)})
        except ValueError as refusal:
            return None, f"the reference refuses the witness: {refusal}"
        if not refutes(hypotheses, obligation.conclusion, {**values, **observed}):
            return None, f"the reference does not show the contradiction: it gives {dict(observed)} for {dict(values)}"
    return Witness(values, minimal, observed), ""


DEFAULTS: Mapping[Sort, Scalar] = {Sort.INT: 0, Sort.REAL: 0, Sort.BOOL: False, Sort.NAME: "", Sort.ELEMENT: ""}


def _completed(obligation: Obligation, model: Values | None) -> Values | None:
    """A model with a value for each variable: a query on one part of a goal does not mention those of the others."""
    if model is None:
        return None
    return {**{v.name: DEFAULTS[v.sort] for v in obligation.variables}, **model}


def _small_model(solver: Solver, obligation: Obligation, limits: Limits) -> Answer:
    """A counterexample with small integers, if there is one: evaluation runs over all of a quantifier's range."""
    integers = [v for v in obligation.variables if v.sort is Sort.INT]
    small = tuple(and_(-SMALL <= v, v <= SMALL) for v in integers)
    asked = [Query(query.name, (*query.terms, *small)) for query in queries(obligation)]
    return _all(solver, asked, limits)


def _evaluable(values: Values) -> bool:
    return all(abs(v) <= 1000 for v in values.values() if isinstance(v, int))


def _without(obligation: Obligation, dropped: int, limits: Limits, solvers: Sequence[str]) -> Tightness:
    """What becomes of the obligation without one of its assumptions."""
    label = obligation.assumptions[dropped].label
    weaker = replace(obligation, assumptions=obligation.assumptions[:dropped] + obligation.assumptions[dropped + 1 :])
    hypotheses = [a.term for a in weaker.assumptions]
    try:
        if (counterexample := smallest(hypotheses, weaker.conclusion, BRIEF_SEARCH)) is not None:
            return Tightness(label, "needed", counterexample)
    except Undefined:
        pass
    for name in solvers:
        found = _completed(weaker, _small_model(SOLVERS[name], weaker, limits).model)
        if found is not None and refutes(hypotheses, weaker.conclusion, found):
            return Tightness(label, "needed", _of(weaker, found))
    answers = [_all(SOLVERS[name], queries(weaker), limits) for name in solvers]
    if all(answer.status is Status.UNSAT for answer in answers):
        return Tightness(label, "redundant")
    for answer in answers:
        found = _completed(weaker, answer.model)
        if found is not None and _evaluable(found) and refutes(hypotheses, weaker.conclusion, found):
            return Tightness(label, "needed", _of(weaker, found))
    return Tightness(label, "unknown")
