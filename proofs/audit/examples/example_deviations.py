"""What an example says against what the reference says: each stated shape, attribute and printed cell that differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from proofs.audit.examples.example_call import Array, Refusal, Shape, Value, value_of
from proofs.audit.examples.example_facts import Facts, PrintedGrid, equal, shown
from proofs.audit.rulebook.findings import Finding, Fix, corrected
from spec.documents.examples.stated import Named
from spec.documents.printed.matrices import tensor
from spec.documents.printed.numbers import number
from spec.documents.printed.tensors import PrintedCell
from spec.maxpool.family import VERSIONS

MOST_VISITS = 2_000_000

_BY_AXIS = re.compile(r"\s{0,4}(?:->|→|=>)\s{0,4}(?=[\[(])")


@dataclass(frozen=True, slots=True)
class Deviation:
    """One thing that would have to be printed otherwise. `cell`: the position in Y or Indices; `is_heavy`: a whole
    tensor, or a call that is refused, which no single correction at this place mends."""

    finding: Finding
    role: Named | None = None
    cell: int | None = None
    is_heavy: bool = False


def deviations(facts: Facts) -> list[Deviation]:
    """All that differs; empty for an example that agrees."""
    found = list(_stated(facts, (Named.X,), facts.shape))
    shape = facts.call.shape(facts.shape)
    if isinstance(shape, Refusal):
        return [*found, _refused(facts, shape)]
    found += [*_stated(facts, (Named.Y, Named.INDICES), shape), *_padding(facts, shape), *_restated(facts)]
    found += [_other_shape(facts, printed, shape) for printed in facts.outputs if printed.shape != shape]
    if facts.X is not None and visits(facts, shape) <= MOST_VISITS:
        found += _cells(facts, facts.X, [printed for printed in facts.outputs if printed.shape == shape])
    return found


def visits(facts: Facts, shape: Shape) -> int:
    """How many elements the reference looks at."""
    n = len(facts.shape) - 2
    return prod(shape) * min(prod(facts.call.entries("kernel_shape", n)), prod(facts.shape[2:]))


def computed(facts: Facts, X: PrintedGrid) -> tuple[dict[Named, Array], Array] | None:
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
    return {Named.Y: outputs[0], Named.INDICES: outputs[1]}, known


def _refused(facts: Facts, refusal: Refusal) -> Deviation:
    """A call that the reference does not take."""
    place, rule = facts.example.attributes.get(refusal.attribute), "example-attribute-wrong"
    if place is None and refusal.label in ("Y.positive", "windows.meet-input"):
        place, rule = facts.example.attributes.get("kernel_shape"), "example-shape-wrong"
    elif refusal.label.startswith("X."):
        place, rule = facts.shape_statement or facts.example.tensors.get(Named.X), "example-shape-wrong"
    name = f"{place.name}: " if place is not None else ""
    start = place.place if place is not None else facts.example.start
    finding = Finding(rule, start, f"{name}{refusal.message}", {"rule": refusal.label})
    return Deviation(finding, is_heavy=True)


def _stated(facts: Facts, roles: Sequence[Named], right: Shape) -> Iterator[Deviation]:
    for stated in facts.example.shapes:
        is_in_general = any(cell.text[:1].isalpha() for cell in stated.entries)  # X of shape (N, C, H, W).
        if stated.role in roles and stated is not facts.shape_statement and not is_in_general:
            of = "follows from X and the attributes" if stated.role is not Named.X else "is what the input has"
            what = f"the shape of {stated.role.value}"
            yield from _list(what, f"{list(right)} {of}", stated.entries, list(right), stated.place, stated.role)


def _padding(facts: Facts, shape: Shape) -> Iterator[Deviation]:
    """`pad_shape: [4, 4] -> [2, 2, 2, 2] by axis`: the sums, and then begin and end axis by axis."""
    stated = [s for s in facts.example.shapes if s.role is Named.PADDING and s.tensor is not None]
    right = facts.call.paddings(facts.shape, shape) if stated else None
    for statement in stated if right is not None else ():
        sums, by_axis = [sum(pair) for pair in right or ()], [p for pair in right or () for p in pair]
        if statement.entries:
            yield from _list("the sum of the pads", f"is {sums}", statement.entries, sums, statement.place)
        if (arrow := _BY_AXIS.match(facts.text, statement.end)) is not None:
            printed = tensor(facts.text, arrow.end(), min(arrow.end() + 400, len(facts.text)))
            if printed is not None and printed.cells:
                yield from _list("the pads by axis", f"is {by_axis}", printed.cells, by_axis, printed.start)


def _list(
    what: str, but: str, cells: tuple[PrintedCell, ...], right: list[int], place: int, role: Named | None = None
) -> Iterator[Deviation]:
    """A printed list of sizes that differs from the right one; where one entry does, it is corrected."""
    printed = [cell.dimension for cell in cells]
    if printed == right:
        return
    is_as_long = len(printed) == len(right)
    wrong = [(c, r) for c, p, r in zip(cells, printed, right, strict=False) if p != r] if is_as_long else []
    start = wrong[0][0].start if wrong else place
    fix = Fix(start, wrong[0][0].end, str(wrong[0][1])) if len(wrong) == 1 else None
    listed = f"[{', '.join(cell.text for cell in cells[:10])}]"
    message = f"{what} is stated as {listed}, but {but}"
    yield Deviation(Finding("example-shape-wrong", start, message, {}, str(right), fix), role)


def _other_shape(facts: Facts, printed: PrintedGrid, right: Shape) -> Deviation:
    statement = facts.example.tensors[printed.role]
    by = {"auto_pad": facts.call.attributes["auto_pad"]} if "auto_pad" in facts.call.attributes else {}
    how = f" by the formula for auto_pad = {by['auto_pad']}" if by else ""
    message = f"{statement.name} is printed with the shape {list(printed.shape)}, but the operator's is {list(right)}"
    witness = {"X": list(facts.shape), **by}
    finding = Finding("example-shape-wrong", statement.place, message + how, witness, str(list(right)))
    return Deviation(finding, printed.role, is_heavy=True)


def _restated(facts: Facts) -> Iterator[Deviation]:
    n = len(facts.shape) - 2
    for statement in facts.example.restated:
        right = facts.call.attributes.get(statement.attribute, _default(statement.attribute, n))
        if right is not None and value_of(statement.attribute, statement) != right:
            entries = right if isinstance(right, tuple) and statement.tensor is not None else ()
            cells = statement.entries if len(statement.entries) == len(entries) else ()
            wrong = [c.start for c, r in zip(cells, entries, strict=False) if c.text != str(r)]
            text = str(list(right)) if isinstance(right, tuple) else str(right)
            message = f"{statement.name} is given a second time, with another value: it was {text}"
            start = wrong[0] if wrong else statement.place
            yield Deviation(Finding("example-attribute-wrong", start, message, {}, text))


def _default(name: str, n: int) -> Value | None:
    default = VERSIONS[max(VERSIONS)].defaults(n).get(name)
    return tuple(default) if isinstance(default, list) else default if isinstance(default, str | int) else None


def _cells(facts: Facts, X: PrintedGrid, fitting: list[PrintedGrid]) -> Iterator[Deviation]:
    outputs = computed(facts, X) if fitting else None
    if outputs is None:
        return
    by_role, known = outputs
    for printed in fitting:
        right = by_role[printed.role].ravel()
        digits = facts.digits if printed.role is Named.Y else None
        wrong = (~equal(printed.values, by_role[printed.role], digits) & known).ravel()
        wrong[list(printed.holes)] = True
        for i in map(int, np.flatnonzero(wrong)):
            value = float(right[i]) if known.ravel()[i] else None
            at = int(by_role[Named.INDICES].ravel()[i])
            is_taken = printed.role is Named.Y and at < X.values.size and X.values.ravel()[at] == value
            yield _cell(printed, i, value, X, f", that of {X.index(at)}" if is_taken else "")
        if printed.role is Named.Y:
            taken = by_role[Named.INDICES].ravel()
            agreeing = np.flatnonzero((known & ~wrong.reshape(known.shape)).ravel())
            yield from (each for i in map(int, agreeing) for each in _zero(printed, i, X, int(taken[i])))


def _zero(printed: PrintedGrid, i: int, X: PrintedGrid, at: int) -> Iterator[Deviation]:
    """A zero that is printed with the other sign than the one that is taken: the elements of Y are bit for bit those of
    X. One without a sign is positive where X has such a zero too."""
    cells = (printed.cells[i], X.cells[at]) if at < len(X.cells) else ()
    signs = {_sign(cell.text) for cell in cells if number(cell.text) == 0}
    has_plain = signs == {"", "-"} and any(number(cell.text) == 0 and not _sign(cell.text) for cell in X.cells)
    if signs == {"+", "-"} or has_plain:
        cell, text = printed.cells[i], X.cells[at].text
        message = (
            f"{printed.index(i)} is printed {cell.text}, but the operator's value is {text}, that of {X.index(at)}"
        )
        found = corrected("example-cell-wrong", cell, message, text, {"printed": cell.text, "right": text})
        yield Deviation(found, printed.role, i)


def _sign(text: str) -> str:
    return text[:1].replace("−", "-") if text[:1] in "+-−" else ""


def _cell(printed: PrintedGrid, i: int, value: float | None, X: PrintedGrid, taken: str) -> Deviation:
    cell = printed.cells[i]
    text = None if value is None else shown(value)
    if value is not None and printed.role is Named.Y:
        text = X.text_of(value) or text
    if i in printed.holes:
        message = f"{printed.index(i)} is printed {cell.text[:60]!r}, which {printed.holes[i]}"
        message += f"; the operator's value is {text}" if text is not None else ""
        finding = corrected("number-malformed", cell, message, text)
    else:
        message = f"{printed.index(i)} is printed {cell.text[:60]}, but the operator's value is {text}{taken}"
        finding = corrected("example-cell-wrong", cell, message, text, {"printed": cell.text, "right": text})
    return Deviation(finding, printed.role, i)
