"""Forms that are read with the rest of their page, as data: shapes that are declared, lists taken apart, what a listing
demands, tables of equations, functions that a page defines.

On each page all is proved. Where the neighbour of a form stands instead of its line, less is; a test sees to both.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.audit.rulebook.forms import ReadForm

CODE = """# MaxPool

```
X        : T[N][C][IH][IW]
Y        : T[N][C][OH][OW]
```

```
KH, KW = kernel_shape
SH, SW = strides     # SH >= 1, SW >= 1
DH, DW = dilations
TOP, LEFT, BOTTOM, RIGHT = pads
EH = DH * (KH - 1) + 1
require IH + TOP + BOTTOM >= EH
OH = (IH + TOP + BOTTOM - EH) // SH + 1
```
"""
"""A page as an implementer writes it."""

CODE_FORMS: Sequence[tuple[str, ReadForm]] = (
    ("X        : T[N][C][IH][IW]",
     ReadForm("a shape that is declared", "X : float[N][C][IH][IW]", "shape of X", "X : float[N][C][IH * IW]")),
    ("TOP, LEFT, BOTTOM, RIGHT = pads",
     ReadForm("a list taken apart", "[TOP, LEFT, BOTTOM, RIGHT] = pads", "entries of pads",
              "TOP, LEFT, BOTTOM, RIGHT = sorted(pads)")),
    ("SH, SW = strides     # SH >= 1, SW >= 1",
     ReadForm("what a comment bounds", "SH, SW = strides  # SH > 0, SW > 0", "bounds of strides",
              "SH, SW = strides  # SH and SW are usual")),
    ("require IH + TOP + BOTTOM >= EH",
     ReadForm("what a line demands", "assert EH <= IH + TOP + BOTTOM", "a constraint",
              "inspect EH <= IH + TOP + BOTTOM")),
    ("OH = (IH + TOP + BOTTOM - EH) // SH + 1",
     ReadForm("a size", "OH = (IH + TOP + BOTTOM - EH + SH) // SH", "Y.shape[2]",
              "OH = rounded((IH + TOP + BOTTOM - EH) / SH) + 1")),
)  # fmt: skip
"""Lines of listings, each with the line of `CODE` in whose place it may stand."""

EQUATIONS = """# MaxPool

| Direction | Name | Rank | Shape |
|---|---|---|---|
| in | X | 4 | (B, C, R, L) |
| out | Y | 4 | (B, C, U, V) |

| Attribute | Elements |
|---|---|
| `kernel_shape` | KR, KL |
| `pads` | PT, PL, PB, PR |
| `strides` | SR, SL |

| symbol | stands for |
|---|---|
| DR | `dilations[0]` |

| Quantity | Rows |
|---|---|
| extent | ER = (KR - 1) × DR + 1 |
| size of Y | U = ⌊(R + PT + PB - ER) / SR⌋ + 1 |

| Id | the operator reports an error if |
|---|---|
| E1 | $ER > R + PT + PB$ |
"""
"""A page of tables."""

EQUATION_FORMS: Sequence[tuple[str, ReadForm]] = (
    ("| in | X | 4 | (B, C, R, L) |",
     ReadForm("a shape in a row", "| input | X | 4 | [B, C, R, L] |", "shape of X", "| in | X | 4 | B to L |")),
    ("| `pads` | PT, PL, PB, PR |",
     ReadForm("entries in a row", "| `pads` | (PT, PL, PB, PR) |", "entries of pads", "| `pads` | PT to PR |")),
    ("| DR | `dilations[0]` |",
     ReadForm("a symbol in a row", "| DR | the dilation along the first spatial axis |", "dilations[0]",
              "| DR | the dilation along some axis |")),
    ("| extent | ER = (KR - 1) × DR + 1 |",
     ReadForm("an equation in a row", "| extent | ER = DR × (KR - 1) + 1 |", "a quantity",
              "| extent | ER about (KR - 1) × DR + 1 |")),
    ("| size of Y | U = ⌊(R + PT + PB - ER) / SR⌋ + 1 |",
     ReadForm("a size in a row", "| size of Y | U = ⌊(R + PT + PB - ER + SR) / SR⌋ |", "Y.shape[2]",
              "| size of Y | U = usual |")),
    ("| Id | the operator reports an error if |\n|---|---|\n| E1 | $ER > R + PT + PB$ |",
     ReadForm("the case of an error", "| Id | Condition | Behaviour |\n|---|---|---|\n| E1 | $ER > R + PT + PB$ | an "
              "error |", "a constraint",
              "| Id | the operator writes a line if |\n|---|---|\n| E1 | $ER > R + PT + PB$ |")),
)  # fmt: skip
"""Rows of tables, each with what it may stand for in `EQUATIONS`."""

SYMBOLS = r"""# MaxPool

(Y, Indices) = MaxPool(X), where X has the shape $(N, C, H, W)$.

`kernel_shape` is $(k_h, k_w)$, `strides` is $(s_h, s_w)$, `dilations` is $(d_h, d_w)$, and `pads` is
$(p_t, p_l, p_b, p_r)$.

$e(k, d) = d (k - 1) + 1$

$H_{out} = \lfloor (H + p_t + p_b - e(k_h, d_h)) / s_h \rfloor + 1$ is the height of Y.
"""
"""A page with entries of several lists in one sentence, and with a function."""

SYMBOL_FORMS: Sequence[tuple[str, ReadForm]] = (
    ("$e(k, d) = d (k - 1) + 1$",
     ReadForm("a function", "$e(a, b) = a b - b + 1$", "a formula of two letters", "$e(k, d) = d_k (k - 1) + 1$")),
    ("`kernel_shape` is $(k_h, k_w)$, `strides` is $(s_h, s_w)$, `dilations` is $(d_h, d_w)$, and `pads` is\n"
     "$(p_t, p_l, p_b, p_r)$.",
     ReadForm("entries of several lists",
              "Let $(k_h, k_w)$ be `kernel_shape`, $(s_h, s_w)$ be `strides`, $(d_h, d_w)$ be `dilations` and "
              "$(p_t, p_l, p_b, p_r)$ be `pads`.", "entries of pads",
              "`kernel_shape` is $(k_h, k_w)$, `strides` is $(s_h, s_w)$, `dilations` and `pads` are $(d_h, d_w)$ and "
              "others.")),
    ("`kernel_shape` is $(k_h, k_w)$, `strides` is $(s_h, s_w)$, `dilations` is $(d_h, d_w)$, and `pads` is\n"
     "$(p_t, p_l, p_b, p_r)$.",
     ReadForm("entries behind their lists",
              "The entries of `kernel_shape` are $k_h$ and $k_w$, those of `strides` $s_h$ and $s_w$, those of "
              "`dilations` $d_h$ and $d_w$ and those of `pads` $p_t$, $p_l$, $p_b$ and $p_r$.", "entries of pads",
              "The entries of `kernel_shape` begin with $k_h$, those of `strides` with $s_h$.")),
)  # fmt: skip
"""Lines with what each may stand for in `SYMBOLS`."""

LETTERS = r"""# MaxPool

(Y, Indices) = MaxPool(X), where X has the shape $(N, C, H, W)$.

$k$, $s$, $d$ and $p$ are `kernel_shape`, `strides`, `dilations` and `pads`.

$H_{out} = \lfloor (H + p_0 + p_2 - d_0 (k_0 - 1) - 1) / s_0 \rfloor + 1$ is the height of Y.
"""
"""A page with letters for whole lists."""

_LETTERS = "$k$, $s$, $d$ and $p$ are `kernel_shape`, `strides`, `dilations` and `pads`."
LETTER_FORMS: Sequence[tuple[str, ReadForm]] = tuple(
    (_LETTERS, ReadForm(name, example, "pads", unread))
    for name, example, unread in (
        ("one after the other",
         "Here $k$ = `kernel_shape`, $s$ denotes `strides`, $d$ is `dilations` and $p$ stands for `pads`.",
         "Here $k$ = `kernel_shape`, $s$ denotes `strides`, $d$ is `dilations` and $p$ goes with `pads`."),
        ("for or as",
         "Write $k$ for `kernel_shape`, $s$ for `strides`, $d$ for `dilations` and $p$ for `pads`.",
         "Take $k$ for `kernel_shape`, $s$ for `strides`, $d$ for `dilations` and $p$ for `pads`."),
        ("the letters behind",
         "The attributes are `kernel_shape` ($k$), `strides` ($s$), `dilations` ($d$) and `pads` ($p$).",
         "The attributes are `kernel_shape` ($k$), `strides` ($s$), `dilations` ($d$) and `pads` (some $p$)."),
        ("items", "- $k$: `kernel_shape`\n- $s$: `strides`\n- $d$: `dilations`\n- $p$: `pads`",
         "- $k$: `kernel_shape`\n- $s$: `strides`\n- $d$: `dilations`\n- $p$: like `pads`"),
        ("letters that abbreviate",
         "Letters $k$, $s$, $d$ and $p$ abbreviate `kernel_shape`, `strides`, `dilations` and `pads`.",
         "Letters $k$, $s$, $d$ and $p$ accompany `kernel_shape`, `strides`, `dilations` and `pads`."),
        ("lists that are written as letters",
         "`kernel_shape`, `strides`, `dilations` and `pads` are written $k$, $s$, $d$ and $p$ for short.",
         "`kernel_shape`, `strides`, `dilations` and `pads` are written near $k$, $s$, $d$ and $p$."),
    )
)  # fmt: skip
"""What may stand for the line with the letters in `LETTERS`."""

BEHIND = r"""# MaxPool

(Y, Indices) = MaxPool(X), where X has the shape $(N, C, H, W)$.

The kernel size is $(k_h, k_w)$.

The pads are $(p_t, p_l, p_b, p_r)$. The strides are $s_h$ and $s_w$. The dilations are $d_h$ and $d_w$.

$H_{out} = \lfloor (H + p_t + p_b - d_h (k_h - 1) - 1) / s_h \rfloor + 1$ is the height of Y.
"""
"""A page with names behind what they are."""

BEHIND_FORMS: Sequence[tuple[str, ReadForm]] = tuple(
    ("The kernel size is $(k_h, k_w)$.", ReadForm(name, example, "kernel_shape[0]", unread))
    for name, example, unread in (
        ("a name behind what it is", "The height of the kernel is $k_h$.",
         "The height of the kernel is $k_h$, doubled."),
        ("clauses that share a verb, or a noun",
         "The size of the kernel along the height is $k_h$ and along the width $k_w$.",
         "The size of the kernel along the height is $k_h$ and so on."),
        ("what has a size", r"The kernel has size $k_h \times k_w$.", "The kernel has a good size, $k_h$."),
        ("what has rows", "The kernel has $k_h$ rows and $k_w$ columns.", "The kernel has $k_h$ rows or more."),
        ("the size between other words", "A kernel of size $(k_h, k_w)$ slides over X.",
         "A kernel of reduced size $(k_h, k_w)$ slides over X."),
        ("the size before its owner", r"A $k_h \times k_w$ window slides over X.",
         r"A $k_h \times k_w$ thing slides over X."),
        ("the entries in the item of their list",
         "- `kernel_shape`, two positive integers, written $k_h, k_w$ below.",
         "- `kernel_shape`, two positive integers, larger than $k_h, k_w$ below."),
        ("an order that the names tell", "The kernel size is $(k_h, k_w)$.", "The kernel size is $(k_w, k_h)$."),
    )
)  # fmt: skip
"""What may stand for the line on the kernel in `BEHIND`."""

PAGES: Sequence[tuple[str, str, str, Sequence[tuple[str, ReadForm]]]] = (
    ("Listings of an implementer",
     "Shapes that are declared, lists that are taken apart, what lines demand and compute. No line of a listing with a "
     "program's language is a statement.", CODE, CODE_FORMS),
    ("Tables of equations, errors and symbols", "Each row is read by the headings of its columns.", EQUATIONS,
     EQUATION_FORMS),
    ("Functions, and entries of several lists",
     "A function is judged where it is used, as if its formula were written out.", SYMBOLS, SYMBOL_FORMS),
    ("Letters for whole lists",
     "Where a letter stands for a list, its entries are the letter's with an index, as $p_0$ or `p[0]`.",
     LETTERS, LETTER_FORMS),
    ("Names behind what they are",
     "A sentence is read whole, or not at all. Two names in brackets, or as a product, are for the height and the "
     "width; for nothing, where they tell of another order.", BEHIND, BEHIND_FORMS),
)  # fmt: skip
"""For each topic: its heading, what it is about, the page, and its forms."""
