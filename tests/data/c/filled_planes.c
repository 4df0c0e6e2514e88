#include <float.h>

/* Each plane of both outputs is filled before its windows are looked at, and pointers go from plane to plane. */
void pool_filled_planes(const double *src, double *dst, long *idx, int N, int C, int H, int W, int OH, int OW, int KH,
                        int KW, int SH, int SW, int PH, int PW)
{
    double *out = dst;
    long *at = idx;
    const double *in = src;
    for (int n = 0; n < N; n++)
        for (int c = 0; c < C; c++) {
            const long cells = (long)OH * OW;
            for (long i = 0; i < cells; i++) {
                out[i] = -DBL_MAX;
                at[i] = -1;
            }
            for (int oh = 0; oh < OH; oh++)
                for (int ow = 0; ow < OW; ow++) {
                    const long o = (long)oh * OW + ow;
                    int top = oh * SH - PH, left = ow * SW - PW;
                    const int bottom = top + KH < H ? top + KH : H, right = left + KW < W ? left + KW : W;
                    top = top > 0 ? top : 0;
                    left = left > 0 ? left : 0;
                    for (int r = top; r < bottom; r++)
                        for (int s = left; s < right; s++) {
                            const long i = (long)r * W + s;
                            if (in[i] > out[o]) {
                                out[o] = in[i];
                                at[o] = ((long)n * C + c) * H * W + i;
                            }
                        }
                }
            in += (long)H * W;
            out += (long)OH * OW;
            at += (long)OH * OW;
        }
}
