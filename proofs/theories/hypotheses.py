"""Clauses of MaxPool as hypotheses of its theories."""

from __future__ import annotations

from proofs.engine.terms import Assumption, assumed
from spec.maxpool.operator import MAXPOOL


def clause(*labels: str) -> tuple[Assumption, ...]:
    """Clauses of MaxPool as assumptions, in per-axis words where they hold on each axis."""
    return assumed(MAXPOOL, *labels)
