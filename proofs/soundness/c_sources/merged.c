/* One loop over all planes. */
#include <stdint.h>
void maxpool_merged(const float *src, float *dst, int64_t *idx, int n, int c, int h, int w, int oh, int ow,
                    int kh, int kw, int sh, int sw, int ph, int pw)
{
    int p, i, j, u, v;
    for (p = 0; p < n * c; ++p) {
        for (i = 0; i < oh; ++i) {
            for (j = 0; j < ow; ++j) {
                float best = 0.0f;
                int64_t at = -1;
                for (u = 0; u < kh; ++u) {
                    int y = i * sh - ph + u;
                    if (y < 0 || y >= h) continue;
                    for (v = 0; v < kw; ++v) {
                        int x = j * sw - pw + v;
                        if (x < 0 || x >= w) continue;
                        int64_t o = ((int64_t)p * h + y) * w + x;
                        if (at < 0 || src[o] > best) { best = src[o]; at = o; }
                    }
                }
                dst[(p * oh + i) * ow + j] = best;
                idx[(p * oh + i) * ow + j] = at;
            }
        }
    }
}
