/* A helper finds the best of a plane's window; outputs are counted in the step of a loop; Indices may be null. */
#include <stddef.h>
#include <stdint.h>
typedef struct { int32_t height, width; } Axes;
typedef struct { int32_t batch, channels; Axes in, out, kernel, stride, dilation, pad; } Shape;

static int64_t best_of(const float *plane, const Shape *p, int32_t top, int32_t left)
{
    int64_t best = -1;
    for (int32_t u = 0; u < p->kernel.height; u++) {
        const int32_t r = top + u * p->dilation.height;
        if (r < 0 || r >= p->in.height) continue;
        for (int32_t v = 0; v < p->kernel.width; v++) {
            const int32_t s = left + v * p->dilation.width;
            if (s < 0 || s >= p->in.width) continue;
            const int64_t at = (int64_t)r * p->in.width + s;
            if (best < 0 || plane[at] > plane[best]) best = at;
        }
    }
    return best;
}

void pool_best_of_plane(const Shape *p, const float *x, float *y, int64_t *indices)
{
    int64_t o = 0;
    for (int32_t n = 0; n < p->batch; n++) {
        for (int32_t c = 0; c < p->channels; c++) {
            const int64_t plane = ((int64_t)n * p->channels + c) * p->in.height * p->in.width;
            int64_t *found = indices ? indices : NULL;
            for (int32_t i = 0; i < p->out.height; i++) {
                for (int32_t j = 0; j < p->out.width; ++j, ++o) {
                    const int64_t at = plane + best_of(x + plane, p, i * p->stride.height - p->pad.height,
                                                       j * p->stride.width - p->pad.width);
                    y[o] = x[at];
                    if (found != NULL) found[o] = at;
                }
            }
        }
    }
}
