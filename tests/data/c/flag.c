/* A flag ends the rows, as generated code has it. */
#include <stdint.h>
typedef float real32_T; typedef int int32_T; typedef unsigned char boolean_T;
void maxpool2d_codegen(const real32_T X[], int32_T N, int32_T C, int32_T H, int32_T W, int32_T KH, int32_T KW,
                       int32_T SH, int32_T SW, int32_T PT, int32_T PL, int32_T OH, int32_T OW, real32_T Y[],
                       int64_t Idx[])
{
  int32_T i;
  int32_T b_i;
  int32_T i1;
  int32_T b_i1;
  int32_T p;
  int32_T q;
  int32_T row;
  int32_T col;
  int32_T lin;
  real32_T maxVal;
  int64_t maxIdx;
  boolean_T found;
  boolean_T exitg1;
  for (i = 0; i < N; i++) {
    for (b_i = 0; b_i < C; b_i++) {
      for (i1 = 0; i1 < OH; i1++) {
        for (b_i1 = 0; b_i1 < OW; b_i1++) {
          found = 0U;
          maxVal = 0.0F;
          maxIdx = 0;
          p = 0;
          exitg1 = 0U;
          while ((exitg1 == 0) && (p < KH)) {
            row = (i1 * SH + p) - PT;
            if (row >= H) {
              exitg1 = 1U;
            } else {
              if (row >= 0) {
                for (q = 0; q < KW; q++) {
                  col = (b_i1 * SW + q) - PL;
                  if ((col >= 0) && (col < W)) {
                    lin = col + W * (row + H * (b_i + C * i));
                    if ((!found) || (X[lin] > maxVal)) {
                      maxVal = X[lin];
                      maxIdx = lin;
                      found = 1U;
                    }
                  }
                }
              }
              p++;
            }
          }
          lin = b_i1 + OW * (i1 + OH * (b_i + C * i));
          Y[lin] = maxVal;
          Idx[lin] = maxIdx;
        }
      }
    }
  }
}
