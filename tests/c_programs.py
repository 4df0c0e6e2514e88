"""Functions of C in the styles of several authors; wrong ones made from them, more in `proofs.soundness.c_programs`."""

from __future__ import annotations

from pathlib import Path

from proofs.soundness import c_programs

DATA = Path(__file__).parent / "data" / "c"
LOOPS = {
    "before_plane.c": "pool_before_plane",
    "best_of_plane.c": "pool_best_of_plane",
    "compared_copies.c": "pool_compared_copies",
    "constants.c": "r_2_3_5_4_3_3",
    "corners.c": "pool_corners",
    "do.c": "pool_do",
    "filled.c": "pool_filled",
    "filled_planes.c": "pool_filled_planes",
    "filled_rows.c": "pool_filled_rows",
    "flag.c": "maxpool2d_codegen",
    "layer.c": "pool_layer",
    "odometer.c": "pool_odometer",
    "one_loop.c": "pool_one_loop",
    "row_and_column.c": "pool_row_and_column",
    "slices.c": "pool_slices",
    "structures_of_tensors.c": "pool_structures_of_tensors",
    "two_by_two.c": "pool_two_by_two",
    "window_of_arrays.c": "pool_window_of_arrays",
    "wrapped_back.c": "pool_wrapped_back",
}
RIGHT = {**c_programs.RIGHT, **LOOPS}
"""Files with the function in each that is proved."""

_TAP = "for (int32_t rv1 = 0; rv1 < 3; ++rv1) {\n                        "
_COPY = "float v_ = pool_max[cse_1];\n"

WRONG = (
    *c_programs.WRONG,
    # outputs that are filled first
    ("filled.c", "top[i] = -FLT_MAX", "top[i] = 0"),
    ("filled.c", "top[i] = -FLT_MAX", "top[0] = -FLT_MAX"),
    ("filled.c", "count = num * channels", "count = channels"),
    ("filled.c", "i < count", "i < count - 1"),
    ("filled.c", "i < count", "i <= count"),
    ("filled.c", "int i = 0; i < count", "int i = 1; i < count"),
    ("filled.c", "bottom[at] > top[o]", "bottom[at] < top[o]"),
    # both ends are negative: nothing is filled, and their product is the number of cells
    (
        "filled.c",
        "for (int i = 0; i < count; ++i) {\n        top[i] = -FLT_MAX;\n        mask[i] = -1;",
        "const int ends = -num * channels, each = -pooled_h * pooled_w;\n"
        "    for (int q = 0; q < ends; ++q) for (int i = 0; i < each; ++i) {\n"
        "        top[q * each + i] = -FLT_MAX;\n        mask[q * each + i] = -1;",
    ),
    # one cell too many is filled where there is none, before an early end
    (
        "filled.c",
        "i < count; ++i) {\n        top[i] = -FLT_MAX;\n        mask[i] = -1;\n    }",
        "i < count + (num == 0 ? 1 : 0); ++i) {\n        top[i] = -FLT_MAX;\n        mask[i] = -1;\n    }\n"
        "    if (num == 0) return;",
    ),
    ("filled.c", "for (int n = 0", "for (int t = 0; t < 2; ++t) for (int n = 0"),
    ("filled.c", "{\n            const int plane", "{\n            top[0] = -FLT_MAX;\n            const int plane"),
    # planes that are filled one by one, and what is accessed of them
    ("filled_planes.c", "out[i] = -DBL_MAX", "out[i + cells] = -DBL_MAX"),
    ("filled_planes.c", "out[i] = -DBL_MAX", "out[i - cells] = -DBL_MAX"),
    ("filled_planes.c", "out[i] = -DBL_MAX", "out[i + n] = -DBL_MAX"),
    ("filled_planes.c", "out[i] = -DBL_MAX", "out[i] = i == 70000 ? 0 : -DBL_MAX"),
    ("filled_planes.c", "out[i] = -DBL_MAX;", "if (i < 90000) out[i] = -DBL_MAX;"),
    ("filled_planes.c", "at[i] = -1;", "at[i] = -1;\n                if (i == 100000) break;"),
    ("filled_planes.c", "at[i] = -1;", "at[i] = idx[0];"),
    ("filled_planes.c", "i < cells", "i <= cells"),
    ("filled_planes.c", "i < cells", "i < cells - 1"),
    ("filled_planes.c", "i < cells", "i < -cells"),
    (
        "filled_planes.c",
        "i < cells",
        "i < (long)N * C * cells",
    ),  # the planes to come are filled too, and what is behind them
    ("filled_planes.c", "for (long i = 0; i < cells", "if (n < 1000) for (long i = 0; i < cells"),
    ("filled_planes.c", "cells = (long)OH * OW", "cells = n == 0 ? (long)OH * OW : 0"),
    ("filled_planes.c", "cells = (long)OH * OW", "cells = (long)H * W"),
    ("filled_planes.c", "for (int oh", "if (c == 1000)\n                continue;\n            for (int oh"),
    ("filled_planes.c", "for (int oh", "for (int t = 0; t < 2; t++) for (int oh"),
    ("filled_planes.c", "oh * OW + ow;", "oh * OW + ow + (n == 0 ? cells : -cells);"),
    (
        "filled_planes.c",
        "in += (long)H * W;",
        "in += (long)H * W;\n            for (long i = 0; i < cells; i++) dst[i] = -DBL_MAX;",
    ),
    (
        "filled_planes.c",
        "for (long i = 0; i < cells; i++) {\n                out[i]",
        "for (long q = 0; q < -(long)OH; q++) for (long j = 0; j < -(long)OW; j++) {\n"
        "                const long i = q * -(long)OW + j;\n                out[i]",
    ),
    ("filled_rows.c", "j < ow; j++)\n                    y", "j < -ow; j++)\n                    y"),
    ("filled_rows.c", "j < ow; j++)\n                    y", "j < i + 1; j++)\n                    y"),
    ("filled_rows.c", "y[b][k][i][j] = -INFINITY", "y[b][k][0][j] = -INFINITY"),
    ("filled_rows.c", "y[b][k][i][j] = -INFINITY", "y[k][b][i][j] = -INFINITY"),
    ("filled_rows.c", "y[b][k][i][j] = -INFINITY", "y[b][k][j][i] = -INFINITY"),
    ("filled_rows.c", "y[b][k][i][j] = -INFINITY", "y[b][k][i][j] = 0"),
    # outputs that helpers fill, and pointers that go from plane to plane
    ("layer.c", "set_float(top_count", "set_float(pooled_height * pooled_width"),
    ("layer.c", "set_float(top_count", "set_float(top_count - 1"),
    ("layer.c", "-FLT_MAX, top", "0, top"),
    ("layer.c", "set_float(top_count, -FLT_MAX, top_data);", ""),
    ("layer.c", "y[i] = alpha", "y[0] = alpha"),
    ("layer.c", "y[i] = alpha", "y[n - 1 - i] = i ? alpha : 0"),
    ("layer.c", "top_data += pooled_height * pooled_width", "top_data += pooled_height * pooled_height"),
    ("layer.c", "bottom_data += height * width;", ""),
    ("layer.c", "(n * channels + c) * height * width + index", "index"),
    ("layer.c", "bottom_data[index] > top_data", "bottom_data[index] < top_data"),
    # a plane at a time, a window cut to X by loops, strides that are called dH and dW
    ("slices.c", "i * dH - padH", "i * dW - padH"),
    ("slices.c", "i * dH - padH, left = j * dW", "i * dW - padH, left = j * dH"),
    ("slices.c", "top += dilationH", "top += dH"),
    ("slices.c", "top += dilationH", "top += dilationW"),
    ("slices.c", "val > maxval", "val >= maxval"),
    ("slices.c", "k * input_width * input_height + maxindex", "maxindex"),
    (
        "slices.c",
        "k * output_width * output_height;\n        int64_t",
        "k * output_width * output_width;\n        int64_t",
    ),
    ("slices.c", "maxindex = index", "maxindex = top * input_width + left"),
    ("slices.c", "left + (kW - 1) * dilationW + 1", "left + (kW - 1) * dilationW"),
    ("slices.c", "< input_width ? right", "<= input_width ? right + 1"),
    # copies that are compared
    ("compared_copies.c", "(v_) > (v_1) ? (v_) : (v_1)", "(v_) > (v_1) ? (v_1) : (v_)"),
    ("compared_copies.c", "float v_ =", "pool_max[cse_1] = 0;\n                        float v_ ="),
    ("compared_copies.c", "((v_) > (v_1) ? (v_) : (v_1));", "v_1;\n    if (v_ < v_1) pool_max[cse_1] = v_;"),
    (
        "compared_copies.c",
        "((v_) > (v_1) ? (v_) : (v_1));",
        "v_1;\n    if (v_ > pool_max[cse_1]) pool_max[cse_1] = v_1;",
    ),
    ("compared_copies.c", _TAP + _COPY, _COPY + _TAP),  # of the rows before alone
    ("compared_copies.c", "+ rv0) < 7", "+ rv0) < 6"),
    ("compared_copies.c", "1 <= ((ax3 * 2) + rv1)", "0 <= ((ax3 * 2) + rv1)"),
    ("compared_copies.c", "rv1) - 9", "rv1) - 8"),
    ("compared_copies.c", "pool_max[cse_1] = -3.40282346638528860e+38f", "pool_max[cse_1] = -1e38f"),
    ("compared_copies.c", ": -3.40282346638528860e+38f", ": 0"),
    # a window that begins before its plane
    ("before_plane.c", "top * in_w + left;", "top * in_w - left;"),
    ("before_plane.c", "top * in_w + left;", "left * in_w + top;"),
    ("before_plane.c", "left < 0 ? -left : 0", "left < 0 ? left : 0"),
    ("before_plane.c", "kernel_h < in_h - top ?", "kernel_h < in_h ?"),
    ("before_plane.c", ": in_w - left;", ": in_w;"),
    ("before_plane.c", "ky * in_w + kx", "ky * in_h + kx"),
    ("before_plane.c", "in += in_w * in_h", "in += out_w * in_h"),
    # an output counted by a step, a position within a plane, a pointer that may be null
    ("best_of_plane.c", "++j, ++o", "++j, o += 2"),
    ("best_of_plane.c", "++j, ++o", "++o, j += 2"),
    ("best_of_plane.c", "++j, ++o", "++o"),
    ("best_of_plane.c", "best < 0 ||", ""),
    ("best_of_plane.c", "best = -1", "best = 0"),
    ("best_of_plane.c", "indices ? indices : NULL", "indices ? NULL : indices"),
    ("best_of_plane.c", "at = plane + best_of", "at = best_of"),
    # one loop over all outputs, one over all taps
    ("wrapped_back.c", "ox < 0 || oy < 0 ||", "ox < 0 ||"),
    ("wrapped_back.c", "x + fx", "x - fx"),
    ("wrapped_back.c", "first || v > best", "v > best"),
    ("wrapped_back.c", "ptrdiff_t)pads[1]", "ptrdiff_t)pads[0]"),
    # numbers that are counted along, as an odometer does
    ("odometer.c", "ow == output_width", "ow == output_height"),
    ("odometer.c", "ow == output_width", "ow > output_width"),
    ("odometer.c", "ow == output_width", "ow == output_width + (i > 100000)"),
    ("odometer.c", "oh == output_height", "oh == output_width"),
    ("odometer.c", "ow = 0;\n            oh", "ow = 1;\n            oh"),
    ("odometer.c", "            oh++;\n", ""),
    ("odometer.c", "oh++;", "oh++;\n            oh++;"),
    ("odometer.c", "ow++;", "ow += 2;"),
    ("odometer.c", "c++;", "c++;\n                if (c == channels) c = 0;"),
    ("odometer.c", "ow = 0;\n    for", "ow = 1;\n    for"),
    ("odometer.c", "c = 0, oh", "c = output_width > 100000, oh"),
    ("odometer.c", "output_data[i] = maxval;", "output_data[i] = maxval;\n        if (i == 100000) ow = 0;"),
    (
        "odometer.c",
        "        const float *input_ptr",
        "        if (i == 100000) continue;\n        const float *input_ptr",
    ),
    ("odometer.c", "int64_t i = 0", "int64_t i = 1"),
    # tensors that structures hold
    ("structures_of_tensors.c", "output->data[o] = value", "input->data[o] = value; output->data[o] = value"),
    ("structures_of_tensors.c", "output->data[o] = value;", "output->data[o] = value;\n output->data += 1;"),
    ("structures_of_tensors.c", "    for (int plane", "    output->h = 1;\n    for (int plane"),
    ("structures_of_tensors.c", "in = input->data", "in = output->data"),
    ("structures_of_tensors.c", "in = input->data", "in = (input + 1)->data"),
    ("structures_of_tensors.c", "row >= input->h", "row >= output->h"),
    ("structures_of_tensors.c", "row >= input->h", "row >= ((const pooling *)input)->stride_h"),
    ("structures_of_tensors.c", "output->data[o]", "output->data[o + 1]"),
    ("structures_of_tensors.c", "* output->w + j", "* output->h + j"),
    ("structures_of_tensors.c", "in[at] > value", "in[at] >= value"),
    # arrays of two integers
    ("window_of_arrays.c", "end[1] = start[1] + kernel[1]", "end[1] = start[0] + kernel[1]"),
    ("window_of_arrays.c", "end[1] = start[1] + kernel[1]", "end[1] = start[1] + kernel[1] - 1"),
    ("window_of_arrays.c", "end[1] = start[1] + kernel[1]", "end[0] = start[1] + kernel[1]"),
    ("window_of_arrays.c", "                    start[1] = 0;", "                    start[0] = 0;"),
    ("window_of_arrays.c", "pads[1]}", "pads[3]}"),
    ("window_of_arrays.c", "end[0] > size[2]", "end[0] > size[3]"),
    ("window_of_arrays.c", "x[here] > x[at]", "x[here] >= x[at]"),
    ("two_by_two.c", "t & 1", "t & 3"),
    ("two_by_two.c", "t & 1", "t & 2"),
    ("two_by_two.c", "t & 1", "(t + 1) & 1"),
    ("two_by_two.c", "t & 1", "(t - 5) & 1"),
    ("two_by_two.c", "t >> 1", "t >> 2"),
    ("two_by_two.c", "(t >> 1)) * w + 2 * j + (t & 1)", "(t & 1)) * w + 2 * j + (t >> 1)"),
    ("two_by_two.c", "2 * j", "2 * j + 1"),
    ("two_by_two.c", "t < 4", "t < 5"),
    ("two_by_two.c", "t < 4", "t < 3"),
    ("two_by_two.c", "x[from] > best", "x[from] >= best"),
    ("one_loop.c", "t / kw", "t / kh"),
    ("one_loop.c", "t % kw", "t % kh"),
    ("one_loop.c", "(t % kw)", "(t / kw)"),
    ("one_loop.c", "t < kh * kw", "t < kh * kh"),
    ("one_loop.c", "t < kh * kw", "t < kh * kw - 1"),
    ("one_loop.c", "int t = 0", "int t = 1"),
    ("one_loop.c", "(o / ow) % oh", "o / ow"),
    ("one_loop.c", "(o / ow) % oh", "(o / oh) % oh"),
    ("one_loop.c", "o % ow", "o % oh"),
    ("one_loop.c", "o / (oh * ow)", "o / (oh * oh)"),
    ("one_loop.c", "n * c * oh * ow", "n * c * oh * oh"),
    ("one_loop.c", "n * c * oh * ow", "c * oh * ow"),
    ("one_loop.c", "t++", "t += 2"),
    ("one_loop.c", "const int total", "if (kw == 3) kw = 2;\n    const int total"),
    ("one_loop.c", "column >= w) continue;", "column >= w) { t++; continue; }"),
    ("one_loop.c", "column >= w) continue;", "column >= w) break;"),
    ("constants.c", "ridx0/3", "ridx0/4"),
    ("constants.c", "(gidx0/4)%5", "(gidx0/5)%4"),
    ("constants.c", "gidx0/20", "gidx0/10"),
    ("constants.c", "gidx0%4", "gidx0%5"),
    ("constants.c", "+-9]", "+-8]"),
    ("constants.c", "ridx0 < 9", "ridx0 < 8"),
    # a flag that ends a loop
    ("flag.c", "if (row >= H) {", "if (row < 0) {"),
    ("flag.c", "if (row >= H) {", "if (row >= H - 1) {"),
    ("flag.c", "exitg1 = 0U;", "exitg1 = 1U;"),
    ("flag.c", "exitg1 = 1U;", "exitg1 = 2U; p = 0;"),
    ("flag.c", "exitg1 = 1U;", "exitg1 = 0U;"),
    ("flag.c", "found = 1U;", "found = 1U; exitg1 = 1U;"),
    ("flag.c", "p++;", "p += 2;"),
    # loops that ask at their end
    ("do.c", "++u < kh", "u++ < kh"),
    ("do.c", "++u < kh", "++u <= kh"),
    ("do.c", "++u < kh", "++u < kh - 1"),
    ("do.c", "int u = 0;", "int u = 1;"),
    ("do.c", "--v > 0", "v-- > 0"),
    ("do.c", "--v > 0", "--v > 1"),
    ("do.c", "j != ow", "j <= ow"),
    ("do.c", "j != ow", "j != ow - 1"),
    ("do.c", "i++ < oh - 1", "i++ < oh"),
    ("do.c", "i++ < oh - 1", "++i < oh - 1"),
    ("do.c", "(index) = -1; } while (0)", "(index) = 0; } while (0)"),
    ("do.c", "column += dw;", "if (column < 0) continue;\n                            column += dw;"),
    ("do.c", "for (int k = 0; k < c; k++) {", "int k = 0;\n        do {"),  # of no channel, one is run
    # corners that loops move into X; more in `proofs.soundness.c_programs`
    ("clipped_by_loops.c", "while (top < 0)", "while (top < -1)"),
    ("clipped_by_loops.c", "while (top < 0)", "if (top < 0)"),
    ("clipped_by_loops.c", "top += dh;", "top += 1;"),
    ("clipped_by_loops.c", "(kh - 1) * dh + 1,", "(kh - 1) * dh,"),
    ("clipped_by_loops.c", "long at = top * w + left", "long at = 0"),
    ("clipped_by_loops.c", "p * h * w + at", "at"),
    # a position in a plane, from its parts
    ("row_and_column.c", "row * w + column;", "row + column;"),
    ("row_and_column.c", "row * w + column;", "column * h + row;"),
    ("row_and_column.c", "k * h * w + row", "row"),
    ("row_and_column.c", "column = s;", "column = left;"),
    ("row_and_column.c", "row = r;", "row = i;"),
    ("row_and_column.c", "r += dilations[0]", "r += 1"),
    ("row_and_column.c", "row < 0 ||", "column > 0 ||"),
    # what is read of no plane
    ("row_and_column.c", "for (int64_t k = 0;", "int8_t first = x[0];\n    (void)first;\n    for (int64_t k = 0;"),
    # corners that are carried along
    ("corners.c", "top += sh", "top += sw"),
    ("corners.c", "row += dh", "row += 1"),
    ("corners.c", "column += dw", "column += dh"),
    ("corners.c", "int row = top;", "int row = -ph;"),
    ("corners.c", "int left = -pw;", "int left = -ph;"),
    ("corners.c", "int left = -pw;", "int left = 0;"),
    ("corners.c", "column < 0 || column >= w) continue;", "column < 0 || column >= w) { column += 1; continue; }"),
)
"""A file, what stands in it, and what stands there in a wrong function instead."""


def text_of(file: str) -> str:
    """The text of a file."""
    return (DATA / file).read_text("utf-8") if file in LOOPS else c_programs.text_of(file)


def wrong(file: str, old: str, new: str) -> str:
    """The text of a wrong function, one change away from a right one."""
    text = text_of(file)
    assert old in text, (file, old)
    if new.endswith("do {"):
        text = text.replace("        }\n    }\n}", "        } while (++k < c);\n    }\n}", 1)
    return text.replace(old, new, 1)
