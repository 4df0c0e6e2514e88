"""Whether what a package holds is of the form that the tool writes, as far as types and the files beside it tell."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from proofs.evidence.contents import coverage, junit
from proofs.evidence.contents.bom import BOM
from proofs.evidence.making.given import document_file, links_problem
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import AUDIT_FILE, CONFORMANCE_FILE, COVERAGE_FILE, LINKS_FILE, RESULTS_FILE, SCORES

_COMMAND = re.compile(r"maxpool evidence build( --document)?( --conformance)?( --results)?( --sign)?")
_COMMIT = re.compile(r"([0-9a-f]{40}|[0-9a-f]{64})?")
_STATUS = {"checked": bool, "problem": str, "version": str, "theorems": int, "obligations": list}
_MACHINE = {"made": str, "system": str, "release": str, "architecture": str, "python": str}
AUDITS = (AUDIT_FILE, "document/audit.sarif", "document/audit.txt")


def problems_of_forms(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """What is not as it is written, among what can be given to a build."""
    for name, written in _AGAIN.items():
        if name in files:
            try:
                same = written(files[name]) == files[name]
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                yield name, str(error)[:300]
            else:
                if not same:
                    yield name, "is not written as packages write"
    for target, name in SCORES.items():
        if name in files and load(files[name]).get("target") != target:
            yield name, "is of another target"
    if LINKS_FILE in files and (problem := links_problem(load(files[LINKS_FILE]))):
        yield LINKS_FILE, problem
    yield from _audits(files)


_AGAIN: Mapping[str, Callable[[bytes], bytes]] = {
    RESULTS_FILE: lambda data: junit.write(junit.read(data)),
    COVERAGE_FILE: lambda data: dump(coverage.read(load(data))),
}


def _audits(files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """An audit has three forms, and is of a document with its ending."""
    there = [name for name in AUDITS if name in files]
    for name in AUDITS if there else ():
        if name not in files:
            yield name, "is missing: an audit has three forms"
    if AUDIT_FILE in files:
        shown = load(files[AUDIT_FILE]).get("document")
        if not isinstance(shown, str) or Path(shown).name != shown or document_file(shown) not in files:
            yield AUDIT_FILE, "is not of the document in the package"


def status_problem(status: Any) -> str:
    """What is wrong with the form of the kernel's status; empty if nothing is."""
    if not isinstance(status, dict) or status.keys() != _STATUS.keys():
        return "is not of its form"
    if any(type(status[name]) is not kind for name, kind in _STATUS.items()):
        return "is not of its form"
    version = status["version"]
    if not re.fullmatch(r"\d[\w.+~-]{0,40}", version, re.ASCII) if status["checked"] else version:
        return "names no version of Coq, or one where nothing was checked"
    return ""


def manifest_problems(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> Iterator[str]:
    """What the manifest says of the build that no build says."""
    if not _COMMAND.fullmatch(manifest["command"]):
        yield "its command is none that makes a package"
    if not _COMMIT.fullmatch(manifest["tool"]["commit"]):
        yield "its commit is none"
    for option, name in (("--document", AUDIT_FILE), ("--conformance", CONFORMANCE_FILE)):
        if option in manifest["command"] and name not in files:
            yield f"its command has {option}, and {name} is not there"
    match load(files[BOM]):
        case {"metadata": {"component": {"version": version}}} if version == manifest["tool"]["version"]:
            return
    yield f"its tool's version is not that of {BOM}"


def measured_problem(measured: Any) -> str:
    """What is wrong with times and machine; empty if nothing is."""
    if measured is None:
        return ""
    if not isinstance(measured, dict) or measured.keys() != {*_MACHINE, "decisions", "tests", "check"}:
        return "is not of its form"
    tables = measured["decisions"], measured["tests"]
    if not all(isinstance(t, dict) and all(map(_is_time, t.values())) for t in tables) or not _is_time(
        measured["check"]
    ):
        return "holds what is no time"
    if not all(isinstance(measured[name], str) and len(measured[name]) <= 200 for name in _MACHINE):
        return "says what is no machine"
    return ""


def _is_time(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
