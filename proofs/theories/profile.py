"""The profile as a whole: its clauses hold together, and which of them follow from others."""

from __future__ import annotations

from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Obligation, suppose
from proofs.theories.hypotheses import clause
from proofs.theories.replay import explicit
from proofs.theories.shape import LEGAL, theorem
from spec.language.terms import FALSE, Term, and_, ite, term
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES, defaults_used, dY, given

SIZES = (*LEGAL, *clause("windows.meet-input"))
FOLLOWS = ("X.spatial", "kernel_shape.positive")
"""Per-axis clauses that `Y.positive` and `windows.meet-input` imply; they are kept for the error that a user meets."""
INDEPENDENT = ("dilations.positive", "pads.non-negative", "strides.positive", "Y.positive", "windows.meet-input")

CONSISTENT = Obligation(
    label="profile.contradictory",
    statement="No call meets all clauses.",
    assumptions=SIZES,
    goal=FALSE,
    expected=Verdict.REFUTED,
    source=MAXPOOL["Y.shape"].source,
    replay=explicit,
)


def independent(label: str) -> Obligation:
    """The claim, to be refuted, that the other per-axis clauses imply one."""
    return Obligation(
        label=f"profile.others-imply.{label}",
        statement=f"The other clauses imply {label}.",
        assumptions=tuple(a for a in SIZES if a.label != label),
        goal=MAXPOOL[label].formula,
        expected=Verdict.REFUTED,
        about=(label,),
        source=MAXPOOL[label].source,
    )


def counted() -> Term:
    """The number of attributes that the call does not set."""
    total = term(0)
    for attribute in ATTRIBUTES:
        total = total + ite(given(attribute), 0, 1)
    return total


def implied(label: str, *by: str) -> Obligation:
    """A clause that others imply."""
    return theorem(
        f"profile.{label}.follows",
        f"{label} follows from {' and '.join(by)}.",
        clause(*by),
        MAXPOOL[label].formula,
        about=(label,),
        source=MAXPOOL[label].source,
    )


IMPLIED = (
    implied("auto_pad.domain", "R3"),
    implied("ceil_mode.domain", "R4"),
    implied("storage_order.domain", "R5"),
    implied("X.rank", "R1"),
    implied("R1", "X.rank"),
    *(implied(label, "Y.positive", "windows.meet-input") for label in FOLLOWS),
    theorem(
        "profile.R2.follows",
        "R2 is the general rule against default values, for the attributes of this operator.",
        (*clause("general.no-default-values"), suppose("defaults are counted", defaults_used.eq(counted()))),
        MAXPOOL["R2"].formula,
        about=("R2",),
        source=MAXPOOL["R2"].source,
    ),
    theorem(
        "profile.outputs-not-negative",
        "The numbers of batches and channels of Y are not negative.",
        clause("X.batch-and-channels", "Y.batch", "Y.channels"),
        and_(dY[0] >= 0, dY[1] >= 0),
        about=("X.batch-and-channels", "Y.batch", "Y.channels"),
        source=MAXPOOL["Y.batch"].source,
    ),
    theorem(
        "profile.batch.empty.follows",
        "Without batches or channels the outputs are empty.",
        clause("Y.batch", "Y.channels"),
        MAXPOOL["batch.empty"].formula,
        about=("batch.empty",),
        source=MAXPOOL["batch.empty"].source,
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (CONSISTENT, *(independent(label) for label in INDEPENDENT), *IMPLIED)
