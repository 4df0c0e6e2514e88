#include <float.h>

/* Where a window starts and ends is kept in arrays of two, and each end is cut to the input. */
void pool_window_of_arrays(const float *x, float *y, int *indices, const int size[4], int oh, int ow,
                           const int kernel[2], const int stride[2], const int pads[4])
{
    for (int p = 0; p < size[0] * size[1]; p++)
        for (int i = 0; i < oh; i++)
            for (int j = 0; j < ow; j++) {
                int start[2] = {i * stride[0] - pads[0], j * stride[1] - pads[1]}, end[2];
                end[0] = start[0] + kernel[0];
                end[1] = start[1] + kernel[1];
                if (start[0] < 0)
                    start[0] = 0;
                if (start[1] < 0)
                    start[1] = 0;
                if (end[0] > size[2])
                    end[0] = size[2];
                if (end[1] > size[3])
                    end[1] = size[3];
                int at = (p * size[2] + start[0]) * size[3] + start[1];
                for (int r = start[0]; r < end[0]; r++)
                    for (int s = start[1]; s < end[1]; s++) {
                        const int here = (p * size[2] + r) * size[3] + s;
                        if (x[here] > x[at])
                            at = here;
                    }
                y[(p * oh + i) * ow + j] = x[at];
                indices[(p * oh + i) * ow + j] = at;
            }
}
