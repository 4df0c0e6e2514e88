"""All documents that are generated, by their names in `docs/`: one list for whoever writes or checks them."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.engine.catalogue import Catalogue
from proofs.reports.coverage import decided_by
from spec.tables.page import page
from spec.tables.tables import FILES


def generated(catalogue: Catalogue) -> Mapping[str, str]:
    """The contents of every generated document: the tables, the page, and what the catalogue adds."""
    decided = decided_by(catalogue)
    tables = {name: make(catalogue.operator, decided) for name, make in FILES.items()}
    return {**tables, f"{catalogue.operator.name.lower()}.md": page(catalogue.operator, catalogue.words)} | dict(
        catalogue.documents(catalogue)
    )
