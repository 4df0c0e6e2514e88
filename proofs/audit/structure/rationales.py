"""Rationales that name restrictions: what they name gives the statement."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged, mentioned
from spec.documents.prose.structure import LABEL, Labelled, Structure

_VALUE_DOMAIN = re.compile(r"value domain|\bin (?:the )?set\b|\b(?:domain|range) of values\b", re.I)
_GENERAL = re.compile(r"\ball attributes\b|\beach attribute\b|\bevery attribute\b", re.I)


def judge_rationales(structure: Structure) -> Iterator[Judged]:
    """A rationale that is restrictions alone gives the statement: these speak of its subject, not only in general."""
    restrictions = {lab.label: lab for lab in reversed(structure.labels) if lab.is_restriction}
    names = {a.name for a in structure.attributes}
    for labelled in structure.labels:
        if labelled.is_restriction or labelled.rationale is None or not labelled.name:
            continue
        cited = [(label, at) for label, at in mentioned(structure.document, labelled.rationale)]
        said = re.sub(rf"rationale\s*:?|\[?{LABEL}\]?|[\s.,;&]|\band\b", "", labelled.rationale.text, flags=re.I)
        known = [(restrictions[label], at) for label, at in cited if label in restrictions]
        if said or not known or len(known) != len(cited):
            continue
        wrong = next(((r, at) for r, at in known if _is_anothers(r, labelled, names)), None)
        of_general = [(r, at) for r, at in known if _GENERAL.search(_statement(r))]
        if wrong is None and len(of_general) == len(known) and _VALUE_DOMAIN.search(_said(labelled)):
            wrong = of_general[0]
        text = ", ".join(label for label, _ in cited)
        finding = None if wrong is None else _unclaimed(structure, labelled, *wrong)
        yield Claim("restriction", known[0][1], text, "disagrees" if finding else "agrees"), finding


def _statement(restriction: Labelled) -> str:
    return restriction.statement[0].text if restriction.statement else restriction.block.text


def _said(labelled: Labelled) -> str:
    return labelled.block.text + " " + " ".join(block.text for block in labelled.statement)


def _is_anothers(restriction: Labelled, labelled: Labelled, names: set[str]) -> bool:
    """The restriction is about one attribute, and that is not the constraint's subject or in its statement."""
    about = {n for n in names if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", _statement(restriction))}
    return bool(about) and labelled.name not in about and not any(name in _said(labelled) for name in about)


def _unclaimed(structure: Structure, labelled: Labelled, restriction: Labelled, at: int) -> Finding:
    says = " ".join(_statement(restriction).split())[:80]
    line = structure.document.place(restriction.start)[0]
    message = f"{restriction.label} (line {line}) says `{says}`, which does not give this statement on {labelled.name}"
    return Finding("restriction-unclaimed", at, message)
