"""The claims of the documents on MaxPool and its relatives, by their labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from spec.maxpool import family, family_semantics
from spec.maxpool.family import OperatorVersion
from spec.operator.claims import Claim


def _claims() -> Iterator[Claim]:
    for member in (*vars(family).values(), *family.VERSIONS.values(), *vars(family_semantics).values()):
        if isinstance(member, Claim):
            yield member
        elif isinstance(member, OperatorVersion):
            yield from (c for f in fields(member) if isinstance(c := getattr(member, f.name), Claim))


CLAIMS: Mapping[str, Claim] = {claim.label: claim for claim in _claims()}
