"""The OpenVINO page's examples, under OpenVINO's attribute names, and the three layers of its XML block.

The page is one long line, so a source is a column.
"""

from __future__ import annotations

from collections.abc import Mapping

from spec.examples.model import Example, Grid, Misprint, OperatorName, RandomInput, grid
from spec.examples.sources import OPENVINO
from spec.operator.clauses import Source

_NO_TYPE = "The page states no element type."
_XML_COLUMN = 9278


def _example(
    number: int,
    column: int,
    attributes: Mapping[str, object],
    X: Grid,
    Y: Grid,
    Indices: Grid,
    misprints: tuple[Misprint, ...] = (),
    note: str = "",
) -> Example:
    return Example(
        label=f"openvino.8.{number}",
        source=Source(OPENVINO, f"Example {number}", 1, column),
        operator=OperatorName.OPENVINO,
        dtype="float",
        attributes=attributes,
        X=X,
        Y=Y,
        Indices=Indices,
        shape_Y=Y.shape,
        misprints=misprints,
        note=f"{_NO_TYPE} {note}".strip(),
    )


def _layer(number: int, attributes: Mapping[str, object], size_Y: int) -> Example:
    """A layer of the XML block, of whose text only the dimensions of input and outputs are left."""
    return Example(
        label=f"openvino.8.xml.{number}",
        source=Source(OPENVINO, f"Examples, layer {number}", 1, _XML_COLUMN),
        operator=OperatorName.OPENVINO,
        dtype="float",
        attributes=attributes,
        X=RandomInput((1, 3, 32, 32)),
        shape_Y=(1, 3, size_Y, size_Y),
        inferred=True,
        note=f"{_NO_TYPE} The block's tags and attributes are lost; only dimensions are printed, the same for both "
        "outputs.",
    )


# Examples 1, 3 and 5 print the same input.
_X = grid((1, 1, 3, 3), "-1, 2, 3\n4, 5, -6\n-7, 8, 9")

_SHAPE_OF_5 = (
    "The page's formula for valid has no rounding_type: ceil((3 - 2 + 1) / 2) = 1 on each axis, which leaves the "
    "first cell only. The sentence after the formulas would let rounding_type decide, and give 2."
)

EXAMPLES: tuple[Example, ...] = (
    _example(
        1,
        6635,
        {
            "strides": (1, 1),
            "pads_begin": (1, 1),
            "pads_end": (1, 1),
            "kernel": (2, 2),
            "rounding_type": "floor",
            "auto_pad": "explicit",
        },
        _X,
        grid((1, 1, 4, 4), "-1, 2, 3, 3\n4, 5, 5, -6\n4, 8, 9, 9\n-7, 8, 9, 9"),
        grid((1, 1, 4, 4), "0, 1, 2, 2\n3, 4, 4, 5\n3, 7, 8, 8\n6, 7, 8, 8"),
        misprints=(
            Misprint("Y", (0, 0, 1, 3), "-6", "3", "The in-range taps are 3 at index 2 and -6 at index 5."),
            Misprint("Indices", (0, 0, 1, 3), "5", "2", "The in-range taps are 3 at index 2 and -6 at index 5."),
        ),
    ),
    _example(
        2,
        7050,
        {"strides": (1,), "kernel": (3,), "rounding_type": "floor", "auto_pad": "valid"},
        grid((1, 1, 7), "-1, 2, 3, 5, -7, 9, 1"),
        grid((1, 1, 5), "3, 5, 5, 9, 9"),
        grid((1, 1, 5), "2, 3, 3, 5, 5"),
    ),
    _example(
        3,
        7317,
        {"strides": (1, 1), "kernel": (2, 2), "rounding_type": "floor", "auto_pad": "same_lower"},
        _X,
        grid((1, 1, 3, 3), "-1, 2, 3\n4, 5, 5\n4, 8, 9"),
        grid((1, 1, 3, 3), "0, 1, 2\n3, 4, 4\n3, 7, 8"),
        note="Both outputs lack the comma after the second row.",
    ),
    _example(
        4,
        7648,
        {"strides": (1, 1), "kernel": (2, 2), "rounding_type": "floor", "auto_pad": "same_upper"},
        grid((1, 2, 3, 3), "-1, 2, 3\n4, 5, -6\n-7, 8, 9\n2, -1, 5\n6, -7, 1\n8, 2, -3"),
        grid((1, 2, 3, 3), "5, 5, 3\n8, 9, 9\n8, 9, 9\n6, 5, 5\n8, 2, 1\n8, 2, -3"),
        grid((1, 2, 3, 3), "4, 4, 2\n7, 8, 8\n7, 8, 8\n12, 11, 11\n15, 16, 14\n15, 16, 17"),
        note="Both outputs lack the comma after the second row of the first channel.",
    ),
    _example(
        5,
        8096,
        {"strides": (2, 2), "kernel": (2, 2), "rounding_type": "ceil", "auto_pad": "valid"},
        _X,
        grid((1, 1, 2, 2), "5, 3\n8, 9"),
        grid((1, 1, 2, 2), "4, 2\n7, 8"),
        misprints=(
            Misprint("Y", (), "[1, 1, 2, 2]", "[1, 1, 1, 1]", _SHAPE_OF_5),
            Misprint("Indices", (), "[1, 1, 2, 2]", "[1, 1, 1, 1]", _SHAPE_OF_5),
        ),
        note="With auto_pad explicit, zero pads and rounding_type ceil, all printed cells hold.",
    ),
    _example(
        6,
        8407,
        {
            "strides": (1, 1),
            "kernel": (2, 2),
            "dilations": (2, 2),
            "rounding_type": "floor",
            "auto_pad": "explicit",
            "pads_begin": (1, 1),
            "pads_end": (1, 1),
        },
        grid((1, 1, 3, 3), "1, 2, 3\n4, 5, 6\n7, 8, 9"),
        grid((1, 1, 3, 3), "5, 6, 5\n8, 9, 8\n5, 6, 5"),
        grid((1, 1, 3, 3), "4, 5, 4\n7, 8, 7\n4, 5, 4"),
    ),
    _example(
        7,
        8820,
        {
            "strides": (1, 1),
            "kernel": (2, 2),
            "dilations": (1, 1),
            "rounding_type": "floor",
            "auto_pad": "explicit",
            "pads_begin": (0, 0),
            "pads_end": (0, 0),
            "axis": 2,
        },
        grid((1, 2, 3, 3), "1, 2, 3\n4, 5, 6\n7, 8, 9\n10, 11, 12\n13, 14, 15\n16, 17, 18"),
        grid((1, 2, 2, 2), "5, 6\n8, 9\n14, 15\n17, 18"),
        grid((1, 2, 2, 2), "4, 5\n7, 8\n4, 5\n7, 8"),
    ),
    _layer(1, {"strides": (1, 1), "kernel": (2, 2), "auto_pad": "same_upper"}, 32),
    _layer(
        2,
        {
            "strides": (2, 2),
            "pads_begin": (1, 1),
            "pads_end": (1, 1),
            "kernel": (2, 2),
            "auto_pad": "explicit",
        },
        17,
    ),
    _layer(3, {"strides": (2, 2), "kernel": (2, 2), "auto_pad": "valid"}, 16),
)
