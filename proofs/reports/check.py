"""`maxpool check`: every clause, every obligation, every worked example, and whether all is as expected."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.engine.record import KernelRecord
from proofs.engine.run import HARD_SECONDS, decide_all
from proofs.engine.statement import Outcome, Statement, Verdict
from proofs.solvers.answers import DEFAULT_LIMITS, Limits, Table, Values
from proofs.solvers.solvers import SOLVERS
from reference.common.errors import Contradiction
from reference.examples.run import ExampleResult, ExampleVerdict, WrongCell

SCHEMA = "maxpool/check/1"


@dataclass(frozen=True, slots=True)
class Report:
    """What `maxpool check` found."""

    catalogue: Catalogue
    decisions: tuple[Outcome, ...]
    examples: tuple[ExampleResult, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        """Every verdict is the expected one."""
        return all(d.as_expected for d in self.decisions) and all(
            e.verdict is not ExampleVerdict.UNEXPLAINED for e in self.examples
        )

    def json(self) -> dict[str, Any]:
        """The report as one JSON document of the schema `maxpool/check/1`."""
        operator, kernel = self.catalogue.operator, self.catalogue.kernel()
        return {
            "schema": SCHEMA,
            "operator": operator.name,
            "ok": self.ok,
            "clauses": [{"label": c.label, "kind": c.kind, "source": str(c.source)} for c in operator.clauses],
            "obligations": [decision_json(d, kernel) for d in self.decisions],
            "examples": [example_json(e) for e in self.examples],
            "kernel": kernel.json(),
            "seconds": round(self.seconds, 3),
        }


def check(
    catalogue: Catalogue,
    limits: Limits = DEFAULT_LIMITS,
    solvers: Sequence[str] = tuple(SOLVERS),
    *,
    hard_seconds: float = HARD_SECONDS,
    obligations: Sequence[Statement] | None = None,
    done: Callable[[str], None] = lambda _: None,
) -> Report:
    """Decide all obligations, or some, and execute all examples; `done` is called with each label.

    Raises Contradiction if two routes disagree, the kernel's record among them.
    """
    started = time.perf_counter()
    decisions = decide_all(
        catalogue.obligations if obligations is None else obligations,
        limits,
        solvers,
        hard_seconds=hard_seconds,
        done=lambda d: done(d.obligation.label),
        further=catalogue.further,
    )
    routes = catalogue.kernel().routes
    for d in decisions:
        if d.verdict is Verdict.REFUTED and d.obligation.label in routes:
            raise Contradiction(f"{d.obligation.label}: refuted, and proved in Coq")
    results = []
    for example in catalogue.examples:
        results.append(catalogue.run(example))
        done(example.label)
    return Report(catalogue, tuple(decisions), tuple(results), time.perf_counter() - started)


def decision_json(decision: Outcome, kernel: KernelRecord) -> dict[str, Any]:
    """One obligation with what became of it."""
    obligation, witness = decision.obligation, decision.witness
    return {
        "operator": obligation.operator,
        "label": obligation.label,
        "statement": obligation.statement,
        "expected": obligation.expected,
        "verdict": decision.verdict,
        "as_expected": decision.as_expected,
        "vacuous": decision.verdict is Verdict.VACUOUS,
        "routes": [
            {"name": r.name, "version": r.version, "verdict": r.verdict, "seconds": round(r.seconds, 4)}
            | ({"bounds": r.bounds} if r.bounds else {})
            for r in decision.routes
        ],
        "kernel": decision.obligation.label in kernel.routes,
        "witness": None
        if witness is None
        else {
            "values": values_json(witness.values),
            "minimal": witness.minimal,
            "observed": values_json(witness.observed),
        },
        "satisfiable_by": None if decision.satisfiable_by is None else values_json(decision.satisfiable_by),
        "tightness": [
            {
                "assumption": t.assumption,
                "outcome": t.outcome,
                "counterexample": None if t.counterexample is None else values_json(t.counterexample),
            }
            for t in decision.tightness
        ],
        "principle": obligation.principle,
        "clauses": list(obligation.clauses),
        "source": str(obligation.source),
        "seconds": round(decision.seconds, 4),
        "problem": decision.problem,
    }


def values_json(values: Values) -> dict[str, Any]:
    """Values and tables in JSON's types; an exact rational is a text."""
    return {
        name: {"entries": [[list(map(_plain, k)), _plain(v)] for k, v in value.entries.items()]}
        | {"otherwise": _plain(value.otherwise)}
        if isinstance(value, Table)
        else _plain(value)
        for name, value in values.items()
    }


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Fraction) else value


def example_json(result: ExampleResult) -> dict[str, Any]:
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
        "cells": [_cell_json(c) for c in result.cells],
        "made_explicit": list(result.made_explicit),
        "as_nhwc": result.as_nhwc,
        "problem": result.problem,
    }


def _cell_json(cell: WrongCell) -> Mapping[str, Any]:
    return {"tensor": cell.tensor, "index": list(cell.index), "printed": cell.printed, "right": cell.right}
