"""The obligations as they are listed: by label, in which theory, and on which clauses. None is stated for that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.reports.remembered import Memory, found_before
from spec.operator.operator import Operator
from spec.tables.tables import DecidedBy


@dataclass(frozen=True, slots=True)
class ListedObligation:
    """An obligation by its label: its theory, what its goal is about, and all that it stands on or speaks of."""

    label: str
    theory: str
    about: tuple[str, ...]
    clauses: tuple[str, ...]


Obligations = Sequence[ListedObligation]


@cache
def listed(catalogue: Catalogue) -> Obligations:
    """All obligations, in reading order."""
    places = {o.label: theory for theory in catalogue.theories for o in catalogue.theory(theory)}
    return tuple(ListedObligation(o.label, places[o.label], o.about, o.clauses) for o in catalogue.obligations)


def listed_before(catalogue: Catalogue, memory: Memory | None) -> Obligations:
    """The same, from an earlier run where the memory has it."""
    return found_before(memory, "listed", _read, lambda: listed(catalogue))


def _read(rows: Iterable[Any]) -> Obligations:
    return tuple(ListedObligation(r["label"], r["theory"], tuple(r["about"]), tuple(r["clauses"])) for r in rows)


def decided_by(operator: Operator, obligations: Obligations) -> DecidedBy:
    """For each clause, the obligations about it; for one that none is about, those that stand on it.

    What is about a clause and does not read it, as a statement on bit patterns may be, decides nothing of it.
    """
    found: dict[str, tuple[str, ...]] = {}
    for label in operator.labels:
        about = tuple(o.label for o in obligations if label in o.about and label in o.clauses)
        found[label] = about or tuple(o.label for o in obligations if label in o.clauses)
    return found
