"""Hypothesis strategies for users' own suites: legal calls, calls that break one clause, special tensors.

    import sonnx_maxpool.proofs.kit.strategies as strategies
    @given(call=strategies.legal_calls())         # call.X and call.attributes are what `reference.maxpool` takes
    @given(call=strategies.broken_calls("R4"))    # a call that the clause R4 is the first to refuse
    @given(X=strategies.tensors("int8", (1, 1, 3, 3)))

Legal calls are built from the clauses, and nothing is filtered: an axis is drawn size by size, and its pads from the
list of all pads with which the clauses `Y.positive` and `windows.meet-input` hold; it holds `0, max(0, extent - x)` at
least, so that it is never empty. Elements are drawn as bits, from palettes that make NaN, ties, zeros, infinities,
subnormals and extremes frequent. What fails shrinks to small sizes. Needs the extra `strategies`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from proofs.kit.calls.broken import broken, first_broken, legal
from reference.common.console import near
from reference.conformance.cases.values import DTYPES, FLOATS
from spec.maxpool.operator import MAXPOOL
from spec.readings.value import evaluate
from spec.window.call import FLOOR_MODE

__all__ = ["BrokenCall", "DrawnAxis", "DrawnSizes", "LegalCall", "axes", "broken_calls", "legal_calls", "tensors"]
# What is for users' suites; the rest the strategies are made of.

Array: TypeAlias = NDArray[Any]
Bits: TypeAlias = st.SearchStrategy[int]

DEFINING = MAXPOOL.on_axis(of=FLOOR_MODE).defining()
INTEGERS = tuple(dtype for dtype in DTYPES if dtype not in FLOATS)


@dataclass(frozen=True, slots=True)
class DrawnAxis:
    """One spatial axis, in the words of `spec.maxpool.vocabulary`."""

    x: int
    kernel: int
    dilation: int
    stride: int
    pad_begin: int = 0
    pad_end: int = 0

    @property
    def defined(self) -> dict[str, int]:
        """The axis with what the definitions make of it: extent, slack and y."""
        return DEFINING.check(asdict(self))

    @property
    def is_legal(self) -> bool:
        """The clauses between the attributes of an axis hold."""
        environment = self.defined
        return all(evaluate(MAXPOOL[label].formula, environment) for label in ("Y.positive", "windows.meet-input"))

    @property
    def windows(self) -> list[list[int]]:
        """For each window the positions on X of its in-range taps."""
        starts = range(-self.pad_begin, self.defined["y"] * self.stride - self.pad_begin, self.stride)
        taps = [self.dilation * h for h in range(self.kernel)]
        return [[start + tap for tap in taps if 0 <= start + tap < self.x] for start in starts]


@dataclass(frozen=True, slots=True, eq=False)
class LegalCall:
    """A legal call. Its repr, pasted where `maxpool` and `np` are imported, makes the same call, bit for bit."""

    X: Array
    axes: tuple[DrawnAxis, DrawnAxis]

    @property
    def attributes(self) -> dict[str, Any]:
        """All attributes, as `reference.maxpool.maxpool` takes them."""
        return attributes_of(self.axes)

    @property
    def windows(self) -> Iterator[Array]:
        """The in-range elements of each window of each plane, in row-major order."""
        for plane, (rows, columns) in product(
            self.X.reshape(-1, *self.X.shape[2:]), product(*(axis.windows for axis in self.axes))
        ):
            yield plane[np.ix_(rows, columns)].reshape(-1)

    def __repr__(self) -> str:
        attributes = "".join(f"    {name}={value!r},\n" for name, value in self.attributes.items())
        return f"maxpool(\n    {shown(self.X)}\n{attributes})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What Hypothesis prints of a failure: the same."""
        printer.text(repr(self))


def attributes_of(axes: tuple[DrawnAxis, DrawnAxis]) -> dict[str, Any]:
    """All attributes of a call whose spatial axes are these."""
    first, second = axes
    return {
        "auto_pad": "NOTSET",
        "ceil_mode": 0,
        "dilations": [first.dilation, second.dilation],
        "kernel_shape": [first.kernel, second.kernel],
        "pads": [first.pad_begin, second.pad_begin, first.pad_end, second.pad_end],
        "storage_order": 0,
        "strides": [first.stride, second.stride],
    }


def shown(X: Array) -> str:
    """A tensor as Python source: its bits, and in a comment what they stand for."""
    bits = ", ".join(f"0x{b:0{2 * X.itemsize}x}" for b in X.view(unsigned(X.dtype.name)).flat)
    source = f'np.array([{bits}], "{unsigned(X.dtype.name)}").view("{X.dtype.name}").reshape{X.shape}'
    return f"{source},  # {X.reshape(-1).tolist()}"


# --- attributes ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnSizes:
    """What is drawn for each size; what stands more often is drawn more often, and what stands first is simplest."""

    x: Sequence[int] = (1, 2, 3, 4, 5, 5)
    kernel: Sequence[int] = (1, 2, 2, 3, 3)
    dilation: Sequence[int] = (1, 1, 1, 1, 2, 2, 3, 4, 6)
    stride: Sequence[int] = (1, 1, 2, 2, 3, 5)
    batches: Sequence[int] = (1, 1, 1, 1, 2, 2, 3, 0)


LARGE = DrawnSizes()
SMALL = DrawnSizes(x=(1, 2, 3, 3), kernel=(1, 2, 2), dilation=(1, 1, 2, 4), stride=(1, 2, 3), batches=(1, 1, 2, 0))
NOT_EMPTY = DrawnSizes(batches=(1, 1, 2, 3))


@cache
def legal_pads(x: int, kernel: int, dilation: int, stride: int) -> tuple[tuple[int, int], ...]:
    """All pads (begin, end) that the clauses allow on an axis, the smallest first.

    The formulas decide; the ranges only end the search. Beyond them the first window's last tap lies before X, or the
    last window starts behind it.
    """
    extent = dilation * (kernel - 1) + 1
    candidates = product(range(extent), range(extent + stride - 1))
    legal = (pads for pads in candidates if DrawnAxis(x, kernel, dilation, stride, *pads).is_legal)
    return tuple(sorted(legal, key=sum))


@st.composite
def axes(draw: st.DrawFn, limits: DrawnSizes = LARGE) -> DrawnAxis:
    """A legal axis: pads at or above the kernel, a dilation above x and a stride above the kernel included."""
    sizes = limits.x, limits.kernel, limits.dilation, limits.stride
    x, kernel, dilation, stride = (draw(st.sampled_from(size)) for size in sizes)
    return DrawnAxis(x, kernel, dilation, stride, *draw(st.sampled_from(legal_pads(x, kernel, dilation, stride))))


# --- elements ------------------------------------------------------------------------------------


def unsigned(dtype: str) -> str:
    """The unsigned integers whose bits are those of a type."""
    return f"u{np.dtype(dtype).itemsize}"


def infinity(dtype: str) -> int:
    """The bits of +inf: the sign's bit above, the fraction's below it are zero."""
    form = np.finfo(dtype)
    return ((1 << form.nexp) - 1) << form.nmant


def sign(dtype: str) -> int:
    """The bits of -0.0."""
    return 1 << (np.finfo(dtype).bits - 1)


def notable(dtype: str) -> tuple[int, ...]:
    """Zeros, ones, infinities, least and greatest subnormals and normals; for integers the ends and the middle."""
    if dtype in INTEGERS:
        return (0x00, 0x01, 0x7F, 0x80, 0xFF)
    normal = 1 << np.finfo(dtype).nmant
    one = infinity(dtype) // 2 // normal * normal
    positive = (0, one, infinity(dtype), 1, normal - 1, normal, infinity(dtype) - 1)
    return (*positive, *(sign(dtype) | bits for bits in positive))


def nans(dtype: str) -> Bits:
    """NaNs: quiet and signalling, of any payload, of both signs."""
    quiet = 1 << (np.finfo(dtype).nmant - 1)
    fraction = st.one_of(st.just(quiet), st.just(1), st.integers(1, 2 * quiet - 1))
    return st.builds(
        lambda bits, negative: negative * sign(dtype) | infinity(dtype) | bits, fraction, st.integers(0, 1)
    )


def numbers(dtype: str) -> Bits:
    """Any element but a NaN."""
    if dtype in INTEGERS:
        return st.integers(0, 0xFF)
    magnitude = st.integers(0, infinity(dtype))
    return st.builds(lambda bits, negative: negative * sign(dtype) | bits, magnitude, st.integers(0, 1))


@cache
def palettes(dtype: str, *, with_nan: bool = True) -> st.SearchStrategy[list[int]]:
    """The few bit patterns that a tensor is painted with: a constant, ties, numbers, notable ones, NaN, near 0."""
    some, number = st.sampled_from(notable(dtype)), numbers(dtype)
    kinds: list[st.SearchStrategy[list[int]]]
    kinds = [st.lists(number, min_size=1, max_size=1), st.lists(number, min_size=2, max_size=3)]
    kinds += [st.lists(number, min_size=9, max_size=9), st.lists(some, min_size=4, max_size=4)]
    if dtype in FLOATS:
        minus = sign(dtype) | infinity(dtype)
        pairs = [[0, sign(dtype)], [0, 1], [minus, infinity(dtype)], *([[minus, minus + 1]] if with_nan else [])]
        kinds += map(st.just, pairs)
    if dtype in FLOATS and with_nan:
        nan = nans(dtype)
        kinds += [st.lists(nan, min_size=1, max_size=2), st.lists(nan | some, min_size=4, max_size=4)]
        kinds.append(st.builds(lambda bits, other: [bits, other], nan, number))
    return st.one_of(kinds)


@st.composite
def tensors(draw: st.DrawFn, dtype: str, shape: Sequence[int], *, with_nan: bool = True) -> Array:
    """A tensor of a shape, painted with a palette by a pattern that is repeated.

    The pattern's length is fixed: Hypothesis varies a draw well only where its size depends on no other draw.
    """
    palette = np.array(draw(palettes(dtype, with_nan=with_nan)), unsigned(dtype))
    pattern = np.frombuffer(draw(st.binary(min_size=61, max_size=61)), np.uint8)
    return palette[np.resize(pattern, shape) % len(palette)].view(dtype)


# --- calls ---------------------------------------------------------------------------------------


@st.composite
def legal_calls(
    draw: st.DrawFn, dtypes: Sequence[str] = DTYPES, limits: DrawnSizes = LARGE, *, with_nan: bool = True
) -> LegalCall:
    """A legal call."""
    batches, channels = draw(st.sampled_from(limits.batches)), draw(st.sampled_from(limits.batches))
    first, second, dtype = draw(axes(limits)), draw(axes(limits)), draw(st.sampled_from(dtypes))
    return LegalCall(draw(tensors(dtype, (batches, channels, first.x, second.x), with_nan=with_nan)), (first, second))


# --- calls that break a clause


@dataclass(frozen=True, slots=True, eq=False)
class BrokenCall:
    """A call that breaks one clause first: X, which may be no tensor; the attributes it sets; the label."""

    X: Any
    attributes: dict[str, Any]
    label: str

    def __repr__(self) -> str:
        return f"BrokenCall({self.label}: X={self.X!r}, {self.attributes})"


@cache
def breakable() -> tuple[str, ...]:
    """The labels of the clauses that some call breaks first."""
    return tuple(dict.fromkeys(b.clause for b in broken()))


@st.composite
def broken_calls(draw: st.DrawFn, label: str) -> BrokenCall:
    """A call that breaks a clause before any other. Raises ValueError for a label that no call breaks first.

    It is a legal call with one change that breaks the clause, or the change alone where all else would hide it.
    """
    made = [b for b in broken() if b.clause == label]
    if not made:
        raise ValueError(f"no call breaks {label!r} first{near(label, breakable())}")
    chosen = dict(draw(st.sampled_from(made)).arguments)
    drawn = draw(legal_calls(limits=SMALL))
    changed = {name: value for name, value in chosen.items() if name != "X" and value != legal().get(name)}
    kept = {n: v for n, v in drawn.attributes.items() if n in chosen}
    arguments = {"X": drawn.X, **kept, **changed}
    arguments = arguments if first_broken(arguments) == label else chosen
    return BrokenCall(arguments.pop("X"), arguments, label)
