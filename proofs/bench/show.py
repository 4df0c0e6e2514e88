"""The figures of `proofs.bench.twin` for a person: tables, and a drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from proofs.bench.runtimes import FLOORS, RUNTIMES, TWIN
from proofs.bench.timed import campaign_line
from proofs.drawing.chart import Panel, to_svg

OTHERS = tuple(name for name in RUNTIMES if name != TWIN)
_FIRST, _COLUMN = 42, 12
HOW = "One thread; the best of up to 15 runs taken in turn; × is a multiple of the twin's time."


def show(console: Console, figures: Mapping[str, Any]) -> None:
    """The figures: the twin's milliseconds, for the others how many times as long they take."""
    lines = [
        _machine(figures),
        HOW,
        "",
    ]
    lines += [*_cases(figures["cases"]), ""]
    lines += [*_fillings(figures["by_filling"]), ""]
    lines += _curve("Kernel, 1×64×56×56, stride 1, padded", figures["by_kernel"])
    lines += ["", *_curve("1×64×x×x, kernel 3, stride 2: x", figures["by_size"])]
    lines += ["", *_methods(figures["methods"])]
    lines += ["", campaign_line(figures["campaign"])]
    for line in lines:
        console.print(line.rstrip())


def show_fillings(console: Console, figures: Mapping[str, Any]) -> None:
    """The figures by filling alone."""
    for line in (_machine(figures), HOW, "", *_fillings(figures["by_filling"])):
        console.print(line.rstrip())


def _machine(figures: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in figures["versions"].items())
    return f"{figures['machine']}, Python {figures['python']}, {versions}"


def _row(first: str, cells: Sequence[str]) -> str:
    return first.ljust(_FIRST) + "".join(cell.rjust(_COLUMN) for cell in cells)


def _cases(cases: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each case, and below them what is to say of cells."""
    lines = [_row("", ["twin, ms", "memory", *OTHERS])]
    for case in cases:
        what = f"{case['case']}, {case['dtype']}, {'Y, Indices' if case['indices'] else 'Y'}"
        own = [_milliseconds(case["seconds"]), f"{case['twin_extra_memory']:.1f} X"]
        lines.append(_row(what, [*own, *_times(case["seconds"], OTHERS)]))
    lines.append("memory: the twin's peak beyond X and its results, as a multiple of the size of X")
    return [*lines, *_remarks(cases)]


def _remarks(cases: Sequence[Mapping[str, Any]]) -> list[str]:
    """Why something was not run, and which outputs are not the twin's, each said once."""
    found: dict[str, list[str]] = {}
    for case in cases:
        for name, reason in case["not_run"].items():
            found.setdefault(f"{name}, not run: {reason}", []).append(case["case"])
        for name, outputs in case["outputs"].items():
            if outputs != "the same":
                found.setdefault(f"{name} returns {outputs}", []).append(case["case"])
    return [f"{remark} ({', '.join(dict.fromkeys(names))})" for remark, names in found.items()]


def _fillings(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each case, filling and what is asked for."""
    names = [name for name in (*OTHERS, *FLOORS) if any(name in row["seconds"] for row in rows)]
    lines = [_row("By filling, float32", ["twin, ms", *names])]
    for row in rows:
        what = f"  {row['case']}, {row['filling']}, {'Y, Indices' if row['indices'] else 'Y'}"
        lines.append(_row(what, [_milliseconds(row["seconds"]), *_times(row["seconds"], names)]))
    lines.append("copy: X read and as many bytes written as the outputs have; maxima: numpy.maximum of the taps alone")
    return lines


def _curve(title: str, points: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each point: the twin's time, and the others in times of it."""
    names = [name for name in OTHERS if name in points[0]["seconds"]]
    rows = [_row(f"  {p['at']}", [_milliseconds(p["seconds"]), *_times(p["seconds"], names)]) for p in points]
    return [_row(title, ["twin, ms", *names]), *rows]


def _methods(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """For each type and stride: how many times as long tap by tap takes as doubling, and where doubling is chosen."""
    lines = ["Time tap by tap as a multiple of that by doubling, eight planes with y = 56 (* where doubling is chosen)"]
    for row in rows:
        cells = []
        for kernel in row["kernels"]:
            times = kernel["seconds"]["taps"] / kernel["seconds"]["doubling"]
            cells.append(f"k{kernel['kernel']} {times:.2f}{'*' if kernel['chosen'] == 'doubling' else ' '}")
        lines.append(_row(f"  {row['dtype']}, stride {row['stride']}", cells))
    return lines


def _milliseconds(seconds: Mapping[str, float]) -> str:
    return f"{1000 * seconds[TWIN]:.2f}"


def _times(seconds: Mapping[str, float], names: Sequence[str]) -> list[str]:
    return [f"{seconds[name] / seconds[TWIN]:.2f}×" if name in seconds else "-" for name in names]


def drawing(figures: Mapping[str, Any]) -> str:
    """Time against kernel size and against tensor size, as the text of an SVG file."""
    panels = [
        _panel("by kernel size", "kernel (1 by 64 by 56 by 56, stride 1)", figures["by_kernel"]),
        _panel("by tensor size", "x (1 by 64 by x by x, kernel 3, stride 2)", figures["by_size"]),
    ]
    captions = [_machine(figures), "float32, Y and Indices, one thread; onnx is its reference evaluator."]
    return to_svg("Milliseconds for one call", panels, captions)


def _panel(title: str, along: str, points: Sequence[Mapping[str, Any]]) -> Panel:
    names = [name for name in RUNTIMES if name in points[0]["seconds"]]
    curves = {
        name: [(float(p["at"]), 1000 * p["seconds"][name]) for p in points if name in p["seconds"]] for name in names
    }
    return Panel(title, along, "ms", [p["at"] for p in points], curves)
