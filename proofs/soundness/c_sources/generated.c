/* Sizes written out, as a generator does. */
#include <stdint.h>
static const int64_t pads[4] = {1, 1, 0, 0};

void node_pool(const float X[1][3][5][6], float Y[1][3][3][3], int64_t Indices[1][3][3][3])
{
    for (int32_t b = 0; b < 1; b++)
        for (int32_t c = 0; c < 3; c++)
            for (int32_t o0 = 0, i0 = -1; o0 < 3; o0++, i0 += 2)
                for (int32_t o1 = 0, i1 = -1; o1 < 3; o1++, i1 += 2) {
                    float curmax = 0;
                    int64_t curmaxind = -1;
                    for (int32_t k0 = 0; k0 < 2; k0++)
                        for (int32_t k1 = 0; k1 < 3; k1++) {
                            int ii0 = i0 + k0;
                            int ii1 = i1 + k1;
                            if (ii0 < 0 || ii0 >= 5) continue;
                            if (ii1 < 0 || ii1 >= 6) continue;
                            if (curmaxind < 0 || curmax < X[b][c][ii0][ii1]) {
                                curmax = X[b][c][ii0][ii1];
                                curmaxind = ((int64_t)b * 3 + c) * 30 + ii0 * 6 + ii1;
                            }
                        }
                    Y[b][c][o0][o1] = curmax;
                    Indices[b][c][o0][o1] = curmaxind;
                }
}
