/* Loops that ask at their end. */
#include <stdint.h>

#define CLEAR(value, index) do { (value) = 0; (index) = -1; } while (0)

void pool_do(const float *x, float *y, int64_t *indices, int n, int c, int h, int w, int oh, int ow, int kh, int kw,
             int sh, int sw, int ph, int pw, int dh, int dw)
{
    for (int b = 0; b < n; b++) {
        for (int k = 0; k < c; k++) {
            int i = 0;
            do {
                int j = 0;
                do {
                    float best;
                    int64_t at;
                    CLEAR(best, at);
                    int u = 0;
                    do {
                        const int row = i * sh - ph + u * dh;
                        int v = kw, column = j * sw - pw;
                        if (row < 0 || row >= h) continue;
                        do {
                            if (column >= 0 && column < w) {
                                const int64_t from = ((int64_t)(b * c + k) * h + row) * w + column;
                                if (at < 0 || x[from] > best) {
                                    best = x[from];
                                    at = from;
                                }
                            }
                            column += dw;
                        } while (--v > 0);
                    } while (++u < kh);
                    y[((b * c + k) * oh + i) * ow + j] = best;
                    indices[((b * c + k) * oh + i) * ow + j] = at;
                    j++;
                } while (j != ow);
            } while (i++ < oh - 1);
        }
    }
}
