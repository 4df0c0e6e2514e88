"""Situations of output cells: what stands in one cell of Y and of Indices, right and wrong, and who allows it.

The elements under a window are cut out of a padded array of positions: no formula of the specification is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.examples.cases import described
from reference.maxpool import maxpool
from reference.strength.calls import Layout, calls
from reference.strength.elements import OUTSIDE, ElementType
from spec.maxpool.operator import MAXPOOL
from spec.operator.experiments import Situation

Place = tuple[int, ...]
FEW_CELLS = 2
NOWHERE = -(10**9)
"""What Indices holds outside of itself."""


class WindowContent:
    """What the window of a cell sees: the elements of X, their type, and the positions that it taps, in its order."""

    def __init__(self, of: ElementType, X: tuple[bytes, ...], taps: tuple[int, ...]) -> None:
        self.X, self.taps = X, taps
        self.counted = [of.counted(element) for element in X]
        self.held = [self.counted[i] for i in taps]
        self.ranks = [of.rank(X[i]) for i in taps]
        self.greatest = {self.held[i] for i, rank in enumerate(self.ranks) if rank == max(self.ranks)}


def is_maximum(window: WindowContent, Y: bytes, index: int) -> bool:
    """Y is one of the window's elements, and none of them is greater."""
    return Y in window.greatest


def is_over_input(window: WindowContent, Y: bytes, index: int) -> bool:
    """Y is what some in-range tap holds."""
    return Y in window.held


def is_first_maximum(window: WindowContent, Y: bytes, index: int) -> bool:
    """The index is that of the first tap with the greatest number."""
    return bool(window.taps) and index == window.taps[window.ranks.index(max(window.ranks))]


def is_flat(window: WindowContent, Y: bytes, index: int) -> bool:
    """The index is one of those that the window taps, counted over all of X."""
    return index in window.taps


def is_selected(window: WindowContent, Y: bytes, index: int) -> bool:
    """Y is, bit for bit, what counts for the element at the index."""
    return 0 <= index < len(window.X) and Y == window.counted[index]


STATEMENTS: Mapping[str, Callable[[WindowContent, bytes, int], bool]] = {
    "Y.max": is_maximum,
    "Y.max-over-input": is_over_input,
    "Indices.first-maximum": is_first_maximum,
    "Indices.flat": is_flat,
    "Y.bits": is_selected,
}
"""What each clause over cells says."""


@dataclass(frozen=True, slots=True)
class Call:
    """A legal call that the plain reference has run: the contents of its tensors by position, and all its variables."""

    type: ElementType
    layout: Layout
    X_read: Mapping[Place, bytes]
    Y_read: Mapping[Place, bytes]
    Indices_read: Mapping[Place, int]
    environment: Mapping[str, Any]
    text: str

    def taps(self, place: Place) -> tuple[int, ...]:
        """The positions in X, counted flat, that the window of a cell taps, in its row-major order."""
        (top, left, bottom, right), on = self.layout.pads, self.layout
        positions = np.arange(len(self.X_read)).reshape(on.X)
        padded = np.pad(positions, ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=-1)
        starts = [place[2] * on.strides[0], place[3] * on.strides[1]]
        spans = [d * (k - 1) + 1 for d, k in zip(on.dilations, on.kernel, strict=True)]
        rows, columns = (slice(i, i + n, d) for i, n, d in zip(starts, spans, on.dilations, strict=True))
        return tuple(int(i) for i in padded[place[0], place[1], rows, columns].flat if i >= 0)


def run(of: ElementType, X: NDArray[Any], layout: Layout) -> Call:
    """Run a call. Raises Violation if it is not legal."""
    described_as = MAXPOOL.check(described(X, layout.attributes))
    Y, Indices = maxpool(X, **layout.attributes)
    environment = {**described_as, **of.symbols(), "X": reader(X)}
    environment |= {f"d{name}_{i}": n for name, a in (("Y", Y), ("Indices", Indices)) for i, n in enumerate(a.shape)}
    environment |= {"dtype(Y)": environment["dtype(X)"], "dtype(Indices)": "int64"}
    X_read, Y_read = ({place: a[place].tobytes() for place in np.ndindex(a.shape)} for a in (X, Y))
    indices = {place: int(Indices[place]) for place in np.ndindex(Indices.shape)}
    shown = ", ".join(map(of.shown, X_read.values()))
    text = f"on {of.dtype} X of shape {list(X.shape)} holding {shown}; {layout}"
    return Call(of, layout, X_read, Y_read, indices, environment, text)


def situations() -> Iterator[Situation]:
    """Of cells of the calls: what should stand there, and all that could stand there instead.

    Of many cells every second one is taken, with other contents of X the others.
    """
    for number, of in enumerate(calls()):
        call = run(*of)
        places = list(call.Y_read)
        for place in places[number % 2 :: 2] if len(places) > FEW_CELLS else places:
            yield from of_cell(call, place)


def of_cell(call: Call, place: tuple[int, ...]) -> Iterator[Situation]:
    """The situations of one cell."""
    window = WindowContent(call.type, tuple(call.X_read.values()), call.taps(place))
    base = {**call.environment, **dict(zip("bcmn", place, strict=True))}
    right = call.Y_read[place], call.Indices_read[place]
    readers: dict[bytes | int, Callable[..., Any]] = {}
    for Y, index in dict.fromkeys(deviations(call.type, call.layout.X, window, *right)):
        changes = {
            "Y": readers.setdefault(Y, with_cell(call.Y_read, place, Y, OUTSIDE)),
            "Indices": readers.setdefault(index, with_cell(call.Indices_read, place, index, NOWHERE)),
        }
        tried = f"Y{list(place)} = {call.type.shown(Y)} and Indices{list(place)} = {index}"
        allows = {label: allows(window, Y, index) for label, allows in STATEMENTS.items()}
        yield Situation(tried, call.text, base, changes, allows)


def deviations(
    of: ElementType, shape: Place, window: WindowContent, Y: bytes, index: int
) -> Iterator[tuple[bytes, int]]:
    """What may stand in a cell: as it is; one of both changed; any element with its own index; and odd pairs."""
    yield Y, index
    yield from ((Y, other) for other in range(-2, len(window.X) + 2))
    odd = odd_elements(of, Y)
    yield from ((other, index) for other in (*window.X, *odd))
    yield from zip(window.counted, range(len(window.X)), strict=True)
    yield from ((window.X[i], i) for i in window.taps)
    sizes = (int(np.prod(shape[1:])), shape[2] * shape[3], shape[3])
    wrong = dict.fromkeys((-1, -2, *(index % size for size in sizes)))
    yield from ((other, i) for other in odd[:4] for i in wrong)


def odd_elements(of: ElementType, Y: bytes) -> tuple[bytes, ...]:
    """Elements that X may not hold: zero, the lowest, infinities, NaN, the next to the right one, small numbers."""
    if not of.is_float:
        limits, near = np.iinfo(of.dtype), int(of.number(Y))
        return tuple(map(of.of, (0, limits.min, limits.max, 1, max(near - 1, limits.min), min(near + 1, limits.max))))
    near = np.frombuffer(Y, of.dtype)[0]
    with np.errstate(over="ignore"):
        next_ones = [float(np.nextafter(near, near.dtype.type(to))) for to in (-np.inf, np.inf)]
    others = (float("-inf"), float("nan"), float("inf"), -0.0, *next_ones, 1.0, -1.0)
    return of.of(0.0), of.lowest, *map(of.of, others)


def with_cell(
    held: Mapping[Place, Any], cell: Place, content: bytes | int, outside: bytes | int
) -> Callable[..., bytes | int]:
    """An output as a function of four positions, with another content in one cell."""
    return lambda *place: content if place == cell else held.get(place, outside)


def reader(array: NDArray[Any]) -> Callable[..., bytes]:
    """A tensor of elements as a function of four positions; what stands outside of it is no element."""
    held = {place: array[place].tobytes() for place in np.ndindex(array.shape)}
    return lambda *place: held.get(place, OUTSIDE)
