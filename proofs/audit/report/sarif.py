"""Audits as SARIF 2.1.0, so that a code host shows the findings on their lines."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from proofs.audit.report.pages import help_text, page
from proofs.audit.report.report import Audit, level_of
from proofs.audit.report.understood import operator_lines
from proofs.audit.rulebook.findings import Finding, Fix, plain, witness_text
from proofs.audit.rulebook.rules import RULES, Rule
from spec.documents.pages.model import Document

FINGERPRINT = "maxpoolAudit/v1"
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_NUMBERS = {name: number for number, name in enumerate(RULES)}
_PLACEHOLDER = re.compile(r"\{(\d+)\}")
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def sarif(audits: Sequence[Audit]) -> dict[str, Any]:
    """One run with all rules, and the findings of all documents."""
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver()},
                "columnKind": "unicodeCodePoints",
                "artifacts": [_artifact(audit.document) for audit in audits],
                "properties": {"audits": [_properties(audit) for audit in audits]},
                "invocations": [{"executionSuccessful": True}],
                "results": [
                    _result(audit.document, number, finding, mark)
                    for number, audit in enumerate(audits)
                    for finding, mark in zip(audit.findings, audit.marks, strict=True)
                ],
            }
        ],
    }


def _properties(audit: Audit) -> dict[str, Any]:
    """What a document describes, whether that was judged by clauses, and how much of it was understood."""
    document = audit.json()
    said = " ".join(operator_lines(audit))
    kept = {key: document[key] for key in ("operators", "understood")}
    return {"uri": uri(audit.document.name), "judged": said or "by the operator's clauses", **kept}


def uri(name: str) -> str:
    """A document's address: relative, percent-encoded; of a path outside of the folder, nothing but the name."""
    path = PurePath(name)
    if path.is_absolute():
        here = Path.cwd()
        path = path.relative_to(here) if path.is_relative_to(here) else PurePath(path.name)
    return quote(os.fsencode(path.as_posix()))


def _driver() -> dict[str, Any]:
    driver: dict[str, Any] = {"name": "maxpool audit", "rules": [_rule(rule) for rule in RULES.values()]}
    try:
        number = version("sonnx-maxpool")
    except PackageNotFoundError:
        return driver
    return {**driver, "version": number, "semanticVersion": number}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.name,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": f"{rule.title}."},
        "fullDescription": {"text": " ".join(rule.explanation.split())},
        "help": {"text": help_text(rule), "markdown": page(rule)},
        "defaultConfiguration": {"level": rule.level.value},
    }


def _artifact(document: Document) -> dict[str, Any]:
    return {"location": {"uri": uri(document.name)}, "hashes": {"sha-256": document.sha256}}


def _result(document: Document, number: int, finding: Finding, mark: str) -> dict[str, Any]:
    line, column = document.place(finding.start)
    where = {"uri": uri(document.name), "index": number}
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": _NUMBERS[finding.rule],
        "level": level_of(finding).value,
        "message": {"text": _literal(_message(finding))},
        "locations": [
            {"physicalLocation": {"artifactLocation": where, "region": {"startLine": line, "startColumn": column}}}
        ],
        "partialFingerprints": {FINGERPRINT: mark},
    }
    if finding.fix is not None:
        result["fixes"] = [_fix(document, where, finding.fix)]
    if finding.witness:
        result["properties"] = {"witness": plain(finding.witness)}
    return result


def _message(finding: Finding) -> str:
    """Message, witness and suggestion in one text: not every host shows more than that."""
    parts = [finding.message.rstrip(".") or RULES[finding.rule].title]
    if finding.witness:
        parts.append(f"Witness: {witness_text(finding.witness)}")
    if finding.suggestion:
        parts.append(f"{'Help' if finding.fix is None else 'Write'}: {finding.suggestion}")
        return ". ".join(parts)
    return ". ".join(parts) + "."


def _literal(text: str) -> str:
    """A message in which nothing is a placeholder or a link, whatever the document holds."""
    return _LINK.sub(r"\\[", _PLACEHOLDER.sub(r"{{\1}}", text))


def _fix(document: Document, where: dict[str, Any], fix: Fix) -> dict[str, Any]:
    (line, column), (end_line, end_column) = document.place(fix.start), document.place(fix.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    replacement = {"deletedRegion": region, "insertedContent": {"text": fix.text}}
    return {
        "description": {"text": "Write what is certain to be meant."},
        "artifactChanges": [{"artifactLocation": where, "replacements": [replacement]}],
    }
