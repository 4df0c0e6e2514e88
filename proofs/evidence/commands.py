"""`maxpool evidence build`, `verify`, `links`, `collect` and `kit`: the sub-commands of the evidence package."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

import typer

from reference.common import console
from reference.common.console import AsJson, OfOperator, chosen, end, progress

if TYPE_CHECKING:
    from proofs.engine.catalogue import Catalogue

app = typer.Typer(
    name="evidence",
    help="Build or verify the evidence package for certification.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

SUBCOMMANDS = ("build", "verify", "links", "collect", "kit")
SENTENCES = (
    "of {said} sentences and formulas {normative} say something to be held: {leading} lead to a clause, {wrong} are "
    "wrong, {not_traced} are traced to nothing; {leading_or_gaps} of {normative} lead to a clause or are gaps"
)


class BuildJson(TypedDict):
    """A package that was written: its files, its argument's digest, its gaps by kind, what became of sentences.

    `said` is how many dispositions and reviews are current, stale, or of nothing.
    """

    schema: Literal["maxpool/evidence-build/1"]
    package: str
    files: int
    argument: str
    gaps: dict[str, int]
    sentences: dict[str, int]
    said: dict[str, int]


class QualificationKitJson(TypedDict):
    """A qualification kit that was written: how many requirements it has, and how many came to which outcome."""

    schema: Literal["maxpool/evidence-kit-written/1"]
    kit: str
    files: int
    requirements: int
    outcomes: dict[str, int]


@app.command()
def build(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.zip", help="The package to write.")],
    document: Annotated[Path | None, typer.Option(metavar="DRAFT.md", help="The document to audit and trace.")] = None,
    conformance: Annotated[
        Path | None,
        typer.Option(
            metavar="RESULT.json",
            help="What `maxpool conform --json` printed, in place of what the results hold of it.",
        ),
    ] = None,
    results: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Results, or a folder of them: JUnit XML of pytest, JSON of coverage, of `maxpool mutate --json`, of "
            "`maxpool evidence links`, of `maxpool conform --json`; repeatable. If not given: docs/results of the "
            "checkout.",
        ),
    ] = None,
    dispositions: Annotated[
        Path | None,
        typer.Option(metavar="FILE.toml", help="What persons said of gaps and other entries, by identifier."),
    ] = None,
    key: Annotated[Path | None, typer.Option("--sign", metavar="KEY.pem", help="Sign with an Ed25519 key.")] = None,
    without_times: Annotated[
        bool, typer.Option("--without-times", help="Leave out times and machine, so that all bytes are reproducible.")
    ] = False,
    operator: OfOperator = "maxpool",
    as_json: AsJson = False,
) -> None:
    """Decide everything, and write it with its sources, results and gaps to one package.

    The exit code is 1 if a verdict is not the expected one: the package is written, and says so.
    """
    from proofs.evidence.making import build
    from proofs.evidence.making.given import at_hand, take
    from proofs.evidence.making.statement import private_key

    catalogue: Catalogue = context.obj(operator)
    # No option's value is told: a path is nobody's business, and what was given is in the package.
    options = {"--document": document, "--conformance": conformance, "--results": results}
    options |= {"--dispositions": dispositions, "--sign": key}
    of = () if catalogue.operator.name == "MaxPool" else (f"--operator {operator.lower()}",)
    command = " ".join(["maxpool evidence build", *of, *(name for name, value in options.items() if value)])
    # Both are asked before minutes of work.
    build.writable(out)
    if key is not None:
        private_key(key)
    # The results at hand are of MaxPool's tests: they verify no other operator's labels.
    stored = at_hand() if not of else []
    given = take(document, conformance, stored if results is None else results, dispositions)
    with progress(len(catalogue.obligations) + len(catalogue.examples)) as step:
        built = build.build(catalogue, given, command=command, measure=not without_times, done=step)
    built = build.signed(built, key) if key is not None else built
    build.save(out, built)
    gaps = build.gaps_of(built)
    sentences = build.traced(built.files)
    of_persons = build.said_of_entries(built.files)
    told: BuildJson = {
        "schema": "maxpool/evidence-build/1",
        "package": str(out),
        "files": len(built.files),
        "argument": built.argument,
        "gaps": gaps,
        "sentences": dict(sentences),
        "said": dict(of_persons),
    }
    lines = ["{package}: {files} files, argument {argument}".format(**told)]
    if sentences["said"]:
        lines.append(SENTENCES.format(**sentences))
    if of_persons:
        lines.append(f"dispositions and reviews: {', '.join(f'{n} {status}' for status, n in of_persons.items())}")
    lines += [f"gap: {kind}: {number}" for kind, number in gaps.items()]
    end(
        not {"verdict", "example", "ended by the time limit"} & gaps.keys(),
        as_json,
        lambda: told,
        lambda _: typer.echo("\n".join(lines)),
    )


@app.command("collect")
def collect_results(
    results: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Results, or folders of them.")],
    out: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write.")],
) -> None:
    """Write results in the form in which they are stored: without times, hosts and folders."""
    from proofs.evidence.making.given import collect

    def left_out(path: Path) -> None:
        typer.echo(f"{path} is empty: what was to fill it could not run; left out", err=True)

    for path, size in collect(results, out, left_out).items():
        typer.echo(f"{path}: {size} bytes")


@app.command()
def verify(
    context: typer.Context,
    package: Annotated[Path, typer.Argument(metavar="FILE.zip", help="The package.")],
    replay: Annotated[bool, typer.Option("--replay", help="Have both solvers decide every question again.")] = False,
    key: Annotated[Path | None, typer.Option(metavar="PUBLIC.pem", help="The key that must have signed it.")] = None,
    argument: Annotated[str | None, typer.Option(metavar="SHA256", help="The expected digest of the argument.")] = None,
    operator: OfOperator = "maxpool",
    as_json: AsJson = False,
) -> None:
    """Check a package: digests, completeness, witnesses, certificates, and that everything else follows from these."""
    from proofs.evidence.verifying.verify import verify as check
    from reference.common.text import visible

    catalogue: Catalogue = context.obj(operator)
    done = check(catalogue, package, replay=replay, key=key, argument=argument)
    lines = [
        *(visible(f"{path or package.name}: {what}") for path, what in done.problems),
        *(visible(f"checked {n}: {len(what) if isinstance(what, list) else what}") for n, what in done.checked.items()),
        visible(done.summary),
    ]
    end(done.ok, as_json, done.json, lambda _: typer.echo("\n".join(lines)))


@app.command()
def links(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="LINKS.json", help="The file to write.")],
    clauses: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LABEL]...", help="Clauses; all if none is given.", autocompletion=console.clauses),
    ] = None,
    tests: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Also run the marked tests of this folder on each changed clause."),
    ] = None,
    operator: OfOperator = "maxpool",
    as_json: AsJson = False,
) -> None:
    """Find out which links hold: change each clause, and see what detects it. This takes minutes."""
    from proofs.evidence.package.jsontext import dump
    from proofs.mutation.links import links as find
    from proofs.mutation.links_tests import marked, noticed_in
    from reference.common.files import write

    catalogue: Catalogue = context.obj(operator)
    known = list(catalogue.operator.labels)
    wanted = chosen("clause", clauses, known) or known
    files = None if tests is None else marked(tests)
    with progress(len(wanted) * (1 if tests is None else 2)) as step:
        found = find(catalogue, wanted, done=step)
        if files is not None:
            for label, noticed in noticed_in(catalogue.operator, wanted, files, done=step).items():
                found["clauses"][label]["tests"] = noticed
    write({out: dump(found).decode()})
    held = [one["noticed"] for kinds in found["clauses"].values() for ends in kinds.values() for one in ends.values()]
    said = f"{out}: {len(held)} links tried, {sum(map(bool, held))} detected a change"
    end(True, as_json, lambda: found, lambda _: typer.echo(said))


@app.command("kit")
def qualification_kit(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="KIT.zip", help="The kit to write.")],
    results: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Results of tests, and of --try, which may be in parts; repeatable."),
    ] = None,
    try_them: Annotated[
        bool, typer.Option("--try", help="Break each behaviour in a copy of the tool, and see its test fail.")
    ] = False,
    seen_out: Annotated[
        Path | None, typer.Option("--seen", metavar="SEEN.json", help="With --try: also write what was seen.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Argument(metavar="[LABEL]...", help="With --try: these requirements.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a qualification kit: requirements with tests that were seen to fail, configuration, procedures, problems.

    It claims no compliance. What only an applicant can say is blank, and marked.
    """
    from proofs.evidence.package import archive
    from proofs.evidence.package.jsontext import dump
    from proofs.evidence.qualification.kit import kit, taken
    from proofs.evidence.qualification.requirements import requirements
    from proofs.evidence.qualification.seen import SEEN, seen
    from reference.common.files import write

    archive.refuse_to_replace(out)
    tests, found = taken(results or ())
    if try_them:
        known = {r.label: r for r in requirements()}
        wanted = [known[label] for label in chosen("requirement", only, known)] or list(known.values())
        with progress(len(wanted)) as step:
            found = seen(wanted, done=step)
        if seen_out is not None:
            write({seen_out: dump(found).decode()})
    group = context.find_root().command
    names = [*getattr(group, "commands", {})]
    files = kit([name for name in names if name != "evidence"] + [f"evidence {n}" for n in SUBCOMMANDS], found, tests)
    archive.write(out, files)
    outcomes = Counter(one["outcome"] for one in (found or {"requirements": {}})["requirements"].values())
    document: QualificationKitJson = {
        "schema": "maxpool/evidence-kit-written/1",
        "kit": str(out),
        "files": len(files),
        "requirements": len(requirements()),
        "outcomes": dict(outcomes),
    }
    lines = [f"{out}: {len(files)} files, {len(requirements())} requirements"]
    lines += [f"{number} {outcome}" for outcome, number in outcomes.items()]
    end(
        set(outcomes) <= {SEEN},
        as_json,
        lambda: document,
        lambda _: typer.echo("\n".join(lines)),
    )
