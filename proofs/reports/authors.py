"""The sub-commands for authors of specifications: explain, audit, tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from reference.common.console import AS_EXPECTED, NOT_AS_EXPECTED, AsJson, fail, near, print_json, progress


def explain(
    label: Annotated[
        str, typer.Argument(metavar="LABEL", help="A clause, claim, obligation, worked example, or rule of `audit`.")
    ],
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the drawing as SVG.")] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a label to a person: statement, formula, source, what decides it, and a drawing. Or a rule of `audit`."""
    from proofs.audit.report.pages import rule_json, show_rule
    from proofs.audit.rulebook.rules import RULES

    if label in RULES:
        if svg is not None:
            fail(f"--svg: there is nothing to draw for {label}; nothing was written")
        if as_json:
            print_json(rule_json(RULES[label]))
        else:
            show_rule(Console(), RULES[label])
        raise typer.Exit

    from proofs.catalogue import CATALOGUE
    from proofs.drawing.svg import write_svg
    from proofs.reports.explain import explain as explain_label
    from proofs.reports.explain import settle
    from proofs.reports.explain_show import show_settled
    from reference.common.errors import Contradiction
    from reference.common.files import NotOurs

    if not CATALOGUE.knows(label):
        fail(f"unknown label {label!r}{near(label, [*CATALOGUE.labels_near(label), *RULES])}")
    explanation = explain_label(CATALOGUE, label)
    with progress(len(explanation.decided_by)) as step:
        try:
            settled = settle(CATALOGUE, explanation, done=step)
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
    from proofs.audit.report.sarif import sarif

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


def tables(
    out: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")] = Path("docs"),
    compare: Annotated[bool, typer.Option("--check", help="Write nothing; fail if the files are stale.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the generated documents: the specification's page and tables, the audit's rules, the ledger of theorems."""
    from proofs.catalogue import CATALOGUE
    from proofs.reports.generated import generated
    from reference.common.files import NotOurs, stale, write

    contents = {out / name: text for name, text in generated(CATALOGUE).items()}
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
