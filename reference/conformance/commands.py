"""The command `conform`."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from reference.common.console import AsJson, end, finish, print_json, progress
from reference.common.errors import CannotRun
from reference.conformance.campaign import DEFAULT_CASES


def conform(
    runtimes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUNTIME]...",
            help="c (our own), onnxruntime, onnx, tract, openvino, opencv, torch, paddle, jax, litert, ncnn; "
            "NAME@PYTHON for another Python. "
            "Yours: FILE.py:FUNCTION, LIBRARY.so with --map, MODULE:OBJECT, or a package's entry point.",
        ),
    ] = None,
    commands: Annotated[
        list[str] | None,
        typer.Option("--command", metavar="PROGRAM", help="Yours, as a program that answers on standard output."),
    ] = None,
    map_file: Annotated[
        Path | None, typer.Option("--map", metavar="FILE.toml", help="Of a library: its symbol and its parameters.")
    ] = None,
    kit: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Run the kit that `maxpool vectors --classes -o DIR` wrote, and no other call."
        ),
    ] = None,
    cases: Annotated[int, typer.Option(min=1, max=10**8, help="Calls for each element type.")] = DEFAULT_CASES,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random cases.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Number of processes to use.  [default: one a processor]")
    ] = None,
    limit: Annotated[float, typer.Option(min=0.1, max=3600, help="Seconds for one call.")] = 20,
    budget: Annotated[
        float | None,
        typer.Option(
            min=1, help="Seconds for each runtime: what is left of its calls then is not tried.  [default: no bound]"
        ),
    ] = None,
    dask: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Run on a Dask cluster instead.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="DIR", help="Write the report, one folder per divergence, and reports to send."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="With -o: continue where a campaign stopped.")] = False,
    bisect: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="No campaign: in which releases of its runtime the divergence of this folder (of an earlier -o) is. "
            "pip installs them, one after the other, in environments that are removed again.",
        ),
    ] = None,
    installs: Annotated[int, typer.Option(min=1, max=1000, help="With --bisect: releases to install at most.")] = 16,
    as_json: AsJson = False,
) -> None:
    """Compare real runtimes with the specification: where they diverge, with the smallest example of each class."""
    if bisect is not None:
        if runtimes or commands or map_file or kit or out or resume or dask:
            raise CannotRun("--bisect is about the runtime of its folder, and runs no campaign")
        _bisect(bisect, installs, as_json=as_json)
    from reference.common.pool import processors
    from reference.common.printing import Terminal
    from reference.conformance.campaign.campaign import Campaign
    from reference.conformance.cases.given import read
    from reference.conformance.report import show
    from reference.conformance.run import Options, run
    from reference.runtimes.own.naming import names
    from reference.runtimes.running.process import CallLimits

    if kit is not None and (cases, seed) != (DEFAULT_CASES, 0):
        raise CannotRun("--cases and --seed draw calls; a kit has its own")
    wanted = names(runtimes or [], commands or [], map_file)
    campaign = Campaign(
        wanted, cases, seed, limits=CallLimits(limit), kit=read(kit) if kit else None, budget=budget or inf
    )
    done = run(campaign, Options(workers or processors(), dask, out, resume), progress)
    if as_json:
        print_json(done.document)
    else:
        show(Terminal(), campaign, done.results)
    finish(done.ok)


def _bisect(folder: Path, installs: int, *, as_json: bool) -> NoReturn:
    from reference.conformance.sending.pages import renew
    from reference.conformance.versions import ReleaseSource, bisected, told

    with progress(installs) as step:
        found, is_complete = bisected(folder, installs, ReleaseSource(), step)
    renew(folder)
    end(is_complete, as_json, lambda: found, lambda console: console.print(told(found)))
