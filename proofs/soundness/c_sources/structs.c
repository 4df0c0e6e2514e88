/* Sizes and attributes in structures; of `ys` the name does not say that it is of Y. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
struct shape4 { int n, c, h, w; };
struct pool2d { int kernel_h, kernel_w, stride_h, stride_w, pad_t, pad_l, dil_h, dil_w; };
static inline size_t offset4(const struct shape4 *s, int n, int c, int h, int w)
{
    return (((size_t)n * (size_t)s->c + (size_t)c) * (size_t)s->h + (size_t)h) * (size_t)s->w + (size_t)w;
}
static inline bool inside(int v, int limit) { return v >= 0 && v < limit; }
static inline void hdr_maxpool2d(const float *restrict x, const struct shape4 *xs, float *restrict y, int64_t *restrict argmax,
                                 const struct shape4 *ys, const struct pool2d *p)
{
    for (int n = 0; n < xs->n; n++)
    for (int c = 0; c < xs->c; c++)
    for (int oh = 0; oh < ys->h; oh++)
    for (int ow = 0; ow < ys->w; ow++) {
        bool any = false;
        float best = 0.0f;
        int64_t arg = -1;
        for (int kh = 0; kh < p->kernel_h; kh++)
        for (int kw = 0; kw < p->kernel_w; kw++) {
            const int ih = oh * p->stride_h - p->pad_t + kh * p->dil_h;
            const int iw = ow * p->stride_w - p->pad_l + kw * p->dil_w;
            if (!inside(ih, xs->h) || !inside(iw, xs->w)) continue;
            const size_t at = offset4(xs, n, c, ih, iw);
            if (!any || x[at] > best) { any = true; best = x[at]; arg = (int64_t)at; }
        }
        const size_t o = offset4(ys, n, c, oh, ow);
        y[o] = best;
        argmax[o] = arg;
    }
}
