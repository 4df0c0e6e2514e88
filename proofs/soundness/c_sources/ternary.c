/* What is out of range counts as -FLT_MAX; one size for both axes. */
#include <float.h>

void pool_ternary(const float *in, float *out, int batch, int c, int h, int w, int out_h, int out_w, int kernel, int stride,
                  int pad)
{
    int b, k, i, j, n, m;
    for (b = 0; b < batch; ++b)
        for (k = 0; k < c; ++k)
            for (i = 0; i < out_h; ++i)
                for (j = 0; j < out_w; ++j) {
                    float most = -FLT_MAX;
                    for (n = 0; n < kernel; ++n)
                        for (m = 0; m < kernel; ++m) {
                            const int row = i * stride + n - pad, column = j * stride + m - pad;
                            const int valid = row >= 0 && row < h && column >= 0 && column < w;
                            const float element = valid ? in[column + w * (row + h * (k + c * b))] : -FLT_MAX;
                            most = element > most ? element : most;
                        }
                    out[j + out_w * (i + out_h * (k + c * b))] = most;
                }
}
