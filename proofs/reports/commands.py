"""The commands `check`, `prove`, `explain`, `tables` and `ledger`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from proofs.program.c.options import Definitions, Folders, MapFile, Model, Standard
from proofs.solvers.answers import DEFAULT_LIMITS
from reference.common import console
from reference.common.console import AsJson, OfOperator, Quiet, chosen, end, near, progress, show
from reference.common.errors import CannotRun, reason_of

if TYPE_CHECKING:
    from rich.console import Console

    from proofs.engine.catalogue import Catalogue
    from proofs.program.c.reading.reader import CompilerOptions
    from proofs.reports.check import ProveJson
    from proofs.reports.remembered import Memory
    from proofs.solvers.answers import Limits


def _seconds(value: float) -> float:
    """A time limit that solvers understand; NaN is none."""
    if not 0.1 <= value <= 3600:
        raise typer.BadParameter("must be from 0.1 to 3600 seconds")
    return value


SolverNames = Annotated[
    list[str] | None,
    typer.Option("--solver", help="Use only this solver (z3 or cvc5; may be repeated). `proved` still needs two."),
]
Timeout = Annotated[
    float,
    typer.Option(callback=_seconds, help="End a solver that hangs on one query after so many seconds (0.1 to 3600)."),
]
Seed = Annotated[int, typer.Option(min=0, help="The solvers' random seed.")]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Decide all again, also what an earlier run of this very tool has decided.")
]
SomeLabels = partial(typer.Argument, metavar="[LABEL]...", autocompletion=console.obligations)
Obligations = Annotated[list[str] | None, SomeLabels(help="Obligations; all if none is given.")]
Theorems = Annotated[list[str] | None, SomeLabels(help="Theorems; all if none is given.")]
EXPLAINED = "A clause, claim, obligation, worked example, or rule of `audit`."
Explained = Annotated[str, typer.Argument(metavar="LABEL", help=EXPLAINED, autocompletion=console.labels)]


def _solvers(names: list[str] | None) -> tuple[str, ...]:
    from proofs.solvers.solvers import SOLVERS

    for name in names or ():
        if name not in SOLVERS:
            raise CannotRun(f"--solver: unknown solver {name!r}; known: {', '.join(SOLVERS)}")
    return tuple(dict.fromkeys(names or SOLVERS))


def _memory(catalogue: Catalogue, limits: Limits, solvers: tuple[str, ...], *, fresh: bool) -> Memory | None:
    """What earlier runs have decided, or nothing of it where all is to be decided again; this one adds to it."""
    from proofs.reports.remembered import Memory, remembers

    return Memory(catalogue, limits, solvers, fresh=fresh) if remembers(catalogue) else None


def _say_unkept(memory: Memory | None) -> None:
    if memory is not None and memory.problem:
        typer.echo(memory.problem, err=True)


def check(
    context: typer.Context,
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every obligation and example.")] = False,
    operator: OfOperator = "maxpool",
    solver: SolverNames = None,
    timeout: Timeout = DEFAULT_LIMITS.seconds,
    seed: Seed = 0,
    fresh: Fresh = False,
    quiet: Quiet = False,
) -> None:
    """Decide everything the specification claims: proofs, refutations and worked examples."""
    from proofs.reports.check import check as check_all
    from proofs.reports.listed import listed_before
    from proofs.reports.show import show_open, show_report
    from proofs.solvers.answers import Limits

    catalogue: Catalogue = context.obj(operator)
    names = _solvers(solver)
    limits = Limits(seconds=timeout, seed=seed)
    memory = _memory(catalogue, limits, names, fresh=fresh)
    with progress(len(listed_before(catalogue, memory)) + len(catalogue.examples), quiet=quiet) as step:
        report = check_all(catalogue, limits, names, done=step, awaiting=step.awaiting, memory=memory)
    _say_unkept(memory)
    told = partial(show_open, report=report) if quiet else partial(show_report, report=report, verbose=verbose)
    end(report.ok, as_json, report.json, told)


def prove(
    context: typer.Context,
    labels: Obligations = None,
    as_json: AsJson = False,
    smt2: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the SMT-LIB scripts to this folder.")] = None,
    source: Annotated[
        str | None, typer.Option(metavar="FILE:FUNCTION", help="Prove a plain implementation from its source.")
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Run that function on the witness: Python, or cc.")] = False,
    map_file: MapFile = None,
    definitions: Definitions = None,
    folders: Folders = None,
    standard: Standard = "c11",
    model: Model = "lp64",
    operator: OfOperator = "maxpool",
    solver: SolverNames = None,
    timeout: Timeout = DEFAULT_LIMITS.seconds,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Decide obligations and show each in full: statement, routes, times, witness; or prove a plain implementation.

    With --source, the exit code is 0 if the function is proved, 1 if it is not, 2 if the command could not run, and 3
    if the function is refused: outside what is understood, which says nothing of whether it is right.
    """
    catalogue: Catalogue = context.obj(operator)
    if source is not None:
        if labels or smt2 or solver:
            raise CannotRun("--source cannot be combined with labels, --smt2 or --solver")
        if operator.lower() != "maxpool":
            raise CannotRun("--source is about MaxPool alone: no other operator's loops are proved")
        from proofs.program.c.reading.reader import CompilerOptions, is_c
        from proofs.program.maxpool.proof import LIMITS

        limits = replace(LIMITS, seconds=timeout, seed=seed)
        if is_c(source):
            options = CompilerOptions(tuple(definitions or ()), tuple(folders or ()), standard, model)
            _prove_c(source, options, map_file, limits, as_json=as_json, replay=replay)
        _prove_source(source, limits, as_json=as_json, replay=replay)
    if replay:
        raise CannotRun("--replay needs --source")
    for label in labels or ():
        if label not in catalogue:
            raise CannotRun(f"unknown obligation {label!r}{near(label, catalogue.labels_near(label))}")

    from proofs.engine.run import decide_all
    from proofs.reports.check import prove_json
    from proofs.reports.show import show_decision
    from proofs.solvers.answers import Limits
    from reference.common.files import write

    wanted = [catalogue[label] for label in dict.fromkeys(labels)] if labels else list(catalogue.obligations)
    names = _solvers(solver)
    if smt2 is not None:
        write({smt2 / name: text for o in wanted for name, text in o.scripts().items()})
    with progress(len(wanted), quiet=quiet) as step:
        done, limits = (lambda d: step(d.obligation.label)), Limits(seconds=timeout, seed=seed)
        decisions = decide_all(wanted, limits, names, done=done, awaiting=step.awaiting, further=catalogue.further)
    kernel = catalogue.kernel()

    def document() -> ProveJson | list[ProveJson]:
        found = [prove_json(d, kernel) for d in decisions]
        return found[0] if len(found) == 1 else found

    def show_all(terminal: Console) -> None:
        for obligation, decision in zip(wanted, decisions, strict=True):
            if not (quiet and decision.as_expected):
                show_decision(terminal, obligation, decision, kernel, catalogue.why3())

    end(all(d.as_expected for d in decisions), as_json, document, show_all)


def _prove_c(
    target: str, options: CompilerOptions, map_file: Path | None, limits: Limits, *, as_json: bool, replay: bool
) -> NoReturn:
    """Prove a function of a file of C, show what became of it, and end."""
    from proofs.program.c.parameters.quantities import Quantities, given
    from proofs.program.c.proving import CSource, prove_c
    from proofs.program.prove_source import EXIT_CODES, read
    from proofs.program.source_shown import show_source

    try:
        text, name = read(target)
        quantities = given(map_file.read_text("utf-8")) if map_file else Quantities()
        source = CSource(target.rpartition(":")[0], text, name, options, quantities)
        report = prove_c(source, limits, replay=replay)
    except (OSError, ValueError) as error:
        raise CannotRun(f"--source: {reason_of(error)}") from None
    show(as_json, report.json, lambda terminal: show_source(terminal, report))
    raise typer.Exit(EXIT_CODES[report.outcome])


def _prove_source(target: str, limits: Limits, *, as_json: bool, replay: bool) -> NoReturn:
    """Prove a function of a file, show what became of it, and end."""
    from proofs.program.prove_source import EXIT_CODES, prove_source, read
    from proofs.program.source_shown import show_source

    try:
        source, name = read(target)
    except (OSError, ValueError) as error:
        raise CannotRun(f"--source: {reason_of(error)}") from None
    report = prove_source(source, name, limits, replay=replay)
    show(as_json, report.json, lambda terminal: show_source(terminal, report))
    raise typer.Exit(EXIT_CODES[report.outcome])


def explain(
    context: typer.Context,
    label: Explained,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the drawing as SVG.")] = None,
    operator: OfOperator = "maxpool",
    as_json: AsJson = False,
    fresh: Fresh = False,
) -> None:
    """Explain a label: statement, formula, source, what decides it, and a drawing; or explain a rule of `audit`."""
    from proofs.audit.rulebook.rules import RULES

    if label in RULES:
        _explain_rule(label, svg, as_json=as_json)

    catalogue: Catalogue = context.obj(operator)
    if not catalogue.knows(label):
        raise CannotRun(f"unknown label {label!r}{near(label, [*catalogue.labels_near(label), *RULES])}")

    from proofs.drawing.svg import write_svg
    from proofs.reports.explain import explain as explain_label
    from proofs.reports.explain import settle
    from proofs.reports.explain_show import show_settled

    memory = _memory(catalogue, DEFAULT_LIMITS, _solvers(None), fresh=fresh)
    explanation = explain_label(catalogue, label, memory=memory)
    if svg is not None and explanation.scene is None:
        raise CannotRun(f"--svg: there is nothing to draw for {label}; nothing was written")
    with progress(len(explanation.decided_by)) as step:
        settled = settle(catalogue, explanation, done=step, memory=memory)
    _say_unkept(memory)
    if svg is not None and settled.explanation.scene is not None:
        write_svg(svg, settled.explanation.scene)
    end(settled.as_expected, as_json, settled.json, lambda terminal: show_settled(terminal, settled))


def _explain_rule(label: str, svg: Path | None, *, as_json: bool) -> NoReturn:
    """Show the page of a rule of the audit, and end."""
    from proofs.audit.report.pages import rule_json, show_rule
    from proofs.audit.rulebook.rules import RULES

    if svg is not None:
        raise CannotRun(f"--svg: there is nothing to draw for {label}; nothing was written")
    rule = RULES[label]
    end(True, as_json, lambda: rule_json(rule), lambda terminal: show_rule(terminal, rule))


def tables(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")] = Path("docs"),
    compare: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail if one is stale, or an obligation lost.")
    ] = False,
    operator: OfOperator = "maxpool",
    as_json: AsJson = False,
) -> None:
    """Write the generated documents: the specification's page and tables, the audit's rules, the ledger of theorems."""
    from proofs.reports.examination import lost
    from proofs.reports.generated import generated, tables_json
    from reference.common.files import stale, write

    catalogue: Catalogue = context.obj(operator)
    if not compare:
        out.mkdir(parents=True, exist_ok=True)  # What is no folder is refused before the work.
    contents = {out / name: text for name, text in generated(catalogue).items()}
    changed, missing = stale(contents), list(lost(catalogue))
    if not compare:
        write(contents)
    states = {path: ("stale" if compare else "written") if path in changed else "up to date" for path in contents}
    end(
        not (compare and (changed or missing)),
        as_json,
        lambda: tables_json(contents, changed, missing),
        lambda _: typer.echo("\n".join([*(f"{path}: {state}" for path, state in states.items()), *missing])),
    )


def ledger(
    context: typer.Context, labels: Theorems = None, operator: OfOperator = "maxpool", as_json: AsJson = False
) -> None:
    """Run every route of every theorem again: verdicts, versions, times, and how much code each relies on."""
    from proofs.ledger import ask

    catalogue: Catalogue = context.obj(operator)
    theorems = ask.theorems(catalogue)
    wanted = chosen("theorem", labels, theorems)
    with progress(len(wanted or theorems)) as step:
        asked = ask.ask(catalogue, wanted, done=step)
    lines = ask.lines(catalogue, asked)
    document = partial(ask.as_json, catalogue, asked)
    end(ask.is_right(catalogue, asked), as_json, document, lambda _: typer.echo("\n".join(lines)))
