"""The claims of the report: clauses, obligations and worked examples, each with what is said of it and its drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from proofs.drawing.svg import to_svg
from proofs.engine.catalogue import Catalogue
from proofs.evidence.contents.decisions import values_of
from proofs.evidence.trace.markup import Html, filtering, folded, lines, pairs, text
from proofs.evidence.trace.matrix import Material
from proofs.reports.explain import assumed, explain
from proofs.solvers.answers import Values

_ID = re.compile(r'id="(\w+)"|url\(#(\w+)\)|aria-labelledby="title desc"')
_FILE = re.compile(r"[^\s:]+\.(?:md|rst|py)\b")
_CODE = re.compile(r"`([^`]+)`")
_MARKS = {"refuted": "bad", "unknown": "bad", "vacuous": "bad", "unexplained": "bad", "proved": "good"}

Rows = Sequence[tuple[str, object]]


def controls(m: Material) -> str:
    """The filter of the claims."""
    verdicts = {d["verdict"] for d in m.decisions} | {e["verdict"] for e in m.examples} | {"stated"}
    kinds = {c["kind"] for c in m.clauses} | {"obligation", "example"}
    documents = {_document(d["source"]) for d in [*m.clauses, *m.decisions]}
    documents |= {_document(e["document"]) for e in m.examples}
    selects = [("Verdict", sorted(verdicts)), ("Kind", sorted(kinds)), ("Document", sorted(documents))]
    return filtering(selects, "the claims")


def _document(source: str) -> str:
    """The document of a source: what stands before the line."""
    file = _FILE.match(source)
    return file[0] if file else re.split(r":\d|\s\[|: ", source, maxsplit=1)[0]


def claims(catalogue: Catalogue, m: Material) -> Iterator[str]:
    """All claims, in three groups."""
    places = {d["label"]: f"obligation-{d['label']}" for d in m.decisions}
    places |= {c["label"]: f"{c['kind']}-{c['label']}" for c in m.clauses}
    yield from _group("Clauses", (_clause(catalogue, c, m, places) for c in m.clauses))
    yield from _group("Obligations", (_obligation(catalogue, d, places) for d in m.decisions))
    yield from _group("Worked examples", (_example(catalogue, e) for e in m.examples))


def _group(name: str, members: Iterable[str]) -> Iterator[str]:
    yield f"<section data-group><h3>{text(name)}</h3>"
    yield from members
    yield "</section>"


def _clause(catalogue: Catalogue, c: Mapping[str, Any], m: Material, places: Mapping[str, str]) -> str:
    standing = [d["label"] for d in m.decisions if c["label"] in d["clauses"]]
    rows: Rows = [
        ("statement", _prose(c["statement"])),
        ("formula", _formula(c["formula"])),
        ("rationale", _prose(c["rationale"])),
        ("source", c["source"]),
        ("obligations", _linked(standing, places) or "none stands on it or speaks of it"),
        ("times", "those of its obligations, by each of them"),
    ]
    return _claim(catalogue, c["label"], c["kind"], "stated", c["source"], rows, {}, c["title"])


def _obligation(catalogue: Catalogue, d: Mapping[str, Any], places: Mapping[str, str]) -> str:
    told = explain(catalogue, d["label"])
    routes = [f"{r['name']} {r['version']}: {r['verdict']} {r.get('bounds', '')}".strip() for r in d["routes"]]
    rows: list[tuple[str, object]] = [
        ("formula", _formula("\n".join(told.formulas))),
        ("assumes", _formula("\n".join(assumed(catalogue, d["label"])))),
        ("source", d["source"]),
        ("expected", f"{d['expected']}; {'as expected' if d['as_expected'] else 'NOT as expected'}"),
        ("routes", "\n".join([*routes, *(["further: the kernel of Coq"] if d["kernel"] else [])])),
        ("times", Html('<span data-time="one">in measured.json, which the summary can open</span>')),
    ]
    if d["witness"] is not None:
        minimal = "the smallest" if d["witness"]["minimal"] else "not shown to be the smallest"
        rows.append(("witness", f"{_values(d['witness']['values'])} ({minimal})"))
        if d["witness"]["observed"]:
            rows.append(("the reference gives", _values(d["witness"]["observed"])))
    rows += [("stands on", _linked(d["clauses"], places)), ("problem", d["problem"])]
    return _claim(
        catalogue, d["label"], "obligation", d["verdict"], d["source"], rows, _witnesses(catalogue, d), d["statement"]
    )


def _example(catalogue: Catalogue, e: Mapping[str, Any]) -> str:
    source = e["document"] if e["line"] is None else f"{e['document']}:{e['line']}"
    rows: list[tuple[str, object]] = [
        ("source", source),
        ("outside by", e["restriction"] or ""),
        ("made explicit", ", ".join(e["made_explicit"])),
        ("problem", e["problem"]),
    ]
    rows += [(f"{c['tensor']}{c['index']}", f"printed {c['printed']}, right {c['right']}") for c in e["cells"]]
    rows.append(("times", "not taken of each example: measured.json has the time of all"))
    return _claim(catalogue, e["label"], "example", e["verdict"], source, rows, {}, "")


def _witnesses(catalogue: Catalogue, decision: Mapping[str, Any]) -> dict[str, Values]:
    if decision["witness"] is None:
        return {}
    return {decision["label"]: values_of(catalogue[decision["label"]], decision["witness"]["values"])}


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _prose(value: str) -> Html:
    """Text in which names stand between backquotes."""
    return Html(_CODE.sub(r"<code>\1</code>", lines(value)))


def _formula(value: str) -> Html | str:
    return Html(f'<span class="formula">{lines(value)}</span>') if value else ""


def _linked(labels: Iterable[str], places: Mapping[str, str]) -> Html:
    """Labels, each leading to its claim."""
    return Html(
        ", ".join(
            f'<a href="#{text(places[label])}">{text(label)}</a>' if label in places else text(label)
            for label in labels
        )
    )


def _claim(
    catalogue: Catalogue,
    label: str,
    kind: str,
    verdict: str,
    source: str,
    rows: Rows,
    witnesses: Mapping[str, Values],
    title: str,
) -> str:
    mark = _MARKS.get(verdict, "dim")
    summary = (
        f'<code>{text(label)}</code> <span class="{mark}">{text(verdict)}</span> '
        f'<span class="dim"><span data-took></span> {_prose(title)}</span>'
    )
    data = {"label": label, "verdict": verdict, "kind": kind, "document": _document(source)}
    return folded(
        Html(summary),
        pairs(rows) + _drawing(catalogue, label, kind, witnesses),
        {"id": f"{kind}-{label}"} | {f"data-{name}": value for name, value in data.items()},
    )


def _drawing(catalogue: Catalogue, label: str, kind: str, witnesses: Mapping[str, Values]) -> str:
    """The drawing of `maxpool explain --svg`, its names made the claim's own; of what is refuted, its witness."""
    if kind == "obligation" and not witnesses:
        return ""
    scene = catalogue.picture(catalogue, label, witnesses)
    if scene is None:
        return ""
    svg = to_svg(scene)
    return f'<figure tabindex="0">{own_names(svg[svg.index("<svg") :], f"{kind}-{label}")}</figure>'


def own_names(svg: str, owner: str) -> str:
    """A drawing whose names are its own among all drawings of a page."""
    own = re.sub(r"\W", "-", owner)

    def named(found: re.Match[str]) -> str:
        if found[1] or found[2]:
            return f'id="{own}-{found[1]}"' if found[1] else f"url(#{own}-{found[2]})"
        return f'aria-labelledby="{own}-title {own}-desc"'

    return _ID.sub(named, svg)
