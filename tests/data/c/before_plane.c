#include <float.h>

/* A pointer to where the window would begin, before the plane too, and the taps in range counted from there. */
void pool_before_plane(const float *in, int in_w, int in_h, float *out, int out_w, int out_h, int channel, int kernel_w,
                       int kernel_h, int stride_w, int stride_h, int pad_w, int pad_h)
{
    for (int c = 0; c < channel; ++c, in += in_w * in_h) {
        for (int oy = 0; oy < out_h; ++oy) {
            for (int ox = 0; ox < out_w; ++ox, ++out) {
                const int left = ox * stride_w - pad_w, top = oy * stride_h - pad_h;
                const int kx0 = left < 0 ? -left : 0, kx1 = kernel_w < in_w - left ? kernel_w : in_w - left;
                const int ky0 = top < 0 ? -top : 0, ky1 = kernel_h < in_h - top ? kernel_h : in_h - top;
                const float *window = in + top * in_w + left;
                float max = -FLT_MAX;
                for (int ky = ky0; ky < ky1; ky++) {
                    for (int kx = kx0; kx < kx1; kx++) {
                        const float t = window[ky * in_w + kx];
                        if (t > max)
                            max = t;
                    }
                }
                *out = max;
            }
        }
    }
}
