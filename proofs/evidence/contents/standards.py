"""What standards ask of such evidence, in general words; where it is in a package; what is not covered.

This is a reading aid. It claims no compliance, quotes no standard, and replaces no assessor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spec.tables.markdown import markdown_table

DISCLAIMER = (
    "A reading aid for assessors: what each standard asks in general words, where a package has something on it, and "
    "what it has nothing on. No compliance is claimed, and no text of a standard is quoted."
)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is asked: in general words; the files of the package that speak of it; what is not covered."""

    asked: str
    where: tuple[str, ...]
    not_covered: str


STANDARDS: Mapping[str, Sequence[Row]] = {
    "DO-333 (formal methods supplement)": (
        Row(
            "A formal notation with unambiguous, mathematically defined syntax and semantics",
            ("specification/clauses.json", "specification/maxpool.md", "obligations/smt2/"),
            "A review by people who did not write the notation",
        ),
        Row(
            "Each formal analysis is sound: it never asserts what may be false",
            ("specification/trust.md", "certificates/", "kernel/", "specification/ledger.md"),
            "The soundness of the solvers themselves; certificates and the kernel cover a part of the theorems only",
        ),
        Row(
            "All assumptions of each analysis are stated and justified",
            ("obligations/decisions.json", "specification/ledger.md"),
            "Justification in the context of a system: the package knows of none",
        ),
        Row(
            "Requirements are accurate, consistent and traceable to those above",
            ("matrix/matrix.csv", "matrix/matrix.reqif", "document/audit.txt"),
            "Requirements of a system above the operator; prose that no clause comes from is listed as a gap",
        ),
        Row(
            "Where proof replaces tests, it covers what the tests would have covered on the target",
            ("obligations/decisions.json",),
            "Executable object code, compiler and target: nothing here was run on a target",
        ),
    ),
    "DO-330 (tool qualification)": (
        Row(
            "Each tool is identified exactly, with its configuration",
            ("bom/bom.cdx.json", "MANIFEST.json"),
            "Operating system, processor and the libraries below Python, beyond their names in measured.json",
        ),
        Row(
            "What a tool can miss or introduce is known, and what detects that",
            ("specification/trust.md", "mutations/"),
            "A qualification level for a given use: that is for the applicant to determine",
        ),
        Row(
            "Requirements of the tool, and verification against them",
            ("tests/results.xml", "matrix/matrix.csv"),
            "Tool operational requirements and plans in the form that is asked; independence of the verification",
        ),
        Row(
            "Known problems of the tool are recorded",
            ("matrix/gaps.csv", "report.html"),
            "A problem reporting process, and the problem lists of the solvers' makers",
        ),
    ),
    "ISO 26262-8 (supporting processes)": (
        Row(
            "Requirements have attributes, are unique, and are traced in both directions",
            ("matrix/matrix.reqif", "matrix/matrix.csv"),
            "Safety integrity levels: none is allocated",
        ),
        Row(
            "Confidence in the use of software tools: impact, and detection of errors",
            ("specification/trust.md", "trust/standards.md"),
            "Tool impact and confidence levels, which depend on the use",
        ),
        Row(
            "Configuration is managed: a state can be told and reproduced",
            ("MANIFEST.json", "statement.intoto.json", "bom/bom.cdx.json"),
            "The configuration management of the organisation that uses the operator",
        ),
        Row(
            "Verification is planned, specified, executed and evaluated, and results are documented",
            ("tests/results.xml", "tests/coverage.json", "conformance/results.json", "obligations/decisions.json"),
            "A verification plan, and reviews with names and dates",
        ),
    ),
    "ARP6983 / ED-324 (machine learning in aeronautics)": (
        Row(
            "The description of a trained model is complete and unambiguous enough to be implemented",
            ("specification/maxpool.md", "specification/constraints.md", "examples/examples.json"),
            "Everything but the one operator: the model, its data, its training, its operational domain",
        ),
        Row(
            "An implementation reproduces the model's semantics within stated bounds",
            ("conformance/results.json", "obligations/decisions.json"),
            "The implementation that is shipped, unless it is among the runtimes of the conformance results",
        ),
        Row(
            "Traceability from requirements to the implementation and its verification",
            ("matrix/matrix.csv", "argument/gsn.svg"),
            "Traceability of data and of learning",
        ),
    ),
}


def as_json() -> dict[str, object]:
    """The table as one document."""
    return {
        "schema": "maxpool/evidence-standards/1",
        "disclaimer": DISCLAIMER,
        "standards": [
            {
                "standard": name,
                "rows": [{"asked": r.asked, "where": list(r.where), "not_covered": r.not_covered} for r in rows],
            }
            for name, rows in STANDARDS.items()
        ],
    }


def markdown() -> str:
    """The table as a page."""
    lines = ["# What standards ask for, and what is here", "", DISCLAIMER]
    for name, rows in STANDARDS.items():
        cells = [(r.asked, ", ".join(f"`{w}`" for w in r.where), r.not_covered) for r in rows]
        table = markdown_table(["Asked, in general words", "Where", "Not covered"], cells)
        lines += ["", f"## {name}", "", *table]
    return "\n".join(lines) + "\n"
