"""The ONNX page's examples of version 12, which the page with differences repeats.

An attribute that a node leaves out is left out here too; the defaults stand in `spec.maxpool.family`.
"""

from __future__ import annotations

from collections.abc import Mapping

from spec.examples.model import Example, Grid, OperatorName, RandomInput, grid
from spec.examples.sources import ONNX, ONNX_DIFFERENCES
from spec.operator.clauses import Source


def _example(
    name: str,
    line: int,
    differences_line: int,
    attributes: Mapping[str, object],
    X: Grid | RandomInput,
    shape_Y: tuple[int, ...],
    Y: Grid | None = None,
    Indices: Grid | None = None,
    dtype: str = "float",
) -> Example:
    return Example(
        label=f"onnx.12.{name}",
        source=Source(ONNX, f"_{name}", line),
        restated=(Source(ONNX_DIFFERENCES, name, differences_line),),
        operator=OperatorName.ONNX,
        version=12,
        dtype=dtype,
        attributes=attributes,
        X=X,
        Y=Y,
        Indices=Indices,
        shape_Y=shape_Y,
    )


# Several examples print the same grid, so each grid is written once; the tests hold every printing against it.
_X_5_BY_5 = grid(
    (1, 1, 5, 5),
    """
    1, 2, 3, 4, 5
    6, 7, 8, 9, 10
    11, 12, 13, 14, 15
    16, 17, 18, 19, 20
    21, 22, 23, 24, 25
    """,
)
_X_4_BY_4 = grid(
    (1, 1, 4, 4),
    """
    1, 2, 3, 4
    5, 6, 7, 8
    9, 10, 11, 12
    13, 14, 15, 16
    """,
)
_Y_PADS = grid(
    (1, 1, 5, 5),
    """
    13, 14, 15, 15, 15
    18, 19, 20, 20, 20
    23, 24, 25, 25, 25
    23, 24, 25, 25, 25
    23, 24, 25, 25, 25
    """,
)
_INDICES_PADS = grid(
    (1, 1, 5, 5),
    """
    12, 13, 14, 14, 14
    17, 18, 19, 19, 19
    22, 23, 24, 24, 24
    22, 23, 24, 24, 24
    22, 23, 24, 24, 24
    """,
)
_Y_STRIDES = grid((1, 1, 2, 2), "7, 9\n17, 19")
_INDICES_STRIDES = grid((1, 1, 2, 2), "6, 16\n8, 18")
_Y_SAME_UPPER = grid((1, 1, 3, 3), "7, 9, 10\n17, 19, 20\n22, 24, 25")
_Y_4_BY_4 = grid((1, 1, 2, 2), "11, 12\n15, 16")

_PADS: Mapping[str, object] = {"kernel_shape": (5, 5), "pads": (2, 2, 2, 2)}
_STRIDES: Mapping[str, object] = {"kernel_shape": (2, 2), "strides": (2, 2)}

EXAMPLES: tuple[Example, ...] = (
    _example("maxpool_2d_uint8", 144, 144, _PADS, _X_5_BY_5, (1, 1, 5, 5), _Y_PADS, dtype="uint8"),
    _example("maxpool_2d_precomputed_pads", 192, 176, _PADS, _X_5_BY_5, (1, 1, 5, 5), _Y_PADS),
    _example(
        "maxpool_with_argmax_2d_precomputed_pads", 240, 209, _PADS, _X_5_BY_5, (1, 1, 5, 5), _Y_PADS, _INDICES_PADS
    ),
    _example("maxpool_2d_precomputed_strides", 306, 247, _STRIDES, _X_5_BY_5, (1, 1, 2, 2), _Y_STRIDES),
    _example(
        "maxpool_with_argmax_2d_precomputed_strides",
        339,
        274,
        {**_STRIDES, "storage_order": 1},
        _X_5_BY_5,
        (1, 1, 2, 2),
        _Y_STRIDES,
        _INDICES_STRIDES,
    ),
    _example(
        "maxpool_2d_precomputed_same_upper",
        381,
        304,
        {"kernel_shape": (3, 3), "strides": (2, 2), "auto_pad": "SAME_UPPER"},
        _X_5_BY_5,
        (1, 1, 3, 3),
        _Y_SAME_UPPER,
    ),
    _example("maxpool_1d_default", 420, 334, {"kernel_shape": (2,)}, RandomInput((1, 3, 32)), (1, 3, 31)),
    _example("maxpool_2d_default", 447, 358, {"kernel_shape": (2, 2)}, RandomInput((1, 3, 32, 32)), (1, 3, 31, 31)),
    _example(
        "maxpool_3d_default",
        474,
        382,
        {"kernel_shape": (2, 2, 2)},
        RandomInput((1, 3, 32, 32, 32)),
        (1, 3, 31, 31, 31),
    ),
    _example(
        "maxpool_2d_same_upper",
        501,
        406,
        {"kernel_shape": (2, 2), "auto_pad": "SAME_UPPER"},
        RandomInput((1, 3, 32, 32)),
        (1, 3, 32, 32),
    ),
    _example(
        "maxpool_2d_same_lower",
        542,
        438,
        {"kernel_shape": (2, 2), "auto_pad": "SAME_LOWER"},
        RandomInput((1, 3, 32, 32)),
        (1, 3, 32, 32),
    ),
    _example(
        "maxpool_2d_pads",
        583,
        470,
        {"kernel_shape": (3, 3), "pads": (2, 2, 2, 2)},
        RandomInput((1, 3, 28, 28)),
        (1, 3, 30, 30),
    ),
    _example(
        "maxpool_2d_strides",
        621,
        499,
        {"kernel_shape": (5, 5), "strides": (3, 3)},
        RandomInput((1, 3, 32, 32)),
        (1, 3, 10, 10),
    ),
    _example(
        "maxpool_2d_ceil",
        645,
        524,
        # The node sets a bool where the attribute is an int; it stays as printed.
        {"kernel_shape": (3, 3), "strides": (2, 2), "ceil_mode": True},
        _X_4_BY_4,
        (1, 1, 2, 2),
        _Y_4_BY_4,
    ),
    _example(
        "maxpool_2d_dilations",
        680,
        552,
        {"kernel_shape": (2, 2), "strides": (1, 1), "dilations": (2, 2)},
        _X_4_BY_4,
        (1, 1, 2, 2),
        _Y_4_BY_4,
    ),
)
