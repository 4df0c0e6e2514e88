"""A worked example, read: its call, the cells of its tensors as numbers of its type, or an input's shape alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np

from proofs.audit.examples.example_call import (
    MOST_DIMENSION,
    MOST_ELEMENTS,
    Array,
    BadAttribute,
    ExampleCall,
    Refusal,
    Shape,
    call_of,
)
from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import Named, StatedValue, shape_of
from spec.documents.printed.numbers import Number, decimals, number
from spec.documents.printed.tensors import PrintedCell, PrintedTensor

_TYPES: dict[str, type[np.generic]] = {
    **{f"{u}int{n}": getattr(np, f"{u}int{n}") for u in ("", "u") for n in (8, 16, 32, 64)},
    **dict.fromkeys(("float16", "half", "fp16", "f16"), np.float16),
    **dict.fromkeys(("float32", "float", "single", "fp32", "f32"), np.float32),
}


def type_of(example: WorkedExample) -> type[np.generic] | None:
    """The type that an example states, where rounding or range depends on it."""
    if example.dtype is None:
        return None
    said = re.sub(r"^(?:np|numpy|torch)\.|tensor\(|\)$", "", example.dtype.text.strip("`\"'*$ ").lower())
    return _TYPES.get(said)


@dataclass(slots=True)
class PrintedGrid:
    """A tensor with its shape fitted to the example's rank: values as float64, NaN of a malformed cell in `holes`."""

    role: Named
    shape: Shape
    cells: tuple[PrintedCell, ...]
    values: Array
    holes: dict[int, str]
    """The cells that are no number, or none of the type, with the reason."""
    decimals: int

    def index(self, position: int) -> str:
        """A cell's place, as one writes it: X[0, 0, 1, 2]."""
        index = np.unravel_index(position, self.shape)
        return f"{self.role.value}[{', '.join(str(int(i)) for i in index)}]"

    def printed(self, position: int) -> Number | None:
        """A cell's number as it is printed, before it is one of the type: 0.1 is no element of float16."""
        return number(self.cells[position].text)

    def text_of(self, value: float) -> str | None:
        """The text of the first cell with a value."""
        found = np.flatnonzero(self.values.ravel() == value)
        return self.cells[int(found[0])].text if len(found) else None


def grid(tensor: PrintedTensor, role: Named, shape: Shape, dtype: type[np.generic] | None) -> PrintedGrid:
    """A printed tensor as an array of a shape that holds as many cells."""
    values = np.zeros(len(tensor.cells))
    holes: dict[int, str] = {}
    for i, cell in enumerate(tensor.cells):
        value = number(cell.text)
        reason = "is not a number" if value is None else outside(value, dtype)
        if value is None or reason:
            holes[i] = reason
        else:
            values[i] = element(value, dtype)
    digits = max((decimals(c.text) for c in tensor.cells), default=0)
    return PrintedGrid(role, shape, tensor.cells, values.reshape(shape), holes, digits)


def writing_problems(stated: StatedValue) -> Iterator[Finding]:
    """What is wrong with how a tensor is written."""
    for problem in stated.tensor.problems if stated.tensor is not None else ():
        yield Finding("matrix-malformed", problem.start, f"{stated.name}: {problem.message}")


def element(value: Number, dtype: type[np.generic] | None) -> float:
    """A number as an element of a type, held as float64."""
    try:
        exact = float(value)
    except OverflowError:
        exact = float("inf") if value > 0 else float("-inf")
    if dtype is None or issubclass(dtype, np.integer):
        return exact
    with np.errstate(over="ignore"):
        return float(np.float64(exact).astype(dtype))


def outside(value: Number, dtype: type[np.generic] | None) -> str:
    """Why a number is no element of an integer type; empty if it is, or the type is another."""
    if dtype is None or not issubclass(dtype, np.integer):
        return ""
    info = np.iinfo(dtype)
    if not isinstance(value, Fraction) or value.denominator != 1:
        return f"is not an integer, and the type is {info.dtype.name}"
    if not info.min <= value <= info.max:
        return f"is outside {info.dtype.name}: from {info.min} to {info.max}"
    return ""


def fitted(printed: Shape, rank: int, stated: list[Shape]) -> Shape:
    """The shape that a printed tensor is meant to have: axes of length 1 are often not printed."""
    bare = [d for d in printed if d != 1]
    for shape in stated:
        if [d for d in shape if d != 1] == bare and prod(shape) == prod(printed):
            return shape
    if len(printed) > rank:
        extra = len(printed) - rank
        return printed[extra:] if all(d == 1 for d in printed[:extra]) else printed
    return (1,) * (rank - len(printed)) + printed


def equal(printed: Array, computed: Array, digits: int | None) -> Array:
    """Cell by cell: the same value; where all of Y is printed with fewer digits than X, the same after rounding."""
    same: Array = (printed == computed) | (np.isnan(printed) & np.isnan(computed))
    if digits is None:
        return same
    with np.errstate(invalid="ignore"):
        close: Array = np.abs(printed - computed) <= 0.5000001 * 10.0**-digits
    return same | close


def shown(value: float) -> str:
    """A value as a document prints it: 3, not 3.0."""
    if np.isinf(value):
        return "inf" if value > 0 else "-inf"
    return str(int(value)) if value == int(value) and abs(value) < 10**15 else repr(value)


Calling = Callable[[WorkedExample], tuple[ExampleCall, list[BadAttribute]] | str]
"""What gives an example's call and its malformed attributes, or says why there is none."""
FLOAT_DECIMALS, EXACT_DECIMALS = 5, 9

# --- the example ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Facts:
    """An example, read: what a repair changes is the call, the input's shape or the input's values.

    `twins` are the inputs that the document's other examples print: authors use one several times.
    """

    text: str
    example: WorkedExample
    call: ExampleCall
    shape: Shape
    shape_statement: StatedValue | None = None
    X: PrintedGrid | None = None
    Y: PrintedGrid | None = None
    Indices: PrintedGrid | None = None
    twins: tuple[tuple[PrintedCell, ...], ...] = ()

    @property
    def outputs(self) -> list[PrintedGrid]:
        """The outputs that are printed."""
        return [printed for printed in (self.Y, self.Indices) if printed is not None]

    @property
    def digits(self) -> int | None:
        """To how many decimals Y is rounded, if it is computed, or is printed with fewer than X."""
        if self.X is None or self.Y is None or (self.call.selects and self.Y.decimals >= self.X.decimals):
            return None
        # A computed value that is printed without a decimal is meant as it stands; of many, float32 has not all.
        return self.Y.decimals if self.call.selects else min(self.Y.decimals, FLOAT_DECIMALS) or EXACT_DECIMALS


@dataclass(frozen=True, slots=True)
class JudgedExample:
    """An example with its verdict and findings; `facts` are there where it could be read."""

    example: WorkedExample
    verdict: str
    findings: tuple[Finding, ...]
    facts: Facts | None = None

    def printed(self, role: Named) -> PrintedGrid | None:
        """An output as the example prints it."""
        outputs = self.facts.outputs if self.facts is not None else []
        return next((printed for printed in outputs if printed.role is role), None)


def not_judged(example: WorkedExample, why: str) -> Finding:
    """The note that an example is not judged."""
    return Finding("example-not-judged", example.start, f"{example.title}: {why}")


def read_facts(
    text: str, example: WorkedExample, calling: Calling = call_of
) -> tuple[Facts, list[BadAttribute]] | Finding:
    """The example of a document's text as facts, with its attributes that are no values; or why it cannot be judged."""
    for statement in example.tensors.values():
        if statement.tensor is not None and statement.tensor.is_elided:
            return not_judged(example, f"not all cells of {statement.name} are printed")
    called = calling(example)
    if isinstance(called, str):
        return not_judged(example, called)
    call, malformed = called
    X = example.tensor(Named.X)
    if X is None or X.shape is None or not X.cells:
        if X is not None and X.problems:
            return not_judged(example, f"{example.tensors[Named.X].name} cannot be read as a tensor")
        facts = _of_shape(text, example, call)
    else:
        facts = _of_tensors(text, example, call, X, is_well_formed=not malformed)
    return facts if isinstance(facts, Finding) else (facts, malformed)


def _of_tensors(
    text: str, example: WorkedExample, call: ExampleCall, X: PrintedTensor, *, is_well_formed: bool
) -> Facts:
    kernel = example.attributes.get("kernel_shape")
    rank, most = 4 if kernel is None else 2 + len(kernel.entries), _most_rank(example)
    if most != rank and is_well_formed:
        rank = max(3, most)
    shape = fitted(X.shape or (), rank, example.shapes_of(Named.X))
    right = call.shape(shape)
    dtype = type_of(example)

    def output(role: Named) -> PrintedGrid | None:
        printed = example.tensor(role)
        if printed is None or printed.shape is None or not printed.cells:
            return None
        stated = [*example.shapes_of(role), *([] if isinstance(right, Refusal) else [right])]
        return grid(printed, role, fitted(printed.shape, len(shape), stated), dtype if role is Named.Y else None)

    of_X = grid(X, Named.X, shape, dtype)
    return Facts(text, example, call, shape, None, of_X, output(Named.Y), output(Named.INDICES))


def _most_rank(example: WorkedExample) -> int:
    """The rank that most of what is printed has, a kernel's length being one witness among others."""
    lists = (example.attributes.get(name) for name in ("kernel_shape", "strides", "dilations"))
    ranks = [2 + len(stated.entries) for stated in lists if stated is not None]
    ranks += [len(s.entries) for s in example.shapes if s.role is not Named.PADDING]
    shapes = (s.tensor.shape for s in example.tensors.values() if s.tensor is not None)
    ranks += [len(shape) for shape in shapes if shape is not None and len(shape) > 2]
    return max(ranks, key=ranks.count)


def _of_shape(text: str, example: WorkedExample, call: ExampleCall) -> Facts | Finding:
    """An example whose input is drawn or computed: only its shapes are judged."""
    cells = example.random_shape
    shape = shape_of(cells) or next(iter(example.shapes_of(Named.X)), None)
    if shape is None:
        return not_judged(example, "its input is neither printed nor given by its shape")
    if max(shape) > MOST_DIMENSION or prod(shape) > MOST_ELEMENTS:
        return not_judged(example, f"an input of {prod(shape)} elements is too large for a worked example")
    statement = next((s for s in example.shapes if s.role is Named.X and s.shape == shape), None)
    if cells:
        tensor = PrintedTensor(cells[0].start, cells[-1].end, (len(cells),), cells)
        statement = StatedValue("X", cells[0].start, cells[-1].end, Named.X, tensor, None, True)
    return Facts(text, example, call, shape, statement)
