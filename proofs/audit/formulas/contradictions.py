"""Worked examples against the document's own formula: what its examples print, the formula does not give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.audit.examples.example_call import CalledOperator, call_of
from proofs.audit.formulas.sizes import Size
from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Named
from spec.documents.formulas.notation import SPATIAL_AXES
from spec.documents.formulas.statements import Padding, Rounding
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.pages.model import Document
from spec.language.terms import Term
from spec.readings.value import DivisorNotPositive, Undefined, evaluate
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, slack, stride, x


def contradictions(document: Document, sizes: Sequence[Size], wrong: Sequence[Finding]) -> Iterator[Finding]:
    """For each size formula that is wrong, the examples of the document that print another size, in one note."""
    starts = {finding.start for finding in wrong if finding.rule == "formula-wrong"}
    examples = read_examples(document).examples
    for size in sizes:
        if size.part.statement.start in starts and size.mode == (Padding.EXPLICIT, Rounding.FLOOR):
            axis = size.quantity.axis or 0
            try:
                term = size.term(axis)
            except NotUnderstood:
                continue
            yield from _contradiction(document, size, term, axis, examples)


def _contradiction(
    document: Document, size: Size, term: Term, axis: int, examples: Sequence[WorkedExample]
) -> Iterator[Finding]:
    lines: list[int] = []
    said = ""
    for values, printed, start in (found for example in examples if (found := _sizes(example, axis))):
        gives = _value(term, values)
        if gives is not None and gives != printed:
            lines.append(document.place(start)[0])
            said = said or f"{printed} is printed where this formula gives {gives}"
    if lines:
        message = f"the document's own examples contradict this formula: {said} (lines {', '.join(map(str, lines))})"
        yield size.finding("example-formula-contradicted", message)


def _sizes(example: WorkedExample, axis: int) -> tuple[dict[str, int], int, int] | None:
    """An example's quantities on an axis, its printed output size there, and where that is printed."""
    shapes = {s.role: s for s in reversed(example.shapes)}
    of_x, of_y = (shapes[role].shape or () if role in shapes else () for role in (Named.X, Named.Y))
    call, malformed = call_of(example)
    lists = {name: call.entries(name, SPATIAL_AXES) for name in ("kernel_shape", "dilations", "strides", "pads")}
    complete = len(of_x) == len(of_y) == SPATIAL_AXES + 2 and not malformed and axis < SPATIAL_AXES
    lengths = [len(entries) for entries in lists.values()]
    if not complete or call.family is not CalledOperator.ONNX or lengths != [SPATIAL_AXES] * 3 + [2 * SPATIAL_AXES]:
        return None
    values = {
        x.name: of_x[axis + 2],
        kernel.name: lists["kernel_shape"][axis],
        dilation.name: lists["dilations"][axis],
        stride.name: lists["strides"][axis],
        pad_begin.name: lists["pads"][axis],
        pad_end.name: lists["pads"][axis + SPATIAL_AXES],
    }
    values[extent.name] = values[dilation.name] * (values[kernel.name] - 1) + 1
    values[slack.name] = values[x.name] + values[pad_begin.name] + values[pad_end.name] - values[extent.name]
    return values, of_y[axis + 2], shapes[Named.Y].place


def _value(term: Term, values: dict[str, int]) -> int | None:
    try:
        return int(evaluate(term, values))
    except (DivisorNotPositive, Undefined):
        return None
