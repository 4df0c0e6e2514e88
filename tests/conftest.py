"""Which tests are begun first, when one that hangs is ended, and what is made once for all of them.

Those that take longest are begun first, so that no worker is left with one at the end.
"""

from __future__ import annotations

import faulthandler
import gc
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from typer import testing
from typer.main import get_command
from typer.testing import CliRunner

if TYPE_CHECKING:
    from xdist.scheduler import LoadFileScheduling

    from proofs.evidence.making.build import Built
    from proofs.reports.check import Report

HANGS = 3600
"""Seconds, far beyond what any test takes beside other work: what is to be found takes hours, or never ends."""


PACKAGES = ("tests/test_evidence.py", *(f"tests/test_evidence_{of}.py" for of in ("archive", "commands", "forgeries")))
"""Tests that evaluate a whole package: what the tool itself determines of one, a process finds once."""
ALONE = "tests/test_changing.py"
"""Each of its tests makes copies of the tool and decides all in them: nothing is made once for two."""

WHOLE, SAMPLE = "--whole", 10
"""Of cases that come by the dozen, each of them costly, the first and every tenth is tried, or with the option all.

What is marked `whole` takes a second of a processor or more. It is deselected, unless the option, a mark
(`-m whole`) or its own name asks for it. Of a test marked `tenth`, all cases but the first and every tenth are `whole`.
"""
EACH = "--each"
"""Where time is short: of those other cases, each so-many-th alone."""
COSTLY = {"browser", "measured_kit", "one_package", "site", "trials"}
"""Fixtures that take as long: Chromium, a kit with all that it kills, a package of MaxPool, the site, programs of C.

What asks for one of them is whole.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(WHOLE, action="store_true", help="Leave out no test, and no case of a `sampled` one.")
    parser.addoption(EACH, type=int, default=1, metavar="N", help="Of the `whole` cases of a `tenth` test, each N-th.")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """With `--dist loadfile`, the files that evaluate packages are given to one process, as if they were one.

    And the tests of one file to several, as if each had a file of its own.
    """
    from xdist.scheduler import LoadFileScheduling

    class OfPackagesAtOnce(LoadFileScheduling):  # type: ignore[misc]  # xdist says no types
        def _split_scope(self, nodeid: str) -> str:
            file = str(super()._split_scope(nodeid))
            return PACKAGES[0] if file in PACKAGES else nodeid if file == ALONE else file

    return OfPackagesAtOnce(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_itemcollected(item: pytest.Item) -> None:
    if not COSTLY.isdisjoint(getattr(item, "fixturenames", ())):
        item.add_marker("whole")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    beside = list(_beside_samples(items, "tenth"))
    for item in beside:
        item.add_marker("whole")
    passed_over = {item for at, item in enumerate(beside) if at % config.getoption(EACH)}
    config.hook.pytest_deselected(items=list(passed_over))
    items[:] = [item for item in items if item not in passed_over]
    if not config.getoption(WHOLE):
        left = set(_beside_samples(items, "sampled"))
        kept = [item for item in items if item not in left]
        if not _asks_for_some(config):
            kept = [item for item in kept if item.get_closest_marker("whole") is None]
        config.hook.pytest_deselected(items=list(set(items).difference(kept)))
        items[:] = kept
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    _look_through_less()


def pytest_report_header(config: pytest.Config) -> str | None:
    if config.getoption(WHOLE) or _asks_for_some(config):
        return None
    return "left out: what takes a second of a processor or more, and a browser; `make test-whole` runs that"


def _asks_for_some(config: pytest.Config) -> bool:
    return bool(config.option.markexpr) or any("::" in word for word in config.args)


def _look_through_less() -> None:
    """What has been collected stays to the end: Python's collector of cycles looks through new objects alone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def _beside_samples(items: list[pytest.Item], mark: str) -> Iterator[pytest.Item]:
    """Of each test with a mark, all cases but the first and every tenth."""
    seen: Counter[str] = Counter()
    for item in items:
        name = item.nodeid.partition("[")[0]
        if item.get_closest_marker(mark) is not None and seen[name] % SAMPLE != 0:
            yield item
        seen[name] += 1


# How long a draw takes tells of the machine, not of what is tested.
settings.register_profile(
    "the same each time", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("the same each time")
# `pytest --hypothesis-profile=default` draws other examples each time.


# The commands are the same in each of the many tests that run one: they are made of their functions once.
testing._get_command = cache(get_command)  # type: ignore[attr-defined]  # a name of its own, and no option


@pytest.fixture(scope="session")
def _caches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("caches")


@pytest.fixture(autouse=True)
def _remembers_nothing(_caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test meets verdicts of another, nor of a user."""
    monkeypatch.setenv("MAXPOOL_CACHE", str(_caches / uuid4().hex))


@pytest.fixture(autouse=True)
def _prints_what_its_schema_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command prints with `--json`, in whichever test, is as the schema says that users get of it."""
    invoke = CliRunner.invoke

    def held(runner: CliRunner, app: Any, args: Any = None, **options: Any) -> Any:
        ended = invoke(runner, app, args, **options)
        if "--json" in (args or ()) and ended.stdout:
            from tests.json_tools import problems

            assert problems(json.loads(ended.stdout)) == []
        return ended

    monkeypatch.setattr(CliRunner, "invoke", held)


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    """Ends the process, and says where it was."""
    faulthandler.dump_traceback_later(HANGS, exit=True, file=2)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path | None:
    """The folder that all processes of a run see; None where there is one process."""
    return None if worker_id == "master" else tmp_path_factory.getbasetemp().parent


# Most tests need no package, and nothing of what makes one.


@pytest.fixture(scope="session")
def one_report(shared: Path | None) -> Report:
    """A report in which everything is as expected, made once for all processes of a run."""
    from tests import evidence_tools

    return evidence_tools.report(shared)


@pytest.fixture(scope="session")
def one_package(shared: Path | None, request: pytest.FixtureRequest) -> Built:
    """An evidence package of one of each thing that can be given, made once for all processes of a run."""
    from tests import evidence_tools

    # Where another process makes the package, this one needs no report.
    return evidence_tools.one_package(shared, lambda: request.getfixturevalue("one_report"))
