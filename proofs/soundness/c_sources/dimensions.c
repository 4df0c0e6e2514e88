#include <stdint.h>
void maxpool(int N, int C, int H, int W, int out_h, int out_w,
             const float x[N][C][H][W], float y[N][C][out_h][out_w], int64_t indices[N][C][out_h][out_w],
             int kernel_h, int kernel_w, int stride_h, int stride_w,
             int pad_top, int pad_left, int dil_h, int dil_w)
{
    for (int n = 0; n < N; n++) {
        for (int c = 0; c < C; c++) {
            for (int oh = 0; oh < out_h; oh++) {
                for (int ow = 0; ow < out_w; ow++) {
                    float best = 0.0f;
                    int64_t index = -1;
                    for (int kh = 0; kh < kernel_h; kh++) {
                        int ih = oh * stride_h - pad_top + kh * dil_h;
                        if (ih >= 0 && ih < H) {
                        for (int kw = 0; kw < kernel_w; kw++) {
                            int iw = ow * stride_w - pad_left + kw * dil_w;
                            if (iw >= 0 && iw < W && (index < 0 || x[n][c][ih][iw] > best)) {
                                best = x[n][c][ih][iw];
                                index = (((int64_t)n * C + c) * H + ih) * W + iw;
                            }
                        }
                        }
                    }
                    y[n][c][oh][ow] = best;
                    indices[n][c][oh][ow] = index;
                }
            }
        }
    }
}
