"""The smallest repair of an example that disagrees: one entry of an attribute, the input's shape, or one cell of X."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from proofs.audit.examples.example_call import Refusal, Value
from proofs.audit.examples.example_deviations import Deviation, deviations
from proofs.audit.examples.example_facts import Facts
from proofs.audit.examples.example_input import MOST_LEFT, Budget, input_repair
from proofs.audit.rulebook.findings import Finding, Fix
from spec.documents.examples.stated import LISTS, Named, StatedValue

Repair = tuple[Facts, Finding]

ENTRIES = range(13)
"""The values that an entry of an attribute is tried with."""

_WORDS: dict[str, tuple[Value, ...]] = {
    "auto_pad": ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", "explicit", "valid", "same_upper", "same_lower"),
    "ceil_mode": (0, 1),
    "storage_order": (0, 1),
    "axis": (-3, -2, -1, 0, 1, 2, 3, 4),
    "rounding_type": ("floor", "ceil"),
}


def cost(found: list[Deviation]) -> int:
    """How many corrections at the places that differ would be needed; a whole tensor is many."""
    return sum(10 if d.is_heavy else 1 for d in found)


def repair(facts: Facts, found: list[Deviation], budget: Budget) -> Repair | None:
    """A single change after which much less differs, as a finding; None where what differs is itself the smallest."""
    now = cost(found)
    # An attribute that is wrong shows in many cells: where one cell of X explains them all, it is that cell.
    cell = input_repair(facts, found, budget)
    if now <= 1 or (cell is not None and not deviations(cell[0])):
        return cell
    return _attribute_repair(facts, now, budget) or _shape_repair(facts, budget) or cell


@dataclass(frozen=True, slots=True)
class _Change:
    """An attribute with another value. `entry`: the one entry of its list that changes; `left`: what then differs."""

    statement: StatedValue
    entry: int | None
    value: Value
    left: int = 0

    def said(self) -> str:
        return str(list(self.value)) if isinstance(self.value, tuple) else str(self.value)


def _changes(facts: Facts) -> Iterator[_Change]:
    n = len(facts.shape) - 2
    for name, statement in facts.example.attributes.items():
        now = facts.call.attributes.get(name)
        if name in LISTS:
            entries = now if isinstance(now, tuple) else (-1,) * len(statement.entries)
            yield from _list_changes(statement, entries, 2 * n if name == "pads" else n)
        else:
            for word in _WORDS.get(name, ()):
                # What is padded explicitly needs pads; without them the word was not meant.
                if word != now and not (word == "explicit" and "pads_begin" not in facts.call.attributes):
                    yield _Change(statement, 0, word)


def _list_changes(statement: StatedValue, now: tuple[int, ...], length: int) -> Iterator[_Change]:
    for i, entry in enumerate(now):
        for value in ENTRIES:
            if value != entry:
                yield _Change(statement, i, (*now[:i], value, *now[i + 1 :]))
    if len(now) == length + 1:
        for i in range(len(now)):
            yield _Change(statement, None, now[:i] + now[i + 1 :])
    for value in ENTRIES[:6]:
        if len(set(now)) > 1 or len(now) != length:
            yield _Change(statement, None, (value,) * length)


def _attribute_repair(facts: Facts, now: int, budget: Budget) -> Repair | None:
    fitting = [c for c in _fitting(facts, budget) if c.left + 1 < now]
    if not fitting:
        return None
    # An entry is a smaller change than a list, a digit than a word; and authors rather write what is uniform.
    fitting.sort(key=lambda c: (c.left, c.entry is None, not isinstance(c.value, tuple), _unevenness(facts, c)))
    change = fitting[0]
    rivals = [c for c in fitting[1:] if (c.left, c.entry is None) == (change.left, change.entry is None)]
    call = facts.call.with_attribute(change.statement.attribute, change.value)
    return replace(facts, call=call), _attribute_finding(change, rivals)


def _fitting(facts: Facts, budget: Budget) -> Iterator[_Change]:
    """The changes with which the shapes agree, and all cells but few."""
    targets = [output.shape for output in facts.outputs]
    size = sum(len(output.cells) for output in facts.outputs)
    for change in _changes(facts):
        if not budget.allows(facts, cells=False):
            return
        other = replace(facts, call=facts.call.with_attribute(change.statement.attribute, change.value))
        shape = other.call.shape(facts.shape)
        if isinstance(shape, Refusal) or any(shape != target for target in targets):
            continue
        if budget.allows(other, cells=True):
            left = cost(deviations(other))
            if left <= MOST_LEFT * size:
                yield replace(change, left=left)


def _unevenness(facts: Facts, change: _Change) -> tuple[int, int]:
    """In how many ways the entries of the list attributes differ, and whether the change takes a two-digit number."""
    attributes = {**facts.call.attributes, change.statement.attribute: change.value}
    lists = [set(value) for value in attributes.values() if isinstance(value, tuple)]
    entry = change.value[change.entry] if isinstance(change.value, tuple) and change.entry is not None else 0
    return sum(map(len, lists)), len(str(entry))


def _attribute_finding(change: _Change, rivals: list[_Change]) -> Finding:
    cells = change.statement.entries
    cell = cells[change.entry] if change.entry is not None and change.entry < len(cells) else None
    start = cell.start if cell is not None else change.statement.place
    others = [f"{c.statement.name} = {c.said()}" for c in rivals[:3]]
    message = f"with {change.statement.name} = {change.said()} what is printed agrees; as it stands it does not"
    message += f" (so it would with {' or '.join(others)})" if others else ""
    fix = None
    if not rivals and cell is not None:
        value = change.value[change.entry or 0] if isinstance(change.value, tuple) else change.value
        fix = Fix(cell.start, cell.end, str(value))
    return Finding("example-attribute-wrong", start, message, {}, change.said(), fix)


def _shape_repair(facts: Facts, budget: Budget) -> Repair | None:
    """An input that is only given by its shape, and elsewhere by another: the one with which all agrees."""
    own = facts.shape_statement
    if facts.X is not None or own is None:
        return None
    for statement in facts.example.shapes:
        shape = statement.shape
        if statement.role is not Named.X or shape is None or shape == facts.shape:
            continue
        other = replace(facts, shape=shape)
        if budget.allows(other, cells=False) and not deviations(other):
            wrong = [c for c, d in zip(own.entries, shape, strict=False) if c.text != str(d)]
            message = f"with an input of shape {list(shape)}, as stated, everything agrees; here the shape is different"
            start = wrong[0].start if wrong else own.place
            return other, Finding("example-shape-wrong", start, message, {}, str(list(shape)))
    return None
