"""Wrong programs: the reference's own loops with one change, and functions in C with one (`c_programs`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from textwrap import dedent, indent

from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import rejected
from proofs.program.obligations import FUNCTION
from proofs.program.running.witness import find
from proofs.program.source.language import Function
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parse
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.solvers.solvers import SOLVERS, opened
from proofs.soundness.falsehood import COSTLY, Falsehood
from proofs.soundness.topics.asides import RIGHT_ASIDES, WRONG_ASIDES
from reference import maxpool

INDENT = "    "
ASKED = "                            if 0 <= row < dX_2 and 0 <= column < dX_3:\n"
READ = "                                element = X[b, c, row, column]\n"
TAKEN = "                                    index = ((b * dX_1 + c) * dX_2 + row) * dX_3 + column\n"
ELSE = "                            else:\n"
STORED = "                    Indices[b, c, m, n] = index\n"
AGAIN = (
    "                if dX_0 > 1:\n                    for again in range(dY_3):\n"
    "                        Y[b, c, m, again] = X[b, c, 0, 0]\n"
)
"""Lines of the reference, and some that may stand behind them."""

CHANGES: tuple[tuple[str, str, str], ...] = (
    ("the last of equal elements", "element > best", "element >= best"),
    ("the least element", "element > best", "element < best"),
    ("compared with 0 at first", "if not found or element > best:", "if element > best:"),
    ("never found", "                                    found = True\n", ""),
    ("another element is taken", "best = element", "best = X[b, c, 0, 0]"),
    ("found for each cell once", "                    found = False\n", "                    found = n > 0\n"),
    ("the index is not taken", "index = ((b", "index = index + 0 * ((b"),
    ("the index in a plane", "((b * dX_1 + c) * dX_2 + row)", "row"),
    ("the channel is left out", "((b * dX_1 + c) * dX_2 + row)", "(b * dX_2 + row)"),
    ("rows are counted by columns", "+ row) * dX_3 + column", "+ row) * dX_2 + column"),
    ("the padding in the index", "* dX_3 + column", "* dX_3 + column + pads[1]"),
    ("the first row is left out", "0 <= row < dX_2", "0 < row < dX_2"),
    ("one row too many", "0 <= row < dX_2", "0 <= row <= dX_2"),
    ("columns before X", "0 <= column < dX_3", "column < dX_3"),
    ("the other size", "0 <= column < dX_3", "0 <= column < dX_2"),
    ("no dilation", "h * dilations[0]", "h"),
    ("the other stride", "m * strides[0]", "m * strides[1]"),
    ("the other padding", "h * dilations[0] - pads[0]", "h * dilations[0] - pads[2]"),
    ("padding added", "w * dilations[1] - pads[1]", "w * dilations[1] + pads[1]"),
    ("the kernel turned", "for h in range(kernel_shape[0])", "for h in range(kernel_shape[1])"),
    ("the first tap is left out", "for w in range(kernel_shape[1])", "for w in range(1, kernel_shape[1])"),
    ("the last window is left out", "for n in range(dY_3)", "for n in range(dY_3 - 1)"),
    ("the first batch alone", "for b in range(dX_0)", "for b in range(1)"),
    ("the draft's size", "// strides[0] + 1", "// (strides[0] + 1)"),
    ("one window more", "// strides[1] + 1", "// strides[1] + 2"),
    ("Y has a column more", "Y = new_Y(dX_0, dX_1, dY_2, dY_3)", "Y = new_Y(dX_0, dX_1, dY_2, dY_3 + 1)"),
    ("Indices have a batch more", "new_Indices(dX_0, dX_1", "new_Indices(dX_0 + 1, dX_1"),
    ("padding on one side", "dX_2 + pads[0] + pads[2]", "dX_2 + pads[0] + pads[0]"),
    ("written elsewhere", "Y[b, c, m, n] = best", "Y[b, c, m, 0] = best"),
    ("an index for Y", "Indices[b, c, m, n] = index", "Indices[b, c, m, n] = index + 1"),
    ("the last batch is left out", "for b in range(dX_0)", "for b in range(dX_0 - 1)"),
    ("no tap at 0", "0 <= column < dX_3", "0 <= column < dX_3 and w > 0"),
    ("read before it is asked", f"{ASKED}{READ}", f"{READ.removeprefix(INDENT)}{ASKED}"),
    ("read where it is not in range", TAKEN, f"{TAKEN}{ELSE}{READ}"),
    ("stored again after a row", STORED, f"{STORED}                Y[b, c, m, 0] = X[b, c, 0, 0]\n"),
    (
        "stored again in a branch",
        STORED,
        f"{STORED}{5 * INDENT}if dX_0 > 1:\n{6 * INDENT}Y[b, c, m, n] = X[b, c, 0, 0]\n",
    ),
    ("stored again by a loop in a branch", STORED, f"{STORED}{AGAIN}"),
    ("stored again after a channel", STORED, f"{STORED}            Indices[b, c, 0, 0] = 0\n"),
)
"""What is wrong, what stands in the reference, and what stands there instead."""

# --- with a `while`, a `continue` or a `break`: some right, and some wrong by one change

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
TURN = "".join(LOOP.splitlines(keepends=True)[1:])
WHILE = f"w = 0\nwhile w < kernel_shape[1]:\n{TURN}    w = w + 1\n"
CONTINUE = (
    f"for w in range(kernel_shape[1]):\n{COLUMN}"
    "    if row < 0 or row >= dX_2 or column < 0 or column >= dX_3:\n        continue\n"
    f"{indent(dedent(TAP), '    ')}"
)
BREAK = LOOP.replace(COLUMN, f"{COLUMN}    if column >= dX_3:\n        break\n")
BOTH = f"w = 0\nwhile w < kernel_shape[1]:\n{COLUMN}    w = w + 1\n    if column >= dX_3:\n        break\n" + (
    "    if row < 0 or row >= dX_2 or column < 0:\n        continue\n" + indent(dedent(TAP), "    ")
)

JUMPS = {"while": WHILE, "continue": CONTINUE, "break": BREAK, "while-and-both": BOTH}
"""What may stand in that loop's place."""
WRONG_JUMPS: tuple[tuple[str, str], ...] = (
    ("a while from 1", WHILE.replace("w = 0", "w = 1")),
    ("a while to one more", WHILE.replace("w <", "w <=")),
    ("a while to one less", WHILE.replace("kernel_shape[1]:", "kernel_shape[1] - 1:")),
    ("a while by two", WHILE.replace("w + 1", "w + 2")),
    ("a while that steps first", f"w = 0\nwhile w < kernel_shape[1]:\n    w = w + 1\n{TURN}"),
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

# --- with other loops around that one: some right, and some wrong by one change

ROW = "    row = m * strides[0] + h * dilations[0] - pads[0]\n"
TAPS = f"for h in range(kernel_shape[0]):\n{ROW}{indent(LOOP, INDENT)}"
CELLS = (
    f"for n in range(dY_3):\n    found = False\n    best = 0\n    index = -1\n{indent(TAPS, INDENT)}"
    "    Y[b, c, m, n] = best\n    Indices[b, c, m, n] = index\n"
)
"""The reference's loops over taps, and its innermost one over cells, as far to the left as they go."""
BREAK_IN_ROWS = TAPS.replace(ROW, f"{ROW}    if row >= dX_2:\n        break\n")
WHILE_OVER_CELLS = CELLS.replace("for n in range(dY_3)", "n = 0\nwhile n < dY_3") + "    n = n + 1\n"
BREAK_OVER_CELLS = CELLS.replace("range(dY_3):\n", "range(dY_3 + 1):\n    if n >= dY_3:\n        break\n")
BEGUN_IN_A_LOOP = CELLS.replace("    best = 0\n", "    best = 0\n    for again in range(1):\n        best = 0\n")
BATCHES = "for b in range(dX_0):\n"
BATCHES_COUNTED = (
    f"batches = 0\nfor each in range(dX_0):\n    batches = batches + 1\n{BATCHES.replace('dX_0', 'batches')}"
)
COLUMNS_FIRST = """\
top = 0
for w in range(kernel_shape[1]):
    column = n * strides[1] + w * dilations[1] - pads[1]
    for h in range(kernel_shape[0]):
        row = m * strides[0] + h * dilations[0] - pads[0]
        if 0 <= row < dX_2 and 0 <= column < dX_3:
            element = X[b, c, row, column]
            if not found or element > best or element == best and h < top:
                found = True
                best = element
                top = h
                index = ((b * dX_1 + c) * dX_2 + row) * dX_3 + column
"""
"""The taps in another order, in which the first maximum has to be told by its row."""

OTHER_LOOPS: Mapping[str, tuple[int, str, str]] = {
    "break-in-rows": (5, TAPS, BREAK_IN_ROWS),
    "while-over-cells": (4, CELLS, WHILE_OVER_CELLS),
    "columns-first": (5, TAPS, COLUMNS_FIRST),
    "break-over-cells": (4, CELLS, BREAK_OVER_CELLS),
    "begun-in-a-loop": (4, CELLS, BEGUN_IN_A_LOOP),
    "batches-counted": (1, BATCHES, BATCHES_COUNTED),
}
"""In how many loops what stands there, and what may stand in its place."""
WRONG_LOOPS: tuple[tuple[str, str, str, str], ...] = (
    ("break before the first row", "break-in-rows", "if row >= dX_2", "if row < 0"),
    ("a while over cells from 1", "while-over-cells", "n = 0", "n = 1"),
    ("columns first and nothing of rows", "columns-first", " or element == best and h < top", ""),
    ("columns first and the last row", "columns-first", "h < top", "h > top"),
    ("columns first and each row anew", "columns-first", "top = h", "top = h + 1"),
    ("break at the last cell", "break-over-cells", "n >= dY_3", "n >= dY_3 - 1"),
    ("break after the last cell", "break-over-cells", "n >= dY_3", "n > dY_3"),
    ("begun in a loop and found there", "begun-in-a-loop", "        best = 0", "        found = True"),
    ("a batch is counted before the first", "batches-counted", "batches = 0", "batches = 1"),
)
"""What is wrong, in which of these, what stands there, and what stands there instead."""


def in_place(text: str, loops: int = LOOPS_AROUND) -> str:
    """The text where it stands in the reference, in so many loops."""
    return indent(text, INDENT * loops)


def other_loops(name: str, old: str = "", new: str = "") -> tuple[str, str]:
    """What stands in the reference, and what may stand in its place, with one change."""
    around, there, instead = OTHER_LOOPS[name]
    return in_place(there, around), in_place(instead.replace(old, new, 1) if old else instead, around)


def beside(text: str) -> tuple[str, str]:
    """What stands in the reference, and the same with some lines behind the taps, before the result is stored."""
    store = "    Y[b, c, m, n] = best\n"
    return in_place(CELLS, 4), in_place(CELLS.replace(store, f"{indent(text, INDENT)}{store}"), 4)


@cache
def function(old: str, new: str) -> Function:
    """The reference's loops with one change; raises ValueError where there is nothing to be changed."""
    text = Path(maxpool.__file__).read_text(encoding="utf-8")
    head, _, loops = text.partition(f"def {FUNCTION}(")
    if old not in loops:
        raise ValueError(f"{old!r} does not stand in {FUNCTION}")
    return parse(f"{head}def {FUNCTION}({loops.replace(old, new, 1)}".encode(), FUNCTION)


def right_is_refused() -> bool:
    """The reference itself is not proved any more: then `maxpool check` fails."""
    return not is_proved("", "")


def goes_wrong(old: str, new: str) -> bool:
    """There is a call on which the function goes wrong, when it is run."""
    return find(function(old, new)) is not None


def is_proved(old: str, new: str) -> bool:
    """The function is proved."""
    try:
        return rejected(function(old, new), Session(opened(SOLVERS, BRIEF_LIMITS))) is None
    except Refused:
        return False


def right() -> Iterator[tuple[str, Callable[[], bool]]]:
    """The reference's own loops, and those with jumps that are right too, each with whether it is proved."""
    yield "the reference's own loops", partial(is_proved, "", "")
    for name, loop in JUMPS.items():
        yield f"python.{name}", partial(is_proved, in_place(LOOP), in_place(loop))
    for name in OTHER_LOOPS:
        yield f"python.{name}", partial(is_proved, *other_loops(name))
    for name, text in RIGHT_ASIDES.items():
        yield f"python.{name.replace(' ', '-')}", partial(is_proved, *beside(text))


def programs() -> Iterator[Falsehood]:
    """All of them."""
    jumps = ((wrong, in_place(LOOP), in_place(loop)) for wrong, loop in WRONG_JUMPS)
    others = ((wrong, *other_loops(*change)) for wrong, *change in WRONG_LOOPS)
    asides = ((wrong, *beside(text)) for wrong, text in WRONG_ASIDES.items())
    for wrong, old, new in (*CHANGES, *jumps, *others, *asides):
        label = f"python.{wrong.replace(' ', '-')}"
        yield Falsehood(label, "python", wrong, partial(goes_wrong, old, new), partial(is_proved, old, new), COSTLY)
