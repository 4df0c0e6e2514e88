"""The front door: the `maxpool` command. Each sub-command is a few lines over the rooms below."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

from proofs.console import AS_EXPECTED, COULD_NOT_RUN, NOT_AS_EXPECTED, AsJson, fail, print_json, progress
from proofs.networks import conform, model, vectors

if TYPE_CHECKING:
    from proofs.solvers import Limits

app = typer.Typer(
    name="maxpool",
    help="A machine-checked specification of the MaxPool operator in the SONNX profile.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _seconds(value: float) -> float:
    """A time limit that solvers understand; NaN is none."""
    if not 0.1 <= value <= 3600:
        raise typer.BadParameter("seconds from 0.1 to 3600 are needed")
    return value


SolverNames = Annotated[
    list[str] | None,
    typer.Option("--solver", help="Ask only this solver (z3 or cvc5; may be repeated). `proved` still needs two."),
]
Timeout = Annotated[
    float, typer.Option(callback=_seconds, help="Seconds a solver may spend on one query (0.1 to 3600).")
]
Seed = Annotated[int, typer.Option(min=0, help="The solvers' random seed.")]


def _solvers(names: list[str] | None) -> tuple[str, ...]:
    from proofs.solvers import SOLVERS

    for name in names or ():
        if name not in SOLVERS:
            fail(f"--solver: there is no solver {name!r}; there are {', '.join(SOLVERS)}")
    return tuple(dict.fromkeys(names)) if names else tuple(SOLVERS)


def _version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"maxpool {version('sonnx-maxpool')}")
        except PackageNotFoundError:
            typer.echo("maxpool (not installed)")
        raise typer.Exit


@app.callback()
def main_options(
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Options of the command itself."""


@app.command()
def check(
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every obligation and example.")] = False,
    solver: SolverNames = None,
    timeout: Timeout = 10.0,
    seed: Seed = 0,
) -> None:
    """Decide everything the specification claims: proofs, refutations and worked examples."""
    from proofs.catalogue import ALL as obligations
    from proofs.check import check as check_all
    from proofs.decide import Contradiction
    from proofs.show import show_report
    from proofs.solvers import Limits
    from spec.examples.catalogue import ALL as examples

    names = _solvers(solver)
    with progress(len(obligations) + len(examples)) as step:
        try:
            report = check_all(Limits(seconds=timeout, seed=seed), names, done=step)
        except Contradiction as contradiction:
            Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
            raise typer.Exit(NOT_AS_EXPECTED) from None
    if as_json:
        print_json(report.json())
    else:
        show_report(Console(), report, verbose=verbose)
    raise typer.Exit(AS_EXPECTED if report.ok else NOT_AS_EXPECTED)


@app.command()
def prove(
    labels: Annotated[list[str] | None, typer.Argument(metavar="[LABEL]...", help="Obligations; all if none.")] = None,
    as_json: AsJson = False,
    smt2: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the SMT-LIB scripts to a folder.")] = None,
    source: Annotated[
        str | None, typer.Option(metavar="FILE:FUNCTION", help="Prove a plain implementation from its source.")
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Let Python run that function on a witness.")] = False,
    solver: SolverNames = None,
    timeout: Timeout = 10.0,
    seed: Seed = 0,
) -> None:
    """Decide obligations and show each in full: statement, routes, times, witness. Or prove a plain implementation."""
    from proofs.catalogue import BY_LABEL
    from proofs.check import decision_json
    from proofs.decide import Contradiction
    from proofs.files import NotOurs
    from proofs.run import decide_all
    from proofs.scripts import write_scripts
    from proofs.show import show_decision
    from proofs.solvers import Limits

    if source is not None:
        if labels or smt2 or solver:
            fail("--source stands alone: it takes no labels, no --smt2 and no --solver")
        _prove_source(source, Limits(seconds=timeout, seed=seed), as_json=as_json, replay=replay)
    if replay:
        fail("--replay goes with --source")
    for label in labels or ():
        if label not in BY_LABEL:
            fail(f"there is no obligation {label!r}{_near(label, list(BY_LABEL))}")
    wanted = [BY_LABEL[label] for label in dict.fromkeys(labels or BY_LABEL)]
    names = _solvers(solver)
    if smt2 is not None:
        try:
            write_scripts(smt2, wanted)
        except (OSError, NotOurs) as error:
            fail(f"--smt2: {error}")
    with progress(len(wanted)) as step:
        try:
            decisions = decide_all(wanted, Limits(seconds=timeout, seed=seed), names, done=step)
        except Contradiction as contradiction:
            Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
            raise typer.Exit(NOT_AS_EXPECTED) from None
    if as_json:
        documents = [decision_json(d) for d in decisions]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for decision in decisions:
            show_decision(Console(), decision)
    raise typer.Exit(AS_EXPECTED if all(d.as_expected for d in decisions) else NOT_AS_EXPECTED)


def _prove_source(target: str, limits: Limits, *, as_json: bool, replay: bool) -> NoReturn:
    """Prove a function of a file, show what became of it, and end."""
    from proofs.decide import Contradiction
    from proofs.program.source import prove_source, read, show_source

    try:
        source, name = read(target)
    except (OSError, ValueError) as error:
        fail(f"--source: {error}")
    try:
        report = prove_source(source, name, limits, replay=replay)
    except Contradiction as contradiction:
        Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
        raise typer.Exit(NOT_AS_EXPECTED) from None
    if as_json:
        print_json(report.json())
    else:
        show_source(Console(), report)
    raise typer.Exit(AS_EXPECTED if report.proved else NOT_AS_EXPECTED)


def _near(label: str, known: list[str]) -> str:
    near = get_close_matches(label, known, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else "; `maxpool check --verbose` lists them"


@app.command()
def explain(
    label: Annotated[
        str, typer.Argument(metavar="LABEL", help="A clause, claim, obligation, worked example, or rule of `audit`.")
    ],
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the drawing as SVG.")] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a label to a person: statement, formula, source, what decides it, and a drawing. Or a rule of `audit`."""
    from proofs.audit.pages import rule_json, show_rule
    from proofs.audit.rules import RULES

    if label in RULES:
        if svg is not None:
            fail(f"--svg: there is nothing to draw for {label}; nothing was written")
        if as_json:
            print_json(rule_json(RULES[label]))
        else:
            show_rule(Console(), RULES[label])
        raise typer.Exit

    from proofs.decide import Contradiction
    from proofs.drawing.svg import write_svg
    from proofs.explain import explain as explain_label
    from proofs.explain import settle
    from proofs.explain_show import show_settled
    from proofs.files import NotOurs
    from proofs.labels import LABELS

    if label not in LABELS:
        fail(f"there is no label {label!r}{_near(label, [*LABELS, *RULES])}")
    explanation = explain_label(label)
    with progress(len(explanation.decided_by)) as step:
        try:
            settled = settle(explanation, done=step)
        except Contradiction as contradiction:
            Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
            raise typer.Exit(NOT_AS_EXPECTED) from None
    if svg is not None:
        if settled.explanation.scene is None:
            fail(f"--svg: there is nothing to draw for {label}; nothing was written")
        try:
            write_svg(svg, settled.explanation.scene)
        except (OSError, NotOurs) as error:
            fail(f"--svg: {error}")
    if as_json:
        print_json(settled.json())
    else:
        show_settled(Console(), settled)
    raise typer.Exit(AS_EXPECTED if settled.as_expected else NOT_AS_EXPECTED)


@app.command()
def audit(
    documents: Annotated[list[Path], typer.Argument(metavar="DOCUMENT...", help="Markdown or reStructuredText.")],
    as_json: AsJson = False,
    as_sarif: Annotated[bool, typer.Option("--sarif", help="Print SARIF 2.1.0 on standard output.")] = False,
    fix: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a copy with the corrections that are certain.")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Do not show the findings that this file accepts.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a file that accepts all findings.")
    ] = None,
) -> None:
    """Report what is wrong in an author's specification document: line, reason, counterexample, suggestion."""
    from proofs.audit.command import Refused, audit_all, show
    from proofs.audit.sarif import sarif

    if as_json and as_sarif:
        fail("--json and --sarif exclude each other")
    try:
        done = audit_all(documents, fix=fix, baseline=baseline, new_baseline=write_baseline)
    except Refused as refused:
        fail(str(refused))
    if as_json or as_sarif:
        print_json(sarif(done.audits) if as_sarif else done.json())
    show(done, findings=not (as_json or as_sarif))
    raise typer.Exit(AS_EXPECTED if done.ok else NOT_AS_EXPECTED)


@app.command()
def tables(
    out: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")] = Path("docs"),
    compare: Annotated[bool, typer.Option("--check", help="Write nothing; fail if the files are stale.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the specification's page and its constraint tables (Markdown, CSV, JSON, TeX), and the audit's rules."""
    from proofs.audit.pages import pages
    from proofs.coverage import decided_by
    from proofs.files import NotOurs, stale, write
    from spec.page import page
    from spec.tables import FILES

    contents = {out / name: make(decided_by()) for name, make in FILES.items()} | {out / "maxpool.md": page()}
    contents |= {out / "rules" / name: text for name, text in pages().items()}
    try:
        changed = stale(contents)
        if not compare:
            write(contents)
    except (OSError, NotOurs) as error:
        fail(str(error))
    if as_json:
        print_json(
            {"schema": "maxpool/tables/1", "files": [str(p) for p in contents], "stale": [str(p) for p in changed]}
        )
    else:
        for path in contents:
            state = ("stale" if compare else "written") if path in changed else "up to date"
            typer.echo(f"{path}: {state}")
    raise typer.Exit(NOT_AS_EXPECTED if compare and changed else AS_EXPECTED)


@app.command()
def mutate(
    spec: Annotated[bool, typer.Option("--spec", help="Mutate the formulas of the clauses.")] = False,
    program: Annotated[
        bool, typer.Option("--program", help="Mutate the source of the reference, and the invariants of its proof.")
    ] = False,
    clauses: Annotated[
        list[str] | None, typer.Argument(metavar="[LABEL]...", help="With --spec: clauses; all if none.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Change one thing, in every way: an example, an edge, an obligation or a condition of the proof must notice."""
    from proofs.mutate import mutate_all, report
    from proofs.program.mutate import count, mutate_program
    from proofs.program.mutate import report as program_report
    from spec.maxpool import MAXPOOL

    if spec == program:
        fail("say what to mutate: --spec or --program")
    known = [clause.label for clause in MAXPOOL.clauses]
    for label in clauses or ():
        if program or label not in known:
            fail(f"there is no clause {label!r}{_near(label, known)}" if spec else "--program takes no labels")
    wanted = list(dict.fromkeys(clauses or known))
    with progress(len(wanted) if spec else count()) as step:
        scores = report(mutate_all(wanted, done=step)) if spec else program_report(mutate_program(done=step))
    if as_json:
        print_json(scores)
    else:
        typer.echo("{mutants} mutants: {killed} noticed, {equivalent} proved equivalent".format(**scores))
        for survivor in scores["survived"]:
            typer.echo(f"SURVIVED {': '.join(survivor.values())}")
    raise typer.Exit(NOT_AS_EXPECTED if scores["survived"] else AS_EXPECTED)


@app.command()
def bench(
    mutations: Annotated[bool, typer.Option("--mutations", help="The mutation runs too, which take minutes.")] = False,
    runtimes: Annotated[
        bool, typer.Option("--runtimes", help="Instead, the fast twin beside production runtimes; takes minutes.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --runtimes: write time by size as a drawing (SVG).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Time the check on this machine: total, slowest obligation of each route, the proof of the source, versions."""
    from proofs.bench import measure, show

    if mutations and runtimes:
        fail("say what to time: --mutations or --runtimes")
    if plot is not None and not runtimes:
        fail("--plot draws what --runtimes measures")
    if runtimes:
        _bench_runtimes(plot, as_json)
        return
    figures = measure(mutations=mutations)
    if as_json:
        print_json(figures)
    else:
        show(Console(), figures)


def _bench_runtimes(plot: Path | None, as_json: bool) -> None:
    """`maxpool bench --runtimes`."""
    from proofs.bench_show import drawing, show
    from proofs.bench_twin import STEPS, measure
    from proofs.files import NotOurs, write

    with progress(STEPS) as step:
        figures = measure(step)
    if plot is not None:
        try:
            write({plot: drawing(figures)})
        except (OSError, NotOurs) as error:
            fail(f"--plot: {error}")
    if as_json:
        print_json(figures)
    else:
        show(Console(), figures)


app.command()(conform)
app.command()(model)
app.command()(vectors)


def main() -> None:
    """The console script."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of a pipe went away; nobody is left to tell.
        sys.stderr.close()
        sys.exit(COULD_NOT_RUN)


if __name__ == "__main__":
    main()
