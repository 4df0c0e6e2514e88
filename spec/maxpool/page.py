"""What the page says of MaxPool around its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from spec.examples.added import BATCHES_AND_CHANNELS, NAN_AND_ZEROS
from spec.language.terms import Variable
from spec.maxpool.operator import TYPES
from spec.maxpool.semantics import column, row
from spec.maxpool.vocabulary import Indices, X, b, c, dX, h, m, n, w
from spec.operator.operator import Operator
from spec.readings.latex import to_latex
from spec.tables.page import Subject, Words

SIGNATURE = (
    r"$(Y, \textit{Indices}) = \textbf{MaxPool}(X)$",
    "",
    "where:",
    "",
    "- $X$: input tensor",
    "- $Y$: output tensor, the greatest element of each window",
    r"- $\textit{Indices}$: output tensor, the place of each of these elements in $X$",
)
ERRORS = (
    "A call that breaks a restriction or a constraint of this page is an error that names it, and has no result: ",
    "above all, a kernel that does not fit in the padded input, and a window that taps no element of $X$.",
)
ATTRIBUTES = (
    Subject(
        "auto_pad",
        "`auto_pad`: string",
        "Whether the padding is given by `pads`, or computed. In this profile it is given.",
    ),
    Subject(
        "ceil_mode",
        "`ceil_mode`: int",
        "Whether output sizes are rounded down (0) or up (1). In this profile they are rounded down.",
    ),
    Subject(
        "dilations",
        "`dilations`: list of ints",
        "The distance between neighbouring taps of a window along each spatial axis.",
    ),
    Subject("kernel_shape", "`kernel_shape`: list of ints", "The size of the kernel along each spatial axis."),
    Subject(
        "pads",
        "`pads`: list of ints",
        "How many positions are added to $X$ at the begin of each spatial axis, and at the end of each: "
        "(begin of the first, begin of the second, end of the first, end of the second).",
    ),
    Subject(
        "storage_order",
        "`storage_order`: int",
        "Whether indices count along rows (0) or along columns (1). In this profile, along rows.",
    ),
    Subject(
        "strides",
        "`strides`: list of ints",
        "The distance between neighbouring windows along each spatial axis: the first entry is the distance in "
        "rows, downwards, the second that in columns, to the right.",
    ),
)
INPUTS = (Subject("X", "$X$", "The tensor from which the greatest elements are selected."),)
OUTPUTS = (
    Subject("Y", "$Y$", "The greatest elements, of the element type of $X$."),
    Subject("Indices", r"$\textit{Indices}$: int64", "The places of the greatest elements in $X$."),
)
i, j = Variable("i"), Variable("j")


def informal(operator: Operator) -> Iterator[str]:
    """The informal specification: what Y and Indices are, in formulas and in words."""
    offset = ((b * dX[1] + c) * dX[2] + i) * dX[3] + j
    yield "A window of the size of the kernel, its taps spread by the dilations, slides over the padded input by the "
    yield "strides. Each element of $Y$ is the greatest element of $X$ under the taps of one window, and its "
    yield "element of $Indices$ says where in $X$ it stands."
    yield ""
    yield "$$"
    yield r"Y[b, c, m, n] = \max_{h=0}^{\texttt{kernel\_shape}[0]-1} \max_{w=0}^{\texttt{kernel\_shape}[1]-1}"
    yield r"X_p[b, c, m \cdot \texttt{strides}[0] + h \cdot \texttt{dilations}[0],"
    yield r"n \cdot \texttt{strides}[1] + w \cdot \texttt{dilations}[1]]"
    yield "$$"
    yield ""
    yield "$$"
    yield rf"{to_latex(Indices(b, c, m, n).eq(offset))} \quad\text{{if}}\quad Y[b, c, m, n] = {to_latex(X(b, c, i, j))}"
    yield "$$"
    yield ""
    yield "where:"
    yield ""
    yield "- $X_p$ is $X$ with the positions added that `pads` says. They hold no value and are never selected: the "
    yield "  maximum is taken over the elements of $X$ that the window taps."
    yield rf"- $i$ is the row of $X$ under the tap, $i = {to_latex(row(h))}$"
    yield rf"- $j$ is the column of $X$ under the tap, $j = {to_latex(column(w))}$"
    for letter, dimension, what in (("b", 0, "batch"), ("c", 1, "channel")):
        yield rf"- ${letter} \in [0, dY_{dimension}-1]$ is the {what}"
    for letter, dimension, axis in (("m", 2, "first"), ("n", 3, "second")):
        yield rf"- ${letter} \in [0, dY_{dimension}-1]$ is the place of the window along the {axis} spatial axis of $Y$"
    yield ""
    yield "If several elements under the taps of a window are equal to the maximum, the first of them in row-major "
    yield "order of the window counts."
    yield ""
    for label in ("NaN.as-minus-infinity", "zeros.equal", "Y.bits", "Indices.flat"):
        yield f"- {operator[label].statement}"
    yield ""
    yield "If all elements under the taps of a window are NaN, the element of $Y$ is -inf and that of $Indices$ is the "
    yield "place of the first of them."


WORDS = Words(
    types=TYPES,
    signature=SIGNATURE,
    informal=informal,
    examples=(BATCHES_AND_CHANNELS, NAN_AND_ZEROS),
    attributes=("kernel_shape", "pads", "dilations", "strides"),
    errors=ERRORS,
    groups=(("Attributes", ATTRIBUTES), ("Inputs", INPUTS), ("Outputs", OUTPUTS)),
    with_formula=frozenset({"Y.batch", "Y.channels", "X.batch-and-channels"}),
)
