"""The command `mutate`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from proofs.program.c.options import Definitions, Folders, MapFile, Model, Standard
from reference.common import console
from reference.common.console import AsJson, OfOperator, chosen, end, progress
from reference.common.errors import CannotRun, reason_of

if TYPE_CHECKING:
    from proofs.engine.catalogue import Catalogue
    from proofs.mutation.source.mutated import Mutated
    from proofs.program.c.reading.reader import CompilerOptions


def mutate(
    context: typer.Context,
    spec: Annotated[bool, typer.Option("--spec", help="Mutate the formulas of the clauses.")] = False,
    program: Annotated[
        bool, typer.Option("--program", help="Mutate the source of the reference, and the invariants of its proof.")
    ] = False,
    prover: Annotated[
        bool, typer.Option("--prover", help="Make the prover unsound, in one place after the other.")
    ] = False,
    single: Annotated[
        bool, typer.Option("--single", help="With --prover: make every single slip in the modules that carry a rule.")
    ] = False,
    every: Annotated[
        int, typer.Option("--every", min=1, metavar="N", help="With --single: each N-th slip of a module alone.")
    ] = 1,
    source: Annotated[
        str | None,
        typer.Option(metavar="FILE:FUNCTION", help="Mutate a function in Python or C that `maxpool prove` proves."),
    ] = None,
    map_file: MapFile = None,
    definitions: Definitions = None,
    folders: Folders = None,
    standard: Standard = "c11",
    model: Model = "lp64",
    clauses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LABEL]...",
            help="With --spec: clauses; with --single: modules; all if none is given.",
            autocompletion=console.clauses,
        ),
    ] = None,
    operator: OfOperator = "maxpool",
    as_json: AsJson = False,
) -> None:
    """Make every single mutation, and weaken each definition and decision in every sub-case; an example, an edge, a
    situation, an obligation or a condition of the proof must detect it.

    With --prover, each change runs in a process of its own, and something false that is kept for it must be accepted,
    or a theory be refused. With --single, every single slip (a comparison, a constant, an operand, a condition, an
    argument, a statement) is made in the modules that carry a rule of proof, or in some of them: something right that
    is kept must be refused, or something false be accepted.

    With --source, a mutant is rejected if it is not proved. One that is proved is right as well: it gives what the
    function gives. What is refused is counted apart.
    """
    if (source is not None or program) and operator.lower() != "maxpool":
        raise CannotRun("--program and --source are about MaxPool alone: no other operator's loops are proved")
    if source is not None:
        from proofs.program.c.reading.reader import CompilerOptions

        if spec or program or prover or clauses:
            raise CannotRun("--source cannot be combined with --spec, --program, --prover or labels")
        options = CompilerOptions(tuple(definitions or ()), tuple(folders or ()), standard, model)
        _mutate_source(source, options, map_file, as_json=as_json)
    from proofs.mutation import clauses as of_clauses
    from proofs.mutation import programs as of_program

    catalogue: Catalogue = context.obj(operator)
    if spec + program + prover != 1:
        raise CannotRun("choose what to mutate: --spec, --program, --prover or --source")
    if single and not prover:
        raise CannotRun("--single is about --prover")
    if single:
        _slip_singly(clauses or [], every, as_json=as_json)
    if clauses and not spec:
        raise CannotRun("--program and --prover take no labels")
    if prover:
        _mutate_prover(as_json=as_json)
    known = list(catalogue.operator.labels)
    wanted = chosen("clause", clauses, known) or known
    with progress(of_clauses.count(catalogue, wanted) if spec else of_program.count()) as step:
        if spec:
            scores = of_clauses.report(of_clauses.mutate_all(catalogue, wanted, done=step))
        else:
            scores = of_program.report(of_program.mutate_program(done=step))
    lines = ["{mutants} mutants: {killed} detected, {equivalent} proved equivalent".format(**scores)]
    lines += [f"SURVIVED {': '.join(survivor.values())}" for survivor in scores["survived"]]
    end(not scores["survived"], as_json, lambda: scores, lambda _: typer.echo("\n".join(lines)))


def _mutate_prover(*, as_json: bool) -> NoReturn:
    """Change the prover, show what notices each change, and end."""
    from proofs.mutation.prover import score
    from proofs.mutation.prover.slips import SLIPS

    with progress(len(SLIPS)) as step:
        found = score.report(score.mutate_prover(done=step))
    lines = [f"{found['mutants']} changes of the prover: {found['killed']} noticed"]
    lines += [f"noticed {n['where']}: {n['text']}: {n['by']}" for n in found["noticed"]]
    lines += [f"SURVIVED {s['where']}: {s['text']}" for s in found["survived"]]
    end(not found["survived"], as_json, lambda: found, lambda _: typer.echo("\n".join(lines)))


def _slip_singly(modules: list[str], every: int, *, as_json: bool) -> NoReturn:
    """Make single slips in the prover, show what of each module is noticed, what is harmless and why, and end."""
    from proofs.mutation.prover import single_score

    known = list(single_score.RULES)
    if unknown := [module for module in modules if module not in known]:
        raise CannotRun(f"{', '.join(unknown)}: no module that carries a rule; there are {', '.join(known)}")
    wanted = modules or known
    with progress(sum(len(single_score.selected(module, every)) for module in wanted)) as step:
        found = single_score.report(single_score.try_slips(wanted, every, done=step))
    lines = [
        "{module}: {slips} slips: {refused} refuse something right, {accepted} accept something false, "
        "{explained} harmless, {survived} survived".format(**of)
        for of in found["modules"]
    ]
    lines += [f"harmless {e['where']}: {e['text']}: {e['why']}" for e in found["explained"]]
    lines += [f"SURVIVED {s['where']}: {s['text']}" for s in found["survived"]]
    end(not found["survived"], as_json, lambda: found, lambda _: typer.echo("\n".join(lines)))


def _mutate_source(target: str, options: CompilerOptions, map_file: Path | None, *, as_json: bool) -> NoReturn:
    """Mutate a function of somebody's file, show what became of its mutants, and end."""
    from proofs.mutation.source import trials

    mutated = _mutated(target, options, map_file)
    original = trials.proved_meaning(mutated)
    with progress(len(mutated.changes())) as step:
        found = trials.report(trials.mutate_source(mutated, original, done=step))
    end(not found["survived"], as_json, lambda: found, lambda _: typer.echo("\n".join(_lines(found))))


def _mutated(target: str, options: CompilerOptions, map_file: Path | None) -> Mutated:
    from proofs.mutation.source.mutated import MutatedC, MutatedPython
    from proofs.program.c.parameters.quantities import Quantities, given
    from proofs.program.c.proving import CSource
    from proofs.program.c.reading.reader import is_c
    from proofs.program.prove_source import read

    try:
        text, name = read(target)
        file = target.rpartition(":")[0]
        if not is_c(target):
            return MutatedPython(file, text, name)
        options.require_known()
        quantities = given(map_file.read_text("utf-8")) if map_file else Quantities()
        return MutatedC.of(CSource(file, text, name, options, quantities))
    except (OSError, ValueError) as error:
        raise CannotRun(f"--source: {reason_of(error)}") from None


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The scores for a person at a terminal."""
    counts = {name: len(found[name]) for name in ("accepted", "refused", "survived")}
    yield (
        f"{found['mutants']} mutants: {found['killed']} rejected, {counts['accepted']} accepted and the same, "
        f"{counts['refused']} refused, {counts['survived']} survived"
    )
    for what in ("accepted", "survived"):
        for entry in found[what]:
            yield f"{what} {entry['where']}: {entry['text']}: {entry['reason']}"
