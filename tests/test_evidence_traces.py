"""What a document says, and where it leads: titles, examples, definitions, programs; held, wrong, out of scope."""

from __future__ import annotations

from typing import Any

import pytest

from proofs.audit.command import audit_guarded
from proofs.catalogue import CATALOGUE
from proofs.evidence.contents.judged import Judged, judged_in
from proofs.evidence.contents.sentences import place_of, said_in
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.trace.gaps import gaps
from proofs.evidence.trace.marks import COLUMNS as SAID_COLUMNS
from proofs.evidence.trace.marks import SentenceMark, counted, marks, rows
from proofs.evidence.trace.material import Link, Material
from proofs.evidence.trace.matrix import forwards

PAGE = """# MaxPool

## Attributes

### `strides`: list of ints

- `[C1]`: Value domain
    - Statement: The values are of a kind that nobody reads.
    - Rationale: It is as it is.
- `[C2]`: Another thing
    - Statement: The `strides` list has three entries.

See the section on padding.

The stride must be soft.

For instance, the kernel moves by two.

| Name | Meaning |
| --- | --- |
| strides | a list of strictly positive integers |

### Example 1

- Data type: int8
- Shape of X = [1, 1, 1, 2]
- kernel_shape = [1, 2]
- pads = [0, 0, 0, 0]
- dilations = [1, 1]
- strides = [1, 1]
"""
EXAMPLE = PAGE.split("\n").index("### Example 1") + 1


def decision(label: str, source: str, *clauses: str) -> dict[str, Any]:
    return {
        **{"label": label, "verdict": "proved", "expected": "proved", "as_expected": True, "clauses": list(clauses)},
        **{"principle": "", "problem": "", "tightness": [], "source": source},
    }


def clause(label: str, line: int) -> dict[str, Any]:
    source = {"document": "page.md", "line": line, "source": f"page.md:{line}", "restated": []}
    return {"label": label, "kind": "constraint", "subject": label.partition(".")[0], "formula": "", **source}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Material:
    path = tmp_path_factory.mktemp("page") / "page.md"
    path.write_text(PAGE)
    audit = load(dump(audit_guarded(path).json()))
    audit["document"] = "page.md"
    example = {"label": "page.1", "document": "page.md", "line": EXAMPLE, "verdict": "conforms"}
    tried = {"page.1": {"noticed": "x", "tried": 1}}
    return Material(
        clauses=[clause("strides.length", 900), clause("strides.positive", 7)],
        decisions=[decision("shown", f"page.md:{EXAMPLE} Example 1", "strides.positive"), decision("loose", "page.md")],
        examples=[example],
        links={"clauses": {"strides.positive": {"examples": tried}}},
        audit=audit,
        judged=[*judged_in(audit), Judged("page.md", EXAMPLE, "example", "Example 1", "agrees")],
        said=said_in(PAGE.encode(), "page.md", "page.md"),
        cited_as="page.md",
    )


def ends(links: tuple[Link, ...], line: int) -> set[tuple[str, str]]:
    return {(link.end, link.link) for link in links if link.start.startswith(f"page.md:{line}")}


@pytest.mark.whole
def test_a_title_and_what_stands_below_it_are_cited_together(page: Material) -> None:
    links = forwards(page)
    assert ("strides.positive", "cited") in ends(links, 7)
    assert any(end == "strides.positive" and link.startswith("cited with") for end, link in ends(links, 8))
    assert not any(end == "strides.positive" for end, _ in ends(links, 11))


@pytest.mark.whole
def test_an_example_leads_to_its_obligations_and_its_clauses(page: Material) -> None:
    links = forwards(page)
    assert ("page.1", "shown") in {(x.start, x.end) for x in links}
    assert ("shown", "its place") in ends(links, EXAMPLE)
    audited = {x.end for x in links if x.start_kind == "audit" and " example: " in x.start}
    assert {"page.1", "strides.positive"} <= audited
    kinds = {(gap.kind, gap.of) for gap in gaps(page, links)}
    assert ("obligation of no clause", "loose") in kinds
    assert ("obligation of no clause", "shown") not in kinds


@pytest.mark.whole
def test_each_sentence_is_held_wrong_not_traced_or_out_of_scope(page: Material) -> None:
    found = {one.said.text: one for one in marks(page, forwards(page))}
    by_mark = {text: one.mark for text, one in found.items()}
    assert by_mark["Statement: The values are of a kind that nobody reads."] is SentenceMark.HELD
    assert by_mark["Statement: The strides list has three entries."] is SentenceMark.WRONG
    assert by_mark["See the section on padding."] is SentenceMark.OUT_OF_SCOPE
    assert by_mark["For instance, the kernel moves by two."] is SentenceMark.OUT_OF_SCOPE
    assert by_mark["The stride must be soft."] is SentenceMark.NOT_TRACED
    assert by_mark["strides = [1, 1]"] is SentenceMark.HELD
    table = [dict(zip(SAID_COLUMNS, row, strict=True)) for row in rows(found.values())]
    numbers = counted(table)
    assert numbers["leading_or_gaps"] == numbers["normative"]
    assert numbers["not_traced"] == sum(m is SentenceMark.NOT_TRACED for m in by_mark.values()) > 0


def test_programs_lead_to_the_clauses_that_they_state() -> None:
    """Every condition of the reference's proof states preconditions, though it cites none."""
    operator = CATALOGUE.operator
    # A second derivation of them speaks of no clause.
    own = (o for o in CATALOGUE.theory("program") if not o.label.startswith("program.derived."))
    silent = [o for o in own if not set(o.clauses) & set(operator.labels)]
    assert len(silent) > 20
    assert all("strides.positive" in o.reads(operator) for o in silent)


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("draft.md:279 [C1] of Y", ("draft.md", 279)),
        ("page.md:1:5463 floor", ("page.md", 1)),
        ("added: the document is silent", None),
        ("ONNX MaxPool-22 (operator schema, onnx 1.23.2)", None),
    ],
)
def test_place_of_a_source(source: str, place: tuple[str, int] | None) -> None:
    assert place_of(source) == place
