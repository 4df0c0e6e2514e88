"""Functions of C in the styles of several authors, and wrong ones made from them by one change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from proofs.program.c.proving import CSource, prove_c, understand
from proofs.program.c.reading.reader import absent
from proofs.program.running.witness import find
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.soundness.falsehood import COSTLY, Falsehood

FOLDER = Path(__file__).parent / "c_sources"

RIGHT = {
    "accumulated.c": "k_2_4_6_5_3_3",
    "asked_twice.c": "pool_asked_twice",
    "before_test.c": "k_maxpool",
    "cast.c": "pool_cast",
    "checks.c": "maxpool_checked",
    "chw.c": "maxpool_chw",
    "clipped.c": "pool_clipped",
    "clipped_by_loops.c": "pool_clipped_by_loops",
    "clipped_int8.c": "pool",
    "dimensions.c": "maxpool",
    "first_tap.c": "max_pool_2d",
    "flat.c": "fused_max_pool2d",
    "fmaxf.c": "pool_fmaxf",
    "generated.c": "node_pool",
    "hwc.c": "pool_hwc",
    "index.c": "pool_index",
    "infinity.c": "maxpool_square",
    "int8.c": "maxpool_s8",
    "lists.c": "pool_lists",
    "lowest.c": "pool_lowest",
    "merged.c": "maxpool_merged",
    "moving.c": "pool_moving",
    "nhwc.c": "pool_nhwc",
    "picked.c": "pool_picked",
    "plain.c": "maxpool",
    "plane.c": "maxpool_u8",
    "planes.c": "pool_planes",
    "position.c": "maxpool_argmax",
    "raised.c": "rb_pool",
    "readback.c": "pool_readback",
    "reset.c": "pool_reset",
    "status.c": "max_pool",
    "structs.c": "hdr_maxpool2d",
    "ternary.c": "pool_ternary",
    "walking.c": "pool_walking",
    "while.c": "pool_while",
    "window.c": "pool_window",
    "wrapped.c": "pool_wrapped",
}
"""Files with the function in each that is proved."""

WRONG = (
    # what is chosen
    ("plain.c", "x[i] > best", "x[i] >= best"),
    ("plain.c", "x[i] > best", "x[i] < best"),
    ("plain.c", "index < 0 || x[i] > best", "x[i] > best"),
    ("plain.c", "index = i;", "index = i + 1;"),
    ("plain.c", "int64_t index = -1;", "int64_t index = 0;"),
    ("position.c", "best < 0 || x[o] > x[best]", "best < 0 || x[o] >= x[best]"),
    ("position.c", "if (best < 0 || x[o] > x[best]) best = o;", "best = o;"),
    ("first_tap.c", "!found || v > m", "v > m"),
    ("first_tap.c", "found = true;", "found = false;"),
    ("window.c", "seen == 0 || plane[r * w + s] > best", "seen == 0 || plane[r * w + s] > 0"),
    # which taps
    ("plain.c", "if (ih < 0 || ih >= H)", "if (ih < 0 || ih > H)"),
    ("plain.c", "if (ih < 0 || ih >= H)", "if (ih <= 0 || ih >= H)"),
    ("plain.c", "if (iw < 0 || iw >= W)", "if (iw >= W)"),
    ("plain.c", "if (iw < 0 || iw >= W)", "if (iw < 0 || iw >= H)"),
    ("plain.c", "oh * stride_h - pad_top", "oh * stride_h - pad_left"),
    ("plain.c", "ow * stride_w - pad_left + kw * dil_w", "ow * stride_w - pad_left + kw * dil_h"),
    ("plain.c", "oh * stride_h", "oh * stride_w"),
    ("plain.c", "kw < kernel_w", "kw < kernel_h"),
    ("plain.c", "kh < kernel_h", "kh <= kernel_h"),
    ("plain.c", "int kh = 0", "int kh = 1"),
    ("plain.c", "kw * dil_w", "kw"),
    ("status.c", "kh * p->dilation[0] - p->pad[0]", "kh * p->dilation[0] - p->pad[1]"),
    ("status.c", "continue;\n                        for", "break;\n                        for"),
    ("while.c", "kw++;\n", "kw += 2;\n"),
    (
        "while.c",
        "while (kh < KH) {\n                        int kw = 0;",
        "int kw = 0;\n                    while (kh < KH) {",
    ),
    ("while.c", "int ow = 0;", "int ow;\n                if (oh == 0) ow = 0; else ow = 1;"),
    ("while.c", "int kw = 0;", "int kw = kh;"),
    # where it is read and written
    ("plain.c", "((n * C + c) * H + ih) * W + iw", "((n * C + c) * H + ih) * H + iw"),
    ("plain.c", "((n * C + c) * H + ih) * W + iw", "((c * N + n) * H + ih) * W + iw"),
    ("plain.c", "y[((n * C + c) * out_h + oh) * out_w + ow]", "y[((n * C + c) * out_h + oh) * out_h + ow]"),
    ("plain.c", "indices[((n * C + c) * out_h + oh) * out_w + ow]", "indices[(c * out_h + oh) * out_w + ow]"),
    ("dimensions.c", "y[n][c][oh][ow] = best;", "y[n][c][ow][oh] = best;"),
    ("dimensions.c", "x[n][c][ih][iw];", "x[n][c][iw][ih];"),
    ("dimensions.c", "x[n][c][ih][iw] > best", "x[n][c][ih][iw + 1] > best"),
    # the lowest element to start with
    ("plain.c", "best = x[i];", "best = x[0];"),
    ("clipped_by_loops.c", "while (left < 0)", "while (left <= 0)"),
    ("clipped_by_loops.c", "top += dh;", "top += dw;"),
    ("clipped_by_loops.c", "long at = top * w + left", "long at = top * w"),
    ("int8.c", "int best = INT8_MIN;", "int best = 0;"),
    ("int8.c", "(unsigned)ih < (unsigned)H", "ih < H"),
    ("int8.c", "(unsigned)iw < (unsigned)W", "(unsigned)iw <= (unsigned)W"),
    ("int8.c", "> best)\n", "< best)\n"),
    ("infinity.c", "float best = -INFINITY;", "float best = 0.0f;"),
    ("infinity.c", "                    float best = -INFINITY;", ""),
    ("infinity.c", "(a) > (b) ? (a) : (b)", "(a) > (b) ? (b) : (a)"),
    ("infinity.c", "best = MAX(best, in", "best = MAX(-INFINITY, in"),
    ("fmaxf.c", "best = fmaxf(best, x", "best = fmaxf(0.0f, x"),
    # generated code, and channels last
    ("generated.c", "ii0 < 0 || ", ""),
    ("generated.c", "ii1 >= 6", "ii1 >= 5"),
    ("generated.c", "o0 = 0, i0 = -1", "o0 = 0, i0 = -2"),
    ("generated.c", "* 30 + ii0 * 6", "* 30 + ii0 * 5"),
    ("nhwc.c", "* channels + c];", "* channels + u];"),
    ("nhwc.c", "((b * in_h + r) * in_w + s) * channels + c", "((b * channels + c) * in_h + r) * in_w + s"),
    # one loop over all planes, and arguments that are checked
    ("merged.c", "p < n * c", "p < n * h"),
    ("merged.c", "p < n * c", "p < n * c - 1"),
    ("merged.c", "int64_t)p * h", "int64_t)p * w"),
    ("merged.c", "p < n * c; ++p", "p < n * c; p += 2"),
    ("merged.c", "dst[(p * oh", "dst[(p % n * oh"),
    ("checks.c", "n < 0 || c < 0", "n <= 0 || c <= 0"),
    ("checks.c", "h <= 0 || w <= 0", "h <= 0 || w <= 1"),
    ("checks.c", "!indices) return -1", "indices) return -1"),
    ("checks.c", "kh < 1 || kw < 1", "kh < 2 || kw < 1"),
    # clipped before the loops, from the lowest element
    ("index.c", "x[o] > best", "x[o] >= best"),
    ("index.c", "at = o;", "at = o + 1;"),
    ("index.c", "GREATER(top, 0)", "GREATER(top, 1)"),
    ("index.c", "LESS(left + kernel_w, W)", "LESS(left + kernel_w, H)"),
    ("index.c", "best = -FLT_MAX", "best = 0"),
    ("clipped.c", "imax(oh * stride_h - pad_h, 0)", "imax(oh * stride_h, 0)"),
    ("lowest.c", "best = -FLT_MAX", "best = 0"),
    ("moving.c", "*y++ = best", "*++y = best"),
    ("ternary.c", "column < w;", "column <= w;"),
    ("ternary.c", ": -FLT_MAX;", ": 0;"),
    ("ternary.c", "element > most ? element : most", "element > most ? most : element"),
    ("ternary.c", "element > most ? element : most", "element"),
    ("picked.c", "if (element > most) {", "{"),
    ("picked.c", "element > most", "element >= most"),
    ("picked.c", ": -FLT_MAX;", ": 0;"),
    ("picked.c", "at = (p * h + row)", "at = (p * h + n)"),
    # sizes
    ("plain.c", "H + pad_top + pad_bottom", "H + pad_top + pad_top"),
    ("plain.c", "/ stride_h + 1", "/ stride_h"),
    ("plain.c", "dil_h * (kernel_h - 1)", "dil_h * kernel_h"),
    ("plain.c", "oh < out_h", "oh < out_w"),
    ("plain.c", "c < C", "c < C - 1"),
    ("window.c", "H + pad_top + pad_bottom - kernel_h", "H + pad_top + pad_bottom - kernel_w"),
    # one image, or one plane
    ("chw.c", "(c * in_h + ih) * in_w", "(c * in_w + ih) * in_w"),
    ("chw.c", "kw - pad", "kw"),
    ("chw.c", "iw >= in_w) break", "iw > in_w) break"),
    ("chw.c", "if (iw < 0) continue", "if (iw < 0) break"),
    ("chw.c", "c < in_c", "c < in_h"),
    ("plane.c", "oy * stride_y", "oy * stride_x"),
    ("plane.c", "(height - pool_h)", "(height - pool_w)"),
    ("plane.c", "uint8_t best = 0", "uint8_t best = 1"),
    ("flat.c", "ax2 * 28", "ax2 * 14"),
    ("flat.c", "tensor[cse] > v ?", "tensor[cse] < v ?"),
    ("flat.c", "-FLT_MAX", "0"),
    ("flat.c", "const int32_t cse = ax0_ax1 * 49", "const int32_t cse = ax0_ax1 * 7"),
    # what is written is read back
    ("raised.c", "e > y[o] ? e", "e < y[o] ? e"),
    ("raised.c", "e > y[o] ?", "e > y[0] ?"),
    ("raised.c", "-FLT_MAX", "0"),
    ("raised.c", "        y[o] = -FLT_MAX;\n", ""),
    ("raised.c", "v * DW", "v * DH"),
    ("readback.c", "> y[o])", "> y[o + 1])"),
    ("readback.c", "y[o] = -INFINITY;", "if (i) y[o] = -INFINITY;"),
    # where a tap out of range would stand
    ("before_test.c", "j * strides[1] - pads[1]", "j * strides[1] - pads[2]"),
    ("before_test.c", "X[idx] > X[best]", "X[idx] >= X[best]"),
    ("before_test.c", "w >= W", "w > W"),
    ("before_test.c", "h < 0 || h >= H || w < 0", "h < 0 || h >= H"),
    ("before_test.c", "const int32_t idx", "const uint32_t idx"),
    # what parameters stand for is told by their use
    ("structs.c", "ow * p->stride_w - p->pad_l", "ow * p->stride_w - p->pad_t"),
    ("structs.c", "x[at] > best", "x[at] >= best"),
    ("structs.c", "v < limit", "v <= limit"),
    ("structs.c", "(size_t)s->h + (size_t)h) * (size_t)s->w", "(size_t)s->w + (size_t)h) * (size_t)s->h"),
    ("structs.c", "arg = (int64_t)at", "arg = (int64_t)ih * xs->w + iw"),
    ("structs.c", "offset4(ys, n, c, oh, ow)", "offset4(xs, n, c, oh, ow)"),
    ("structs.c", "offset4(xs, n, c, ih, iw)", "offset4(ys, n, c, ih, iw)"),
    ("structs.c", "oh < ys->h", "oh < ys->w"),
    # C's own ways to go wrong
    ("plain.c", "int ih = oh", "uint8_t ih = oh"),
    ("plain.c", "for (int kh = 0", "for (int8_t kh = 0"),
    ("plain.c", "float best = 0.0f;", "float best;"),
    ("plain.c", "if (iw < 0 || iw >= W)\n                                continue;", ""),
    ("plain.c", "index < 0 || x[i] > best", "(unsigned)index < 0 || x[i] > best"),
    ("first_tap.c", "row >= 0 && row <", "row <"),
    ("status.c", "if (x == NULL", "if (x != NULL"),
    ("status.c", "    return POOL_OK;\n}", "    return POOL_BAD_ARGUMENT;\n}"),
    ("status.c", "p->stride[0] <= 0", "p->stride[0] <= 1"),
    ("status.c", "(((int64_t)n * s->c + c) * s->h + h) * s->w + w", "(((int64_t)n * s->c + c) * s->w + h) * s->h + w"),
    # one choice in two pieces
    (
        "asked_twice.c",
        "where = (e > most) ? at : where;\n                        most = (e > most) ? e : most;",
        "most = (e > most) ? e : most;\n                        where = (e > most) ? at : where;",
    ),
    ("asked_twice.c", "where = (e > most)", "where = (e >= most)"),
    ("asked_twice.c", "? at : where", "? where : at"),
    ("asked_twice.c", "most = (e > most)", "most = (e >= most)"),
    ("asked_twice.c", "x[at] : -FLT_MAX", "x[at] : 0"),
    ("asked_twice.c", "row < h && column", "row <= h && column"),
    ("asked_twice.c", "- pad;\n                        int column", "- pad - 1;\n                        int column"),
    ("asked_twice.c", "int at = column", "row++;\n                        int at = column"),
    ("accumulated.c", "(a0 < t3) ? t3 : a0", "(a0 < t3) ? a0 : t3"),
    ("accumulated.c", "a0 = t4;", "a0 = t3;"),
    ("accumulated.c", "t1 + -10", "t1 + -9"),
    ("accumulated.c", "(t0 < 12)", "(t0 < 13)"),
    ("accumulated.c", "((t1 < 1) != 1)", "(t1 < 1)"),
    # a counter that is set back
    ("reset.c", "kw = 0;\n                        kh++", "kw = 1;\n                        kh++"),
    ("reset.c", "kw = 0;\n                        kh++", "kh++"),
    ("reset.c", "kw = 0;\n                        kh++", "if (kh > 0) kw = 0;\n                        kh++"),
    ("reset.c", "int kw = 0;", "int kw = 1;"),
    ("reset.c", "kw++;\n", "kw++;\n                            if (kw == 3) break;\n"),
    (
        "reset.c",
        "kw = 0;\n                        kh++",
        "kh++;\n                        if (kh == 2) continue;\n                        kw = 0",
    ),
    # what wraps
    ("wrapped.c", "r >= H", "r > H"),
    ("wrapped.c", "s < W", "s <= W"),
    ("wrapped.c", "kh * DH - PT", "kh * DH - PL"),
    ("wrapped.c", "r >= H", "r == H"),
    ("wrapped.c", "r >= H", "r + PT >= H"),
    ("wrapped.c", "r >= H", "r + 1 >= H"),
    ("wrapped.c", "r >= H", "(int64_t)r >= (int64_t)H"),
    ("cast.c", "(size_t)r < H", "(size_t)r <= H"),
    ("cast.c", "(size_t)s < W", "(uint8_t)s < W"),
    # pointers moved along, and channels last that are counted first
    ("walking.c", "in += w - kw", "in += w - kh"),
    ("walking.c", "in += w - kw", "in += w"),
    ("walking.c", "+ j * sw;", "+ j * sw + 1;"),
    ("walking.c", "float best = *in;", "float best = *src;"),
    ("walking.c", "*in++", "*++in"),
    ("hwc.c", "+ channels * (s + r * in_w)] >", "+ channels * (s + r * in_h)] >"),
    ("hwc.c", "best = -128", "best = 0"),
    ("hwc.c", "r < in_h", "r < in_w"),
    ("hwc.c", "out[ch + channels * (x + y * out_w)]", "out[ch * out_h * out_w + x + y * out_w]"),
    ("hwc.c", "- pad_w + kernel_w", "+ kernel_w"),
    ("lists.c", "dims[1] - top", "dims[2] - top"),
    ("lists.c", "larger(0, -left)", "larger(0, left)"),
    ("lists.c", "c < input_shape->dims[3]", "c < input_shape->dims[1]"),
    ("lists.c", "at(output_shape, n, i, j, c)", "at(output_shape, n, c, i, j)"),
    ("lists.c", "best < e ? e : best", "best < e ? best : e"),
)
"""A file, what stands in it, and what stands there in a wrong function instead."""


def text_of(file: str) -> str:
    """The text of a file."""
    return (FOLDER / file).read_text("utf-8")


def wrong(file: str, old: str, new: str) -> str:
    """The text of a wrong function, one change away from a right one."""
    text = text_of(file)
    assert old in text, (file, old)
    return text.replace(old, new, 1)


EVALUATED = 38
"""For the first so many, a call on which they go wrong is found when their loops are evaluated, C's own rules apart."""


def source(file: str, old: str, new: str) -> CSource:
    """A wrong function, to be proved."""
    return CSource(file, wrong(file, old, new).encode(), RIGHT[file])


def goes_wrong(file: str, old: str, new: str) -> bool:
    """There is a call on which the function goes wrong, when it is evaluated."""
    _, understood = understand(source(file, old, new))
    return understood is not None and find(understood[1].as_run) is not None


def is_proved(file: str, old: str, new: str) -> bool:
    """The function is proved."""
    return prove_c(source(file, old, new), BRIEF_LIMITS).proved


def programs_in_c() -> Iterator[Falsehood]:
    """Those that evaluation shows to be wrong; none where C cannot be read."""
    for number, change in enumerate(() if absent() else WRONG[:EVALUATED], 1):
        file, old, new = change
        reason = f"{new.strip() or 'nothing'} instead of {old.strip()}"
        false, proved = partial(goes_wrong, *change), partial(is_proved, *change)
        yield Falsehood(f"c.{number}.{file}", "c", reason, false, proved, COSTLY)
