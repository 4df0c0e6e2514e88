/* One plane. */
#include <stdint.h>
void maxpool_u8(const uint8_t *src, uint8_t *dst, int height, int width, int pool_h, int pool_w, int stride_y, int stride_x)
{
    const int out_height = (height - pool_h) / stride_y + 1;
    const int out_width = (width - pool_w) / stride_x + 1;
    for (int oy = 0; oy < out_height; ++oy)
        for (int ox = 0; ox < out_width; ++ox) {
            uint8_t best = 0;
            for (int ky = 0; ky < pool_h; ++ky)
                for (int kx = 0; kx < pool_w; ++kx) {
                    uint8_t p = src[(oy * stride_y + ky) * width + ox * stride_x + kx];
                    if (p > best) best = p;
                }
            dst[oy * out_width + ox] = best;
        }
}
