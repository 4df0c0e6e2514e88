/* One question is asked for the index and again for the element; a tap beside the input counts as the lowest number. */
#include <float.h>

void pool_asked_twice(const float *x, float *y, int *indices, int n, int c, int h, int w, int out_h, int out_w,
                      int kernel, int stride, int pad)
{
    for (int p = 0; p < n * c; p++) {
        for (int i = 0; i < out_h; i++) {
            for (int j = 0; j < out_w; j++) {
                float most = -FLT_MAX;
                int where = -1;
                for (int u = 0; u < kernel; u++) {
                    for (int v = 0; v < kernel; v++) {
                        int row = i * stride + u - pad;
                        int column = j * stride + v - pad;
                        int at = column + w * (row + h * p);
                        int inside = (row >= 0 && row < h && column >= 0 && column < w);
                        float e = (inside != 0) ? x[at] : -FLT_MAX;
                        where = (e > most) ? at : where;
                        most = (e > most) ? e : most;
                    }
                }
                y[(p * out_h + i) * out_w + j] = most;
                indices[(p * out_h + i) * out_w + j] = where;
            }
        }
    }
}
