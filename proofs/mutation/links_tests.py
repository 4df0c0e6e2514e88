"""Whether tests fail when the clause is changed that they say they verify: pytest is run on a changed specification.

Each clause is changed by some mutants, one after the other: by a few in any case, then until each of its tests has
failed at one that is not the clause's bare negation.
A test holds its link by failing, or by ending in an error, where it passed without a change. Nothing else counts: not a
file that cannot be read any more after the change, for which no test of it ran; nor a run that does not end in time.
Such a mutant is passed over, and the next one is tried. Of a test that is skipped without a change nothing is said.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from proofs.mutation import junit
from proofs.mutation.common.link_trial import LinkJson, LinkTrial
from proofs.mutation.mutants import mutants
from reference.common.errors import CannotRun
from reference.common.isolation import Bounds, Stopped, run_command, set_at_the_end
from reference.common.pool import processors
from spec.operator.clauses import Clause
from spec.operator.operator import Operator

MARK = "mark.verifies("
FIRST_MUTANTS, MORE_MUTANTS = 8, 16
"""So many are tried before a test is said to notice none: mutants of a formula's outermost parts first, then others."""
LEAST = 4
"""So many are tried in any case."""
SECONDS, SECONDS_CHANGED = 600.0, 120.0
"""How long the tests of a file may take as they are, and those of a clause that was changed."""
TESTS_RAN = frozenset({0, 1, 5})
"""pytest's exit codes where it did what was asked: all passed, some failed, there was none."""

Noticed = dict[str, LinkJson]
"""By test: a mutant at which it failed, or that it failed at none, and how many were tried and noticed."""


def marked(folder: Path) -> list[Path]:
    """The files of tests in which some test says what it verifies. Raises CannotRun if there is none."""
    files = sorted(folder.resolve().glob("test_*.py"))
    found = [path for path in files if MARK in path.read_text(encoding="utf-8")]
    if not found:
        raise CannotRun(f"{folder}: no file test_*.py with a test that says what it verifies")
    return found


def noticed_in(
    operator: Operator, labels: Iterable[str], files: Sequence[Path], done: Callable[[str], None] = lambda _: None
) -> dict[str, Noticed]:
    """The tests of some clauses, by label; `done` is called with each. As many processes as there are processors.

    Raises CannotRun. Whatever is raised meanwhile, no process is left behind.
    """
    wanted = list(labels)
    with ThreadPoolExecutor(processors()) as pool, set_at_the_end() as stop:
        before = list(pool.map(lambda file: _unchanged(wanted, file, stop), files))
        tests = {label: _verifying(label, before) for label in wanted}
        work = [(label, pool.submit(_tried, operator[label], tests[label], stop)) for label in wanted]
        found = {}
        for label, future in work:
            found[label] = future.result()
            done(label)
    return found


Before = tuple[Path, tuple[junit.JUnitCase, ...]]
"""A file of tests, and what came of its tests without a change."""


def _unchanged(labels: Sequence[str], file: Path, stop: Event) -> Before:
    cases = _run([file], labels, None, stop)
    for case in cases:
        if case.outcome in ("failure", "error"):
            raise CannotRun(f"{case.id}: {case.outcome}, with no clause changed")
    return file, cases


def _verifying(label: str, before: Iterable[Before]) -> dict[str, Path]:
    """The tests that passed and say that they verify a clause, each with its file."""
    return {c.id: file for file, cases in before for c in cases if c.outcome == "passed" and label in c.verifies}


def _tried(clause: Clause, tests: Mapping[str, Path], stop: Event) -> Noticed:
    changed = mutants(clause.formula)
    found = {name: LinkTrial(clause.formula, len(changed)) for name in tests}
    for done, number in enumerate(_some(len(changed))):
        still = [name for name, trial in found.items() if done < LEAST or not trial.is_settled]
        if not still:
            break
        cases = _run(sorted({tests[name] for name in still}), [clause.label], number, stop)
        failed = {case.id for case in cases if case.outcome in ("failure", "error")}
        for name in still:
            found[name].take(changed[number], "" if name in failed else None)
    return {name: trial.json() for name, trial in found.items()}


def _some(count: int) -> list[int]:
    """The numbers of some mutants: the first, and some drawn from the rest, always the same ones."""
    first, rest = range(count)[:FIRST_MUTANTS], range(count)[FIRST_MUTANTS:]
    return [*first, *sorted(random.Random(0).sample(rest, min(len(rest), MORE_MUTANTS)))]


def _run(files: Sequence[Path], labels: Sequence[str], mutant: int | None, stop: Event) -> tuple[junit.JUnitCase, ...]:
    """What came of the tests that verify some labels, after a change of the one label or without; else CannotRun.

    After a change that leaves nothing to be said of any test, nothing came of them.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "results.xml")
        bounds = Bounds(SECONDS if mutant is None else SECONDS_CHANGED)
        try:
            ended = run_command(_command(files, labels, mutant, report), bounds, env=_environment(), stop=stop)
        except Stopped as stopped:
            said = f"pytest {stopped}"
        else:
            if ended.code in TESTS_RAN and report.exists():
                return junit.read(report.read_bytes()).cases
            said = f"pytest ended with {ended.code}: {ended.last_line}"
    if mutant is None:
        raise CannotRun(f"{files[0].name}: {said}")
    return ()


def _environment() -> dict[str, str]:
    """This process's, without options for pytest; hashes are the same in each run, and so is the order of a set."""
    return {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")} | {"PYTHONHASHSEED": "0"}


def _command(files: Sequence[Path], labels: Sequence[str], mutant: int | None, report: Path) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", f"--junit-xml={report}"]
    # The tests of one file say what they say, whether or not another can be read.
    command += ["-p", f"{__package__}.pytest_plugin", "--continue-on-collection-errors"]
    command += [f"--only-verifying={label}" for label in labels]
    command += [] if mutant is None else [f"--change-clause={labels[0]}={mutant}"]
    return [*command, *map(str, files)]
