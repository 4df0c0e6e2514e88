"""The commands `check`, `prove`, `explain`, `tables` and `ledger`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from reference.common.console import AsJson, chosen, finish, near, print_json, progress
from reference.common.errors import CannotRun

if TYPE_CHECKING:
    from proofs.engine.catalogue import Catalogue


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
    float, typer.Option(callback=_seconds, help="Time limit of a solver for one query, in seconds (0.1 to 3600).")
]
Seed = Annotated[int, typer.Option(min=0, help="The solvers' random seed.")]
Theorems = Annotated[list[str] | None, typer.Argument(metavar="[LABEL]...", help="Theorems; all if none is given.")]


def _solvers(names: list[str] | None) -> tuple[str, ...]:
    from proofs.solvers.solvers import SOLVERS

    for name in names or ():
        if name not in SOLVERS:
            raise CannotRun(f"--solver: unknown solver {name!r}; known: {', '.join(SOLVERS)}")
    return tuple(dict.fromkeys(names or SOLVERS))


def check(
    context: typer.Context,
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every obligation and example.")] = False,
    solver: SolverNames = None,
    timeout: Timeout = 10.0,
    seed: Seed = 0,
) -> None:
    """Decide everything the specification claims: proofs, refutations and worked examples."""
    from proofs.reports.check import check as check_all
    from proofs.reports.show import show_report
    from proofs.solvers.answers import Limits
    from reference.common.printing import Terminal

    catalogue: Catalogue = context.obj()
    names = _solvers(solver)
    with progress(len(catalogue.obligations) + len(catalogue.examples)) as step:
        report = check_all(catalogue, Limits(seconds=timeout, seed=seed), names, done=step)
    if as_json:
        print_json(report.json())
    else:
        show_report(Terminal(), report, verbose=verbose)
    finish(report.ok)


def prove(
    context: typer.Context,
    labels: Annotated[
        list[str] | None, typer.Argument(metavar="[LABEL]...", help="Obligations; all if none is given.")
    ] = None,
    as_json: AsJson = False,
    smt2: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the SMT-LIB scripts to this folder.")] = None,
    source: Annotated[
        str | None, typer.Option(metavar="FILE:FUNCTION", help="Prove a plain implementation from its source.")
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Run that function in Python on the witness.")] = False,
    solver: SolverNames = None,
    timeout: Timeout = 10.0,
    seed: Seed = 0,
) -> None:
    """Decide obligations and show each in full: statement, routes, times, witness; or prove a plain implementation."""
    catalogue: Catalogue = context.obj()
    if source is not None:
        if labels or smt2 or solver:
            raise CannotRun("--source cannot be combined with labels, --smt2 or --solver")
        _prove_source(source, timeout, seed, as_json=as_json, replay=replay)
    if replay:
        raise CannotRun("--replay needs --source")
    for label in labels or ():
        if label not in catalogue:
            raise CannotRun(f"unknown obligation {label!r}{near(label, catalogue.labels_near(label))}")

    from proofs.engine.run import decide_all
    from proofs.reports.check import decision_json
    from proofs.reports.show import show_decision
    from proofs.solvers.answers import Limits
    from reference.common.files import write
    from reference.common.printing import Terminal

    wanted = [catalogue[label] for label in dict.fromkeys(labels)] if labels else list(catalogue.obligations)
    names = _solvers(solver)
    if smt2 is not None:
        write({smt2 / name: text for o in wanted for name, text in o.scripts().items()})
    with progress(len(wanted)) as step:
        decisions = decide_all(wanted, Limits(seconds=timeout, seed=seed), names, done=step, further=catalogue.further)
    if as_json:
        documents = [decision_json(d, catalogue.kernel()) for d in decisions]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for decision in decisions:
            show_decision(Terminal(), decision, catalogue.kernel())
    finish(all(d.as_expected for d in decisions))


def _prove_source(target: str, timeout: float, seed: int, *, as_json: bool, replay: bool) -> NoReturn:
    """Prove a function of a file, show what became of it, and end."""
    from proofs.program.prove_source import prove_source, read, show_source
    from proofs.solvers.answers import Limits
    from reference.common.printing import Terminal

    try:
        source, name = read(target)
    except (OSError, ValueError) as error:
        raise CannotRun(f"--source: {error}") from None
    report = prove_source(source, name, Limits(seconds=timeout, seed=seed), replay=replay)
    if as_json:
        print_json(report.json())
    else:
        show_source(Terminal(), report)
    finish(report.proved)


def explain(
    context: typer.Context,
    label: Annotated[
        str, typer.Argument(metavar="LABEL", help="A clause, claim, obligation, worked example, or rule of `audit`.")
    ],
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the drawing as SVG.")] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a label: statement, formula, source, what decides it, and a drawing; or explain a rule of `audit`."""
    from proofs.audit.rulebook.rules import RULES

    if label in RULES:
        _explain_rule(label, svg, as_json=as_json)

    catalogue: Catalogue = context.obj()
    if not catalogue.knows(label):
        raise CannotRun(f"unknown label {label!r}{near(label, [*catalogue.labels_near(label), *RULES])}")

    from proofs.drawing.svg import write_svg
    from proofs.reports.explain import explain as explain_label
    from proofs.reports.explain import settle
    from proofs.reports.explain_show import show_settled
    from reference.common.printing import Terminal

    explanation = explain_label(catalogue, label)
    if svg is not None and explanation.scene is None:
        raise CannotRun(f"--svg: there is nothing to draw for {label}; nothing was written")
    with progress(len(explanation.decided_by)) as step:
        settled = settle(catalogue, explanation, done=step)
    if svg is not None and settled.explanation.scene is not None:
        write_svg(svg, settled.explanation.scene)
    if as_json:
        print_json(settled.json())
    else:
        show_settled(Terminal(), settled)
    finish(settled.as_expected)


def _explain_rule(label: str, svg: Path | None, *, as_json: bool) -> NoReturn:
    """Show the page of a rule of the audit, and end."""
    from proofs.audit.report.pages import rule_json, show_rule
    from proofs.audit.rulebook.rules import RULES
    from reference.common.printing import Terminal

    if svg is not None:
        raise CannotRun(f"--svg: there is nothing to draw for {label}; nothing was written")
    if as_json:
        print_json(rule_json(RULES[label]))
    else:
        show_rule(Terminal(), RULES[label])
    finish(True)


def tables(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")] = Path("docs"),
    compare: Annotated[bool, typer.Option("--check", help="Write nothing; fail if the files are stale.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the generated documents: the specification's page and tables, the audit's rules, the ledger of theorems."""
    from proofs.reports.generated import generated
    from reference.common.files import stale, write

    catalogue: Catalogue = context.obj()
    contents = {out / name: text for name, text in generated(catalogue).items()}
    changed = stale(contents)
    if not compare:
        write(contents)
    if as_json:
        print_json(
            {"schema": "maxpool/tables/1", "files": [str(p) for p in contents], "stale": [str(p) for p in changed]}
        )
    else:
        for path in contents:
            state = ("stale" if compare else "written") if path in changed else "up to date"
            typer.echo(f"{path}: {state}")
    finish(not (compare and changed))


def ledger(context: typer.Context, labels: Theorems = None, as_json: AsJson = False) -> None:
    """Run every route of every theorem again: verdicts, versions, times, and how much code each relies on."""
    from proofs.ledger import ask

    catalogue: Catalogue = context.obj()
    theorems = ask.theorems(catalogue)
    wanted = chosen("theorem", labels, theorems)
    with progress(len(wanted or theorems)) as step:
        asked = ask.ask(catalogue, wanted, done=step)
    print_json(ask.as_json(catalogue, asked)) if as_json else typer.echo("\n".join(ask.lines(catalogue, asked)))
    finish(ask.is_right(catalogue, asked))
