/* Pointers to the plane in hand. */
#include <stdint.h>

void pool_planes(const float *x, float *y, int64_t *indices, int batch, int channels, int height, int width,
                 int out_height, int out_width, const int *kernel, const int *strides, const int *pads)
{
    for (int n = 0; n < batch; n++) {
        for (int c = 0; c < channels; c++) {
            const float *plane = x + (n * channels + c) * height * width;
            float *out = y + (n * channels + c) * out_height * out_width;
            int64_t *index = indices + (n * channels + c) * out_height * out_width;
            for (int i = 0; i < out_height; i++) {
                for (int j = 0; j < out_width; j++) {
                    float best = 0;
                    int64_t at = -1;
                    for (int u = 0; u < kernel[0]; u++) {
                        int r = i * strides[0] + u - pads[0];
                        if (r < 0) continue;
                        if (r >= height) break;
                        for (int v = 0; v < kernel[1]; v++) {
                            int s = j * strides[1] + v - pads[1];
                            if (s < 0) continue;
                            if (s >= width) break;
                            float e = plane[r * width + s];
                            if (at < 0 || e > best) {
                                best = e;
                                at = (n * channels + c) * height * width + r * width + s;
                            }
                        }
                    }
                    out[i * out_width + j] = best;
                    index[i * out_width + j] = at;
                }
            }
        }
    }
}
