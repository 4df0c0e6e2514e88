/* The window in a function of its own, which gives the best element. */
static float window_max(const float *plane, int h, int w, int top, int left, int kh, int kw)
{
    float best = 0.0f;
    int seen = 0;
    for (int u = 0; u < kh; u++) {
        for (int v = 0; v < kw; v++) {
            const int r = top + u, s = left + v;
            if (r < 0 || r >= h || s < 0 || s >= w)
                continue;
            if (seen == 0 || plane[r * w + s] > best) {
                best = plane[r * w + s];
                seen = 1;
            }
        }
    }
    return best;
}

void pool_window(const float *x, float *y, int N, int C, int H, int W, int kernel_h, int kernel_w, int stride_h,
                 int stride_w, int pad_top, int pad_left, int pad_bottom, int pad_right)
{
    const int OH = (H + pad_top + pad_bottom - kernel_h) / stride_h + 1;
    const int OW = (W + pad_left + pad_right - kernel_w) / stride_w + 1;
    for (int n = 0; n < N; n++)
        for (int c = 0; c < C; c++)
            for (int i = 0; i < OH; i++)
                for (int j = 0; j < OW; j++)
                    y[((n * C + c) * OH + i) * OW + j] = window_max(x + (n * C + c) * H * W, H, W, i * stride_h - pad_top,
                                                                    j * stride_w - pad_left, kernel_h, kernel_w);
}
