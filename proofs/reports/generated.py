"""All documents that are generated, by their names in `docs/`: one list for whoever writes or checks them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from proofs.engine.catalogue import Catalogue
from proofs.reports.strength import strengths
from proofs.reports.strength_page import NAME, strength_page
from spec.tables.page import page
from spec.tables.tables import FILES, DecidedBy


@cache
def generated(catalogue: Catalogue) -> Mapping[str, str]:
    """The contents of every generated document: the tables, the page, and what the catalogue adds."""
    decided = decided_by(catalogue)
    tables = {name: make(catalogue.operator, decided) for name, make in FILES.items()}
    if held := strengths(catalogue):
        tables[NAME] = strength_page(catalogue.operator, held)
    tables[f"{catalogue.operator.name.lower()}.md"] = page(catalogue.operator, catalogue.words)
    return MappingProxyType({**tables, **catalogue.documents(catalogue)})


def decided_by(catalogue: Catalogue) -> DecidedBy:
    """For each clause, the obligations about it; for one that none is about, those that stand on it.

    What is about a clause and does not read it, as a statement on bit patterns may be, decides nothing of it.
    """
    found: dict[str, tuple[str, ...]] = {}
    read = [(o.label, o.about, o.clauses) for o in catalogue.obligations]
    for label in catalogue.operator.labels:
        about = tuple(name for name, its, clauses in read if label in its and label in clauses)
        found[label] = about or tuple(name for name, _, clauses in read if label in clauses)
    return found
