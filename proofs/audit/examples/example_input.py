"""Cells of X that are mended: malformed numbers, and the one to blame for several cells of the outputs that differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import prod

import numpy as np

from proofs.audit.examples.example_call import Array, Refusal
from proofs.audit.examples.example_deviations import Deviation, computed, deviations
from proofs.audit.examples.example_facts import Facts, PrintedGrid, element, outside, type_of
from proofs.audit.rulebook.findings import Finding, Fix, corrected
from spec.documents.examples.stated import Named
from spec.documents.printed.numbers import number, readings
from spec.documents.printed.tensors import PrintedCell

MOST_HOLES = 4
_UNTRIED = 10**6
MOST_SUSPECTS = 400
MOST_LEFT = 0.1
"""What part of the printed cells may still differ after a repair: an example may have a misprint besides."""
LARGEST_AXIS = 2_000
EVALUATION = 300
"""What an evaluation costs besides, in elements looked at."""


@dataclass(slots=True)
class Budget:
    """How many elements may still be looked at in search of repairs, in one document."""

    visits: int = 1_500_000
    shapes: int = 5_000

    def allows(self, facts: Facts, *, cells: bool) -> bool:
        """Whether one more try is affordable; it is then counted."""
        self.shapes -= 1
        if self.shapes < 0 or max(facts.shape, default=0) > LARGEST_AXIS:
            return False
        if cells and facts.X is not None:
            printed = max((output.values.size for output in facts.outputs), default=1)
            kernel = prod(facts.call.entries("kernel_shape", len(facts.shape) - 2))
            self.visits -= printed * min(kernel, facts.X.values.size) + EVALUATION
        return self.visits >= 0


def holes_filled(facts: Facts, budget: Budget) -> tuple[Facts, list[Finding]]:
    """The example with each malformed number of X replaced by its one plausible reading, and the findings."""
    if facts.X is None or not facts.X.holes:
        return facts, []
    findings: list[Finding] = []
    for hole in sorted(facts.X.holes)[:MOST_HOLES]:
        facts, finding = _filled(facts, hole, budget)
        findings.append(finding)
    left = facts.X
    assert left is not None
    # An empty cell is said where the matrix is found badly written.
    findings = [f for f in findings if f.witness.get("printed")]
    said = {finding.start for finding in findings} | {c.start for c in left.cells if not c.text}
    findings += [_malformed(left, h) for h in sorted(left.holes)[:20] if left.cells[h].start not in said]
    return facts, findings


def _malformed(X: PrintedGrid, hole: int, text: str = "", fix: Fix | None = None) -> Finding:
    cell = X.cells[hole]
    said = f"{X.index(hole)} is printed {cell.text[:60]!r}, which {X.holes[hole]}"
    said += f": {text} is meant" if text else "; cells whose window holds it are left out"
    return Finding("number-malformed", cell.start, said, {"printed": cell.text[:60]}, text, fix)


def _filled(facts: Facts, hole: int, budget: Budget) -> tuple[Facts, Finding]:
    X = facts.X
    assert X is not None
    cell = X.cells[hole]
    tried = [(text, _with_value(facts, hole, text)) for text in _meant(facts, cell)]
    counts = [len(deviations(f)) if budget.allows(f, cells=True) else _UNTRIED for _, f in tried]
    least = min(counts, default=_UNTRIED)
    if least == _UNTRIED and len(tried) != 1:
        return facts, _malformed(X, hole)
    fitting = [t for t, count in zip(tried, counts, strict=True) if count == least]
    text, filled = fitting[0]
    is_certain = len({number(t) for t, _ in fitting}) == 1 and least < _UNTRIED
    return filled, _malformed(X, hole, text, Fix(cell.start, cell.end, text) if is_certain else None)


def _meant(facts: Facts, cell: PrintedCell) -> list[str]:
    near = [c.text for c in facts.Y.cells if _differ_in_one(c.text, cell.text)] if facts.Y is not None else []
    return [text for text in dict.fromkeys((*readings(cell.text), *near)) if number(text) is not None][:8]


def _differ_in_one(a: str, b: str) -> bool:
    return len(a) == len(b) <= 40 and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def _with_value(facts: Facts, position: int, text: str) -> Facts:
    assert facts.X is not None
    holes = {k: v for k, v in facts.X.holes.items() if k != position}
    cells = list(facts.X.cells)
    cells[position] = PrintedCell(text, cells[position].start)
    X = replace(facts.X, holes=holes, cells=tuple(cells))
    return _changed(facts, X, position, _value(text, facts))


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
    if len(cells) == 1 and (cells[0].role is not Named.Y or [] in twins):
        return None
    return _best(facts, X, Y, cells, budget)


def _best(
    facts: Facts, X: PrintedGrid, Y: PrintedGrid, cells: list[Deviation], budget: Budget
) -> tuple[Facts, Finding] | None:
    """The change of one cell after which the fewest cells differ; of one that differs alone, it is only lowered."""
    outputs = computed(facts, X)
    if outputs is None:
        return None
    only_lower = len(cells) == 1
    needed = 1 if only_lower else 2
    best: tuple[int, Facts, Finding] | None = None
    size = sum(len(output.cells) for output in facts.outputs)
    suspects = _suspects(facts, X, outputs[0][Named.INDICES].ravel(), cells)
    for position in suspects[:1] if only_lower else suspects:
        is_all = best is not None and best[0] == len(cells)
        met = None if is_all else _met(facts, X, position, cells, budget)
        if met is None:
            break
        if len(met) < needed:
            continue
        for value, text in _values(facts, X, Y, position, () if only_lower else met):
            if not budget.allows(facts, cells=True):
                break
            other = _changed(facts, X, position, value)
            left = deviations(other)
            gain = len(cells) - len(left)
            # What is left is another misprint, not most of the output.
            is_little = len(left) <= max(2, MOST_LEFT * size)
            if is_little and gain >= needed and (best is None or gain > best[0]):
                best = gain, other, _finding(X, position, text, met)
    return best[1:] if best is not None else None


def _differing(X: PrintedGrid, twin: tuple[PrintedCell, ...]) -> list[tuple[int, str]]:
    """Where another example's input differs, up to two places, with what it prints there."""
    pairs = enumerate(zip(X.cells, twin, strict=True))
    differing = ((i, other.text) for i, (own, other) in pairs if own.text != other.text)
    found = ((i, text) for i, text in differing if number(text) != number(X.cells[i].text))
    return list(islice(found, 2))


def _value(text: str, facts: Facts) -> float:
    value = number(text)
    return float("nan") if value is None else element(value, type_of(facts.example))


def _changed(facts: Facts, X: PrintedGrid, position: int, value: float) -> Facts:
    values = X.values.copy()
    values.ravel()[position] = value
    return replace(facts, X=replace(X, values=values))


def _suspects(facts: Facts, X: PrintedGrid, right: Array, cells: list[Deviation]) -> list[int]:
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


def _met(facts: Facts, X: PrintedGrid, position: int, cells: list[Deviation], budget: Budget) -> list[Deviation] | None:
    """The differing cells whose windows hold a cell of X: with it at the top, they show it. None: no more tries."""
    if not budget.allows(facts, cells=True):
        return None
    outputs = facts.call.outputs(_changed(facts, X, position, np.inf).X.values)  # type: ignore[union-attr]  # the caller has a printed X
    if isinstance(outputs, Refusal):
        return None
    top = np.isposinf(outputs[0]).ravel()
    return [d for d in cells if d.cell is not None and top[d.cell]]


def _values(
    facts: Facts, X: PrintedGrid, Y: PrintedGrid, position: int, met: Sequence[Deviation]
) -> Iterator[tuple[float, str | None]]:
    """What the cell is tried with: what Y prints in its windows, and the lowest that is one slip away."""
    seen: set[float] = set()
    for deviation in met:
        assert deviation.cell is not None
        value = float(Y.values.ravel()[deviation.cell])
        if deviation.role is Named.Y and value not in seen and len(seen) < 4:
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


def _finding(X: PrintedGrid, position: int, text: str | None, met: list[Deviation], where: str = "") -> Finding:
    cell = X.cells[position]
    names = sorted({d.finding.message.partition(" is printed")[0] for d in met})
    agree = f"{', '.join(names[:6])}{' ...' if len(names) > 6 else ''} agree{'s' if len(names) == 1 else ''}"
    said = f"{X.index(position)} is printed {cell.text}; with "
    witness = {"printed": cell.text}
    if text is None:
        message = f"{said}a value too low to be a maximum anywhere {agree}"
        return Finding("example-cell-wrong", cell.start, message, witness)
    return corrected("example-cell-wrong", cell, f"{said}{text}{where} {agree}", text, {**witness, "right": text})
