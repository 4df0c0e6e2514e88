/* Y and the flat position of the maximum, with the corner of the window carried along. */
#include <float.h>
#include <stdint.h>

void pool_corners(const float *x, float *y, int64_t *indices, int n, int c, int h, int w, int oh, int ow, int kh,
                  int kw, int sh, int sw, int ph, int pw, int dh, int dw)
{
    for (int b = 0; b < n; b++) {
        for (int k = 0; k < c; k++) {
            const float *plane = x + (b * c + k) * h * w;
            int top = -ph;
            for (int i = 0; i < oh; i++, top += sh) {
                int left = -pw;
                for (int j = 0; j < ow; j++, left += sw) {
                    const int to = ((b * c + k) * oh + i) * ow + j;
                    float best = -FLT_MAX;
                    int64_t argmax = -1;
                    int row = top;
                    for (int u = 0; u < kh; u++, row += dh) {
                        if (row < 0 || row >= h) continue;
                        int column = left;
                        for (int v = 0; v < kw; v++, column += dw) {
                            if (column < 0 || column >= w) continue;
                            if (argmax < 0 || plane[row * w + column] > best) {
                                best = plane[row * w + column];
                                argmax = (b * c + k) * h * w + row * w + column;
                            }
                        }
                    }
                    y[to] = best;
                    indices[to] = argmax;
                }
            }
        }
    }
}
