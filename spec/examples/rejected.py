"""Calls at the edge of each precondition: the last that is legal, and the first that is not, with the label it breaks.

Each is the base call with some changes. A change of `X` is (shape, element type); None leaves an attribute out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BASE: Mapping[str, object] = {
    "X": ((1, 1, 3, 3), "float32"),
    "auto_pad": "NOTSET",
    "ceil_mode": 0,
    "dilations": [1, 1],
    "kernel_shape": [2, 2],
    "pads": [0, 0, 0, 0],
    "storage_order": 0,
    "strides": [1, 1],
}


@dataclass(frozen=True, slots=True)
class Edge:
    """A call, as changes of the base call, and the first clause that it breaks; "" if it is legal."""

    breaks: str
    changes: Mapping[str, object]


def _legal(**changes: object) -> Edge:
    return Edge("", changes)


def _breaks(label: str, **changes: object) -> Edge:
    return Edge(label, changes)


EDGES: tuple[Edge, ...] = (
    _legal(),
    _breaks("attributes.known", stride=[1, 1]),
    *(_breaks("R2", **{name: None}) for name in BASE if name != "X"),
    _breaks("X.tensor", X=[1.0]),
    *(_legal(X=((1, 1, 3, 3), dtype)) for dtype in ("float16", "float64", "int8", "uint8")),
    *(_breaks("X.types", X=((1, 1, 3, 3), dtype)) for dtype in ("int16", "int32", "bool", "object")),
    _breaks("R1", X=((1, 3, 3), "float32")),
    _breaks("R1", X=((1, 1, 3, 3, 3), "float32")),
    _legal(X=((0, 1, 3, 3), "float32")),
    _legal(X=((1, 0, 3, 3), "float32")),
    _legal(X=((2, 3, 2, 4), "float32")),
    _legal(X=((1, 1, 1, 1), "float32"), kernel_shape=[1, 1]),
    _breaks("X.spatial", X=((1, 1, 0, 3), "float32")),
    _breaks("X.spatial", X=((1, 1, 3, 0), "float32")),
    _breaks("auto_pad.type", auto_pad=0),
    _breaks("auto_pad.domain", auto_pad="SAME"),
    *(_breaks("R3", auto_pad=value) for value in ("VALID", "SAME_UPPER", "SAME_LOWER")),
    _breaks("ceil_mode.type", ceil_mode=False),
    _breaks("ceil_mode.domain", ceil_mode=-1),
    _breaks("ceil_mode.domain", ceil_mode=2),
    _breaks("R4", ceil_mode=1),
    _breaks("storage_order.type", storage_order="0"),
    _breaks("storage_order.domain", storage_order=-1),
    _breaks("storage_order.domain", storage_order=2),
    _breaks("R5", storage_order=1),
    *(_breaks(f"{name}.type", **{name: 1}) for name in ("dilations", "kernel_shape", "pads", "strides")),
    *(_breaks(f"{name}.length", **{name: [1]}) for name in ("dilations", "kernel_shape", "strides")),
    *(_breaks(f"{name}.length", **{name: [1, 1, 1]}) for name in ("dilations", "kernel_shape", "strides")),
    _breaks("pads.length", pads=[0, 0, 0]),
    _breaks("pads.length", pads=[0, 0, 0, 0, 0]),
    *(_breaks(f"{name}.positive", **{name: [0, 1]}) for name in ("dilations", "kernel_shape", "strides")),
    *(_breaks(f"{name}.positive", **{name: [1, 0]}) for name in ("dilations", "kernel_shape", "strides")),
    *(_breaks("pads.non-negative", pads=[-(i == j) for j in range(4)]) for i in range(4)),
    _legal(kernel_shape=[3, 3]),
    _breaks("Y.positive", kernel_shape=[4, 3]),
    _breaks("Y.positive", kernel_shape=[3, 4]),
    _breaks("Y.positive", dilations=[3, 1]),
    # Whether windows meet the input is asked only where there are some.
    _breaks("Y.positive", kernel_shape=[4, 3], strides=[5, 1]),
    _legal(pads=[1, 1, 1, 1]),
    _breaks("windows.meet-input", pads=[2, 0, 0, 0]),
    _breaks("windows.meet-input", pads=[0, 2, 0, 0]),
    _breaks("windows.meet-input", pads=[0, 0, 2, 0]),
    _breaks("windows.meet-input", pads=[0, 0, 0, 2]),
    _legal(pads=[0, 0, 2, 2], strides=[2, 2]),
    _legal(dilations=[2, 2], pads=[2, 2, 2, 2]),
    _breaks("windows.meet-input", dilations=[2, 2], pads=[3, 0, 0, 0]),
    # The dilation jumps over the only element of X: no tap is in range, though the window spans it.
    _breaks("windows.meet-input", X=((1, 1, 1, 3), "float32"), dilations=[2, 1], pads=[1, 0, 1, 0]),
    _legal(X=((1, 1, 1, 3), "float32"), dilations=[2, 1], pads=[2, 0, 0, 0]),
    # The same for a window in the middle: the first and the last meet the input.
    _breaks("windows.meet-input", X=((1, 1, 1, 3), "float32"), dilations=[2, 1], pads=[2, 0, 2, 0]),
    _breaks("windows.meet-input", X=((1, 1, 2, 3), "float32"), dilations=[3, 1], pads=[3, 0, 2, 0]),
    _legal(strides=[5, 5]),
)
