/* What is out of range counts as -FLT_MAX, with the place of what is chosen. */
#include <float.h>
#include <stdint.h>

void pool_picked(const float *in, float *out, int64_t *where, int64_t batch, int64_t c, int64_t h, int64_t w, int64_t out_h,
                 int64_t out_w, int64_t kernel, int64_t stride, int64_t pad)
{
    for (int64_t p = 0; p < batch * c; ++p)
        for (int64_t i = 0; i < out_h; ++i)
            for (int64_t j = 0; j < out_w; ++j) {
                float most = -FLT_MAX;
                int64_t at = -1;
                for (int64_t n = 0; n < kernel; ++n)
                    for (int64_t m = 0; m < kernel; ++m) {
                        const int64_t row = i * stride + n - pad, column = j * stride + m - pad;
                        const int valid = row >= 0 && row < h && column >= 0 && column < w;
                        const float element = valid ? in[(p * h + row) * w + column] : -FLT_MAX;
                        if (element > most) {
                            most = element;
                            at = (p * h + row) * w + column;
                        }
                    }
                out[(p * out_h + i) * out_w + j] = most;
                where[(p * out_h + i) * out_w + j] = at;
            }
}
