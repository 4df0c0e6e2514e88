/* Channels last; no dilation. */
#include <stdint.h>

void pool_nhwc(const float *x, float *y, int batch, int in_h, int in_w, int channels, int out_h, int out_w, int kernel_h,
               int kernel_w, int stride_h, int stride_w, int pad_top, int pad_left)
{
    for (int b = 0; b < batch; b++)
        for (int i = 0; i < out_h; i++)
            for (int j = 0; j < out_w; j++)
                for (int c = 0; c < channels; c++) {
                    float best = 0;
                    int seen = 0;
                    for (int u = 0; u < kernel_h; u++)
                        for (int v = 0; v < kernel_w; v++) {
                            int r = i * stride_h + u - pad_top, s = j * stride_w + v - pad_left;
                            if (r >= 0 && r < in_h && s >= 0 && s < in_w) {
                                float e = x[((b * in_h + r) * in_w + s) * channels + c];
                                if (!seen || e > best) {
                                    best = e;
                                    seen = 1;
                                }
                            }
                        }
                    y[((b * out_h + i) * out_w + j) * channels + c] = best;
                }
}
