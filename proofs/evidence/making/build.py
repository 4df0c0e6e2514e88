"""`maxpool evidence build`: everything decided and collected, and put in a package."""

from __future__ import annotations

import csv
import io
import platform
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents import backing
from proofs.evidence.contents.bom import bill_of_materials
from proofs.evidence.contents.decisions import decisions_document, examples_document
from proofs.evidence.making import statement, tool
from proofs.evidence.making.derive import derived
from proofs.evidence.making.given import Given
from proofs.evidence.package import archive
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import (
    BOM,
    DECISIONS,
    ENVELOPE,
    EXAMPLES,
    GAPS,
    MANIFEST,
    MANIFEST_SCHEMA,
    MEASURED,
    MEASURED_SCHEMA,
    SAID,
    SAID_OF_THEM,
    STATEMENT,
    STATUS,
)
from proofs.evidence.trace.marks import counted
from proofs.reports.check import Report, check
from reference.common.errors import CannotRun
from reference.common.identity import identity


@dataclass(frozen=True, slots=True)
class Built:
    """A package's files, and the digest of its argument."""

    files: dict[str, bytes]
    argument: str


def build(
    catalogue: Catalogue,
    given: Given,
    *,
    command: str,
    measure: bool = True,
    done: Callable[[str], None] = lambda _: None,
) -> Built:
    """Decide everything now, and make a package of it. Raises reference.common.errors.Contradiction.

    Raises CannotRun where a clause is not examined, or says something else than its statement: its row of the matrix
    would be about another sentence than the one that it shows.
    """
    report = check(catalogue, done=done)
    if problems := report.examination.problems:
        raise CannotRun(f"no package is made of clauses that are not what they say: {'; '.join(problems)}")
    return assemble(report, given, command=command, measure=measure)


def assemble(report: Report, given: Given, *, command: str, measure: bool = True) -> Built:
    """A package of a report and what was given."""
    catalogue = report.catalogue
    decisions, seconds = decisions_document(report)
    material = {
        **tool.determined(catalogue),
        **given.files,
        DECISIONS: dump(decisions),
        EXAMPLES: dump(examples_document(report)),
        STATUS: dump(catalogue.kernel().json()),
        BOM: bill_of_materials(),
    }
    tool_is = identity()
    material |= derived(catalogue, material, tool_is)
    manifest = manifest_of(material, command, tool_is)
    files = {**material, MANIFEST: dump(manifest)}
    files |= statement.files(manifest, files)
    measured = {"decisions": seconds, "tests": given.seconds, "check": report.seconds, **machine()} if measure else None
    files[MEASURED] = measured_file(measured, manifest["argument"], {})
    return Built(files, str(manifest["argument"]))


def manifest_of(material: Mapping[str, bytes], command: str, tool_is: Mapping[str, Any]) -> dict[str, Any]:
    """What names every file of the argument with its digest, and the argument with its own."""
    files = {name: {"sha256": archive.digest(data), "bytes": len(data)} for name, data in sorted(material.items())}
    manifest: dict[str, Any] = {"schema": MANIFEST_SCHEMA, "tool": dict(tool_is), "command": command, "files": files}
    manifest["statements"] = backing.in_manifest()
    return manifest | {"argument": statement.argument_of(manifest)}


def measured_file(measured: Mapping[str, Any] | None, argument: str, outside: Mapping[str, str]) -> bytes:
    """Times and machine, which differ from run to run; it has a digest of its own, and is outside of the argument's.

    `outside` has the digests of files that are not of the argument either: signatures.
    """
    document = {"schema": MEASURED_SCHEMA, "argument": argument, "outside": dict(outside), "measured": measured}
    return dump({**document, "sha256": archive.digest(dump(document))})


def machine() -> dict[str, Any]:
    """When and on what a package was made; no name of a machine or a person."""
    return {
        "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "system": platform.system(),
        "release": platform.release(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
    }


def gaps_of(built: Built) -> dict[str, int]:
    """How many gaps of each kind a package has, the gravest first."""
    return dict(Counter(row["gap"] for row in _rows(built.files[GAPS])))


def traced(files: Mapping[str, bytes]) -> Mapping[str, int]:
    """What became of what the document says, in numbers."""
    return counted(_rows(files[SAID]))


def said_of_entries(files: Mapping[str, bytes]) -> Mapping[str, int]:
    """How many dispositions and reviews are current, stale, or of nothing."""
    return dict(Counter(row["status"] for row in _rows(files[SAID_OF_THEM])))


def _rows(data: bytes) -> Iterable[Mapping[str, str]]:
    csv.field_size_limit(archive.MOST_IN_A_FILE)
    return csv.DictReader(io.StringIO(data.decode()))


def save(path: Path, built: Built) -> None:
    """Write the package whole or not at all. Raises NotOurs, archive.BadPackage or OSError."""
    archive.write(path, built.files)


def signed(built: Built, key: Path) -> Built:
    """The package with a signature of its statement. Raises CannotSign."""
    envelope = statement.sign(built.files[STATEMENT], key)
    measured = load(built.files[MEASURED])
    outside = {ENVELOPE: archive.digest(envelope)}
    files = {
        **built.files,
        ENVELOPE: envelope,
        MEASURED: measured_file(measured["measured"], built.argument, outside),
    }
    return Built(files, built.argument)


def writable(path: Path) -> None:
    """Before minutes of work: a folder that takes the package, and nothing of anybody else's in its place.

    A file without a name is made there, or where the folder will be made: that is what tells, for whoever runs this.
    Raises NotOurs or OSError.
    """
    archive.refuse_to_replace(path)
    folder = next(p for p in path.absolute().parents if p.exists())
    with tempfile.TemporaryFile(dir=folder):
        pass
