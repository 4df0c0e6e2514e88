"""Every rule of the restricted MaxPool operator, each written once: the file a spec author reads first.

Formulas of scope AXIS are written in per-axis words (`x`, `pad_begin`, `kernel` ...) and hold on both spatial axes;
`spec.vocabulary.AXES` gives each word the documents' symbol. Clauses stand in the order in which a call is checked, so
that a clause may rely on those before it. Each says where it comes from, or that the document is silent.
"""

from __future__ import annotations

from spec.clauses import (
    ADDED,
    Alternative,
    Clause,
    Constraint,
    Decision,
    Definition,
    Operator,
    Restriction,
    Scope,
    Source,
)
from spec.semantics import CLAUSES as SEMANTICS
from spec.sources import ONNX, SONNX
from spec.terms import Term, Variable, and_, exists, forall, or_, term
from spec.vocabulary import (
    ATTRIBUTES,
    AXES,
    auto_pad,
    ceil_mode,
    defaults_used,
    dilation,
    dIndices,
    dtype,
    dX,
    dY,
    extent,
    given,
    h,
    kernel,
    kind_of,
    length,
    m,
    pad_begin,
    pad_end,
    rank_X,
    slack,
    storage_order,
    stride,
    unknown_attributes,
    x,
    y,
)

AUTO_PADS = ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER")
TYPES = ("float16", "float", "double", "int8", "uint8")


def one_of(variable: Variable, names: tuple[str, ...]) -> Term:
    """The variable is one of some names."""
    return or_(*(variable.eq(name) for name in names))


def draft(line: int, label: str = "") -> Source:
    """A place in the SONNX draft."""
    return Source(SONNX, label, line)


def meets_input(window: Term) -> Term:
    """One window on an axis has an in-range tap, decided without looking for the tap (theorem `windows.one-window`)."""
    start = window * stride - pad_begin
    return and_(-(dilation * (kernel - 1)) <= start, start < x, or_(start >= 0, start % dilation < x))


def has_tap(window: Term) -> Term:
    """One window on an axis has an in-range tap: some position of the kernel falls on an element of X."""
    position = window * stride + h * dilation - pad_begin
    return exists(h, 0, kernel, and_(0 <= position, position < x))


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


CALL = (
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
        formula=and_(*(given(a) for a in ATTRIBUTES)),
        rationale="The general rule against default values.",
        origin="General rule: no default values",
        source=draft(31, "[R2]"),
    ),
    Restriction(
        label="general.no-default-values",
        subject="attributes",
        title="No default values",
        statement="No attribute takes a default value.",
        formula=defaults_used.eq(0),
        rationale="A reader of a model sees each value that its meaning depends on.",
        origin="General restrictions",
        source=draft(24, "general restrictions"),
        restated=(draft(31, "[R2]"),),
    ),
    Constraint(
        label="X.tensor",
        subject="X",
        title="A tensor",
        statement="`X` is a tensor.",
        formula=kind_of("X").eq("tensor"),
        rationale="A list or a scalar has no element type.",
        source=draft(17, "signature"),
    ),
    Constraint(
        label="X.types",
        subject="X",
        title="Element types",
        statement="The elements of `X` are float16, float, double, int8 or uint8.",
        formula=one_of(dtype("X"), TYPES),
        rationale="The types for which the documents define the operator.",
        source=draft(298, "float"),
        restated=(draft(660, "int"), Source(ONNX, "T", 129)),
    ),
    Restriction(
        label="R1",
        subject="X",
        title="Two spatial axes",
        statement="`X` has 2 spatial axes.",
        formula=(rank_X - 2).eq(2),
        rationale="The profile covers images.",
        source=draft(30, "[R1]"),
    ),
    Constraint(
        label="X.rank",
        subject="X",
        title="Rank",
        statement="`X` has 4 axes: batch, channel and 2 spatial axes.",
        formula=rank_X.eq(4),
        rationale="`[R1]`",
        source=draft(260, "[C1] of X"),
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
    Constraint(
        label="X.spatial",
        subject="X",
        title="Spatial sizes",
        statement="Each spatial axis of `X` has at least one element.",
        formula=x >= 1,
        rationale="A window over an axis without elements has nothing to select.",
        source=ADDED,
        scope=Scope.AXIS,
    ),
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
        rationale="`[R2]`",
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
        rationale="`[R2]`",
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
        rationale="`[R2]`",
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

SHAPES = (
    Definition(
        label="extent",
        subject="kernel_shape",
        title="Extent of the dilated kernel",
        statement="The extent is the number of positions from the first tap of a window to its last.",
        formula=extent.eq(dilation * (kernel - 1) + 1),
        rationale="A name for a part of the output size.",
        source=draft(279, "[C1] of Y"),
        scope=Scope.AXIS,
    ),
    Definition(
        label="slack",
        subject="Y",
        title="Slack",
        statement="The slack is how far a window can move in the padded input.",
        formula=slack.eq(x + pad_begin + pad_end - extent),
        rationale="A name for a part of the output size.",
        source=draft(279, "[C1] of Y"),
        scope=Scope.AXIS,
    ),
    Definition(
        label="Y.shape",
        subject="Y",
        title="Spatial sizes of Y",
        statement="On each spatial axis, `Y` has one element for each window that fits in the padded input.",
        formula=y.eq(slack // stride + 1),
        rationale="The draft divides by `strides + 1`, which is too small for every legal input (`draft.dY_2`).",
        source=draft(279, "[C1] of Y"),
        restated=(Source(ONNX, "output_spatial_shape", 38),),
        scope=Scope.AXIS,
    ),
    Definition(
        label="Y.batch",
        subject="Y",
        title="Batches of Y",
        statement="`Y` has as many batches as `X`.",
        formula=dY[0].eq(dX[0]),
        rationale="The operator works on each batch alone.",
        source=draft(272, "Y"),
    ),
    Definition(
        label="Y.channels",
        subject="Y",
        title="Channels of Y",
        statement="`Y` has as many channels as `X`.",
        formula=dY[1].eq(dX[1]),
        rationale="The operator works on each channel alone.",
        source=draft(273, "Y"),
    ),
    Decision(
        label="Y.positive",
        subject="Y",
        title="The kernel fits",
        statement="`Y` has at least one element on each spatial axis: the dilated kernel fits in the padded input.",
        formula=y >= 1,
        rationale="A kernel that does not fit leaves nothing to compute, and sizes below 1 mean nothing.",
        source=ADDED,
        scope=Scope.AXIS,
        precondition=True,
        alternatives=(
            Alternative("an empty tensor", "some runtimes"),
            Alternative("a size rounded towards zero", "runtimes whose division truncates"),
        ),
    ),
    Decision(
        label="windows.meet-input",
        subject="pads",
        title="No window without elements",
        statement="Each window has at least one tap on an element of `X`.",
        formula=forall(m, 0, y, has_tap(m)),
        check=and_(
            forall(m, 0, 1, meets_input(m)),
            forall(m, y - 1, y, meets_input(m)),
            or_(dilation <= x, forall(m, 0, y, meets_input(m))),
        ),
        rationale="A window over padding alone has no maximum; the draft's note asks for a rule and states none.",
        source=draft(461, "working note"),
        scope=Scope.AXIS,
        precondition=True,
        alternatives=(
            Alternative("0", "some runtimes"),
            Alternative("the lowest finite value, index -1 or -2", "some runtimes"),
            Alternative("-inf", "OpenVINO-8's padding value"),
        ),
    ),
    Definition(
        label="Y.type",
        subject="Y",
        title="Element type of Y",
        statement="The elements of `Y` have the type of those of `X`.",
        formula=dtype("Y").eq(dtype("X")),
        rationale="MaxPool selects elements.",
        source=Source(ONNX, "Y", 115),
    ),
    Definition(
        label="Indices.type",
        subject="Indices",
        title="Element type of Indices",
        statement="The elements of `Indices` are int64.",
        formula=dtype("Indices").eq("int64"),
        rationale="The type the documents give.",
        source=draft(287, "Indices: int64"),
        restated=(Source(ONNX, "I", 137),),
    ),
    Definition(
        label="Indices.shape",
        subject="Indices",
        title="Shape of Indices",
        statement="`Indices` has the shape of `Y`.",
        formula=and_(*(d.eq(e) for d, e in zip(dIndices, dY, strict=True))),
        rationale="One index for each selected element.",
        source=draft(293, "[C1] of Indices"),
    ),
    Decision(
        label="batch.empty",
        subject="X",
        title="Empty batches",
        statement="Without batches or channels, the outputs are empty tensors of the shape that the formulas give.",
        formula=or_(dX[0].eq(0), dX[1].eq(0)).implies((dY[0] * dY[1] * dY[2] * dY[3]).eq(term(0))),
        rationale="Follows from the formulas, and spares the caller a special case.",
        source=ADDED,
        alternatives=(Alternative("an error", "runtimes that refuse empty tensors"),),
    ),
)

MAXPOOL = Operator(
    name="MaxPool (SONNX profile)",
    clauses=(
        *CALL,
        *AUTO_PAD,
        *CEIL_MODE,
        *DILATIONS,
        *KERNEL_SHAPE,
        *PADS,
        *STORAGE_ORDER,
        *STRIDES,
        *SHAPES,
        *SEMANTICS,
    ),
    axes=AXES,
)
