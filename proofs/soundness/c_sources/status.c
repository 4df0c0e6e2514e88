/* A status; parameters in a structure; a helper for the index. */
#include <stdint.h>
#include <stddef.h>

typedef enum { POOL_OK = 0, POOL_BAD_ARGUMENT = 1 } pool_status;

typedef struct {
    int32_t n, c, h, w;
} tensor_shape;

typedef struct {
    int32_t kernel[2];
    int32_t stride[2];
    int32_t pad[4];
    int32_t dilation[2];
} pool_params;

static inline int64_t offset(const tensor_shape *s, int32_t n, int32_t c, int32_t h, int32_t w)
{
    return (((int64_t)n * s->c + c) * s->h + h) * s->w + w;
}

pool_status max_pool(const float *x, const tensor_shape *in_shape, float *y, int64_t *indices,
                     const tensor_shape *out_shape, const pool_params *p)
{
    if (x == NULL || y == NULL || indices == NULL || p->stride[0] <= 0 || p->stride[1] <= 0)
        return POOL_BAD_ARGUMENT;
    for (int32_t n = 0; n < in_shape->n; n++) {
        for (int32_t c = 0; c < in_shape->c; c++) {
            for (int32_t oh = 0; oh < out_shape->h; oh++) {
                for (int32_t ow = 0; ow < out_shape->w; ow++) {
                    int64_t at = -1;
                    float best = 0;
                    for (int32_t kh = 0; kh < p->kernel[0]; kh++) {
                        const int32_t h = oh * p->stride[0] + kh * p->dilation[0] - p->pad[0];
                        if (h < 0 || h >= in_shape->h)
                            continue;
                        for (int32_t kw = 0; kw < p->kernel[1]; kw++) {
                            const int32_t w = ow * p->stride[1] + kw * p->dilation[1] - p->pad[1];
                            if (w < 0 || w >= in_shape->w)
                                continue;
                            const int64_t o = offset(in_shape, n, c, h, w);
                            if (at == -1 || x[o] > best) {
                                best = x[o];
                                at = o;
                            }
                        }
                    }
                    y[offset(out_shape, n, c, oh, ow)] = best;
                    indices[offset(out_shape, n, c, oh, ow)] = at;
                }
            }
        }
    }
    return POOL_OK;
}
