"""The SONNX draft's worked examples, and the two listings of what ONNX Runtime is said to print for two of them.

The example lists print `dilation`; the attribute is `dilations`, as in the draft's own section on it, and bears that
name here.
"""

from __future__ import annotations

from dataclasses import replace

from spec.examples.model import Example, Grid, Misprint, OperatorName, grid
from spec.examples.sources import SONNX
from spec.operator.clauses import Source

ONNX_RUNTIME = "ONNX Runtime 1.23.2"


def _attributes(kernel_shape: tuple[int, int], pads: tuple[int, int, int, int]) -> dict[str, object]:
    """What an example list prints: all of them print unit dilations and strides, and differ in kernel and pads only."""
    return {
        # The lists leave these three out, and R2 wants every attribute set: R3, R4 and R5 leave one value for each.
        "auto_pad": "NOTSET",
        "ceil_mode": 0,
        "storage_order": 0,
        "kernel_shape": kernel_shape,
        "pads": pads,
        "dilations": (1, 1),
        "strides": (1, 1),
    }


def _small(
    section: str, number: int, line: int, dtype: str, pads: tuple[int, int, int, int], X: str, Y: Grid, Indices: Grid
) -> Example:
    """An example of the float or int section: they all put a 2 x 2 kernel on a 3 x 3 plane."""
    return Example(
        label=f"sonnx.{section}.{number}",
        source=Source(SONNX, f"MaxPool ({section}) Example {number}", line),
        operator=OperatorName.SONNX,
        dtype=dtype,
        attributes=_attributes((2, 2), pads),
        X=grid((1, 1, 3, 3), X),
        Y=Y,
        Indices=Indices,
        shape_Y=Y.shape,
    )


REAL_1 = Example(
    label="sonnx.real.1",
    source=Source(SONNX, "MaxPool (real) Example", 74),
    operator=OperatorName.SONNX,
    dtype="real",
    attributes=_attributes((3, 3), (0, 0, 0, 0)),
    X=grid(
        (1, 1, 8, 8),
        """
        5.67591154, -0.04859958, 2.94203104, 3.70327292, 2.47014306, 4.12455586, 5.81838665, 1.84118807
        -0.05267874, 2.75227858, 2.16608732, 4.03416243, 1.28184638, 4 81748948, 4.64878412, 3.31626988
        3.55427648, 0.39997585, 4.45761508, 4.82722666, 0.18843372, 0.49564314, 7.96647029, 4.82851447
        1.52417623, 2.28965587, 0.36251913, 1.64413983, 4.67267459, 3.73167179, 2.20052118, 2.06720836
        -1.22446366, -0.86469519, 6.01461967, -1.08813165, 2.11920055, 0.78561867, 0.29834533, 1.94499626
        1.57776732, 3.64260188, 3.47181319, 4.83723727, 1.49868674, 3.27683692, 2.42625178, 0.4401565
        6.8972704, 5.51113868, 5.99293336, 4.24088721, 1.94993561, -0.04040625, 3.07940675, 3.06769141
        3.1299626, 4.5546675, 3.5008191, 2.06181403, 3.27400104, 6.70386189, 0.92777015, -1.29092574
        """,
    ),
    Y=grid(
        (1, 1, 6, 6),
        """
        5.67591154, 4.82722666, 4.82722666, 4.82722666, 7.96647029, 7.96647029
        4.45761508, 4.82722666, 4.82722666, 4.82722666, 7.96647029, 7.96647029
        6.01461967, 6.01461967, 6.01461967, 4.82722666, 7.96647029, 7.96647029
        6.01461967, 6.01461967, 6.01461967, 4.83723727, 4.67267459, 3.73167179
        6.8972704, 6.01461967, 6.01461967, 4.83723727, 3.27683692, 3.27683692
        6.8972704, 5.99293336, 5.99293336, 6.70386189, 6.70386189, 6.70386189
        """,
    ),
    Indices=grid(
        (1, 1, 6, 6),
        """
        0, 19, 19, 19, 22, 22
        18, 19, 19, 19, 22, 22
        34, 34, 34, 19, 22, 22
        34, 34, 34, 43, 28, 29
        48, 34, 34, 43, 45, 45
        48, 50, 50, 61, 61, 61
        """,
    ),
    shape_Y=(1, 1, 6, 6),
    misprints=(
        Misprint(
            "X",
            (0, 0, 1, 5),
            "4 81748948",
            "4.81748948",
            "A space stands where the other cells have the decimal point. The printed outputs hold for any value here "
            "below 4.82722666, the maximum of the windows (0, 3) and (1, 3).",
        ),
    ),
)

FLOAT_1 = _small(
    "float",
    1,
    352,
    "double",
    (0, 0, 0, 0),
    """
    1.70792822, 1.59383029, 2.22933891
    1.39774388, 2.03411151, 3.15139065
    2.81201102, 5.85721996, 3.55039159
    """,
    grid((1, 1, 2, 2), "2.03411151, 3.15139065\n5.85721996, 5.85721996"),
    grid((1, 1, 2, 2), "4, 5\n7, 7"),
)

FLOAT_2 = _small(
    "float",
    2,
    403,
    "double",
    (1, 0, 1, 0),
    """
    2.41529657, 0.12586645, 5.17877496
    5.82770299, 3.77328965, 3.51988829
    1.40679595, 3.95043140, -1.37421443
    """,
    grid(
        (1, 1, 4, 2),
        """
        2.41529657, 5.17877496
        5.82770299, 5.17877496
        5.82770299, 3.95043140
        3.95043140, 3.95043140
        """,
    ),
    grid((1, 1, 4, 2), "0, 2\n3, 2\n3, 7\n7, 7"),
)

FLOAT_3 = _small(
    "float",
    3,
    458,
    "double",
    (0, 0, 0, 0),
    """
    -inf, -inf, 4.56432533
    -inf, -inf, 2.55354471
    2.83691720, 3.46789489, 5.23979851
    """,
    grid((1, 1, 2, 2), "-inf, 4.56432533e+000\n3.46789489e+000, 5.23979851e+000"),
    grid((1, 1, 2, 2), "0, 2\n7, 8"),
)

FLOAT_4 = _small(
    "float",
    4,
    512,
    "double",
    (1, 1, 1, 1),
    """
    -inf, 9.57875561, 4.56432533
    2.72844928, 3.54234851, 2.55354471
    2.83691720, 3.46789489, 5.23979851
    """,
    grid(
        (1, 1, 4, 4),
        """
        -inf, 9.57875561e+000, 9.57875561e+000, 4.56432533e+000
        2.72844928e+000, 9.57875561e+000, 9.57875561e+000, 4.56432533e+000
        2.83691720e+000, 3.54234851e+000, 5.23979851e+000, 5.23979851e+000
        2.83691720e+000, 3.46789489e+000, 5.23979851e+000, 5.23979851e+000
        """,
    ),
    grid((1, 1, 4, 4), "0, 1, 1, 2\n3, 1, 1, 2\n6, 4, 8, 8\n6, 7, 8, 8"),
)

FLOAT_3_ONNX_RUNTIME = replace(
    FLOAT_3,
    label="sonnx.float.3.onnxruntime",
    source=Source(SONNX, "MaxPool (float) Example 3 in ONNX Runtime", 577),
    Y=grid((1, 1, 2, 2), "-1.79769313e+308, 4.56432533e+000\n3.46789489e+000, 5.23979851e+000"),
    Indices=grid((1, 1, 2, 2), "-4, 2\n7, 8"),
    misprints=(
        Misprint(
            "Y",
            (0, 0, 0, 0),
            "-1.79769313e+308",
            "-inf",
            "All four taps are -inf; printed is the lowest finite double, which X does not hold.",
        ),
        Misprint("Indices", (0, 0, 0, 0), "-4", "0", "All four taps are -inf, the first of them at index 0."),
    ),
    listing_of="sonnx.float.3",
    printed_by=ONNX_RUNTIME,
)

INT_1 = _small(
    "int",
    1,
    710,
    "int8",
    (0, 0, 0, 0),
    "-12, -13, 5\n-14, -15, 6\n7, 8, -1",
    grid((1, 1, 2, 2), "-12, 6\n8, 8"),
    grid((1, 1, 2, 2), "0, 5\n7, 7"),
)

INT_2 = _small(
    "int",
    2,
    761,
    "int8",
    (0, 0, 0, 0),
    "-128, -128, 5\n-128, -128, 6\n7, 8, -1",
    grid((1, 1, 2, 2), "-128, 6\n8, 8"),
    grid((1, 1, 2, 2), "0, 5\n7, 7"),
)

INT_3 = _small(
    "int",
    3,
    812,
    "int8",
    (0, 1, 1, 1),
    "1, 2, 0\n0, 3, 5\n-2, 5, 6",
    grid((1, 1, 3, 4), "1, 3, 5, 5\n0, 5, 6, 6\n-2, 5, 6, 6"),
    grid((1, 1, 3, 4), "0, 4, 5, 5\n3, 7, 8, 8\n6, 7, 8, 8"),
)

INT_4 = replace(
    _small(
        "int",
        4,
        865,
        "int8",
        (1, 1, 1, 1),
        "-128, -127, 5\n-128, -127, 6\n7, 8, -128",
        grid((1, 1, 4, 4), "-128, -127, 5, 5\n-128, -127, 6, 6\n7, 8, 8, 6\n7, 8, 8, -128"),
        grid((1, 1, 4, 4), "0, 1, 2, 2\n3, 1, 5, 5\n6, 7, 7, 5\n6, 7, 7, 8"),
    ),
    misprints=(
        Misprint(
            "Indices",
            (0, 0, 1, 0),
            "3",
            "0",
            "The in-range taps are -128 at index 0 and -128 at index 3, and the first maximum is selected, as in the "
            "cell to the right, where -127 at 1 and at 4 gives 1.",
        ),
    ),
)

INT_5 = _small(
    "int",
    5,
    920,
    "uint8",
    (1, 1, 1, 1),
    "0, 1, 5\n1, 1, 6\n7, 8, 0",
    grid((1, 1, 4, 4), "0, 1, 5, 5\n1, 1, 6, 6\n7, 8, 8, 6\n7, 8, 8, 0"),
    grid((1, 1, 4, 4), "0, 1, 2, 2\n3, 1, 5, 5\n6, 7, 7, 5\n6, 7, 7, 8"),
)

INT_4_ONNX_RUNTIME = replace(
    INT_4,
    label="sonnx.int.4.onnxruntime",
    source=Source(SONNX, "MaxPool (int) Example 4 in ONNX Runtime", 980),
    Y=None,
    Indices=grid((1, 1, 4, 4), "-4, 1, 2, 2\n-4, 1, 5, 5\n6, 7, 7, 5\n6, 7, 7, -4"),
    misprints=(
        Misprint("Indices", (0, 0, 0, 0), "-4", "0", "The one in-range tap is -128 at index 0."),
        Misprint(
            "Indices",
            (0, 0, 1, 0),
            "-4",
            "0",
            "The in-range taps are -128 at index 0 and -128 at index 3. The draft names 3, its own misprint.",
        ),
        Misprint("Indices", (0, 0, 3, 3), "-4", "8", "The one in-range tap is -128 at index 8."),
    ),
    listing_of="sonnx.int.4",
    printed_by=ONNX_RUNTIME,
)

EXAMPLES: tuple[Example, ...] = (
    *(REAL_1, FLOAT_1, FLOAT_2, FLOAT_3, FLOAT_4, FLOAT_3_ONNX_RUNTIME),
    *(INT_1, INT_2, INT_3, INT_4, INT_5, INT_4_ONNX_RUNTIME),
)
