/* The position of the best in place of its value; Indices in 32 bits. */
#include <stdint.h>

void maxpool_argmax(const double *x, double *y, int32_t *idx, int32_t n, int32_t c, int32_t h, int32_t w, int32_t oh,
                    int32_t ow, int32_t kh, int32_t kw, int32_t sh, int32_t sw, int32_t ph, int32_t pw, int32_t dh,
                    int32_t dw)
{
    for (int32_t b = 0; b < n; ++b)
        for (int32_t k = 0; k < c; ++k)
            for (int32_t i = 0; i < oh; ++i)
                for (int32_t j = 0; j < ow; ++j) {
                    int32_t best = -1;
                    for (int32_t u = 0; u < kh; ++u)
                        for (int32_t v = 0; v < kw; ++v) {
                            int32_t r = i * sh + u * dh - ph;
                            int32_t s = j * sw + v * dw - pw;
                            if (r >= 0 && r < h && s >= 0 && s < w) {
                                int32_t o = ((b * c + k) * h + r) * w + s;
                                if (best < 0 || x[o] > x[best]) best = o;
                            }
                        }
                    y[((b * c + k) * oh + i) * ow + j] = x[best];
                    idx[((b * c + k) * oh + i) * ow + j] = best;
                }
}
