"""`pytest spec/`: each obligation is decided once, in processes of their own, before the tests look at the verdicts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.run import decide_all
from proofs.engine.statement import Outcome


@pytest.fixture(scope="session")
def decisions(worker_id: str) -> Mapping[str, Outcome]:
    """The decisions of all obligations, by label. A worker beside others uses one process for them."""
    workers = None if worker_id == "master" else 1
    return {
        d.obligation.label: d for d in decide_all(CATALOGUE.obligations, workers=workers, further=CATALOGUE.further)
    }
