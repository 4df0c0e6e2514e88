"""Plain implementations in other styles, all right: other names, other orders of loops, other flags, clipped ranges."""

from __future__ import annotations

SENTINEL = """\
def pool(X, mk, mki, N, C, H, W, dil, ker, pad, st):
    oh = (H + (pad[0] + pad[2]) - ((ker[0] - 1) * dil[0] + 1)) // st[0] + 1
    ow = (W + pad[1] + pad[3] - (ker[1] - 1) * dil[1] - 1) // st[1] + 1
    out, arg = 0, 0
    Out = mk(N, C, oh, ow)
    Arg = mki(N, C, oh, ow)
    for j in range(ow):
        for i in range(0, oh):
            top = i * st[0] - pad[0]
            for p in range(N):
                for q in range(C):
                    out, arg = 0, -1
                    for u in range(ker[0]):
                        r = dil[0] * u + top
                        if r >= 0 and r < H:
                            for v in range(ker[1]):
                                s = j * st[1] - pad[1] + v * dil[1]
                                if s >= 0:
                                    if s < W:
                                        e = X[p, q, r, s]
                                        if arg == -1 or not (e <= out):
                                            out, arg = e, s + W * (r + H * (q + C * p))
                    Out[p, q, i, j] = out
                    Arg[p, q, i, j] = arg
    return Out, Arg
"""

ROWS_AND_COLUMNS = """\
def pool(X, new_Y, new_Indices, dX_0, dX_1, dX_2, dX_3, dilations, kernel_shape, pads, strides):
    dY_2 = (dX_2 + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) // strides[0] + 1
    dY_3 = (dX_3 + pads[1] + pads[3] - dilations[1] * (kernel_shape[1] - 1) - 1) // strides[1] + 1
    Y = new_Y(dX_0, dX_1, dY_2, dY_3)
    Indices = new_Indices(dX_0, dX_1, dY_2, dY_3)
    for b in range(dX_0):
        for c in range(dX_1):
            for m in range(dY_2):
                for n in range(dY_3):
                    first = True
                    best_row = 0
                    best_column = 0
                    best = 0
                    for h in range(kernel_shape[0]):
                        for w in range(kernel_shape[1]):
                            row = m * strides[0] + h * dilations[0] - pads[0]
                            column = n * strides[1] + w * dilations[1] - pads[1]
                            if 0 <= row < dX_2 and 0 <= column < dX_3:
                                if first:
                                    first = False
                                    best = X[b, c, row, column]
                                    best_row = row
                                    best_column = column
                                elif best < X[b, c, row, column]:
                                    best = X[b, c, row, column]
                                    best_row = row
                                    best_column = column
                    Y[b, c, m, n] = best
                    Indices[b, c, m, n] = ((b * dX_1 + c) * dX_2 + best_row) * dX_3 + best_column
    return Y, Indices
"""

CLIPPED = """\
def pool(X, new_Y, new_Indices, dX_0, dX_1, dX_2, dX_3, dilations, kernel_shape, pads, strides):
    dY_2 = (dX_2 + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) // strides[0] + 1
    dY_3 = (dX_3 + pads[1] + pads[3] - dilations[1] * (kernel_shape[1] - 1) - 1) // strides[1] + 1
    Y = new_Y(dX_0, dX_1, dY_2, dY_3)
    Indices = new_Indices(dX_0, dX_1, dY_2, dY_3)
    for b in range(dX_0):
        for c in range(dX_1):
            for m in range(dY_2):
                for n in range(dY_3):
                    found = False
                    best = 0
                    index = -1
                    row_start = m * strides[0] - pads[0]
                    h_start = max(0, (-row_start + dilations[0] - 1) // dilations[0])
                    for h in range(h_start, kernel_shape[0]):
                        row = row_start + h * dilations[0]
                        for w in range(kernel_shape[1]):
                            column = n * strides[1] + w * dilations[1] - pads[1]
                            if row < dX_2 and 0 <= column < dX_3:
                                element = X[b, c, row, column]
                                if not found or element > best:
                                    found = True
                                    best = element
                                    index = ((b * dX_1 + c) * dX_2 + row) * dX_3 + column
                    Y[b, c, m, n] = best
                    Indices[b, c, m, n] = index
    return Y, Indices
"""

CONTINUE = """\
def pool(X, new_Y, new_Indices, N_, C_, H_, W_, dilations, kernel_shape, pads, strides):
    N, C, H, W = X.shape
    top_pad, left_pad, bottom, right = pads
    sh, sw = strides
    dh, dw = dilations
    kh, kw = kernel_shape
    out_h = (H + top_pad + bottom - dh * (kh - 1) - 1) // sh + 1
    out_w = (X.shape[3] + left_pad + right - dw * (kw - 1) - 1) // sw + 1
    Y = new_Y(N, C, out_h, out_w)
    Indices = new_Indices(N, C, out_h, out_w)
    for n in range(N):
        for c in range(C):
            for i in range(out_h):
                for j in range(out_w):
                    best, index = 0, -1
                    for u in range(kh):
                        row = i * sh - top_pad + u * dh
                        if row < 0 or row >= H:
                            continue
                        for v in range(kw):
                            column = j * sw - left_pad + v * dw
                            if not 0 <= column < W:
                                continue
                            elif index >= 0 and X[n, c, row, column] <= best:
                                continue
                            best = X[n, c, row, column]
                            index = ((n * C + c) * H + row) * W + column
                    Y[n, c, i, j] = best
                    Indices[n, c, i, j] = index
    return Y, Indices
"""

STYLES = {"sentinel": SENTINEL, "rows and columns": ROWS_AND_COLUMNS, "clipped": CLIPPED, "continue": CONTINUE}
