"""The claims of the report: clauses, obligations and worked examples, each with what is said of it and its drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from proofs.drawing.svg import to_svg
from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents.decisions import values_of
from proofs.evidence.pages.markup import lines, text
from proofs.evidence.trace.matrix import Material
from proofs.reports.explain import assumed, explain
from proofs.solvers.answers import Values

_ID = re.compile(r'id="(\w+)"|url\(#(\w+)\)|aria-labelledby="title desc"')
_FILE = re.compile(r"[^\s:]+\.(?:md|rst|py)\b")
_CODE = re.compile(r"`([^`]+)`")
_MARKS = {"refuted": "bad", "unknown": "bad", "vacuous": "bad", "unexplained": "bad", "proved": "good"}

Rows = Sequence[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class ReportedClaim:
    """A claim as it opens: what it is called, its verdict, what is said of it, and its drawing or nothing."""

    label: str
    kind: str
    verdict: str
    source: str
    title: Markup
    rows: Rows
    drawing: Markup

    @property
    def mark(self) -> str:
        """How its verdict is coloured."""
        return _MARKS.get(self.verdict, "dim")

    @property
    def document(self) -> str:
        """The document of its source: what stands before the line."""
        file = _FILE.match(self.source)
        return file[0] if file else re.split(r":\d|\s\[|: ", self.source, maxsplit=1)[0]

    @property
    def attributes(self) -> Mapping[str, str]:
        """What it is found and filtered by."""
        data = {name: getattr(self, name) for name in ("label", "verdict", "kind", "document")}
        return {"id": f"{self.kind}-{self.label}"} | {f"data-{name}": value for name, value in data.items()}


def filters(groups: Mapping[str, Sequence[ReportedClaim]]) -> Mapping[str, Sequence[str]]:
    """The choices of the filter."""
    every = [claim for claims in groups.values() for claim in claims]
    return {
        "Verdict": sorted({c.verdict for c in every}),
        "Kind": sorted({c.kind for c in every}),
        "Document": sorted({c.document for c in every}),
    }


def claims(catalogue: Catalogue, m: Material) -> Mapping[str, Sequence[ReportedClaim]]:
    """All claims, in three groups."""
    places = {d["label"]: f"obligation-{d['label']}" for d in m.decisions}
    places |= {c["label"]: f"{c['kind']}-{c['label']}" for c in m.clauses}
    return {
        "Clauses": [_clause(catalogue, c, m, places) for c in m.clauses],
        "Obligations": [_obligation(catalogue, d, places) for d in m.decisions],
        "Worked examples": [_example(catalogue, e) for e in m.examples],
    }


def _clause(catalogue: Catalogue, c: Mapping[str, Any], m: Material, places: Mapping[str, str]) -> ReportedClaim:
    standing = [d["label"] for d in m.decisions if c["label"] in d["clauses"]]
    rows: Rows = [
        ("statement", _prose(c["statement"])),
        ("formula", _formula(c["formula"])),
        ("rationale", _prose(c["rationale"])),
        ("source", c["source"]),
        ("obligations", _linked(standing, places) or "none relies on it or is about it"),
        ("times", "those of its obligations, by each of them"),
    ]
    drawing = _drawing(catalogue, c["label"], c["kind"], {})
    return ReportedClaim(c["label"], c["kind"], "stated", c["source"], _prose(c["title"]), rows, drawing)


def _obligation(catalogue: Catalogue, d: Mapping[str, Any], places: Mapping[str, str]) -> ReportedClaim:
    witness, obligation = d["witness"], catalogue[d["label"]]
    witnesses = {} if witness is None else {obligation.label: values_of(obligation, witness["values"])}
    told = explain(catalogue, d["label"], witnesses)
    routes = [f"{r['name']} {r['version']}: {r['verdict']} {r.get('bounds', '')}".strip() for r in d["routes"]]
    rows: list[tuple[str, object]] = [
        ("formula", _formula("\n".join(told.formulas))),
        ("assumes", _formula("\n".join(assumed(catalogue, d["label"])))),
        ("source", d["source"]),
        ("expected", f"{d['expected']}; {'as expected' if d['as_expected'] else 'NOT as expected'}"),
        ("routes", "\n".join([*routes, *(["further: the kernel of Coq"] if d["kernel"] else [])])),
        ("times", Markup('<span data-time="one">in measured.json, which the summary can open</span>')),
    ]
    drawing = Markup()
    if witness:
        minimal = "the smallest" if witness["minimal"] else "not shown to be the smallest"
        rows.append(("witness", f"{_values(witness['values'])} ({minimal})"))
        rows.append(("the reference gives", _values(witness["observed"])))
        drawing = _drawing(catalogue, d["label"], "obligation", witnesses)
    rows += [("stands on", _linked(d["clauses"], places)), ("problem", d["problem"])]
    title = _prose(d["statement"])
    return ReportedClaim(d["label"], "obligation", d["verdict"], d["source"], title, rows, drawing)


def _example(catalogue: Catalogue, e: Mapping[str, Any]) -> ReportedClaim:
    source = e["document"] if e["line"] is None else f"{e['document']}:{e['line']}"
    rows: Rows = [
        ("source", source),
        ("outside by", e["restriction"] or ""),
        ("made explicit", ", ".join(e["made_explicit"])),
        ("problem", e["problem"]),
        *((f"{c['tensor']}{c['index']}", f"printed as {c['printed']}, should be {c['right']}") for c in e["cells"]),
        ("times", "not measured for each example: measured.json has the time for all"),
    ]
    drawing = _drawing(catalogue, e["label"], "example", {})
    return ReportedClaim(e["label"], "example", e["verdict"], source, Markup(), rows, drawing)


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _prose(value: str) -> Markup:
    """Text in which names stand between backquotes."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(lines(value))))


def _formula(value: str) -> Markup:
    return Markup('<span class="formula">{}</span>').format(lines(value)) if value else Markup()


def _linked(labels: Iterable[str], places: Mapping[str, str]) -> Markup:
    """Labels, each leading to its claim."""
    link = Markup('<a href="#{}">{}</a>')
    return Markup(", ").join(
        link.format(text(places[label]), text(label)) if label in places else text(label) for label in labels
    )


def _drawing(catalogue: Catalogue, label: str, kind: str, witnesses: Mapping[str, Values]) -> Markup:
    """The drawing of `maxpool explain --svg`, its names made the claim's own; of what is refuted, its witness."""
    scene = catalogue.picture(catalogue, label, witnesses)
    if scene is None:
        return Markup()
    svg = to_svg(scene)
    return own_names(svg[svg.index("<svg") :], f"{kind}-{label}")


def own_names(svg: str, owner: str) -> Markup:
    """A drawing whose names are its own among all drawings of a page."""
    own = re.sub(r"\W", "-", owner)

    def named(found: re.Match[str]) -> str:
        if found[1] or found[2]:
            return f'id="{own}-{found[1]}"' if found[1] else f"url(#{own}-{found[2]})"
        return f'aria-labelledby="{own}-title {own}-desc"'

    return Markup(_ID.sub(named, svg))
