"""One piece of a campaign, to be run in any process or machine: some cases of one type, put to one runtime."""

from __future__ import annotations

import atexit
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic

from reference.conformance.campaign.judge import Judgement, judge
from reference.conformance.campaign.kinds import CRASHES
from reference.conformance.campaign.tally import CONFORMS, RAISED, REFUSED, SLOW, UNSUPPORTED, Key, Tally, Where
from reference.conformance.cases.cases import Case
from reference.conformance.cases.source import CaseSource
from reference.runtimes.running.process import DEFAULT_LIMITS, CallLimits, Process, ReplyStatus

CASES_IN_PIECE = 512
WEIGHTS = {"crash": 1, "memory": 1, "hang": 16}
"""What a case that ends the process costs, beside another."""
MOST_IN_PIECE, MOST_IN_ALL = 16, 48
"""By weight: the rest of a piece is left out after so many, and the rest of a runtime's pieces."""
MOST_OUTSIDE = 2
"""After so many that break one clause, others that break it are left out, of the same piece and of all later ones."""


@dataclass(frozen=True, slots=True)
class CampaignPiece:
    """Some cases, both forms: Y alone and Y with Indices. `source` has those of the campaign, for this type."""

    runtime: str
    dtype: str
    source: CaseSource
    first: int
    limits: CallLimits = DEFAULT_LIMITS

    @property
    def numbers(self) -> range:
        """The numbers of the cases."""
        return range(self.first, min(self.first + CASES_IN_PIECE, self.source.count(self.dtype)))

    @property
    def name(self) -> str:
        """What the piece is called in the journal."""
        return f"{self.runtime} {self.dtype} {self.first}"


def pieces(runtime: str, dtypes: Sequence[str], source: CaseSource, limits: CallLimits) -> list[CampaignPiece]:
    """A runtime's share of a campaign. The types take turns, so that one that is cut short has seen them all."""
    starts = range(0, max(map(source.count, dtypes), default=0), CASES_IN_PIECE)
    among = ((first, dtype) for first in starts for dtype in dtypes if first < source.count(dtype))
    return [CampaignPiece(runtime, dtype, source.of(dtype), first, limits) for first, dtype in among]


_PROCESSES: dict[tuple[str, CallLimits], Process] = {}


def process_of(runtime: str, limits: CallLimits) -> Process:
    """The runtime's process that belongs to this one: it is kept, with all that it has loaded."""
    if (runtime, limits) not in _PROCESSES:
        _PROCESSES[runtime, limits] = Process(runtime, limits)
        atexit.register(_PROCESSES[runtime, limits].close)
    return _PROCESSES[runtime, limits]


@dataclass(slots=True)
class Breaker:
    """What ended the process in a piece, by the clause that is broken ("" for none), and whether to go on."""

    weights: Counter[str] = field(default_factory=Counter)
    outside: frozenset[str] = frozenset()
    """Clauses of which other pieces found that calls that break them end the process."""

    def count(self, judged: Judgement) -> None:
        """Count what came of a call."""
        self.weights[judged.violation] += weight(judged.kinds)

    @property
    def is_open(self) -> bool:
        """No more cases are to be put: too many in the profile ended the process."""
        return self.weights[""] >= MOST_IN_PIECE

    def leaves_out(self, outside: str) -> bool:
        """No more cases that break this clause are to be put."""
        return bool(outside) and (outside in self.outside or self.weights[outside] >= MOST_OUTSIDE)


def weight(kinds: Sequence[str]) -> int:
    """What a case with such kinds of divergence costs."""
    return max((WEIGHTS.get(kind, 0) for kind in kinds), default=0)


def run(piece: CampaignPiece, seconds: float = inf, outside: frozenset[str] = frozenset()) -> Tally:
    """What comes of a piece. After so many seconds, no more of its cases are put: they are `untried`.

    Cases that break one of the clauses `outside` are not put either: they are `left_out`.
    """
    last = monotonic() + seconds
    tally, process, breaker = Tally(), process_of(piece.runtime, piece.limits), Breaker(outside=outside)
    for number in piece.numbers:
        if breaker.is_open:
            tally.left_out += 2 * (piece.numbers.stop - number)
            break
        if monotonic() > last:
            tally.untried += 2 * (piece.numbers.stop - number)
            break
        made = piece.source.case(piece.dtype, number)
        if breaker.leaves_out(made.outside):
            tally.left_out += 2
        else:
            _put(tally, process, breaker, made)
    return tally


def _put(tally: Tally, process: Process, breaker: Breaker, made: Case) -> None:
    """Put a case. Where one with several entries along N is not answered, each entry is put alone too."""
    judged = judge(process, made.call, made.X)
    if judged[0].violation != made.outside:
        raise AssertionError(f"case {made.number} breaks {judged[0].violation!r}, not {made.outside!r}")
    _count_both(tally, breaker, made, judged, Where(made.number))
    if len(made.X) > 1 and any(j.unanswered for j in judged):
        for i in range(len(made.X)):
            X = made.X[i : i + 1]
            call = replace(made.call, shape=X.shape)
            _count_both(tally, breaker, made, judge(process, call, X), Where(made.number, i))


def _count_both(tally: Tally, breaker: Breaker, made: Case, judged: Sequence[Judgement], where: Where) -> None:
    for indices, one in enumerate(judged):
        breaker.count(one)
        _count(tally, made, one, where, indices=bool(indices))


def _count(tally: Tally, made: Case, judged: Judgement, where: Where, *, indices: bool) -> None:
    """Add a call to a tally."""
    tally.cases += 1
    for kind in judged.kinds:
        tally.found(Key(kind, made.call.dtype, indices, made.outside), 1, where)
    tally.crashes += bool(set(judged.kinds) & set(CRASHES))
    tally.compared += bool(judged.outputs) and not judged.violation
    outcome = "" if judged.kinds else _outcome(judged)
    tally.conforming += outcome == CONFORMS
    tally.unsupported += outcome == UNSUPPORTED
    tally.exceptions += outcome == RAISED
    tally.refused += outcome == REFUSED
    tally.slow += outcome == SLOW
    if judged.unanswered:
        tally.said(outcome, judged.reason)
    for result in judged.kinds or (outcome,):
        for name in (*made.classes, *made.values):
            tally.cells[name, made.outside, result] += 1


def _outcome(judged: Judgement) -> str:
    if judged.unanswered is ReplyStatus.RAISED:
        return RAISED
    if judged.unanswered is ReplyStatus.SLOW:
        return SLOW
    if judged.unanswered:
        return REFUSED if judged.violation else UNSUPPORTED
    return CONFORMS
