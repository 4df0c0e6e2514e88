"""The clauses on the call of an operator with windows in the plane: X, the attributes, and what the profile leaves.

An operator takes them with `spec.window.clauses.documented`.
"""

from __future__ import annotations

from collections.abc import Mapping

from spec.language.terms import Literal, Sort, Term, Variable, and_, or_
from spec.operator.clauses import ADDED, Clause, Constraint, Definition, Restriction
from spec.operator.names import defaults_used, dtype, given, kind_of, one_of, unknown_attributes
from spec.window.plane import dX, dY, rank_X

auto_pad = Variable("auto_pad", Sort.NAME)
ceil_mode = Variable("ceil_mode")
FLOOR_MODE: Mapping[Variable, Term] = {ceil_mode: Literal(0)}
"""Calls whose sizes are rounded down: what is said of windows that fit in the padded input is said of these."""
AUTO_PADS = ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER")


def attributes_set(attributes: tuple[str, ...]) -> tuple[Clause, ...]:
    """No attribute is unknown, and none of those that there are is left to a default."""
    return (
        Constraint(
            label="attributes.known",
            subject="attributes",
            title="No other attribute",
            statement="The call sets no attribute that the operator does not have.",
            formula=unknown_attributes.eq("none"),
            rationale="A misspelt attribute would otherwise be dropped in silence.",
            source=ADDED,
        ),
        Restriction(
            label="R2",
            subject="attributes",
            title="Explicit attributes",
            statement="Each attribute is set explicitly.",
            formula=and_(*(given(a) for a in attributes)),
            rationale="The general rule against default values.",
            origin="General rule: no default values",
            source=ADDED,
        ),
    )


def phrases(attributes: tuple[str, ...]) -> dict[str, str]:
    """What is wrong where a value of one of these variables breaks a clause, in words."""
    return {unknown_attributes.name: "unknown attribute {}"} | {given(a).name: f"'{a}' is not set" for a in attributes}


NO_DEFAULTS = Restriction(
    label="general.no-default-values",
    subject="attributes",
    title="No default values",
    statement="No attribute takes a default value.",
    formula=defaults_used.eq(0),
    rationale="A reader of a model sees each value that its meaning depends on.",
    origin="General restrictions",
    source=ADDED,
)


def tensor(name: str) -> Clause:
    """An input is a tensor."""
    return Constraint(
        label=f"{name}.tensor",
        subject=name,
        title="A tensor",
        statement=f"`{name}` is a tensor.",
        formula=kind_of(name).eq("tensor"),
        rationale="A list or a scalar has no element type.",
        source=ADDED,
    )


def types(of: tuple[str, ...]) -> Clause:
    """The element types of X, two or more."""
    return Constraint(
        label="X.types",
        subject="X",
        title="Element types",
        statement=f"The elements of `X` are {', '.join(of[:-1])} or {of[-1]}.",
        formula=one_of(dtype("X"), of),
        rationale="The types for which the documents define the operator.",
        source=ADDED,
    )


AXES_OF_X = (
    Restriction(
        label="R1",
        subject="X",
        title="Two spatial axes",
        statement="`X` has 2 spatial axes.",
        formula=(rank_X - 2).eq(2),
        rationale="The profile covers images.",
        source=ADDED,
    ),
    Constraint(
        label="X.rank",
        subject="X",
        title="Rank",
        statement="`X` has 4 axes: batch, channel and 2 spatial axes.",
        formula=rank_X.eq(4),
        rationale="`[R1]`",
        source=ADDED,
    ),
    Constraint(
        label="X.batch-and-channels",
        subject="X",
        title="Batch and channels",
        statement="The numbers of batches and of channels are not negative.",
        formula=and_(dX[0] >= 0, dX[1] >= 0),
        rationale="Sizes; zero is allowed, see `batch.empty`.",
        source=ADDED,
    ),
)


def integer_clause(name: str) -> Clause:
    """Kind of an integer attribute."""
    return Constraint(
        label=f"{name}.type",
        subject=name,
        title="Type",
        statement=f"`{name}` is an integer.",
        formula=kind_of(name).eq("integer"),
        rationale="The attribute's heading gives its type.",
        source=ADDED,
    )


AUTO_PAD = (
    Constraint(
        label="auto_pad.type",
        subject="auto_pad",
        title="Type",
        statement="`auto_pad` is a string.",
        formula=kind_of("auto_pad").eq("string"),
        rationale="The attribute's heading gives its type.",
        source=ADDED,
    ),
    Constraint(
        label="auto_pad.domain",
        subject="auto_pad",
        title="Value domain",
        statement="`auto_pad` is NOTSET, VALID, SAME_UPPER or SAME_LOWER.",
        formula=one_of(auto_pad, AUTO_PADS),
        rationale="The ways to pad that ONNX has; the profile leaves one of them.",
        source=ADDED,
    ),
    Restriction(
        label="R3",
        subject="auto_pad",
        title="Explicit padding",
        statement="`auto_pad` is NOTSET.",
        formula=auto_pad.eq("NOTSET"),
        rationale="Padding is given by `pads` alone.",
        source=ADDED,
    ),
)

CEIL_MODE = (
    integer_clause("ceil_mode"),
    Constraint(
        label="ceil_mode.domain",
        subject="ceil_mode",
        title="Value domain",
        statement="`ceil_mode` is 0 or 1.",
        formula=or_(ceil_mode.eq(0), ceil_mode.eq(1)),
        rationale="A size is rounded down or up; the profile leaves one of them.",
        source=ADDED,
    ),
    Restriction(
        label="R4",
        subject="ceil_mode",
        title="Floor mode",
        statement="`ceil_mode` is 0.",
        formula=ceil_mode.eq(0),
        rationale="Output sizes are rounded down, so that each window lies in the padded input.",
        source=ADDED,
    ),
)

Y_BATCH = Definition(
    label="Y.batch",
    subject="Y",
    title="Batches of Y",
    statement="`Y` has as many batches as `X`.",
    formula=dY[0].eq(dX[0]),
    rationale="The operator works on each batch alone.",
    source=ADDED,
)
Y_CHANNELS = Definition(
    label="Y.channels",
    subject="Y",
    title="Channels of Y",
    statement="`Y` has as many channels as `X`.",
    formula=dY[1].eq(dX[1]),
    rationale="The operator works on each channel alone.",
    source=ADDED,
)
Y_TYPE = Definition(
    label="Y.type",
    subject="Y",
    title="Element type of Y",
    statement="The elements of `Y` have the type of those of `X`.",
    formula=dtype("Y").eq(dtype("X")),
    rationale="The documents give both the type T.",
    source=ADDED,
)
