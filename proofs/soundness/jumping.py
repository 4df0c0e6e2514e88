"""The reference's loops with a `while`, a `continue` or a `break` in them: some right, and some wrong by one change."""

from __future__ import annotations

from textwrap import dedent, indent

LOOP = """\
for w in range(kernel_shape[1]):
    column = n * strides[1] + w * dilations[1] - pads[1]
    if 0 <= row < dX_2 and 0 <= column < dX_3:
        element = X[b, c, row, column]
        if not found or element > best:
            found = True
            best = element
            index = ((b * dX_1 + c) * dX_2 + row) * dX_3 + column
"""
"""The reference's innermost loop, as far to the left as it goes; in the reference it stands in six others."""
LOOPS_AROUND = 6
COLUMN, TAP = LOOP.splitlines(keepends=True)[1], "".join(LOOP.splitlines(keepends=True)[3:])
ASKED = "".join(LOOP.splitlines(keepends=True)[1:])
WHILE = f"w = 0\nwhile w < kernel_shape[1]:\n{ASKED}    w = w + 1\n"
CONTINUE = (
    f"for w in range(kernel_shape[1]):\n{COLUMN}"
    "    if row < 0 or row >= dX_2 or column < 0 or column >= dX_3:\n        continue\n"
    f"{indent(dedent(TAP), '    ')}"
)
BREAK = LOOP.replace(COLUMN, f"{COLUMN}    if column >= dX_3:\n        break\n")
BOTH = f"w = 0\nwhile w < kernel_shape[1]:\n{COLUMN}    w = w + 1\n    if column >= dX_3:\n        break\n" + (
    "    if row < 0 or row >= dX_2 or column < 0:\n        continue\n" + indent(dedent(TAP), "    ")
)

RIGHT = {"while": WHILE, "continue": CONTINUE, "break": BREAK, "while-and-both": BOTH}
"""What may stand in that loop's place."""
WRONG: tuple[tuple[str, str], ...] = (
    ("a while from 1", WHILE.replace("w = 0", "w = 1")),
    ("a while to one more", WHILE.replace("w <", "w <=")),
    ("a while to one less", WHILE.replace("kernel_shape[1]:", "kernel_shape[1] - 1:")),
    ("a while by two", WHILE.replace("w + 1", "w + 2")),
    ("a while that steps first", f"w = 0\nwhile w < kernel_shape[1]:\n    w = w + 1\n{ASKED}"),
    ("a while in one turn", f"{WHILE}    break\n"),
    ("continue at the first column", CONTINUE.replace("column < 0", "column <= 0")),
    ("continue beyond the last column", CONTINUE.replace("column >= dX_3", "column > dX_3")),
    ("continue for rows alone", CONTINUE.replace(" or column < 0 or column >= dX_3", "")),
    ("break before the first column", BREAK.replace("if column >= dX_3:", "if column < 0:", 1)),
    ("break at the last column", BREAK.replace("if column >= dX_3:", "if column >= dX_3 - 1:", 1)),
    ("break after the first element", f"{LOOP}        break\n"),
    ("break in a while before the first", BOTH.replace("if column >= dX_3", "if column < 0", 1)),
)
"""What is wrong, and what stands in that loop's place."""


def in_place(text: str) -> str:
    """The text where that loop stands in the reference."""
    return indent(text, "    " * LOOPS_AROUND)
