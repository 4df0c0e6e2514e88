"""The files of a package by their names, and the schemas of its documents: each is written here alone."""

from __future__ import annotations

from collections.abc import Mapping

DECISIONS, EXAMPLES = "obligations/decisions.json", "examples/examples.json"
SPECIFICATION, SMT, VECTORS = "specification/clauses.json", "obligations/smt2", "vectors/vectors.json"
STATUS, MEASURED = "kernel/status.json", "measured.json"
AUDIT_FILE, CONFORMANCE_FILE, RESULTS_FILE = "document/audit.json", "conformance/results.json", "tests/results.xml"
LINKS_FILE, COVERAGE_FILE = "mutations/links.json", "tests/coverage.json"
SCORES: Mapping[str, str] = {"spec": "mutations/spec.json", "program": "mutations/program.json"}
"""Mutation scores, by what was mutated."""

GAPS = "matrix/gaps.csv"

MANIFEST_SCHEMA, MEASURED_SCHEMA = "maxpool/evidence-manifest/1", "maxpool/evidence-measured/1"
DECISIONS_SCHEMA, EXAMPLES_SCHEMA = "maxpool/evidence-decisions/1", "maxpool/evidence-examples/1"
CONFORM, MUTATE, LINKS = "maxpool/conform/1", "maxpool/mutate/1", "maxpool/links/1"
