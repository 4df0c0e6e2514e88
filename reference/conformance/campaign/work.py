"""One piece of a campaign, to be run in any process or machine: some batches of one type, put to one runtime."""

from __future__ import annotations

import atexit
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reference.conformance.campaign.compare import DivergentEntries
from reference.conformance.campaign.judge import Judgement, Wanted, judge, oracle
from reference.conformance.campaign.kinds import CRASHES
from reference.conformance.campaign.tally import CONFORMS, UNSUPPORTED, Key, Tally, Where
from reference.conformance.cases.cases import Batch, batch, count, entries_of
from reference.runtimes.running.process import DEFAULT_LIMITS, CallLimits, Process

BATCHES_IN_PIECE = 16
TWICE_EVERY = 8
"""One batch in so many is run twice, to see whether the bits are the same."""
SINGLE_EVERY, SINGLES = 4, 2
"""Of one batch in so many, so many planes are run alone too, as cases of their own."""
ALONE = 3
"""After so many crashes of entries that are run alone, the rest of a batch is taken to crash too."""
SHOWN = 160
"""A reason of a refusal is kept up to so many characters."""


@dataclass(frozen=True, slots=True)
class CampaignPiece:
    """Some batches, both forms: Y alone and Y with Indices. `cases` are those of the campaign, for this type."""

    runtime: str
    dtype: str
    seed: int
    cases: int
    first: int
    limits: CallLimits = DEFAULT_LIMITS

    @property
    def numbers(self) -> range:
        """The numbers of the batches."""
        return range(self.first, min(self.first + BATCHES_IN_PIECE, count(self.cases)))

    @property
    def name(self) -> str:
        """What the piece is called in the journal."""
        return f"{self.runtime} {self.dtype} {self.first}"


def pieces(runtime: str, dtypes: Sequence[str], seed: int, cases: int, limits: CallLimits) -> list[CampaignPiece]:
    """A runtime's share of a campaign."""
    starts = range(0, count(cases), BATCHES_IN_PIECE)
    return [CampaignPiece(runtime, dtype, seed, cases, first, limits) for dtype in dtypes for first in starts]


_PROCESSES: dict[tuple[str, CallLimits], Process] = {}


def process_of(runtime: str, limits: CallLimits) -> Process:
    """The runtime's process that belongs to this one: it is kept, with all that it has loaded."""
    if (runtime, limits) not in _PROCESSES:
        _PROCESSES[runtime, limits] = Process(runtime, limits)
        atexit.register(_PROCESSES[runtime, limits].close)
    return _PROCESSES[runtime, limits]


def run(piece: CampaignPiece) -> Tally:
    """What comes of a piece."""
    tally, process = Tally(), process_of(piece.runtime, piece.limits)
    for number in piece.numbers:
        entries = entries_of(piece.cases, number)
        made = batch(piece.dtype, piece.seed, number, entries)
        wanted = oracle(made.call, made.X)
        if wanted[1] != made.outside:
            raise AssertionError(f"batch {number} breaks {wanted[1]!r}, and was made to break {made.outside!r}")
        for indices in (False, True):
            twice = number % TWICE_EVERY == 0
            judged = judge(process, made.call, made.X, wanted, indices=indices, twice=twice)
            if set(judged.kinds) & set(CRASHES):
                judged = _one_by_one(process, made, wanted, judged, indices=indices)
            _count(tally, made, judged, entries, indices=indices)
            if number % SINGLE_EVERY == 0:
                _singly(tally, process, made, entries, indices=indices)
    return tally


def _singly(tally: Tally, process: Process, made: Batch, entries: int, *, indices: bool) -> None:
    """Some planes of a batch as calls of their own: a runtime may treat one batch and one channel apart."""
    for i in range(min(SINGLES, len(made.X), made.X.size)):
        X = made.X[i : i + 1, :1]
        call = replace(made.call, shape=X.shape)
        judged = judge(process, call, X, oracle(call, X), indices=indices)
        found = tuple(DivergentEntries(d.kind, (i,)) for d in judged.differences)
        _count(tally, made, replace(judged, differences=found), entries, indices=indices, single=i)


def _one_by_one(process: Process, made: Batch, wanted: Wanted, together: Judgement, *, indices: bool) -> Judgement:
    """Which entries end the process: each is run alone. If none does, it is the batch as a whole."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    crashes = 0
    for i in range(len(made.X)):
        if crashes == ALONE:
            found[together.kinds[0]] += range(i, len(made.X))
            break
        X = made.X[i : i + 1]
        call = replace(made.call, shape=X.shape)
        judged = judge(process, call, X, oracle(call, X), indices=indices)
        crashes += bool(set(judged.kinds) & set(CRASHES))
        for kind in judged.kinds:
            found[kind].append(i)
    if crashes == 0:
        return together
    differences = tuple(DivergentEntries(kind, tuple(entries)) for kind, entries in found.items())
    return Judgement(differences, violation=wanted[1], reason=together.reason)


def _count(
    tally: Tally, made: Batch, judged: Judgement, entries: int, *, indices: bool, single: int | None = None
) -> None:
    """Add a batch to a tally, or a single entry of it."""
    counted = range(max(1, len(made.X))) if single is None else (single,)
    size = len(counted)
    tally.cases += size
    kinds_of: defaultdict[int, list[str]] = defaultdict(list)
    for difference in judged.differences:
        key = Key(difference.kind, made.call.dtype, indices, made.outside)
        tally.found(key, len(difference.entries), Where(made.number, difference.entries[0], entries))
        for i in difference.entries:
            kinds_of[i].append(difference.kind)
    if judged.unsupported:
        tally.unsupported += size
        tally.reasons[judged.unsupported[:SHOWN]] += size
    else:
        tally.conforming += size - len(kinds_of)
    tally.crashes += sum(bool(set(kinds) & set(CRASHES)) for kinds in kinds_of.values())
    otherwise = [UNSUPPORTED] if judged.unsupported else [CONFORMS]
    for i in counted:
        names = (*made.classes, made.values[i]) if i < len(made.values) else made.classes
        for outcome in kinds_of.get(i, otherwise):
            for name in names:
                tally.cells[name, made.outside, outcome] += 1
