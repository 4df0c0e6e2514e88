"""The profile as a whole: its clauses hold together, and which of them follow from others."""

from __future__ import annotations

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import assumed, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.replay import explicit
from proofs.theories.shape import legal
from proofs.theories.topic import MEET, Replay, Topic, clause, on
from spec.language.fold import conjuncts
from spec.language.terms import FALSE, Term, and_, ite, term
from spec.maxpool.operator import MAXPOOL
from spec.operator.names import defaults_used
from spec.operator.operator import Operator
from spec.window.plane import dY

FOLLOWS = ("X.spatial", "kernel_shape.positive")
"""Per-axis clauses that `Y.positive` and `windows.meet-input` imply; they are kept for the error that a user meets."""
INDEPENDENT = ("dilations.positive", "pads.non-negative", "strides.positive", "Y.positive", MEET)
BY_RESTRICTION = {
    "auto_pad.domain": "R3",
    "ceil_mode.domain": "R4",
    "storage_order.domain": "R5",
    "X.rank": "R1",
    "R1": "X.rank",
}


def sizes(operator: Operator) -> tuple[Assumption, ...]:
    """All that an operator asks of the sizes on one axis."""
    return (*legal(operator), *assumed(operator, *(label for label in (MEET,) if label in operator)))


def consistent(operator: Operator, explicit: Replay) -> Obligation:
    """The claim, to be refuted, that no call meets all per-axis clauses."""
    return Topic((), operator["Y.shape"].source).refuted(
        "profile.contradictory",
        "No call meets all clauses.",
        FALSE,
        *sizes(operator),
        replay=explicit,
    )


def independent(operator: Operator, label: str) -> Obligation:
    """The claim, to be refuted, that the other per-axis clauses imply one."""
    return on(label, operator=operator).refuted(
        f"profile.others-imply.{label}",
        f"The other clauses imply {label}.",
        operator[label].formula,
        *(a for a in sizes(operator) if a.label != label),
    )


def counted(operator: Operator) -> Term:
    """The number of attributes that the call does not set."""
    total = term(0)
    for is_given in conjuncts(operator["R2"].formula):
        total = total + ite(is_given, 0, 1)
    return total


def implied(operator: Operator, label: str, *by: str) -> Obligation:
    """A clause that others imply."""
    return on(label, operator=operator).theorem(
        f"profile.{label}.follows",
        f"{label} follows from {' and '.join(by)}.",
        operator[label].formula,
        *assumed(operator, *by),
    )


def of_windows(operator: Operator, explicit: Replay) -> tuple[Obligation, ...]:
    """What holds of every profile whose windows slide: consistent, with no clause too many but those that are kept."""
    meets = MEET in operator
    return (
        consistent(operator, explicit),
        *(independent(operator, label) for label in INDEPENDENT if label in operator),
        *(independent(operator, label) for label in FOLLOWS if not meets),
        *(implied(operator, label, by) for label, by in BY_RESTRICTION.items() if {label, by} <= {*operator.labels}),
        *(implied(operator, label, "Y.positive", MEET) for label in FOLLOWS if meets),
        on("R2", operator=operator).theorem(
            "profile.R2.follows",
            "R2 is the general rule against default values, for the attributes of this operator.",
            operator["R2"].formula,
            *assumed(operator, "general.no-default-values"),
            suppose("defaults are counted", defaults_used.eq(counted(operator))),
        ),
    )


OF_OUTPUTS = (
    on("Y.batch").theorem(
        "profile.outputs-not-negative",
        "The numbers of batches and channels of Y are not negative.",
        and_(dY[0] >= 0, dY[1] >= 0),
        *clause("X.batch-and-channels", "Y.batch", "Y.channels"),
        about=("X.batch-and-channels", "Y.batch", "Y.channels"),
    ),
    implied(MAXPOOL, "batch.empty", "Y.batch", "Y.channels"),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*of_windows(MAXPOOL, explicit), *OF_OUTPUTS)
