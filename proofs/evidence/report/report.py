"""`report.html`: the argument for a person. What is not shown stands first; then every claim; then the matrices.

The page holds no time and no machine, so that it is the same for the same commit; it fills them in from measured.json
when its reader opens that file in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents.standards import DISCLAIMER, STANDARDS
from proofs.evidence.package.names import RESULTS_FILE
from proofs.evidence.report.report_claims import claims, controls, own_names
from proofs.evidence.report.report_conformance import conformance
from proofs.evidence.trace import gsn
from proofs.evidence.trace.gaps import STANDING
from proofs.evidence.trace.html import gap_list
from proofs.evidence.trace.markup import Html, clipped, folded, page, pairs, table, text
from proofs.evidence.trace.matrix import Gap, Link, Material


def report(
    catalogue: Catalogue, m: Material, links: Sequence[Link], gaps: Sequence[Gap], files: Mapping[str, bytes]
) -> bytes:
    """The page."""
    parts = [
        '<h2 id="summary">Summary</h2>',
        _summary(m, gaps),
        _times(),
        '<h2 id="not-shown">What is not shown</h2>',
        "<ul>" + "".join(f"<li>{text(what)}</li>" for what in STANDING) + "</ul>",
        gap_list(gaps),
        '<h2 id="argument">The argument</h2>',
        *_argument(m, gaps),
        '<h2 id="claims">Claims</h2>',
        controls(m),
        *claims(catalogue, m),
        '<h2 id="conformance">Conformance of runtimes</h2>',
        conformance(m.conformance, [c["label"] for c in m.clauses]),
        '<h2 id="tests">Tests</h2>',
        _tests(m),
        '<h2 id="traceability">Traceability</h2>',
        f"<p>{len(links)} links; <code>matrix/</code> has them in both directions as HTML, CSV and ReqIF.</p>",
        table("Links", ("from", "to", "link", "number"), _counted(links)),
        '<h2 id="standards">What standards ask for</h2>',
        f"<p>{text(DISCLAIMER)}</p>",
        *_standards(files),
    ]
    return page("Evidence for MaxPool in the SONNX profile", "\n".join(parts))


def _summary(m: Material, gaps: Sequence[Gap]) -> str:
    kinds = Counter(gap.kind for gap in gaps)
    open_ = sum(not d["as_expected"] for d in m.decisions) + sum(e["verdict"] == "unexplained" for e in m.examples)
    rows: tuple[tuple[str, object], ...] = (
        ("Not shown", Html(f'<a href="#not-shown">{len(gaps)} gaps of {len(kinds)} kinds</a>, listed next')),
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
        ("Times and machine", Html('<span id="machine">in measured.json, outside of the argument\'s digest</span>')),
    )
    return pairs(rows)


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


def _times() -> str:
    """The control that fills in times; without a script it stays hidden."""
    return (
        '<form id="times" hidden><label>To see times by each claim, open this package\'s measured.json here'
        '<input id="measured" type="file" accept=".json,application/json"></label></form>'
        '<p><output id="measured-said" aria-live="polite"></output></p>'
    )


def _argument(m: Material, gaps: Sequence[Gap]) -> Iterator[str]:
    """The drawing, and the same in words for who does not see it."""
    svg = gsn.drawing(m, gaps).decode()
    yield f'<figure class="wide" tabindex="0">{own_names(svg, "gsn")}</figure>'
    rows = ((b.goal, b.claim, b.shown or "nothing", b.left_open or "nothing") for b in gsn.branches(m, gaps))
    yield folded("The same in words", table("The argument", ("goal", "claim", "shown by", "left open"), rows))


def _tests(m: Material) -> str:
    """The tests of each file; tests/results.xml has each test."""
    if m.tests is None:
        return '<p class="bad">No results of tests were given to the build.</p>'
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    verifying: Counter[str] = Counter()
    for test in m.tests:
        counts[test.classname][test.outcome] += 1
        verifying[test.classname] += bool(test.verifies)
    rows = (
        (clipped(name, 200), sum(found.values()), _said(found), verifying[name], _time_of(name))
        for name, found in counts.items()
    )
    columns = ("file", "number", "outcomes", "that name what they verify", "time")
    return folded(f"{len(m.tests)} tests in {len(counts)} files", table("Tests", columns, rows, rest=RESULTS_FILE))


def _time_of(name: str) -> Html:
    return Html(f'<span data-tests="{text(name)}">in measured.json</span>')


def _counted(links: Sequence[Link]) -> list[tuple[str, str, str, int]]:
    counts = Counter((link.start_kind, link.end_kind, link.link) for link in links)
    return [(*kinds, n) for kinds, n in sorted(counts.items())]


def _standards(files: Mapping[str, bytes]) -> Iterator[str]:
    """The table, with what is not in this package said to be absent."""
    for name, rows in STANDARDS.items():
        yield f"<h3>{text(name)}</h3>"
        yield table(
            name,
            ("asked, in general words", "where", "not covered"),
            ((r.asked, "\n".join(_where(w, files) for w in r.where), r.not_covered) for r in rows),
        )


_DERIVED = ("matrix/", "report.html", "argument/", "MANIFEST.json", "statement.")


def _where(name: str, files: Mapping[str, bytes]) -> str:
    there = name.startswith(_DERIVED) or any(f == name or f.startswith(name) for f in files)
    return name if there else f"{name} (not in this package)"
