#include <stdint.h>
#include <stddef.h>
#define MIN(a,b) ((a)<(b)?(a):(b))
#define MAX(a,b) ((a)>(b)?(a):(b))
/* clipped bounds, running pointer, indices */
typedef struct { int32_t kh, kw, sh, sw, pt, pl; } pool_t;
void pool(const int8_t *src, int8_t *dst, int64_t *idx, int32_t n, int32_t c, int32_t h, int32_t w, int32_t oh, int32_t ow, const pool_t *p)
{
    for (int32_t b = 0; b < n; ++b)
    for (int32_t ch = 0; ch < c; ++ch) {
        const int8_t *plane = src + ((int64_t)b * c + ch) * h * w;
        for (int32_t y = 0; y < oh; ++y)
        for (int32_t x = 0; x < ow; ++x) {
            int32_t y0 = y * p->sh - p->pt, x0 = x * p->sw - p->pl;
            int32_t y1 = MIN(y0 + p->kh, h), x1 = MIN(x0 + p->kw, w);
            y0 = MAX(y0, 0); x0 = MAX(x0, 0);
            int8_t best = INT8_MIN; int64_t at = -1;
            for (int32_t i = y0; i < y1; ++i)
            for (int32_t j = x0; j < x1; ++j) {
                int8_t v = plane[(int64_t)i * w + j];
                if (at < 0 || v > best) { best = v; at = (((int64_t)b * c + ch) * h + i) * w + j; }
            }
            *dst++ = best;
            *idx++ = at;
        }
    }
}
