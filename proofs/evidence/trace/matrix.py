"""The traceability matrix: sentence, clause, obligation, test, example, result; both ways; and every gap as a row.

It is computed from the files of a package and from nothing else, so that a checker can compute it again. A link counts
as `holds` only where the mutation run says that its end fails when the clause is changed; every other link is a gap.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from proofs.evidence.contents.judged import Judged, judged_in
from proofs.evidence.contents.sentences import Said, cited_as, in_examples, said_in
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import (
    AUDIT_FILE,
    CONFORMANCE_FILE,
    COVERAGE_FILE,
    DECISIONS,
    EXAMPLES,
    LINKS_FILE,
    RESULTS_FILE,
    SCORES,
    SPECIFICATION,
    STATUS,
    VECTORS,
)
from proofs.mutation import junit

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
        return (self.start, self.start_kind, self.end, self.end_kind, self.result, self.link)


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


def material(files: Mapping[str, bytes], tool: Mapping[str, Any]) -> Material:
    """What a package holds."""

    def given(name: str) -> Any:
        return load(files[name]) if name in files else None

    specification = load(files[SPECIFICATION])
    document = next((name for name in ("document/document.md", "document/document.rst") if name in files), None)
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
    for said in m.said or ():
        for clause in m.clauses:
            if said.is_cited_by(clause, m.cited_as):
                yield Link(said.name, said.kind, clause["label"], clause["kind"], "", CITED)
        for claim in m.claims:
            if said.is_cited_by(claim, m.cited_as):
                yield Link(said.name, said.kind, claim["label"], "claim", "", CITED)
        here = {j: None for j in m.judged if said.is_judged_by(j)} | (
            {examples[said]: None} if said in examples else {}
        )
        for judged in here:
            yield Link(said.name, said.kind, judged.name, "audit", judged.verdict, AUDITED)


def _from_audit(m: Material) -> Iterator[Link]:
    """What the audit judged is linked to the clauses that it was held against."""
    kinds = {c["label"]: c["kind"] for c in m.clauses}
    for judged in m.judged:
        for label in judged.clauses(m.clauses):
            yield Link(judged.name, "audit", label, kinds[label], judged.verdict, AUDITED)


def _to_obligations(m: Material) -> Iterator[Link]:
    """An obligation is linked to its clauses; and to the document's formulas that it decides, which nobody changes."""
    kinds = {c["label"]: c["kind"] for c in m.clauses}
    claims = {c["label"] for c in m.claims}
    for decision in m.decisions:
        for label in decision["clauses"]:
            if label in kinds:
                link = _link(m, label, "obligations", decision["label"])
                yield Link(label, kinds[label], decision["label"], "obligation", _verdict(decision), link)
            elif label in claims:
                yield Link(label, "claim", decision["label"], "obligation", _verdict(decision), "decides it")


def _verdict(decision: Mapping[str, Any]) -> str:
    """The verdict, and whether it is the one that was expected."""
    expected = "as expected" if decision["as_expected"] else f"expected {decision['expected']}, or something is open"
    return f"{decision['verdict']} ({expected})"


def _link(m: Material, clause: str, kind: str, end: str) -> str:
    """Whether a link holds: the end noticed a mutant of the clause, noticed none, or was never tried."""
    tried = {} if m.links is None else m.links["clauses"].get(clause, {}).get(kind, {})
    if end not in tried:
        return UNTRIED
    return HOLDS if tried[end]["noticed"] else FAILS


def _to_examples(m: Material) -> Iterator[Link]:
    """An example is an example of the clauses whose change it notices; that is all that can be said of it."""
    verdicts = {e["label"]: e["verdict"] for e in m.examples}
    for clause in m.clauses:
        tried = {} if m.links is None else m.links["clauses"].get(clause["label"], {}).get("examples", {})
        for label in verdicts:
            if label in tried and tried[label]["noticed"]:
                yield Link(clause["label"], clause["kind"], label, "example", verdicts[label], HOLDS)


def _to_vectors(m: Material) -> Iterator[Link]:
    """A vector is linked to the clauses that it says it covers."""
    kinds = {c["label"]: c["kind"] for c in m.clauses}
    for vector in m.vectors:
        for label in vector["covers"]:
            link = _link(m, label, "vectors", vector["label"])
            yield Link(label, kinds[label], vector["label"], "vector", vector["result"], link)


def _to_tests(m: Material) -> Iterator[Link]:
    """A test is linked to the labels that it says it verifies; a clause's link holds if the test failed on a slip."""
    kinds = {c["label"]: c["kind"] for c in m.clauses}
    obligations, examples = {d["label"] for d in m.decisions}, {e["label"] for e in m.examples}
    for test in m.tests or ():
        for label in test.verifies:
            if label in kinds:
                yield Link(label, kinds[label], test.id, "test", test.outcome, _link(m, label, "tests", test.id))
            elif label in obligations:
                yield Link(label, "obligation", test.id, "test", test.outcome, "decides it")
            elif label in examples:
                yield Link(label, "example", test.id, "test", test.outcome, "runs it")


def _to_runtimes(m: Material) -> Iterator[Link]:
    """A divergence of a runtime is linked to the clauses that it is said to break."""
    kinds = {c["label"]: c["kind"] for c in m.clauses}
    for runtime in _list(m.conformance, "runtimes"):
        name = f"{runtime.get('name', '?')} {runtime.get('version', '?')}"
        for divergence in _list(runtime, "divergences"):
            where = "in the profile" if divergence.get("in_profile") is True else "outside the profile"
            what = f"diverges {where}: {divergence.get('class', '?')}, {divergence.get('count', '?')} cases"
            labels = divergence.get("labels")
            for label in labels if isinstance(labels, list) else ():
                if isinstance(label, str) and label in kinds:
                    yield Link(label, kinds[label], name, "runtime", what, "reported")


def _list(owner: Mapping[str, Any] | None, name: str) -> Iterable[Mapping[str, Any]]:
    """The members of a stranger's list that are objects."""
    found = (owner or {}).get(name)
    return (member for member in found if isinstance(member, dict)) if isinstance(found, list) else ()


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
