#include <math.h>
#include <stdint.h>

/* Strides are called dH and dW beside dilations of a longer name, and a window is cut to X by loops. */
void pool_slices(const float *input_data, float *output_data, int64_t *indices_data, int64_t nbatch, int64_t nslices,
                 int64_t input_height, int64_t input_width, int64_t output_height, int64_t output_width, int64_t kW,
                 int64_t kH, int64_t dW, int64_t dH, int64_t padW, int64_t padH, int64_t dilationW, int64_t dilationH)
{
    for (int64_t k = 0; k < nbatch * nslices; k++) {
        const float *ip = input_data + k * input_width * input_height;
        float *op = output_data + k * output_width * output_height;
        int64_t *indp = indices_data + k * output_width * output_height;
        for (int64_t i = 0; i < output_height; i++) {
            for (int64_t j = 0; j < output_width; j++) {
                int64_t top = i * dH - padH, left = j * dW - padW;
                int64_t bottom = top + (kH - 1) * dilationH + 1, right = left + (kW - 1) * dilationW + 1;
                bottom = bottom < input_height ? bottom : input_height;
                right = right < input_width ? right : input_width;
                while (top < 0)
                    top += dilationH;
                while (left < 0)
                    left += dilationW;
                int64_t maxindex = top * input_width + left;
                float maxval = -INFINITY;
                for (int64_t y = top; y < bottom; y += dilationH) {
                    for (int64_t x = left; x < right; x += dilationW) {
                        const int64_t index = y * input_width + x;
                        const float val = ip[index];
                        if ((val > maxval) || isnan(val)) {
                            maxval = val;
                            maxindex = index;
                        }
                    }
                }
                op[i * output_width + j] = maxval;
                indp[i * output_width + j] = k * input_width * input_height + maxindex;
            }
        }
    }
}
