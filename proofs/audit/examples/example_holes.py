"""Malformed numbers of an input, replaced by what was plausibly meant."""

from __future__ import annotations

from dataclasses import replace

from proofs.audit.examples.example_budget import Budget
from proofs.audit.examples.example_data import Grid, element, type_of
from proofs.audit.examples.example_deviations import Facts, deviations
from proofs.audit.rulebook.findings import Finding, Fix
from spec.documents.printed.numbers import number, readings
from spec.documents.printed.tensors import Cell

MOST_HOLES = 4


def repaired(facts: Facts, budget: Budget) -> tuple[Facts, list[Finding]]:
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


def _malformed(X: Grid, hole: int, text: str = "", fix: Fix | None = None, note: str = "") -> Finding:
    cell = X.cells[hole]
    said = f"{X.index(hole)} is printed {cell.text[:60]!r}, which {X.holes[hole]}"
    said += f": {text} is meant" if text else "; cells whose window holds it are left out"
    return Finding("number-malformed", cell.start, said + note, {"printed": cell.text[:60]}, text, fix)


def _filled(facts: Facts, hole: int, budget: Budget) -> tuple[Facts, Finding]:
    X = facts.X
    assert X is not None
    cell = X.cells[hole]
    tried = [(text, _with_value(facts, hole, text)) for text in _meant(facts, cell, hole)]
    if not tried:
        return facts, _malformed(X, hole)
    counts = [len(deviations(f)) if budget.allows(f, cells=True) else 10**6 for _, f in tried]
    least = min(counts)
    fitting = [t for t, count in zip(tried, counts, strict=True) if count == least]
    text, filled = fitting[0]
    is_certain = len({number(t) for t, _ in fitting}) == 1 and least < 10**6
    if not is_certain and len(tried) > 1 and least >= 10**6:
        return facts, _malformed(X, hole)
    return filled, _malformed(X, hole, text, Fix(cell.start, cell.end, text) if is_certain else None)


def _meant(facts: Facts, cell: Cell, hole: int) -> list[str]:
    found = list(readings(cell.text))
    for printed in (facts.Y,):
        if printed is not None:
            found += [c.text for c in printed.cells if _differ_in_one(c.text, cell.text)]
    dtype = type_of(facts.example)
    texts = [t for t in dict.fromkeys(found) if (value := number(t)) is not None and element(value, dtype) is not None]
    return texts[:8]


def _differ_in_one(a: str, b: str) -> bool:
    return len(a) == len(b) <= 40 and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def _with_value(facts: Facts, position: int, text: str) -> Facts:
    assert facts.X is not None
    value = number(text)
    assert value is not None
    values = facts.X.values.copy()
    values.ravel()[position] = element(value, type_of(facts.example))
    holes = {k: v for k, v in facts.X.holes.items() if k != position}
    cells = list(facts.X.cells)
    cells[position] = Cell(text, cells[position].start)
    return replace(facts, X=replace(facts.X, values=values, holes=holes, cells=tuple(cells)))
