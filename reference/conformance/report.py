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
from reference.conformance.campaign.tally import RAISED, REFUSED, SLOW, UNSUPPORTED, Tally
from reference.conformance.cases.geometry import CLASSES, OUTSIDE
from reference.conformance.cases.values import VALUES
from reference.conformance.document import cells, folder_of, labels_of, named, of_class, outputs_of
from reference.runtimes.protocol import Array
from reference.runtimes.running.process import DEFAULT_LIMITS
from spec.tables.markdown import markdown_table

TITLE = "# Runtimes held against the specification"


MATRIX = "Cases that conform / diverge / are not answered, of those in the profile; below the line, of those outside."


def show(console: Console, campaign: Campaign, results: Sequence[RuntimeResult]) -> None:
    """A line for each runtime, and for each class of divergence one; of a kit, the matrix of its classes."""
    if campaign.kit is not None:
        _show_matrix(console, campaign, results)
    for result in results:
        tally = result.tally
        console.print(f"{result.name} {result.version}: " + ", ".join(f"{n:,} {word}" for word, n in _counts(tally)))
        if tally.compared == 0:
            console.print("  nothing was compared: no legal call was answered")
        if tally.left_out:
            console.print(f"  {tally.left_out:,} cases left out: too many calls ended the process")
        if tally.untried:
            console.print(f"  {tally.untried:,} cases not tried: {not_tried(campaign)}")
        for outcome, count, reason in _said(tally):
            console.print(f"  {outcome}, {count:,}: {reason}")
        for d in result.divergences:
            where = f"outside the profile ({d.key.outside})" if d.key.outside else fault_of(d.key.kind, True)
            what = f"  {d.key.kind}, {d.key.dtype}, {outputs_of(d)}: {d.count:,}: {KINDS[d.key.kind].says}; {where}"
            console.print(what + (f"; {d.case}" if d.case else ""))


def not_tried(campaign: Campaign) -> str:
    """Why the rest of a runtime's cases was not tried."""
    return f"the {campaign.budget:g} s for each runtime were over (--budget)"


def _show_matrix(console: Console, campaign: Campaign, results: Sequence[RuntimeResult]) -> None:
    """The matrix of a kit's classes, and which of its calls no runtime is given."""
    rows = list(_rows(campaign, results))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    console.print(MATRIX)
    for row in rows:
        console.print("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
    console.print(not_put(campaign))


def not_put(campaign: Campaign) -> str:
    """How many of a kit's calls no runtime is given."""
    number = 0 if campaign.kit is None else len(campaign.kit.not_put)
    return f"{number:,} calls are not put: they differ in what an adapter's form leaves no room for."


def _counts(tally: Tally) -> list[tuple[str, int]]:
    """What is counted, in words."""
    return [
        ("cases", tally.cases),
        ("conform", tally.conforming),
        ("unsupported", tally.unsupported),
        ("exceptions", tally.exceptions),
        ("refused as they should be", tally.refused),
        ("too slow", tally.slow),
        ("crash", tally.crashes),
    ]


def _said(tally: Tally) -> list[tuple[str, int, str]]:
    """What a runtime said of calls in the profile that it did not answer, the most frequent of each kind."""
    found = [(outcome, count, reason) for (outcome, _), (count, reason) in tally.reasons.items() if outcome != REFUSED]
    ranked = sorted(found, key=lambda one: (one[0], -one[1], one[2]))
    return [one for name in (UNSUPPORTED, RAISED, SLOW) for one in [r for r in ranked if r[0] == name][:8]]


def page(campaign: Campaign, results: Sequence[RuntimeResult], machine: str) -> str:
    """The Markdown page."""
    lines = [TITLE, "", *_head(campaign, results, machine), "", *_summary(results)]
    for title, fault in (
        ("Where the runtime is wrong", RUNTIME),
        ("Where the profile decides what ONNX leaves open", PROFILE),
        ("Outside the profile", NOT_IN_PROFILE),
    ):
        lines += ["", f"## {title}", "", *_divergences(results, fault)]
    if campaign.kit is None:
        lines += ["", "## The draft's listings", "", *_listings(results)]
    head, *rows = _rows(campaign, results)
    lines += ["", "## By class of attributes and of elements", "", MATRIX, "", *markdown_table(head, rows)]
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
    if (kit := campaign.kit) is None:
        limit = "" if campaign.limits == DEFAULT_LIMITS else f" --limit {campaign.limits.seconds:g}"
        command = f"maxpool conform {runtimes} --cases {campaign.cases} --seed {campaign.seed}{limit}"
        calls = [
            f"{campaign.cases:,} calls for each of {', '.join(campaign.dtypes)}, each for Y alone and for Y with",
            "Indices; one in eight is outside the profile. The oracle is `reference/fast/twin.py`.",
        ]
    else:
        command = f"maxpool conform {runtimes} --kit DIR"
        calls = [
            f"{sum(map(kit.count, kit.by_type)):,} calls of a kit ({kit.digest[:12]}), each for Y alone and for Y with",
            f"Indices. {not_put(campaign)} What the kit expects is what `reference/fast/twin.py` gives.",
        ]
    return [
        f"Made by `{command}` on {machine}.",
        "",
        *calls,
        "Unsupported: a call in the profile that a runtime refuses, neither a pass nor a divergence; exceptions: one",
        "on which it raises an error of Python's own; refused: a call outside the profile that it refuses, as it",
        "should; too slow: a call that takes longer than its limit, as was to be expected by the runtime's others.",
        *([f"Not tried: {not_tried(campaign)}."] if any(r.tally.untried for r in results) else []),
        "`python FOLDER/reproduce.py` replays a divergence (exit code 1; 0 as it should be; 2 could not be run).",
        "torch and paddle read no ONNX: that their indices are counted in each plane is what their manuals say.",
    ]


def _summary(results: Sequence[RuntimeResult]) -> Iterator[str]:
    words = [word for word, _ in _counts(Tally())]
    yield from markdown_table(
        ["runtime", "version", *words, "left out", "not tried", "classes of divergence in the profile"],
        [
            [
                *(result.name, result.version),
                *(f"{n:,}" for _, n in _counts(result.tally)),
                f"{result.tally.left_out:,}",
                f"{result.tally.untried:,}",
                ", ".join(sorted({d.key.kind for d in result.divergences if d.example and not d.key.outside}))
                or ("none" if result.tally.compared else "nothing was compared"),
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
    after = f"after {len(d.example.before)} other calls: " if d.example.before else ""
    example = f"{after}X `{_short(cells(d.example.X))}`, {lists}: expected `{expected}`, got `{got}`"
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


def _rows(campaign: Campaign, results: Sequence[RuntimeResult]) -> Iterator[list[str]]:
    """The head of the matrix, and a row for each class; those that are refused say by which clause."""
    yield ["class", *(f"{result.name} {result.version}" for result in results)]
    if campaign.kit is None:
        names = [(name, "") for name in (*(c.name for c in CLASSES), *(v.name for v in VALUES))]
        names += sorted(
            {(name, label) for r in results for (name, label, _) in r.tally.cells if label and name in _OUTSIDE}
        )
    else:
        names = list(campaign.kit.classes)
    for name, label in names:
        shown = f"outside: {name} ({label})" if label else name
        yield [shown, *(_cell(result, name, label) for result in results)]


_OUTSIDE = {c.name for c in OUTSIDE}


def _cell(result: RuntimeResult, name: str, label: str) -> str:
    found = of_class(result.tally, name, label)
    shown = ", ".join(f"{kind} {n:,}" for kind, n in sorted(found["diverging"].items())) or "0"
    crashes = " **crashes**" if set(found["diverging"]) & set(CRASHES) else ""
    return f"{found['conforming']:,} / {shown} / {found['unanswered']:,}{crashes}"


def _reasons(results: Sequence[RuntimeResult]) -> Iterator[str]:
    rows = [
        [f"{r.name} {r.version}", outcome, f"{n:,}", _code(reason)]
        for r in results
        for outcome, n, reason in _said(r.tally)
    ]
    table = markdown_table(["runtime", "", "cases", "reason"], rows)
    yield from table if rows else ["Nothing was refused."]


def _code(text: str) -> str:
    return "`" + text.replace("`", "'") + "`"
