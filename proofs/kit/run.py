"""A kit from end to end: solved, measured, and as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofs.kit.adequacy import measure
from proofs.kit.files import contents
from proofs.kit.kit import kit


def made(strength: int, types: Sequence[str]) -> tuple[Mapping[str, bytes], Mapping[str, int]]:
    """The files of a kit by name, and its figures."""
    found = kit(strength, types)
    measured = measure(found)
    files = dict(contents(found, measured.core, measured.table()))
    combined = found.combined
    return files, {
        "combinations": combined.combinations,
        "calls": len(found.cases),
        "core": len(measured.core),
        "refused": len(found.refused),
        "infeasible": len(combined.infeasible),
        "undecided": len(combined.undecided),
        "mutants": measured.mutants,
        "killed": measured.killed,
    }
