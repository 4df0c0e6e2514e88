"""What stands behind each statement of a package: recomputed by a check, replayed on request, or asserted.

One table. The manifest and the report show it as it stands; the last line of a check says what became of its rows in
that check. The first row that has a place speaks of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Any

from proofs.evidence.package.names import (
    AUDIT_FILE,
    AUDIT_FILES,
    BOM,
    CONFORMANCE_FILE,
    COVERAGE_FILE,
    DECISIONS,
    DISPOSITIONS,
    DOCUMENT_FILES,
    ENVELOPE,
    EXAMPLES,
    LINKS_FILE,
    MANIFEST,
    MEASURED,
    REGISTERS,
    RESULTS_FILE,
    SAID_OF_THEM,
    SCORES,
    SMT,
    SOURCE,
    STATEMENT,
    STATUS,
    VECTORS,
)


class Backing(StrEnum):
    """What a check does about a statement."""

    RECOMPUTED = "recomputed"
    REPLAYED = "replayed"
    ASSERTED = "asserted"


@dataclass(frozen=True, slots=True)
class BackedStatements:
    """Statements of one kind: what they say, what a check does about them, where they stand, and what that means.

    A place is a file, or places in a JSON document: `file#/key/*/key`, where `*` is anything.
    """

    name: str
    backing: Backing
    places: tuple[str, ...]
    meaning: str

    def has(self, name: str, pointer: str = "") -> bool:
        """Whether a file, or a place in it, is one of theirs. What is below a place belongs to it."""
        return any(_matches(place, name, pointer) for place in self.places)

    def is_in(self, files: Iterable[str]) -> bool:
        """Whether a package of these files makes such statements."""
        return any(fnmatchcase(name, place.partition("#")[0]) for place in self.places for name in files)


def _matches(place: str, name: str, pointer: str) -> bool:
    file, _, below = place.partition("#")
    return fnmatchcase(name, file) and (not below or fnmatchcase(pointer, below) or fnmatchcase(pointer, f"{below}/*"))


def _of_decisions(*members: str) -> tuple[str, ...]:
    return tuple(f"{DECISIONS}#/decisions/*/{member}" for member in members)


KERNEL, SOLVERS, SOURCES = "Coq's check", "what solvers answered", "tests and locks of the tool"
EVALUATED = "examples and counterexamples"

TABLE: Sequence[BackedStatements] = (
    BackedStatements(
        "commit and command",
        Backing.ASSERTED,
        (f"{MANIFEST}#/tool/commit", f"{MANIFEST}#/tool/changed", f"{MANIFEST}#/tool/solvers", f"{MANIFEST}#/command"),
        "said by whoever built the package",
    ),
    BackedStatements(
        SOURCES,
        Backing.RECOMPUTED,
        (f"{MANIFEST}#/tool/tests", f"{MANIFEST}#/tool/locks"),
        "compared with those of the checkout that checks it; asserted where the tool is installed without them",
    ),
    BackedStatements(
        "environment",
        Backing.ASSERTED,
        (BOM,),
        "said by whoever built the package; a replay compares the solvers' versions with those that it asks",
    ),
    BackedStatements("document", Backing.ASSERTED, (*DOCUMENT_FILES, f"{AUDIT_FILE}#/document"), "given to the build"),
    BackedStatements(
        "results that were given",
        Backing.ASSERTED,
        (RESULTS_FILE, COVERAGE_FILE, LINKS_FILE, *SCORES.values(), CONFORMANCE_FILE),
        "given to the build: tests, coverage, mutation, links, conformance; their form alone is checked",
    ),
    BackedStatements(
        "dispositions and reviews",
        Backing.ASSERTED,
        (DISPOSITIONS,),
        "said by persons, and given to the build; whether each is current or stale follows from the rest",
    ),
    BackedStatements(
        "times and machine",
        Backing.ASSERTED,
        (MEASURED,),
        "by nobody: outside of the argument's digest, and of every signature",
    ),
    BackedStatements("signature", Backing.ASSERTED, (ENVELOPE,), "checked with the public key, if that is given"),
    BackedStatements(
        KERNEL,
        Backing.REPLAYED,
        (STATUS, *_of_decisions("kernel")),
        "Coq is asked again where it is installed, and asserted to have been asked where it is not",
    ),
    BackedStatements(
        EVALUATED,
        Backing.RECOMPUTED,
        _of_decisions("satisfiable_by", "tightness/*/counterexample", "witness/values", "witness/observed"),
        "each is evaluated, and shows what it is said to show; where a search finds one, it is that one",
    ),
    BackedStatements(
        SOLVERS,
        Backing.REPLAYED,
        _of_decisions("verdict", "as_expected", "vacuous", "routes", "witness", "tightness", "problem"),
        "every obligation is decided again, and compared; both solvers are asked every SMT-LIB file. Without a replay: "
        "which routes there are is made again, and those that are no solver's are taken; the rest is asserted",
    ),
    BackedStatements(
        "obligations and worked examples",
        Backing.RECOMPUTED,
        (DECISIONS, EXAMPLES),
        "what each obligation says, from the tool; every example run again",
    ),
    BackedStatements(
        "audit of the document", Backing.RECOMPUTED, AUDIT_FILES, "made again from the document as it is given"
    ),
    BackedStatements(
        "specification, questions, certificates, proofs, vectors, source",
        Backing.RECOMPUTED,
        ("specification/*", f"{SMT}/*", "certificates/*", "kernel/*.v", VECTORS, "trust/*", f"{SOURCE}/*"),
        "written again by the tool; every certificate checked",
    ),
    BackedStatements(
        "matrix, gaps, registers, report, argument",
        Backing.RECOMPUTED,
        ("matrix/*", *REGISTERS.values(), SAID_OF_THEM, "argument/*", "report.html", "README.txt"),
        "made again from the other files: as true as these",
    ),
    BackedStatements("digests", Backing.RECOMPUTED, (MANIFEST, STATEMENT), "of every file, and of all together"),
)


def backing_of(name: str, pointer: str = "") -> BackedStatements:
    """The statements that a place of a package belongs to. Raises LookupError where the table has none."""
    for row in TABLE:
        if row.has(name, pointer):
            return row
    raise LookupError(f"{name}{pointer}: no row says what stands behind it")


def in_manifest() -> list[dict[str, Any]]:
    """The table as a manifest has it."""
    return [
        {"statements": r.name, "backing": str(r.backing), "places": list(r.places), "meaning": r.meaning} for r in TABLE
    ]


def outcome(files: Iterable[str], asserted: Mapping[str, str]) -> Mapping[Backing, Mapping[str, str]]:
    """What became of each kind in a check, with the reason of what this check only found asserted."""
    found: dict[Backing, dict[str, str]] = {backing: {} for backing in Backing}
    for row in (row for row in TABLE if row.is_in(files)):
        found[Backing.ASSERTED if row.name in asserted else row.backing][row.name] = asserted.get(row.name, "")
    return found
