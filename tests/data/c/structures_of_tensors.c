#include <float.h>
#include <stdint.h>

typedef struct {
    int n, c, h, w;
    float *data;
} tensor;

typedef struct {
    int kernel_h, kernel_w, stride_h, stride_w, pad_h, pad_w;
} pooling;

/* Tensors are structures that hold their sizes and a pointer to their elements. */
int pool_structures_of_tensors(const tensor *input, tensor *output, int64_t *indices, const pooling *options)
{
    const float *in = input->data;
    if (input->data == 0 || output->data == 0)
        return -1;
    for (int plane = 0; plane < input->n * input->c; plane++) {
        for (int i = 0; i < output->h; i++) {
            for (int j = 0; j < output->w; j++) {
                const int o = (plane * output->h + i) * output->w + j;
                int64_t best = -1;
                float value = -FLT_MAX;
                for (int u = 0; u < options->kernel_h; u++) {
                    const int row = i * options->stride_h - options->pad_h + u;
                    if (row < 0 || row >= input->h)
                        continue;
                    for (int v = 0; v < options->kernel_w; v++) {
                        const int column = j * options->stride_w - options->pad_w + v;
                        if (column < 0 || column >= input->w)
                            continue;
                        const int at = (plane * input->h + row) * input->w + column;
                        if (best < 0 || in[at] > value) {
                            value = in[at];
                            best = at;
                        }
                    }
                }
                output->data[o] = value;
                indices[o] = best;
            }
        }
    }
    return 0;
}
