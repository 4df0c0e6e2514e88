"""The campaign measured: bugs that are planted, one in each runtime, are found at the default number of cases."""

from __future__ import annotations

import pytest

from reference.conformance.campaign.campaign import Campaign
from reference.conformance.campaign.tally import Tally
from reference.conformance.campaign.work import process_of, run
from reference.runtimes.running.process import CallLimits
from tests.planted import PLANTED, Planted

LIMITS = CallLimits(seconds=60, megabytes=1024)


def first_divergence(planted: Planted) -> str:
    """The kind of the first divergence in the profile that the default campaign finds, piece by piece; "" for none."""
    campaign = Campaign((f"tests.planted:{planted.name}",), dtypes=(planted.dtype,), limits=LIMITS)
    for piece in campaign.pieces:
        tally: Tally = run(piece)
        found = sorted(key.kind for key in tally.kinds if not key.outside)
        if found:
            return found[0]
    return ""


@pytest.mark.whole
@pytest.mark.sampled
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_bug_is_found(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    # The same cases, one after the other, in smaller pieces: it is over soon after the first divergence.
    monkeypatch.setattr("reference.conformance.campaign.work.CASES_IN_PIECE", 32)
    try:
        assert first_divergence(planted)
    finally:
        process_of(f"tests.planted:{planted.name}", LIMITS).close()


def test_there_are_many_bugs_and_each_is_another() -> None:
    assert len(PLANTED) >= 40
    assert len({planted.name for planted in PLANTED}) == len(PLANTED)
