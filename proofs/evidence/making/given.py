"""What a person gives to a build: a document, results of runtimes and tests, mutation scores. All are strangers'."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from proofs.audit.command import CannotAudit, audit_guarded
from proofs.audit.report.report import Audit
from proofs.audit.report.sarif import sarif
from proofs.audit.report.text import show_audit
from proofs.evidence.contents import coverage
from proofs.evidence.package.archive import digest
from proofs.evidence.package.jsontext import NotJson, dump, load, problem_of_form
from proofs.evidence.package.names import (
    AUDIT_FILE,
    CONFORMANCE_FILE,
    COVERAGE_FILE,
    DISPOSITIONS,
    FORMS,
    LINKS_FILE,
    RESULTS_FILE,
    SCORES,
    document_file,
)
from proofs.evidence.registers import dispositions
from proofs.mutation import junit
from proofs.mutation.common import scores
from proofs.mutation.common.scores import LINKS, MUTATE
from reference.common.errors import CannotRun
from reference.common.files import write_bytes
from reference.common.layout import ROOT

MOST_BYTES = 30_000_000
CONFORM = "maxpool/conform/1"


class CannotBuild(CannotRun):
    """Something that was given cannot be taken; the message says what, on one line."""


@dataclass(frozen=True, slots=True)
class Given:
    """Files for the package, and the seconds of tests, which stay outside of the argument."""

    files: dict[str, bytes] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


def take(document: Path | None, conformance: Path | None, results: Sequence[Path], said: Path | None = None) -> Given:
    """What was given, checked and in the form that packages hold. Raises CannotBuild.

    `said` is a file of dispositions and reviews.
    `results` are files, or folders of files, that say by their contents what they are: test results (JUnit XML, of all
    tests or of some each), coverage (coverage.py's JSON), mutation scores (`maxpool mutate --json`), links (`maxpool
    evidence links`) and what runtimes did (`maxpool conform --json`), in whose place `conformance` goes where it is
    given.
    """
    given = Given()
    if document is not None:
        given.files.update(audited(document))
    if conformance is not None:
        given.files[CONFORMANCE_FILE] = _conformance(conformance)
    if said is not None:
        given.files[DISPOSITIONS] = _dispositions(said)
    for path in _files(results):
        name, data = _result(path, given)
        if name == CONFORMANCE_FILE and conformance is not None:
            continue
        if name == RESULTS_FILE and name in given.files:
            data = _joined(path, given.files.pop(name), data)
        if name in given.files:
            raise CannotBuild(f"{path}: there is another file for {name}")
        given.files[name] = data
    return given


def at_hand() -> list[Path]:
    """The folder in which `make results` leaves results, if the tool is a checkout that has it."""
    return [folder] if (folder := ROOT / "docs" / "results").is_dir() else []


def collect(
    results: Sequence[Path], folder: Path, left_out: Callable[[Path], None] = lambda _: None
) -> dict[Path, int]:
    """Write results in the form that packages hold: without times, hosts and folders. The files and their sizes.

    `left_out` is told of empty files: what was to fill them could not run, and its results are a gap.
    Raises CannotBuild, before anything is written, if a file is in the way that holds no results; or OSError.
    """
    there = list(_files(results))
    empty = [path for path in there if path.is_file() and path.stat().st_size == 0]
    for path in empty:
        left_out(path)
    files = take(None, None, [path for path in there if path not in empty]).files
    wanted = {folder / name.replace("/", "-"): data for name, data in files.items()}
    for path in wanted:
        if path.exists():
            _result(path, Given())
    for path, data in wanted.items():
        write_bytes(path, data)
    return {path: len(data) for path, data in wanted.items()}


def _files(results: Sequence[Path]) -> Iterator[Path]:
    """The files, in place of folders those in them that could be results."""
    for path in results:
        if path.is_dir():
            yield from sorted(p for p in path.iterdir() if p.suffix in (".xml", ".json") and p.is_file())
        else:
            yield path


def _result(path: Path, given: Given) -> tuple[str, bytes]:
    """A file of results: its name in a package, and what the package holds of it."""
    data = _bytes(path)
    if data.lstrip()[:1] == b"<":
        try:
            tests = junit.read(data)
        except junit.NotJUnit as error:
            raise CannotBuild(f"{path}: {error}") from None
        given.seconds.update(tests.seconds)
        return RESULTS_FILE, junit.write(tests)
    try:
        document: Any = load(data)
        if coverage.is_report(document):
            return COVERAGE_FILE, dump(coverage.read(document))
    except (NotJson, coverage.NotCoverage) as error:
        raise CannotBuild(f"{path} {error}") from None
    match document:
        case {"schema": scores.MUTATE, "target": "spec" | "program" as target}:
            return SCORES[target], _formed(path, document, SCORES[target])
        case {"schema": scores.LINKS}:
            return LINKS_FILE, _formed(path, document, LINKS_FILE)
        case {"schema": schema} if schema == CONFORM:
            return CONFORMANCE_FILE, _formed(path, document, CONFORMANCE_FILE)
    raise CannotBuild(f"{path} holds no results: not JUnit XML, coverage, {MUTATE}, {LINKS} or {CONFORM}")


def _joined(path: Path, before: bytes, tests: bytes) -> bytes:
    """The tests of several files as one: they may have been run in parts."""
    try:
        return junit.together(before, tests)
    except junit.NotJUnit as error:
        raise CannotBuild(f"{path} {error}") from None


def _formed(path: Path, document: Any, name: str) -> bytes:
    """A document as a package holds it under a name, if it is of the form of that."""
    if problem := problem_of_form(document, FORMS[name]):
        raise CannotBuild(f"{path} {problem}")
    return dump(document)


def audited(path: Path, shown: str = "") -> dict[str, bytes]:
    """A document as it is, and its audit as JSON, SARIF and text, under a name without folders: its own, or another."""
    data = _bytes(path)
    try:
        audit = audit_guarded(path)
    except CannotAudit as error:
        raise CannotBuild(str(error)) from None
    if audit.document.sha256 != digest(data):
        raise CannotBuild(f"{path} changed while it was read")
    return {document_file(path.name): data, **audit_files(audit, shown or path.name)}


def audit_files(audit: Audit, name: str) -> dict[str, bytes]:
    """An audit in its three forms; the document's folder is nobody's business."""
    named = replace(audit, document=replace(audit.document, name=name))
    out = io.StringIO()
    console = Console(width=120, file=out, force_terminal=False, color_system=None, highlight=False)
    show_audit(console, named)
    return {
        AUDIT_FILE: dump(named.json()),
        "document/audit.sarif": (json.dumps(sarif([named]), indent=1, sort_keys=True) + "\n").encode(),
        "document/audit.txt": out.getvalue().encode("utf-8", "backslashreplace"),
    }


def _bytes(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise CannotBuild(f"{path} is not a file")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CannotBuild(f"{path}: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise CannotBuild(f"{path} has more than {MOST_BYTES} bytes")
    return data


def _conformance(path: Path) -> bytes:
    try:
        return _formed(path, load(_bytes(path)), CONFORMANCE_FILE)
    except NotJson as error:
        raise CannotBuild(f"{path} {error}") from None


def _dispositions(path: Path) -> bytes:
    try:
        return dump(dispositions.read(_bytes(path)))
    except dispositions.BadDispositions as error:
        raise CannotBuild(f"{path}: {error}") from None
