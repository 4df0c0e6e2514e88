"""What decides each clause: the traceability from labels to obligations."""

from __future__ import annotations

from proofs.catalogue import ALL
from spec.maxpool.operator import MAXPOOL
from spec.tables.tables import DecidedBy


def decided_by() -> DecidedBy:
    """For each clause, the obligations about it; for one that none is about, those that stand on it."""
    found: dict[str, tuple[str, ...]] = {}
    for clause in MAXPOOL.clauses:
        about = tuple(o.label for o in ALL if clause.label in o.about)
        standing = tuple(o.label for o in ALL if clause.label in o.clauses)
        found[clause.label] = about or standing
    return found
