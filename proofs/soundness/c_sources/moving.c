/* The output pointer moves along. */
#include <stdint.h>

void pool_moving(const float *x, float *y, int64_t *indices, int n, int c, int h, int w, int oh, int ow, int kh, int kw,
                 int sh, int sw, int pt, int pl)
{
    for (int b = 0; b < n; b++)
        for (int k = 0; k < c; k++)
            for (int i = 0; i < oh; i++)
                for (int j = 0; j < ow; j++) {
                    float best = 0;
                    int64_t at = -1;
                    for (int u = 0; u < kh; u++)
                        for (int v = 0; v < kw; v++) {
                            int r = i * sh + u - pt, s = j * sw + v - pl;
                            if (r >= 0 && r < h && s >= 0 && s < w) {
                                int64_t o = (((int64_t)b * c + k) * h + r) * w + s;
                                if (at < 0 || x[o] > best) {
                                    best = x[o];
                                    at = o;
                                }
                            }
                        }
                    *y++ = best;
                    *indices++ = at;
                }
}
