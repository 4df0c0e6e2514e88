"""A whole campaign: the pieces spread over processes, what they found added up, and each divergence made small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

from reference.common.errors import CannotRun
from reference.conformance.campaign.journal import Journal
from reference.conformance.campaign.listings import Listed, listings
from reference.conformance.campaign.shrink import DivergenceExample, shrink
from reference.conformance.campaign.tally import Key, Tally, Where, total
from reference.conformance.campaign.work import CampaignPiece, pieces, process_of, run
from reference.conformance.cases.cases import batch
from reference.conformance.cases.values import DTYPES
from reference.runtimes.running.process import DEFAULT_LIMITS, CallLimits, Process


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is to be run. A runtime is a name, `module:object`, or `NAME@PYTHON` for one of another Python."""

    runtimes: tuple[str, ...]
    cases: int = 2000
    seed: int = 0
    dtypes: tuple[str, ...] = DTYPES
    limits: CallLimits = DEFAULT_LIMITS

    @property
    def pieces(self) -> list[CampaignPiece]:
        """All pieces."""
        return [
            piece
            for runtime in self.runtimes
            for piece in pieces(runtime, self.dtypes, self.seed, self.cases, self.limits)
        ]


@dataclass(frozen=True, slots=True)
class Divergence:
    """A class of divergence: how many cases show it, and the smallest that was found; None if it did not come again."""

    key: Key
    count: int
    example: DivergenceExample | None


@dataclass(frozen=True, slots=True)
class RuntimeResult:
    """What came of a runtime."""

    runtime: str
    name: str
    version: str
    tally: Tally
    divergences: tuple[Divergence, ...]
    listed: tuple[Listed, ...] = ()


class NoExecutor(CannotRun):
    """There is no such cluster, or what it needs is not installed."""


@contextmanager
def executor(workers: int, dask: str | None) -> Iterator[Executor]:
    """Where pieces are run: so many processes of this machine, or a Dask cluster by its scheduler's address."""
    if dask is None:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            try:
                yield pool
            except BrokenProcessPool:
                raise NoExecutor("a process of the campaign died; with -o DIR, --resume continues from there") from None
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return
    try:
        client = import_module("distributed").Client(dask, timeout="10s")
    except ImportError:
        raise NoExecutor("--dask: distributed is not installed: pip install distributed") from None
    except (OSError, ValueError) as error:
        raise NoExecutor(f"--dask: {dask}: {error}") from None
    with client, client.get_executor(pure=False) as pool:
        yield pool


def versions(campaign: Campaign) -> dict[str, tuple[str, str]]:
    """Name and version of each runtime. Raises NoRuntime where one cannot be started."""
    found = {}
    for runtime in campaign.runtimes:
        process = Process(runtime, campaign.limits)
        process.start()
        found[runtime] = process.name, process.version
        process.close()
    return found


def conform(
    campaign: Campaign,
    known: dict[str, tuple[str, str]],
    pool: Executor,
    done: Callable[[object], None],
    journal: Path | None = None,
    *,
    resume: bool = False,
) -> list[RuntimeResult]:
    """Run a campaign; `known` are the `versions`. `done` is called with the number of pieces that were finished."""
    about = {"seed": campaign.seed, "cases": campaign.cases, "dtypes": list(campaign.dtypes)}
    about["runtimes"] = [[runtime, *known[runtime]] for runtime in campaign.runtimes]
    kept = None if journal is None else Journal(journal, about, resume=resume)
    tallies = dict(kept.done) if kept is not None else {}
    done(len(tallies))
    futures = {pool.submit(run, piece): piece for piece in campaign.pieces if piece.name not in tallies}
    for future in as_completed(futures):
        name, tally = futures[future].name, future.result()
        tallies[name] = tally
        if kept is not None:
            kept.add(name, tally)
        done(1)
    return [_result(campaign, runtime, known[runtime], tallies, pool) for runtime in campaign.runtimes]


def _result(
    campaign: Campaign, runtime: str, known: tuple[str, str], tallies: dict[str, Tally], pool: Executor
) -> RuntimeResult:
    """The sum of a runtime's pieces; its divergences are made small where pieces are run."""
    mine = pieces(runtime, campaign.dtypes, campaign.seed, campaign.cases, campaign.limits)
    tally = total(tallies[piece.name] for piece in mine)
    listed = pool.submit(_listings, runtime, campaign.limits)
    found = [
        (key, count, pool.submit(_example, runtime, campaign.limits, key, campaign.seed, where))
        for key, (count, where) in sorted(tally.kinds.items())
    ]
    divergences = tuple(Divergence(key, count, example.result()) for key, count, example in found)
    return RuntimeResult(runtime, *known, tally, divergences, tuple(listed.result()))


def _example(runtime: str, limits: CallLimits, key: Key, seed: int, where: Where) -> DivergenceExample | None:
    made = batch(key.dtype, seed, where.batch, where.entries)
    return shrink(process_of(runtime, limits), made.call, made.X, where.entry, key.kind, indices=key.indices)


def _listings(runtime: str, limits: CallLimits) -> list[Listed]:
    return listings(process_of(runtime, limits))
