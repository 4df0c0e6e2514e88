/* The output is the best so far; a choice in one expression. */
#include <float.h>
#include <stdint.h>

void rb_pool(const float *x, float *y, int N, int C, int H, int W, int OH, int OW, int KH, int KW, int SH, int SW, int PT, int PL, int DH, int DW)
{
    for (int n = 0; n < N; n++)
    for (int c = 0; c < C; c++)
    for (int i = 0; i < OH; i++)
    for (int j = 0; j < OW; j++) {
        const int o = ((n * C + c) * OH + i) * OW + j;
        y[o] = -FLT_MAX;
        for (int u = 0; u < KH; u++)
        for (int v = 0; v < KW; v++) {
            const int r = i * SH - PT + u * DH, s = j * SW - PL + v * DW;
            if (r < 0 || r >= H || s < 0 || s >= W) continue;
            const float e = x[((n * C + c) * H + r) * W + s];
            y[o] = e > y[o] ? e : y[o];
        }
    }
}
