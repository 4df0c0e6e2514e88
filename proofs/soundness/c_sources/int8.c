/* Elements of 8 bits, from the lowest one; the best is kept in an int. */
#include <stdint.h>

void maxpool_s8(const int8_t *src, int8_t *dst, int N, int C, int H, int W, int OH, int OW, int KH, int KW, int SH,
                int SW, int PT, int PL)
{
    for (int n = 0; n < N; n++)
        for (int c = 0; c < C; c++)
            for (int oh = 0; oh < OH; oh++)
                for (int ow = 0; ow < OW; ow++) {
                    int best = INT8_MIN;
                    for (int kh = 0; kh < KH; kh++)
                        for (int kw = 0; kw < KW; kw++) {
                            const int ih = oh * SH - PT + kh, iw = ow * SW - PL + kw;
                            if ((unsigned)ih < (unsigned)H && (unsigned)iw < (unsigned)W) {
                                if (src[((n * C + c) * H + ih) * W + iw] > best)
                                    best = src[((n * C + c) * H + ih) * W + iw];
                            }
                        }
                    dst[((n * C + c) * OH + oh) * OW + ow] = (int8_t)best;
                }
}
