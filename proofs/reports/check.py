"""`maxpool check`: every clause, every obligation, every worked example, and whether all is as expected."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Outcome, Statement, Verdict
from proofs.reports.examination import Examination, examine
from proofs.reports.listed import Obligations, listed_before
from proofs.reports.remembered import Memory, decide_remembering
from proofs.solvers.answers import DEFAULT_LIMITS, Limits, Table
from proofs.solvers.solvers import SOLVERS
from reference.common.errors import Contradiction
from reference.examples.run import ExampleResult, ExampleVerdict

SCHEMA = "maxpool/check/1"


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

    def json(self) -> dict[str, Any]:
        """The report as one JSON document of the schema `maxpool/check/1`."""
        operator, kernel = self.catalogue.operator, self.catalogue.kernel()
        return {
            "schema": SCHEMA,
            "operator": operator.name,
            "ok": self.ok,
            "clauses": [{**fields_json(c, "label", "kind"), "source": str(c.source)} for c in operator.clauses],
            "obligations": [decision_json(d, kernel) for d in self.decisions],
            "examples": [example_json(e) for e in self.examples],
            "remembered": [d.obligation.label for d in self.decisions if d.remembered],
            "examination_remembered": self.examination.remembered,
            **self.examination.json(),
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


def decision_json(decision: Outcome, kernel: KernelRecord) -> dict[str, Any]:
    """One obligation with what became of it."""
    obligation = decision.obligation
    return {
        **fields_json(obligation, "operator", "label", "statement", "expected"),
        **fields_json(decision, "verdict", "as_expected"),
        "vacuous": decision.verdict is Verdict.VACUOUS,
        "routes": [
            {**fields_json(r, "name", "version", "verdict"), "seconds": round(r.seconds, 4)}
            | ({"bounds": r.bounds} if r.bounds else {})
            for r in decision.routes
        ],
        "kernel": obligation.label in kernel.routes,
        **fields_json(decision, "witness", "satisfiable_by", "tightness"),
        **fields_json(obligation, "principle", "clauses"),
        "source": str(obligation.source),
        "seconds": round(decision.seconds, 4),
        "problem": decision.problem,
    }


def example_json(result: ExampleResult) -> dict[str, Any]:
    """One worked example with what became of it."""
    return {
        "label": result.example.label,
        **fields_json(result.example.source, "document", "line", "column"),
        **fields_json(result, "in_profile", "verdict", "restriction", "cells", "made_explicit", "as_nhwc", "problem"),
    }


def fields_json(owner: object, *names: str) -> dict[str, Any]:
    """Some fields or properties of a value, in JSON's types."""
    return {name: in_json(getattr(owner, name)) for name in names}


def in_json(value: Any) -> Any:
    """A value in JSON's types: a dataclass by its fields, a function's table by its entries, a rational as a text."""
    match value:
        case Fraction():
            return str(value)
        case Table(entries, otherwise):
            return {"entries": in_json([*entries.items()]), "otherwise": in_json(otherwise)}
        case Mapping():
            return {name: in_json(member) for name, member in value.items()}
        case list() | tuple():
            return [in_json(member) for member in value]
    return fields_json(value, *(f.name for f in fields(value))) if is_dataclass(value) else value
