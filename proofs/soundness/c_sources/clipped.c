/* The range of taps is clipped before the loops; the first tap starts the choice. */
#include <stdint.h>
static int imax(int a, int b) { return a > b ? a : b; }
static int imin(int a, int b) { return a < b ? a : b; }

void pool_clipped(const float *x, float *y, int64_t *indices, int N, int C, int H, int W, int OH, int OW, int kernel_h,
                  int kernel_w, int stride_h, int stride_w, int pad_h, int pad_w)
{
    for (int n = 0; n < N; n++)
        for (int c = 0; c < C; c++)
            for (int oh = 0; oh < OH; oh++)
                for (int ow = 0; ow < OW; ow++) {
                    const int h0 = imax(oh * stride_h - pad_h, 0), h1 = imin(oh * stride_h - pad_h + kernel_h, H);
                    const int w0 = imax(ow * stride_w - pad_w, 0), w1 = imin(ow * stride_w - pad_w + kernel_w, W);
                    int64_t at = -1;
                    float best = 0;
                    for (int h = h0; h < h1; h++)
                        for (int w = w0; w < w1; w++) {
                            const int64_t o = (((int64_t)n * C + c) * H + h) * W + w;
                            if (at < 0 || x[o] > best) {
                                best = x[o];
                                at = o;
                            }
                        }
                    y[((n * C + c) * OH + oh) * OW + ow] = best;
                    indices[((n * C + c) * OH + oh) * OW + ow] = at;
                }
}
