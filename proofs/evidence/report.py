"""`report.html`: the argument for a person. What is not shown stands first; then every claim; then the matrices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proofs.drawing.pictures import picture
from proofs.drawing.svg import to_svg
from proofs.evidence.decisions import values_of
from proofs.evidence.gaps import STANDING
from proofs.evidence.html import folded, gap_list, page, table, text
from proofs.evidence.matrix import Gap, Link, Material
from proofs.evidence.standards import DISCLAIMER, STANDARDS
from proofs.explain import explain
from proofs.obligations import Values

_ID = re.compile(r'id="(\w+)"|url\(#(\w+)\)')


def report(m: Material, links: Sequence[Link], gaps: Sequence[Gap], files: Mapping[str, bytes]) -> bytes:
    """The page."""
    parts = [
        _summary(m, gaps),
        '<h2 id="not-shown">What is not shown</h2>',
        "<ul>" + "".join(f"<li>{text(what)}</li>" for what in STANDING) + "</ul>",
        gap_list(gaps),
        '<h2 id="claims">Claims</h2>',
        _filter(m),
        *_claims(m),
        '<h2 id="conformance">Conformance of runtimes</h2>',
        _conformance(m),
        '<h2 id="traceability">Traceability</h2>',
        f"<p>{len(links)} links; <code>matrix/</code> has them in both directions as HTML, CSV and ReqIF.</p>",
        table("links", ("end", "link", "number"), _counted(links)),
        '<h2 id="standards">What standards ask for</h2>',
        f"<p>{text(DISCLAIMER)}</p>",
        *_standards(files),
    ]
    return page("Evidence for MaxPool in the SONNX profile", "\n".join(parts))


def _summary(m: Material, gaps: Sequence[Gap]) -> str:
    verdicts = Counter(d["verdict"] for d in m.decisions)
    open_ = sum(not d["as_expected"] for d in m.decisions) + sum(e["verdict"] == "unexplained" for e in m.examples)
    examples = Counter(e["verdict"] for e in m.examples)
    tests = "not given" if m.tests is None else _said(Counter(t.outcome for t in m.tests))
    rows = (
        ("Gaps", f"{len(gaps)}, listed first below"),
        ("Not as expected", str(open_)),
        ("Clauses", _said(Counter(c["kind"] for c in m.clauses))),
        ("Obligations", _said(verdicts)),
        ("Worked examples", _said(examples)),
        ("Tests", tests),
        ("Tool", f"{m.tool.get('version')}, commit {m.tool.get('commit') or 'not known'}"),
        ("Times and machine", "measured.json, outside of the argument's digest"),
    )
    cells = "".join(f"<dt>{text(name)}</dt><dd>{text(value)}</dd>" for name, value in rows)
    return f'<section aria-labelledby="summary"><h2 id="summary">Summary</h2><dl>{cells}</dl></section>'


def _said(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in sorted(counts.items())) or "none"


def _filter(m: Material) -> str:
    """The controls; without a script they stay hidden, and everything is shown."""
    verdicts = sorted({d["verdict"] for d in m.decisions} | {e["verdict"] for e in m.examples} | {"stated"})
    kinds = sorted({c["kind"] for c in m.clauses} | {"obligation", "example"})
    documents = sorted(
        {_document(d["source"]) for d in [*m.clauses, *m.decisions]} | {e["document"] for e in m.examples}
    )
    selects = "".join(
        f'<label>{name}<select name="{name.lower()}"><option value="">all</option>'
        + "".join(f'<option value="{text(v)}">{text(v)}</option>' for v in values)
        + "</select></label>"
        for name, values in (("Verdict", verdicts), ("Kind", kinds), ("Document", documents))
    )
    return (
        f'<form id="filter" role="search" aria-label="Filter the claims" hidden>{selects}'
        '<label>Label<input name="label" type="search" autocomplete="off"></label>'
        '<label>&nbsp;<input type="reset" value="Show all"></label></form>'
        '<p><output id="count" aria-live="polite"></output></p>'
    )


def _document(source: str) -> str:
    """The document of a source: what stands before the line."""
    return re.split(r":\d|\s\[|: ", source, maxsplit=1)[0]


def _claims(m: Material) -> Iterator[str]:
    yield "<h3>Clauses</h3>"
    for clause in m.clauses:
        rows = [(k, clause[k]) for k in ("statement", "formula", "rationale", "source")]
        yield _claim(clause["label"], clause["kind"], "stated", clause["source"], rows, {}, clause["title"])
    yield "<h3>Obligations</h3>"
    for d in m.decisions:
        yield _claim(d["label"], "obligation", d["verdict"], d["source"], _rows(d), _witnesses(d), d["statement"])
    yield "<h3>Worked examples</h3>"
    for e in m.examples:
        rows = [("outside by", e["restriction"] or ""), ("made explicit", ", ".join(e["made_explicit"]))]
        rows += [(f"{c['tensor']}{c['index']}", f"printed {c['printed']}, right {c['right']}") for c in e["cells"]]
        yield _claim(e["label"], "example", e["verdict"], f"{e['document']}:{e['line']}", rows, {}, "")


def _witnesses(decision: Mapping[str, Any]) -> dict[str, Values]:
    if decision["witness"] is None:
        return {}
    return {decision["label"]: values_of(decision["label"], decision["witness"]["values"])}


def _rows(d: Mapping[str, Any]) -> list[tuple[str, str]]:
    told = explain(d["label"])
    routes = [f"{r['name']} {r['version']}: {r['verdict']} {r.get('bounds', '')}".strip() for r in d["routes"]]
    rows = [("formula", "\n".join(told.formulas)), ("assumes", "\n".join(told.assumptions)), ("source", d["source"])]
    rows += [("expected", f"{d['expected']}; {'as expected' if d['as_expected'] else 'NOT as expected'}")]
    rows += [("routes", "\n".join([*routes, *(["further: kernel"] if d["kernel"] else [])]))]
    if d["witness"] is not None:
        minimal = "the smallest" if d["witness"]["minimal"] else "not shown to be the smallest"
        rows.append(("witness", f"{_values(d['witness']['values'])} ({minimal})"))
        if d["witness"]["observed"]:
            rows.append(("the reference gives", _values(d["witness"]["observed"])))
    rows += [("stands on", " ".join(d["clauses"])), ("problem", d["problem"])]
    return rows


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _claim(
    label: str,
    kind: str,
    verdict: str,
    source: str,
    rows: Sequence[tuple[str, str]],
    witnesses: Mapping[str, Values],
    title: str,
) -> str:
    cells = "".join(f"<dt>{text(name)}</dt><dd>{_lines(value)}</dd>" for name, value in rows if value)
    mark = {"refuted": "bad", "unknown": "bad", "vacuous": "bad", "unexplained": "bad", "proved": "good"}.get(
        verdict, "dim"
    )
    return (
        f'<details id="{text(kind)}-{text(label)}" data-label="{text(label)}" data-verdict="{text(verdict)}" '
        f'data-kind="{text(kind)}" data-document="{text(_document(source))}">'
        f'<summary><code>{text(label)}</code> <span class="{mark}">{text(verdict)}</span> '
        f'<span class="dim">{text(title)}</span></summary><dl>{cells}</dl>{_drawing(label, kind, witnesses)}</details>'
    )


def _lines(value: str) -> str:
    lines = value.split("\n")
    return text(value) if len(lines) == 1 else "<br>".join(map(text, lines))


def _drawing(label: str, kind: str, witnesses: Mapping[str, Values]) -> str:
    """The drawing of `maxpool explain --svg`, its names made the claim's own; of what is refuted, its witness."""
    if kind == "obligation" and not witnesses:
        return ""
    scene = picture(label, witnesses)
    if scene is None:
        return ""
    own = re.sub(r"\W", "-", f"{kind}-{label}")
    svg = to_svg(scene)
    svg = svg[svg.index("<svg") :]
    svg = _ID.sub(lambda f: f'id="{own}-{f[1]}"' if f[1] else f"url(#{own}-{f[2]})", svg)
    return f'<figure role="img" aria-label="Drawing of {text(label)}">{svg}</figure>'


def _counted(links: Sequence[Link]) -> list[tuple[str, str, int]]:
    counts = Counter((link.end_kind, link.link) for link in links)
    return [(kind, link, n) for (kind, link), n in sorted(counts.items())]


def _conformance(m: Material) -> str:
    runtimes = (m.conformance or {}).get("runtimes")
    if not isinstance(runtimes, list):
        return "<p class=bad>No conformance results were given to the build.</p>"
    names = ("name", "version", "cases", "conforming", "unsupported", "crashes")
    found = [r for r in runtimes if isinstance(r, dict)]
    parts = [table("runtimes", names, ([r.get(n, "not said") for n in names] for r in found))]
    for runtime in found:
        divergences = runtime.get("divergences")
        for d in divergences if isinstance(divergences, list) else ():
            if isinstance(d, dict):
                summary = f"{runtime.get('name')} {runtime.get('version')}: {d.get('class')}, {d.get('outputs')}"
                rows = "".join(f"<dt>{text(k)}</dt><dd>{text(v)}</dd>" for k, v in d.items())
                parts.append(folded(summary, f"<dl>{rows}</dl>"))
    return "\n".join(parts)


def _standards(files: Mapping[str, bytes]) -> Iterator[str]:
    """The table, with what is not in this package said to be absent."""
    for name, rows in STANDARDS.items():
        yield f"<h3>{text(name)}</h3>"
        yield table(
            name,
            ("asked, in general words", "where", "not covered"),
            ((r.asked, "; ".join(_where(w, files) for w in r.where), r.not_covered) for r in rows),
        )


_DERIVED = ("matrix/", "report.html", "argument/", "MANIFEST.json", "statement.")


def _where(name: str, files: Mapping[str, bytes]) -> str:
    there = name.startswith(_DERIVED) or any(f == name or f.startswith(name) for f in files)
    return name if there else f"{name} (not in this package)"
