"""One call put to a runtime: the kinds of divergence it shows, by the fast twin as oracle."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reference.conformance.campaign.compare import differences, forms
from reference.conformance.cases.right import Right
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running.process import Process, ReplyStatus

TWICE = 4096
"""A call on so many elements at most is put again, after one on others, to see whether the bits are the same."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of a call: its kinds of divergence, or how it was refused. `outputs` are the runtime's.

    `wanted` are the oracle's; it is empty where the profile refuses the call, and `violation` is then the label of the
    clause. `unanswered` is REFUSED, RAISED or SLOW where there are no outputs, with the `reason`; which is given too
    where the process ended.
    """

    kinds: tuple[str, ...] = ()
    wanted: tuple[Array, ...] = ()
    outputs: tuple[Array, ...] = ()
    violation: str = ""
    unanswered: ReplyStatus | None = None
    reason: str = ""


Forms = tuple[Judgement, Judgement]
"""Y alone, and Y with Indices."""


def judge(process: Process, call: RuntimeCall, X: Array) -> Forms:
    """Put a call to a runtime in both forms, hold each answer against the oracle's, and one against the other."""
    right = Right(call, X)
    alone, beside = (judge_form(process, right, indices=indices) for indices in (False, True))
    if alone.outputs and beside.outputs and not right.violation:
        differ = forms(right, alone.outputs[0], beside.outputs[0])
        beside = replace(beside, kinds=(*beside.kinds, *differ))
    return alone, beside


def judge_form(process: Process, right: Right, *, indices: bool, twice: bool = True) -> Judgement:
    """Put a call to a runtime in one form, and hold its answer against the oracle's."""
    reply = process.ask(right.call, right.X, indices=indices, twice=twice and right.X.size <= TWICE)
    wanted = right.outputs if indices else right.outputs[:1]
    judged = Judgement(wanted=wanted, violation=right.violation, reason=reply.reason)
    if reply.status in (ReplyStatus.REFUSED, ReplyStatus.RAISED, ReplyStatus.SLOW):
        return replace(judged, unanswered=reply.status)
    if reply.status is not ReplyStatus.DONE:
        return replace(judged, kinds=(reply.status.value,))
    found = ("accepts",) if right.violation else differences(right, reply.outputs, indices=indices)
    return replace(judged, kinds=(*reply.seen, *found), outputs=reply.outputs)
