"""MaxPool's theories in reading order, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.engine.catalogue import Theory, Weakening
from proofs.engine.statement import Statement
from proofs.program.c.reading.reader import absent
from spec.maxpool.operator import MAXPOOL, TYPES
from spec.operator.types import integers as of_integers


def profile() -> tuple[Statement, ...]:
    """The clauses hold together, which follow from others, and what a call has met once it is accepted."""
    from proofs.theories import accepted
    from proofs.theories import profile as theory

    return (*theory.obligations(), *accepted.obligations())


def shape() -> tuple[Statement, ...]:
    """The output size counts the windows that fit."""
    from proofs.theories import draft
    from proofs.theories import shape as theory

    sizes = (*theory.counting(MAXPOOL), *theory.monotone(MAXPOOL))
    return (*sizes, *draft.DRAFT, *theory.identities(MAXPOOL), *draft.UNUSED_ROOM)


def windows() -> tuple[Statement, ...]:
    """When each window meets the input."""
    from proofs.theories.replay import REPLAYS
    from proofs.theories.windows import windows as theory
    from proofs.theories.windows import windows_axis

    return (*theory.obligations(MAXPOOL), *windows_axis.obligations(MAXPOOL, REPLAYS))


def indices() -> tuple[Statement, ...]:
    """One number for each element of X."""
    from proofs.theories.indices import indices as theory
    from proofs.theories.indices import indices_range
    from proofs.theories.values import draft_sentence

    return (*theory.obligations(), *draft_sentence.obligations(), *indices_range.obligations())


def capacity() -> tuple[Statement, ...]:
    """When every quantity fits a width of integers."""
    from proofs.theories.indices import capacity as theory

    return theory.obligations()


def values() -> tuple[Statement, ...]:
    """Y and Indices are defined, and what follows."""
    from proofs.theories.values import outputs, values_laws, values_parts
    from proofs.theories.values import values as theory

    return (*theory.obligations(), *outputs.obligations(), *values_laws.obligations(), *values_parts.obligations())


def exactness() -> tuple[Statement, ...]:
    """Each clause allows what its statement allows, and no more."""
    from proofs.theories.values import exactness as theory

    return theory.obligations()


def floats() -> tuple[Statement, ...]:
    """The bit patterns of the floats."""
    from proofs.theories.floats import floats as theory

    return theory.obligations()


def integers() -> tuple[Statement, ...]:
    """The bit patterns of the integers."""
    from proofs.theories.floats import integers as theory

    return theory.obligations()


def family() -> tuple[Statement, ...]:
    """Which relatives are this operator."""
    from proofs.theories.family import family as theory
    from proofs.theories.family import family_layouts, family_semantics

    return (*theory.obligations(), *family_semantics.obligations(), *family_layouts.obligations())


def errata() -> tuple[Statement, ...]:
    """Misprinted cells, proved wrong."""
    from proofs.theories import errata as theory

    return theory.obligations()


def program() -> tuple[Statement, ...]:
    """The reference's own source, proved."""
    from proofs.program.obligations import obligations

    return obligations()


def in_c() -> tuple[Statement, ...]:
    """The loops of the implementation in C, proved from their source; none where C cannot be read."""
    from proofs.program.c.obligations import obligations

    return obligations()


THEORIES: Mapping[str, Theory] = {
    theory.name: theory
    for theory in (
        Theory("profile", profile, ("profile",)),
        Theory("shape", shape, ("shape", "draft")),
        Theory("windows", windows, ("windows",)),
        Theory("indices", indices, ("indices", "draft")),
        Theory("capacity", capacity, ("capacity",)),
        Theory("values", values, ("values", "indices")),
        Theory("exactness", exactness, ("exactness",)),
        Theory("floats", floats, ("bfloat16", "float16", "float32", "float64")),
        Theory("integers", integers, tuple(of.name for of in of_integers(TYPES))),
        Theory("family", family, ("family", "nhwc", "onnx", "openvino")),
        Theory("errata", errata, ("erratum",)),
        Theory("program", program, ("program",)),
        Theory("c", in_c, ("c",), absent),
    )
}
"""By their names. None needs to be loaded to know that a label of another family is not one of its own."""

IMPLIED: Mapping[str, str] = {
    "batch.empty": "profile.batch.empty.follows",
    "Y.max": "values.Y-is-maximum",
    "Y.max-over-input": "values.Y-is-over-input",
    "Indices.flat": "values.Indices-is-flat",
}
"""The definitions and decisions that follow from others, each with the obligation that shows it."""


def weakening() -> Weakening:
    """What MaxPool's clauses may by mistake be restricted to, and what is known of its windows."""
    from proofs.theories.values import exactness
    from proofs.theories.values.known import KNOWN
    from spec.maxpool.cases import SWAPPED, cases

    return Weakening(cases, SWAPPED, exactness.obligations, KNOWN)
