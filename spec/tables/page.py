"""The specification as it should read: one page in the style of the SONNX documents, generated from the clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spec.examples.added import BATCHES_AND_CHANNELS, NAN_AND_ZEROS
from spec.examples.model import Example, Grid
from spec.language.terms import Term, Variable
from spec.maxpool.operator import MAXPOOL, TYPES
from spec.maxpool.semantics import column, row
from spec.maxpool.vocabulary import ATTRIBUTES, Indices, X, b, c, dX, h, m, n, w
from spec.operator.clauses import Clause, Constraint, Decision, Definition, Restriction, Scope
from spec.readings.latex import to_latex
from spec.tables.tables import GENERATED, printed

_KINDS = {
    "auto_pad": "string",
    "ceil_mode": "int",
    "storage_order": "int",
    "dilations": "list of ints",
    "kernel_shape": "list of ints",
    "pads": "list of ints",
    "strides": "list of ints",
}
_WHAT = {
    "auto_pad": "Whether the padding is given by `pads`, or computed. In this profile it is given.",
    "ceil_mode": "Whether output sizes are rounded down (0) or up (1). In this profile they are rounded down.",
    "storage_order": "Whether indices count along rows (0) or along columns (1). In this profile, along rows.",
    "dilations": "The distance between neighbouring taps of a window along each spatial axis.",
    "kernel_shape": "The size of the kernel along each spatial axis.",
    "pads": "How many positions are added to $X$ at the begin of each spatial axis, and at the end of each: "
    "(begin of the first, begin of the second, end of the first, end of the second).",
    "strides": "The distance between neighbouring windows along each spatial axis: the first entry is the distance in "
    "rows, downwards, the second that in columns, to the right.",
}
i, j = Variable("i"), Variable("j")


def page() -> str:
    """The page, in Markdown with LaTeX."""
    sections = (_head, _restrictions, _definitions, _examples, _errors, _attributes, _inputs, _outputs)
    return "\n".join(line for section in sections for line in section()) + "\n"


def _head() -> Iterator[str]:
    yield f"<!-- {GENERATED} -->"
    yield ""
    yield "# **MaxPool**"
    yield ""
    yield f"For elements of type {', '.join(TYPES)}."
    yield ""
    yield "## Signature"
    yield ""
    yield r"$(Y, \textit{Indices}) = \textbf{MaxPool}(X)$"
    yield ""
    yield "where:"
    yield ""
    yield "- $X$: input tensor"
    yield "- $Y$: output tensor, the greatest element of each window"
    yield r"- $\textit{Indices}$: output tensor, the place of each of these elements in $X$"
    yield ""


def _restrictions() -> Iterator[str]:
    yield "## Restrictions"
    yield ""
    yield "| Restriction | Statement | Origin |"
    yield "|---|---|---|"
    for r in sorted((rule for rule in MAXPOOL.clauses if isinstance(rule, Restriction)), key=lambda r: r.label):
        if r.label.startswith("R"):
            yield f'| `[{r.label}]` <a id="{r.label}"></a> | {r.statement} | {r.origin} |'
    yield ""


def _definitions() -> Iterator[str]:
    offset = ((b * dX[1] + c) * dX[2] + i) * dX[3] + j
    yield "## Informal specification"
    yield ""
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
        yield f"- {MAXPOOL[label].statement}"
    yield ""
    yield "If all elements under the taps of a window are NaN, the element of $Y$ is -inf and that of $Indices$ is the "
    yield "place of the first of them."
    yield ""


def _examples() -> Iterator[str]:
    for number, example in enumerate((BATCHES_AND_CHANNELS, NAN_AND_ZEROS), 1):
        yield f"### Example {number}"
        yield ""
        yield f"- Data type: {example.dtype}"
        yield f"- Shape of $X$ = {list(example.X.shape)}"
        for name in ("kernel_shape", "pads", "dilations", "strides"):
            entries = example.attributes[name]
            assert isinstance(entries, tuple)
            yield f"- {name.replace('_', chr(92) + '_')} = {list(entries)}"
        yield f"- Shape of $Y$ = {list(example.shape_Y)}"
        yield f"- Shape of $Indices$ = {list(example.shape_Y)}"
        yield ""
        yield from _tensors(example)


def _tensors(example: Example) -> Iterator[str]:
    for name, grid in (("X", example.X), ("Y", example.Y), ("Indices", example.Indices)):
        assert isinstance(grid, Grid)
        yield "```math"
        yield f"{name} ="
        yield from _matrix(grid.shape, grid.cells, "")
        yield "```"
        yield ""


def _matrix(shape: Sequence[int], cells: Sequence[str], indent: str) -> Iterator[str]:
    """Nested matrices; the two innermost axes are one."""
    yield rf"{indent}\begin{{bmatrix}}"
    size = len(cells) // shape[0]
    for k in range(shape[0]):
        part = cells[k * size : (k + 1) * size]
        if len(shape) == 2:
            yield f"{indent}  {' & '.join(part)} \\\\"
        else:
            yield from _matrix(shape[1:], part, f"{indent}  ")
            yield f"{indent}  \\\\"
    yield rf"{indent}\end{{bmatrix}}"


def _errors() -> Iterator[str]:
    yield "## Error conditions"
    yield ""
    yield "A call that breaks a restriction or a constraint of this page is an error that names it, and has no result: "
    yield "above all, a kernel that does not fit in the padded input, and a window that taps no element of $X$."
    yield ""


def _attributes() -> Iterator[str]:
    yield "## Attributes"
    yield ""
    for attribute in ATTRIBUTES:
        yield f"### `{attribute}`: {_KINDS[attribute]}"
        yield ""
        yield _WHAT[attribute]
        yield ""
        yield from _constraints(attribute)


def _constraints(subject: str) -> Iterator[str]:
    """The constraints and decisions on a subject, numbered."""
    yield "#### Constraints"
    yield ""
    clauses = [clause for clause in MAXPOOL.clauses if clause.subject == subject and clause.scope is not Scope.CELL]
    for number, clause in enumerate(clauses, 1):
        # A restriction has its anchor in the table above, and is the reason for the constraint here.
        anchor = "" if isinstance(clause, Restriction) else f'<a id="{clause.label}"></a> '
        yield f"- `[C{number}]` {anchor}{clause.title}"
        yield f"    - Statement: {clause.statement}"
        if isinstance(clause, Constraint | Definition | Decision) and _has_formula(clause):
            yield from (f"        - ${to_latex(t)}$" for t in _formulas(clause))
        yield f"    - Rationale: {f'`[{clause.label}]`' if isinstance(clause, Restriction) else clause.rationale}"
    yield ""


def _has_formula(clause: Clause) -> bool:
    return clause.scope is Scope.AXIS or clause.label in ("Y.batch", "Y.channels", "X.batch-and-channels")


def _formulas(clause: Clause) -> tuple[Term, ...]:
    return printed(clause)


def _inputs() -> Iterator[str]:
    yield "## Inputs"
    yield ""
    yield "### $X$"
    yield ""
    yield "The tensor from which the greatest elements are selected."
    yield ""
    yield from _constraints("X")


def _outputs() -> Iterator[str]:
    yield "## Outputs"
    yield ""
    yield "### $Y$"
    yield ""
    yield "The greatest elements, of the element type of $X$."
    yield ""
    yield from _constraints("Y")
    yield r"### $\textit{Indices}$: int64"
    yield ""
    yield "The places of the greatest elements in $X$."
    yield ""
    yield from _constraints("Indices")
