"""Worked examples that no document has: batches and channels, unequal attributes on both axes, NaN and zeros.

All examples of the documents have one batch, those with printed indices one channel, and none has a NaN or a negative
zero. None has padding on all sides of which no two are equal: the `unequal` ones have, with windows that start and end
well outside X, and sizes and attributes that differ on each axis, so that no name can stand for another unnoticed.
The `unequal` ones were computed by the parent operator and by cutting each window out of padded planes of values and of
flat indices; the others by the parent operator, and checked by hand against the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping

from spec.examples.model import Example, OperatorName, grid
from spec.operator.clauses import ADDED, Source

_SOURCE = Source(ADDED.document, "worked example")


def _attributes(**attributes: tuple[int, ...]) -> Mapping[str, object]:
    return {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0, **attributes}


BATCHES_AND_CHANNELS = Example(
    label="added.batches-and-channels",
    source=_SOURCE,
    operator=OperatorName.SONNX,
    dtype="int8",
    attributes=_attributes(dilations=(1, 2), kernel_shape=(2, 2), pads=(1, 0, 0, 1), strides=(2, 1)),
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
    operator=OperatorName.SONNX,
    dtype="float",
    attributes=_attributes(dilations=(1, 1), kernel_shape=(1, 2), pads=(0, 1, 0, 0), strides=(1, 1)),
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

UNEQUAL_1 = Example(
    label="added.unequal.1",
    source=_SOURCE,
    operator=OperatorName.SONNX,
    dtype="int8",
    attributes=_attributes(dilations=(2, 1), kernel_shape=(4, 2), pads=(5, 1, 4, 3), strides=(1, 4)),
    X=grid(
        (1, 3, 3, 4),
        """
        -3, -1, 4, -4
        1, 1, 5, -1
        -2, -4, -4, 5
        -5, -2, 4, -3
        -5, -1, 4, -1
        5, 0, -5, 0
        5, 0, 5, 4
        -1, -3, 1, 2
        -4, 5, 5, 4
        """,
    ),
    Y=grid(
        (1, 3, 6, 2),
        """
        1, -1
        -2, 5
        1, -1
        -2, 5
        1, -1
        -2, 5
        -5, -1
        5, 0
        -5, -1
        5, 0
        -5, -1
        5, 0
        -1, 2
        5, 4
        -1, 2
        5, 4
        -1, 2
        5, 4
        """,
    ),
    Indices=grid(
        (1, 3, 6, 2),
        """
        4, 7
        8, 11
        4, 7
        8, 11
        4, 7
        8, 11
        16, 19
        20, 23
        16, 19
        20, 23
        16, 19
        20, 23
        28, 31
        24, 27
        28, 31
        24, 27
        28, 31
        24, 27
        """,
    ),
    shape_Y=(1, 3, 6, 2),
)


UNEQUAL_2 = Example(
    label="added.unequal.2",
    source=_SOURCE,
    operator=OperatorName.SONNX,
    dtype="int8",
    attributes=_attributes(dilations=(1, 2), kernel_shape=(3, 4), pads=(2, 4, 1, 5), strides=(3, 1)),
    X=grid(
        (1, 2, 4, 5),
        """
        2, 4, 0, -2, 2
        -2, -3, -3, 0, -5
        -2, -2, 3, 2, 3
        0, -3, 4, -3, 0
        4, 3, 1, 2, 0
        0, -4, 2, 2, -1
        -1, -3, -4, 5, -1
        2, 4, 3, 5, 2
        """,
    ),
    Y=grid(
        (1, 2, 2, 8),
        """
        2, 4, 2, 4, 2, 4, 2, -2
        4, 2, 4, 2, 4, 2, 4, 2
        4, 3, 4, 3, 4, 3, 1, 2
        3, 5, 3, 5, 3, 5, 3, 5
        """,
    ),
    Indices=grid(
        (1, 2, 2, 8),
        """
        0, 1, 0, 1, 0, 1, 4, 3
        17, 13, 17, 13, 17, 13, 17, 13
        20, 21, 20, 21, 20, 21, 22, 23
        37, 33, 37, 33, 37, 33, 37, 33
        """,
    ),
    shape_Y=(1, 2, 2, 8),
)


UNEQUAL_3 = Example(
    label="added.unequal.3",
    source=_SOURCE,
    operator=OperatorName.SONNX,
    dtype="int8",
    attributes=_attributes(dilations=(2, 3), kernel_shape=(4, 3), pads=(2, 3, 5, 4), strides=(1, 3)),
    X=grid(
        (3, 2, 2, 5),
        """
        2, -2, -3, 1, 1
        3, 5, 2, 2, 1
        5, 4, 3, 5, 3
        5, 4, -4, 1, 2
        1, -2, -4, 4, -1
        -5, -5, 5, 2, 0
        -5, -5, 4, 0, 4
        -3, -1, 3, -2, -1
        5, -5, 1, 1, 0
        4, 4, 0, 2, 5
        1, 0, 5, -5, -3
        4, 2, -2, -1, 3
        """,
    ),
    Y=grid(
        (3, 2, 3, 2),
        """
        2, 2
        3, 3
        2, 2
        5, 5
        5, 5
        5, 5
        4, 4
        2, 2
        4, 4
        0, 0
        -2, -2
        0, 0
        5, 5
        4, 4
        5, 5
        1, 1
        4, 4
        1, 1
        """,
    ),
    Indices=grid(
        (3, 2, 3, 2),
        """
        0, 0
        5, 5
        0, 0
        10, 10
        15, 15
        10, 10
        23, 23
        28, 28
        23, 23
        33, 33
        38, 38
        33, 33
        40, 40
        45, 45
        40, 40
        50, 50
        55, 55
        50, 50
        """,
    ),
    shape_Y=(3, 2, 3, 2),
)

EXAMPLES: tuple[Example, ...] = (BATCHES_AND_CHANNELS, UNEQUAL_1, UNEQUAL_2, UNEQUAL_3, NAN_AND_ZEROS)
