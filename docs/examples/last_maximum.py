"""Plain loops with one mistake: of equal elements they take the last."""


def maxpool(X, new_Y, new_Indices, N, C, H, W, dilations, kernel_shape, pads, strides):
    out_h = (H + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) // strides[0] + 1
    out_w = (W + pads[1] + pads[3] - dilations[1] * (kernel_shape[1] - 1) - 1) // strides[1] + 1
    Y = new_Y(N, C, out_h, out_w)
    Indices = new_Indices(N, C, out_h, out_w)
    for n in range(N):
        for c in range(C):
            for i in range(out_h):
                for j in range(out_w):
                    best, index = 0, -1
                    for u in range(kernel_shape[0]):
                        row = i * strides[0] - pads[0] + u * dilations[0]
                        for v in range(kernel_shape[1]):
                            column = j * strides[1] - pads[1] + v * dilations[1]
                            if 0 <= row < H and 0 <= column < W and (index < 0 or X[n, c, row, column] >= best):
                                best = X[n, c, row, column]
                                index = ((n * C + c) * H + row) * W + column
                    Y[n, c, i, j] = best
                    Indices[n, c, i, j] = index
    return Y, Indices
