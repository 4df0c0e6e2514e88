/* One loop over all outputs, and in it one over all taps. */
#include <stdint.h>

void pool_one_loop(const float *x, float *y, int64_t *indices, int n, int c, int h, int w, int oh, int ow, int kh,
                   int kw, int sh, int sw, int ph, int pw, int dh, int dw)
{
    const int total = n * c * oh * ow;
    for (int o = 0; o < total; o++) {
        const int j = o % ow;
        const int i = (o / ow) % oh;
        const int plane = o / (oh * ow);
        float best = 0;
        int64_t at = -1;
        for (int t = 0; t < kh * kw; t++) {
            const int row = i * sh - ph + (t / kw) * dh;
            const int column = j * sw - pw + (t % kw) * dw;
            if (row < 0 || row >= h || column < 0 || column >= w) continue;
            const int from = (plane * h + row) * w + column;
            if (at < 0 || x[from] > best) {
                best = x[from];
                at = from;
            }
        }
        y[o] = best;
        indices[o] = at;
    }
}
