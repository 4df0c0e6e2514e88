"""The forms of formulas that are read, as data: each with an example, what it is read as, and one that is not read.

The grammar beside this file reads them; a test holds each example to it; the docs print them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.documents.loops.statements import LOOPS as LOOP_FORMS


@dataclass(frozen=True, slots=True)
class ReadForm:
    """One way to write something: an example, the same in plain notation, and a near form that is not read."""

    name: str
    example: str
    meaning: str
    unread: str = ""


FORMS: Sequence[ReadForm] = (
    ReadForm("a fraction", r"\dfrac{a}{b}", "a / b", r"\dfrac a b"),
    ReadForm("rounding down", r"\left\lfloor \tfrac{a}{s} \right\rfloor", "⌊a / s⌋", r"\lfloor a / s"),
    ReadForm("rounding up", r"\bigl\lceil a / s \bigr\rceil", "⌈a / s⌉", r"\lceil a / s"),
    ReadForm("rounding by a name", r"\operatorname{floor}(a / s)", "floor(a / s)", r"\operatorname{floor} a"),
    ReadForm("a product", r"a \cdot b \times c", "a * b * c", r"a \otimes b"),
    ReadForm("an entry of a list", r"\text{pads}[0]", "pads[0]", r"\text{pads}[0"),
    ReadForm("an entry in one typeface", r"\textit{strides[0]}", "strides[0]", r"\textit{strides[0}"),
    ReadForm("a name in another typeface", r"\mathrm{kernel\_shape}[1]", "kernel_shape[1]", r"\mathfrak{k}"),
    ReadForm("a name in a box", r"\mbox{kernel\_shape}[1]", "kernel_shape[1]", r"\fbox{kernel\_shape}[1]"),
    ReadForm("a subscript in braces", r"dY_{2}", "dY_2", r"dY_{}"),
    ReadForm("an element of a tensor", r"X_{b, c, h, w}", "X[b, c, h, w]", r"X_{b, c, h, w"),
    ReadForm("a range", r"h \in [0, k - 1]", "h in [0, k - 1]", r"h \in [0, k - 1"),
    ReadForm("a range by its values", r"h \in \{0, \ldots, k - 1\}", "h in {0, ..., k - 1}", r"h \in \{0, \ldots"),
    ReadForm("the same", r"h \in \{0..k - 1\}", "h in {0, ..., k - 1}", r"h \in \{0..\}"),
    ReadForm("a product of letters", r"m \sigma_2 + i \delta_2", "m * sigma_2 + i * delta_2", "size width + i width"),
    ReadForm("a set cut with a product of ranges", r"S \cap ([0, H) \times [0, W))", "S ∩ ([0, H) * [0, W))",
             r"S \cup [0, H)"),
    ReadForm("a definition", r"a \coloneqq b", "a = b", r"a \triangleq b"),
    ReadForm("a comparison", r"a \leqslant b", "a <= b", r"a \lesssim b"),
    ReadForm("and", r"a > 0 \land b > 0", "a > 0 and b > 0", r"a > 0 \curlywedge b > 0"),
    ReadForm("for all", r"\forall h \in [0, k): h \geq 0", "forall h in [0, k): h >= 0", r"\forall: h \geq 0"),
    ReadForm("such that", r"\{(h, w) \mid 0 \le h < k\}", "{(h, w) : 0 <= h < k}", r"\{(h, w) \mid \}"),
    ReadForm("the greatest of some", r"\max_{h} X[h]", "max_{h} X[h]", r"\sup_{h} X[h]"),
    ReadForm("conditions under it", r"\max_{\substack{0 \le h < k \\ 0 \le w < l}} X[h, w]",
             r"\max_{0 \le h < k, 0 \le w < l} X[h, w]", r"\max_{\substack{}} X[h, w]"),
    ReadForm("where the greatest is", r"\arg\max_{h} X[h]", "argmax_{h} X[h]", r"\arg X[h]"),
    ReadForm("the place of it", r"(h^*, w^*) = \arg\max_{(h, w)} X[h, w]", r"(h^*, w^*) = argmax_{(h, w)} X[h, w]",
             r"(h^*, w^*) = \arg X[h, w]"),
    ReadForm("the least of a set", r"\min S", "min(S)", r"\inf S"),
    ReadForm("a product of short names", r"i\,sh + h\,dh", "i * sh + h * dh", "i sh + h dh"),
    ReadForm("the same as an operator", r"\operatorname*{arg\,max}_{h} X[h]", "argmax_{h} X[h]", r"\arg{max}_{h} X[h]"),
    ReadForm("a magnitude", r"\lvert x \rvert", "|x|", r"\lvert x"),
    ReadForm("a number with a sign", "−127", "-127", "±127"),
    ReadForm("a power", r"2^{31} - 1", "2^31 - 1", r"2^{} - 1"),
    ReadForm("a set of numbers", r"h \in \mathbb{N}", r"h ∈ \mathbb{N}", r"h \in \mathbb{N"),
    ReadForm("cases", r"\begin{cases} a & \text{if } b > 0 \\ c & \text{otherwise} \end{cases}",
             r"\begin{cases} a, & b > 0 \\ c, & \text{else} \end{cases}", r"\begin{cases} a \\ c \end{cases}"),
    ReadForm("several formulas", r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a = b, c = d",
             r"\begin{tabular} a &= b \end{tabular}"),
    ReadForm("one formula in rows", r"\begin{gathered} a = b \\ + c \end{gathered}", "a = b + c",
             r"\begin{gathered} a = \\ \end{gathered}"),
    ReadForm("a formula with its letters", r"a = b \text{ where } b = c", "a = b, b = c",
             r"a = b \text{ whenever } b = c"),
    ReadForm("a shape", r"Y\_shape = [a, b, c, d]", "Y_shape = [a, b, c, d]", r"Y\_shape = [a, b"),
)  # fmt: skip
"""What is read in a formula, whatever it is about."""

PHRASES: Sequence[ReadForm] = (
    ReadForm("an entry by its name", "`pads[1]`", "pads[1]", "about `pads[1]`"),
    ReadForm("an entry on any axis, beside a letter with its subscript", "`pads[i + 2]`", "pad_end", "`pads[i + 3]`"),
    ReadForm("a quantity on any axis, beside such a letter", "the stride along the $i$-th spatial axis", "stride",
             "the stride along the $n$-th spatial axis"),
    ReadForm("an entry by its number", "the first entry of `pads`", "pads[0]", "the fifth entry of `pads`"),
    ReadForm("the same", "entry 1 of `strides`", "strides[1]", "entry 2 of `strides`"),
    ReadForm("the same", "the second value of attribute `kernel_shape`", "kernel_shape[1]",
             "a value of `kernel_shape`"),
    ReadForm("the same", "the last element of `pads`", "pads[3]", "the last but one element of `pads`"),
    ReadForm("the same", "the third entry of the shape of $X$", "X.shape[2]", "the third axis of $X$"),
    ReadForm("a size", "the size of the input along the second spatial axis", "X.shape[3]", "the area of the input"),
    ReadForm("a height", "the height of $X$", "X.shape[2]", "the height of $X$ after padding"),
    ReadForm("rows", "the number of rows of $Y$", "Y.shape[2]", "the number of taps of $Y$"),
    ReadForm("a kernel", "the width of the kernel", "kernel_shape[1]", "the area of the kernel"),
    ReadForm("a kernel", "the dimension of the first spatial axis of the kernel", "kernel_shape[0]",
             "half the dimension of the first spatial axis of the kernel"),
    ReadForm("a stride", "the stride along the first spatial axis", "strides[0]", "the stride along the columns"),
    ReadForm("a stride", "the horizontal stride", "strides[1]", "the diagonal stride"),
    ReadForm("a dilation", "the vertical dilation", "dilations[0]", "the vertical dilation minus one"),
    ReadForm("padding on a side", "the left padding", "pads[1]", "the inner padding"),
    ReadForm("padding on a side", "the padding added at the end of the first spatial axis", "pads[2]", "the padding"),
    ReadForm("padding on a side", "the number of rows added at the bottom", "pads[2]", "the number of rows added"),
    ReadForm("batches", "the number of batches", "X.shape[0]", "the number of lots"),
    ReadForm("channels", "the number of channels of $X$", "X.shape[1]", "the depth of $X$"),
)  # fmt: skip
"""What may be said of a name, after "is", beside it in a table of symbols, or in front of it.

A name of which more is said than what is read here has no meaning, and neither has a formula that uses it.
"""

TOLD: Sequence[ReadForm] = (
    ReadForm("a size in words", "The height of `Y` shall be `floor(a / s) + 1`.", "Y.shape[2]",
             "The height of `Y` is at most `floor(a / s) + 1`."),
    ReadForm("the same", "The output width is given by `floor(a / s) + 1`.", "Y.shape[3]",
             "Without padding, the output width is given by `floor(a / s) + 1`."),
    ReadForm("the same", "Output height: `floor(a / s) + 1`", "Y.shape[2]", "Old height: `floor(a / s) + 1`"),
    ReadForm("a size by its name", "`dY_2` is computed as $a / s$.", "Y.shape[2]", "`dY_2` is derived from $a / s$."),
    ReadForm("a demand", "The operator shall compute the output height as `floor(a / s) + 1`.", "Y.shape[2]",
             "The operator may compute the output height as `floor(a / s) + 1`."),
    ReadForm("the formula first", "`floor(a / s) + 1` is the height of `Y`.", "Y.shape[2]",
             "`floor(a / s) + 1` is not the height of `Y`."),
)  # fmt: skip
"""Sentences that say what a size is, with its formula as code or as mathematics: an equation, judged as any other."""

GIVEN = r"""# MaxPool

| Symbol | Meaning |
| --- | --- |
| $N, C$ | the number of batches, the number of channels |
| $H, W$ | height and width of $X$ |
| $(k_h, k_w)$ | `kernel_shape` |
| $(s_h, s_w)$ | `strides` |
| $(d_h, d_w)$ | `dilations` |
| $(p_t, p_l, p_b, p_r)$ | `pads` |

- $0 \le u < k_h$
- $0 \le v < k_w$

$$Y[n, c, y, x] = \max_{0 \le u < k_h} \max_{0 \le v < k_w} X_p[n, c, y s_h + u d_h, x s_w + v d_w]$$

"""
"""The page on which the forms below stand."""

ELEMENTS: Sequence[ReadForm] = (
    ReadForm("the padded input", r"$$X_p[n, c, i, j] = \begin{cases} X[n, c, i - p_t, j - p_l] & \text{if } p_t \le i <"
             r" p_t + H \text{ and } p_l \le j < p_l + W \\ -\infty & \text{otherwise} \end{cases}$$",
             "definition of the padded input", r"$$X_p[n, c, i, j] = f(X[n, c, i - p_t, j - p_l])$$"),
    ReadForm("a set of taps", r"$$S = \{(u, v) \mid 0 \le y s_h + u d_h - p_t < H, 0 \le x s_w + v d_w - p_l < W\}$$ "
             r"$$Y[n, c, y, x] = \max_{(u, v) \in S} X[n, c, y s_h + u d_h - p_t, x s_w + v d_w - p_l]$$",
             "definition of Y", r"$$Y[n, c, y, x] = \max S$$"),
    ReadForm("a set of positions, cut with the plane",
             r"$$V(y, x) = \{(y s_h + u d_h - p_t, x s_w + v d_w - p_l) \mid 0 \le u < k_h, 0 \le v < k_w\} "
             r"\cap ([0, H-1] \times [0, W-1])$$", "set of taps",
             r"$$V(y, x) = \{(y s_h + u d_h - p_t, x s_w + v d_w - p_l) \mid 0 \le u < k_h, 0 \le v < k_w\} \cap Z$$"),
    ReadForm("places by functions, in a set",
             r"$$r(y, u) = y s_h + u d_h - p_t$$ $$q(x, v) = x s_w + v d_w - p_l$$ "
             r"$$V(y, x) = \{(r(y, u), q(x, v)) \mid 0 \le r(y, u) < H, 0 \le q(x, v) < W\}$$ "
             r"$$Y[n, c, y, x] = \max_{(i, j) \in V(y, x)} X[n, c, i, j]$$", "definition of Y",
             r"$$r(y, u) = y s_h + u d_h - p_t$$ $$V(y, x) = \{(r(y, u), q(x, v)) \mid 0 \le r(y, u) < H\}$$ "
             r"$$Y[n, c, y, x] = \max_{(i, j) \in V(y, x)} X[n, c, i, j]$$"),
    ReadForm("the place that an index counts",
             "Let $(h', w')$ be the place in $X$ of the element selected, padding not counted: "
             "$Indices[n, c, y, x] = ((n C + c) H + h') W + w'$", "layout of Indices",
             "Let $(h', w')$ be the place in the padded $X$ of the element selected: "
             "$Indices[n, c, y, x] = ((n C + c) H + h') W + w'$"),
    ReadForm("the tap of the maximum", r"$$(u^*, v^*) = \arg\max_{(u, v)} X_p[n, c, y s_h + u d_h, x s_w + v d_w]$$",
             "tap of the maximum", r"$$(u^*, v^*) = \arg\max_{(v, u)} X_p[n, c, y s_h + u d_h, x s_w + v d_w]$$"),
    ReadForm("the index of a named tap", r"For the tap $(u^*, v^*)$, "
             r"$Indices[n, c, y, x] = ((n C + c) H + y s_h + u^* d_h - p_t) W + x s_w + v^* d_w - p_l$",
             "layout of Indices",
             r"For the tap $(a^*, b^*)$, $Indices[n, c, y, x] = ((n C + c) H + y s_h + a^* d_h - p_t) W + b^*$"),
    ReadForm("a position in words", "The tap reads the element of $X$ at row $r = y s_h + u d_h - p_t$.",
             "position of a tap", "The tap reads the element of $X$ at $r = y s_h + u d_h$."),
)  # fmt: skip
"""Sets of taps, positions and elements: what each is judged as, where it stands on the page `GIVEN`."""

CASES: Sequence[ReadForm] = (
    ReadForm("conditions first", "If $s_h = 1$, $d_h = 1$ and $p_t = p_b = 0$, then $P = H - k_h + 1$.", "proved",
             "If nothing is padded and $s_h = 1$, then $P = H - k_h + 1$."),
    ReadForm("words in front of the formula",
             "If $s_h = 1$ and $p_t + p_b = d_h (k_h - 1)$, the height does not change: $P = H + 0$.", "proved",
             "If $s_h = 1$ and $p_t + p_b = d_h (k_h - 1)$, it is wrong that $P = H + 0$."),
    ReadForm("conditions behind it", "$P = H - 1$ if $s_h = 1$, $k_h = 2$ and $p_t = 0$.", "refuted",
             "$P = H - 1$ if the kernel is small."),
)  # fmt: skip
"""Formulas under conditions, where $Y$ has the shape $(N, C, P, Q)$."""

TABLES: Sequence[ReadForm] = (
    ReadForm("what happens in a case", "Case = stride of 0 | Result = error", "agrees",
             "Case = stride of 0 | Who = error"),
    ReadForm("the same", "Condition = window without an element of X | Y = 0", "disagrees",
             "Condition = window without an element of X | Y = as before"),
    ReadForm("the least value", "Attribute = strides | Min = 1", "agrees", "Attribute = strides | Min = none"),
    ReadForm("the same", "Attribute = dilations | Min = 0", "disagrees", "Attribute = dilations | Usual = 0"),
    ReadForm("an example", "Input = 7 × 9 | Kernel = 3 × 3 | Strides = 2 | Pads = 1, 1, 1, 1 | Output = 4 × 5",
             "agrees",
             "Input = 7 × 9 | Kernel = 3 × 3 | Strides = 2 | Mode = 1 | Output = 4 × 5"),
    ReadForm("the same", "Input = 7 × 9 | Kernel = 3 × 3 | Strides = 2 | Pads = 1, 1, 1, 1 | Output = 4 × 4",
             "disagrees", "Input = 7 × 9 | Kernel = 3 × 3 | Strides = 2 | Pads = usual | Output = 4 × 4"),
)  # fmt: skip
"""Rows of tables, each column by its heading, and what comes of the last cell; examples may stand in columns too."""

LOOPING = """
```
for n = 0 to N - 1:
  for c = 0 to C - 1:
    for y = 0 to P - 1:
      for x = 0 to Q - 1:
        best = -inf
        place = none
        for u in range(k_h):
          for v in range(k_w):
            i = y * s_h + u * d_h - p_t
            j = x * s_w + v * d_w - p_l
            if 0 <= i < H and 0 <= j < W:
              if place is none or X[n, c, i, j] > best:
                best = X[n, c, i, j]
                place = ((n * C + c) * H + i) * W + j
        Y[n, c, y, x] = best
        Indices[n, c, y, x] = place
```
"""
"""A listing of which the forms below are lines, where $Y$ has the shape $(N, C, P, Q)$."""

_HEAD, _GUARD = "for u in range(k_h):", "if 0 <= i < H and 0 <= j < W:"
_KEPT, _VALUE = "if place is none or X[n, c, i, j] > best:", "i = y * s_h + u * d_h - p_t"
LOOPS: Sequence[tuple[str, ReadForm]] = (
    *((_HEAD, ReadForm(f"a loop {form.name}", form.example, "k_h taps", form.unread)) for form in LOOP_FORMS),
    (_HEAD, ReadForm("a loop over values", "for each u in {0, ..., k_h - 1} do", "k_h taps", "for u in taps:")),
    (_VALUE, ReadForm("a value", "let i := y * s_h + u * d_h - p_t", "position", "i += y * s_h + u * d_h - p_t")),
    (_GUARD, ReadForm("what is left out", "if not (i < 0 or i >= H or j < 0 or j >= W) then", "taps in X",
                      "if inside(i, j):")),
    (_KEPT, ReadForm("what is kept", "if place == none || best < X[n][c][i][j]", "the first maximum",
                     "if better(X[n, c, i, j], best):")),
)  # fmt: skip
"""Lines of loops, each with the line of `LOOPING` in whose place it may stand."""

_STEP_HEAD = "1. For each u from 0 to k_h - 1 and each v from 0 to k_w - 1:"
_STEP_PLACE = "   1. Let i = y * s_h + u * d_h - p_t and j = x * s_w + v * d_w - p_l."
_STEP_GUARD = "   2. If i < 0, i >= H, j < 0 or j >= W, continue with the next pair."
_STEP_KEPT = (
    "   3. If place = -1 or X[n, c, i, j] > best, set best to X[n, c, i, j] and place to ((n * C + c) * H + i) * W + j."
)
_STEP_STORED = "2. Set Y[n, c, y, x] to best and Indices[n, c, y, x] to place."
STEPPING = f"""
For each n from 0 to N - 1, each c from 0 to C - 1, each y from 0 to P - 1 and each x from 0 to Q - 1:

0. Set best to minus infinity and place to -1.
{_STEP_HEAD}
{_STEP_PLACE}
{_STEP_GUARD}
{_STEP_KEPT}
{_STEP_STORED}
"""
"""Steps behind `GIVEN`, which also says that Y has the shape (N, C, P, Q)."""
STEPS: Sequence[tuple[str, ReadForm]] = (
    (_STEP_HEAD, ReadForm("loops", "1. For every tap row u from 0 to k_h - 1 and, for each of these, every tap column v"
                          " from 0 to k_w - 1:", "taps", "1. For some u from 0 to k_h - 1 and some v:")),
    (_STEP_HEAD, ReadForm("which of them is inside", "1. For each v from 0 to k_w - 1 and each u from 0 to k_h - 1,"
                          " with v varying fastest:", "taps, row by row", "1. For each u and v in the window:")),
    (_STEP_PLACE, ReadForm("values", "   1. Set i to y * s_h + u * d_h - p_t and j to x * s_w + v * d_w - p_l.",
                           "position", "   1. Find the position (i, j).")),
    (_STEP_GUARD, ReadForm("what is left out", "   2. If i is less than 0, i is at least H, j is less than 0 or j >= W,"
                           " skip this tap.", "taps in X", "   2. If i is odd, skip this tap.")),
    (_STEP_KEPT, ReadForm("what is kept", "   3. If place = -1 or X[n, c, i, j] is greater than best, replace best by"
                          " X[n, c, i, j] and place by ((n * C + c) * H + i) * W + j.", "the first maximum",
                          "   3. If X[n, c, i, j] is better than best, replace best by X[n, c, i, j].")),
    (_STEP_STORED, ReadForm("what fails", f"2. If place = -1, return an error.\n3{_STEP_STORED[1:]}",
                            "a window over padding alone", f"2. If place = -1, be careful.\n3{_STEP_STORED[1:]}")),
    (_STEP_STORED, ReadForm("what is stored", "2. Store best in Y[n, c, y, x] and place in Indices[n, c, y, x].",
                            "the outputs", "2. Store best and place somewhere.")),
)  # fmt: skip
"""Steps, each with the line of `STEPPING` in whose place it may stand."""
