/* Where an element stands is computed before it is asked whether the tap is in range. */
#include <stdint.h>
#define X_AT(n, c, h, w) ((((n) * C + (c)) * H + (h)) * W + (w))
#define Y_AT(n, c, h, w) ((((n) * C + (c)) * OH + (h)) * OW + (w))
void k_maxpool(const float *X, float *Y, int32_t *I, int32_t N, int32_t C, int32_t H, int32_t W, int32_t OH, int32_t OW,
               const int32_t kernel[2], const int32_t strides[2], const int32_t pads[4], const int32_t dilations[2])
{
    for (int32_t n = 0; n < N; n++)
        for (int32_t c = 0; c < C; c++)
            for (int32_t i = 0; i < OH; i++)
                for (int32_t j = 0; j < OW; j++) {
                    const int32_t h0 = i * strides[0] - pads[0];
                    const int32_t w0 = j * strides[1] - pads[1];
                    int32_t best = -1;
                    for (int32_t kh = 0; kh < kernel[0]; kh++)
                        for (int32_t kw = 0; kw < kernel[1]; kw++) {
                            const int32_t h = h0 + kh * dilations[0], w = w0 + kw * dilations[1];
                            const int32_t idx = X_AT(n, c, h, w);
                            if (h < 0 || h >= H || w < 0 || w >= W) continue;
                            if (best < 0 || X[idx] > X[best]) best = idx;
                        }
                    Y[Y_AT(n, c, i, j)] = X[best];
                    I[Y_AT(n, c, i, j)] = best;
                }
}
