/* Starts from -FLT_MAX, as most code does: right where no element is -inf. */
#include <float.h>

void pool_lowest(const float *x, float *y, int N, int C, int H, int W, int OH, int OW, int kh, int kw, int sh, int sw)
{
    for (int n = 0; n < N; n++)
        for (int c = 0; c < C; c++)
            for (int i = 0; i < OH; i++)
                for (int j = 0; j < OW; j++) {
                    float best = -FLT_MAX;
                    for (int u = 0; u < kh; u++)
                        for (int v = 0; v < kw; v++) {
                            const float e = x[((n * C + c) * H + i * sh + u) * W + j * sw + v];
                            if (e > best) best = e;
                        }
                    y[((n * C + c) * OH + i) * OW + j] = best;
                }
}
