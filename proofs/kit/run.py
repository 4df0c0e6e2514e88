"""A kit from end to end: solved, measured, and as files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proofs.kit.adequacy.measured import measure
from proofs.kit.adequacy.score import AdequacyJson
from proofs.kit.calls.kit import kit
from proofs.kit.files import contents
from proofs.kit.written import KitFiguresJson


@dataclass(frozen=True, slots=True)
class MadeKit:
    """The files of a kit by name, its figures, and for each kind of mutants how many were tried, killed and proved
    equivalent, if that was asked.

    `absent` says why mutants of a kind were not tried.
    """

    files: Mapping[str, bytes]
    figures: KitFiguresJson
    adequacy: dict[str, AdequacyJson]
    absent: Mapping[str, str]


def made(strength: int, types: Sequence[str], *, prove: bool = False) -> MadeKit:
    """A kit of a strength, for some element types; `prove` which mutants that no case kills are equivalent."""
    found = kit(strength, types)
    measured = measure(found, prove=prove)
    combined, kills = found.combined, measured.kills
    figures: KitFiguresJson = {
        "combinations": combined.combinations,
        "calls": len(found.cases),
        "core": len(measured.core),
        "refused": len(found.refused),
        "infeasible": len(combined.infeasible),
        "undecided": len(combined.undecided),
        "mutants": len(kills),
        "killed": sum(map(bool, kills.values())),
    }
    return MadeKit(dict(contents(found, measured.core, measured.table())), figures, measured.scores(), measured.absent)
