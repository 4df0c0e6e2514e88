/* While loops; a running row. */
#include <stdint.h>

int pool_while(const float *x, float *y, int64_t *indices, int N, int C, int H, int W, int OH, int OW, int KH, int KW,
               int SH, int SW, int PT, int PL)
{
    int n = 0;
    while (n < N) {
        int c = 0;
        while (c < C) {
            int oh = 0;
            while (oh < OH) {
                int ow = 0;
                while (ow < OW) {
                    float best = 0;
                    int64_t at = -1;
                    int kh = 0;
                    while (kh < KH) {
                        int kw = 0;
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
                        kh++;
                    }
                    y[((n * C + c) * OH + oh) * OW + ow] = best;
                    indices[((n * C + c) * OH + oh) * OW + ow] = at;
                    ow++;
                }
                oh++;
            }
            c++;
        }
        n++;
    }
    return 0;
}
