/* Signed rows and columns, compared in size_t. */
#include <stddef.h>
#include <stdint.h>

int pool_cast(const float *x, float *y, int64_t *indices, size_t N, size_t C, size_t H, size_t W, size_t OH, size_t OW,
              size_t KH, size_t KW, int SH, int SW, int PT, int PL)
{
    for (size_t n = 0; n < N; ++n)
        for (size_t c = 0; c < C; ++c)
            for (size_t oh = 0; oh < OH; ++oh)
                for (size_t ow = 0; ow < OW; ++ow) {
                    float best = 0.0f;
                    int64_t at = -1;
                    for (size_t kh = 0; kh < KH; ++kh) {
                        for (size_t kw = 0; kw < KW; ++kw) {
                            const int r = (int)oh * SH + (int)kh - PT;
                            const int s = (int)ow * SW + (int)kw - PL;
                            if ((size_t)r < H && (size_t)s < W) {
                                const size_t o = ((n * C + c) * H + (size_t)r) * W + (size_t)s;
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
    return 0;
}
