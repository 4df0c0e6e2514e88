#include <math.h>

/* Arrays of four dimensions, a row of which is filled before its windows are looked at. */
void pool_filled_rows(int n, int c, int h, int w, int oh, int ow, const float x[n][c][h][w], float y[n][c][oh][ow],
                      int kh, int kw, int sh, int sw, int ph, int pw)
{
    for (int b = 0; b < n; b++)
        for (int k = 0; k < c; k++)
            for (int i = 0; i < oh; i++) {
                for (int j = 0; j < ow; j++)
                    y[b][k][i][j] = -INFINITY;
                for (int j = 0; j < ow; j++)
                    for (int u = 0; u < kh; u++)
                        for (int v = 0; v < kw; v++) {
                            const int r = i * sh - ph + u, s = j * sw - pw + v;
                            if (r < 0 || r >= h || s < 0 || s >= w)
                                continue;
                            if (x[b][k][r][s] > y[b][k][i][j])
                                y[b][k][i][j] = x[b][k][r][s];
                        }
            }
}
