"""Rules about element values: NaN, infinities, and what padding counts as."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rule import Rule

VALUES = (
    Rule(
        "nan-open",
        Level.WARNING,
        "What a NaN in a window does is left open",
        """
        NaN compares as neither larger nor smaller. A loop that keeps the larger of two elements skips it or keeps it
        for ever, according to the order of the operands, so that implementations differ where the document is silent.

        Say for the floating-point types whether a NaN is passed on, or counts as less than every number.
        """,
        """
        `Y` holds the maximum of each window. Types: float16, float32, float64.
        """,
        """
        `Y` holds the maximum of each window, where NaN counts as minus infinity. Types: float16, float32, float64.
        """,
    ),
    Rule(
        "all-nan-window-open",
        Level.WARNING,
        "What a window of NaN alone gives is left open",
        """
        The document says that a NaN is less than every number, or is left out, but not what happens when nothing else
        is there. The value may be NaN or minus infinity, and the index may be the first place or none.

        Say both, the value and the index.
        """,
        """
        In a window, NaN counts as minus infinity.
        """,
        """
        In a window, NaN counts as minus infinity. A window of NaN alone gives minus infinity, at its first element.
        """,
    ),
    Rule(
        "padding-selectable",
        Level.WARNING,
        "An element of the padding may be selected",
        """
        Padding is given a value that an element of the input may have too: minus infinity for floats, the lowest number
        for integers. Where a window holds nothing larger, the definition allows the maximum to be found in the padding,
        which has no index in the input.

        Say that the elements of the input alone take part, or that on a tie an element of the input wins.
        """,
        """
        Padding has the lowest value of its type. `Indices` holds the place of the maximum in the padded window.
        """,
        """
        Padding has the lowest value of its type. `Indices` holds the place of the maximum among the window's elements
        of the input.
        """,
    ),
    Rule(
        "pad-value-missing",
        Level.WARNING,
        "The value of padding is not said",
        """
        The document pads the input but does not say with what, for one of its types at least. With zero, a window of
        negative numbers at the border gives zero.

        Name the value for each type: minus infinity for the floating-point types, the lowest number for the others.
        """,
        """
        `pads` says how many elements are added at each end of an axis. Types: float32, int8, uint8.
        """,
        """
        `pads` says how many elements are added at each end of an axis. They are minus infinity for float32, -128 for
        int8 and 0 for uint8.
        """,
    ),
    Rule(
        "pad-value-wrong",
        Level.ERROR,
        "The value of padding is not the least of its type",
        """
        Padding takes part in a maximum without changing it only if nothing is less. The value that the document gives
        is larger than some element: the witness is a window at the border whose maximum would be the padding. Zero
        will do for unsigned types alone.

        Use minus infinity for the floating-point types, and the lowest number for the others.
        """,
        """
        For int8, padding is 0.
        """,
        """
        For int8, padding is -128.
        """,
    ),
)
