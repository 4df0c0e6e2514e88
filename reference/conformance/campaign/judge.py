"""One batch put to a runtime: the kinds of divergence it shows, by the fast twin as oracle."""

from __future__ import annotations

from dataclasses import dataclass

from reference.conformance.campaign.compare import DivergentEntries, differences
from reference.fast import twin as fast
from reference.maxpool import TooMuchWork
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running.process import Process, ReplyStatus
from spec.operator.operator import Violation


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of a batch: divergences, or why it is unsupported. `outputs` are the runtime's, `wanted` the oracle's.

    `wanted` is empty where the profile refuses the call; `violation` is then the label of the clause.
    """

    differences: tuple[DivergentEntries, ...] = ()
    unsupported: str = ""
    wanted: tuple[Array, ...] = ()
    outputs: tuple[Array, ...] = ()
    violation: str = ""
    reason: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of divergence."""
        return tuple(d.kind for d in self.differences)


Wanted = tuple[tuple[Array, ...], str]


def oracle(call: RuntimeCall, X: Array) -> Wanted:
    """(Y, Indices) and "", or nothing and the label of the clause that the call breaks."""
    try:
        return fast.maxpool(X, **call.attributes), ""
    except (Violation, TooMuchWork) as violation:
        return (), violation.label


def judge(
    process: Process, call: RuntimeCall, X: Array, wanted: Wanted, *, indices: bool, twice: bool = False
) -> Judgement:
    """Put a call to a runtime, and hold its answer against the oracle's."""
    reply = process.ask(call, X, indices=indices, twice=twice)
    outputs, violation = wanted
    outputs = outputs if indices else outputs[:1]
    everything = tuple(range(max(1, len(X))))
    if reply.status is ReplyStatus.REFUSED:
        return Judgement(unsupported=reply.reason, wanted=outputs, violation=violation)
    if reply.status is not ReplyStatus.DONE:
        ended = (DivergentEntries(reply.status.value, everything),)
        return Judgement(ended, wanted=outputs, violation=violation, reason=reply.reason)
    unstable = () if reply.stable else (DivergentEntries("non-determinism", everything),)
    found = (DivergentEntries("accepts", everything),) if violation else differences(call, X, outputs, reply.outputs)
    return Judgement((*unstable, *found), wanted=outputs, outputs=reply.outputs, violation=violation)
