/* Before the input, rows and columns wrap to large numbers, which are none of its. */
#include <stddef.h>
#include <stdint.h>

void pool_wrapped(const float *x, float *y, int64_t *indices, size_t N, size_t C, size_t H, size_t W, size_t OH,
                  size_t OW, size_t KH, size_t KW, size_t SH, size_t SW, size_t DH, size_t DW, size_t PT, size_t PL)
{
    for (size_t n = 0; n < N; ++n)
        for (size_t c = 0; c < C; ++c)
            for (size_t oh = 0; oh < OH; ++oh)
                for (size_t ow = 0; ow < OW; ++ow) {
                    const size_t left = ow * SW - PL;
                    float best = 0.0f;
                    int64_t at = -1;
                    for (size_t kh = 0; kh < KH; ++kh) {
                        const size_t r = oh * SH + kh * DH - PT;
                        if (r >= H)
                            continue;
                        for (size_t kw = 0; kw < KW; ++kw) {
                            const size_t s = left + kw * DW;
                            if (s < W) {
                                const size_t o = ((n * C + c) * H + r) * W + s;
                                if (at < 0 || x[o] > best) {
                                    best = x[o];
                                    at = (int64_t)o;
                                }
                            }
                        }
                    }
                    y[((n * C + c) * OH + oh) * OW + ow] = best;
                    indices[((n * C + c) * OH + oh) * OW + ow] = at;
                }
}
