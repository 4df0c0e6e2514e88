"""All documents that are generated, by their names in `docs/`: one list for whoever writes or checks them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypedDict

from proofs.engine.catalogue import Catalogue
from proofs.reports.listed import decided_by, listed
from proofs.reports.strength import strengths
from proofs.reports.strength_page import NAME, strength_page
from spec.tables.page import page
from spec.tables.tables import FILES


class TablesJson(TypedDict):
    """The generated files, those that are stale, or were before they were written, and obligations that are lost."""

    schema: Literal["maxpool/tables/1"]
    files: list[str]
    stale: list[str]
    lost: list[str]


def tables_json(files: Iterable[Path], stale: Iterable[Path], lost: list[str]) -> TablesJson:
    """What became of the generated files, as one document."""
    return {"schema": "maxpool/tables/1", "files": list(map(str, files)), "stale": list(map(str, stale)), "lost": lost}


@cache
def generated(catalogue: Catalogue) -> Mapping[str, str]:
    """The contents of every generated document: the tables, the page, and what the catalogue adds."""
    return MappingProxyType({**of_operator(catalogue), **added(catalogue)})


@cache
def added(catalogue: Catalogue) -> Mapping[str, str]:
    """What the catalogue adds: among others the ledger, for which routes are taken."""
    return catalogue.documents(catalogue)


@cache
def of_operator(catalogue: Catalogue) -> Mapping[str, str]:
    """The tables and the page."""
    decided = decided_by(catalogue.operator, listed(catalogue))
    tables = {name: make(catalogue.operator, decided) for name, make in FILES.items()}
    if held := strengths(catalogue):
        tables[NAME] = strength_page(catalogue.operator, held)
    tables[f"{catalogue.operator.name.lower()}.md"] = page(catalogue.operator, catalogue.words)
    return MappingProxyType(tables)
