"""The gate: which operator each part of a document describes, and whether there are clauses to judge it by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from proofs.audit.rulebook.reads import DescribedOperator
from reference.common.errors import CannotRun
from spec.averagepool.operator import AVERAGEPOOL
from spec.conv.operator import CONV
from spec.documents.pages.model import Block, Document
from spec.documents.prose.described import Description, descriptions
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import Operator

_LETTER = re.compile(r"\S")
OPERATORS: Mapping[str, Operator] = {operator.name: operator for operator in (MAXPOOL, CONV, AVERAGEPOOL)}
"""The operators whose clauses documents can be judged by: of all but MaxPool sizes, bounds and examples alone."""

_ALL = "attributes"
"""What clauses on all attributes at once are about."""


class UnknownOperator(CannotRun):
    """There are no clauses of the operator that a document is said to describe."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What a document describes in its order, and for each operator with clauses what there is to judge by them."""

    described: tuple[DescribedOperator, ...]
    judged: tuple[tuple[str, Document], ...]

    def holds(self, start: int, operator: str = "") -> bool:
        """Something at this place is judged by an operator's clauses; by those of the named one, if one is named."""
        by = (s for s in self.described if s.has_clauses and (not operator or s.operator == operator))
        return any(s.start <= start < max(s.end, s.start + 1) for s in by)


def gate(document: Document, stated: str | None = None) -> Gate:
    """What a document describes, as it says, or as it is stated to. Raises UnknownOperator."""
    if stated is not None:
        found: Sequence[Description] = [Description(known(stated), document.blocks)]
    else:
        parts = {name: {clause.subject for clause in each.clauses} - {_ALL} for name, each in OPERATORS.items()}
        found = descriptions(document, parts)
    starts = [0, *(description.start for description in found[1:])]
    ends = [*starts[1:], len(document.text) + 1]
    described = tuple(
        DescribedOperator(description.operator, start, end, description.operator in OPERATORS)
        for description, start, end in zip(found, starts, ends, strict=True)
    )
    return Gate(described, tuple(_judged(document, found, described)))


def known(stated: str) -> str:
    """The name of an operator that there are clauses of, in any case of letters. Raises UnknownOperator."""
    name = next((name for name in OPERATORS if name.lower() == stated.lower()), None)
    if name is None:
        raise UnknownOperator(f"there are no clauses of an operator {stated!r}; there are of {', '.join(OPERATORS)}")
    return name


def _judged(
    document: Document, found: Sequence[Description], described: Sequence[DescribedOperator]
) -> Iterable[tuple[str, Document]]:
    """For each operator with clauses the document with the blocks that describe it alone; of the rest of the text no
    letter is left, and each place is the same.
    """
    blocks: dict[str, list[Block]] = {}
    for description in found:
        if description.operator in OPERATORS:
            blocks.setdefault(description.operator, []).extend(description.blocks)
    for operator, own in blocks.items():
        if len(own) == len(document.blocks):
            yield operator, document
            continue
        text = document.text
        for other in (d for d in described if d.operator != operator):
            text = text[: other.start] + _LETTER.sub(" ", text[other.start : other.end]) + text[other.end :]
        yield operator, replace(document, text=text, blocks=tuple(own))
