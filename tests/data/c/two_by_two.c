#include <math.h>
#include <stdint.h>

/* Windows of two by two elements, whose taps one loop counts: the row is in the second bit and the column in the first. */
void pool_two_by_two(const float *x, float *y, int32_t *indices, int n, int c, int h, int w, int oh, int ow)
{
    for (int p = 0; p < n * c; p++)
        for (int i = 0; i < oh; i++)
            for (int j = 0; j < ow; j++) {
                float best = -INFINITY;
                int32_t at = -1;
                for (int t = 0; t < 4; t++) {
                    const int from = (p * h + 2 * i + (t >> 1)) * w + 2 * j + (t & 1);
                    if (at < 0 || x[from] > best) {
                        best = x[from];
                        at = from;
                    }
                }
                y[(p * oh + i) * ow + j] = best;
                indices[(p * oh + i) * ow + j] = at;
            }
}
