/* Sizes without a sign and places with one: what wraps in their sums wraps back. */
#include <stddef.h>
#include <stdint.h>
void pool_wrapped_back(const int8_t *in, int8_t *out, const size_t *in_dims, const size_t *out_dims,
                       const size_t *kernels, const size_t *strides, const size_t *pads)
{
  for (size_t n = 0; n < out_dims[0]; n++) {
    ptrdiff_t x = -(ptrdiff_t)pads[0];
    for (size_t ax = 0; ax < out_dims[1]; x += strides[0], ax++) {
      for (size_t ay = 0; ay < out_dims[2]; ay++) {
        ptrdiff_t y = (ptrdiff_t)(ay * strides[1]) - (ptrdiff_t)pads[1];
        for (size_t z = 0; z < out_dims[3]; z++) {
          int first = 1;
          int8_t best = 0;
          for (size_t fx = 0; fx < kernels[0]; fx++) {
            for (size_t fy = 0; fy < kernels[1]; fy++) {
              ptrdiff_t ox = x + fx;
              ptrdiff_t oy = y + fy;
              if (ox < 0 || oy < 0 || ox >= (ptrdiff_t)in_dims[1] || oy >= (ptrdiff_t)in_dims[2]) continue;
              int8_t v = in[((n * in_dims[1] + (size_t)ox) * in_dims[2] + (size_t)oy) * in_dims[3] + z];
              if (first || v > best) {
                first = 0;
                best = v;
              }
            }
          }
          out[((n * out_dims[1] + ax) * out_dims[2] + ay) * out_dims[3] + z] = best;
        }
      }
    }
  }
}
