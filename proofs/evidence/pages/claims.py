"""The claims of the report: clauses, obligations and worked examples, each with what is said of it and its drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from proofs.drawing.svg import to_svg
from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents.decisions import values_of
from proofs.evidence.pages.markup import lines, text
from proofs.evidence.trace.document import clauses_reached
from proofs.evidence.trace.material import CLAUSE_KINDS, Gap, Link, Material, grouped
from proofs.reports.explain import assumed, explain
from proofs.solvers.answers import Values

_ID = re.compile(r'id="(\w+)"|url\(#(\w+)\)|aria-labelledby="title desc"')
_FILE = re.compile(r"[^\s:]+\.(?:md|rst|py)\b")
_CODE = re.compile(r"`([^`]+)`")
_TO_ACT_ON = ("unknown", "vacuous", "unexplained", "erratum")
"""Verdicts that an author must act on. A refutation that is expected is none, unless of what the document says."""
MOST_NAMES = 200

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
    to_act_on: bool = False

    @property
    def mark(self) -> str:
        """How its verdict is coloured: red only for what an author must act on."""
        return "bad" if self.to_act_on else "good" if self.verdict == "proved" else "dim"

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


def places_of(m: Material) -> Mapping[str, str]:
    """Where the claim of a label stands on the page."""
    places = {e["label"]: f"example-{e['label']}" for e in m.examples}
    places |= {d["label"]: f"obligation-{d['label']}" for d in m.decisions}
    return places | {c["label"]: f"{c['kind']}-{c['label']}" for c in m.clauses}


def claims(
    catalogue: Catalogue, m: Material, links: Sequence[Link], gaps: Sequence[Gap]
) -> Mapping[str, Sequence[ReportedClaim]]:
    """All claims, in three groups; of a clause all that is traced to it, and from where in the document."""
    places = places_of(m)
    below = grouped((x.start, x) for x in links if x.start_kind in CLAUSE_KINDS)
    missing = grouped((g.of.partition(" → ")[0], g) for g in gaps)
    numbers = {said.name: number for number, said in enumerate(m.said or ())}
    above = grouped(
        (label, name) for (_, name), found in clauses_reached(links, CLAUSE_KINDS).items() for label in found
    )
    said_of_document = {c["label"] for c in m.claims if c["document"] == m.cited_as}

    def behind(label: str) -> Rows:
        said = sorted((numbers[name], name) for name in above.get(label, ()) if name in numbers)
        kinds = grouped((x.end_kind, x) for x in below.get(label, ()))
        return (
            ("said at", _joined('<a href="#said-{}">{}</a>', [(n, name[:80]) for n, name in said[:MOST_NAMES]])),
            *((kind, _ends(found, places)) for kind, found in kinds.items() if kind != "obligation"),
            ("gaps", "\n".join(f"{g.kind}: {g.of}: {g.what}" for g in missing.get(label, ())[:MOST_NAMES])),
        )

    return {
        "Clauses": [_clause(catalogue, c, m, places, behind(c["label"])) for c in m.clauses],
        "Obligations": [_obligation(catalogue, d, places, said_of_document) for d in m.decisions],
        "Worked examples": [_example(catalogue, e) for e in m.examples],
    }


def _ends(found: Sequence[Link], places: Mapping[str, str]) -> Markup:
    """What a clause is traced to, under the result of each, with what it noticed."""
    gathered = grouped((f"{x.link}{x.noticed and f', noticed {x.noticed}'}", x.end) for x in found)
    return Markup("<br>").join(
        Markup("{}: {}").format(text(said), linked(list(dict.fromkeys(ends))[:MOST_NAMES], places))
        for said, ends in gathered.items()
    )


def _joined(form: str, found: Iterable[tuple[object, str]]) -> Markup:
    return Markup("<br>").join(Markup(form).format(place, text(name)) for place, name in found)


def _clause(
    catalogue: Catalogue, c: Mapping[str, Any], m: Material, places: Mapping[str, str], behind: Rows
) -> ReportedClaim:
    standing = [d["label"] for d in m.decisions if c["label"] in d["clauses"]]
    rows: Rows = [
        ("statement", _prose(c["statement"])),
        ("formula", _formula(c["formula"])),
        ("rationale", _prose(c["rationale"])),
        ("source", c["source"]),
        ("obligations", linked(standing, places) or "none relies on it or is about it"),
        *behind,
        ("times", "those of its obligations, by each of them"),
    ]
    drawing = _drawing(catalogue, c["label"], c["kind"], {})
    return ReportedClaim(c["label"], c["kind"], "stated", c["source"], _prose(c["title"]), rows, drawing)


def _obligation(catalogue: Catalogue, d: Mapping[str, Any], places: Mapping[str, str], said: Set[str]) -> ReportedClaim:
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
    tight = [f"without {t['assumption']}: {t['outcome']}" for t in d["tightness"]]
    rows += [
        ("stands on", linked(d["clauses"], places)),
        ("what each is for", "\n".join(tight)),
        ("rests on the principle", d["principle"]),
        ("problem", d["problem"]),
    ]
    title = _prose(d["statement"])
    # A refuted statement of the document is the author's; one that shows what a check is for is not.
    is_said = d["verdict"] == "refuted" and not said.isdisjoint(d["clauses"])
    to_act_on = not d["as_expected"] or is_said or d["verdict"] in _TO_ACT_ON
    return ReportedClaim(d["label"], "obligation", d["verdict"], d["source"], title, rows, drawing, to_act_on)


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
    to_act_on = e["verdict"] in _TO_ACT_ON
    return ReportedClaim(e["label"], "example", e["verdict"], source, Markup(), rows, drawing, to_act_on)


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _prose(value: str) -> Markup:
    """Text in which names stand between backquotes."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(lines(value))))


def _formula(value: str) -> Markup:
    return Markup('<span class="formula">{}</span>').format(lines(value)) if value else Markup()


def linked(labels: Iterable[str], places: Mapping[str, str]) -> Markup:
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
