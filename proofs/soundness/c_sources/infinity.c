/* Starts from -INFINITY; a macro for the maximum; one size for both axes. */
#include <math.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void maxpool_square(const float *in, float *out, int n, int c, int h, int w, int kernel, int stride, int pad)
{
    const int oh = (h + 2 * pad - kernel) / stride + 1;
    const int ow = (w + 2 * pad - kernel) / stride + 1;
    for (int b = 0; b < n; b++)
        for (int k = 0; k < c; k++)
            for (int y = 0; y < oh; y++)
                for (int x = 0; x < ow; x++) {
                    float best = -INFINITY;
                    for (int i = 0; i < kernel; i++)
                        for (int j = 0; j < kernel; j++) {
                            int yy = y * stride + i - pad;
                            int xx = x * stride + j - pad;
                            if (yy < 0 || yy >= h || xx < 0 || xx >= w) continue;
                            best = MAX(best, in[((b * c + k) * h + yy) * w + xx]);
                        }
                    out[((b * c + k) * oh + y) * ow + x] = best;
                }
}
