/* Starts from -FLT_MAX and keeps the index of what is greater; rows and columns are clipped before the loops. */
#include <float.h>
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define LESS(a, b) ((a) < (b) ? (a) : (b))

void pool_index(const float *x, float *y, long *where, int N, int C, int H, int W, int pooled_h, int pooled_w,
                int kernel_h, int kernel_w, int stride_h, int stride_w, int pad_h, int pad_w)
{
    for (int n = 0; n < N; ++n)
        for (int c = 0; c < C; ++c)
            for (int i = 0; i < pooled_h; ++i)
                for (int j = 0; j < pooled_w; ++j) {
                    int top = i * stride_h - pad_h, left = j * stride_w - pad_w;
                    const int bottom = LESS(top + kernel_h, H), right = LESS(left + kernel_w, W);
                    top = GREATER(top, 0);
                    left = GREATER(left, 0);
                    float best = -FLT_MAX;
                    long at = -1;
                    for (int r = top; r < bottom; ++r)
                        for (int s = left; s < right; ++s) {
                            const long o = ((long)(n * C + c) * H + r) * W + s;
                            if (x[o] > best) {
                                best = x[o];
                                at = o;
                            }
                        }
                    y[((n * C + c) * pooled_h + i) * pooled_w + j] = best;
                    where[((n * C + c) * pooled_h + i) * pooled_w + j] = at;
                }
}
