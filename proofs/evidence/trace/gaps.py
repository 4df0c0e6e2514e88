"""What is not shown: every gap of a package, computed from its files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from proofs.engine.statement import OUT_OF_TIME
from proofs.evidence.contents.coverage import missing
from proofs.evidence.trace.marks import SentenceMark, marks
from proofs.evidence.trace.material import (
    CLAUSE_KINDS,
    FAILS,
    HOLDS,
    READ,
    UNTRIED,
    WEAK,
    Gap,
    Link,
    Material,
    grouped,
    where,
)
from reference.common.identity import other_parts

STANDING = (
    "Python, NumPy, the machine and the solvers do what their documentation says",
    "the path from a NumPy array to the plain loops is tested, not proved",
    "the formulas are the ones that the author of the document means: no proof can show this",
)
"""What no package shows, whatever was given to its build."""


def gaps(m: Material, links: Sequence[Link]) -> tuple[Gap, ...]:
    """All gaps, the gravest kinds first."""
    found = (
        *_of_build(m),
        *_of_decisions(m),
        *_of_clauses(m, links),
        *_of_tests(m, links),
        *_of_links(m, links),
        *_of_scores(m),
        *_of_coverage(m),
        *_of_runtimes(m),
        *_of_citations(m),
        *_of_sentences(m, links),
        *_of_document(m),
        *(Gap("not shown by any package", "everything", what) for what in STANDING),
    )
    return tuple(dict.fromkeys(found))


def _of_build(m: Material) -> Iterator[Gap]:
    absent = {
        "test results": (m.tests, "--results (pytest --junit-xml)"),
        "coverage of code by tests": (m.coverage, "--results (coverage json)"),
        "mutation scores of the specification": (m.scores.get("spec"), "--results (maxpool mutate --spec --json)"),
        "mutation scores of the reference": (m.scores.get("program"), "--results (maxpool mutate --program --json)"),
        "links tried by mutation": (m.links, "--results (maxpool evidence links)"),
        "conformance of runtimes": (m.conformance, "--conformance"),
        "document": (m.audit, "--document"),
    }
    for name, (found, option) in absent.items():
        if found is None:
            yield Gap("not given", name, f"was not given to the build: {option}")
    if not m.kernel.get("checked"):
        yield Gap("not given", "kernel", f"Coq's check is absent: {m.kernel.get('problem')}")
    if m.tool.get("changed"):
        yield Gap("build", "tool", "the package was built from a working tree with changes that are not in its commit")
    if not m.tool.get("commit"):
        yield Gap("build", "tool", "the commit of the tool is not known: it was not built from a checkout")
    yield from _of_states(m)


def _of_states(m: Material) -> Iterator[Gap]:
    """Results that were not made with the state of the tool that made the package, or do not say with which."""
    said = {
        **{f"mutation scores ({target})": scores.get("tool") for target, scores in m.scores.items()},
        **({} if m.results is None else {"test results": m.results.tool}),
        **({} if m.links is None else {"links tried by mutation": m.links.get("tool")}),
        **({} if m.conformance is None else {"conformance of runtimes": m.conformance.get("tool")}),
        **({} if m.coverage is None else {"coverage of code by tests": m.coverage.get("tool")}),
    }
    for name, tool in said.items():
        if parts := other_parts(str(tool or ""), m.tool):
            what = f"were made with another state, or none that is known, of: {', '.join(parts)}"
            yield Gap("build", name, what if tool else "do not say with which state of the tool")


def _of_decisions(m: Material) -> Iterator[Gap]:
    for d in m.decisions:
        if d["problem"].startswith(OUT_OF_TIME):
            yield Gap("ended by the time limit", d["label"], f"{d['problem']}: nothing is known of it")
        elif not d["as_expected"]:
            yield Gap("verdict", d["label"], f"{d['verdict']}, expected {d['expected']}; {d['problem'] or 'open'}")
        if d["principle"]:
            yield Gap("principle", d["label"], f"rests on {d['principle']}, which no solver checks")
        for t in d["tightness"]:
            if t["outcome"] == "unknown":
                yield Gap("verdict", d["label"], f"whether {t['assumption']} is needed is open")
            elif t["outcome"] == "redundant":
                yield Gap("assumption not needed", d["label"], f"it holds without {t['assumption']}")
    for e in m.examples:
        if e["verdict"] == "unexplained":
            yield Gap("example", e["label"], e["problem"])


def _of_clauses(m: Material, links: Sequence[Link]) -> Iterator[Gap]:
    """A clause that no obligation proves anything of, and one whose change nothing is shown to notice."""
    proved = {link.start for link in links if link.end_kind == "obligation" and link.result.startswith("proved (as")}
    passed = {link.start for link in links if link.end_kind == "test" and link.result == "passed"}
    held = {link.start for link in links if link.link == HOLDS}
    tested = passed | {link.start for link in links if link.link == HOLDS and link.end in passed}
    lacks = [("clause without proof", proved, "no proved obligation relies on it or is about it")]
    if m.tests is not None:
        lacks.append(("clause without test", tested, "no passing test verifies it or detects a change of it"))
    if m.links is not None:
        lacks.append(("clause without a link that holds", held, "nothing is shown to fail when it is changed"))
    for clause in m.clauses:
        for kind, having, what in lacks:
            if clause["label"] not in having:
                yield Gap(kind, clause["label"], what)


def _of_tests(m: Material, links: Sequence[Link]) -> Iterator[Gap]:
    """What tests do not show: file by file where they verify nothing, or were skipped for one reason."""
    linked = {link.end for link in links if link.end_kind == "test"}
    labels = {c["label"] for c in m.clauses} | {d["label"] for d in m.decisions} | {e["label"] for e in m.examples}
    silent = Counter(test.place for test in m.tests or () if test.id not in linked)
    for place, number in silent.items():
        what = "tests name no label of the specification, and detect no change of a clause"
        yield Gap("tests that verify nothing", place, f"{number} {what}")
    skipped = Counter((test.place, test.message) for test in m.tests or () if test.outcome == "skipped")
    for (place, why), number in skipped.items():
        yield Gap("test", place, f"{number} skipped: {why}")
    for test in m.tests or ():
        if test.outcome not in ("passed", "skipped"):
            yield Gap("test", test.id, f"{test.outcome}: {test.message}")
        for label in test.verifies:
            if label not in labels:
                yield Gap("test", test.id, f"says that it verifies {label!r}, which is not a label")


def _of_links(m: Material, links: Sequence[Link]) -> Iterator[Gap]:
    """Links that do not hold, hold weakly or were not tried; and obligations that no link from a clause leads to."""
    for link in links:
        if link.link == FAILS:
            yield Gap("link that does not hold", f"{link.start} → {link.end}", "no change of the clause was detected")
        elif link.link == UNTRIED:
            yield Gap("link not tried", f"{link.start} → {link.end}", f"the {link.end_kind} was not tried on a mutant")
        elif link.link == WEAK:
            yield Gap(
                "weak link", f"{link.start} → {link.end}", "of all mutations tried, the negation alone was detected"
            )
    leading = grouped((link.end, link) for link in links if link.end_kind == "obligation")
    for decision in m.decisions:
        found = leading.get(decision["label"], ())
        if not any(link.start_kind in (*CLAUSE_KINDS, "claim") for link in found):
            yield Gap("obligation of no clause", decision["label"], "it cites no clause, and states none as it stands")
        elif all(link.link == READ for link in found if link.start_kind in CLAUSE_KINDS):
            what = "it states clauses as they stand: no mutation of a clause was put in it"
            yield Gap("link not tried", decision["label"], what)


def _of_scores(m: Material) -> Iterator[Gap]:
    for target, scores in m.scores.items():
        for survivor in scores["survived"]:
            yield Gap("mutant that survived", target, ", ".join(f"{k} {v}" for k, v in survivor.items()))


def _of_coverage(m: Material) -> Iterator[Gap]:
    """What no test ran of which coverage was measured."""
    for name, found in (m.coverage or {"files": {}})["files"].items():
        if what := missing(found):
            yield Gap("code that no measured test runs", name, what)


def _of_runtimes(m: Material) -> Iterator[Gap]:
    """What runtimes refuse, where they end, and each divergence."""
    for runtime in m.runtimes:
        name = f"{runtime['name']} {runtime['version']}"
        for what in ("unsupported", "crashes"):
            if runtime[what]:
                yield Gap("runtime", name, f"{what}: {runtime[what]}")
        for d in runtime["divergences"]:
            dtype = d["example"]["dtype"] if d.get("example") else "no example"
            of = (d["class"], dtype, d["outputs"], f"{d['count']} cases", " ".join(d["labels"]) or "no label")
            yield Gap("runtime", name, f"diverges {where(d)}: {', '.join(of)}")


def _of_sentences(m: Material, links: Sequence[Link]) -> Iterator[Gap]:
    for one in marks(m, links):
        if one.mark is SentenceMark.NOT_TRACED:
            yield Gap("sentence no clause comes from", one.said.name, one.why)
    for clause in m.clauses if m.cited_as else ():
        if clause["document"] == m.cited_as and not any(s.is_cited_by(clause, m.cited_as) for s in m.said or ()):
            yield Gap("clause whose sentence is missing", clause["label"], f"cites {clause['source']}")


def _of_citations(m: Material) -> Iterator[Gap]:
    """A text that no clause cites, and lines that are no places in it."""
    if m.said is None or m.audit is None:
        return
    name = str(m.audit["document"])
    if not m.cited_as:
        what = "the clauses cite other texts (specification/clauses.json has their SHA-256): the audit alone traces it"
        yield Gap("document that no clause cites", name, what)
    for line in sorted({s.line for s in m.said if s.crowded}):
        what = "holds a heading and more: the audit does not tell its sentences apart, and none counts as judged"
        yield Gap("line that locates no sentence", f"{name}:{line}", what)


def _of_document(m: Material) -> Iterator[Gap]:
    """What the audit did not understand, or found wrong."""
    if m.audit is None:
        return
    for finding in m.audit["findings"]:
        place = f"{m.audit['document']}:{finding['line']}"
        yield Gap("finding in the document", place, f"{finding['level']}[{finding['rule']}] {finding['message']}"[:500])
    if count := m.audit["coverage"]["not_understood"]:
        yield Gap("finding in the document", m.audit["document"], f"{count} formulas were not understood")
