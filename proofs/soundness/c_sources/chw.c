/* One image, without a batch; rows and columns are left by continue and break. */
void maxpool_chw(const float *in, float *out, int in_c, int in_h, int in_w, int out_h, int out_w, int ksize, int stride, int pad)
{
    for (int c = 0; c < in_c; c++)
        for (int oh = 0; oh < out_h; oh++)
            for (int ow = 0; ow < out_w; ow++) {
                int found = 0;
                float m = 0.f;
                for (int kh = 0; kh < ksize; kh++) {
                    int ih = oh * stride + kh - pad;
                    if (ih < 0) continue;
                    if (ih >= in_h) break;
                    for (int kw = 0; kw < ksize; kw++) {
                        int iw = ow * stride + kw - pad;
                        if (iw < 0) continue;
                        if (iw >= in_w) break;
                        float v = in[(c * in_h + ih) * in_w + iw];
                        if (!found || v > m) { m = v; found = 1; }
                    }
                }
                out[(c * out_h + oh) * out_w + ow] = m;
            }
}
