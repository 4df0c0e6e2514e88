"""A document's worked examples, judged by the reference: shapes, attributes, every cell; and listings of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from math import prod

from proofs.audit.examples.example_budget import Budget
from proofs.audit.examples.example_call import MOST_DIMENSION, MOST_ELEMENTS, Call, Malformed, Refusal, Shape, call_of
from proofs.audit.examples.example_data import fitted, grid, type_of
from proofs.audit.examples.example_deviations import MOST_VISITS, Deviation, Facts, deviations, visits
from proofs.audit.examples.example_holes import repaired
from proofs.audit.examples.example_listings import judge_listings
from proofs.audit.examples.example_names import names_that_differ
from proofs.audit.examples.example_repair import repair
from proofs.audit.examples.example_verdict import JudgedExample
from proofs.audit.rulebook.findings import Claim, Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Role, StatedValue
from spec.documents.pages.model import Document
from spec.documents.printed.tensors import Cell, Tensor

MOST_CELLS_NAMED = 12
MOST_REPAIRS = 3
MOST_TWINS = 50

_DOMAIN = re.compile(r"\bdomain\W{1,12}(?P<domain>main\b|[A-Za-z][\w-]*(?:\.[\w-]+)+)")


def judge_examples(document: Document) -> tuple[list[Claim], list[Finding], int]:
    """The claims and findings of all worked examples and listings, and how many examples there are."""
    read = read_examples(document)
    budget = Budget()
    domains = _domains(document)
    inputs = [(e.start, t.cells) for e in read.examples if (t := e.tensor(Role.X)) is not None]
    small = [(start, cells) for start, cells in inputs if 3 < len(cells) < 500][:MOST_TWINS]
    judged: list[JudgedExample] = []
    for example in read.examples:
        twins = tuple(cells for start, cells in small if start != example.start)
        judged.append(_judged(document, example, budget, domains, twins))
    claims = [Claim("example", j.example.start, j.example.title, j.verdict) for j in judged]
    findings = [finding for j in judged for finding in j.findings]
    listing_claims, listing_findings = judge_listings(read.listings, judged)
    findings += [*listing_findings, *names_that_differ(document, read.examples)]
    return [*claims, *listing_claims], findings, len(judged)


def _domains(document: Document) -> list[tuple[int, str]]:
    """The domains that the document states, with their places."""
    return [(m.start(), m["domain"]) for m in _DOMAIN.finditer(re.sub(r"[*`]", " ", document.text))]


def _judged(
    document: Document,
    example: WorkedExample,
    budget: Budget,
    domains: list[tuple[int, str]],
    twins: tuple[tuple[Cell, ...], ...],
) -> JudgedExample:
    before = list(_domain_missing(example, domains))
    written = list(_writing(example))
    result = _read(document, example)
    if isinstance(result, Finding):
        verdict = "not understood" if result.rule == "example-not-judged" and not written else "disagrees"
        # A matrix that is badly written says enough of why the example is not judged.
        rest = [] if written and result.rule == "example-not-judged" else [result]
        return JudgedExample(example, verdict, (*before, *written, *rest))
    facts, malformed = result
    facts, findings = repaired(replace(facts, twins=twins), budget)
    wrong = [*written, *findings]
    if malformed:
        better = repair(facts, [_placeholder(facts)], budget) if len(malformed) == 1 else None
        wrong += [_attribute(m, facts, better[1] if better else None) for m in malformed]
    else:
        facts, more = _differing(facts, budget)
        wrong += more
    shape = facts.call.shape(facts.shape)
    heavy = not isinstance(shape, Refusal) and facts.X is not None and visits(facts, shape) > MOST_VISITS
    notes = [_note(example, "its windows are too many to visit here; only its shapes were compared")] if heavy else []
    verdict = "disagrees" if wrong else "not understood" if heavy else "agrees"
    return JudgedExample(example, verdict, (*before, *wrong, *notes), facts)


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


def _placeholder(facts: Facts) -> Deviation:
    return Deviation(Finding("example-attribute-wrong", facts.example.start, ""), is_heavy=True)


def _note(example: WorkedExample, why: str) -> Finding:
    return Finding("example-not-judged", example.start, f"{example.title}: {why}")


def _domain_missing(example: WorkedExample, domains: list[tuple[int, str]]) -> Iterator[Finding]:
    if not example.is_node or example.domain:
        return
    stated = [domain for place, domain in domains if place < example.start]
    if stated and stated[-1] not in ("ai.onnx", "main"):
        message = f"the node names no domain, and is ONNX's MaxPool; this section's operator is of {stated[-1]}"
        yield Finding("example-domain-missing", example.node, message, {}, f'domain="{stated[-1]}"')


def _writing(example: WorkedExample) -> Iterator[Finding]:
    """What is wrong with how the tensors are written."""
    for statement in (*example.tensors.values(), *example.shapes):
        for problem in statement.tensor.problems if statement.tensor is not None else ():
            yield Finding("matrix-malformed", problem.start, f"{statement.name}: {problem.message}")


def _attribute(malformed: Malformed, facts: Facts, better: Finding | None) -> Finding:
    """An attribute's value that is none; with the one that makes everything agree, if there is one."""
    name = facts.example.attributes[malformed.attribute].name
    message = f"{name}: {malformed.cell.text[:40]!r} {malformed.reason}"
    if better is None or better.rule != "example-attribute-wrong" or better.start != malformed.cell.start:
        return Finding("example-attribute-wrong", malformed.cell.start, message)
    return replace(better, message=f"{message}; {better.message}")


def _read(document: Document, example: WorkedExample) -> tuple[Facts, list[Malformed]] | Finding:
    """The example as facts, or why it cannot be judged."""
    printed = {role: statement.tensor for role, statement in example.tensors.items() if statement.tensor is not None}
    for statement in example.tensors.values():
        if statement.tensor is not None and statement.tensor.is_elided:
            return _note(example, f"not all cells of {statement.name} are printed")
    if "kernel_shape" not in example.attributes:
        return _note(example, "it states no kernel")
    call, malformed = call_of(example)
    rank = 2 + len(example.attributes["kernel_shape"].entries)
    stated = {role: _stated_shapes(example, role) for role in (Role.X, Role.Y, Role.INDICES)}
    X = printed.get(Role.X)
    if X is None or X.shape is None or not X.cells:
        if X is not None and X.problems:
            return _note(example, f"{example.tensors[Role.X].name} is not readable as a tensor")
        return _of_shape(document, example, call, malformed, stated[Role.X])
    if _most_rank(example, printed) != rank and malformed == []:
        rank = max(3, _most_rank(example, printed))
    shape = fitted(X.shape, rank, stated[Role.X])
    dtype = type_of(example)
    of_X = grid(X, Role.X, shape, dtype)
    outputs = {
        role: grid(
            t,
            role,
            fitted(t.shape, len(shape), [*stated[role], *_formula(call, shape)]),
            dtype if role is Role.Y else None,
        )
        for role, t in printed.items()
        if role is not Role.X and t.shape is not None and t.cells
    }
    return Facts(
        document.text, example, call, shape, None, of_X, outputs.get(Role.Y), outputs.get(Role.INDICES)
    ), malformed


def _most_rank(example: WorkedExample, printed: dict[Role, Tensor]) -> int:
    """The rank that most of what is printed has, a kernel's length being one witness among others."""
    ranks = [2 + len(example.attributes["kernel_shape"].entries)]
    ranks += [2 + len(example.attributes[n].entries) for n in ("strides", "dilations") if n in example.attributes]
    ranks += [len(s.entries) for s in example.shapes if s.role is not Role.PADDING]
    ranks += [len(t.shape) for t in printed.values() if t.shape is not None and len(t.shape) > 2]
    return max(ranks, key=ranks.count)


def _formula(call: Call, shape: Shape) -> list[Shape]:
    found = call.shape(shape)
    return [] if isinstance(found, Refusal) else [found]


def _stated_shapes(example: WorkedExample, role: Role) -> list[Shape]:
    found = [_shape(s.entries) for s in example.shapes if s.role is role]
    return [shape for shape in found if shape is not None]


def _shape(cells: tuple[Cell, ...]) -> Shape | None:
    if not cells or not all(c.text.isdecimal() and len(c.text) <= 12 for c in cells):
        return None
    return tuple(int(c.text) for c in cells)


def _of_shape(
    document: Document, example: WorkedExample, call: Call, malformed: list[Malformed], stated: list[Shape]
) -> tuple[Facts, list[Malformed]] | Finding:
    """An example whose input is drawn or computed: only its shapes are judged."""
    cells = example.random_shape
    shape = _shape(cells) or (stated[0] if stated else None)
    if shape is None:
        return _note(example, "its input is neither printed nor given by its shape")
    if max(shape) > MOST_DIMENSION or prod(shape) > MOST_ELEMENTS:
        return _note(example, f"an input of {prod(shape)} elements is no worked example")
    statement = next((s for s in example.shapes if s.role is Role.X and _shape(s.entries) == shape), None)
    if cells:
        tensor = Tensor(cells[0].start, cells[-1].end, (len(cells),), cells)
        statement = StatedValue("X", cells[0].start, cells[-1].end, Role.X, "X", tensor, None, True)
    return Facts(document.text, example, call, shape, statement, None, None, None), malformed


def _direct(found: list[Deviation]) -> list[Finding]:
    """What differs, place by place; where most of an output differs, or its shape does, that is said once."""
    shapes = [d for d in found if d.is_heavy]
    if shapes:
        stated = [d.finding for d in found if d.cell is None and not d.is_heavy and d.role is Role.X]
        return [*stated, shapes[0].finding]
    cells = [d for d in found if d.cell is not None]
    rest = [d.finding for d in found if d.cell is None]
    if len(cells) <= MOST_CELLS_NAMED:
        return [*rest, *(d.finding for d in cells)]
    first = cells[0].finding
    message = (
        f"{first.message}; and {len(cells) - 1} more cells differ: X, attributes and outputs do not belong together"
    )
    return [*rest, replace(first, message=message, fix=None)]
