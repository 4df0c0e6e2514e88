"""A plugin of pytest: which labels a test verifies, as properties of its case in JUnit XML.

`@pytest.mark.verifies("strides.positive")` names labels. `@pytest.mark.verifies(parameter="label")` says that the label
is the value of one of the test's parameters; or is the value's label, where that is an obligation or a worked example.
Nothing else says so: a test that is given a clause or an obligation may only read it, and reading verifies nothing.

The suite gets a property too: the state of the tool that its tests were run with; so does coverage's report in JSON.

`--change-clause LABEL=N` puts the N-th mutant in a clause's place before any test is read: a test that says it
verifies the clause must fail then. `maxpool evidence links --tests` asks that of all of them.

This is loaded before all else, and so it imports nothing of the project until it must: what measures coverage begins
later.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

PROPERTY, TOOL = "verifies", "tool"
MEASURED = pytest.StashKey[tuple[Path, int, str]]()
"""Where coverage's report in JSON goes, when it was last written before, and the state of the tool that is measured."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options that change a clause, and that run what verifies one."""
    parser.addoption("--change-clause", metavar="LABEL=N", help="put the N-th mutant in a clause's place")
    parser.addoption(
        "--only-verifying",
        metavar="LABEL",
        action="append",
        help="run only the tests that say they verify a label; repeatable, for one of several",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Change a clause if that is wanted, before any file of tests, or what it imports, reads the operator."""
    if change := early_config.known_args_namespace.change_clause:
        label, _, number = change.rpartition("=")
        change_clause(label, int(number))


@pytest.hookimpl(trylast=True)  # after what makes the report
def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark, and name the tool; where a clause is changed, spend no time on smaller examples."""
    config.addinivalue_line("markers", "verifies(*labels, parameter=...): the labels that a test verifies")
    name_tool(config)
    remember_report(config)
    if config.getoption("--change-clause") and config.pluginmanager.hasplugin("hypothesispytest"):
        fail_soon()


def name_tool(config: pytest.Config) -> None:
    """Name the state of the tool in the JUnit file, if one is written; pytest's own fixture does not under xdist."""
    from _pytest.junitxml import xml_key

    if (report := config.stash.get(xml_key, None)) is not None:
        from reference.common.identity import state

        report.add_global_property(TOOL, state())


def remember_report(config: pytest.Config) -> None:
    """Note for the end which report in JSON is asked of pytest-cov, by the process that will write it."""
    reports = getattr(config.option, "cov_report", None)
    if isinstance(reports, dict) and reports.get("json") and not hasattr(config, "workerinput"):
        from reference.common.identity import state

        path = Path(reports["json"])
        config.stash[MEASURED] = path, written_at(path), state()


def written_at(path: Path) -> int:
    """When a file was last written; 0 where there is none."""
    return path.stat().st_mtime_ns if path.exists() else 0


def pytest_unconfigure(config: pytest.Config) -> None:
    """Name the tool in the report, if this run has written it: pytest-cov has ended by now."""
    path, before, tool = config.stash.get(MEASURED, (Path(), 0, ""))
    if tool and written_at(path) > before:
        path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), TOOL: tool}), encoding="utf-8")


def fail_soon() -> None:
    """Let Hypothesis look for no smaller example where one fails: that may take minutes, and that it fails is all."""
    from hypothesis import Phase, settings

    settings.register_profile("changed", phases=(Phase.explicit, Phase.generate), report_multiple_bugs=False)
    settings.load_profile("changed")


def change_clause(label: str, number: int) -> None:
    """Put a mutant in a clause's place before anything reads the operator. Raises UsageError where that is too late.

    The operator is a value: another one is bound to the name from which every module takes it.
    """
    import sys

    from proofs.mutation.mutants import mutants
    from spec.maxpool import operator as module

    early = {module.__name__, __name__}
    read = [name for name, m in sys.modules.items() if name not in early and vars(m).get("MAXPOOL") is module.MAXPOOL]
    if read:
        raise pytest.UsageError(f"--change-clause: {', '.join(sorted(read))} has read the operator before")
    module.MAXPOOL = module.MAXPOOL.changed(label, mutants(module.MAXPOOL[label].formula)[number])


def labels_of(item: pytest.Item) -> Iterator[str]:
    """The labels that a test verifies."""
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    for mark in item.iter_markers(PROPERTY):
        yield from map(str, mark.args)
        if "parameter" in mark.kwargs:
            value = parameters[mark.kwargs["parameter"]]
            yield str(getattr(value, "label", value))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each test its properties, and leave out those that are not wanted."""
    for item in items:
        item.user_properties += [(PROPERTY, label) for label in dict.fromkeys(labels_of(item))]
    if labels := config.getoption("--only-verifying"):
        wanted = {(PROPERTY, label) for label in labels}
        config.hook.pytest_deselected(items=[item for item in items if wanted.isdisjoint(item.user_properties)])
        items[:] = [item for item in items if not wanted.isdisjoint(item.user_properties)]
