#include <math.h>
#include <stdint.h>

/* A window's corner is moved into X by a loop, and its element is the best one until a greater one is seen. */
void pool_clipped_by_loops(const float *x, float *y, int64_t *indices, long n, long c, long h, long w, long oh, long ow,
                           int kh, int kw, int sh, int sw, int ph, int pw, int dh, int dw)
{
    for (long p = 0; p < n * c; p++) {
        const float *plane = x + p * h * w;
        for (long i = 0; i < oh; i++) {
            for (long j = 0; j < ow; j++) {
                long top = i * sh - ph, left = j * sw - pw;
                long bottom = top + (kh - 1) * dh + 1, right = left + (kw - 1) * dw + 1;
                if (bottom > h)
                    bottom = h;
                if (right > w)
                    right = w;
                while (top < 0)
                    top += dh;
                while (left < 0)
                    left += dw;
                float best = -INFINITY;
                long at = top * w + left;
                for (long row = top; row < bottom; row += dh)
                    for (long column = left; column < right; column += dw)
                        if (plane[row * w + column] > best) {
                            best = plane[row * w + column];
                            at = row * w + column;
                        }
                y[(p * oh + i) * ow + j] = best;
                indices[(p * oh + i) * ow + j] = p * h * w + at;
            }
        }
    }
}
