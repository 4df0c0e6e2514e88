"""A whole campaign: the pieces spread over processes, what they found added up, and each divergence made small."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf
from pathlib import Path
from time import monotonic

from reference.conformance.campaign import DEFAULT_CASES
from reference.conformance.campaign.journal import Journal
from reference.conformance.campaign.kinds import CRASHES, KINDS
from reference.conformance.campaign.listings import Listed, listings
from reference.conformance.campaign.shrink import Asked, DivergenceExample, first_part, shrink, unasked
from reference.conformance.campaign.tally import Key, Tally, Where, total
from reference.conformance.campaign.work import (
    MOST_IN_ALL,
    MOST_OUTSIDE,
    CampaignPiece,
    pieces,
    process_of,
    run,
    weight,
)
from reference.conformance.cases.cases import DrawnCases
from reference.conformance.cases.given import KitCases
from reference.conformance.cases.source import CaseSource
from reference.conformance.cases.values import DTYPES
from reference.runtimes.running.process import DEFAULT_LIMITS, CallLimits, Process

HISTORY = 64
"""So many cases before one that shows nothing when it is put alone may be needed for it to show."""
OF_CASES = 2 / 3
"""The part of a runtime's time in which its cases are put; in what is left, its divergences are made small."""
LEAST_SECONDS = 0.5
"""So long each may take at least."""
HANGS_AFTER = 2.0
"""Seconds for a part of a call that hangs: it hangs too if it does not end by then, at the pace of smaller parts."""
AS_FOUND = 2**14
"""Where an example costs much, it stays as it was found if X has so many elements at most."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is to be run: cases of a seed, so many of each type, or those of a kit.

    A runtime is a name, `module:object`, or `NAME@PYTHON` for one of another Python. `budget`: seconds for each.
    """

    runtimes: tuple[str, ...]
    cases: int = DEFAULT_CASES
    seed: int = 0
    dtypes: tuple[str, ...] = DTYPES
    limits: CallLimits = DEFAULT_LIMITS
    kit: KitCases | None = None
    budget: float = inf

    @property
    def source(self) -> CaseSource:
        """Where the cases come from."""
        return DrawnCases(self.seed, self.cases) if self.kit is None else self.kit

    @property
    def pieces(self) -> list[CampaignPiece]:
        """All pieces."""
        return [piece for runtime in self.runtimes for piece in self.pieces_of(runtime)]

    def pieces_of(self, runtime: str) -> list[CampaignPiece]:
        """A runtime's share."""
        dtypes = self.dtypes if self.kit is None else tuple(self.kit.by_type)
        return pieces(runtime, dtypes, self.source, self.limits)


@dataclass(frozen=True, slots=True)
class Divergence:
    """A class of divergence: how many cases show it, and the smallest that was found; None if it did not come again.

    `case` is the first of a kit's cases that shows it.
    """

    key: Key
    count: int
    example: DivergenceExample | None
    case: str = ""


@dataclass(frozen=True, slots=True)
class RuntimeResult:
    """What came of a runtime."""

    runtime: str
    name: str
    version: str
    tally: Tally
    divergences: tuple[Divergence, ...]
    listed: tuple[Listed, ...] = ()

    @property
    def is_as_specified(self) -> bool:
        """Something was compared, nothing left out, too slow or not tried, and nothing diverges in the profile."""
        return (
            self.tally.compared > 0
            and self.tally.left_out == 0
            and self.tally.untried == 0
            and self.tally.slow == 0
            and all(divergence.key.outside for divergence in self.divergences)
        )


def versions(campaign: Campaign) -> dict[str, tuple[str, str]]:
    """Name and version of each runtime. Raises reference.runtimes.running.catalogue.NoRuntime if one does not start."""
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
    at_once: int | None = None,
) -> list[RuntimeResult]:
    """Run a campaign; `known` are the `versions`. `done` is called with the number of pieces that were finished.

    `at_once`: so many pieces are handed to the pool at most, where it cannot take back what it was handed at no cost.
    """
    about = {"seed": campaign.seed, "cases": campaign.cases, "dtypes": list(campaign.dtypes)}
    if campaign.kit is not None:
        about = {"kit": campaign.kit.digest}
    about["runtimes"] = [[runtime, *known[runtime]] for runtime in campaign.runtimes]
    with Journal(journal, about, resume=resume) as kept:
        done(len(kept.done))
        running = _run_pieces(campaign, pool, done, kept, at_once)
        begun = [_begun(campaign, runtime, known[runtime], kept.done, running, pool) for runtime in campaign.runtimes]
        return [result() for result in begun]


@dataclass(slots=True)
class Running:
    """Pieces that are run, so many at once; what ended the processes of each runtime, by weight; when each began."""

    at_once: int
    budget: float
    pieces: dict[Future[Tally], CampaignPiece] = field(default_factory=dict)
    weights: Counter[tuple[str, str]] = field(default_factory=Counter)
    began: dict[str, float] = field(default_factory=dict)
    ended: dict[str, float] = field(default_factory=dict)

    def count(self, runtime: str, tally: Tally) -> None:
        """Count what a piece found; a runtime whose processes end too often is not asked any more."""
        for key, (count, _) in tally.kinds.items():
            self.weights[runtime, key.outside] += weight([key.kind]) * count
        if self.is_over(runtime):
            for future, piece in self.pieces.items():
                if piece.runtime == runtime:
                    future.cancel()

    def is_over(self, runtime: str) -> bool:
        """The processes of a runtime ended too often, on calls in the profile."""
        return self.weights[runtime, ""] >= MOST_IN_ALL

    def leaves_out(self, runtime: str) -> frozenset[str]:
        """The clauses of which no more calls that break them are put to a runtime, for its processes ended on some."""
        ended = ((of, label) for (of, label), count in self.weights.items() if count >= MOST_OUTSIDE)
        return frozenset(label for of, label in ended if of == runtime and label)

    def seconds_left(self, runtime: str) -> float:
        """What is left of a runtime's time for cases, which begins when the first is handed out."""
        return OF_CASES * self.budget - (monotonic() - self.began.setdefault(runtime, monotonic()))

    def goes_on(self, runtime: str) -> bool:
        """More of a runtime's pieces are to be run."""
        return not self.is_over(runtime) and self.seconds_left(runtime) > 0

    def seconds_each(self, runtime: str, count: int) -> float:
        """The share of each of so many divergences in what is left of a runtime's time."""
        spent = self.ended.get(runtime, 0) - self.began.get(runtime, 0)
        return max(LEAST_SECONDS, (self.budget - spent) * self.at_once / max(1, count))


def _run_pieces(
    campaign: Campaign, pool: Executor, done: Callable[[object], None], kept: Journal, at_once: int | None
) -> Running:
    """Run all pieces that are not in the journal yet, and write each into it that is tried to its end."""
    running = Running(at_once or 1, campaign.budget)
    for piece in campaign.pieces:
        if piece.name in kept.done:
            running.count(piece.runtime, kept.done[piece.name])
    every = [piece for piece in campaign.pieces if piece.name not in kept.done]
    left = (piece for piece in every if running.goes_on(piece.runtime))
    while True:
        free = len(every) if at_once is None else at_once - len(running.pieces)
        for piece in islice(left, free):
            seconds, outside = running.seconds_left(piece.runtime), running.leaves_out(piece.runtime)
            running.pieces[pool.submit(run, piece, seconds, outside)] = piece
        if not running.pieces:
            return running
        for future in wait(running.pieces, return_when=FIRST_COMPLETED).done:
            piece = running.pieces.pop(future)
            if not future.cancelled():
                tally = future.result()
                kept.add(piece.name, tally, write=not tally.untried)
                running.count(piece.runtime, tally)
            running.ended[piece.runtime] = monotonic()
            done(1)


def _begun(
    campaign: Campaign,
    runtime: str,
    known: tuple[str, str],
    tallies: dict[str, Tally],
    running: Running,
    pool: Executor,
) -> Callable[[], RuntimeResult]:
    """The sum of a runtime's pieces; its divergences are made small where pieces are run, and waited for at the call.

    So nothing that works waits for the last divergence of another runtime.
    """
    mine = campaign.pieces_of(runtime)
    tally = total(tallies[piece.name] for piece in mine if piece.name in tallies)
    cut = [piece for piece in mine if piece.name not in tallies]
    not_put, is_over = sum(2 * len(piece.numbers) for piece in cut), running.is_over(runtime)
    tally.left_out += not_put if is_over else 0
    tally.untried += 0 if is_over else not_put
    seconds = running.seconds_each(runtime, len(tally.kinds))
    listed = None if is_over or campaign.kit is not None else pool.submit(_listings, runtime, campaign.limits)
    found = []
    for key, (count, where) in sorted(tally.kinds.items()):
        source = campaign.source.of(key.dtype)
        name = source.case(key.dtype, where.number).name if campaign.kit is not None else ""
        example = pool.submit(_example, runtime, campaign.limits, key, source, where, is_over, seconds)
        found.append((key, count, example, name))

    def result() -> RuntimeResult:
        divergences = tuple(Divergence(key, count, example.result(), name) for key, count, example, name in found)
        return RuntimeResult(runtime, *known, tally, divergences, tuple(listed.result()) if listed else ())

    return result


def _example(
    runtime: str, limits: CallLimits, key: Key, source: CaseSource, where: Where, is_over: bool, seconds: float
) -> DivergenceExample | None:
    def asked(number: int) -> Asked:
        made = source.case(key.dtype, number)
        return made.call, made.X

    call, X = asked(where.number)
    if where.entry >= 0:
        X = X[where.entry : where.entry + 1]
    # What hangs would have to be waited for again and again; so would a process that always has to be started anew.
    if key.kind == "hang" or (is_over and key.kind in CRASHES):
        if X.size > AS_FOUND:
            # In a process that has just started: its first call has the time that loading libraries takes.
            short = replace(limits, seconds=min(limits.seconds, HANGS_AFTER))
            with closing(Process(runtime, short)) as process:
                if found := first_part(process, (call, X), key.kind, indices=key.indices):
                    return found
        return unasked((call, X), key.kind, KINDS[key.kind].says, indices=key.indices)
    before = tuple(asked(number) for number in range(max(0, where.number - HISTORY), where.number))
    return shrink(process_of(runtime, limits), (call, X), key.kind, indices=key.indices, before=before, seconds=seconds)


def _listings(runtime: str, limits: CallLimits) -> list[Listed]:
    return listings(process_of(runtime, limits))
