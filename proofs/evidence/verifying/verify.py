"""`maxpool evidence verify`: a package held against its digests, its own files, the installed tool, and evaluation.

A package is a stranger's. It is read within limits (`archive`), nothing of it is executed, and what is evaluated is
evaluated in processes of their own (`apart`). A solver is asked scripts that are byte for byte those that the
installed tool writes, and what an audit asks of a document, within an audit's limits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypedDict

from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents import bom
from proofs.evidence.contents.backing import KERNEL, SOLVERS, SOURCES, Backing, in_manifest, outcome
from proofs.evidence.making import statement
from proofs.evidence.package import archive
from proofs.evidence.package.archive import digest
from proofs.evidence.package.jsontext import NotJson, dump, load, load_object
from proofs.evidence.package.names import (
    AUDIT_FILE,
    AUDIT_FILES,
    BOM,
    CONFORMANCE_FILE,
    DECISIONS,
    DERIVED,
    DISPOSITIONS,
    DOCUMENT_FILES,
    ENVELOPE,
    EXAMPLES,
    FORMS,
    MANIFEST,
    MEASURED,
    RESULTS_FILE,
    SPECIFICATION,
    STATEMENT,
    STATUS,
)
from proofs.evidence.verifying import apart
from proofs.evidence.verifying.forms import UNLIKE, problem_of
from reference.common import identity

ORIGIN = "origin not checked"
OUTSIDE = frozenset({MANIFEST, MEASURED, STATEMENT, ENVELOPE})
"""The files that are not named in the manifest: it, what is outside of the argument, and what is said of both."""

REQUIRED = frozenset({MANIFEST, MEASURED, STATEMENT, DECISIONS, EXAMPLES, STATUS, BOM, *DERIVED})
GIVEN_BY = (("--document", AUDIT_FILE), ("--conformance", CONFORMANCE_FILE), ("--dispositions", DISPOSITIONS))
OPTIONAL = frozenset({ENVELOPE, RESULTS_FILE, *AUDIT_FILES, *DOCUMENT_FILES, *FORMS})


class ProblemJson(TypedDict):
    """What is wrong with a package, and at which file of it."""

    path: str
    what: str


class VerificationJson(TypedDict):
    """What a check of a package recomputed, replayed, and found asserted; how much was checked; what is wrong."""

    schema: Literal["maxpool/evidence/1"]
    ok: bool
    origin: str
    statements: dict[str, list[str]]
    asserted_here: dict[str, str]
    checked: dict[str, Any]
    problems: list[ProblemJson]


@dataclass(slots=True)
class Verification:
    """What was checked, and every problem with its place."""

    checked: dict[str, Any] = field(default_factory=dict)
    problems: list[tuple[str, str]] = field(default_factory=list)
    files: frozenset[str] = frozenset()
    asserted: dict[str, str] = field(default_factory=dict)
    origin: str = ORIGIN

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.problems

    @property
    def backing(self) -> Mapping[Backing, Mapping[str, str]]:
        """What this check recomputed, replayed, or found asserted, with the reason; nothing if there is a problem."""
        return outcome(self.files, self.asserted) if self.ok and self.files else {}

    @property
    def summary(self) -> str:
        """The check on one line."""
        if not self.ok:
            return f"{len(self.problems)} problem{'s' * (len(self.problems) != 1)}"
        parts = (
            f"{backing}: {', '.join(f'{name} ({why})' if why else name for name, why in names.items()) or 'nothing'}"
            for backing, names in self.backing.items()
        )
        return "; ".join((f"consistent; {self.origin}", *parts))

    def problem(self, path: str, what: str) -> None:
        """Something is wrong at a place."""
        self.problem_of([path], what)

    def problem_of(self, paths: Iterable[str], what: str) -> None:
        """The same is wrong at each of some places."""
        self.problems += [(path, what) for path in sorted(paths)]

    def json(self) -> VerificationJson:
        """All of it as one document."""
        return {
            "schema": "maxpool/evidence/1",
            "ok": self.ok,
            "origin": self.origin,
            "statements": {str(backing): [*names] for backing, names in self.backing.items()},
            "asserted_here": self.asserted if self.ok else {},
            "checked": self.checked,
            "problems": [{"path": path, "what": what} for path, what in self.problems],
        }


def verify(
    catalogue: Catalogue, path: Path, *, replay: bool = False, key: Path | None = None, argument: str | None = None
) -> Verification:
    """Check a package. Raises OSError where there is none, and CannotSign for a key that is none."""
    done = Verification()
    try:
        files = archive.read(path)
    except archive.BadPackage as refused:
        done.problem(refused.path, refused.what)
        return done
    done.checked["files"] = len(files)
    manifest = _manifest(files, done)
    if manifest is None:
        return done
    if (other := _operator(files)) not in ("", catalogue.operator.name):
        done.problem(SPECIFICATION, f"is about {other}: give `--operator {other.lower()}`")
        return done
    done.files = frozenset(files)
    if argument is not None and argument == manifest["argument"]:
        done.origin = "the argument is the one that was asked for"
    elif argument is not None:
        done.problem(MANIFEST, f"the digest of the argument is {manifest['argument']}, not the one that was asked for")
    _digests(files, manifest, done)
    _measured(files, manifest, done)
    _statement(files, manifest, done, key)
    if not _same_tool(manifest, done):
        return done
    if done.ok:
        _evaluated(catalogue, files, manifest, done, replay=replay)
    else:
        determined, problems = apart.compared(catalogue, files)
        done.problems += problems
        done.problem_of(REQUIRED - files.keys(), "is missing")
        _only_known(determined, files, done)
        done.checked["evaluated"] = "not checked: the problems above come first"
    return done


def _manifest(files: Mapping[str, bytes], done: Verification) -> dict[str, Any] | None:
    try:
        manifest = load_object(files.get(MANIFEST, b""), "manifest")
    except NotJson as error:
        done.problem(MANIFEST, str(error))
        return None
    if dump(manifest) != files[MANIFEST]:
        done.problem(MANIFEST, UNLIKE)
    if manifest["statements"] != in_manifest():
        done.problem(MANIFEST, "does not say what is recomputed, replayed and asserted")
    if manifest["argument"] != statement.argument_of(manifest):
        done.problem(MANIFEST, "the digest of the argument is not that of what it names")
    done.checked |= {"argument": manifest["argument"], "commit": manifest["tool"]["commit"]}
    return manifest


def _operator(files: Mapping[str, bytes]) -> str:
    """The operator that a package says it is about; nothing where it says none, which later checks tell."""
    try:
        said = load(files.get(SPECIFICATION, b""))
    except NotJson:
        return ""
    return str(said.get("operator", ""))[:40] if isinstance(said, dict) else ""


def _digests(files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification) -> None:
    """Every file of the argument has its digest, and there is no file more and none less."""
    named = manifest["files"]
    right = {name: {"sha256": digest(files[name]), "bytes": len(files[name])} for name in named.keys() & files.keys()}
    done.problem_of(named.keys() - files.keys(), "is missing")
    done.problem_of(files.keys() - named.keys() - OUTSIDE, "is not named in the manifest")
    done.problem_of(named.keys() & OUTSIDE, "must not be named in the manifest")
    done.problem_of((n for n in right if named[n] != right[n]), "its digest is not that of the manifest")
    done.checked["digests"] = len(named)


def _measured(files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification) -> None:
    """Times and machine are as they were written, beside this argument and this signature."""
    if problem := problem_of(files.get(MEASURED, b""), "measured"):
        done.problem(MEASURED, problem if MEASURED in files else "is missing")
        return
    document = load(files[MEASURED])
    if document["sha256"] != digest(dump({k: v for k, v in document.items() if k != "sha256"})):
        done.problem(MEASURED, "was changed: its digest is different")
    if document["argument"] != manifest["argument"]:
        done.problem(MEASURED, "does not belong to this argument")
    if document["outside"] != {n: digest(files[n]) for n in (ENVELOPE,) if n in files}:
        done.problem(ENVELOPE, "is not the signature that the package was made with")


def _statement(files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification, key: Path | None) -> None:
    if any(name not in files for name in manifest["files"]):
        return
    if problem := bom.problem(files.get(BOM, b"")):
        done.problem(BOM, problem)
        return
    for option, name in GIVEN_BY:
        if option in manifest["command"] and name not in files:
            done.problem(MANIFEST, f"its command has {option}, but {name} is missing")
    if load(files[BOM])["metadata"]["component"].get("version") != manifest["tool"]["version"]:
        done.problem(MANIFEST, f"its tool's version is not that of {BOM}")
    made = statement.files(manifest, files)[STATEMENT]
    if files.get(STATEMENT) != made:
        done.problem(STATEMENT, "is missing, or does not name these files and digests")
    _signature(files.get(ENVELOPE), made, done, key)


def _signature(envelope: bytes | None, payload: bytes, done: Verification, key: Path | None) -> None:
    done.checked["signature"] = "none" if envelope is None else "present, not checked: no --key was given"
    problem = "" if envelope is None else statement.envelope_problem(envelope, payload)
    if key is not None and envelope is None:
        problem = "is missing: the package is not signed"
    elif key is not None and envelope is not None and not problem:
        problem = statement.signature_problem(envelope, payload, key)
        done.checked["signature"] = "not by this key" if problem else "by this key"
        done.origin = ORIGIN if problem else "signed by this key"
    if problem:
        done.problem(ENVELOPE, problem)


def _same_tool(manifest: Mapping[str, Any], done: Verification) -> bool:
    if manifest["tool"]["digest"] == identity.digest():
        _same_sources(manifest["tool"], done)
        return True
    done.problem(
        MANIFEST,
        f"was made by another state of the tool (version {manifest['tool']['version']}, commit "
        f"{manifest['tool']['commit'] or 'not known'}): install that version to check it",
    )
    return False


def _same_sources(tool_is: Mapping[str, Any], done: Verification) -> None:
    """Version, tests and locks are those of the installed tool, as far as it has any."""
    if tool_is["version"] != identity.own_version():
        done.problem(MANIFEST, f"its tool's version is not {identity.own_version()}, and its files are those of that")
    here = {"tests": identity.tests(), "locks": identity.locks()}
    for part, digest_here in here.items():
        if digest_here and tool_is[part] != digest_here:
            done.problem(MANIFEST, f"its {part} are not those of this checkout")
    if not all(here.values()):
        done.asserted[SOURCES] = "the installed tool has none"


def _only_known(determined: Collection[str], files: Mapping[str, bytes], done: Verification) -> None:
    """All other files are ones that a package may have."""
    done.checked["determined"] = len(determined)
    done.problem_of(files.keys() - {*determined} - REQUIRED - OPTIONAL, "is not a file of a package")


def _evaluated(
    catalogue: Catalogue, files: Mapping[str, bytes], manifest: Mapping[str, Any], done: Verification, *, replay: bool
) -> None:
    # Neither needs the other, and the first has processes of its own.
    with apart.evaluation(catalogue, dict(files), manifest["tool"]) as evaluated:
        there, more = apart.audited_again(files)
        checked, problems = evaluated()
    done.problem_of(REQUIRED - files.keys(), "is missing")
    # Where nothing could be evaluated, it is not known which files there may be.
    names, pages = checked.pop("written", None), checked.pop("pages", None)
    if names is not None and pages is not None:
        _only_known([*names, *pages], files, done)
    done.checked.update({**checked, "audited": there})
    done.problems += [*problems, *more]
    done.asserted |= dict.fromkeys((KERNEL, SOLVERS), "until --replay")
    if replay and done.ok:
        from proofs.evidence.verifying.replay import replay_all

        checked, problems, asserted = replay_all(catalogue, dict(files))
        done.checked.update(checked)
        done.problems += problems
        done.asserted = {name: why for name, why in done.asserted.items() if why != "until --replay"} | asserted
