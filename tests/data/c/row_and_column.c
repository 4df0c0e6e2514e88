#include <stdint.h>

/* The best element's row and column are kept apart, in steps of the dilation, and put together at the end. */
void pool_row_and_column(const int8_t *x, int8_t *y, int64_t *indices, int64_t c, int64_t h, int64_t w, int64_t oh,
                         int64_t ow, const int64_t kernel[2], const int64_t strides[2], const int64_t dilations[2],
                         const int64_t pads[4])
{
    for (int64_t k = 0; k < c; k++)
        for (int64_t i = 0; i < oh; i++)
            for (int64_t j = 0; j < ow; j++) {
                int64_t top = i * strides[0] - pads[0], left = j * strides[1] - pads[1];
                int64_t row = -1, column = -1;
                int8_t best = 0;
                for (int64_t r = top; r < top + kernel[0] * dilations[0]; r += dilations[0]) {
                    if (r < 0 || r >= h)
                        continue;
                    for (int64_t s = left; s < left + kernel[1] * dilations[1]; s += dilations[1]) {
                        if (s < 0 || s >= w)
                            continue;
                        if (row < 0 || x[(k * h + r) * w + s] > best) {
                            best = x[(k * h + r) * w + s];
                            row = r;
                            column = s;
                        }
                    }
                }
                y[(k * oh + i) * ow + j] = best;
                indices[(k * oh + i) * ow + j] = k * h * w + row * w + column;
            }
}
