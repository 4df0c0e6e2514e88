"""All obligations, in reading order, and by label."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.obligations import Statement
from proofs.program import obligations as program
from proofs.theories import (
    errata,
    family,
    family_layouts,
    family_semantics,
    floats,
    indices,
    indices_draft,
    indices_range,
    integers,
    profile,
    shape,
    values,
    values_laws,
    values_planes,
    values_ranges,
    windows,
    windows_axis,
)

THEORIES: Mapping[str, tuple[Statement, ...]] = {
    "profile": profile.OBLIGATIONS,
    "shape": shape.OBLIGATIONS,
    "windows": (*windows.OBLIGATIONS, *windows_axis.OBLIGATIONS),
    "indices": (*indices.OBLIGATIONS, *indices_draft.OBLIGATIONS, *indices_range.OBLIGATIONS),
    "values": (
        *values.OBLIGATIONS,
        *values_laws.OBLIGATIONS,
        *values_planes.OBLIGATIONS,
        *values_ranges.OBLIGATIONS,
    ),
    "floats": floats.OBLIGATIONS,
    "integers": integers.OBLIGATIONS,
    "family": (*family.OBLIGATIONS, *family_semantics.OBLIGATIONS, *family_layouts.OBLIGATIONS),
    "errata": errata.OBLIGATIONS,
    "program": program.OBLIGATIONS,
}
ALL: tuple[Statement, ...] = tuple(o for obligations in THEORIES.values() for o in obligations)
BY_LABEL: Mapping[str, Statement] = {o.label: o for o in ALL}

if len(BY_LABEL) != len(ALL):
    raise ValueError("two obligations bear one label")
