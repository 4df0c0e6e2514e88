"""The documents' worked examples, executed: conforming, wrong, or outside the profile and reproduced by the parent."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference import maxpool as plain
from reference import nhwc, onnx, openvino
from reference.examples.translation import DTYPES, input_tensor, parse, printed_tensor, profile_attributes, tensors
from reference.onnx import Outputs
from spec.examples.model import Example, Grid, Index, Misprint, OperatorName, RandomInput
from spec.operator.operator import Violation


class ExampleVerdict(StrEnum):
    """What became of an example. The last one is never expected."""

    CONFORMS = "conforms"
    ERRATUM = "erratum"
    REPRODUCED = "rejected and reproduced"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class WrongCell:
    """A cell (or, with the index (), a shape) that is printed wrong, with what the clauses say."""

    tensor: str
    index: Index
    printed: str
    right: str


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """An example with its verdict, the clause that puts it outside the profile if one does, and its wrong cells.

    `made_explicit`: attributes that the example leaves to their defaults, which were filled in first. `as_nhwc`: for
    the NHWC page, what the operator says if the printed X is taken as N x H x W x C.
    """

    example: Example
    verdict: ExampleVerdict
    restriction: str | None
    cells: tuple[WrongCell, ...]
    made_explicit: tuple[str, ...]
    as_nhwc: str | None = None
    problem: str = ""

    @property
    def in_profile(self) -> bool:
        """The example meets every clause, once its defaults are made explicit."""
        return self.restriction is None


def run(example: Example) -> ExampleResult:
    """Execute an example and compare every printed cell."""
    X = input_tensor(example)
    attributes, made_explicit = profile_attributes(example)
    restriction: str | None = None
    try:
        outputs = plain.maxpool(X, **attributes)
    except Violation as violation:
        restriction = violation.label
        outputs = _parent(example)(X)
    wrong = (*_malformed(example), *_wrong_cells(example, X, outputs, attributes))
    verdict = ExampleVerdict.CONFORMS if restriction is None else ExampleVerdict.REPRODUCED
    problem = _unregistered(example, wrong)
    if problem:
        verdict = ExampleVerdict.UNEXPLAINED
    elif wrong:
        verdict = ExampleVerdict.ERRATUM
    as_nhwc = _as_nhwc(example, X) if example.operator is OperatorName.NHWC else None
    return ExampleResult(example, verdict, restriction, wrong, made_explicit, as_nhwc, problem)


def _parent(example: Example) -> Callable[[NDArray[Any]], Outputs]:
    """The operator that the example is of. The NHWC page's nodes name no domain: they are ONNX's."""
    attributes: dict[str, Any] = dict(example.attributes)
    if example.operator is OperatorName.OPENVINO:
        explicit = {"pads_begin": None, "pads_end": None} | attributes
        return lambda X: openvino.maxpool(X, **explicit)
    version = example.version
    assert version is not None
    return lambda X: onnx.maxpool(X, version=version, **attributes)


def _malformed(example: Example) -> tuple[WrongCell, ...]:
    if not isinstance(example.X, Grid):
        return ()
    right = {m.index: m.right for m in example.misprints if m.tensor == "X"}
    return tuple(
        WrongCell("X", index, text, right.get(index, "?"))
        for index, text in zip(example.X.indices(), example.X.cells, strict=True)
        if not _is_number(text)
    )


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?(inf|nan|\d+(\.\d*)?(e[+-]?\d+)?)", text) is not None


def _wrong_cells(
    example: Example, X: NDArray[Any], outputs: Outputs, attributes: dict[str, Any]
) -> tuple[WrongCell, ...]:
    computed = dict(zip(("Y", "Indices"), outputs, strict=True))
    if isinstance(example.X, RandomInput):
        return _wrong_random(example, X, computed["Y"], attributes)
    dtypes = {"Y": DTYPES[example.dtype], "Indices": np.int64}
    return tuple(cell for name, grid in tensors(example) for cell in _compare(name, grid, computed[name], dtypes[name]))


def _compare(name: str, grid: Grid, computed: NDArray[Any], dtype: type[np.generic]) -> tuple[WrongCell, ...]:
    if grid.shape != computed.shape:
        return (WrongCell(name, (), str(list(grid.shape)), str(list(computed.shape))),)
    return tuple(
        WrongCell(name, index, text, _shown(computed[index]))
        for index, text in zip(grid.indices(), grid.cells, strict=True)
        if parse(text, dtype).tobytes() != computed[index].tobytes()
    )


def _shown(element: Any) -> str:
    """An element as a document would print it: 3, not 3.0."""
    text = str(element)
    return text.removesuffix(".0")


def _wrong_random(
    example: Example, X: NDArray[Any], Y: NDArray[Any], attributes: dict[str, Any]
) -> tuple[WrongCell, ...]:
    """Random input: the stated shape, and every element against a computation that shares nothing with ours."""
    if Y.shape != example.shape_Y:
        return (WrongCell("Y", (), str(list(example.shape_Y)), str(list(Y.shape))),)
    expected = _by_sliding_windows(X, attributes, example.shape_Y[2:])
    return tuple(
        WrongCell("Y", tuple(int(i) for i in index), str(expected[tuple(index)]), str(Y[tuple(index)]))
        for index in np.argwhere(expected != Y)
    )


def _by_sliding_windows(X: NDArray[Any], attributes: dict[str, Any], sizes: tuple[int, ...]) -> NDArray[Any]:
    """The maxima by NumPy alone: X padded with -inf, a view of all windows, their maximum."""
    n = X.ndim - 2
    kernel, strides, dilations = (attributes[name] for name in ("kernel_shape", "strides", "dilations"))
    extents = [d * (k - 1) + 1 for d, k in zip(dilations, kernel, strict=True)]
    totals = [(y - 1) * s + e - x for y, s, e, x in zip(sizes, strides, extents, X.shape[2:], strict=True)]
    match attributes["auto_pad"]:
        case "SAME_LOWER":
            begins = [total - total // 2 for total in totals]
        case "SAME_UPPER":
            begins = [total // 2 for total in totals]
        case _:
            begins = attributes["pads"][:n]
    pads = [(0, 0), (0, 0), *((b, max(t - b, 0)) for b, t in zip(begins, totals, strict=True))]
    padded = np.pad(X, pads, constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(padded, extents, axis=tuple(range(2, 2 + n)))
    whole = (slice(None), slice(None))
    steps = tuple(slice(None, None, s) for s in (*strides, *dilations))
    return np.asarray(windows[whole + steps].max(axis=tuple(range(-n, 0))))


def _unregistered(example: Example, wrong: tuple[WrongCell, ...]) -> str:
    """What differs between the wrong cells found and the misprints that are registered; empty if nothing does."""

    def said(cell: WrongCell | Misprint) -> str:
        return f"{cell.tensor}{list(cell.index)} is printed as {cell.printed}, should be {_number(cell.right)}"

    found, registered = {said(c) for c in wrong}, {said(m) for m in example.misprints}
    missing = [f"not registered: {text}" for text in sorted(found - registered)]
    return "; ".join([*missing, *(f"not found: {text}" for text in sorted(registered - found))])


def _number(text: str) -> str:
    return str(float(text)) if _is_number(text) else text


def _as_nhwc(example: Example, X: NDArray[Any]) -> str:
    attributes: dict[str, Any] = dict(example.attributes)
    try:
        Y, _ = nhwc.maxpool(X, **attributes)
    except Violation as violation:
        return f"refused: {violation.label}"
    if Y.shape != example.shape_Y:
        return f"another shape: {list(Y.shape)}"
    expected = _parent(example)(X)[0] if example.Y is None else printed_tensor(example.Y, DTYPES[example.dtype])
    return "as printed" if np.array_equal(Y, expected) else "other values"
