/* Y alone; the choice starts with a flag; sizes of Y are passed; everything size_t but the positions. */
#include <stddef.h>
#include <stdbool.h>

void max_pool_2d(const float *restrict input, float *restrict output, size_t batch, size_t channels, size_t in_height,
                 size_t in_width, size_t out_height, size_t out_width, size_t kernel_height, size_t kernel_width,
                 size_t stride_height, size_t stride_width, size_t pad_top, size_t pad_left)
{
    for (size_t b = 0; b < batch; ++b)
        for (size_t ch = 0; ch < channels; ++ch)
            for (size_t r = 0; r < out_height; ++r)
                for (size_t q = 0; q < out_width; ++q) {
                    bool found = false;
                    float m = 0.0f;
                    for (size_t i = 0; i < kernel_height; ++i) {
                        const ptrdiff_t row = (ptrdiff_t)(r * stride_height + i) - (ptrdiff_t)pad_top;
                        for (size_t j = 0; j < kernel_width; ++j) {
                            const ptrdiff_t col = (ptrdiff_t)(q * stride_width + j) - (ptrdiff_t)pad_left;
                            if (row >= 0 && row < (ptrdiff_t)in_height && col >= 0 && col < (ptrdiff_t)in_width) {
                                const float v = input[((b * channels + ch) * in_height + (size_t)row) * in_width + (size_t)col];
                                if (!found || v > m) {
                                    m = v;
                                    found = true;
                                }
                            }
                        }
                    }
                    output[((b * channels + ch) * out_height + r) * out_width + q] = m;
                }
}
