"""The traceability matrix: sentence, clause, obligation, test, example, result; both ways; and every gap as a row.

It is computed from the files of a package and from nothing else, so that a checker can compute it again. A link counts
as `holds` only where the mutation run says that its end fails when the clause is changed; every other link is a gap.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any, TypeVar

from proofs.evidence.contents.judged import Judged, judged_in
from proofs.evidence.contents.sentences import Said, cited_as, in_examples, said_in
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import (
    AUDIT_FILE,
    CONFORMANCE_FILE,
    COVERAGE_FILE,
    DECISIONS,
    DOCUMENT_FILES,
    EXAMPLES,
    LINKS_FILE,
    RESULTS_FILE,
    SCORES,
    SPECIFICATION,
    STATUS,
    VECTORS,
)
from proofs.mutation import junit

K = TypeVar("K")
V = TypeVar("V")
HOLDS, FAILS, UNTRIED = "holds", "does not hold", "not tried by mutation"
CITED, AUDITED = "cited", "judged by the audit"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that do something to a terminal, but for the ends of lines and tabs."""
COLUMNS = ("from", "from_kind", "to", "to_kind", "result", "link")
GAP_COLUMNS = ("gap", "of", "what")


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """One row: an artefact, another that it is traced to, what became of the latter, and whether the link holds."""

    start: str
    start_kind: str
    end: str
    end_kind: str
    result: str
    link: str

    def reversed(self) -> Link:
        """The same link the other way round."""
        return Link(self.end, self.end_kind, self.start, self.start_kind, self.result, self.link)

    def row(self) -> tuple[str, ...]:
        """Its cells."""
        return astuple(self)


@dataclass(frozen=True, slots=True, order=True)
class Gap:
    """Something that is missing: its kind, whose it is, and what is missing in words."""

    kind: str
    of: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """The files of a package that the matrix is computed from, as documents; None is what was not given.

    `cited_as` is the name under which clauses cite the given text, if they do; `title` names operator and profile.
    """

    clauses: Sequence[Mapping[str, Any]] = ()
    claims: Sequence[Mapping[str, Any]] = ()
    decisions: Sequence[Mapping[str, Any]] = ()
    examples: Sequence[Mapping[str, Any]] = ()
    vectors: Sequence[Mapping[str, Any]] = ()
    results: junit.Results | None = None
    coverage: Mapping[str, Any] | None = None
    links: Mapping[str, Any] | None = None
    conformance: Mapping[str, Any] | None = None
    audit: Mapping[str, Any] | None = None
    scores: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    said: Sequence[Said] | None = None
    cited_as: str = ""
    judged: Sequence[Judged] = ()
    kernel: Mapping[str, Any] = field(default_factory=dict)
    tool: Mapping[str, Any] = field(default_factory=dict)
    title: str = "the operator"

    @property
    def tests(self) -> Sequence[junit.JUnitCase] | None:
        """The tests; None if none were given."""
        return None if self.results is None else self.results.cases

    @property
    def runtimes(self) -> Sequence[Mapping[str, Any]]:
        """What runtimes did."""
        return () if self.conformance is None else self.conformance["runtimes"]

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kind of each clause."""
        return {c["label"]: c["kind"] for c in self.clauses}

    def tried(self, clause: str, kind: str) -> Mapping[str, Any]:
        """What was tried on changes of a clause, among ends of a kind."""
        found: Mapping[str, Any] = {} if self.links is None else self.links["clauses"].get(clause, {}).get(kind, {})
        return found


def material(files: Mapping[str, bytes], tool: Mapping[str, Any]) -> Material:
    """What a package holds."""

    def given(name: str) -> Any:
        return load(files[name]) if name in files else None

    specification = load(files[SPECIFICATION])
    document = next((name for name in DOCUMENT_FILES if name in files), None)
    return Material(
        clauses=specification["clauses"],
        claims=specification["claims"],
        decisions=load(files[DECISIONS])["decisions"],
        examples=load(files[EXAMPLES])["examples"],
        vectors=given(VECTORS)["vectors"] if VECTORS in files else [],
        results=junit.read(files[RESULTS_FILE]) if RESULTS_FILE in files else None,
        coverage=given(COVERAGE_FILE),
        links=given(LINKS_FILE),
        conformance=given(CONFORMANCE_FILE),
        audit=given(AUDIT_FILE),
        scores={t: found for t, name in SCORES.items() if (found := given(name)) is not None},
        said=None if document is None else said_in(files[document], document, given(AUDIT_FILE)["document"]),
        cited_as="" if document is None else cited_as(files[document], document, specification["documents"]),
        judged=judged_in(given(AUDIT_FILE)),
        kernel=load(files[STATUS]),
        tool=tool,
        title=specification["title"],
    )


def forwards(m: Material) -> tuple[Link, ...]:
    """All links from what is above to what is below."""
    found = (_from_sentences, _from_audit, _to_obligations, _to_examples, _to_vectors, _to_tests, _to_runtimes)
    return tuple(dict.fromkeys(link for links in found for link in links(m)))


def _from_sentences(m: Material) -> Iterator[Link]:
    """What the document says is linked to what cites a place in it, and to what the audit judged there."""
    examples = in_examples(m.said or (), m.judged)
    citing = [*((c, c["kind"]) for c in m.clauses), *((c, "claim") for c in m.claims)]
    for said in m.said or ():
        for cites, kind in citing:
            if said.is_cited_by(cites, m.cited_as):
                yield Link(said.name, said.kind, cites["label"], kind, "", CITED)
        here = dict.fromkeys(j for j in m.judged if said.is_judged_by(j))
        if said in examples:
            here[examples[said]] = None
        for judged in here:
            yield Link(said.name, said.kind, judged.name, "audit", judged.verdict, AUDITED)


def _from_audit(m: Material) -> Iterator[Link]:
    """What the audit judged is linked to the clauses that it was held against."""
    kinds = m.kinds
    for judged in m.judged:
        for label in judged.clauses(m.clauses):
            yield Link(judged.name, "audit", label, kinds[label], judged.verdict, AUDITED)


def _to_obligations(m: Material) -> Iterator[Link]:
    """An obligation is linked to its clauses; and to the document's formulas that it decides, which nobody changes."""
    kinds, claims = m.kinds, {c["label"] for c in m.claims}
    for decision in m.decisions:
        name, verdict = decision["label"], _verdict(decision)
        for label in decision["clauses"]:
            if label in kinds:
                yield Link(label, kinds[label], name, "obligation", verdict, _link(m, label, "obligations", name))
            elif label in claims:
                yield Link(label, "claim", name, "obligation", verdict, "decides it")


def _verdict(decision: Mapping[str, Any]) -> str:
    """The verdict, and whether it is the one that was expected."""
    expected = "as expected" if decision["as_expected"] else f"expected {decision['expected']}, or something is open"
    return f"{decision['verdict']} ({expected})"


def _link(m: Material, clause: str, kind: str, end: str) -> str:
    """Whether a link holds: the end noticed a mutant of the clause, noticed none, or was never tried."""
    tried = m.tried(clause, kind).get(end)
    return UNTRIED if tried is None else HOLDS if tried["noticed"] else FAILS


def _to_examples(m: Material) -> Iterator[Link]:
    """An example is an example of the clauses whose change it notices; that is all that can be said of it."""
    for clause, kind in m.kinds.items():
        for example in m.examples:
            if _link(m, clause, "examples", example["label"]) == HOLDS:
                yield Link(clause, kind, example["label"], "example", example["verdict"], HOLDS)


def _to_vectors(m: Material) -> Iterator[Link]:
    """A vector is linked to the clauses that it says it covers."""
    kinds = m.kinds
    for vector in m.vectors:
        name = vector["label"]
        for label in vector["covers"]:
            yield Link(label, kinds[label], name, "vector", vector["result"], _link(m, label, "vectors", name))


def _to_tests(m: Material) -> Iterator[Link]:
    """A test is linked to the labels that it says it verifies; a clause's link holds if the test failed on a mutant."""
    decided = {e["label"]: ("example", "runs it") for e in m.examples}
    decided |= {d["label"]: ("obligation", "decides it") for d in m.decisions}
    kinds = m.kinds
    for test in m.tests or ():
        for label in test.verifies:
            if label in kinds:
                yield Link(label, kinds[label], test.id, "test", test.outcome, _link(m, label, "tests", test.id))
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


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """What stands under each key, in its order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def where(divergence: Mapping[str, Any]) -> str:
    """Where a runtime diverges."""
    return "in the profile" if divergence["in_profile"] else "outside the profile"


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
