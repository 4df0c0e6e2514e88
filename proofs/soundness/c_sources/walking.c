/* A pointer is moved along each row of the window, and down by what is left of the row; there is no padding. */

void pool_walking(const float *src, float *dst, int n, int c, int h, int w, int kh, int kw, int sh, int sw)
{
    const int oh = (h - kh) / sh + 1, ow = (w - kw) / sw + 1;
    for (int p = 0; p < n * c; ++p) {
        for (int i = 0; i < oh; ++i) {
            for (int j = 0; j < ow; ++j) {
                const float *in = src + (p * h + i * sh) * w + j * sw;
                float best = *in;
                for (int u = 0; u < kh; ++u) {
                    for (int v = 0; v < kw; ++v) {
                        const float e = *in++;
                        if (e > best)
                            best = e;
                    }
                    in += w - kw;
                }
                *dst++ = best;
            }
        }
    }
}
