"""What came of a campaign, for a person: a Markdown page, the same page in HTML, and a table on the console."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from rich.console import Console

from reference.conformance.campaign.campaign import Campaign, Divergence, RuntimeResult
from reference.conformance.campaign.kinds import CRASHES, KINDS, PROFILE, RUNTIME, fault_of
from reference.conformance.campaign.kinds import OUTSIDE as NOT_IN_PROFILE
from reference.conformance.campaign.tally import CONFORMS, UNSUPPORTED
from reference.conformance.cases.geometry import CLASSES, OUTSIDE
from reference.conformance.cases.values import VALUES
from reference.conformance.document import cells, folder_of, labels_of, named, outputs_of
from reference.runtimes.protocol import Array
from spec.tables.markdown import markdown_table

TITLE = "# Runtimes held against the specification"


def show(console: Console, results: Sequence[RuntimeResult]) -> None:
    """A line for each runtime, and for each class of divergence one."""
    for result in results:
        tally = result.tally
        line = f"{result.name} {result.version}: {tally.cases:,} cases, {tally.conforming:,} conform, "
        line += f"{tally.unsupported:,} unsupported, {tally.crashes:,} crash"
        console.print(line)
        for d in result.divergences:
            where = f"outside the profile ({d.key.outside})" if d.key.outside else fault_of(d.key.kind, True)
            what = f"  {d.key.kind}, {d.key.dtype}, {outputs_of(d)}: {d.count:,}: {KINDS[d.key.kind].says}; {where}"
            console.print(what)


def page(campaign: Campaign, results: Sequence[RuntimeResult], machine: str) -> str:
    """The Markdown page."""
    lines = [TITLE, "", *_head(campaign, results, machine), "", *_summary(results)]
    for title, fault in (
        ("Where the runtime is wrong", RUNTIME),
        ("Where the profile decides what ONNX leaves open", PROFILE),
        ("Outside the profile", NOT_IN_PROFILE),
    ):
        lines += ["", f"## {title}", "", *_divergences(results, fault)]
    lines += ["", "## The draft's listings", "", *_listings(results)]
    lines += ["", "## By class of attributes and of elements", "", *_matrix(results)]
    lines += ["", "## What is not supported", "", *_reasons(results)]
    return "\n".join(lines) + "\n"


def html(markdown: str) -> str:
    """The page in HTML, in one file."""
    style = (
        "body{font:16px sans-serif;margin:2em}table{border-collapse:collapse}td,th{border:1px solid;padding:.2em .5em}"
    )
    body = MarkdownIt("commonmark").enable("table").render(markdown)
    title = TITLE.removeprefix("# ")
    head = f'<meta charset="utf-8"><title>{title}</title><style>{style}</style>'
    first = "<!DOCTYPE html><!-- made by maxpool conform -->"
    return f'{first}\n<html lang="en"><head>{head}</head><body>\n{body}</body></html>\n'


def _head(campaign: Campaign, results: Sequence[RuntimeResult], machine: str) -> list[str]:
    runtimes = " ".join(f"{r.name}@PYTHON" if "@" in r.runtime else r.name for r in results)
    command = f"maxpool conform {runtimes} --cases {campaign.cases} --seed {campaign.seed}"
    return [
        f"Made by `{command}` on {machine}.",
        "",
        f"{campaign.cases:,} cases for each of {', '.join(campaign.dtypes)}, each with Y alone and with Y and Indices;",
        "one batch in eight is outside the profile. The oracle is `reference/fast/twin.py`.",
        "A call that a runtime refuses is unsupported: neither a pass nor a divergence.",
        "`python FOLDER/reproduce.py` replays a divergence.",
        "Planes of some batches are run as calls of their own too.",
        "torch is no ONNX runtime: that its indices are counted in each plane is what its manual says.",
    ]


def _summary(results: Sequence[RuntimeResult]) -> Iterator[str]:
    yield from markdown_table(
        ["runtime", "version", "cases", "conform", "unsupported", "crash", "classes of divergence in the profile"],
        [
            [
                *(result.name, result.version),
                *(f"{n:,}" for n in (result.tally.cases, result.tally.conforming, result.tally.unsupported)),
                f"{result.tally.crashes:,}",
                ", ".join(sorted({d.key.kind for d in result.divergences if d.example and not d.key.outside}))
                or "none",
            ]
            for result in results
        ],
    )


def _divergences(results: Sequence[RuntimeResult], fault: str) -> Iterator[str]:
    rows = [
        _row(result, d)
        for result in results
        for d in result.divergences
        if fault_of(d.key.kind, not d.key.outside) == fault
    ]
    if not rows:
        yield "None was found."
        return
    yield from markdown_table(
        ["runtime", "class", "type, outputs", "cases", "clauses", "smallest example", "folder"], rows
    )


def _row(result: RuntimeResult, d: Divergence) -> list[str]:
    name = f"{result.name} {result.version}"
    what = [name, KINDS[d.key.kind].says, f"{d.key.dtype}, {outputs_of(d)}", f"{d.count:,}", ", ".join(labels_of(d))]
    if d.example is None:
        return [*what, "not confirmed: when run again, it did not come again", "-"]
    judged, call = d.example.judgement, d.example.call
    expected = "an error" if judged.violation else _short(named(judged.wanted))
    got = judged.reason or _short(named(judged.outputs))
    lists = ", ".join(f"{name} {value}" for name, value in call.lists.items())
    example = f"X `{_short(cells(d.example.X))}`, {lists}: expected `{expected}`, got `{got}`"
    return [*what, example, f"`{folder_of(result, d)}`"]


def _short(value: Any, most: int = 300) -> str:
    text = json.dumps(value).replace('"', "")
    return text if len(text) <= most else text[:most] + " ..."


def _listings(results: Sequence[RuntimeResult]) -> Iterator[str]:
    yield "What the draft lists as the output of ONNX Runtime, and what the runtimes return for the same input."
    yield ""
    rows = [
        [
            f"{r.name} {r.version}",
            row.listing,
            row.output,
            row.verdict,
            *map(_listed, (row.got, row.listed, row.specified)),
        ]
        for r in results
        for row in r.listed
    ]
    yield from markdown_table(["runtime", "listing", "output", "verdict", "returned", "listed", "specified"], rows)


def _listed(tensor: Array | None) -> str:
    return "-" if tensor is None else f"`{_short(cells(tensor))}`"


def _matrix(results: Sequence[RuntimeResult]) -> Iterator[str]:
    yield "Cases that conform / diverge / are unsupported, of those in the profile; below the line, of those outside."
    yield ""
    names = [(name, "") for name in (*(c.name for c in CLASSES), *(v.name for v in VALUES))]
    outside = {(name, label) for r in results for (name, label, _) in r.tally.cells if label and name in _OUTSIDE}
    rows = [[name, *(_cell(result, name, label) for result in results)] for name, label in names]
    rows += [[f"outside: {n} ({label})", *(_cell(r, n, label) for r in results)] for n, label in sorted(outside)]
    yield from markdown_table(["class", *(f"{result.name} {result.version}" for result in results)], rows)


_OUTSIDE = {c.name for c in OUTSIDE}


def _cell(result: RuntimeResult, name: str, label: str) -> str:
    here = {outcome: n for (what, where, outcome), n in result.tally.cells.items() if (what, where) == (name, label)}
    kinds = {outcome: n for outcome, n in here.items() if outcome not in (CONFORMS, UNSUPPORTED)}
    shown = ", ".join(f"{kind} {n:,}" for kind, n in sorted(kinds.items())) or "0"
    crashes = " **crashes**" if set(kinds) & set(CRASHES) else ""
    return f"{here.get(CONFORMS, 0):,} / {shown} / {here.get(UNSUPPORTED, 0):,}{crashes}"


def _reasons(results: Sequence[RuntimeResult]) -> Iterator[str]:
    rows = [
        [f"{r.name} {r.version}", f"{n:,}", _code(reason)]
        for r in results
        for reason, n in r.tally.reasons.most_common(8)
    ]
    yield from markdown_table(["runtime", "cases", "reason"], rows) if rows else ["Nothing was refused."]


def _code(text: str) -> str:
    return "`" + text.replace("`", "'") + "`"
