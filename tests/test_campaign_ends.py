"""A runtime whose processes end is not asked for ever; what ends it outside the profile hides nothing within."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from reference.conformance.campaign import campaign as campaigns
from reference.conformance.campaign import work
from reference.conformance.campaign.campaign import conform, versions
from tests.test_campaign import as_found, campaign, cases, result

__all__ = ["as_found"]


@pytest.mark.whole
@pytest.mark.usefixtures("as_found")
def test_a_runtime_that_always_ends_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MOST_IN_PIECE", 4)
    monkeypatch.setattr("reference.conformance.campaign.campaign.MOST_IN_ALL", 12)
    found = result(campaign("BROKEN", 3000))
    assert sum(found.tally.kinds[key][0] for key in found.tally.kinds if not key.outside) <= 12 + 2 * 4
    assert found.tally.cases + found.tally.left_out == 2 * 3000
    assert not found.is_as_specified


@pytest.mark.usefixtures("as_found")
def test_a_runtime_that_ends_on_illegal_calls_is_asked_the_legal_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """After two that break a clause no other is put, in later pieces either; nothing else is left out."""
    monkeypatch.setattr(work, "CASES_IN_PIECE", 200)
    monkeypatch.setattr(work, "MOST_IN_PIECE", 4)
    monkeypatch.setattr(campaigns, "MOST_IN_ALL", 4)
    wanted = campaign("BROKEN_OUTSIDE", 2000)
    with ThreadPoolExecutor(1) as pool:
        (found,) = conform(wanted, versions(wanted), pool, lambda done: None, at_once=1)
    assert {key.kind for key in found.tally.kinds} == {"crash"}
    ended = Counter[str]()
    for key, (count, _) in found.tally.kinds.items():
        ended[key.outside] += count
    assert "" not in ended
    assert max(ended.values()) <= work.MOST_OUTSIDE
    outside = sum(2 for made in cases("float32", 2000) if made.outside)
    assert found.tally.left_out == outside - ended.total()
    assert found.tally.conforming + outside == found.tally.cases + found.tally.left_out


@pytest.mark.usefixtures("as_found")
def test_what_may_be_of_no_use_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of a pool that has to be told to leave its piece is started anew, for every piece."""
    monkeypatch.setattr(work, "MOST_IN_PIECE", 1)
    monkeypatch.setattr(campaigns, "MOST_IN_ALL", 1)
    wanted, handed = campaign("BROKEN", 3000), list[object]()
    with ThreadPoolExecutor(1) as pool:
        submit = pool.submit

        def recorded(*task: Any) -> Any:
            handed.append(task[0])
            return submit(*task)

        monkeypatch.setattr(pool, "submit", recorded)
        conform(wanted, versions(wanted), pool, lambda done: None, at_once=1)
    assert len(wanted.pieces) > 1
    assert handed.count(work.run) == 1
