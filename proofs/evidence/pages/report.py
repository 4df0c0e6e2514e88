"""`report.html`: the argument for a person. What is not shown stands first; then every claim; then the matrices.

The page holds no time and no machine, so that it is the same for the same commit; it fills them in from measured.json
when its reader opens that file in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents import backing
from proofs.evidence.contents.standards import DISCLAIMER, STANDARDS, Requirement
from proofs.evidence.package.names import RESULTS_FILE
from proofs.evidence.pages.argument import drawing
from proofs.evidence.pages.claims import claims, filters, own_names
from proofs.evidence.pages.conformance import conformance
from proofs.evidence.pages.document import document_view
from proofs.evidence.pages.markup import clipped, page, text
from proofs.evidence.pages.source import sources
from proofs.evidence.pages.traces import gap_list
from proofs.evidence.trace import gsn
from proofs.evidence.trace.gaps import STANDING
from proofs.evidence.trace.material import Gap, Link, Material


def report(
    catalogue: Catalogue, m: Material, links: Sequence[Link], gaps: Sequence[Gap], files: Mapping[str, bytes]
) -> bytes:
    """The page."""
    groups = claims(catalogue, m, links, gaps)
    found = gsn.branches(m, gaps)
    return page(
        "report.html",
        operator=m.title,
        summary=_summary(m, gaps),
        document=document_view(m, links, gaps, files),
        standing=STANDING,
        gaps=gap_list(gaps),
        drawing=own_names(drawing(m, gaps).decode(), "gsn"),
        top=gsn.TOP.format(m.title),
        branches=[(b.goal, b.claim, b.shown or "nothing", b.left_open or "nothing") for b in found],
        statements=[(r.name, str(r.backing), "\n".join(r.places), r.meaning) for r in backing.TABLE],
        groups=groups,
        filters=filters(groups),
        sources=sources(m, files),
        conformance=conformance(m.conformance, [c["label"] for c in m.clauses]),
        tests=_tests(m),
        links=links,
        counted=_counted(links),
        disclaimer=DISCLAIMER,
        standards={name: _standard(rows, files) for name, rows in STANDARDS.items()},
    )


def _summary(m: Material, gaps: Sequence[Gap]) -> Sequence[tuple[str, object]]:
    kinds = Counter(gap.kind for gap in gaps)
    open_ = sum(not d["as_expected"] for d in m.decisions) + sum(e["verdict"] == "unexplained" for e in m.examples)
    return (
        ("Not shown", Markup(f'<a href="#not-shown">{len(gaps)} gaps of {len(kinds)} kinds</a>, listed next')),
        ("Not as expected", str(open_)),
        ("Clauses", _said(Counter(c["kind"] for c in m.clauses))),
        ("Obligations", _said(Counter(d["verdict"] for d in m.decisions))),
        ("Worked examples", _said(Counter(e["verdict"] for e in m.examples))),
        ("Kernel of Coq", f"checked, {m.kernel['version']}" if m.kernel.get("checked") else "not checked"),
        ("Document", _document(m)),
        ("Tests", "not given" if m.tests is None else _said(Counter(t.outcome for t in m.tests))),
        ("Coverage of code", "not given" if m.coverage is None else _covered(m.coverage)),
        ("Mutants", "; ".join(f"{t}: {_score(found)}" for t, found in m.scores.items()) or "not given"),
        ("Tool", f"{m.tool.get('version')}, commit {m.tool.get('commit') or 'not known'}"),
        ("Times and machine", Markup('<span id="machine">in measured.json, outside of the argument\'s digest</span>')),
    )


def _said(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name}: {n}" for name, n in sorted(counts.items())) or "none"


def _document(m: Material) -> str:
    if m.audit is None:
        return "not given"
    levels = Counter(str(finding["level"]) for finding in m.audit["findings"])
    return f"{clipped(m.audit['document'], 200)}, SHA-256 {m.audit['sha256']}; findings: {_said(levels)}"


def _covered(coverage: Mapping[str, Any]) -> str:
    """How much of the files that were measured the tests ran: others are not spoken of."""
    files = coverage["files"].values()
    said = (
        f"{sum(f[whole] - len(f[missing]) for f in files)} of {sum(f[whole] for f in files)} {whole}"
        for whole, missing in (("statements", "missing_lines"), ("branches", "missing_branches"))
        if any(f[whole] for f in files)
    )
    return f"{', '.join(said) or 'nothing'}, in the {len(files)} files that were measured"


def _score(found: Mapping[str, Any]) -> str:
    """A mutation score; it is a stranger's."""
    survived = found.get("survived")
    left = len(survived) if isinstance(survived, list) else "not said"
    said = {name: clipped(found.get(name, "not said"), 20) for name in ("mutants", "killed", "equivalent")}
    return ", ".join(f"{name} {number}" for name, number in {**said, "survived": left}.items())


def _tests(m: Material) -> Mapping[str, object] | None:
    """The tests of each file; tests/results.xml has each test."""
    if m.tests is None:
        return None
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    verifying: Counter[str] = Counter()
    for test in m.tests:
        counts[test.place][test.outcome] += 1
        verifying[test.place] += bool(test.verifies)
    rows = [
        (clipped(name, 200), found.total(), _said(found), verifying[name], _time_of(name))
        for name, found in counts.items()
    ]
    return {"title": f"{len(m.tests)} tests in {len(counts)} files", "rows": rows, "rest": RESULTS_FILE}


def _time_of(name: str) -> Markup:
    return Markup('<span data-tests="{}">in measured.json</span>').format(text(name))


def _counted(links: Sequence[Link]) -> list[tuple[str, str, str, int]]:
    counts = Counter((link.start_kind, link.end_kind, link.link) for link in links)
    return [(*kinds, n) for kinds, n in sorted(counts.items())]


def _standard(rows: Sequence[Requirement], files: Mapping[str, bytes]) -> Sequence[tuple[str, ...]]:
    """The rows of a standard, with what is not in this package said to be absent."""
    return [(r.asked, "\n".join(_where(w, files) for w in r.where), r.not_covered) for r in rows]


_DERIVED = ("matrix/", "report.html", "argument/", "MANIFEST.json", "statement.")


def _where(name: str, files: Mapping[str, bytes]) -> str:
    there = name.startswith(_DERIVED) or any(f == name or f.startswith(name) for f in files)
    return name if there else f"{name} (not in this package)"
