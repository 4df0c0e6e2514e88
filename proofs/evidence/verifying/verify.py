"""`maxpool evidence verify`: a package held against its digests, its own files, the installed tool, and evaluation.

A package is a stranger's. It is read within limits (`archive`), nothing of it is executed, and what is evaluated is
evaluated in a process of its own (`evidence.child`). A solver is asked scripts that are byte for byte those that the
installed tool writes, and what an audit asks of a document, within an audit's limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents import bom, coverage
from proofs.evidence.making import statement, tool
from proofs.evidence.making.build import argument_of
from proofs.evidence.package import archive
from proofs.evidence.package.archive import MANIFEST, digest
from proofs.evidence.package.jsontext import NotJson, dump, load_object
from proofs.evidence.package.names import (
    AUDIT_FILE,
    CONFORM,
    CONFORMANCE_FILE,
    COVERAGE_FILE,
    DECISIONS,
    DECISIONS_SCHEMA,
    EXAMPLES,
    EXAMPLES_SCHEMA,
    GAPS,
    LINKS,
    LINKS_FILE,
    MANIFEST_SCHEMA,
    MEASURED,
    MEASURED_SCHEMA,
    MUTATE,
    RESULTS_FILE,
    SCORES,
    STATUS,
)
from proofs.evidence.verifying import forms
from reference.common.identity import digest as digest_of_tool

REPORT_SCHEMA = "maxpool/evidence/1"
OUTSIDE = frozenset({MANIFEST, MEASURED, statement.STATEMENT, statement.ENVELOPE})
"""The files that are not named in the manifest: it, what is outside of the argument, and what is said of both."""

REQUIRED = frozenset({MANIFEST, MEASURED, statement.STATEMENT, DECISIONS, EXAMPLES, STATUS, bom.BOM})
OPTIONAL = frozenset(
    {
        statement.ENVELOPE,
        AUDIT_FILE,
        "document/audit.sarif",
        "document/audit.txt",
        "document/document.md",
        "document/document.rst",
        CONFORMANCE_FILE,
        RESULTS_FILE,
        COVERAGE_FILE,
        LINKS_FILE,
        *SCORES.values(),
    }
)
SCHEMAS: Mapping[str, str] = {
    DECISIONS: DECISIONS_SCHEMA,
    EXAMPLES: EXAMPLES_SCHEMA,
    AUDIT_FILE: "maxpool/audit/1",
    CONFORMANCE_FILE: CONFORM,
    LINKS_FILE: LINKS,
    COVERAGE_FILE: coverage.SCHEMA,
    **dict.fromkeys(SCORES.values(), MUTATE),
}


@dataclass(slots=True)
class Verification:
    """What was checked, and every problem with its place."""

    checked: dict[str, Any] = field(default_factory=dict)
    problems: list[tuple[str, str]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.problems

    def problem(self, path: str, what: str) -> None:
        """Something is wrong at a place."""
        self.problems.append((path, what))

    def json(self) -> dict[str, Any]:
        """All of it as one document."""
        return {
            "schema": REPORT_SCHEMA,
            "ok": self.ok,
            "checked": self.checked,
            "problems": [{"path": path, "what": what} for path, what in self.problems],
        }


def verify(
    catalogue: Catalogue, path: Path, *, replay: bool = False, key: Path | None = None, argument: str | None = None
) -> Verification:
    """Check a package. Raises OSError where there is none, and statement.CannotSign for a key that is none."""
    done = Verification()
    try:
        files = archive.read(path)
    except archive.Refused as refused:
        done.problem(refused.path, refused.what)
        return done
    done.checked["files"] = len(files)
    manifest = _manifest(files, done)
    if manifest is None:
        return done
    if argument is not None and argument != manifest["argument"]:
        done.problem(MANIFEST, f"the digest of the argument is {manifest['argument']}, not the one that was asked for")
    _digests(files, manifest, done)
    _measured(files, manifest, done)
    _schemas(files, done)
    _statement(files, manifest, done, key)
    if not _same_tool(manifest, done):
        return done
    if done.ok:
        _evaluated(catalogue, files, manifest, done, replay=replay)
    else:
        _by_tool(catalogue, files, done)
        done.checked["evaluated"] = "not: what is above has to be right first"
    return done


def _manifest(files: Mapping[str, bytes], done: Verification) -> dict[str, Any] | None:
    try:
        manifest = load_object(files.get(MANIFEST, b""), MANIFEST_SCHEMA)
    except NotJson as error:
        done.problem(MANIFEST, str(error))
        return None
    match manifest:
        case {
            "tool": {
                "name": "sonnx-maxpool",
                "version": str(),
                "commit": str(),
                "changed": bool(),
                "digest": str(),
            },
            "command": str(),
            "argument": str(argument),
            "files": dict(named),
        } if len(manifest) == 5 and len(manifest["tool"]) == 5 and all(map(_is_entry, named.values())):
            if dump(manifest) != files[MANIFEST]:
                done.problem(MANIFEST, "is not written as packages write")
            if argument != argument_of(manifest):
                done.problem(MANIFEST, "the digest of the argument is not that of what it names")
            done.checked["argument"] = argument
            done.checked["commit"] = manifest["tool"]["commit"]
            return manifest
    done.problem(MANIFEST, "is not of its schema")
    return None


def _is_entry(entry: Any) -> bool:
    match entry:
        case {"sha256": str(), "bytes": int()}:
            return len(entry) == 2
    return False


def _digests(files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification) -> None:
    """Every file of the argument has its digest, and there is no file more and none less."""
    named = manifest["files"]
    for name in sorted(named.keys() - files.keys()):
        done.problem(name, "is missing")
    for name in sorted(files.keys() - named.keys() - OUTSIDE):
        done.problem(name, "is not named in the manifest")
    for name in sorted(named.keys() & OUTSIDE):
        done.problem(name, "must not be named in the manifest")
    for name in sorted(named.keys() & files.keys()):
        if named[name] != {"sha256": digest(files[name]), "bytes": len(files[name])}:
            done.problem(name, "its digest is not that of the manifest")
    done.checked["digests"] = len(named)


def _measured(files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification) -> None:
    """Times and machine are as they were written, beside this argument and this signature."""
    try:
        document = load_object(files.get(MEASURED, b""), MEASURED_SCHEMA)
    except NotJson as error:
        done.problem(MEASURED, str(error) if MEASURED in files else "is missing")
        return
    rest = {k: v for k, v in document.items() if k != "sha256"}
    if dump(document) != files[MEASURED] or document.get("sha256") != digest(dump(rest)):
        done.problem(MEASURED, "is not as it was written: its digest is another")
    if rest.keys() != {"schema", "argument", "outside", "measured"} or rest["argument"] != manifest["argument"]:
        done.problem(MEASURED, "does not belong to this argument")
    if problem := forms.measured_problem(rest.get("measured")):
        done.problem(MEASURED, problem)
    outside = {n: digest(files[n]) for n in (statement.ENVELOPE,) if n in files}
    if rest.get("outside") != outside:
        done.problem(statement.ENVELOPE, "is not the signature that the package was made with")


def _statement(files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification, key: Path | None) -> None:
    if any(name not in files for name in manifest["files"]) or bom.problem(files.get(bom.BOM, b"")):
        return
    for problem in forms.manifest_problems(manifest, files):
        done.problem(MANIFEST, problem)
    made = statement.files(manifest, files)[statement.STATEMENT]
    if files.get(statement.STATEMENT) != made:
        done.problem(statement.STATEMENT, "is missing, or does not name these files and digests")
    envelope = files.get(statement.ENVELOPE)
    done.checked["signature"] = "none" if envelope is None else "there, not checked: no --key"
    if envelope is not None and (problem := statement.envelope_problem(envelope, made)):
        done.problem(statement.ENVELOPE, problem)
    elif envelope is not None and key is not None:
        if problem := statement.signature_problem(envelope, made, key):
            done.problem(statement.ENVELOPE, problem)
        done.checked["signature"] = "by this key" if not problem else "not by this key"
    elif key is not None:
        done.problem(statement.ENVELOPE, "is missing: the package is not signed")


def _same_tool(manifest: Mapping[str, Any], done: Verification) -> bool:
    if manifest["tool"]["digest"] == digest_of_tool():
        return True
    done.problem(
        MANIFEST,
        f"was made by another state of the tool (version {manifest['tool']['version']}, commit "
        f"{manifest['tool']['commit'] or 'not known'}): install that one to check it",
    )
    return False


def _by_tool(catalogue: Catalogue, files: Mapping[str, bytes], done: Verification) -> None:
    """What the tool determines is as it determines it; and all other files are ones that a package may have."""
    determined = tool.determined(catalogue)
    for name, data in determined.items():
        if name not in files:
            done.problem(name, "is missing")
        elif files[name] != data:
            done.problem(name, "is not what the tool writes")
    done.checked["determined"] = len(determined)
    derived = frozenset(DERIVED)
    for name in sorted(REQUIRED | derived):
        if name not in files:
            done.problem(name, "is missing")
    for name in sorted(files.keys() - determined.keys() - REQUIRED - OPTIONAL - derived):
        done.problem(name, "is no file of a package")


DERIVED = (
    "README.txt",
    "argument/gsn.svg",
    GAPS,
    "matrix/matrix-backwards.csv",
    "matrix/matrix.csv",
    "matrix/matrix.html",
    "matrix/matrix.reqif",
    "report.html",
)


def _schemas(files: Mapping[str, bytes], done: Verification) -> None:
    """Documents are of their schemas; the matrix and the evaluation look closer."""
    read: dict[str, dict[str, Any]] = {}
    for name, schema in SCHEMAS.items():
        if name in files:
            try:
                read[name] = load_object(files[name], schema)
            except NotJson as error:
                done.problem(name, str(error))
                continue
            if dump(read[name]) != files[name]:
                done.problem(name, "is not written as packages write")
    if bom.BOM in files and (problem := bom.problem(files[bom.BOM])):
        done.problem(bom.BOM, problem)
    documents = [name for name in files if name.startswith("document/document.")]
    if len(documents) != (AUDIT_FILE in files):
        done.problem("document", "a document and its audit belong together")
    elif documents and AUDIT_FILE in read and read[AUDIT_FILE].get("sha256") != digest(files[documents[0]]):
        done.problem(documents[0], "is not the document that was audited")


def _evaluated(
    catalogue: Catalogue, files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification, *, replay: bool
) -> None:
    from proofs.evidence.verifying.child import audited_again, evaluation, replay_all

    # Each takes seconds, the first two in processes of their own, and none needs another.
    with evaluation(catalogue, dict(files), manifest["tool"]) as evaluated, ThreadPoolExecutor(1) as beside:
        audited = beside.submit(audited_again, files)
        _by_tool(catalogue, files, done)
        checked, problems = evaluated()
        there, more = audited.result()
    done.checked.update({**checked, "audited": there})
    done.problems += [*problems, *more]
    if replay and done.ok:
        checked, problems = replay_all(catalogue, dict(files))
        done.checked.update(checked)
        done.problems += problems
