"""`maxpool check`: every clause, every obligation, every worked example, and whether all is as expected."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypedDict

from proofs.engine.as_json import in_json
from proofs.engine.catalogue import Catalogue
from proofs.engine.record import KernelRecord, RecordJson
from proofs.engine.statement import Outcome, Route, Statement, Verdict
from proofs.reports.examination import Examination, examine
from proofs.reports.listed import Obligations, listed_before
from proofs.reports.remembered import Memory, decide_remembering
from proofs.reports.strength import StrengthJson
from proofs.solvers.answers import DEFAULT_LIMITS, Limits
from proofs.solvers.solvers import SOLVERS
from reference.common.errors import Contradiction
from reference.examples.run import ExampleResult, ExampleVerdict, WrongCell


class RouteJson(TypedDict):
    """One way to a verdict, with what it came to. A bounded route says its bounds, and is no proof."""

    name: str
    version: str
    verdict: Verdict
    seconds: float
    bounds: NotRequired[str]


class TableJson(TypedDict):
    """A function's values: at some arguments, each with its value, and one value everywhere else."""

    entries: list[tuple[list[Any], Any]]
    otherwise: Any


ValueJson = bool | int | str | TableJson
"""A value of a variable or a function; a rational number is a text."""


class WitnessJson(TypedDict):
    """A counterexample, whether none has a smaller sum of sizes, and what the reference gives, run on it."""

    values: dict[str, ValueJson]
    minimal: bool
    observed: dict[str, int]


class TightnessJson(TypedDict):
    """Whether an assumption is needed: where it is, with the counterexample that there is without it."""

    assumption: str
    outcome: str
    counterexample: dict[str, ValueJson] | None


class DecisionJson(TypedDict):
    """One obligation with what became of it."""

    operator: str
    label: str
    statement: str
    expected: Verdict
    verdict: Verdict
    as_expected: bool
    vacuous: bool
    routes: list[RouteJson]
    kernel: bool
    witness: WitnessJson | None
    satisfiable_by: dict[str, ValueJson] | None
    tightness: list[TightnessJson]
    principle: str
    clauses: list[str]
    source: str
    seconds: float
    problem: str


class ProveJson(DecisionJson):
    """What `maxpool prove` prints of an obligation; of several, an array of these."""

    schema: Literal["maxpool/prove/1"]


class ExampleJson(TypedDict):
    """One worked example with what became of it."""

    label: str
    document: str
    line: int | None
    column: int | None
    in_profile: bool
    verdict: ExampleVerdict
    restriction: str | None
    cells: tuple[WrongCell, ...]
    made_explicit: list[str]
    as_nhwc: str | None
    problem: str


class FalseStatementsJson(TypedDict):
    """How many false statements the prover was asked for, and those that it accepted: none, if it is sound there."""

    tried: int
    accepted: list[str]


class ClauseJson(TypedDict):
    """A clause: its label, which kind of rule it is, and where the documents say it."""

    label: str
    kind: str
    source: str


class CheckJson(TypedDict):
    """What `maxpool check` found."""

    schema: Literal["maxpool/check/1"]
    operator: str
    ok: bool
    clauses: list[ClauseJson]
    obligations: list[DecisionJson]
    examples: list[ExampleJson]
    remembered: list[str]
    examination_remembered: bool
    strength: list[StrengthJson]
    edges_misjudged: list[str]
    unread: list[str]
    lost: list[str]
    false_statements: FalseStatementsJson
    kernel: RecordJson
    why3: RecordJson
    absent: dict[str, str]
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """What `maxpool check` found."""

    catalogue: Catalogue
    decisions: tuple[Outcome, ...]
    examples: tuple[ExampleResult, ...]
    seconds: float
    examination: Examination = field(default_factory=Examination)
    listed: Obligations = ()

    @property
    def ok(self) -> bool:
        """Every verdict is the expected one, and each clause is read and says what its statement says."""
        explained = all(e.verdict is not ExampleVerdict.UNEXPLAINED for e in self.examples)
        return explained and all(d.as_expected for d in self.decisions) and not self.examination.problems

    def json(self) -> CheckJson:
        """The report as one JSON document of the schema `maxpool/check/1`."""
        operator, kernel, examination = self.catalogue.operator, self.catalogue.kernel(), self.examination
        return {
            "schema": "maxpool/check/1",
            "operator": operator.name,
            "ok": self.ok,
            "clauses": [{"label": c.label, "kind": c.kind, "source": str(c.source)} for c in operator.clauses],
            "obligations": [decision_json(d, kernel) for d in self.decisions],
            "examples": [example_json(e) for e in self.examples],
            "remembered": [d.obligation.label for d in self.decisions if d.remembered],
            "examination_remembered": examination.remembered,
            "strength": [s.json() for s in examination.strengths],
            "edges_misjudged": list(examination.misjudged),
            "unread": list(examination.unread),
            "lost": list(examination.lost),
            "false_statements": {"tried": examination.false, "accepted": list(examination.accepted)},
            "kernel": kernel.json(),
            "why3": self.catalogue.why3().json(),
            "absent": {name: reason for name, t in self.catalogue.theories.items() if (reason := t.absent())},
            "seconds": round(self.seconds, 3),
        }


def check(
    catalogue: Catalogue,
    limits: Limits = DEFAULT_LIMITS,
    solvers: Sequence[str] = tuple(SOLVERS),
    *,
    obligations: Sequence[Statement] | None = None,
    done: Callable[[str], None] = lambda _: None,
    awaiting: Callable[[str], None] = lambda _: None,
    memory: Memory | None = None,
) -> Report:
    """Decide all obligations, or some, execute all examples, and examine each clause; `done` is called with each label.

    `awaiting` is called with the label of the obligation that is waited for.

    With a `memory`, verdicts of an earlier run stand, but for obligations that are given. Raises Contradiction if two
    routes disagree, the records of Coq and of Why3 among them.
    """
    started = time.perf_counter()
    given = {o.label: o for o in obligations or ()}
    listing = listed_before(catalogue, memory)
    results: list[ExampleResult] = []

    examined: list[Examination] = []

    def without_solvers() -> None:
        for example in catalogue.examples:
            results.append(catalogue.run(example))
            done(example.label)
        examined.append(examine(catalogue, memory))

    decisions = decide_remembering(
        memory if obligations is None else None,
        [o.label for o in (listing if obligations is None else obligations)],
        catalogue.__getitem__ if obligations is None else given.__getitem__,
        limits,
        solvers,
        done=lambda d: done(d.obligation.label),
        awaiting=awaiting,
        meanwhile=without_solvers,
        further=catalogue.further,
    )
    for kept in (catalogue.kernel(), catalogue.why3()):
        for d in decisions:
            if d.verdict is Verdict.REFUTED and d.obligation.label in kept.routes:
                raise Contradiction(f"{d.obligation.label}: refuted, and proved in {kept.by}")
    seconds = time.perf_counter() - started
    return Report(catalogue, tuple(decisions), tuple(results), seconds, examined[0], listing)


def decision_json(decision: Outcome, kernel: KernelRecord) -> DecisionJson:
    """One obligation with what became of it."""
    obligation = decision.obligation
    return {
        "operator": obligation.operator,
        "label": obligation.label,
        "statement": obligation.statement,
        "expected": obligation.expected,
        "verdict": decision.verdict,
        "as_expected": decision.as_expected,
        "vacuous": decision.verdict is Verdict.VACUOUS,
        "routes": [route_json(route) for route in decision.routes],
        "kernel": obligation.label in kernel.routes,
        "witness": in_json(decision.witness),
        "satisfiable_by": in_json(decision.satisfiable_by),
        "tightness": in_json(decision.tightness),
        "principle": obligation.principle,
        "clauses": list(obligation.clauses),
        "source": str(obligation.source),
        "seconds": round(decision.seconds, 4),
        "problem": decision.problem,
    }


def prove_json(decision: Outcome, kernel: KernelRecord) -> ProveJson:
    """One obligation with what became of it, as a document of its own."""
    return {"schema": "maxpool/prove/1", **decision_json(decision, kernel)}


def route_json(route: Route) -> RouteJson:
    """One route of an obligation."""
    seconds = round(route.seconds, 4)
    told: RouteJson = {"name": route.name, "version": route.version, "verdict": route.verdict, "seconds": seconds}
    if route.bounds:
        told["bounds"] = route.bounds
    return told


def example_json(result: ExampleResult) -> ExampleJson:
    """One worked example with what became of it."""
    source = result.example.source
    return {
        "label": result.example.label,
        "document": source.document,
        "line": source.line,
        "column": source.column,
        "in_profile": result.in_profile,
        "verdict": result.verdict,
        "restriction": result.restriction,
        "cells": in_json(result.cells),
        "made_explicit": list(result.made_explicit),
        "as_nhwc": result.as_nhwc,
        "problem": result.problem,
    }
