/* One image with its channels last, which the outermost loop counts; sizes of 16 bits; over rows and columns of X. */
#include <stdint.h>

void pool_hwc(const int8_t *in, uint16_t in_w, uint16_t in_h, uint16_t channels, uint16_t kernel_w, uint16_t kernel_h,
              uint16_t pad_w, uint16_t pad_h, uint16_t stride_w, uint16_t stride_h, uint16_t out_w, uint16_t out_h,
              int8_t *out)
{
    int16_t ch, x, y, r, s;
    for (ch = 0; ch < channels; ch++) {
        for (y = 0; y < out_h; y++) {
            for (x = 0; x < out_w; x++) {
                int best = -128;
                for (r = y * stride_h - pad_h; r < y * stride_h - pad_h + kernel_h; r++) {
                    for (s = x * stride_w - pad_w; s < x * stride_w - pad_w + kernel_w; s++) {
                        if (r >= 0 && s >= 0 && r < in_h && s < in_w) {
                            if (in[ch + channels * (s + r * in_w)] > best) {
                                best = in[ch + channels * (s + r * in_w)];
                            }
                        }
                    }
                }
                out[ch + channels * (x + y * out_w)] = best;
            }
        }
    }
}
