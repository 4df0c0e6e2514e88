#include <stdint.h>

/* Generated: the cell and the element, or a pad, are copied before they are compared; all sizes are written out. */
int32_t pool_compared_copies(float *restrict p0, float *restrict pool_max)
{
    for (int32_t ax0_ax1 = 0; ax0_ax1 < 6; ++ax0_ax1) {
        for (int32_t ax2 = 0; ax2 < 3; ++ax2) {
            for (int32_t ax3 = 0; ax3 < 4; ++ax3) {
                int32_t cse_1 = (((ax0_ax1 * 12) + (ax2 * 4)) + ax3);
                pool_max[cse_1] = -3.40282346638528860e+38f;
                for (int32_t rv0 = 0; rv0 < 3; ++rv0) {
                    for (int32_t rv1 = 0; rv1 < 3; ++rv1) {
                        float v_ = pool_max[cse_1];
                        float v_1 = (((((1 <= ((ax2 * 2) + rv0)) && (((ax2 * 2) + rv0) < 7)) && (1 <= ((ax3 * 2) + rv1))) && (((ax3 * 2) + rv1) < 9)) ? p0[((((((ax0_ax1 * 48) + (ax2 * 16)) + (rv0 * 8)) + (ax3 * 2)) + rv1) - 9)] : -3.40282346638528860e+38f);
                        pool_max[cse_1] = ((v_) > (v_1) ? (v_) : (v_1));
                    }
                }
            }
        }
    }
    return 0;
}
