"""The sub-commands about real runtimes and networks, as `maxpool.py` offers them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from proofs.console import AS_EXPECTED, NOT_AS_EXPECTED, AsJson, fail, print_json, progress


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
    from proofs.campaign.campaign import Campaign
    from proofs.campaign.command import CannotRun, Options, run
    from proofs.campaign.report import show

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
