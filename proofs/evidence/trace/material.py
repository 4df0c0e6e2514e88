"""What the matrix is made of: the files of a package as documents, and what it says: links and gaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from proofs.evidence.contents.judged import Judged, judged_in
from proofs.evidence.contents.sentences import Said, cited_as, said_in
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
from spec.operator.clauses import Constraint, Decision, Definition, Restriction

K = TypeVar("K")
V = TypeVar("V")
HOLDS, FAILS, UNTRIED = "holds", "does not hold", "not tried by mutation"
WEAK = "weak: only the negation is noticed"
DECIDES, READ = "decides it", "states it as it stands"
CLAUSE_KINDS = tuple(c.kind for c in (Restriction, Constraint, Definition, Decision))
CITED, AUDITED, BY_TITLE = "cited", "judged by the audit", "cited with its title, or with what it is the title of"
"""A link that is tried holds, weakly or not at all; what a document says is cited or judged."""


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """One row: an artefact, another that it is traced to, what became of the latter, and whether the link holds.

    `noticed` says how many mutations of the one the other noticed, of those that were tried, of all.
    """

    start: str
    start_kind: str
    end: str
    end_kind: str
    result: str
    link: str
    noticed: str = ""

    def reversed(self) -> Link:
        """The same link the other way round."""
        return Link(self.end, self.end_kind, self.start, self.start_kind, self.result, self.link, self.noticed)

    def row(self) -> tuple[str, ...]:
        """Its cells."""
        return self.start, self.start_kind, self.end, self.end_kind, self.result, self.link, self.noticed


@dataclass(frozen=True, slots=True, order=True)
class Gap:
    """Something that is missing: its kind, whose it is, and what is missing in words."""

    kind: str
    of: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """The files of a package that the matrix is computed from, as documents; None is what was not given.

    `reads` names, by obligation, the clauses that it states as they stand without citing them.
    `cited_as` is the name under which clauses cite the given text, if they do; `title` names operator and profile.
    """

    clauses: Sequence[Mapping[str, Any]] = ()
    reads: Mapping[str, Sequence[str]] = field(default_factory=dict)
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

    @property
    def cited_examples(self) -> Sequence[Mapping[str, Any]]:
        """The worked examples of the given text."""
        return [e for e in self.examples if self.cited_as and e["document"] == self.cited_as]

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
        reads=specification["reads"],
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


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """What stands under each key, in its order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def where(divergence: Mapping[str, Any]) -> str:
    """Where a runtime diverges."""
    return "in the profile" if divergence["in_profile"] else "outside the profile"
