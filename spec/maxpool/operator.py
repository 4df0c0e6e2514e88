"""Every rule of the restricted MaxPool operator, each written once: the file a spec author reads first.

Formulas of scope AXIS are written in per-axis words (`x`, `pad_begin`, `kernel` ...) and hold on both spatial axes;
`spec.window.plane.AXES` gives each word the documents' symbol. Clauses stand in the order in which a call is
checked, so that a clause may rely on those before it. Each says where it comes from, or that the document is silent.
"""

from __future__ import annotations

from spec.examples.sources import ONNX
from spec.language.terms import and_, not_, or_, term
from spec.maxpool.alternatives import NO_BATCH, NO_ELEMENT
from spec.maxpool.attributes import ATTRIBUTE_CLAUSES, draft
from spec.maxpool.semantics import ABBREVIATIONS
from spec.maxpool.semantics import CLAUSES as SEMANTICS
from spec.maxpool.vocabulary import ATTRIBUTES, AXES, defaults_used, dIndices, dtype, dX, dY, is_nan, minus_infinity
from spec.operator.clauses import ADDED, Constraint, Decision, Definition, Scope, Source
from spec.operator.operator import Operator
from spec.window.call import (
    AXES_OF_X,
    NO_DEFAULTS,
    Y_BATCH,
    Y_CHANNELS,
    Y_TYPE,
    attributes_set,
    phrases,
    tensor,
    types,
)
from spec.window.clauses import SIZES, X_SPATIAL, Y_POSITIVE, Documented, documented, meet_input
from spec.window.plane import CELL_FACTS

TYPES = ("float16", "float", "double", "int8", "uint8")
MOST_ELEMENTS = 2**63
"""As many as int64 has numbers that are not negative."""


CALL = (
    *documented(
        (
            *attributes_set(ATTRIBUTES),
            NO_DEFAULTS,
            tensor("X"),
            types(TYPES),
            *AXES_OF_X,
            X_SPATIAL,
        ),
        {
            "R2": draft(31, "[R2]"),
            "general.no-default-values": Documented(draft(24, "general restrictions"), (draft(31, "[R2]"),)),
            "X.tensor": Documented(draft(17, "signature"), (draft(305, "X"), draft(667, "X"))),
            "X.types": Documented(draft(298, "float"), (draft(660, "int"), Source(ONNX, "T", 129))),
            "R1": draft(30, "[R1]"),
            "X.rank": draft(260, "[C1] of X"),
            "X.spatial": Documented(rationale="A window over an axis without elements has nothing to select."),
        },
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

OVER_PADDING = "A window over padding alone has no maximum; the draft's note asks for a rule and states none."

SHAPE_OF_Y = (
    *((line, "consistency of shapes") for line in (193, 220, 246, 263)),
    *((line, "shape of Y") for line in (274, 639, 642, 1035, 1038)),
)
"""Where the draft says that the sizes belong together, or names them, beside its formula for them."""

SHAPES = (
    *documented(
        (*SIZES, Y_BATCH, Y_CHANNELS, Y_POSITIVE, meet_input(OVER_PADDING, NO_ELEMENT), Y_TYPE),
        {
            "extent": draft(279, "[C1] of Y"),
            "slack": draft(279, "[C1] of Y"),
            "Y.shape": Documented(
                draft(279, "[C1] of Y"),
                (Source(ONNX, "output_spatial_shape", 38), *(draft(line, words) for line, words in SHAPE_OF_Y)),
                "The draft divides by `strides + 1`, which is too small for every legal input (`draft.dY_2`).",
            ),
            "Y.batch": draft(272, "Y"),
            "Y.channels": draft(273, "Y"),
            "windows.meet-input": draft(461, "working note"),
            "Y.type": Documented(Source(ONNX, "Y", 115), rationale="MaxPool selects elements."),
        },
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
    Scope.CELL: (and_(*CELL_FACTS, not_(is_nan(minus_infinity))),),
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
    phrases=phrases(ATTRIBUTES),
)
