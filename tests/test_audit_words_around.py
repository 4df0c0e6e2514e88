"""Words around a formula that make it another statement: what is acquitted without them is not acquitted with them."""

from __future__ import annotations

import pytest

from tests.audit_pages import verdicts
from tests.test_audit_named_sets import NAMES, TAPS, Y
from tests.test_audit_test_specifications import FOR_EACH, PADDED, SELECTED

SET = "With $T(m, n)$ the set of the taps of the window that lie inside $X$:\n\n" + Y
ROWS = r"""$$R(m) = \{ r \mid 0 \le r < H \text{ and } r + p_t = m s_h + h d_h \text{ for some } 0 \le h < k_h \}$$

$$Q(n) = \{ q \mid 0 \le q < W \text{ and } q + p_l = n s_w + h d_w \text{ for some } 0 \le h < k_w \}$$

$$Y[b, c, m, n] = \max \{ X[b, c, r, q] \mid r \in R(m), q \in Q(n) \}$$"""
ELEMENT = (
    "$X_p$ is the padded version of $X$: $X_p[b, c, p, q] = X[b, c, p - pads[0], q - pads[1]]$ where this element "
    "exists, and the padding value elsewhere."
)
INDEX = "In a tensor of shape $(2, 3, 4, 5)$, the element $(1, 2, 3, 4)$ has the index 119."
KERNEL = r"""- $dW_0$ and $dW_1$ are the dimensions of the kernel, i.e., the two values of `kernel_shape`.
- $h \in [0, dW_0-1]$ and $w \in [0, dW_1-1]$ run over the kernel; $m \in [0, dY_2-1]$ and $n \in [0, dY_3-1]$ over $Y$.

$$Y[b, c, m, n] = \max_{h=0}^{dW_0-1} \max_{w=0}^{dW_1-1} X_p[b, c, m \cdot strides[0] + h \cdot dilations[0],
n \cdot strides[1] + w \cdot dilations[1]]$$
"""
EACH = FOR_EACH.replace(
    "{}",
    r"On the first axis `[C3]` reads: for each $h$ there is an $i$ such that $0 \le h \cdot strides[0] + i \cdot "
    r"dilations[0] - pads[0] < H$; likewise on the second axis.",
)
SELECTS = "Let $(i,j)$ be the selected tap, and let"


def changed(page: str, old: str, new: str) -> str:
    assert old in page
    return page.replace(old, new)


@pytest.mark.parametrize(
    ("page", "claim", "old", "new"),
    [
        (NAMES + "\n\n" + SET, "definition of Y", "the taps of the window", "the taps of all windows"),
        (NAMES + "\n\n" + SET, "definition of Y", "the taps of the window", "the positions of one candidate"),
        (NAMES + "\n\n" + SET, "definition of Y", "inside $X$:", "inside $X$, $h < k_h - 1$:"),
        (NAMES + "\n\n" + ROWS, "definition of Y", "R(m), q", "R(m+1), q"),
        (NAMES + "\n\n" + ROWS, "definition of Y", "R(m), q", "R(2m), q"),
        (NAMES + f"\n\n{TAPS}\n\n" + Y, "definition of Y", TAPS, f"{TAPS.replace('0 ', '1 ', 1)}\n\n{TAPS}"),
        (PADDED, "definition of the padded input", "(padding)", "(not padding)"),
        (PADDED, "definition of the padded input", "(padding)", "(never)"),
        *(
            (ELEMENT, "element of the padded input", old, new)
            for old, new in [
                ("exists", "does not exist"),
                ("elsewhere", "everywhere"),
                ("where this element exists", "never"),
                ("the padding value elsewhere", "zero elsewhere"),
                ("where this element exists", "for odd $p$ only"),
                (": $X_p[", ": it is wrong that $X_p["),
            ]
        ),
        *(
            (SELECTED, "layout of Indices", SELECTS, new)
            for new in [
                "It is false that $(i,j)$ is the selected tap, and let",
                "Let the tap behind $(i,j)$ be the selected tap, and let",
                "Let $(i,j)$ be the selected tap of the previous window, and let",
                "Never let $(i,j)$ be the selected tap, and let",
                "Let $(i,j)$ be the selected tap, counted from 1, and let",
            ]
        ),
        *(
            (INDEX, "index of an element", old, new)
            for old, new in [
                ("119", "119, counted from 1"),
                ("119", "119 in channel-last order"),
                ("has the index 119", "has the index 100, since 119 = 119"),
                ("has the index", "has no index"),
                ("(1, 2, 3, 4)$ has the index 119", "(1, 2, 0, 3)$ has the index 103, the largest one"),
            ]
        ),
        (KERNEL, "definition of Y", "the dimensions", "the width and the height"),
    ],
)
def test_other_words_around_a_formula_acquit_it_no_more(page: str, claim: str, old: str, new: str) -> None:
    acquitted = {(claim, "proved"), (claim, "agrees")}
    assert verdicts(page) & acquitted
    assert not verdicts(changed(page, old, new)) & acquitted


@pytest.mark.parametrize(("old", "new"), [("likewise", "not so"), ("On the first axis", "On the second axis")])
def test_a_condition_that_does_not_hold_everywhere_keeps_no_window_on_an_element(old: str, new: str) -> None:
    assert ("question", "refuted") not in verdicts(EACH)
    assert ("question", "refuted") in verdicts(changed(EACH, old, new))


ROW_RANGE = r"A tap $(i,j)$ of window $(h,w)$ is in range when `0 <= r(h,i) < H` and `0 <= q(w,j) < W`."


@pytest.mark.parametrize(
    ("old", "new"),
    [("is in range", "is not in range"), ("when", "unless"), ("r(h,i)", "r(i,h)"), ("A tap", "No tap")],
)
def test_what_holds_where_a_tap_is_in_range_is_not_proved(old: str, new: str) -> None:
    """The sentence around the condition is not read."""
    page = SELECTED.partition("Let")[0] + changed(ROW_RANGE, old, new)
    assert ("range", "proved") not in verdicts(page)


def test_a_letter_that_is_defined_by_itself_is_no_position() -> None:
    page = r"""- $m \in [0, dY_2-1]$, $h \in [0, kernel\_shape[0]-1]$

$$r = m \cdot strides[0] + h \cdot dilations[0] - pads[0]$$
"""
    assert ("position of a tap", "proved") in verdicts(page)
    assert ("position of a tap", "proved") not in verdicts(changed(page, r"+ h \cdot", r"+ r \cdot"))
