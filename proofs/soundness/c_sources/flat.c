/* Everything is written out, and kept in one dimension; what is written is read back. */
#include <stdint.h>
#include <float.h>
int32_t fused_max_pool2d(const float *placeholder, float *tensor)
{
    for (int32_t ax0_ax1 = 0; ax0_ax1 < 16; ++ax0_ax1) {
        for (int32_t ax2 = 0; ax2 < 7; ++ax2) {
            for (int32_t ax3 = 0; ax3 < 7; ++ax3) {
                tensor[ax0_ax1 * 49 + ax2 * 7 + ax3] = -FLT_MAX;
                for (int32_t rv0 = 0; rv0 < 2; ++rv0) {
                    for (int32_t rv1 = 0; rv1 < 2; ++rv1) {
                        const int32_t cse = ax0_ax1 * 49 + ax2 * 7 + ax3;
                        const float v = placeholder[ax0_ax1 * 196 + ax2 * 28 + rv0 * 14 + ax3 * 2 + rv1];
                        tensor[cse] = tensor[cse] > v ? tensor[cse] : v;
                    }
                }
            }
        }
    }
    return 0;
}
