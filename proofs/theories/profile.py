"""The profile as a whole: its clauses hold together, and which of them follow from others."""

from __future__ import annotations

from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation, suppose
from proofs.theories.replay import explicit
from proofs.theories.shape import LEGAL
from proofs.theories.topic import Topic, clause, on
from spec.language.terms import FALSE, Term, and_, ite, term
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES, defaults_used, dY, given

SIZES = (*LEGAL, *clause("windows.meet-input"))
FOLLOWS = ("X.spatial", "kernel_shape.positive")
"""Per-axis clauses that `Y.positive` and `windows.meet-input` imply; they are kept for the error that a user meets."""
INDEPENDENT = ("dilations.positive", "pads.non-negative", "strides.positive", "Y.positive", "windows.meet-input")

CONSISTENT = Topic((), MAXPOOL["Y.shape"].source).refuted(
    "profile.contradictory",
    "No call meets all clauses.",
    FALSE,
    *SIZES,
    replay=explicit,
)


def independent(label: str) -> Obligation:
    """The claim, to be refuted, that the other per-axis clauses imply one."""
    return on(label).refuted(
        f"profile.others-imply.{label}",
        f"The other clauses imply {label}.",
        MAXPOOL[label].formula,
        *(a for a in SIZES if a.label != label),
    )


def counted() -> Term:
    """The number of attributes that the call does not set."""
    total = term(0)
    for attribute in ATTRIBUTES:
        total = total + ite(given(attribute), 0, 1)
    return total


def implied(label: str, *by: str) -> Obligation:
    """A clause that others imply."""
    return on(label).theorem(
        f"profile.{label}.follows",
        f"{label} follows from {' and '.join(by)}.",
        MAXPOOL[label].formula,
        *clause(*by),
    )


IMPLIED = (
    implied("auto_pad.domain", "R3"),
    implied("ceil_mode.domain", "R4"),
    implied("storage_order.domain", "R5"),
    implied("X.rank", "R1"),
    implied("R1", "X.rank"),
    *(implied(label, "Y.positive", "windows.meet-input") for label in FOLLOWS),
    on("R2").theorem(
        "profile.R2.follows",
        "R2 is the general rule against default values, for the attributes of this operator.",
        MAXPOOL["R2"].formula,
        *clause("general.no-default-values"),
        suppose("defaults are counted", defaults_used.eq(counted())),
    ),
    on("Y.batch").theorem(
        "profile.outputs-not-negative",
        "The numbers of batches and channels of Y are not negative.",
        and_(dY[0] >= 0, dY[1] >= 0),
        *clause("X.batch-and-channels", "Y.batch", "Y.channels"),
        about=("X.batch-and-channels", "Y.batch", "Y.channels"),
    ),
    on("batch.empty").theorem(
        "profile.batch.empty.follows",
        "Without batches or channels the outputs are empty.",
        MAXPOOL["batch.empty"].formula,
        *clause("Y.batch", "Y.channels"),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (CONSISTENT, *(independent(label) for label in INDEPENDENT), *IMPLIED)
