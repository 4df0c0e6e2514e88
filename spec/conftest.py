"""`pytest spec/`: each obligation is decided once, in processes of their own, before the tests look at the verdicts.

What an earlier run of this very tool has decided, as expected, is not decided again, unless with `--fresh`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from proofs.catalogue import catalogue_of
from proofs.engine.statement import Outcome
from proofs.reports.remembered import Memory, decide_remembering
from proofs.solvers.answers import DEFAULT_LIMITS
from proofs.solvers.solvers import SOLVERS

Decisions = Callable[[str], Mapping[str, Outcome]]
FRESH = "--fresh"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(FRESH, action="store_true", help="Decide all obligations again, as `maxpool check --fresh` does.")


def pytest_report_header(config: pytest.Config) -> str | None:
    if config.getoption(FRESH):
        return None
    return f"obligations: verdicts of earlier runs of this very tool are taken; {FRESH} decides all again"


@pytest.fixture(scope="session")
def decisions(worker_id: str, pytestconfig: pytest.Config) -> Decisions:
    """The decisions of an operator's obligations, by label. A worker beside others uses one process for them."""

    @cache
    def of(operator: str) -> Mapping[str, Outcome]:
        catalogue = catalogue_of(operator)
        obligations = {o.label: o for o in catalogue.obligations}
        memory = Memory(catalogue, DEFAULT_LIMITS, tuple(SOLVERS), fresh=pytestconfig.getoption(FRESH))
        found = decide_remembering(
            memory,
            obligations,
            obligations.__getitem__,
            done=lambda _: None,
            workers=None if worker_id == "master" else 1,
            further=catalogue.further,
        )
        return {d.obligation.label: d for d in found}

    return of
