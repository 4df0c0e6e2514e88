"""`pytest spec/`: each obligation is decided once, in processes of their own, before the tests look at the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from proofs.catalogue import catalogue_of
from proofs.engine.run import decide_all
from proofs.engine.statement import Outcome

Decisions = Callable[[str], Mapping[str, Outcome]]


@pytest.fixture(scope="session")
def decisions(worker_id: str) -> Decisions:
    """The decisions of an operator's obligations, by label. A worker beside others uses one process for them."""

    @cache
    def of(operator: str) -> Mapping[str, Outcome]:
        catalogue = catalogue_of(operator)
        workers = None if worker_id == "master" else 1
        found = decide_all(catalogue.obligations, workers=workers, further=catalogue.further)
        return {d.obligation.label: d for d in found}

    return of
