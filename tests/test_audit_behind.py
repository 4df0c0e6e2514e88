"""Letters behind what they are: `the stride is $(s_h, s_w)$`. A sentence is read whole, or says nothing."""

from __future__ import annotations

import re

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from tests.audit_documents import document

SIZE = r"$$OH = \left\lfloor \frac{H + p_t + p_b - d_h (k_h - 1) - 1}{s_h} \right\rfloor + 1$$"
TOLD = {
    "kernel": "$k_h$ is `kernel_shape[0]`.",
    "stride": "$s_h$ is `strides[0]`.",
    "dilation": "$d_h$ is `dilations[0]`.",
    "pads": "$p_t$ is `pads[0]` and $p_b$ is `pads[2]`.",
    "sizes": "$X$ has shape $(N, C, H, W)$ and $Y$ has shape $(N, C, OH, OW)$.",
}


def verdicts(said: dict[str, str], size: str = SIZE) -> list[str]:
    """What came of the size formula, where something is told by another sentence."""
    text = "# MaxPool\n\n" + "\n\n".join((TOLD | said).values()) + f"\n\n{size}\n"
    claims = judge_formulas(document(text), {}).claims
    return [c.verdict for c in claims if c.start > text.index("$$") and c.kind != "question"]


BEHIND = [
    ("kernel", "The height of the kernel is $k_h$."),
    ("kernel", "The height of the kernel is $k_h$, the width of the kernel is $k_w$."),
    ("kernel", "The kernel has $k_h$ rows."),
    ("kernel", "The window has $k_h$ rows and $k_w$ columns."),
    ("kernel", "The kernel size is $(k_h, k_w)$."),
    ("kernel", r"The kernel is $k_h \times k_w$."),
    ("kernel", r"The kernel has size $k_h \times k_w$."),
    ("kernel", r"A kernel of size $k_h \times k_w$ slides over $X$."),
    ("kernel", "Here, a kernel of size $(k_h, k_w)$ is used."),
    ("kernel", r"A $k_h \times k_w$ window slides over the input."),
    ("stride", "The stride is $(s_h, s_w)$."),
    ("stride", "Let the stride be $(s_h, s_w)$."),
    ("stride", "The stride along the height is $s_h$ and along the width $s_w$."),
    ("stride", "The stride of the height is $s_h$, that of the width $s_w$."),
    ("dilation", "The dilation is $(d_h, d_w)$."),
    ("dilation", "Where the kernel has height $k_h$ and the dilation is $(d_h, d_w)$."),
    ("kernel", "The kernel height ($k_h$) is positive."),
    ("kernel", "The operator has kernel height $k_h$ and width $k_w$."),
    ("stride", "- Stride: $(s_h, s_w)$"),
    ("kernel", r"- Kernel: $k_h \times k_w$"),
    ("pads", "The top padding is $p_t$ and the bottom padding is $p_b$."),
    ("pads", "The padding is $(p_t, p_l, p_b, p_r)$."),
    ("pads", "The input is padded with $p_t$ rows at the top and $p_b$ rows at the bottom."),
    ("pads", "The input is padded by $p_t$ above, $p_l$ on the left, $p_b$ below and $p_r$ on the right."),
    ("pads", "Padding of $p_t$ rows at the top and $p_b$ rows at the bottom is added."),
    ("pads", "$p_t$ rows are added above and $p_b$ rows below the input."),
    ("sizes", "$X$ has $H$ rows and $W$ columns, $Y$ has $OH$ rows and $OW$ columns."),
    ("sizes", "The height of the input is $H$. The height of the output is $OH$."),
    ("sizes", "The input is of height $H$ and width $W$; the output of height $OH$ and width $OW$."),
    ("sizes", r"$X$ is $N \times C \times H \times W$; $Y$ has shape $N \times C \times OH \times OW$."),
    ("sizes", r"The input has size $H \times W$ and the output has size $OH \times OW$."),
    # In an item on their list, or with an owner that the last of an enumeration names.
    ("kernel", "- `kernel_shape`, two positive integers, written $k_h, k_w$ below."),
    ("stride", "`strides`, two positive integers $s_h, s_w$; they say how far the window moves."),
    ("pads", "`pads`, four integers, in the order top, left, bottom, right, abbreviated $p_t, p_l, p_b, p_r$."),
    ("pads", "- `pads` lists how much is added. We call the four entries $p_t, p_l, p_b, p_r$."),
    ("pads", "- `pads` lists four integers, none of them negative. We write them $(p_t, p_l, p_b, p_r)$."),
    ("pads", "The attribute `pads` is a list of four integers $[p_t, p_l, p_b, p_r]$."),
    (
        "sizes",
        "We write $H$ for the number of rows (height) and $W$ for the number of columns (width) of the input, and "
        "$OH$ for the height and $OW$ for the width of the output.",
    ),
]


@pytest.mark.parametrize(("of", "said"), BEHIND)
def test_a_letter_behind_what_it_is_is_understood(of: str, said: str) -> None:
    assert verdicts({of: said}) == ["proved"]


LETTERS = {"kernel": ["k_h"], "stride": ["s_h"], "dilation": ["d_h"], "pads": ["p_t", "p_b"], "sizes": ["H"]}


@pytest.mark.parametrize(("of", "said"), BEHIND)
def test_another_letter_in_its_place_is_never_proved(of: str, said: str) -> None:
    for letter in LETTERS[of]:
        for other in {"H", "W", "OH", "OW", "p_t", "p_l", "d_h", "d_w", "k_h", "k_w", "s_h", "s_w"} - {letter}:
            changed = re.sub(rf"(?<!\w){letter}(?!\w)", other, SIZE)
            assert changed != SIZE
            assert "proved" not in verdicts({of: said}, changed), other


@pytest.mark.parametrize(
    ("of", "said"),
    [
        ("kernel", "The height of the kernel is $k_h$, that of the stride $s_h$ aside."),
        ("kernel", "The height of the kernel is $k_h$, minus one."),
        ("kernel", "The height of the kernel is $k_h$ minus one."),
        ("kernel", "The height of the kernel is at most $k_h$."),
        ("kernel", "The height of the kernel is not $k_h$."),
        ("kernel", "The height of the kernel is $k_h$ and $k_w$."),
        ("kernel", "The height of the padded input is $k_h$."),
        ("kernel", "The height of the dilated kernel is $k_h$."),
        ("kernel", "The size of the effective kernel is $(k_h, k_w)$."),
        ("kernel", "If the mode is other, the height of the kernel is $k_h$."),
        ("kernel", "In this example the height of the kernel is $k_h$."),
        ("kernel", "The width of the kernel is $k_h$."),
        ("kernel", "The kernel has $k_h$ columns."),
        ("kernel", "The kernel has $k_h$ elements."),
        ("kernel", "The kernel has not $k_h$ rows."),
        ("kernel", "The kernel size is $(k_w, k_h)$."),
        ("kernel", "The kernel size is $(k_h, k_h)$."),
        ("kernel", "The kernel size is $(k_h, k_w, k_d)$."),
        ("kernel", r"The kernel is $k_w \times k_h$."),
        ("kernel", r"A kernel of size $k_w \times k_h$ slides over $X$."),
        ("kernel", r"A $k_h \times k_w$ stride slides over the input."),
        ("kernel", r"A $k_h \times k_w$ plane slides over the input."),
        ("kernel", "The kernel moves by $k_h$ rows and $k_w$ columns."),
        ("stride", "The stride is $(s_h, s_w)$ minus one."),
        ("stride", "The stride is $(s_h, s_w)$, doubled."),
        ("stride", "Twice the stride is $(s_h, s_w)$."),
        ("stride", "The stride of the height is $s_w$, that of the width $s_h$."),
        ("stride", "The stride is $(s_w, s_h)$."),
        ("stride", "The stride is not $(s_h, s_w)$."),
        ("kernel", "The kernel is $(k_h, k_w)$."),
        ("kernel", "Here, the effective kernel size $(k_h, k_w)$ is used."),
        ("kernel", "Here, a reduced kernel size $(k_h, k_w)$ is used."),
        ("stride", "The dilation is $(s_h, s_w)$."),
        ("stride", "The stride along the width is $s_h$ and along the height $s_w$."),
        ("pads", "The top padding is $p_t$ and the left padding is $p_b$."),
        ("pads", "The top padding is $p_t$, and $p_b$."),
        ("pads", "The padding is $(p_t, p_b)$."),
        ("pads", "The padding is $(p_t, p_b, p_l, p_r)$."),
        ("pads", "A crop of $(p_t, p_l, p_b, p_r)$ is made."),
        ("pads", "The box is $(p_t, p_l, p_b, p_r)$."),
        ("pads", "See $(p_t, p_l, p_b, p_r)$."),
        ("kernel", r"There are $k_h \times k_w$ windows."),
        ("kernel", r"There are $k_h \times k_w$ input planes."),
        ("pads", "The padding is $(a, p_t, p_b, e)$."),
        ("pads", "The input is padded with $p_t$ rows at the left and $p_b$ rows at the bottom."),
        ("pads", "The input is padded with $p_t$ rows at the top, bottom $p_b$."),
        ("pads", "The input is padded with $p_t$ rows and $p_b$ rows."),
        ("pads", "In the padded input, X begins $p_t$ rows below the top, and $p_b$ rows above."),
        ("pads", "The input is not padded with $p_t$ rows at the top and $p_b$ rows at the bottom."),
        ("pads", "$p_t$ rows are removed above and $p_b$ rows below the input, and none added."),
        ("pads", "Twice $p_t$ rows are added above and $p_b$ rows below the input."),
        ("kernel", "The padded height ($k_h$) is positive."),
        ("kernel", "The operator has kernel width $k_h$ and height $k_w$."),
        ("sizes", "$X$ has $H$ columns and $W$ rows, $Y$ has $OH$ rows and $OW$ columns."),
        ("sizes", "The height of the input is $OH$. The height of the output is $H$."),
        ("sizes", "The padded input is of height $H$ and width $W$; the output of height $OH$ and width $OW$."),
        ("pads", "`pads`, four integers, in the order top, bottom, left, right, abbreviated $p_t, p_l, p_b, p_r$."),
        ("pads", "- `pads` lists how much is added. We never call the four entries $p_t, p_l, p_b, p_r$."),
        ("pads", "- `pads` lists how much is added. We call the four entries $p_t, p_b, p_l, p_r$."),
        ("pads", "The edges are padded. We write them $(p_t, p_l, p_b, p_r)$."),
        ("sizes", "We write $H$ for the number of rows (width) and $W$ for that of columns (height) of the input."),
        ("sizes", "We write $H$ for the height and $W$ for the width of the kernel, and $OH$ for the output height."),
        ("sizes", r"$X$ is $N \times C \times W \times H$; $Y$ has shape $N \times C \times OW \times OH$."),
        ("sizes", r"The input has size $W \times H$ and the output has size $OW \times OH$."),
    ],
)
def test_a_sentence_that_says_something_else_or_more_is_never_proved(of: str, said: str) -> None:
    assert "proved" not in verdicts({of: said})


@pytest.mark.parametrize("names", ["sw, sh", "s_x, s_y", "w_s, h_s", "W, H", "s_width, s_height", "s_w, s_h"])
def test_names_that_tell_another_order_stand_for_nothing(names: str) -> None:
    first = names.partition(",")[0]
    told = {"stride": f"The stride is $({names})$.", "sizes": TOLD["sizes"].replace("H, W", "n, m")}
    assert "proved" not in verdicts(told, SIZE.replace("s_h", first).replace("H +", "n +"))


@pytest.mark.parametrize("said", [r"There are $OH \times OW$ windows.", r"There are $N \times C$ input planes."])
def test_what_counts_other_things_says_nothing_of_a_size(said: str) -> None:
    assert verdicts({"more": said, "kernel": "The kernel size is $(k_h, k_w)$."}) == ["proved"]


@pytest.mark.parametrize(
    "said",
    [
        "The kernel moves down by $K_h$ rows and to the right by $K_w$ columns at a time.",
        "Neighbouring taps of the kernel are $K_h$ rows apart vertically, and $K_w$ columns horizontally.",
        "The kernel skips $K_h$ rows.",
        "From one window to the next, the kernel goes $K_h$ rows further.",
    ],
)
def test_how_far_something_goes_is_no_size(said: str) -> None:
    size = SIZE.replace("k_h", "K_h")
    assert "proved" not in verdicts({"kernel": said}, size)
    assert verdicts({"kernel": "The kernel has $K_h$ rows and $K_w$ columns."}, size) == ["proved"]
