"""A document's worked examples, judged by the reference: shapes, attributes, every cell; and listings of others.

The smallest repair of an example that disagrees is one entry of an attribute, the input's shape, or one cell of X.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from proofs.audit.examples.commentary import judge_commentary
from proofs.audit.examples.example_call import RESTRICTED, BadAttribute, Refusal, Value, call_of
from proofs.audit.examples.example_deviations import MOST_VISITS, Deviation, deviations, visits
from proofs.audit.examples.example_facts import Calling, Facts, JudgedExample, not_judged, read_facts, writing_problems
from proofs.audit.examples.example_input import MOST_LEFT, Budget, holes_filled, input_repair
from proofs.audit.examples.example_listings import judge_listings
from proofs.audit.examples.example_unstated import unstated
from proofs.audit.examples.printed import names_that_differ
from proofs.audit.rulebook.contained import apart
from proofs.audit.rulebook.findings import Finding, Fix, JudgedClaim
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import LISTS, Named, StatedValue
from spec.documents.pages.model import Document
from spec.documents.printed.tensors import PrintedCell

Repair = tuple[Facts, Finding]

ENTRIES = range(13)
"""The values that an entry of an attribute is tried with."""

_WORDS: dict[str, tuple[Value, ...]] = {
    "auto_pad": ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", "explicit", "valid", "same_upper", "same_lower"),
    "ceil_mode": (0, 1),
    "storage_order": (0, 1),
    "count_include_pad": (0, 1),
    "group": tuple(range(1, 9)),
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
    cell = input_repair(facts, found, budget) if facts.call.selects else None
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
        if statement.start == statement.end:
            continue  # Set by a sentence: no other value can be put in its place.
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


# --- the judgement -------------------------------------------------------------------------------

MOST_CELLS_NAMED = 12
MOST_REPAIRS = 3
MOST_TWINS = 50

_DOMAIN = re.compile(r"\bdomain\W{1,12}(?P<domain>main\b|[A-Za-z][\w-]*(?:\.[\w-]+)+)")


def judge_examples(
    document: Document,
    calling: Calling = call_of,
    names: Mapping[str, Named] = MappingProxyType({}),
    completed: Callable[[WorkedExample], WorkedExample] = lambda example: example,
) -> tuple[list[JudgedClaim], list[Finding], int]:
    """The claims and findings of all worked examples and listings, and how many examples there are.

    `calling` gives the call of the operator that is described, `names` those that it has besides MaxPool's, `completed`
    an example with what is said of it elsewhere.
    """
    read = read_examples(document, names)
    read = replace(read, examples=tuple(map(completed, read.examples)))
    budget = Budget()
    stated = re.sub(r"[*`]", " ", document.text)
    domains = [(m.start(), m["domain"]) for m in _DOMAIN.finditer(stated)]
    inputs = [(e.start, t.cells) for e in read.examples if (t := e.tensor(Named.X)) is not None]
    small = [(start, cells) for start, cells in inputs if 3 < len(cells) < 500][:MOST_TWINS]
    judged: list[JudgedExample] = []
    for example in read.examples:
        twins = tuple(cells for start, cells in small if start != example.start)
        result = JudgedExample(example, "not understood", ())
        with apart("this example", example.start):
            result = _judged(document, example, budget, twins, calling)
        judged.append(replace(result, findings=(*_domain_missing(example, domains, calling), *result.findings)))
    claims = [JudgedClaim("example", j.example.start, j.example.title, j.verdict) for j in judged]
    findings = [finding for j in judged for finding in j.findings]
    listing_claims, listing_findings = judge_listings(read.listings, judged)
    findings += [*listing_findings, *names_that_differ(document, read.examples), *judge_commentary(document, judged)]
    for unread in read.unread:
        claims.append(JudgedClaim("example", unread.start, unread.title, "not understood"))
        message = f"{unread.title}: what is printed here is not named as an input and an output"
        findings.append(Finding("example-not-judged", unread.start, message))
    return [*claims, *listing_claims], findings, len(judged)


def _judged(
    document: Document,
    example: WorkedExample,
    budget: Budget,
    twins: tuple[tuple[PrintedCell, ...], ...],
    calling: Calling,
) -> JudgedExample:
    stated = (*example.tensors.values(), *example.shapes)
    wrong = [problem for statement in stated for problem in writing_problems(statement)]
    result = read_facts(document.text, example, calling)
    if isinstance(result, Finding):
        # A matrix that is badly written says enough of why the example is not judged.
        return JudgedExample(example, *(("disagrees", tuple(wrong)) if wrong else ("not understood", (result,))))
    facts, malformed = result
    beyond = facts.call.shape(facts.shape)
    if isinstance(beyond, Refusal) and beyond.label == RESTRICTED:
        return JudgedExample(example, "not understood", (not_judged(example, f"the profile {beyond.message}"),))
    facts, findings = holes_filled(replace(facts, twins=twins), budget)
    wrong += findings
    if malformed:
        unnamed = Deviation(Finding("example-attribute-wrong", example.start, ""), is_heavy=True)
        better = repair(facts, [unnamed], budget) if len(malformed) == 1 else None
        wrong += [_attribute(m, facts, better[1] if better else None) for m in malformed]
    else:
        facts, more = _differing(facts, budget)
        by_shape = any(finding.rule == "example-shape-wrong" for finding in more)
        if by_shape and (open_ := unstated(facts, budget)) is not None:
            return JudgedExample(example, "disagrees" if wrong else "not understood", (*wrong, open_))
        wrong += more
    shape = facts.call.shape(facts.shape)
    if not isinstance(shape, Refusal) and facts.X is not None and visits(facts, shape) > MOST_VISITS:
        note = not_judged(example, "its windows are too many to visit here; only its shapes were compared")
        return JudgedExample(example, "disagrees" if wrong else "not understood", (*wrong, note), facts)
    return JudgedExample(example, "disagrees" if wrong else "agrees", tuple(wrong), facts)


def _differing(facts: Facts, budget: Budget) -> tuple[Facts, list[Finding]]:
    """What differs: by repairs as long as one is much smaller than what differs, then place by place."""
    findings: list[Finding] = []
    original = facts
    for _ in range(MOST_REPAIRS):
        found = deviations(facts)
        better = repair(facts, found, budget) if found else None
        if better is None:
            break
        facts, finding = better
        findings.append(finding)
    findings += _direct(deviations(facts))
    return original if not findings else facts, findings


def _domain_missing(example: WorkedExample, domains: Sequence[tuple[int, str]], calling: Calling) -> Iterator[Finding]:
    """A node without a domain is ONNX's; `domains` are those that the document states, with their places."""
    if not example.is_node or example.domain or calling is not call_of:
        return
    stated = [domain for place, domain in domains if place < example.start]
    if stated and stated[-1] not in ("ai.onnx", "main"):
        message = f"the node names no domain, and is ONNX's MaxPool; this section's operator is of {stated[-1]}"
        yield Finding("example-domain-missing", example.node, message, {}, f'domain="{stated[-1]}"')


def _attribute(malformed: BadAttribute, facts: Facts, better: Finding | None) -> Finding:
    """An attribute's value that is none; with the one that makes everything agree, if there is one."""
    name = facts.example.attributes[malformed.attribute].name
    message = f"{name}: {malformed.cell.text[:40]!r} {malformed.reason}"
    if better is None or better.rule != "example-attribute-wrong" or better.start != malformed.cell.start:
        return Finding("example-attribute-wrong", malformed.cell.start, message)
    return replace(better, message=f"{message}; {better.message}")


def _direct(found: list[Deviation]) -> list[Finding]:
    """What differs, place by place; where most of an output differs, or its shape does, that is said once."""
    shapes = [d for d in found if d.is_heavy]
    if shapes:
        stated = [d.finding for d in found if d.cell is None and not d.is_heavy and d.role is Named.X]
        return [*stated, shapes[0].finding]
    cells = [d.finding for d in found if d.cell is not None]
    rest = [d.finding for d in found if d.cell is None]
    if len(cells) <= MOST_CELLS_NAMED:
        return [*rest, *cells]
    more = f"; and {len(cells) - 1} more cells differ: X, attributes and outputs do not belong together"
    return [*rest, replace(cells[0], message=cells[0].message + more, fix=None)]
