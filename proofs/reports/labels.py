"""Everything that bears a label: clauses, claims, obligations, worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from proofs.catalogue import BY_LABEL
from spec.examples.catalogue import ALL as EXAMPLES
from spec.examples.model import Example, Index
from spec.maxpool import family, family_semantics
from spec.maxpool.family import Version
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import Claim


def _claims() -> Iterator[Claim]:
    for member in (*vars(family).values(), *family.VERSIONS.values(), *vars(family_semantics).values()):
        if isinstance(member, Claim):
            yield member
        elif isinstance(member, Version):
            yield from (c for f in fields(member) if isinstance(c := getattr(member, f.name), Claim))


CLAUSES = {clause.label: clause for clause in MAXPOOL.clauses}
CLAIMS: Mapping[str, Claim] = {claim.label: claim for claim in _claims()}
BY_EXAMPLE: Mapping[str, Example] = {example.label: example for example in EXAMPLES}

LABELS: tuple[str, ...] = tuple(dict.fromkeys((*CLAUSES, *CLAIMS, *BY_LABEL, *BY_EXAMPLE)))
"""All labels. A claim and the obligation that decides it may share one."""


def erratum_of(label: str) -> tuple[Example, Index] | None:
    """The example and the cell that an obligation of the errata theory is about; the cell is () for a shape."""
    for example in EXAMPLES:
        for misprint in example.misprints:
            place = "-".join(map(str, misprint.index)) or "shape"
            if label == f"erratum.{example.label}.{misprint.tensor}.{place}":
                return example, misprint.index
    return None
