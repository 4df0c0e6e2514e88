"""What decides each clause: the traceability from labels to obligations."""

from __future__ import annotations

from proofs.engine.catalogue import Catalogue
from spec.tables.tables import DecidedBy


def decided_by(catalogue: Catalogue) -> DecidedBy:
    """For each clause, the obligations about it; for one that none is about, those that stand on it."""
    found: dict[str, tuple[str, ...]] = {}
    for label in catalogue.operator.labels:
        about = tuple(o.label for o in catalogue.obligations if label in o.about)
        standing = tuple(o.label for o in catalogue.obligations if label in o.clauses)
        found[label] = about or standing
    return found
