"""A worked example, read: its call, its input or the shape of one, and the outputs that it prints."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from proofs.audit.examples.example_call import (
    MOST_DIMENSION,
    MOST_ELEMENTS,
    BadAttribute,
    ExampleCall,
    Refusal,
    Shape,
    call_of,
)
from proofs.audit.examples.example_data import PrintedGrid, fitted, grid, type_of
from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import Named, StatedValue, shape_of
from spec.documents.printed.tensors import PrintedCell, PrintedTensor


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
        """To how many decimals Y is rounded, if it is printed with fewer than X."""
        if self.X is None or self.Y is None or self.Y.decimals >= self.X.decimals:
            return None
        return self.Y.decimals


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


def read_facts(text: str, example: WorkedExample) -> tuple[Facts, list[BadAttribute]] | Finding:
    """The example of a document's text as facts, with its attributes that are no values; or why it cannot be judged."""
    for statement in example.tensors.values():
        if statement.tensor is not None and statement.tensor.is_elided:
            return not_judged(example, f"not all cells of {statement.name} are printed")
    if "kernel_shape" not in example.attributes:
        return not_judged(example, "it states no kernel")
    call, malformed = call_of(example)
    X = example.tensor(Named.X)
    if X is None or X.shape is None or not X.cells:
        if X is not None and X.problems:
            return not_judged(example, f"{example.tensors[Named.X].name} cannot be read as a tensor")
        facts = _of_shape(text, example, call)
    else:
        facts = _of_tensors(text, example, call, X, X.shape, is_well_formed=not malformed)
    return facts if isinstance(facts, Finding) else (facts, malformed)


def _of_tensors(
    text: str,
    example: WorkedExample,
    call: ExampleCall,
    X: PrintedTensor,
    printed_shape: Shape,
    *,
    is_well_formed: bool,
) -> Facts:
    rank, most = 2 + len(example.attributes["kernel_shape"].entries), _most_rank(example)
    if most != rank and is_well_formed:
        rank = max(3, most)
    shape = fitted(printed_shape, rank, example.shapes_of(Named.X))
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
