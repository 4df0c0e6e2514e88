"""The smallest repair of an example that disagrees: one cell of X, one entry of an attribute, or what differs itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from proofs.audit.example_call import Refusal, Value
from proofs.audit.example_data import Grid, element, shown, type_of
from proofs.audit.example_deviations import Deviation, Facts, computed, deviations, visits
from proofs.audit.findings import Finding, Fix
from spec.documents.matrices import Cell
from spec.documents.numbers import number, readings
from spec.documents.statements import LISTS, Role, Statement

ENTRIES = range(13)
"""The values that an entry of an attribute is tried with."""
LARGEST_AXIS = 2_000
MOST_HOLES = 4


@dataclass(slots=True)
class Budget:
    """How many elements may still be looked at in search of repairs, in one document."""

    visits: int = 1_500_000
    shapes: int = 6_000

    def allows(self, facts: Facts, *, cells: bool) -> bool:
        """Whether one more try is affordable; it is then counted."""
        self.shapes -= 1
        if self.shapes < 0 or max(facts.shape, default=0) > LARGEST_AXIS:
            return False
        if cells:
            shape = facts.call.shape(facts.shape)
            if not isinstance(shape, Refusal):
                # An evaluation costs more than its taps: each cell of Y is set up by itself.
                self.visits -= visits(facts, shape) + 10
        return self.visits >= 0


def repaired(facts: Facts, budget: Budget) -> tuple[Facts, list[Finding]]:
    """The example with each malformed number of X replaced by its one plausible reading, and the findings."""
    if facts.X is None or not facts.X.holes:
        return facts, []
    findings: list[Finding] = []
    for hole in sorted(facts.X.holes)[:MOST_HOLES]:
        facts, finding = _filled(facts, hole, budget)
        findings.append(finding)
    for hole in sorted(facts.X.holes)[:20]:
        if not any(f.start == facts.X.cells[hole].start for f in findings):  # type: ignore[union-attr]
            findings.append(_malformed(facts.X, hole))  # type: ignore[arg-type]
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


def repair(facts: Facts, found: list[Deviation], budget: Budget) -> list[Finding] | None:
    """A single change that makes everything agree, as a finding; None where there is none smaller than what differs."""
    cost = sum(10 if d.is_heavy else 1 for d in found)
    if cost <= 1:
        return None
    attributes = list(_attribute_repairs(facts, budget))
    if attributes:
        return [_attribute_finding(attributes)]
    shape = _shape_repair(facts, budget)
    if shape is not None:
        return [shape]
    in_cells = [d for d in found if d.cell is not None]
    if len(in_cells) == len(found) and facts.X is not None:
        return _input_repair(facts, facts.X, in_cells, budget)
    return None


# --- attributes ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """An attribute with another value, which makes everything agree. `entry`: the one entry that changes."""

    statement: Statement
    entry: int | None
    value: Value


def _changes(facts: Facts) -> Iterator[_Change]:
    n = len(facts.shape) - 2
    for name, statement in facts.example.attributes.items():
        if name in LISTS:
            now = facts.call.attributes.get(name, (-1,) * len(statement.entries))
            if not isinstance(now, tuple):
                continue
            for i, entry in enumerate(now):
                for value in ENTRIES:
                    if value != entry:
                        yield _Change(statement, i, (*now[:i], value, *now[i + 1 :]))
            length = 2 * n if name == "pads" else n
            if len(now) != length:
                for i in range(len(now)):
                    yield _Change(statement, None, now[:i] + now[i + 1 :])
            for value in ENTRIES[:6]:
                if len(set(now)) > 1 or len(now) != length:
                    yield _Change(statement, None, (value,) * length)
        else:
            for word in _WORDS.get(name, ()):
                if word != facts.call.attributes.get(name):
                    yield _Change(statement, 0, word)


_WORDS: dict[str, tuple[Value, ...]] = {
    "auto_pad": ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", "explicit", "valid", "same_upper", "same_lower"),
    "ceil_mode": (0, 1),
    "storage_order": (0, 1),
    "axis": (-3, -2, -1, 0, 1, 2, 3, 4),
    "rounding_type": ("floor", "ceil"),
}


def _attribute_repairs(facts: Facts, budget: Budget) -> Iterator[_Change]:
    targets = [g.shape for g in (facts.Y, facts.Indices) if g is not None]
    for change in _changes(facts):
        explicit = change.value == "explicit" and "pads_begin" not in facts.call.attributes
        if explicit or not budget.allows(facts, cells=False):
            continue
        other = replace(facts, call=facts.call.with_attribute(change.statement.of, change.value))
        shape = other.call.shape(facts.shape)
        if isinstance(shape, Refusal) or any(shape != target for target in targets):
            continue
        if budget.allows(other, cells=True) and not deviations(other):
            yield change


def _attribute_finding(changes: list[_Change]) -> Finding:
    # An entry changed is a smaller repair than a whole list; of several, that of one line is named with the others.
    changes = [c for c in changes if c.entry is not None] or changes
    change = changes[0]
    cells = change.statement.entries
    cell = cells[change.entry] if change.entry is not None and change.entry < len(cells) else None
    start = cell.start if cell is not None else change.statement.place
    right = _said(change)
    others = [f"{c.statement.name} = {_said(c)}" for c in changes[1:4]]
    message = f"with {change.statement.name} = {right} everything that is printed agrees; as it stands it does not"
    message += f" (so it would with {' or '.join(others)})" if others else ""
    fix = None
    if len(changes) == 1 and cell is not None:
        value = change.value[change.entry or 0] if isinstance(change.value, tuple) else change.value
        fix = Fix(cell.start, cell.end, str(value))
    return Finding("example-attribute-wrong", start, message, {}, right, fix)


def _said(change: _Change) -> str:
    return str(list(change.value)) if isinstance(change.value, tuple) else str(change.value)


def _shape_repair(facts: Facts, budget: Budget) -> Finding | None:
    """An input that is only stated by its shape, whose stated shapes disagree: the one with which all agrees."""
    own = facts.shape_statement
    if facts.X is not None or own is None:
        return None
    for statement in facts.example.shapes:
        if statement.role is Role.X and all(c.text.isdecimal() and len(c.text) < 7 for c in statement.entries):
            shape = tuple(int(c.text) for c in statement.entries)
            if shape != facts.shape and budget.allows(facts, cells=False):
                if not deviations(replace(facts, shape=shape)):
                    wrong = [c for c, d in zip(own.entries, shape, strict=False) if c.text != str(d)]
                    message = f"with an input of shape {list(shape)}, as stated, everything agrees; here it is another"
                    start = wrong[0].start if wrong else own.place
                    return Finding("example-shape-wrong", start, message, {}, str(list(shape)))
    return None


# --- the input -----------------------------------------------------------------------------------


def _input_repair(facts: Facts, X: Grid, found: list[Deviation], budget: Budget) -> list[Finding] | None:
    """One cell of X with a value that Y prints, or a value low enough to be nowhere the maximum."""
    outputs = computed(facts, X)
    if outputs is None or facts.Y is None or facts.Y.holes or (facts.Indices is not None and facts.Indices.holes):
        return None
    for position in _suspects(facts, X, outputs[0][Role.INDICES].ravel(), found):
        values = _values(facts, X, position, found, budget)
        for value, text in values:
            changed = X.values.copy()
            changed.ravel()[position] = value
            other = replace(facts, X=replace(X, values=changed))
            if not budget.allows(other, cells=True):
                return None
            if not deviations(other):
                return [_input_finding(X, position, text, found)]
    return None


def _suspects(facts: Facts, X: Grid, right: np.ndarray, found: list[Deviation]) -> list[int]:  # type: ignore[type-arg]
    """The cells of X that are looked at first: those that the outputs name, then all."""
    named: list[int] = []
    for deviation in found[:6]:
        assert deviation.cell is not None
        named.append(int(right[deviation.cell]))
        if facts.Indices is not None:
            named.append(int(facts.Indices.values.ravel()[deviation.cell]))
    size = X.values.size
    everywhere = range(size) if size <= 400 else ()
    return [p for p in dict.fromkeys((*named, *everywhere)) if 0 <= p < size and p not in X.holes]


def _values(
    facts: Facts, X: Grid, position: int, found: list[Deviation], budget: Budget
) -> Iterator[tuple[float, str | None]]:
    assert facts.Y is not None
    if not _meets_all(facts, X, position, found, budget):
        return
    printed = facts.Y.values.ravel()
    first = [d.cell for d in found if d.role is Role.Y and d.cell is not None]
    seen: set[float] = set()
    for cell in first[:4]:
        value = float(printed[cell])
        if value not in seen:
            seen.add(value)
            yield value, facts.Y.cells[cell].text
    yield -np.inf, None


def _meets_all(facts: Facts, X: Grid, position: int, found: list[Deviation], budget: Budget) -> bool:
    """Whether the windows of all cells that differ hold a cell of X: with it at the top, all of them show it."""
    raised = X.values.copy()
    raised.ravel()[position] = np.inf
    if not budget.allows(facts, cells=True):
        return False
    outputs = facts.call.outputs(raised)
    if isinstance(outputs, Refusal):
        return False
    top = np.isposinf(outputs[0]).ravel()
    return all(top[d.cell] for d in found if d.cell is not None)


def _input_finding(X: Grid, position: int, text: str | None, found: list[Deviation]) -> Finding:
    cell = X.cells[position]
    cells = sorted({d.finding.message.partition(" is printed")[0] for d in found})
    all_agree = f"{', '.join(cells[:6])}{' ...' if len(cells) > 6 else ''} and all other cells agree"
    if text is None:
        message = f"{X.index(position)} is printed {cell.text}; with a value low enough to be nowhere the maximum {all_agree}"
        return Finding("example-cell-wrong", cell.start, message, {"printed": cell.text})
    message = f"{X.index(position)} is printed {cell.text}; with {text} {all_agree}"
    witness = {"printed": cell.text, "right": text}
    return Finding("example-cell-wrong", cell.start, message, witness, text, Fix(cell.start, cell.end, text))


__all__ = ["Budget", "repair", "repaired", "shown"]
