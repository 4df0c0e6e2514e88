"""What the tests of evidence packages share: a package made without a solver's hours, and changes of one.

What is to be refuted is decided for real, so that there are real witnesses. Of what is to be proved, solvers are said
to have proved it: a package cannot tell, and the tests of `--replay` ask them. All other routes are taken.
"""

from __future__ import annotations

import json
import pickle
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.catalogue import Catalogue
from proofs.engine.decide import decide, others
from proofs.engine.statement import Outcome, Route, Statement, Tightness, Verdict
from proofs.evidence.making import statement
from proofs.evidence.making.build import Built, assemble, measured_file
from proofs.evidence.making.given import Given, take
from proofs.evidence.package.archive import digest, pack, unpack
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import MANIFEST, MEASURED, STATEMENT
from proofs.evidence.verifying import apart, child
from proofs.evidence.verifying.forms import Found
from proofs.reports.check import Report
from proofs.solvers.solvers import SOLVERS, named, third_is_installed
from reference.common.files import write_bytes
from reference.examples.run import run
from spec.examples.catalogue import ALL as EXAMPLES

DRAFT = """# MaxPool

The operator takes the maximum of each window.

## Attributes

Strides must be positive. <script>alert(1)</script>

Nobody has written a clause of this sentence.
"""
RESULTS = """<?xml version="1.0"?>
<testsuites><testsuite name="pytest" hostname="somewhere" timestamp="2026-01-01T00:00:00">
<testcase classname="tests.test_b" name="test_two" time="0.5"><failure message="a &lt;b&gt;"/></testcase>
<testcase classname="tests.test_a" name="test_one[strides.positive]" time="1.25">
<properties><property name="verifies" value="strides.positive"/></properties></testcase>
<testcase classname="spec.test_spec" name="test_obligation[shape.last-fits]" time="0.1">
<properties><property name="verifies" value="shape.last-fits"/></properties></testcase>
</testsuite></testsuites>
"""
CONFORMANCE: Mapping[str, Any] = {
    "schema": "maxpool/conform/1",
    "seed": 0,
    "runtimes": [
        {
            "name": "<script>alert(2)</script>",
            "version": "=1+1",
            "cases": 10,
            "conforming": 9,
            "unsupported": 0,
            "crashes": 0,
            "divergences": [
                {"class": "NaN", "labels": ["NaN.as-minus-infinity"], "in_profile": True, "outputs": "Y", "count": 1}
            ],
        }
    ],
}
LINKS: Mapping[str, Any] = {
    "schema": "maxpool/links/1",
    "tool": "another",
    "clauses": {
        "strides.positive": {
            "obligations": {
                "shape.last-fits": {
                    "noticed": "stride >= 0: refuted",
                    "weak": False,
                    "detected": 4,
                    "tried": 7,
                    "mutations": 7,
                },
                "shape.next-does-not": {"noticed": "", "tried": 16},
            },
            "examples": {},
        }
    },
}


def _decided(obligation: Statement) -> Outcome:
    if obligation.expected is Verdict.PROVED:
        third = [obligation.third] if obligation.third and third_is_installed() else []
        solved = (Route(name, named(name).version, Verdict.PROVED, 0.5) for name in (*SOLVERS, *third))
        routes = (*solved, *others(obligation, CATALOGUE.further))
        tight = tuple(_tightness(obligation, i) for i in range(len(obligation.droppable)))
        return Outcome(obligation, Verdict.PROVED, routes, obligation.example(), tightness=tight, seconds=1.0)
    return decide(obligation, further=CATALOGUE.further)


def _tightness(obligation: Statement, dropped: int) -> Tightness:
    found = obligation.without(dropped).smallest(brief=True)
    label = obligation.droppable[dropped]
    return Tightness(label, "redundant") if found is None else Tightness(label, "needed", found)


def report(folder: Path | None) -> Report:
    """A report in which everything is as expected, made once for all processes that share a folder."""
    decided = pickle.loads(once(folder, "outcomes", lambda: pickle.dumps([*map(_decided, CATALOGUE.obligations)])))
    return Report(CATALOGUE, tuple(decided), tuple(map(run, EXAMPLES)), 1.0)


def once(folder: Path | None, name: str, make: Callable[[], bytes]) -> bytes:
    """What the first process makes that asks for it in a folder; others wait for it and read it there.

    A transaction is the lock: it ends with the process that holds it, however that ends.
    """
    if folder is None:
        return make()
    path = folder / name
    with closing(sqlite3.connect(folder / f"{name}.lock", timeout=3600, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        if not path.exists():
            write_bytes(path, make())
    return path.read_bytes()


def files_in(folder: Path) -> list[Path]:
    """One of each thing that can be given, as files: a document, results of tests, conformance, links."""
    texts = {
        "draft.md": DRAFT,
        "results.xml": RESULTS,
        "conform.json": json.dumps(CONFORMANCE),
        "links.json": json.dumps(LINKS),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def given_in(folder: Path) -> Given:
    """One of each thing that can be given, taken as a build takes it."""
    document, results, conformance, links = files_in(folder)
    return take(document, conformance, [results, links])


def one_package(shared: Path | None, decided: Callable[[], Report]) -> Built:
    """A package of one of each thing that can be given, made once for all processes that share a folder."""

    def packed() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            return pack(made(decided(), given_in(Path(folder))).files)

    files = dict(unpack(once(shared, "one_package.zip", packed)))
    return Built(files, str(load(files[MANIFEST])["argument"]))


def made(decided: Report, given: Given, *, measure: bool = True) -> Built:
    """A package, made anew."""
    return assemble(decided, given, command="maxpool evidence build", measure=measure)


def forged(files: Mapping[str, bytes], changes: Mapping[str, bytes | None]) -> dict[str, bytes]:
    """The package with some files changed, or left out, and every digest made to fit again: what a forger would do."""
    rest = {name: data for name, data in {**files, **changes}.items() if data is not None}
    manifest = load(rest[MANIFEST])
    outside = {MANIFEST, MEASURED, STATEMENT}
    manifest["files"] = {n: {"sha256": digest(d), "bytes": len(d)} for n, d in rest.items() if n not in outside}
    manifest["argument"] = statement.argument_of(manifest)
    rest[MANIFEST] = dump(manifest)
    rest |= statement.files(manifest, rest)
    return rest | {MEASURED: measured_file(load(files[MEASURED])["measured"], manifest["argument"], {})}


def evaluate_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a check evaluate in this process, where what the tool determines is known already: no limits are tested."""

    @contextmanager
    def evaluation(
        catalogue: Catalogue, files: dict[str, bytes], tool: Mapping[str, Any]
    ) -> Iterator[Callable[[], Found]]:
        yield lambda: child.evaluated(catalogue, files, tool)

    monkeypatch.setattr(apart, "evaluation", evaluation)


def edited(data: bytes, change: Callable[[Any], object]) -> bytes:
    """A JSON file with something changed in it."""
    document = load(data)
    change(document)
    return dump(document)
