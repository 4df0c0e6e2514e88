/* Sizes in lists with the channels last; the part of each window that is inside the input, by its first and last tap. */
#include <float.h>
#include <stdint.h>

typedef struct { int32_t dims[4]; } shape;
struct settings { int stride_height, stride_width, filter_height, filter_width, padding_top, padding_left; };

static int at(const shape *s, int a, int b, int c, int d)
{
    return ((a * s->dims[1] + b) * s->dims[2] + c) * s->dims[3] + d;
}

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

void pool_lists(const struct settings *p, const shape *input_shape, const float *input, const shape *output_shape,
                float *output)
{
    for (int n = 0; n < input_shape->dims[0]; ++n) {
        for (int i = 0; i < output_shape->dims[1]; ++i) {
            for (int j = 0; j < output_shape->dims[2]; ++j) {
                for (int c = 0; c < input_shape->dims[3]; ++c) {
                    const int top = i * p->stride_height - p->padding_top;
                    const int left = j * p->stride_width - p->padding_left;
                    const int last_u = smaller(p->filter_height, input_shape->dims[1] - top);
                    const int last_v = smaller(p->filter_width, input_shape->dims[2] - left);
                    float best = -FLT_MAX;
                    for (int u = larger(0, -top); u < last_u; ++u) {
                        for (int v = larger(0, -left); v < last_v; ++v) {
                            const float e = input[at(input_shape, n, top + u, left + v, c)];
                            best = best < e ? e : best;
                        }
                    }
                    output[at(output_shape, n, i, j, c)] = best;
                }
            }
        }
    }
}
