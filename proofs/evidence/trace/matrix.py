"""The traceability matrix: sentence, clause, obligation, test, example, result; both ways; and every gap as a row.

It is computed from the files of a package and from nothing else, so that a checker can compute it again. A link counts
as `holds` only where the mutation run says that its end fails when the clause is changed; every other link is a gap.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from proofs.evidence.contents.sentences import place_of
from proofs.evidence.trace.document import of_document
from proofs.evidence.trace.material import DECIDES, FAILS, HOLDS, READ, UNTRIED, WEAK, Link, Material, where

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that do something to a terminal, but for the ends of lines and tabs."""
COLUMNS = ("from", "from_kind", "to", "to_kind", "result", "link", "noticed")
GAP_COLUMNS = ("gap", "of", "what")


def forwards(m: Material) -> tuple[Link, ...]:
    """All links from what is above to what is below."""
    found = (of_document, _to_obligations, _from_examples, _to_examples, _to_vectors, _to_tests, _to_runtimes)
    return tuple(dict.fromkeys(link for links in found for link in links(m)))


def _to_obligations(m: Material) -> Iterator[Link]:
    """An obligation is linked to its clauses, and to the document's formulas that it decides, which nobody changes.

    Where it states a clause that it does not cite, as a program's conditions do, the link says so.
    """
    kinds, claims = m.kinds, {c["label"] for c in m.claims}
    for decision in m.decisions:
        name, verdict = decision["label"], _verdict(decision)
        for label in decision["clauses"]:
            if label in kinds:
                yield Link(label, kinds[label], name, "obligation", verdict, *_link(m, label, "obligations", name))
            elif label in claims:
                yield Link(label, "claim", name, "obligation", verdict, DECIDES)
        for label in m.reads.get(name, ()):
            yield Link(label, kinds[label], name, "obligation", verdict, READ)


def _verdict(decision: Mapping[str, Any]) -> str:
    """The verdict, and whether it is the one that was expected."""
    expected = "as expected" if decision["as_expected"] else f"expected {decision['expected']}, or something is open"
    return f"{decision['verdict']} ({expected})"


def _link(m: Material, clause: str, kind: str, end: str) -> tuple[str, str]:
    """Whether a link holds: the end noticed a mutation of the clause, its negation alone, none, or was never tried.

    And how many it noticed, where that is said.
    """
    tried = m.tried(clause, kind).get(end)
    if tried is None:
        return UNTRIED, ""
    held = FAILS if not tried["noticed"] else WEAK if tried.get("weak") else HOLDS
    many = "{detected} of {tried} tried, of {mutations}"
    return held, many.format(**tried) if "detected" in tried and "mutations" in tried else ""


def _from_examples(m: Material) -> Iterator[Link]:
    """An example is linked to the obligations that have its place: those on its misprints, and on what it shows."""
    for example in m.examples:
        for decision in m.decisions:
            if example["line"] is not None and place_of(decision["source"]) == (example["document"], example["line"]):
                yield Link(example["label"], "example", decision["label"], "obligation", _verdict(decision), DECIDES)


def _to_examples(m: Material) -> Iterator[Link]:
    """An example is an example of the clauses whose change it notices; that is all that can be said of it."""
    for clause, kind in m.kinds.items():
        for example in m.examples:
            held, noticed = _link(m, clause, "examples", example["label"])
            if held in (HOLDS, WEAK):
                yield Link(clause, kind, example["label"], "example", example["verdict"], held, noticed)


def _to_vectors(m: Material) -> Iterator[Link]:
    """A vector is linked to the clauses that it says it covers."""
    kinds = m.kinds
    for vector in m.vectors:
        name = vector["label"]
        for label in vector["covers"]:
            yield Link(label, kinds[label], name, "vector", vector["result"], *_link(m, label, "vectors", name))


def _to_tests(m: Material) -> Iterator[Link]:
    """A test is linked to the labels that it says it verifies; a clause's link holds if the test failed on a mutant."""
    decided = {e["label"]: ("example", "runs it") for e in m.examples}
    decided |= {d["label"]: ("obligation", "decides it") for d in m.decisions}
    kinds = m.kinds
    for test in m.tests or ():
        for label in test.verifies:
            if label in kinds:
                yield Link(label, kinds[label], test.id, "test", test.outcome, *_link(m, label, "tests", test.id))
            elif label in decided:
                kind, link = decided[label]
                yield Link(label, kind, test.id, "test", test.outcome, link)


def _to_runtimes(m: Material) -> Iterator[Link]:
    """A divergence of a runtime is linked to the clauses that it is said to break."""
    kinds = m.kinds
    for runtime in m.runtimes:
        name = f"{runtime['name']} {runtime['version']}"
        for divergence in runtime["divergences"]:
            what = f"diverges {where(divergence)}: {divergence['class']}, {divergence['count']} cases"
            for label in divergence["labels"]:
                if label in kinds:
                    yield Link(label, kinds[label], name, "runtime", what, "reported")


def as_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Rows as comma-separated values. What a spreadsheet would run is led by an apostrophe; no cell moves a cursor."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8", "backslashreplace")


def _harmless(cell: str) -> str:
    cell = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", cell)
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
