"""Every rule of the restricted Conv operator: the clauses of all windows, the weights and groups, and what Y is.

The profile is that of ONNX's version 22 with every attribute set and padding explicit; B may be left out, as there.
"""

from __future__ import annotations

from collections.abc import Mapping

from spec.language.terms import Sort, Symbol, Term, Variable, and_, ite, not_, sum_of
from spec.operator.clauses import ADDED, Alternative, Clause, Constraint, Decision, Definition, Scope, Source
from spec.operator.names import defaults_used, dtype, given, kind_of
from spec.operator.operator import Operator
from spec.window.call import (
    AUTO_PAD,
    AXES_OF_X,
    NO_DEFAULTS,
    Y_BATCH,
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
)
from spec.window.geometry import each_has_tap
from spec.window.names import h, kernel
from spec.window.plane import AXES, CELL_FACTS, abbreviations, c, dX, dY, some_tap_in_range, w
from spec.window.summed import ELEMENT_OF_Y, element, over_taps

NAME = "ONNX Conv-22 (operator schema, onnx 1.23.2)"
TYPES = ("float16", "float", "double")
ATTRIBUTES = ("auto_pad", "dilations", "group", "kernel_shape", "pads", "strides")
dW = tuple(Variable(f"dW_{i}") for i in range(4))
rank_W, rank_B, dB_0, group = (Variable(name) for name in ("rank(W)", "rank(B)", "dB_0", "group"))
weights = Variable("weights")
"""The size of W on one spatial axis."""
i = Variable("i")
"""A channel of W: a channel of X, counted from the first of its group."""
W = Symbol("W", (Sort.INT,) * 4, Sort.REAL)
B = Symbol("B", (Sort.INT,), Sort.REAL)
HAS_B = given("B")
BIAS = ite(HAS_B, B(c), 0)
CHANNEL = c * group // dW[0] * dW[1] + i
"""The channel of X that channel i of map c of W is multiplied with."""
PRODUCTS = sum_of(i, 0, dW[1], over_taps(element(CHANNEL) * W(c, i, h, w)))


def axis_names(axis: int) -> Mapping[Variable, Term]:
    """The documents' symbols for the per-axis variables, W's size among them."""
    return {**AXES[axis], weights: dW[axis + 2]}


def schema(label: str) -> Source:
    """A place in ONNX's schema."""
    return Source(NAME, label)


def constraint(label: str, title: str, statement: str, formula: Term, rationale: str, source: Source) -> Clause:
    """A constraint on what its label begins with."""
    return Constraint(
        label=label,
        subject=label.partition(".")[0],
        title=title,
        statement=statement,
        formula=formula,
        rationale=rationale,
        source=source,
    )


INPUTS = (
    constraint(
        "B.tensor", "A tensor", "`B`, if it is given, is a tensor.", HAS_B.implies(kind_of("B").eq("tensor")),
        "B is optional.", schema("B"),
    ),
    constraint(
        "W.types", "Element type", "The elements of `W` have the type of those of `X`.", dtype("W").eq(dtype("X")),
        "The documents give both the type T.", schema("T"),
    ),
    constraint(
        "B.types", "Element type", "The elements of `B` have the type of those of `X`.",
        HAS_B.implies(dtype("B").eq(dtype("X"))), "The documents give both the type T.", schema("T"),
    ),
    constraint(
        "W.rank", "Rank", "`W` has 4 axes: map, channel and 2 spatial axes.", rank_W.eq(4), "`[R1]`", schema("W"),
    ),
    constraint(
        "B.rank", "Rank", "`B` has 1 axis.", HAS_B.implies(rank_B.eq(1)), "One number for each map.", schema("B"),
    ),
    constraint(
        "W.sizes", "Maps and channels", "`W` has at least one map and one channel.", and_(dW[0] >= 1, dW[1] >= 1),
        "Without weights there is nothing to compute.", ADDED,
    ),
)  # fmt: skip

CHANNELS = (
    constraint(
        "group.positive", "Value domain", "There is at least one group.", group >= 1,
        "The maps are divided by the number of groups.", ADDED,
    ),
    constraint(
        "W.groups", "Groups of maps", "The number of maps of `W` is a multiple of `group`.", (dW[0] % group).eq(0),
        "Each group has as many maps as another.", schema("W"),
    ),
    constraint(
        "X.groups", "Groups of channels", "`X` has as many channels as `W`, times `group`.", dX[1].eq(dW[1] * group),
        "A map of `W` sees the channels of its group alone.", schema("W"),
    ),
    constraint(
        "B.size", "Size", "`B` has an element for each map of `W`.", HAS_B.implies(dB_0.eq(dW[0])),
        "It is added to the channel that the map gives.", schema("B"),
    ),
)  # fmt: skip

KERNEL_FROM_W = Constraint(
    label="W.kernel",
    subject="W",
    title="Kernel",
    statement="The spatial sizes of `W` are those of the kernel.",
    formula=weights.eq(kernel),
    rationale="ONNX takes `kernel_shape` from `W` where it is not set; set, it can say nothing else.",
    source=schema("kernel_shape"),
    scope=Scope.AXIS,
)

VALUES = (
    Definition(
        label="Y.channels",
        subject="Y",
        title="Channels of Y",
        statement="`Y` has as many channels as `W` has maps.",
        formula=dY[1].eq(dW[0]),
        rationale="Each map of `W` gives one channel.",
        source=schema("W"),
    ),
    Definition(
        label="Y.convolution",
        subject="Y",
        title="Definition of Y",
        statement="Each element of `Y` is the bias of its channel and the sum, over the channels of the group and the "
        "taps of the window that fall on `X`, of element times weight.",
        formula=ELEMENT_OF_Y.eq(BIAS + PRODUCTS),
        rationale="Exact, of finite elements: how products and sums are rounded is not specified here.",
        source=schema("doc"),
        scope=Scope.CELL,
    ),
    Decision(
        label="windows.padding-alone",
        subject="pads",
        title="A window over padding alone",
        statement="A window with no tap on `X` gives the bias of its channel: padding adds nothing.",
        formula=not_(some_tap_in_range()).implies(ELEMENT_OF_Y.eq(BIAS)),
        rationale="Follows from the definition; a sum without summands is 0, so that no rule is needed here.",
        source=ADDED,
        scope=Scope.CELL,
        alternatives=(Alternative("an error", "the profiles of MaxPool and AveragePool", each_has_tap(), Scope.AXIS),),
    ),
)

SAID: Mapping[str, Documented | Source] = {
    "X.tensor": schema("X"),
    "X.types": schema("T"),
    "X.batch-and-channels": Documented(rationale="Sizes; without batches, `Y` is empty too."),
    **{f"{name}.type": schema(name) for name in ATTRIBUTES},
    "auto_pad.domain": schema("auto_pad"),
    "pads.length": schema("pads"),
    "pads.non-negative": schema("pads"),
    "Y.type": schema("T"),
}
CALL = documented(
    (*attributes_set(ATTRIBUTES), NO_DEFAULTS, tensor("X"), types(TYPES), *AXES_OF_X, X_SPATIAL, tensor("W")), SAID
)
ON_AXES = documented((*AUTO_PAD, *DILATIONS, integer_clause("group"), *KERNEL_SHAPE, *PADS, *STRIDES), SAID)
SHAPES = documented((*SIZES, Y_BATCH, Y_POSITIVE, Y_TYPE), SAID)

CONV = Operator(
    name="Conv",
    title="Conv in a restricted profile",
    clauses=(*CALL, *INPUTS, *ON_AXES, KERNEL_FROM_W, *CHANNELS, *SHAPES, *VALUES),
    axes=(axis_names(0), axis_names(1)),
    facts={
        Scope.CALL: (defaults_used >= 0,),
        Scope.AXIS: (defaults_used >= 0,),
        Scope.CELL: (and_(*CELL_FACTS, *(size >= 1 for size in dW), group >= 1),),
    },
    written_out=("slack", "extent"),
    abbreviations=abbreviations((h, w)),
    phrases=phrases(ATTRIBUTES),
)
