"""A document's worked examples, judged by the reference: shapes, attributes, every cell; and listings of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from proofs.audit.examples.example_call import BadAttribute, Refusal
from proofs.audit.examples.example_data import writing_problems
from proofs.audit.examples.example_deviations import MOST_VISITS, Deviation, deviations, visits
from proofs.audit.examples.example_facts import Facts, JudgedExample, not_judged, read_facts
from proofs.audit.examples.example_input import Budget, holes_filled
from proofs.audit.examples.example_listings import judge_listings
from proofs.audit.examples.example_repair import repair
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Named
from spec.documents.pages.model import Document
from spec.documents.printed.tensors import PrintedCell

MOST_CELLS_NAMED = 12
MOST_REPAIRS = 3
MOST_TWINS = 50

_DOMAIN = re.compile(r"\bdomain\W{1,12}(?P<domain>main\b|[A-Za-z][\w-]*(?:\.[\w-]+)+)")


def judge_examples(document: Document) -> tuple[list[JudgedClaim], list[Finding], int]:
    """The claims and findings of all worked examples and listings, and how many examples there are."""
    read = read_examples(document)
    budget = Budget()
    stated = re.sub(r"[*`]", " ", document.text)
    domains = [(m.start(), m["domain"]) for m in _DOMAIN.finditer(stated)]
    inputs = [(e.start, t.cells) for e in read.examples if (t := e.tensor(Named.X)) is not None]
    small = [(start, cells) for start, cells in inputs if 3 < len(cells) < 500][:MOST_TWINS]
    judged: list[JudgedExample] = []
    for example in read.examples:
        twins = tuple(cells for start, cells in small if start != example.start)
        result = _judged(document, example, budget, twins)
        judged.append(replace(result, findings=(*_domain_missing(example, domains), *result.findings)))
    claims = [JudgedClaim("example", j.example.start, j.example.title, j.verdict) for j in judged]
    findings = [finding for j in judged for finding in j.findings]
    listing_claims, listing_findings = judge_listings(read.listings, judged)
    findings += [*listing_findings, *_names_that_differ(document, read.examples)]
    return [*claims, *listing_claims], findings, len(judged)


def _judged(
    document: Document, example: WorkedExample, budget: Budget, twins: tuple[tuple[PrintedCell, ...], ...]
) -> JudgedExample:
    stated = (*example.tensors.values(), *example.shapes)
    wrong = [problem for statement in stated for problem in writing_problems(statement)]
    result = read_facts(document.text, example)
    if isinstance(result, Finding):
        # A matrix that is badly written says enough of why the example is not judged.
        return JudgedExample(example, *(("disagrees", tuple(wrong)) if wrong else ("not understood", (result,))))
    facts, malformed = result
    facts, findings = holes_filled(replace(facts, twins=twins), budget)
    wrong += findings
    if malformed:
        better = repair(facts, [_placeholder(facts)], budget) if len(malformed) == 1 else None
        wrong += [_attribute(m, facts, better[1] if better else None) for m in malformed]
    else:
        facts, more = _differing(facts, budget)
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


def _placeholder(facts: Facts) -> Deviation:
    return Deviation(Finding("example-attribute-wrong", facts.example.start, ""), is_heavy=True)


def _domain_missing(example: WorkedExample, domains: Sequence[tuple[int, str]]) -> Iterator[Finding]:
    """A node without a domain is ONNX's; `domains` are those that the document states, with their places."""
    if not example.is_node or example.domain:
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


def _names_that_differ(document: Document, examples: Sequence[WorkedExample]) -> Iterator[Finding]:
    """Tensors are called otherwise in the text than where they are printed: one finding for the document, at the first
    line that differs, since an author changes them all at once."""
    places: list[tuple[int, str, str]] = []
    for example in examples:
        for role, cell in example.declared:
            printed = example.tensors.get(role)
            if printed is not None and printed.name.lower() != cell.text.lower():
                places.append((cell.start, cell.text, printed.name))
    if places:
        places.sort()
        pairs = dict.fromkeys((said, name) for _, said, name in places)
        lines = list(dict.fromkeys(document.place(start)[0] for start, _, _ in places))
        named = ", ".join(f"{said} for what is printed as {name}" for said, name in pairs)
        message = f"examples name their tensors in two ways: {named} (lines {', '.join(map(str, lines[:40]))})"
        yield Finding("example-name-differs", places[0][0], message, {"lines": lines})
