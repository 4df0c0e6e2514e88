"""A document's prose, judged: notes, types, attributes, names, axes, and the questions that it leaves open."""

from __future__ import annotations

from itertools import chain

from proofs.audit.attributes.lists import judge_lists, stated_bounds
from proofs.audit.attributes.values import judge_restrictions, judge_values
from proofs.audit.prose.axes import judge_axes
from proofs.audit.prose.element_types import judge_types
from proofs.audit.prose.names import judge_names
from proofs.audit.prose.notes import working_notes
from proofs.audit.prose.operators import judge_operators
from proofs.audit.prose.padding import judge_padding
from proofs.audit.prose.questions import judge_questions
from proofs.audit.prose.ranges import judge_ranges
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from proofs.audit.structure.structure import split
from spec.documents.pages.model import Document
from spec.documents.prose.structure import structure_of

__all__ = ["judge_prose", "stated_bounds"]

JUDGES = (
    judge_types,
    judge_operators,
    judge_lists,
    judge_values,
    judge_restrictions,
    judge_names,
    judge_axes,
    judge_padding,
    judge_ranges,
    judge_questions,
)


def judge_prose(document: Document) -> tuple[list[JudgedClaim], list[Finding]]:
    """Claims and findings on what the document says in words."""
    structure = structure_of(document)
    claims, findings = split(chain.from_iterable(judge(structure) for judge in JUDGES))
    findings += working_notes(document)
    return sorted(claims, key=lambda c: c.start), sorted(findings, key=lambda f: f.start)
