/* One loop over all outputs and one over all taps, sizes written out. */
#include <math.h>
void r_2_3_5_4_3_3(float* restrict data0, const float* restrict data1) {
  for (int gidx0 = 0; gidx0 < 120; gidx0++) {
    float acc0 = -INFINITY;
    int alu0 = (gidx0/20);
    int alu1 = ((gidx0/4)%5);
    int alu2 = (gidx0%4);
    for (int ridx0 = 0; ridx0 < 9; ridx0++) {
      int alu3 = ((alu1*2)+(ridx0/3));
      int alu4 = ((alu2*2)+(ridx0%3));
      float val0 = (((alu3<1)!=1)&&(alu3<10)&&((alu4<1)!=1)&&(alu4<9))?data1[(alu0*72)+(alu3*8)+alu4+-9]:-INFINITY;
      acc0 = (acc0<val0)?val0:acc0;
    }
    data0[gidx0] = acc0;
  }
}
