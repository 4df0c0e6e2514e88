"""Plain implementations whose loops are in one piece, ask at their end, or are ended by a flag; all right."""

from __future__ import annotations

from tests.program_styles import HEAD, RETURN, SIZES, Style, cell

LOOP_STYLES: dict[str, Style] = {
    "one loop over all taps": cell(
        """
best, index = 0, -1
for t in range(kernel_shape[0] * kernel_shape[1]):
    u, v = divmod(t, kernel_shape[1])
    row = i * strides[0] - pads[0] + u * dilations[0]
    column = j * strides[1] - pads[1] + v * dilations[1]
    if not (0 <= row < H and 0 <= column < W):
        continue
    if index < 0 or X[n, c, row, column] > best:
        best, index = X[n, c, row, column], ((n * C + c) * H + row) * W + column
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            "divmod(t, kernel_shape[1])": "divmod(t, kernel_shape[0])",
            "u, v = divmod": "v, u = divmod",
            "range(kernel_shape[0] * kernel_shape[1])": "range(kernel_shape[0] * kernel_shape[0])",
            "range(kernel_shape[0] *": "range(1, kernel_shape[0] *",
            "        continue": "        break",
        },
    ),
    "one loop over all cells": Style(
        f"""\
{HEAD}
{SIZES}    plane = rows * columns
    for o in range(N * C * plane):
        n = o // (C * plane)
        rest = o - n * C * plane
        c = rest // plane
        i, j = divmod(rest - c * plane, columns)
        seen, best, index = False, 0, 0
        for t in range(kernel_shape[0] * kernel_shape[1]):
            row = i * strides[0] - pads[0] + t // kernel_shape[1] * dilations[0]
            column = j * strides[1] - pads[1] + t % kernel_shape[1] * dilations[1]
            if 0 <= row < H and 0 <= column < W and (not seen or X[n, c, row, column] > best):
                seen, best, index = True, X[n, c, row, column], ((n * C + c) * H + row) * W + column
        Y[n, c, i, j], Indices[n, c, i, j] = best, index
{RETURN}""",
        {
            "rest - c * plane, columns": "rest - c * plane, rows",
            "c = rest // plane": "c = rest // columns",
            "o // (C * plane)": "o // (N * plane)",
            "N * C * plane": "N * C * rows",
            "plane = rows * columns": "plane = rows * rows",
            "range(N * C * plane)": "range(N * C * plane - 1)",
        },
    ),
    "loops that ask at their end": cell(
        """
best, index, u = 0, -1, 0
while True:
    v, row = 0, i * strides[0] - pads[0] + u * dilations[0]
    while True:
        column = j * strides[1] - pads[1] + v * dilations[1]
        if 0 <= row < H and 0 <= column < W and (index < 0 or X[n, c, row, column] > best):
            best, index = X[n, c, row, column], ((n * C + c) * H + row) * W + column
        v += 1
        if v == kernel_shape[1]:
            break
    u += 1
    if not u < kernel_shape[0]:
        break
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            "not u < kernel_shape[0]": "u > kernel_shape[0]",
            "v == kernel_shape[1]": "v >= kernel_shape[0]",
            "u += 1": "u += 2",
            "v * dilations[1]": "v * dilations[0]",
            "best, index, u = 0, -1, 0": "best, index, u = 0, -1, 1",
        },
    ),
    "a flag that ends the rows": cell(
        """
best, index, u, done = 0, -1, 0, False
while not done and u < kernel_shape[0]:
    row = i * strides[0] - pads[0] + u * dilations[0]
    if row >= H:
        done = True
    else:
        for v in range(kernel_shape[1]):
            column = j * strides[1] - pads[1] + v * dilations[1]
            if row >= 0 and 0 <= column < W and (index < 0 or X[n, c, row, column] > best):
                best, index = X[n, c, row, column], ((n * C + c) * H + row) * W + column
        u += 1
Y[n, c, i, j] = best
Indices[n, c, i, j] = index
""",
        {
            "if row >= H": "if row < 0",
            "index, u, done = 0, -1, 0, False": "index, u, done = 0, -1, 0, True",
            "u += 1": "u += 2",
            "row >= H": "row >= H - 1",
            "u < kernel_shape[0]": "u < kernel_shape[1]",
        },
    ),
}
