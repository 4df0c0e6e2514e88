"""Every rule of the restricted MaxPool operator, each written once: the file a spec author reads first.

Formulas of scope AXIS are written in per-axis words (`x`, `pad_begin`, `kernel` ...) and hold on both spatial axes;
`spec.maxpool.vocabulary.AXES` gives each word the documents' symbol. Clauses stand in the order in which a call is
checked, so that a clause may rely on those before it. Each says where it comes from, or that the document is silent.
"""

from __future__ import annotations

from spec.examples.sources import ONNX
from spec.language.terms import and_, forall, not_, or_, term
from spec.maxpool.alternatives import NO_BATCH, NO_ELEMENT, NO_WINDOW
from spec.maxpool.attributes import ATTRIBUTE_CLAUSES, draft, one_of
from spec.maxpool.semantics import ABBREVIATIONS
from spec.maxpool.semantics import CLAUSES as SEMANTICS
from spec.maxpool.vocabulary import (
    ATTRIBUTES,
    AXES,
    b,
    c,
    defaults_used,
    dIndices,
    dtype,
    dX,
    dY,
    entry,
    given,
    is_nan,
    kind_of,
    minus_infinity,
    n,
    rank_X,
    unknown_attributes,
)
from spec.operator.clauses import ADDED, Constraint, Decision, Definition, Restriction, Scope, Source
from spec.operator.operator import Operator
from spec.window.geometry import has_tap, meets_input
from spec.window.names import dilation, extent, kernel, m, pad_begin, pad_end, slack, stride, x, y

TYPES = ("float16", "float", "double", "int8", "uint8")
MOST_ELEMENTS = 2**63
"""As many as int64 has numbers that are not negative."""


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
    Constraint(
        label="Indices.int64",
        subject="X",
        title="Indices fit",
        statement="`X` has at most `2**63` elements, so that each index fits int64.",
        formula=dX[0] * dX[1] * dX[2] * dX[3] <= MOST_ELEMENTS,
        rationale="The limit is exact (`indices.int64.exact`); no tensor in memory comes near it, a shape may.",
        source=ADDED,
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
        alternatives=NO_WINDOW,
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
        alternatives=NO_ELEMENT,
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
        alternatives=NO_BATCH,
    ),
)

FACTS = {
    Scope.CALL: (defaults_used >= 0,),
    Scope.AXIS: (defaults_used >= 0,),
    Scope.CELL: (
        and_(
            *(and_(0 <= i, i < size) for i, size in zip((b, c, m, n), dY, strict=True)),
            *(entry(name, i) >= 1 for name in ("kernel_shape", "strides", "dilations") for i in range(2)),
            *(size >= 1 for size in dX),
            not_(is_nan(minus_infinity)),
        ),
    ),
}
"""Counts are not negative; a cell lies in Y, of a legal call on elements that are there."""

MAXPOOL = Operator(
    name="MaxPool",
    title="MaxPool in the SONNX profile",
    clauses=(
        *CALL,
        *ATTRIBUTE_CLAUSES,
        *SHAPES,
        *SEMANTICS,
    ),
    axes=AXES,
    facts=FACTS,
    written_out=("slack", "extent"),
    abbreviations=ABBREVIATIONS,
    phrases={unknown_attributes.name: "unknown attribute {}"}
    | {given(a).name: f"'{a}' is not set" for a in ATTRIBUTES},
)
