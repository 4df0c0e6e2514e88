"""Worked examples that no document has: batches and channels, unequal attributes on both axes, NaN and zeros.

All examples of the documents have one batch, those with printed indices one channel, and none has a NaN or a negative
zero. What these print was computed by the parent operator and checked by hand against the definitions.
"""

from __future__ import annotations

from spec.clauses import ADDED, Source
from spec.examples.model import Example, Operator, grid

_SOURCE = Source(ADDED.document, "worked example")

BATCHES_AND_CHANNELS = Example(
    label="added.batches-and-channels",
    source=_SOURCE,
    operator=Operator.SONNX,
    dtype="int8",
    attributes={
        "auto_pad": "NOTSET",
        "ceil_mode": 0,
        "dilations": (1, 2),
        "kernel_shape": (2, 2),
        "pads": (1, 0, 0, 1),
        "storage_order": 0,
        "strides": (2, 1),
    },
    X=grid(
        (2, 2, 3, 4),
        """
        3, 1, 1, 3
        1, 2, 2, -2
        -3, -1, -2, 3
        3, -3, 0, 2
        -3, 2, -3, 0
        2, -1, -1, -2
        2, -2, 3, 0
        0, 0, 1, 0
        0, 3, 2, 2
        1, 1, -1, 3
        0, -2, 2, -2
        3, 1, -3, -3
        """,
    ),
    Y=grid(
        (2, 2, 2, 3),
        """
        3, 3, 1
        2, 3, 2
        3, 2, 0
        2, 2, -1
        3, 0, 3
        2, 3, 2
        1, 3, -1
        3, 1, 2
        """,
    ),
    Indices=grid(
        (2, 2, 2, 3),
        """
        0, 3, 2
        6, 11, 6
        12, 15, 14
        20, 17, 22
        26, 27, 26
        34, 33, 34
        36, 39, 38
        44, 45, 42
        """,
    ),
    shape_Y=(2, 2, 2, 3),
)

NAN_AND_ZEROS = Example(
    label="added.nan-and-zeros",
    source=_SOURCE,
    operator=Operator.SONNX,
    dtype="float",
    attributes={
        "auto_pad": "NOTSET",
        "ceil_mode": 0,
        "dilations": (1, 1),
        "kernel_shape": (1, 2),
        "pads": (0, 1, 0, 0),
        "storage_order": 0,
        "strides": (1, 1),
    },
    X=grid(
        (1, 2, 2, 3),
        """
        nan, -inf, nan
        0.0, -0.0, nan
        -0.0, 0.0, 1.0
        2.0, 2.0, -inf
        """,
    ),
    Y=grid(
        (1, 2, 2, 3),
        """
        -inf, -inf, -inf
        0.0, 0.0, -0.0
        -0.0, -0.0, 1.0
        2.0, 2.0, 2.0
        """,
    ),
    Indices=grid(
        (1, 2, 2, 3),
        """
        0, 0, 1
        3, 3, 4
        6, 6, 8
        9, 9, 10
        """,
    ),
    shape_Y=(1, 2, 2, 3),
)

EXAMPLES: tuple[Example, ...] = (BATCHES_AND_CHANNELS, NAN_AND_ZEROS)
