"""All obligations, in reading order, and by label."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.obligations import Obligation
from proofs.theories import errata, family, profile, shape, windows

THEORIES: Mapping[str, tuple[Obligation, ...]] = {
    "profile": profile.OBLIGATIONS,
    "shape": shape.OBLIGATIONS,
    "windows": windows.OBLIGATIONS,
    "family": family.OBLIGATIONS,
    "errata": errata.OBLIGATIONS,
}
ALL: tuple[Obligation, ...] = tuple(o for obligations in THEORIES.values() for o in obligations)
BY_LABEL: Mapping[str, Obligation] = {o.label: o for o in ALL}

if len(BY_LABEL) != len(ALL):
    raise ValueError("two obligations bear one label")
