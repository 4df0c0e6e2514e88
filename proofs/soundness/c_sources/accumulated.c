/* From a generator: one size for each loop, a choice for what is beside the input, the result in a new name each turn. */
#include <math.h>

void k_2_4_6_5_3_3(float *restrict out, const float *restrict in)
{
    for (int g0 = 0; g0 < 2; g0++) {
        for (int g1 = 0; g1 < 4; g1++) {
            for (int g2 = 0; g2 < 6; g2++) {
                for (int g3 = 0; g3 < 5; g3++) {
                    float a0 = -INFINITY;
                    for (int r0 = 0; r0 < 3; r0++) {
                        int t0 = (g2 * 2) + r0;
                        for (int r1 = 0; r1 < 3; r1++) {
                            int t1 = (g3 * 2) + r1;
                            int t2 = ((t0 < 1) != 1) & (t0 < 12) & ((t1 < 1) != 1) & (t1 < 10);
                            float t3 = t2 ? *(in + (g0 * 396) + (g1 * 99) + (t0 * 9) + t1 + -10) : -INFINITY;
                            float t4 = (a0 < t3) ? t3 : a0;
                            a0 = t4;
                        }
                    }
                    *(out + (g0 * 120) + (g1 * 30) + (g2 * 5) + g3) = a0;
                }
            }
        }
    }
}
