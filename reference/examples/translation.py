"""A worked example's attributes in the profile's names, and its tensors in the types it states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from spec.examples.model import Example, Grid, OperatorName, RandomInput
from spec.maxpool.family import VERSIONS
from spec.maxpool.operator import TYPES
from spec.operator.types import numpy_name

DTYPES: Mapping[str, type[np.generic]] = {
    "real": np.float64,
    **{name: np.dtype(numpy_name(name)).type for name in TYPES},
}
_AUTO_PADS = {"explicit": "NOTSET", "valid": "VALID", "same_upper": "SAME_UPPER", "same_lower": "SAME_LOWER"}


def profile_attributes(example: Example) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The example's attributes under the profile's names, defaults made explicit, and which were made explicit.

    A default is the value that the example's own document gives. An attribute that the profile does not have keeps its
    name, so that the profile refuses it.
    """
    match example.operator:
        case OperatorName.OPENVINO:
            return _from_openvino(example)
        case OperatorName.SONNX:
            return {name: _listed(value) for name, value in example.attributes.items()}, ()
    return _from_onnx(example)


def _from_onnx(example: Example) -> tuple[dict[str, Any], tuple[str, ...]]:
    assert example.version is not None
    # ceil_mode=True is stored in a model as the integer 1: ONNX has no attributes that are truth values.
    given = {k: int(v) if isinstance(v, bool) else _listed(v) for k, v in example.attributes.items()}
    filled = VERSIONS[example.version].defaults(len(example.X.shape) - 2)
    defaults = {k: v for k, v in filled.items() if k not in given}
    return given | defaults, tuple(sorted(defaults))


def _from_openvino(example: Example) -> tuple[dict[str, Any], tuple[str, ...]]:
    given = dict(example.attributes)
    axes = len(example.X.shape) - 2
    defaults = {"dilations": [1] * axes, "rounding_type": "floor", "auto_pad": "explicit", "axis": 0}
    explicit = tuple(sorted(defaults.keys() - given.keys()))
    values = {"pads_begin": [0] * axes, "pads_end": [0] * axes} | defaults | given
    translated: dict[str, Any] = {
        "auto_pad": _AUTO_PADS[str(values["auto_pad"])],
        "ceil_mode": int(values["rounding_type"] == "ceil"),
        "dilations": _listed(values["dilations"]),
        "kernel_shape": _listed(values["kernel"]),
        "pads": [*_listed(values["pads_begin"]), *_listed(values["pads_end"])],
        "storage_order": 0,
        "strides": _listed(values["strides"]),
    }
    # axis 0 counts indices over the whole tensor, as the profile does; another axis is none of its attributes.
    return translated | ({"axis": values["axis"]} if values["axis"] != 0 else {}), explicit


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def input_tensor(example: Example) -> NDArray[Any]:
    """X as printed, a malformed number replaced by what its misprint says; or random, seeded by the label."""
    dtype = DTYPES[example.dtype]
    if isinstance(example.X, RandomInput):
        generator = np.random.default_rng(crc32(example.label.encode()))
        return generator.standard_normal(example.X.shape).astype(dtype)
    right = {m.index: m.right for m in example.misprints if m.tensor == "X"}
    cells = tuple(right.get(i, text) for i, text in zip(example.X.indices(), example.X.cells, strict=True))
    return printed_tensor(replace(example.X, cells=cells), dtype)


def printed_tensor(grid: Grid, dtype: type[np.generic]) -> NDArray[Any]:
    """The tensor that a document prints, in a type. Raises ValueError where a cell is no number."""
    return np.array([parse(cell, dtype) for cell in grid.cells], dtype).reshape(grid.shape)


def parse(text: str, dtype: type[np.generic]) -> Any:
    """A printed number as an element: rounded to the type, integers exact. Raises ValueError if it is none."""
    return np.array(int(text) if issubclass(dtype, np.integer) else float(text)).astype(dtype)[()]


def tensors(example: Example) -> tuple[tuple[str, Grid], ...]:
    """The outputs that the example prints, by name."""
    outputs = (("Y", example.Y), ("Indices", example.Indices))
    return tuple((name, grid) for name, grid in outputs if grid is not None)
