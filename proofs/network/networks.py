"""The sub-commands about real runtimes and networks, as `maxpool.py` offers them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from reference.common.console import AS_EXPECTED, NOT_AS_EXPECTED, AsJson, fail, print_json, progress


def conform(
    runtimes: Annotated[
        list[str],
        typer.Argument(
            metavar="RUNTIME...",
            help="onnxruntime, onnx, torch, tract, openvino; NAME@PYTHON for another Python; MODULE:OBJECT for yours.",
        ),
    ],
    cases: Annotated[int, typer.Option(min=1, max=10**8, help="Cases for each element type.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="The seed that the cases are drawn with.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=1024, help="Processes to spread the work over.")] = 1,
    dask: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Run on a Dask cluster instead.")] = None,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="Write the report and a folder a divergence.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="With -o: continue where a campaign stopped.")] = False,
    as_json: AsJson = False,
) -> None:
    """Hold real runtimes against the specification: where they diverge, with the smallest example of each class."""
    from reference.conformance.campaign.campaign import Campaign
    from reference.conformance.command import CannotRun, Options, run
    from reference.conformance.report import show

    campaign = Campaign(tuple(dict.fromkeys(runtimes)), cases, seed)
    try:
        done = run(campaign, Options(workers, dask, out, resume), progress)
    except CannotRun as error:
        fail(str(error))
    if as_json:
        print_json(done.document)
    else:
        show(Console(), done.results)
    raise typer.Exit(AS_EXPECTED if done.ok else NOT_AS_EXPECTED)


def model(
    network: Annotated[Path, typer.Argument(metavar="NETWORK.onnx", help="The model; nothing in it is run.")],
    explicit: Annotated[
        Path | None,
        typer.Option("--make-explicit", metavar="OUT.onnx", help="Write a copy with MaxPool's defaults written out."),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every clause.")] = False,
    as_json: AsJson = False,
) -> None:
    """Hold each MaxPool node of a network against the profile, clause by clause, for all sizes that it leaves open."""
    from proofs.network.command import check_network, show
    from proofs.network.load import BadModel

    try:
        found = check_network(network, explicit)
    except (BadModel, OSError) as error:
        fail(str(error))
    if as_json:
        print_json(found.json())
    else:
        show(Console(), found, verbose=verbose)
    raise typer.Exit(AS_EXPECTED if found.ok else NOT_AS_EXPECTED)


def vectors(
    out: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")],
    as_json: AsJson = False,
) -> None:
    """Write a conformance suite in the layout of ONNX's backend tests; a manifest says which clauses each covers."""
    from reference.common.files import NotOurs, write_new
    from reference.conformance.vectors import contents

    try:
        files = dict(contents())
        written = write_new(out, files)
    except ModuleNotFoundError as error:
        fail(f"{error.name} is not installed: pip install sonnx-maxpool[runtimes]")
    except (OSError, NotOurs) as error:
        fail(str(error))
    if as_json:
        print_json({"schema": "maxpool/vectors/1", "folder": str(out), "files": len(files), "written": len(written)})
    else:
        typer.echo(f"{out}: {sum(name.endswith('model.onnx') for name in files)} vectors, {len(written)} files written")
