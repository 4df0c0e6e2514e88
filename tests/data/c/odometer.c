#include <math.h>
#include <stdint.h>

/* One loop over all outputs: which cell it is at is counted along, as an odometer does. */
void pool_odometer(const float *input_data, float *output_data, int64_t *indices_data, int64_t batches,
                   int64_t channels, int64_t input_height, int64_t input_width, int64_t output_height,
                   int64_t output_width, int kW, int kH, int strideW, int strideH, int padW, int padH, int dilationW,
                   int dilationH)
{
    const int64_t numel = batches * channels * output_height * output_width;
    int64_t c = 0, oh = 0, ow = 0;
    for (int64_t i = 0; i < numel; i++) {
        const float *input_ptr = input_data + c * input_height * input_width;
        int64_t ih0 = oh * strideH - padH, iw0 = ow * strideW - padW;
        int64_t ih1 = ih0 + (kH - 1) * dilationH + 1, iw1 = iw0 + (kW - 1) * dilationW + 1;
        ih1 = ih1 < input_height ? ih1 : input_height;
        iw1 = iw1 < input_width ? iw1 : input_width;
        while (ih0 < 0)
            ih0 += dilationH;
        while (iw0 < 0)
            iw0 += dilationW;
        int64_t maxindex = ih0 * input_width + iw0;
        float maxval = -INFINITY;
        for (int64_t ih = ih0; ih < ih1; ih += dilationH) {
            for (int64_t iw = iw0; iw < iw1; iw += dilationW) {
                const int64_t index = ih * input_width + iw;
                const float val = input_ptr[index];
                if ((val > maxval) || isnan(val)) {
                    maxval = val;
                    maxindex = index;
                }
            }
        }
        output_data[i] = maxval;
        indices_data[i] = c * input_height * input_width + maxindex;
        ow++;
        if (ow == output_width) {
            ow = 0;
            oh++;
            if (oh == output_height) {
                oh = 0;
                c++;
            }
        }
    }
}
