"""What the page says of MaxPool around its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from spec.examples.added import BATCHES_AND_CHANNELS, NAN_AND_ZEROS
from spec.language.fold import replace, subterms
from spec.language.terms import Application, Op, Operation, Quantified, Term, Variable
from spec.maxpool.operator import TYPES
from spec.maxpool.vocabulary import Indices, X, b, c, dtype, kind_of, n
from spec.operator.operator import Operator
from spec.readings.latex import to_latex
from spec.tables.page import Subject, Words
from spec.window.names import m

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
_ATTRIBUTES = {
    "auto_pad": "Whether the padding is given by `pads`, or computed. In this profile it is given.",
    "ceil_mode": "Whether output sizes are rounded down (0) or up (1). In this profile they are rounded down.",
    "dilations": "The distance between neighbouring taps of a window along each spatial axis.",
    "kernel_shape": "The size of the kernel along each spatial axis.",
    "pads": "How many positions are added to $X$ at the begin of each spatial axis, and at the end of each: "
    "(begin of the first, begin of the second, end of the first, end of the second).",
    "storage_order": "Whether indices count along rows (0) or along columns (1). In this profile, along rows.",
    "strides": "The distance between neighbouring windows along each spatial axis: the first entry is the distance in "
    "rows, downwards, the second that in columns, to the right.",
}
ATTRIBUTES = tuple(Subject(name, f"`{name}`", what, kind_of(name)) for name, what in _ATTRIBUTES.items())
INPUTS = (Subject("X", "$X$", "The tensor from which the greatest elements are selected."),)
OUTPUTS = (
    Subject("Y", "$Y$", "The greatest elements, of the element type of $X$."),
    Subject("Indices", r"$\textit{Indices}$", "The places of the greatest elements in $X$.", dtype("Indices")),
)
i, j = Variable("i"), Variable("j")


def informal(operator: Operator) -> Iterator[str]:
    """The informal specification: what Y and Indices are, in formulas and in words."""
    yield "A window of the size of the kernel, its taps spread by the dilations, slides over the padded input by the "
    yield "strides. Each element of $Y$ is the greatest element of $X$ under the taps of one window, and its "
    yield "element of $Indices$ says where in $X$ it stands."
    yield ""
    yield from _formulas(operator)
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


def _formulas(operator: Operator) -> Iterator[str]:
    """Y and Indices in formulas, made of what the clauses say is under a tap, and which index it has."""
    taps = tuple(_quantifiers(operator["Y.max-over-input"].formula))
    element = next(t for t in subterms(taps[-1].body) if isinstance(t, Application) and t.symbol == X)
    *plane, row, column = element.args
    there = {row: i, column: j}
    padded = ", ".join([*map(to_latex, plane), to_latex(_without_padding(row))])
    offset = _right_side(operator["Indices.flat"].formula, Indices(b, c, m, n))
    yield "$$"
    yield f"Y[b, c, m, n] = {' '.join(map(_maximum_over, taps))}"
    yield rf"X_p[{padded},"
    yield rf"{to_latex(_without_padding(column))}]"
    yield "$$"
    yield ""
    yield "$$"
    index = to_latex(Indices(b, c, m, n).eq(replace(offset, there)))
    yield rf"{index} \quad\text{{if}}\quad Y[b, c, m, n] = {to_latex(replace(element, there))}"
    yield "$$"
    yield ""
    yield "where:"
    yield ""
    yield "- $X_p$ is $X$ with the positions added that `pads` says. They hold no value and are never selected: the "
    yield "  maximum is taken over the elements of $X$ that the window taps."
    yield rf"- $i$ is the row of $X$ under the tap, $i = {to_latex(row)}$"
    yield rf"- $j$ is the column of $X$ under the tap, $j = {to_latex(column)}$"


def _quantifiers(formula: Term) -> Iterator[Quantified]:
    """The quantifiers that a formula begins with."""
    while isinstance(formula, Quantified):
        yield formula
        formula = formula.body


def _maximum_over(tap: Quantified) -> str:
    """The maximum over what a quantifier ranges over."""
    first, after = to_latex(tap.low), to_latex(tap.high)
    return rf"\max_{{{tap.variable.name}={first}}}^{{{after}-1}}"


def _without_padding(position: Term) -> Term:
    """A position on X counted from where the padding begins."""
    match position:
        case Operation(Op.SUB, (counted, _)):
            return counted
    raise ValueError("a position on X is counted from the padding's begin, less the padding")


def _right_side(formula: Term, left: Term) -> Term:
    """What a formula says that a term is equal to."""
    equations = (t for t in subterms(formula) if isinstance(t, Operation) and t.op is Op.EQ)
    return next(equation.args[1] for equation in equations if equation.args[0] == left)


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
