"""All obligations, in reading order, and by label."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.engine.statement import Statement
from proofs.program import obligations as program
from proofs.theories import errata, profile, shape
from proofs.theories.family import family, family_layouts, family_semantics
from proofs.theories.floats import floats, integers
from proofs.theories.indices import indices, indices_range
from proofs.theories.values import draft_sentence, values, values_laws, values_planes, values_ranges
from proofs.theories.windows import windows, windows_axis

THEORIES: Mapping[str, tuple[Statement, ...]] = {
    "profile": profile.OBLIGATIONS,
    "shape": shape.OBLIGATIONS,
    "windows": (*windows.OBLIGATIONS, *windows_axis.OBLIGATIONS),
    "indices": (*indices.OBLIGATIONS, *draft_sentence.OBLIGATIONS, *indices_range.OBLIGATIONS),
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
