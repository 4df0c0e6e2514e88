"""The clauses on the attributes: kind, length, value domain, and what the profile leaves of it."""

from __future__ import annotations

from spec.examples.sources import ONNX, SONNX
from spec.language.terms import Term, Variable, and_, or_
from spec.maxpool.vocabulary import auto_pad, ceil_mode, kind_of, length, storage_order
from spec.operator.clauses import ADDED, Clause, Constraint, Restriction, Scope, Source
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride

AUTO_PADS = ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER")


def one_of(variable: Variable, names: tuple[str, ...]) -> Term:
    """The variable is one of some names."""
    return or_(*(variable.eq(name) for name in names))


def draft(line: int, label: str = "") -> Source:
    """A place in the SONNX draft."""
    return Source(SONNX, label, line)


def list_clauses(name: str, subject: str, entries: int, source: Source, why: str) -> tuple[Clause, Clause]:
    """Kind and length of a list attribute."""
    return (
        Constraint(
            label=f"{name}.type",
            subject=subject,
            title="Type",
            statement=f"`{name}` is a list of integers.",
            formula=kind_of(name).eq("list of integers"),
            rationale="The attribute's heading gives its type.",
            source=source,
        ),
        Constraint(
            label=f"{name}.length",
            subject=subject,
            title="Length",
            statement=f"`{name}` has {entries} entries.",
            formula=length(name).eq(entries),
            rationale=why,
            source=ADDED if name in ("kernel_shape", "strides") else source,
        ),
    )


def integer_clause(name: str, source: Source) -> Clause:
    """Kind of an integer attribute."""
    return Constraint(
        label=f"{name}.type",
        subject=name,
        title="Type",
        statement=f"`{name}` is an integer.",
        formula=kind_of(name).eq("integer"),
        rationale="The attribute's heading gives its type.",
        source=source,
    )


AUTO_PAD = (
    Constraint(
        label="auto_pad.type",
        subject="auto_pad",
        title="Type",
        statement="`auto_pad` is a string.",
        formula=kind_of("auto_pad").eq("string"),
        rationale="The attribute's heading gives its type.",
        source=draft(144, "auto_pad: string"),
    ),
    Constraint(
        label="auto_pad.domain",
        subject="auto_pad",
        title="Value domain",
        statement="`auto_pad` is NOTSET, VALID, SAME_UPPER or SAME_LOWER.",
        formula=one_of(auto_pad, AUTO_PADS),
        rationale="The ways to pad that ONNX has; the profile leaves one of them.",
        source=draft(149, "[C1] of auto_pad"),
        restated=(Source(ONNX, "auto_pad", 66),),
    ),
    Restriction(
        label="R3",
        subject="auto_pad",
        title="Explicit padding",
        statement="`auto_pad` is NOTSET.",
        formula=auto_pad.eq("NOTSET"),
        rationale="Padding is given by `pads` alone.",
        source=draft(32, "[R3]"),
        restated=(draft(152, "[C2] of auto_pad"),),
    ),
)

CEIL_MODE = (
    integer_clause("ceil_mode", draft(158, "ceil_mode: int")),
    Constraint(
        label="ceil_mode.domain",
        subject="ceil_mode",
        title="Value domain",
        statement="`ceil_mode` is 0 or 1.",
        formula=or_(ceil_mode.eq(0), ceil_mode.eq(1)),
        rationale="A size is rounded down or up; the profile leaves one of them.",
        source=draft(163, "[C1] of ceil_mode"),
    ),
    Restriction(
        label="R4",
        subject="ceil_mode",
        title="Floor mode",
        statement="`ceil_mode` is 0.",
        formula=ceil_mode.eq(0),
        rationale="Output sizes are rounded down, so that each window lies in the padded input.",
        source=draft(33, "[R4]"),
        restated=(draft(166, "[C2] of ceil_mode"),),
    ),
)

DILATIONS = (
    *list_clauses(
        "dilations",
        "dilations",
        2,
        draft(190, "[C2] of dilations"),
        "One dilation for each spatial axis, as many as `kernel_shape` has sizes.",
    ),
    Constraint(
        label="dilations.positive",
        subject="dilations",
        title="Value domain",
        statement="Each dilation is at least 1.",
        formula=dilation >= 1,
        rationale="A dilation is the distance between neighbouring taps.",
        source=draft(187, "[C1] of dilations"),
        scope=Scope.AXIS,
    ),
)

KERNEL_SHAPE = (
    *list_clauses(
        "kernel_shape",
        "kernel_shape",
        2,
        draft(197, "kernel_shape: list of ints"),
        "One size for each spatial axis.",
    ),
    Constraint(
        label="kernel_shape.positive",
        subject="kernel_shape",
        title="Value domain",
        statement="Each size of the kernel is at least 1.",
        formula=kernel >= 1,
        rationale="A kernel without positions selects nothing.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
)

PADS = (
    *list_clauses(
        "pads",
        "pads",
        4,
        draft(217, "[C1] of pads"),
        "A begin and an end for each spatial axis, all begins first.",
    ),
    Constraint(
        label="pads.non-negative",
        subject="pads",
        title="Value domain",
        statement="No padding is negative.",
        formula=and_(pad_begin >= 0, pad_end >= 0),
        rationale="Padding adds elements; the draft says `possibly zero`, ONNX `greater than or equal to 0`.",
        source=Source(ONNX, "pads", 82),
        restated=(draft(206, "pads"),),
        scope=Scope.AXIS,
    ),
)

STORAGE_ORDER = (
    integer_clause("storage_order", draft(223, "storage_order: int")),
    Constraint(
        label="storage_order.domain",
        subject="storage_order",
        title="Value domain",
        statement="`storage_order` is 0 (row major) or 1 (column major).",
        formula=or_(storage_order.eq(0), storage_order.eq(1)),
        rationale="Indices count along rows or columns; the profile leaves one of them.",
        source=draft(225, "storage_order"),
    ),
    Restriction(
        label="R5",
        subject="storage_order",
        title="Row major",
        statement="`storage_order` is 0.",
        formula=storage_order.eq(0),
        rationale="Indices count along rows.",
        source=draft(34, "[R5]"),
        restated=(draft(228, "[C1] of storage_order"),),
    ),
)

STRIDES = (
    *list_clauses("strides", "strides", 2, draft(232, "strides: list of ints"), "One stride for each spatial axis."),
    Constraint(
        label="strides.positive",
        subject="strides",
        title="Value domain",
        statement="Each stride is at least 1.",
        formula=stride >= 1,
        rationale="A stride is the distance between neighbouring windows; it divides in the output size.",
        source=draft(243, "[C1] of strides"),
        scope=Scope.AXIS,
    ),
)

ATTRIBUTE_CLAUSES: tuple[Clause, ...] = (
    *AUTO_PAD,
    *CEIL_MODE,
    *DILATIONS,
    *KERNEL_SHAPE,
    *PADS,
    *STORAGE_ORDER,
    *STRIDES,
)
