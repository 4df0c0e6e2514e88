"""What an example says against what the reference says: each stated shape, attribute and printed cell that differs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod

import numpy as np

from proofs.audit.examples.example_call import Array, Call, Refusal, Shape, Value, value_of
from proofs.audit.examples.example_data import Grid, equal, shown
from proofs.audit.rulebook.findings import Finding, Fix
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import LISTS, Role, StatedValue
from spec.documents.printed.matrices import tensor
from spec.documents.printed.tensors import Cell
from spec.maxpool.family import VERSIONS

MOST_VISITS = 2_000_000

_BY_AXIS = re.compile(r"\s{0,4}(?:->|→|=>)\s{0,4}(?=[\[(])")


@dataclass(frozen=True, slots=True)
class Deviation:
    """One thing that would have to be printed otherwise. `cell`: the position in Y or Indices; `is_heavy`: a whole
    tensor, or a call that is refused, which no single correction at this place mends."""

    finding: Finding
    role: Role | None = None
    cell: int | None = None
    is_heavy: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """An example, read: what a repair changes is the call, the input's shape or the input's values.

    `twins` are the inputs that the document's other examples print: authors use one several times.
    """

    text: str
    example: WorkedExample
    call: Call
    shape: Shape
    shape_statement: StatedValue | None
    X: Grid | None
    Y: Grid | None
    Indices: Grid | None
    twins: tuple[tuple[Cell, ...], ...] = ()

    @property
    def digits(self) -> int | None:
        """To how many decimals Y is rounded, if it is printed with fewer than X."""
        if self.X is None or self.Y is None or self.Y.decimals >= self.X.decimals:
            return None
        return self.Y.decimals


def deviations(facts: Facts) -> list[Deviation]:
    """All that differs; empty for an example that agrees."""
    found = list(_stated(facts, (Role.X,), facts.shape))
    shape = facts.call.shape(facts.shape)
    if isinstance(shape, Refusal):
        return [*found, refused(facts, shape)]
    found += _stated(facts, (Role.Y, Role.INDICES), shape)
    found += _padding(facts, shape)
    found += _restated(facts)
    fitting = [g for g in (facts.Y, facts.Indices) if g is not None and g.shape == shape]
    for printed in (facts.Y, facts.Indices):
        if printed is not None and printed.shape != shape:
            found.append(_other_shape(facts, printed, shape))
    if fitting and facts.X is not None and visits(facts, shape) <= MOST_VISITS:
        found += _cells(facts, facts.X, fitting)
    return found


def visits(facts: Facts, shape: Shape) -> int:
    """How many elements the reference looks at."""
    n = len(facts.shape) - 2
    return prod(shape) * min(prod(facts.call.entries("kernel_shape", n)), prod(facts.shape[2:]))


def computed(facts: Facts, X: Grid) -> tuple[dict[Role, Array], Array] | None:
    """Y and Indices by the reference, and which of their cells depend on no malformed number."""
    low, high = X.values.copy(), X.values.copy()
    for hole in X.holes:
        low.ravel()[hole], high.ravel()[hole] = -np.inf, np.inf
    outputs = facts.call.outputs(low)
    if isinstance(outputs, Refusal):
        return None
    known = np.ones(outputs[0].shape, bool)
    if X.holes:
        others = facts.call.outputs(high)
        assert not isinstance(others, Refusal)
        known = (outputs[0] == others[0]) & (outputs[1] == others[1])
    return {Role.Y: outputs[0], Role.INDICES: outputs[1]}, known


def refused(facts: Facts, refusal: Refusal) -> Deviation:
    """A call that the reference does not take."""
    place = facts.example.attributes.get(refusal.attribute)
    if place is None and refusal.label in ("Y.positive", "windows.meet-input"):
        place = facts.example.attributes.get("kernel_shape")
        rule = "example-shape-wrong"
    elif refusal.label.startswith("X."):
        place, rule = facts.shape_statement or facts.example.tensors.get(Role.X), "example-shape-wrong"
    else:
        rule = "example-attribute-wrong"
    name = f"{place.name}: " if place is not None else ""
    start = place.place if place is not None else facts.example.start
    finding = Finding(rule, start, f"{name}{refusal.message}", {"rule": refusal.label})
    return Deviation(finding, is_heavy=True)


def _stated(facts: Facts, roles: tuple[Role, ...], right: Shape) -> list[Deviation]:
    return [
        deviation
        for statement in facts.example.shapes
        if statement.role in roles and statement is not facts.shape_statement
        for deviation in [_of_shape(facts, statement, right)]
        if deviation is not None
    ]


def _of_shape(facts: Facts, statement: StatedValue, right: Shape) -> Deviation | None:
    cells = statement.entries
    printed = [_dimension(cell) for cell in cells]
    if printed == list(right):
        return None
    of = "follows from X and the attributes" if statement.role is not Role.X else "is what the input has"
    message = f"the shape of {statement.role.value} is stated as {_listed(cells)}, but {list(right)} {of}"
    if len(cells) == len(right):
        wrong = [i for i, (p, r) in enumerate(zip(printed, right, strict=True)) if p != r]
        cell, suggestion = cells[wrong[0]], str(right[wrong[0]])
        fix = Fix(cell.start, cell.end, suggestion) if len(wrong) == 1 else None
        return Deviation(Finding("example-shape-wrong", cell.start, message, {}, str(list(right)), fix), statement.role)
    return Deviation(Finding("example-shape-wrong", statement.place, message, {}, str(list(right))), statement.role)


def _dimension(cell: Cell) -> int | None:
    return int(cell.text) if cell.text.isdecimal() and len(cell.text) <= 12 else None


def _listed(cells: tuple[Cell, ...]) -> str:
    return f"[{', '.join(cell.text for cell in cells[:10])}]"


def _other_shape(facts: Facts, printed: Grid, right: Shape) -> Deviation:
    statement = facts.example.tensors[printed.role]
    by = {"auto_pad": facts.call.attributes["auto_pad"]} if "auto_pad" in facts.call.attributes else {}
    how = f" by the formula for auto_pad = {by['auto_pad']}" if by else ""
    message = (
        f"{statement.name} is printed with the shape {list(printed.shape)}, but the operator's is {list(right)}{how}"
    )
    finding = Finding("example-shape-wrong", statement.place, message, {"X": list(facts.shape), **by}, str(list(right)))
    return Deviation(finding, printed.role, is_heavy=True)


def _padding(facts: Facts, shape: Shape) -> list[Deviation]:
    """`pad_shape: [4, 4] -> [2, 2, 2, 2] by axis`: the sums, and then begin and end axis by axis."""
    stated = [s for s in facts.example.shapes if s.role is Role.PADDING and s.tensor is not None]
    right = facts.call.paddings(facts.shape, shape) if stated else None
    found: list[Deviation] = []
    for statement in stated if right is not None else []:
        assert right is not None
        found += _entries("the sum of the pads", statement.entries, [b + e for b, e in right])
        if (arrow := _BY_AXIS.match(facts.text, statement.end)) is not None:
            by_axis = tensor(facts.text, arrow.end(), min(arrow.end() + 400, len(facts.text)))
            cells = by_axis.cells if by_axis is not None else ()
            found += _entries("the pads by axis", cells, [p for pair in right for p in pair])
    return found


def _entries(what: str, cells: tuple[Cell, ...], right: list[int]) -> list[Deviation]:
    printed = [_dimension(cell) for cell in cells]
    if printed == right or not cells:
        return []
    message = f"{what} is stated as {_listed(cells)}, but is {right}"
    wrong = [i for i, (p, r) in enumerate(zip(printed, right, strict=False)) if p != r]
    at = cells[wrong[0]] if wrong else cells[0]
    fix = Fix(at.start, at.end, str(right[wrong[0]])) if len(wrong) == 1 and len(printed) == len(right) else None
    return [Deviation(Finding("example-shape-wrong", at.start, message, {}, str(right), fix))]


def _restated(facts: Facts) -> list[Deviation]:
    n = len(facts.shape) - 2
    found: list[Deviation] = []
    for statement in facts.example.restated:
        value = value_of(statement.of, statement)
        right = facts.call.attributes.get(statement.of, _default(statement.of, n))
        if right is not None and value != right:
            said = statement.tensor is not None and isinstance(right, tuple) and len(right) == len(statement.entries)
            cells = statement.entries
            wrong = [c for c, r in zip(cells, right, strict=True) if c.text != str(r)] if said else []  # type: ignore[arg-type]  # where said, a tuple
            start = wrong[0].start if wrong else statement.place
            text = str(list(right)) if isinstance(right, tuple) else str(right)
            message = f"{statement.name} is given once more, as another value: {text} before"
            found.append(Deviation(Finding("example-attribute-wrong", start, message, {}, text)))
    return found


def _default(name: str, n: int) -> Value | None:
    default = VERSIONS[max(VERSIONS)].attributes.get(name)
    if name in LISTS:
        return {"strides": (1,) * n, "dilations": (1,) * n, "pads": (0,) * 2 * n}.get(name)
    return default if isinstance(default, str | int) else None


def _cells(facts: Facts, X: Grid, fitting: list[Grid]) -> list[Deviation]:
    outputs = computed(facts, X)
    if outputs is None:
        return []
    by_role, known = outputs
    found: list[Deviation] = []
    for printed in fitting:
        right = by_role[printed.role]
        digits = facts.digits if printed.role is Role.Y else None
        wrong = (~equal(printed.values, right, digits) & known).ravel()
        for hole in printed.holes:
            wrong[hole] = True
        for position in np.flatnonzero(wrong):
            i = int(position)
            value = float(right.ravel()[i]) if known.ravel()[i] else None
            at = int(by_role[Role.INDICES].ravel()[i])
            taken = X.index(at) if at < X.values.size and X.values.ravel()[at] == value else ""
            found.append(_cell(printed, i, value, X, taken if printed.role is Role.Y else ""))
    return found


def _cell(printed: Grid, i: int, value: float | None, X: Grid, taken: str) -> Deviation:
    cell = printed.cells[i]
    text = None if value is None else shown(value) if printed.role is Role.INDICES else X.text_of(value) or shown(value)
    fix = Fix(cell.start, cell.end, text) if text is not None else None
    if i in printed.holes:
        message = f"{printed.index(i)} is printed {cell.text[:60]!r}, which {printed.holes[i]}"
        message += f"; the operator's value is {text}" if text is not None else ""
        finding = Finding("number-malformed", cell.start, message, {}, text or "", fix)
    else:
        message = f"{printed.index(i)} is printed {cell.text[:60]}, but the operator's value is {text}"
        message += f", that of {taken}" if taken else ""
        finding = Finding(
            "example-cell-wrong", cell.start, message, {"printed": cell.text, "right": text}, text or "", fix
        )
    return Deviation(finding, printed.role, i)
