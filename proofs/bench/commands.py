"""The command `bench`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from reference.common.console import AsJson, end, progress
from reference.common.errors import CannotRun


def bench(
    mutations: Annotated[
        bool, typer.Option("--mutations", help="Time the mutation runs as well; takes minutes.")
    ] = False,
    runtimes: Annotated[
        bool, typer.Option("--runtimes", help="Time the fast twin against production runtimes instead; takes minutes.")
    ] = False,
    fillings: Annotated[
        bool, typer.Option("--fillings", help="With --runtimes: by what X is filled with alone; takes minutes.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --runtimes: plot time by size as SVG.")
    ] = None,
    network: Annotated[
        int | None,
        typer.Option(min=1, metavar="NODES", help="Time `maxpool model` on so many nodes instead."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Time the check on this machine: total, slowest obligation of each route, the proof of the source, versions."""
    from proofs.bench.bench import measure, show

    if mutations and runtimes:
        raise CannotRun("--mutations and --runtimes exclude each other")
    if plot is not None and not runtimes:
        raise CannotRun("--plot needs --runtimes")
    if fillings and (not runtimes or plot is not None):
        raise CannotRun("--fillings needs --runtimes, and has no plot")
    if network is not None:
        if mutations or runtimes:
            raise CannotRun("--network excludes --mutations and --runtimes")
        _bench_network(network, as_json)
    if fillings:
        _bench_fillings(as_json)
    if runtimes:
        _bench_runtimes(plot, as_json)
    figures = measure(mutations=mutations)
    end(True, as_json, lambda: figures, lambda terminal: show(terminal, figures))


def _bench_network(nodes: int, as_json: bool) -> NoReturn:
    """`maxpool bench --network`."""
    from proofs.bench.network import measure, show

    figures = measure(nodes)
    end(True, as_json, lambda: figures, lambda terminal: show(terminal, figures))


def _bench_runtimes(plot: Path | None, as_json: bool) -> NoReturn:
    """`maxpool bench --runtimes`."""
    from proofs.bench.show import drawing, show
    from proofs.bench.twin import measure, steps
    from reference.common.files import write

    with progress(steps()) as step:
        figures = measure(step)
    if plot is not None:
        write({plot: drawing(figures)})
    end(True, as_json, lambda: figures, lambda terminal: show(terminal, figures))


def _bench_fillings(as_json: bool) -> NoReturn:
    """`maxpool bench --runtimes --fillings`."""
    from proofs.bench.show import show_fillings
    from proofs.bench.twin import FILLED, measure_fillings

    with progress(len(FILLED)) as step:
        figures = measure_fillings(step)
    end(True, as_json, lambda: figures, lambda terminal: show_fillings(terminal, figures))
