#include <stdint.h>
#include <float.h>

void maxpool(const float *x, float *y, int64_t *indices, int N, int C, int H, int W,
             int kernel_h, int kernel_w, int stride_h, int stride_w,
             int pad_top, int pad_left, int pad_bottom, int pad_right, int dil_h, int dil_w)
{
    int out_h = (H + pad_top + pad_bottom - dil_h * (kernel_h - 1) - 1) / stride_h + 1;
    int out_w = (W + pad_left + pad_right - dil_w * (kernel_w - 1) - 1) / stride_w + 1;
    for (int n = 0; n < N; n++) {
        for (int c = 0; c < C; c++) {
            for (int oh = 0; oh < out_h; oh++) {
                for (int ow = 0; ow < out_w; ow++) {
                    float best = 0.0f;
                    int64_t index = -1;
                    for (int kh = 0; kh < kernel_h; kh++) {
                        int ih = oh * stride_h - pad_top + kh * dil_h;
                        if (ih < 0 || ih >= H)
                            continue;
                        for (int kw = 0; kw < kernel_w; kw++) {
                            int iw = ow * stride_w - pad_left + kw * dil_w;
                            if (iw < 0 || iw >= W)
                                continue;
                            int64_t i = ((n * C + c) * H + ih) * W + iw;
                            if (index < 0 || x[i] > best) {
                                best = x[i];
                                index = i;
                            }
                        }
                    }
                    y[((n * C + c) * out_h + oh) * out_w + ow] = best;
                    indices[((n * C + c) * out_h + oh) * out_w + ow] = index;
                }
            }
        }
    }
}
