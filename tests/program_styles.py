"""Plain implementations in the styles of different authors, all right, and for each what would make it wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HEAD = "def pool(X, new_Y, new_Indices, N, C, H, W, dilations, kernel_shape, pads, strides):"
SIZES = """\
    rows = (H + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) // strides[0] + 1
    columns = (W + pads[1] + pads[3] - dilations[1] * (kernel_shape[1] - 1) - 1) // strides[1] + 1
    Y = new_Y(N, C, rows, columns)
    Indices = new_Indices(N, C, rows, columns)
"""
CELLS = """\
    for n in range(N):
        for c in range(C):
            for i in range(rows):
                for j in range(columns):
"""
RETURN = "    return Y, Indices\n"


@dataclass(frozen=True, slots=True)
class Style:
    """A right function, and changes of one text to another, each of which makes it wrong."""

    text: str
    slips: Mapping[str, str]


def cell(body: str, slips: Mapping[str, str], *, before: str = "") -> Style:
    """A style with these lines for one cell."""
    lines = "".join(f"{' ' * 20}{line}\n" if line else "\n" for line in body.strip("\n").splitlines())
    return Style(f"{before}{HEAD}\n{SIZES}{CELLS}{lines}{RETURN}", slips)


STYLES: dict[str, Style] = {
    "the position of the best": cell(
        """
y, x = -1, -1
for p in range(kernel_shape[0]):
    row = i * strides[0] - pads[0] + p * dilations[0]
    if row < 0 or row >= H:
        continue
    for q in range(kernel_shape[1]):
        column = j * strides[1] - pads[1] + q * dilations[1]
        if column < 0 or column >= W:
            continue
        if y == -1 or X[n, c, row, column] > X[n, c, y, x]:
            y, x = row, column
Y[n, c, i, j] = X[n, c, y, x]
Indices[n, c, i, j] = ((n * C + c) * H + y) * W + x
""",
        {
            "> X[n, c, y, x]": ">= X[n, c, y, x]",
            "y == -1 or ": "x != -1 and ",
            "y, x = row, column": "y, x = row, q",
            "row >= H": "row > H",
            "row < 0": "row <= 0",
            "* W + x": "* W + y",
            "Y[n, c, i, j] = X[n, c, y, x]": "Y[n, c, i, j] = X[n, c, x, y]",
        },
    ),
    "the best tap": cell(
        """
seen, bp, bq = False, 0, 0
for p in range(kernel_shape[0]):
    for q in range(kernel_shape[1]):
        row = i * strides[0] - pads[0] + p * dilations[0]
        column = j * strides[1] - pads[1] + q * dilations[1]
        if row in range(H) and column in range(0, W):
            y = i * strides[0] - pads[0] + bp * dilations[0]
            x = j * strides[1] - pads[1] + bq * dilations[1]
            if not seen or X[n, c, row, column] > X[n, c, y, x]:
                seen, bp, bq = True, p, q
row = i * strides[0] - pads[0] + bp * dilations[0]
column = j * strides[1] - pads[1] + bq * dilations[1]
Y[n, c, i, j] = X[n, c, row, column]
Indices[n, c, i, j] = ((n * C + c) * H + row) * W + column
""",
        {
            "True, p, q": "True, q, p",
            "range(0, W)": "range(1, W)",
            "seen, bp, bq = False, 0, 0": "seen, bp, bq = True, 0, 0",
        },
    ),
    "None": cell(
        """
best = where = None
for p in range(kernel_shape[0]):
    for q in range(kernel_shape[1]):
        row = i * strides[0] - pads[0] + p * dilations[0]
        column = j * strides[1] - pads[1] + q * dilations[1]
        if not (0 <= row < H and 0 <= column < W):
            continue
        if best is None or best < X[n, c, row, column]:
            best, where = X[n, c, row, column], ((n * C + c) * H + row) * W + column
Y[n, c, i, j], Indices[n, c, i, j] = best, where
""",
        {
            "best is None or best <": "best is None or best <=",
            "best is None or best": "best is not None and best",
            "0 <= row < H and": "0 <= row < H or",
            "* W + column": "* W + q",
            "if not (": "if (",
        },
    ),
    "while": cell(
        """
found = False
best = index = 0
p = 0
while p < kernel_shape[0]:
    row = i * strides[0] - pads[0] + p * dilations[0]
    p += 1
    if row < 0 or row >= H:
        continue
    q = 0
    while q != kernel_shape[1]:
        column = j * strides[1] - pads[1] + q * dilations[1]
        q = q + 1
        if column < 0 or W <= column:
            continue
        if found and X[n, c, row, column] <= best:
            continue
        found = True
        best = X[n, c, row, column]
        index = ((n * C + c) * H + row) * W + column
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            "<= best": "< best",
            "p < kernel_shape[0]": "p <= kernel_shape[0]",
            "p += 1\n": "p += 2\n",
            "p = 0\n": "p = 1\n",
            "q != kernel_shape[1]": "q != kernel_shape[0]",
            "found = True\n": "found = False\n",
            "W <= column": "W < column",
        },
    ),
    "rows and columns by steps": cell(
        """
best, index = 0, -1
top, left = i * strides[0] - pads[0], j * strides[1] - pads[1]
for row in range(top, top + dilations[0] * kernel_shape[0], dilations[0]):
    if row >= H:
        break
    if row < 0:
        continue
    for column in range(left, left + dilations[1] * kernel_shape[1], dilations[1]):
        if column < 0:
            continue
        if column >= W:
            break
        if index < 0 or X[n, c, row, column] > best:
            best = X[n, c, row, column]
            index = n * C * H * W + c * H * W + row * W + column
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            "if column >= W": "if column >= W - 1",
            "if row >= H:": "if row >= H - 1:",
            "if row >= H:\n": "if row >= W:\n",
            "kernel_shape[0], dilations[0])": "kernel_shape[0] - 1, dilations[0])",
            "dilations[0] * kernel_shape[0], dilations[0]": "dilations[0] * kernel_shape[0], 1",
            "kernel_shape[1], dilations[1])": "kernel_shape[1], strides[1])",
            "column < 0": "column < 1",
            "> best": ">= best",
        },
    ),
    "clipped at both ends": cell(
        """
top, left = i * strides[0] - pads[0], j * strides[1] - pads[1]
p0 = max(0, -(top // dilations[0]))
p1 = min(kernel_shape[0], (H - 1 - top) // dilations[0] + 1)
q0 = max(-(left // dilations[1]), 0)
q1 = min((W - 1 - left) // dilations[1] + 1, kernel_shape[1])
best, index = 0, -1
for p in range(p0, p1):
    for q in range(q0, q1):
        row, column = top + p * dilations[0], left + q * dilations[1]
        if index == -1 or best < X[n, c, row, column]:
            best = X[n, c, row, column]
            index = column + W * (row + H * (c + C * n))
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            "max(0, -(top // dilations[0]))": "max(0, -top)",
            "// dilations[0] + 1": "// dilations[0]",
            "-(left // dilations[1])": "-left // dilations[1] + 1",
            "H - 1 - top": "H - top",
            "W - 1 - left": "H - 1 - left",
            "max(0, -(": "max(1, -(",
            "best < X": "best <= X",
        },
    ),
    "from the first tap in range": cell(
        """
top, left = i * strides[0] - pads[0], j * strides[1] - pads[1]
p0 = max(0, (dilations[0] - 1 - top) // dilations[0])
q0 = max(0, (dilations[1] - 1 - left) // dilations[1])
best = X[n, c, top + p0 * dilations[0], left + q0 * dilations[1]]
index = ((n * C + c) * H + top + p0 * dilations[0]) * W + left + q0 * dilations[1]
for p in range(p0, kernel_shape[0]):
    row = top + p * dilations[0]
    if row >= H:
        break
    for q in range(q0, kernel_shape[1]):
        column = left + q * dilations[1]
        if column >= W:
            break
        if X[n, c, row, column] > best:
            best = X[n, c, row, column]
            index = ((n * C + c) * H + row) * W + column
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            "> best": ">= best",
            "dilations[0] - 1 - top": "-top",
            "for q in range(q0,": "for q in range(q0 + 2,",
            "left + q0 * dilations[1]]": "left + q0 * dilations[0]]",
            "+ left + q0 * dilations[1]\n": "+ q0\n",
            "row >= H": "row >= W",
        },
    ),
    "read back": cell(
        """
Indices[n, c, i, j] = -1
for p in range(kernel_shape[0]):
    row = i * strides[0] - pads[0] + p * dilations[0]
    for q in range(kernel_shape[1]):
        column = j * strides[1] - pads[1] + q * dilations[1]
        if 0 <= row < H and 0 <= column < W:
            if Indices[n, c, i, j] == -1 or X[n, c, row, column] > Y[n, c, i, j]:
                Y[n, c, i, j] = X[n, c, row, column]
                Indices[n, c, i, j] = ((n * C + c) * H + row) * W + column
""",
        {
            "> Y[n, c, i, j]": ">= Y[n, c, i, j]",
            "Indices[n, c, i, j] = -1\n": "Indices[n, c, i, j] = 0\n",
            "== -1 or": "!= -1 and",
            "0 <= row < H": "0 < row < H",
            "* W + column": "* H + column",
        },
    ),
    "backwards from minus infinity": cell(
        """
best, index = float("-inf"), -1
for p in reversed(range(kernel_shape[0])):
    for q in range(kernel_shape[1] - 1, -1, -1):
        row = i * strides[0] - pads[0] + p * dilations[0]
        column = j * strides[1] - pads[1] + q * dilations[1]
        if 0 <= row < H and 0 <= column < W and X[n, c, row, column] >= best:
            best, index = X[n, c, row, column], ((n * C + c) * H + row) * W + column
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            ">= best": "> best",
            'float("-inf")': "0",
            "kernel_shape[1] - 1, -1, -1": "kernel_shape[1] - 1, 0, -1",
            "reversed(range(kernel_shape[0]))": "range(kernel_shape[0])",
            "reversed(range(": "reversed(range(1, ",
        },
    ),
    "a helper for the window": cell(
        """
top, left = i * strides[0] - pads[0], j * strides[1] - pads[1]
best, row, column = window(X, n, c, top, left, H, W, kernel_shape, dilations)
Y[n, c, i, j] = best
Indices[n, c, i, j] = flat((n, c), row, column) if False else flat(n, c, row, column, C=C, H=H, W=W)
""".replace("flat((n, c), row, column) if False else ", ""),
        {
            "not found or": "found and",
            "inside(row, H) and": "inside(row, W) and",
            "return best, y, x": "return best, x, y",
            "(n * C + c) * H": "(n * H + c) * C",
            "0 <= i < size": "0 <= i <= size",
            "x, found = column, True": "x, found = column, False",
        },
        before="""\
def inside(i, size):
    return 0 <= i < size


def flat(n, c, row, column, C, H, W):
    \"\"\"The place of an element.\"\"\"
    plane = (n * C + c) * H
    return (plane + row) * W + column


def window(X, n, c, top, left, H, W, kernel, dilation):
    found, best, y, x = False, 0, 0, 0
    for p in range(kernel[0]):
        for q in range(kernel[1]):
            row, column = top + p * dilation[0], left + q * dilation[1]
            if inside(row, H) and inside(column, W):
                element = X[n, c, row, column]
                if not found or element > best:
                    best, y = element, row
                    x, found = column, True
    return best, y, x


""",
    ),
}
