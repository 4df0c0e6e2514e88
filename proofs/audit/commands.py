"""The command `audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reference.common.console import AsJson, Quiet, finish, print_json
from reference.common.errors import CannotRun


def audit(
    documents: Annotated[list[Path], typer.Argument(metavar="DOCUMENT...", help="Markdown or reStructuredText.")],
    as_json: AsJson = False,
    as_sarif: Annotated[bool, typer.Option("--sarif", help="Print SARIF 2.1.0 on standard output.")] = False,
    fix: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a copy with the corrections that are certain.")
    ] = None,
    errata: Annotated[
        Path | None, typer.Option(metavar="FILE.md", help="Write the errata as a page to send to the authors.")
    ] = None,
    operator: Annotated[
        str | None, typer.Option(metavar="NAME", help="State which operator the documents describe.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List what was not understood, by line; not with --quiet.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail also on warnings, formulas that were not understood, no clauses.")
    ] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Do not show the findings that this file accepts.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a file that accepts all findings.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Report what is wrong in an author's specification document: line, reason, counterexample, suggestion."""
    from proofs.audit.command import audit_all, show
    from proofs.audit.report.sarif import sarif

    if as_json and as_sarif:
        raise CannotRun("--json and --sarif exclude each other")
    if coverage and as_sarif:
        raise CannotRun("--coverage and --sarif exclude each other: --json lists what was not understood")
    done = audit_all(
        documents, operator=operator, fix=fix, baseline=baseline, new_baseline=write_baseline, errata=errata
    )
    if as_json or as_sarif:
        print_json(sarif(done.audits) if as_sarif else done.json())
    show(done, findings=not (as_json or as_sarif), coverage=coverage, quiet=quiet)
    finish(done.ok_strictly if strict else done.ok)
