"""The clauses on windows that slide along an axis, written once: attributes, extent, slack, size, and the input met.

In per-axis words, each says the same of every operator. An operator takes them with `documented`, which
adds its documents' places and, where they have others, its reasons and words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from spec.language.terms import and_, or_
from spec.operator.clauses import ADDED, Alternative, Clause, Constraint, Decision, Definition, Scope, Source
from spec.operator.names import kind_of, length
from spec.window.geometry import each_has_tap, each_meets_input
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, slack, stride, x, y


@dataclass(frozen=True, slots=True)
class Documented:
    """Where an operator's documents say a clause; and its reason or words, where they are not the common ones."""

    source: Source = ADDED
    restated: tuple[Source, ...] = ()
    rationale: str = ""
    statement: str = ""


def documented(clauses: Iterable[Clause], by: Mapping[str, Documented | Source]) -> tuple[Clause, ...]:
    """Clauses with what an operator's documents say of them, by label; of the others the documents are silent."""
    return tuple(_documented(clause, by.get(clause.label, ADDED)) for clause in clauses)


def _documented(clause: Clause, by: Documented | Source) -> Clause:
    own = Documented(by) if isinstance(by, Source) else by
    return replace(
        clause,
        source=own.source,
        restated=own.restated,
        rationale=own.rationale or clause.rationale,
        statement=own.statement or clause.statement,
    )


def list_clauses(name: str, entries: int, why: str) -> tuple[Clause, Clause]:
    """Kind and length of a list attribute."""
    return (
        Constraint(
            label=f"{name}.type",
            subject=name,
            title="Type",
            statement=f"`{name}` is a list of integers.",
            formula=kind_of(name).eq("list of integers"),
            rationale="The attribute's heading gives its type.",
            source=ADDED,
        ),
        Constraint(
            label=f"{name}.length",
            subject=name,
            title="Length",
            statement=f"`{name}` has {entries} entries.",
            formula=length(name).eq(entries),
            rationale=why,
            source=ADDED,
        ),
    )


X_SPATIAL = Constraint(
    label="X.spatial",
    subject="X",
    title="Spatial sizes",
    statement="Each spatial axis of `X` has at least one element.",
    formula=x >= 1,
    rationale="A window over an axis without elements has nothing to compute from.",
    source=ADDED,
    scope=Scope.AXIS,
)

DILATIONS = (
    *list_clauses("dilations", 2, "One dilation for each spatial axis, as many as `kernel_shape` has sizes."),
    Constraint(
        label="dilations.positive",
        subject="dilations",
        title="Value domain",
        statement="Each dilation is at least 1.",
        formula=dilation >= 1,
        rationale="A dilation is the distance between neighbouring taps.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
)

KERNEL_SHAPE = (
    *list_clauses("kernel_shape", 2, "One size for each spatial axis."),
    Constraint(
        label="kernel_shape.positive",
        subject="kernel_shape",
        title="Value domain",
        statement="Each size of the kernel is at least 1.",
        formula=kernel >= 1,
        rationale="A kernel without positions computes nothing.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
)

PADS = (
    *list_clauses("pads", 4, "A begin and an end for each spatial axis, all begins first."),
    Constraint(
        label="pads.non-negative",
        subject="pads",
        title="Value domain",
        statement="No padding is negative.",
        formula=and_(pad_begin >= 0, pad_end >= 0),
        rationale="Padding adds elements.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
)

STRIDES = (
    *list_clauses("strides", 2, "One stride for each spatial axis."),
    Constraint(
        label="strides.positive",
        subject="strides",
        title="Value domain",
        statement="Each stride is at least 1.",
        formula=stride >= 1,
        rationale="A stride is the distance between neighbouring windows; it divides in the output size.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
)

SIZES = (
    Definition(
        label="extent",
        subject="kernel_shape",
        title="Extent of the dilated kernel",
        statement="The extent is the number of positions from the first tap of a window to its last.",
        formula=extent.eq(dilation * (kernel - 1) + 1),
        rationale="A name for a part of the output size.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
    Definition(
        label="slack",
        subject="Y",
        title="Slack",
        statement="The slack is how far a window can move in the padded input.",
        formula=slack.eq(x + pad_begin + pad_end - extent),
        rationale="A name for a part of the output size.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
    Definition(
        label="Y.shape",
        subject="Y",
        title="Spatial sizes of Y",
        statement="On each spatial axis, `Y` has one element for each window that fits in the padded input.",
        formula=y.eq(slack // stride + 1),
        rationale="A window starts every `strides` positions, from the begin of the padding on.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
)

NO_WINDOW = (
    Alternative("an empty tensor", "some runtimes", y >= 0),
    Alternative(
        "a size rounded towards zero",
        "runtimes whose division truncates",
        or_(slack >= 0, 1 - (-slack) // stride >= 1),
    ),
)
"""What could have been chosen where no window fits."""

Y_POSITIVE = Decision(
    label="Y.positive",
    subject="Y",
    title="The kernel fits",
    statement="`Y` has at least one element on each spatial axis: the dilated kernel fits in the padded input.",
    formula=y >= 1,
    rationale="A kernel that does not fit leaves nothing to compute, and sizes below 1 mean nothing.",
    source=ADDED,
    scope=Scope.AXIS,
    precondition=True,
    alternatives=NO_WINDOW,
)


def meet_input(rationale: str, alternatives: tuple[Alternative, ...]) -> Decision:
    """Each window meets the input. Why, and what others choose, differs: what stands in a cell without elements."""
    return Decision(
        label="windows.meet-input",
        subject="pads",
        title="No window without elements",
        statement="Each window has at least one tap on an element of `X`.",
        formula=each_has_tap(),
        check=each_meets_input(),
        rationale=rationale,
        source=ADDED,
        scope=Scope.AXIS,
        precondition=True,
        alternatives=alternatives,
    )
