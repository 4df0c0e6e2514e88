/* The counter of the inner loop begins outside of the outer one, which sets it back. */
#include <stdint.h>

int pool_reset(const float *x, float *y, int64_t *indices, int N, int C, int H, int W, int OH, int OW, int KH, int KW,
               int SH, int SW, int PT, int PL)
{
    int kw = 0;
    for (int n = 0; n < N; n++) {
        for (int c = 0; c < C; c++) {
            for (int oh = 0; oh < OH; oh++) {
                for (int ow = 0; ow < OW; ow++) {
                    float best = 0;
                    int64_t at = -1;
                    int kh = 0;
                    while (kh < KH) {
                        while (kw < KW) {
                            int r = oh * SH + kh - PT, s = ow * SW + kw - PL;
                            if (0 <= r && r < H && 0 <= s && s < W) {
                                int64_t o = (((int64_t)n * C + c) * H + r) * W + s;
                                if (at < 0 || x[o] > best) {
                                    best = x[o];
                                    at = o;
                                }
                            }
                            kw++;
                        }
                        kw = 0;
                        kh++;
                    }
                    y[((n * C + c) * OH + oh) * OW + ow] = best;
                    indices[((n * C + c) * OH + oh) * OW + ow] = at;
                }
            }
        }
    }
    return 0;
}
