"""Every rule of the restricted AveragePool operator: the clauses of all windows, and what an average is.

ONNX's versions differ: `count_include_pad` comes with version 7, `ceil_mode` with 10, `dilations` with 19. The profile
is that of version 22 with every attribute set, padding explicit and sizes rounded down.
"""

from __future__ import annotations

from spec.language.terms import Variable, and_, ite, not_, or_
from spec.operator.clauses import ADDED, Alternative, Constraint, Definition, Scope, Source
from spec.operator.names import defaults_used
from spec.operator.operator import Operator
from spec.window.call import (
    AUTO_PAD,
    AXES_OF_X,
    CEIL_MODE,
    NO_DEFAULTS,
    Y_BATCH,
    Y_CHANNELS,
    Y_TYPE,
    attributes_set,
    integer_clause,
    phrases,
    tensor,
    types,
)
from spec.window.clauses import (
    DILATIONS,
    KERNEL_SHAPE,
    PADS,
    SIZES,
    STRIDES,
    X_SPATIAL,
    Y_POSITIVE,
    Documented,
    documented,
    meet_input,
)
from spec.window.names import h
from spec.window.plane import AXES, CELL_FACTS, KERNEL, abbreviations, c, some_tap_in_range, w
from spec.window.summed import ELEMENT_OF_Y, element, over_taps

NAME = "ONNX AveragePool-22 (operator schema, onnx 1.23.2)"
TYPES = ("float16", "float", "double")
ATTRIBUTES = ("auto_pad", "ceil_mode", "count_include_pad", "dilations", "kernel_shape", "pads", "strides")
count_include_pad, count = Variable("count_include_pad"), Variable("count")
IN_RANGE = over_taps(1)
"""How many taps of a window fall on elements of X."""
TAPS = KERNEL[0] * KERNEL[1]
TOTAL = over_taps(element(c))
INCLUDED = count_include_pad.eq(1)


def schema(label: str) -> Source:
    """A place in ONNX's schema."""
    return Source(NAME, label)


COUNT_INCLUDE_PAD = (
    integer_clause("count_include_pad"),
    Constraint(
        label="count_include_pad.domain",
        subject="count_include_pad",
        title="Value domain",
        statement="`count_include_pad` is 0 or 1.",
        formula=or_(count_include_pad.eq(0), INCLUDED),
        rationale="Taps on padding count, or they do not.",
        source=schema("count_include_pad"),
    ),
)

OVER_PADDING = (
    Alternative(
        "0, where padding counts",
        "ONNX, which divides the sum 0 by the number of taps",
        and_(INCLUDED, not_(some_tap_in_range()), ELEMENT_OF_Y.eq(0)),
        Scope.CELL,
    ),
    Alternative("NaN, where it does not", "runtimes that divide 0 by 0"),
)

VALUES = (
    Definition(
        label="Y.count",
        subject="Y",
        title="What is divided by",
        statement="The count of a window is the number of its taps on `X`, or of all if `count_include_pad` is 1.",
        formula=count.eq(ite(INCLUDED, TAPS, IN_RANGE)),
        rationale="In floor mode each tap lies on `X` or on its padding, so that all taps are the kernel's positions.",
        source=schema("doc"),
        restated=(schema("count_include_pad"),),
        scope=Scope.CELL,
    ),
    Definition(
        label="Y.average",
        subject="Y",
        title="Definition of Y",
        statement="Each element of `Y` is the sum of the elements of `X` that its window taps, divided by the count.",
        formula=ELEMENT_OF_Y.eq(TOTAL / count),
        rationale="Exact, of finite elements: how the quotient is rounded to the element type is not specified here.",
        source=schema("doc"),
        scope=Scope.CELL,
    ),
)

SHARED = documented(
    (
        *attributes_set(ATTRIBUTES),
        NO_DEFAULTS,
        tensor("X"),
        types(TYPES),
        *AXES_OF_X,
        X_SPATIAL,
        *AUTO_PAD,
        *CEIL_MODE,
        *COUNT_INCLUDE_PAD,
        *DILATIONS,
        *KERNEL_SHAPE,
        *PADS,
        *STRIDES,
        *SIZES,
        Y_BATCH,
        Y_CHANNELS,
        Y_POSITIVE,
        meet_input("Where padding does not count, a window over padding alone is divided by 0.", OVER_PADDING),
        Y_TYPE,
    ),
    {
        "X.tensor": schema("X"),
        "X.types": schema("T"),
        "X.batch-and-channels": Documented(ADDED, rationale="Sizes; without elements, `Y` is empty too."),
        **{f"{name}.type": schema(name) for name in ATTRIBUTES},
        "auto_pad.domain": schema("auto_pad"),
        "ceil_mode.domain": schema("ceil_mode"),
        "count_include_pad.domain": schema("count_include_pad"),
        "pads.length": schema("pads"),
        "pads.non-negative": schema("pads"),
        "extent": schema("output_spatial_shape"),
        "slack": schema("output_spatial_shape"),
        "Y.shape": schema("output_spatial_shape"),
        "Y.type": schema("T"),
    },
)

AVERAGEPOOL = Operator(
    name="AveragePool",
    title="AveragePool in a restricted profile",
    clauses=(*SHARED, *VALUES),
    axes=AXES,
    facts={Scope.CALL: (defaults_used >= 0,), Scope.AXIS: (defaults_used >= 0,), Scope.CELL: (and_(*CELL_FACTS),)},
    written_out=("slack", "extent"),
    abbreviations=abbreviations((h, w)),
    phrases=phrases(ATTRIBUTES),
)
