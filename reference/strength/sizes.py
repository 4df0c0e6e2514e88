"""Situations of sizes and types: windows laid on an axis one by one, outputs of other shapes, windows over padding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from reference.examples.cases import described
from reference.strength.calls import TYPES, Layout, filled
from reference.strength.cells import STATEMENTS, reader, run
from reference.strength.elements import ElementType
from spec.operator.experiments import Situation

FLOAT = ElementType("float32")


@dataclass(frozen=True, slots=True)
class LaidAxis:
    """An axis of X with its padding, and the window that is laid on it."""

    x: int
    pads: tuple[int, int]
    kernel: int
    dilation: int
    stride: int

    def __str__(self) -> str:
        sizes = f"an axis of {self.x} with pads {list(self.pads)}, kernel {self.kernel}"
        return f"{sizes}, dilation {self.dilation}, stride {self.stride}"

    @property
    def cells(self) -> list[bool]:
        """The positions of the padded axis: whether an element of X stands there."""
        return [False] * self.pads[0] + [True] * self.x + [False] * self.pads[1]

    @property
    def taps(self) -> list[int]:
        """The positions of a window's taps, from its first."""
        return [self.dilation * h for h in range(self.kernel)]

    @property
    def extent(self) -> int:
        """From a window's first position to its last."""
        return len(range(self.taps[0], self.taps[-1] + 1))

    @property
    def windows(self) -> list[int]:
        """The first positions of the windows that fit, one stride apart."""
        return [start for start in range(0, len(self.cells), self.stride) if start + self.taps[-1] < len(self.cells)]

    @property
    def meets(self) -> bool:
        """Each window that fits has a tap on an element."""
        return all(any(self.cells[start + tap] for tap in self.taps) for start in self.windows)


TRIVIAL = LaidAxis(1, (0, 0), 1, 1, 1)
PADS = ((0, 0), (1, 0), (0, 2), (2, 1), (3, 3))
OFF_BY_ONE = ((0, 0, 0), (1, -1, 0), (-1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1))
"""What is added to extent, slack and output size."""
AXES = tuple(LaidAxis(*of) for of in product((1, 2, 3), PADS, (1, 2, 3), (1, 2, 3), (1, 2, 3)))


def shown(changes: Mapping[str, object]) -> str:
    """Values of names, for a person."""
    return ", ".join(f"{name} = {v}" for name, v in changes.items()) or "nothing changed"


def on_axes() -> Iterator[Situation]:
    """Of each axis: the sizes as they should be, and each of them off by one."""
    for number, axis in enumerate(AXES):
        place = number % 2
        base = description((TRIVIAL, axis) if place else (axis, TRIVIAL))
        y, slack = len(axis.windows), len(axis.cells) - axis.extent
        for extent_off, slack_off, y_off in OFF_BY_ONE:
            sizes = {"extent": axis.extent + extent_off, "slack": slack + slack_off, "dY": y + y_off}
            allows = {"Y.positive": sizes["dY"] >= 1, "extent": not extent_off}
            allows["slack"] = extent_off + slack_off == 0
            if y and not slack_off:
                allows["Y.shape"] = not y_off
            if y and not (extent_off or slack_off or y_off):
                allows["windows.meet-input"] = axis.meets
            changes = {f"{n}_{place + 2 * (n == 'dY')}": v for n, v in sizes.items()}
            yield Situation(shown(changes), f"on {axis}", base, changes, allows)


def description(axes: tuple[LaidAxis, LaidAxis], batches: int = 1) -> dict[str, Any]:
    """A call's variables, with the right sizes on both axes; it has as many channels as batches."""
    layout = Layout(
        (batches, batches, axes[0].x, axes[1].x),
        (axes[0].kernel, axes[1].kernel),
        pads=(axes[0].pads[0], axes[1].pads[0], axes[0].pads[1], axes[1].pads[1]),
        strides=(axes[0].stride, axes[1].stride),
        dilations=(axes[0].dilation, axes[1].dilation),
    )
    sizes = {f"dY_{i + 2}": len(axis.windows) for i, axis in enumerate(axes)}
    sizes |= {f"extent_{i}": axis.extent for i, axis in enumerate(axes)}
    sizes |= {f"slack_{i}": len(axis.cells) - axis.extent for i, axis in enumerate(axes)}
    X = filled(FLOAT.dtype, layout.X, [1])
    return {**described(X, layout.attributes), "dY_0": batches, "dY_1": batches, **sizes}


def of_tensors() -> Iterator[Situation]:
    """Of outputs: their shapes and types as they should be, and others; with batches and channels, and without."""
    for dtype, layout in (("float32", Layout((2, 3, 2, 4), (1, 2))), ("int8", Layout((3, 2, 4, 2), (2, 1)))):
        call = run(ElementType(dtype), filled(dtype, layout.X, [1, 2, 3]), layout)
        base = {name: v for name, v in call.environment.items() if not callable(v)}
        for changes in ({}, *other_outputs(base)):
            on = f"where X holds {dtype} and is of shape {list(layout.X)}; {layout}"
            yield Situation(shown(changes), on, base, changes, of_outputs({**base, **changes}))


def other_outputs(base: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Changes of sizes and types; batches and channels that are empty, with outputs that are and that are not."""
    for i in range(4):
        for name, by in product((f"dY_{i}", f"dIndices_{i}"), (1, -1)):
            yield {name: base[name] + by}
        yield {f"dY_{i}": base[f"dY_{i}"] + 1, f"dIndices_{i}": base[f"dIndices_{i}"] + 1}
    for tensor, dtype in product(("Y", "Indices"), ("float16", "float", "double", "int8", "uint8", "int32", "int64")):
        yield {f"dtype({tensor})": dtype}
        yield {f"dtype({tensor})": dtype, "dX_0": 0, "dY_0": 0, "dIndices_0": 0}
        yield {f"dtype({tensor})": dtype, "dX_0": 1, "dX_1": 0, "dY_0": 1, "dY_1": 0, "dIndices_0": 1, "dIndices_1": 0}
        yield {f"dtype({tensor})": dtype, "dX_0": 1, "dY_0": 1, "dIndices_0": 1}
    for batches, channels, *sizes in product((0, 2), (0, 3), (0, 2), (0, 3), (0, 1), (0, 1)):
        yield {"dX_0": batches, "dX_1": channels} | {f"dY_{i}": n for i, n in enumerate(sizes)}


def of_outputs(v: Mapping[str, Any]) -> Mapping[str, bool]:
    """What the clauses over the outputs' shapes and types say of them."""
    X, Y, Indices = ([v[f"d{tensor}_{i}"] for i in range(4)] for tensor in ("X", "Y", "Indices"))
    return {
        "Y.batch": Y[0] == X[0],
        "Y.channels": Y[1] == X[1],
        "Y.type": v["dtype(Y)"] == v["dtype(X)"],
        "Indices.type": v["dtype(Indices)"] == "int64",
        "Indices.shape": Indices == Y,
        "batch.empty": prod(X[:2]) != 0 or prod(Y) == 0,
    }


OVER_PADDING = (
    (LaidAxis(2, (2, 0), 2, 1, 1), TRIVIAL),
    (TRIVIAL, LaidAxis(2, (0, 2), 2, 1, 1)),
    (LaidAxis(1, (1, 1), 2, 2, 1), TRIVIAL),
    (LaidAxis(2, (0, 3), 2, 1, 2), TRIVIAL),
    (TRIVIAL, LaidAxis(2, (0, 3), 2, 1, 2)),
)
"""In each of these some window has no tap on an element: the first, the last, the only one."""


def over_padding() -> Iterator[Situation]:
    """Of windows over padding alone: whatever stands in their cells, the call is refused."""
    for number, (of, axes) in enumerate(product(map(ElementType, TYPES), OVER_PADDING)):
        windows = (next((i for i, start in enumerate(a.windows) if not _meets(a, start)), 0) for a in axes)
        last = number % 2
        place = (last, last, *windows)
        lowest = float("-inf") if of.is_float else 0
        X = filled(
            of.dtype, (last + 1, last + 1, axes[0].x, axes[1].x), (lowest, 0, -3, -2) if number % 3 else (-2, -3, 0)
        )
        base = {**description(axes, last + 1), **of.symbols(), **dict(zip("bcmn", place, strict=True))}
        base |= {"dtype(X)": described(X, {})["dtype(X)"], "X": reader(X)}
        elements = tuple(e.tobytes() for e in X.flat)
        on = f"over {of.dtype}: {axes[0]}; and {axes[1]}"
        for Y, index in product((of.of(0), of.lowest, of.minus_infinity, *elements[:2]), (-2, -1, 0)):
            allows = dict.fromkeys(STATEMENTS, False) | {"windows.meet-input": False}
            allows["Y.bits"] = 0 <= index < len(elements) and Y == elements[index]
            changes = {"Y": lambda *_, Y=Y: Y, "Indices": lambda *_, i=index: i}
            tried = f"Y{list(place)} = {of.shown(Y)} and Indices{list(place)} = {index}"
            yield Situation(tried, on, base, changes, allows)


def _meets(axis: LaidAxis, start: int) -> bool:
    return any(axis.cells[start + tap] for tap in axis.taps)


def situations() -> Iterator[Situation]:
    """All situations of sizes and types."""
    yield from on_axes()
    yield from of_tensors()
    yield from over_padding()
