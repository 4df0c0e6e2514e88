"""Reports for a person at a terminal."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.text import Text

from proofs.certificates.store import NAME as CERTIFICATE
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Outcome, Statement, Verdict
from proofs.reports.check import Report
from proofs.solvers.answers import Table, Values
from proofs.solvers.solvers import SOLVERS, THIRD, named, third_is_installed
from reference.common.layout import naming
from reference.examples.run import ExampleResult, ExampleVerdict
from spec.operator.clauses import ADDED


def show_report(console: Console, report: Report, *, verbose: bool = False) -> None:
    """The report of `maxpool check`."""
    by_label = {d.obligation.label: d for d in report.decisions}
    clauses = report.catalogue.operator.clauses
    kinds = Counter(c.kind for c in clauses)
    console.print(f"{len(clauses)} clauses: " + ", ".join(f"{n} {kind}s" for kind, n in kinds.items()))
    names = (*SOLVERS, *((THIRD,) if third_is_installed() else ()))
    versions = ", ".join(f"{name} {named(name).version}" for name in names)
    certificates = sum(
        r.name == CERTIFICATE and r.verdict is Verdict.PROVED for d in report.decisions for r in d.routes
    )
    routes = f"{versions}, decision diagrams for bits, sympy for equations, and {certificates} certificates"
    console.print(f"{len(report.decisions)} obligations, for all sizes, by {routes}:\n")
    for theory, its in report.catalogue.theories.items():
        decisions = [by_label[o.label] for o in report.listed if o.theory == theory and o.label in by_label]
        if reason := its.absent():
            console.print(f"  {theory:9s} absent: {reason}", markup=False)
        else:
            _show_theory(console, theory, decisions, verbose=verbose)
    console.print(f"\n{report.catalogue.kernel().text}")
    console.print(report.catalogue.why3().text)
    refuted = [d for d in report.decisions if d.verdict is Verdict.REFUTED]
    _show_refuted(console, report, refuted, verbose=verbose)
    _show_examples(console, report.examples, verbose=verbose)
    if report.examination.strengths:
        console.print(f"\n{report.examination.text}")
    console.print(report.examination.refused)
    show_open(console, report)
    if remembered := sum(d.remembered for d in report.decisions):
        held = ", and so is what became of each clause" if report.examination.remembered else ""
        told = f"{remembered} verdicts are of an earlier run of this very tool{held}; --fresh decides all again."
        console.print(f"\n{told}")
    console.print(
        f"\n{'Everything is as expected' if report.ok else 'NOT as expected'}, in {report.seconds:.1f} s.", style="bold"
    )


def _show_theory(console: Console, theory: str, decisions: list[Outcome], *, verbose: bool) -> None:
    counts = Counter(d.verdict for d in decisions)
    summary = ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
    slowest = max((r.seconds for d in decisions for r in d.routes), default=0.0)
    console.print(f"  {theory:9s} {summary} (slowest route {slowest:.2f} s)")
    if verbose:
        for d in decisions:
            mark = " " if d.as_expected else "!"
            routes = ", ".join(f"{r.name} {r.seconds:.2f} s" for r in d.routes)
            console.print(f"  {mark} {d.obligation.label:45s} {d.verdict:8s} {routes}")


def _show_refuted(console: Console, report: Report, decisions: list[Outcome], *, verbose: bool) -> None:
    """What the documents say that is wrong; with `verbose`, also what the clauses do not imply, and the traps."""
    quiet = ("profile", "floats", "integers", "program", "c")
    own = {o.label for o in report.listed if o.theory in quiet}
    console.print("\nRefuted, each with its smallest counterexample, confirmed without a solver:")
    for d in decisions:
        if d.witness is not None and (verbose or d.obligation.label not in own):
            console.print(f"  {d.obligation.label}: {d.obligation.contradiction(d.witness)}")
            at = values_text(d.obligation.readable(d.witness.values))
            console.print(f"      at {at}")


def values_text(values: Values) -> str:
    """Values on one line; a function's table in braces."""
    return ", ".join(f"{name}={_table(v) if isinstance(v, Table) else v}" for name, v in values.items())


def _table(table: Table) -> str:
    entries = [f"({', '.join(map(str, k))}): {v}" for k, v in table.entries.items()]
    return "{" + ", ".join([*entries, f"else {table.otherwise}"]) + "}"


def _show_examples(console: Console, examples: tuple[ExampleResult, ...], *, verbose: bool) -> None:
    counts = Counter(e.verdict for e in examples)
    documents = {s.document for e in examples for s in (e.example.source, *e.example.restated)} - {ADDED.document}
    added = sum(e.example.source.document == ADDED.document for e in examples)
    names = {"erratum": "errata", "conforms": "conform"}
    summary = ", ".join(f"{n} {names.get(verdict, verdict)}" for verdict, n in counts.items())
    console.print(
        f"\n{len(examples)} worked examples, {added} added to those of {len(documents)} documents: {summary}",
    )
    if verbose:
        for e in examples:
            outside = f" ({e.restriction})" if e.restriction else ""
            console.print(f"  {e.example.label:55s} {e.verdict}{outside}")
    console.print("\nPrinted wrong:")
    for e in examples:
        for cell in e.cells:
            position = f"{cell.tensor}[{', '.join(map(str, cell.index))}]" if cell.index else f"shape of {cell.tensor}"
            text = f"  {e.example.label} ({_place(e)}): {position} is {cell.printed}, should be {cell.right}"
            console.print(text)


def _place(result: ExampleResult) -> str:
    source = result.example.source
    return f"line {source.line}" if source.column is None else f"column {source.column}"


def show_open(console: Console, report: Report) -> None:
    """What is not as expected, and why."""
    for d in report.decisions:
        if not d.as_expected:
            unclear = [f"without {t.assumption}: {t.outcome}" for t in d.tightness if t.outcome == "unknown"]
            why = "; ".join([d.problem, *unclear]) or ", ".join(f"{r.name} says {r.verdict}" for r in d.routes)
            line = f"{d.obligation.label}: {d.verdict}, expected {d.obligation.expected}. {why}"
            console.print(Text(line, style="red"), soft_wrap=False)
    for e in report.examples:
        if e.verdict is ExampleVerdict.UNEXPLAINED:
            console.print(Text(f"{e.example.label}: {e.problem}", style="red"), soft_wrap=False)
    for problem in report.examination.problems:
        console.print(Text(problem, style="red"), soft_wrap=False)
    if labels := _changed(report):
        console.print(f"This is about {', '.join(labels)}. What names that may have to follow, the lowest room first:")
        for place in naming(*labels):
            console.print(Text(f"  {place}"), soft_wrap=False)


def _changed(report: Report) -> list[str]:
    """The clauses that what is decided, and not as expected, is about, in the operator's order."""
    open_ = {d.obligation.label for d in report.decisions if not d.as_expected and d.verdict is not Verdict.UNKNOWN}
    found = {label for o in report.listed if o.label in open_ for label in o.about}
    found |= {s.label for s in report.examination.strengths if s.problems}
    return [label for label in report.catalogue.operator.labels if label in found]


def show_decision(console: Console, o: Statement, decision: Outcome, *records: KernelRecord) -> None:
    """One obligation in full, with what became of it and what is recorded of it."""
    console.rule(o.label, align="left")
    lines = [
        o.statement,
        f"source:   {o.source}",
        *o.hypotheses_lines,
        f"goal:     {o.goal_text}",
        f"verdict:  {decision.verdict} (expected: {o.expected}) in {decision.seconds:.2f} s",
        *(
            f"route:    {r.name} {r.version}: {r.verdict} in {r.seconds:.3f} s{f' ({r.bounds})' if r.bounds else ''}"
            for r in decision.routes
        ),
        *(line for record in records for line in record.line(o.label)),
    ]
    if decision.satisfiable_by:
        lines.append(f"not vacuous: the assumptions hold for {values_text(o.readable(decision.satisfiable_by))}")
    if decision.witness is not None:
        smallest = "the smallest" if decision.witness.minimal else "a"
        lines.append(f"witness:  {smallest} counterexample: {values_text(o.readable(decision.witness.values))}")
        lines.append(f"          {o.contradiction(decision.witness)}")
        if decision.witness.observed:
            observed = values_text(o.readable(decision.witness.observed))
            lines.append(f"          the reference, run on it, gives {observed}")
    for t in decision.tightness:
        example = f", for example {values_text(o.readable(t.counterexample))}" if t.counterexample else ""
        lines.append(f"without {t.assumption}: {'fails' if t.outcome == 'needed' else t.outcome}{example}")
    if o.principle:
        lines.append(f"by:       {o.principle}, which no solver checks")
    if decision.problem:
        lines.append(f"problem:  {decision.problem}")
    console.print("\n".join(lines))
