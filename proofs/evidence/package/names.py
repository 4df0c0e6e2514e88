"""The files of a package by their names, and the schemas of its documents: each is written here alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

DECISIONS, EXAMPLES = "obligations/decisions.json", "examples/examples.json"
SPECIFICATION, SMT, VECTORS = "specification/clauses.json", "obligations/smt2", "vectors/vectors.json"
STATUS, BOM = "kernel/status.json", "bom/bom.cdx.json"
MANIFEST, MEASURED = "MANIFEST.json", "measured.json"
STATEMENT, ENVELOPE = "statement.intoto.json", "statement.dsse.json"
AUDIT_FILE, CONFORMANCE_FILE, RESULTS_FILE = "document/audit.json", "conformance/results.json", "tests/results.xml"
AUDIT_FILES = (AUDIT_FILE, "document/audit.sarif", "document/audit.txt")
DOCUMENT_FILES = ("document/document.md", "document/document.rst")
LINKS_FILE, COVERAGE_FILE = "mutations/links.json", "tests/coverage.json"
SCORES: Mapping[str, str] = {"spec": "mutations/spec.json", "program": "mutations/program.json"}
"""Mutation scores, by what was mutated."""

DISPOSITIONS = "registers/dispositions.json"
REGISTERS: Mapping[str, str] = {
    "assumptions": "registers/assumptions.csv",
    "derived requirements": "registers/derived.csv",
    "gaps": "registers/gaps.csv",
    "problem reports": "registers/problems.csv",
}
"""The registers, by name."""
SAID_OF_THEM = "registers/said.csv"
SOURCE = "source"
"""The folder of the source that obligations are about."""
GAPS, SAID = "matrix/gaps.csv", "matrix/sentences.csv"
DERIVED = (
    "README.txt",
    "argument/gsn.svg",
    GAPS,
    SAID,
    *REGISTERS.values(),
    SAID_OF_THEM,
    "matrix/matrix-backwards.csv",
    "matrix/matrix.csv",
    "matrix/matrix.html",
    "matrix/matrix.reqif",
    "report.html",
)
"""The files that follow from the others."""
FORMS: Mapping[str, str] = {
    DECISIONS: "decisions",
    EXAMPLES: "examples",
    STATUS: "status",
    AUDIT_FILE: "audit",
    CONFORMANCE_FILE: "conformance",
    LINKS_FILE: "links",
    COVERAGE_FILE: "coverage",
    DISPOSITIONS: "dispositions",
    **{name: f"scores of {target}" for target, name in SCORES.items()},
}
"""The forms of documents that can be written in more than one way, in `forms.json`."""

MANIFEST_SCHEMA, MEASURED_SCHEMA = "maxpool/evidence-manifest/1", "maxpool/evidence-measured/1"
DECISIONS_SCHEMA, EXAMPLES_SCHEMA = "maxpool/evidence-decisions/1", "maxpool/evidence-examples/1"


def document_file(name: str) -> str:
    """A document's place in a package: by its ending, for names can be anything."""
    return f"document/document{'.rst' if PurePath(name).suffix.lower() in ('.rst', '.rest') else '.md'}"
