/* The best so far is kept in Y itself. */
#include <math.h>

void pool_readback(const float *x, float *y, int N, int C, int H, int W, int OH, int OW, int kh, int kw, int sh, int sw,
                   int pt, int pl)
{
    for (int n = 0; n < N; n++)
        for (int c = 0; c < C; c++)
            for (int i = 0; i < OH; i++)
                for (int j = 0; j < OW; j++) {
                    int o = ((n * C + c) * OH + i) * OW + j;
                    y[o] = -INFINITY;
                    for (int u = 0; u < kh; u++)
                        for (int v = 0; v < kw; v++) {
                            int r = i * sh + u - pt, s = j * sw + v - pl;
                            if (r >= 0 && r < H && s >= 0 && s < W && x[((n * C + c) * H + r) * W + s] > y[o])
                                y[o] = x[((n * C + c) * H + r) * W + s];
                        }
                }
}
