/* Both outputs are filled before any window is looked at; where a window starts and ends is cut to the input. */
#include <float.h>
#include <stdint.h>
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

void pool_filled(const float *bottom, float *top, int64_t *mask, int num, int channels, int height, int width,
                 int pooled_h, int pooled_w, int kernel_h, int kernel_w, int stride_h, int stride_w, int pad_h, int pad_w)
{
    const int count = num * channels * pooled_h * pooled_w;
    for (int i = 0; i < count; ++i) {
        top[i] = -FLT_MAX;
        mask[i] = -1;
    }
    for (int n = 0; n < num; ++n) {
        for (int c = 0; c < channels; ++c) {
            const int plane = n * channels + c;
            for (int i = 0; i < pooled_h; ++i) {
                for (int j = 0; j < pooled_w; ++j) {
                    const int o = (plane * pooled_h + i) * pooled_w + j;
                    const int last = SMALLER(i * stride_h - pad_h + kernel_h, height);
                    const int right = SMALLER(j * stride_w - pad_w + kernel_w, width);
                    for (int r = LARGER(i * stride_h - pad_h, 0); r < last; ++r) {
                        for (int s = LARGER(j * stride_w - pad_w, 0); s < right; ++s) {
                            const int at = (plane * height + r) * width + s;
                            if (bottom[at] > top[o]) {
                                top[o] = bottom[at];
                                mask[o] = at;
                            }
                        }
                    }
                }
            }
        }
    }
}
