"""A document's prose, judged: notes, types, attributes, names, axes, and the questions that it leaves open."""

from __future__ import annotations

from itertools import chain

from proofs.audit.axes import judge_axes
from proofs.audit.bounds import stated_bounds
from proofs.audit.domains import judge_attributes
from proofs.audit.findings import Claim, Finding
from proofs.audit.foreign import judge_operators, judge_types
from proofs.audit.lengths import judge_lengths
from proofs.audit.names import judge_names
from proofs.audit.notes import working_notes
from proofs.audit.padding import judge_padding
from proofs.audit.questions import judge_questions
from proofs.audit.ranges import judge_ranges
from proofs.audit.restrictions import judge_restrictions
from proofs.audit.structure import split
from spec.documents.model import Document
from spec.documents.structure import structure_of

__all__ = ["judge_prose", "stated_bounds"]

JUDGES = (
    judge_types,
    judge_operators,
    judge_attributes,
    judge_lengths,
    judge_restrictions,
    judge_names,
    judge_axes,
    judge_padding,
    judge_ranges,
    judge_questions,
)


def judge_prose(document: Document) -> tuple[list[Claim], list[Finding]]:
    """Claims and findings on what the document says in words."""
    structure = structure_of(document)
    claims, findings = split(chain.from_iterable(judge(structure) for judge in JUDGES))
    findings += working_notes(document)
    return sorted(claims, key=lambda c: c.start), sorted(findings, key=lambda f: f.start)
