#include <float.h>
#include <stdint.h>

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }

static void set_float(const int n, const float alpha, float *y)
{
    for (int i = 0; i < n; ++i)
        y[i] = alpha;
}

static void set_int(const int n, const int alpha, int *y)
{
    for (int i = 0; i < n; ++i)
        y[i] = alpha;
}

/* All outputs are filled by helpers, and pointers go from plane to plane. */
void pool_layer(const float *bottom_data, float *top_data, int *mask, int num, int channels, int height, int width,
                int pooled_height, int pooled_width, int kernel_h, int kernel_w, int stride_h, int stride_w, int pad_h,
                int pad_w)
{
    const int top_count = num * channels * pooled_height * pooled_width;
    set_int(top_count, -1, mask);
    set_float(top_count, -FLT_MAX, top_data);
    for (int n = 0; n < num; ++n) {
        for (int c = 0; c < channels; ++c) {
            for (int ph = 0; ph < pooled_height; ++ph) {
                for (int pw = 0; pw < pooled_width; ++pw) {
                    int hstart = ph * stride_h - pad_h;
                    int wstart = pw * stride_w - pad_w;
                    int hend = min_int(hstart + kernel_h, height);
                    int wend = min_int(wstart + kernel_w, width);
                    hstart = max_int(hstart, 0);
                    wstart = max_int(wstart, 0);
                    const int pool_index = ph * pooled_width + pw;
                    for (int h = hstart; h < hend; ++h) {
                        for (int w = wstart; w < wend; ++w) {
                            const int index = h * width + w;
                            if (bottom_data[index] > top_data[pool_index]) {
                                top_data[pool_index] = bottom_data[index];
                                mask[pool_index] = (n * channels + c) * height * width + index;
                            }
                        }
                    }
                }
            }
            bottom_data += height * width;
            top_data += pooled_height * pooled_width;
            mask += pooled_height * pooled_width;
        }
    }
}
