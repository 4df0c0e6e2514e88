"""The proof of a function: its conditions, decided in groups that share what is known where they stand."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from proofs.obligations import Assumption, Route, Verdict
from proofs.program.execution import Condition, Execution, Path
from proofs.program.expressions import Refused
from proofs.program.language import Function
from proofs.program.plan import MEET_INPUT, MaxPoolPlan, plans
from proofs.program.roles import roles
from proofs.program.solving import Session
from proofs.program.subset import parse
from proofs.solvers import SOLVERS, Limits, Status
from spec.clauses import Scope
from spec.maxpool import MAXPOOL

NAMED = ("extent", "slack", "Y.shape", "Y.batch", "Y.channels")
"""The definitions that give names to parts of the output's shape."""
LIMITS = Limits(seconds=5.0)
VERDICTS = {Status.UNSAT: Verdict.PROVED, Status.SAT: Verdict.REFUTED, Status.UNKNOWN: Verdict.UNKNOWN}


@dataclass(frozen=True, slots=True)
class Group:
    """Conditions that stand at one point of the program."""

    label: str
    line: int
    known: Path
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A condition with what became of it."""

    condition: Condition
    verdict: Verdict
    routes: tuple[Route, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of a function. `proved`: both solvers prove every condition."""

    function: Function
    results: tuple[Result, ...]
    seconds: float

    @property
    def proved(self) -> bool:
        return bool(self.results) and all(r.verdict is Verdict.PROVED for r in self.results)


def preconditions(without: str = "") -> Path:
    """What the clauses demand of a call, and the names that they give to its sizes; `without` leaves one out.

    `windows.meet-input` is used window by window (`proofs.program.plan`).
    """
    required = set(MAXPOOL.preconditions())
    found: list[Assumption] = []
    for clause in MAXPOOL.clauses:
        if clause.scope is Scope.CELL or clause.label in (MEET_INPUT, without):
            continue
        if clause in required or clause.label in NAMED:
            found += [Assumption(clause.label, instance) for instance in MAXPOOL.instances(clause)]
    return tuple(found)


def conditions(function: Function, plan: MaxPoolPlan, known: Path | None = None) -> list[Condition]:
    """All conditions of a function under a plan."""
    known = preconditions() if known is None else known
    return Execution(function, plan).run((*known, *plan.known_of_ghosts()))


def groups(found: Sequence[Condition]) -> Iterator[Group]:
    """The conditions, those together that stand at one point."""
    taken: dict[str, int] = {}
    for (line, known), members in groupby(found, key=lambda c: (c.line, _Same(c.known))):
        part = tuple(members)
        label = part[0].label.rsplit(".", 1)[0]
        taken[label] = taken.get(label, 0) + 1
        yield Group(label if taken[label] == 1 else f"{label}-{taken[label]}", line, known.path, part)


class _Same:
    """A path, equal to itself alone: comparing paths by content would take long."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.path is other.path

    __hash__ = None  # type: ignore[assignment]


def decide_group(group: Group, session: Session, solvers: Sequence[str] = tuple(SOLVERS)) -> list[Result]:
    """Each condition of a group, with both solvers' routes."""
    answers = [session.ask(group.known, group.conditions, name) for name in solvers]
    found = []
    for condition, each in zip(group.conditions, zip(*answers, strict=True), strict=True):
        routes = tuple(
            Route(name, SOLVERS[name].version, VERDICTS[a.status], a.seconds)
            for name, a in zip(solvers, each, strict=True)
        )
        found.append(Result(condition, together(routes), routes))
    return found


def together(routes: Sequence[Route]) -> Verdict:
    """Proved if two routes prove it, refuted if one refutes it and none proves it."""
    verdicts = [route.verdict for route in routes]
    if Verdict.REFUTED in verdicts:
        return Verdict.UNKNOWN if Verdict.PROVED in verdicts else Verdict.REFUTED
    return Verdict.PROVED if verdicts.count(Verdict.PROVED) >= 2 else Verdict.UNKNOWN


def prove(source: str, name: str, limits: Limits = LIMITS, solvers: Sequence[str] = tuple(SOLVERS)) -> Proof:
    """The proof of a function from the source of its file; raises Refused where it is outside the subset."""
    started = time.perf_counter()
    function = parse(source, name)
    known = roles(function)
    candidates = plans(function, known)
    if not candidates:
        line = known.taps[0][0].line
        raise Refused(line, f"nothing tells whether a tap in range has been seen: a flag, or {known.best}'s index")
    best: list[Result] = []
    session = Session(limits)
    for plan in candidates:
        results = [r for group in groups(conditions(function, plan)) for r in decide_group(group, session, solvers)]
        if not best or _failed(results) < _failed(best):
            best = results
        if not _failed(best):
            break
    return Proof(function, tuple(best), time.perf_counter() - started)


def _failed(results: Sequence[Result]) -> int:
    return sum(r.verdict is not Verdict.PROVED for r in results)
