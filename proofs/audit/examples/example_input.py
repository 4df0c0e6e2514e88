"""One cell of X to blame for several cells of the outputs that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from proofs.audit.examples.example_budget import Budget
from proofs.audit.examples.example_call import Array, Refusal
from proofs.audit.examples.example_data import Grid, element, outside, type_of
from proofs.audit.examples.example_deviations import Deviation, Facts, computed, deviations
from proofs.audit.rulebook.findings import Finding, Fix
from spec.documents.examples.stated import Role
from spec.documents.printed.numbers import number
from spec.documents.printed.tensors import Cell

MOST_SUSPECTS = 400
MOST_LEFT = 0.1
"""What part of the printed cells may still differ after a repair: an example may have a misprint besides."""

_Value = tuple[float, str | None]


def input_repair(facts: Facts, found: list[Deviation], budget: Budget) -> tuple[Facts, Finding] | None:
    """A cell of X that, with a value which Y prints or with a lower one, leaves at least two cells less to differ.

    Where one cell of Y differs, and it prints what its window holds besides one cell of X, that cell was raised.
    """
    X, Y = facts.X, facts.Y
    cells = [d for d in found if d.cell is not None and d.finding.rule == "example-cell-wrong"]
    if X is None or Y is None or not cells or len(cells) < len(found) or Y.holes:
        return None
    twins = [_differing(X, twin) for twin in facts.twins if len(twin) == len(X.cells)]
    for position, said in (differing[0] for differing in twins if len(differing) == 1):
        other = _changed(facts, X, position, _value(said, facts))
        if budget.allows(facts, cells=True) and len(deviations(other)) < len(found):
            return other, _finding(X, position, said, cells, ", as in another example,")
    only_lower = len(cells) == 1
    if only_lower and (cells[0].role is not Role.Y or [] in twins):
        return None
    outputs = computed(facts, X)
    if outputs is None:
        return None
    best: tuple[int, Facts, Finding] | None = None
    size = sum(len(g.cells) for g in (facts.Y, facts.Indices) if g is not None)
    suspects = _suspects(facts, X, outputs[0][Role.INDICES].ravel(), cells)
    for position in suspects[:1] if only_lower else suspects:
        met = _met(facts, X, position, cells, budget)
        if met is None:
            break
        if not met or (len(met) < 2 and not only_lower):
            continue
        for value, text in _values(facts, X, Y, position, met, only_lower):
            if not budget.allows(facts, cells=True):
                break
            other = _changed(facts, X, position, value)
            left = deviations(other)
            gain = len(found) - len(left)
            # What is left is another misprint, not most of the output.
            if len(left) > max(2, MOST_LEFT * size):
                continue
            if gain >= (1 if only_lower else 2) and (best is None or gain > best[0]):
                finding = _finding(X, position, text, met)
                best = gain, other, finding
        if best is not None and best[0] == len(found):
            break
    return best[1:] if best is not None else None


def _differing(X: Grid, twin: tuple[Cell, ...]) -> list[tuple[int, str]]:
    """Where another example's input differs, up to two places, with what it prints there."""
    pairs = enumerate(zip(X.cells, twin, strict=True))
    differing = ((i, other.text) for i, (own, other) in pairs if own.text != other.text)
    found = ((i, text) for i, text in differing if number(text) != number(X.cells[i].text))
    return list(islice(found, 2))


def _value(text: str, facts: Facts) -> float:
    value = number(text)
    return float("nan") if value is None else element(value, type_of(facts.example))


def _changed(facts: Facts, X: Grid, position: int, value: float) -> Facts:
    values = X.values.copy()
    values.ravel()[position] = value
    return replace(facts, X=replace(X, values=values))


def _suspects(facts: Facts, X: Grid, right: Array, cells: list[Deviation]) -> list[int]:
    """The cells of X to be looked at: first those that the outputs name, then all if they are few."""
    named: list[int] = []
    for deviation in cells[:6]:
        assert deviation.cell is not None
        named.append(int(right[deviation.cell]))
        if facts.Indices is not None:
            printed = facts.Indices.values.ravel()
            at = float(printed[deviation.cell]) if deviation.cell < len(printed) else -1.0
            named.append(int(at) if 0 <= at < X.values.size else -1)
    size = X.values.size
    everywhere = range(size) if size <= MOST_SUSPECTS else ()
    return [p for p in dict.fromkeys((*named, *everywhere)) if 0 <= p < size and p not in X.holes]


def _met(facts: Facts, X: Grid, position: int, cells: list[Deviation], budget: Budget) -> list[Deviation] | None:
    """The differing cells whose windows hold a cell of X: with it at the top, they show it. None: no more tries."""
    if not budget.allows(facts, cells=True):
        return None
    outputs = facts.call.outputs(_changed(facts, X, position, np.inf).X.values)  # type: ignore[union-attr]  # the caller has a printed X
    if isinstance(outputs, Refusal):
        return None
    top = np.isposinf(outputs[0]).ravel()
    return [d for d in cells if d.cell is not None and top[d.cell]]


def _values(facts: Facts, X: Grid, Y: Grid, position: int, met: list[Deviation], only_lower: bool) -> Iterator[_Value]:
    """What the cell is tried with: what Y prints in its windows, and the lowest that is one slip away."""
    seen: set[float] = set()
    for deviation in met if not only_lower else ():
        assert deviation.cell is not None
        value = float(Y.values.ravel()[deviation.cell])
        if deviation.role is Role.Y and value not in seen and len(seen) < 4:
            seen.add(value)
            yield value, Y.cells[deviation.cell].text
    low = _lowest_slip(X.cells[position].text, facts)
    if low is not None and low < float(X.values.ravel()[position]):
        yield low, None


def _lowest_slip(text: str, facts: Facts) -> float | None:
    """The least value that differs from a printed one in one digit or its sign, and is of the type."""
    variants = [text[:i] + d + text[i + 1 :] for i, c in enumerate(text[:40]) if c.isdigit() for d in "09"]
    variants += [f"-{text}", text[1:]]
    dtype = type_of(facts.example)
    values = [value for v in variants if (value := number(v)) is not None and not outside(value, dtype)]
    return min((element(v, dtype) for v in values), default=None)


def _finding(X: Grid, position: int, text: str | None, met: list[Deviation], where: str = "") -> Finding:
    cell = X.cells[position]
    names = sorted({d.finding.message.partition(" is printed")[0] for d in met})
    agree = f"{', '.join(names[:6])}{' ...' if len(names) > 6 else ''} agree{'s' if len(names) == 1 else ''}"
    said = f"{X.index(position)} is printed {cell.text}"
    if text is None:
        message = f"{said}; with a value low enough to be nowhere the maximum {agree}"
        return Finding("example-cell-wrong", cell.start, message, {"printed": cell.text})
    fix = Fix(cell.start, cell.end, text)
    message = f"{said}; with {text}{where} {agree}"
    return Finding("example-cell-wrong", cell.start, message, {"printed": cell.text, "right": text}, text, fix)
