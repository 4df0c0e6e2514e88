"""The places of a window's taps by functions, or by names with formulas of their own, in a set; the place that an index
counts by two letters. Each is proved as written and refuted with a slip."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

NAMES = r"""# MaxPool

$Y, Indices = \text{MaxPool}(X)$, where $X$ has shape $(dX_0, dX_1, dX_2, dX_3)$. Write $k = (k_0, k_1)$ for the kernel
shape, $s = (s_0, s_1)$ for the strides, $d = (d_0, d_1)$ for the dilations and $p = (p_0, p_1, p_2, p_3)$ for the pads.
The tap $(i, j)$ of the kernel, with $0 \le i < k_0$ and $0 \le j < k_1$, reads a row and a column:

"""
FUNCTIONS = r"""$$r(h, i) = h s_0 - p_0 + i d_0$$

$$q(w, j) = w s_1 - p_1 + j d_1$$

$$W(h, w) = \{ (r(h, i), q(w, j)) \mid 0 \le r(h, i) < dX_2, 0 \le q(w, j) < dX_3 \}$$

$$Y[n, c, h, w] = \max_{(r, q) \in W(h, w)} X[n, c, r, q]$$
"""
SUBSCRIPTED = r"""$$r_h(i) = h s_0 - p_0 + i d_0$$

$$q_w(j) = w s_1 - p_1 + j d_1$$

$$W(h, w) = \{ (r_h(i), q_w(j)) \mid 0 \le r_h(i) < dX_2, 0 \le q_w(j) < dX_3 \}$$

$$Y[n, c, h, w] = \max_{(h', w') \in W(h, w)} X[n, c, h', w']$$
"""
LETTERS = r"""$$r_i = h s_0 - p_0 + i d_0, \qquad q_j = w s_1 - p_1 + j d_1$$

$$W_{h,w} = \{ (r_i, q_j) \mid 0 \le r_i < dX_2, 0 \le q_j < dX_3 \}$$

$$Y[n, c, h, w] = \max_{(r, q) \in W_{h,w}} X[n, c, r, q]$$
"""
SLIPS = [
    ("s_0 - p_0", "s_0 + p_0"),
    ("j d_1", "j d_0"),
    ("- p_1", "- p_3"),
    ("< dX_2", r"\le dX_2"),
    ("< dX_3", "< dX_2"),
    (r"\max", r"\min"),
    ("X[n, c, ", "X[c, n, "),
]
INDEX = r"""$$Indices[n, c, h, w] = ((n \cdot dX_1 + c) \cdot dX_2 + h') \cdot dX_3 + w'$$
"""


def verdict(kind: str, text: str) -> str:
    made = audit(document(NAMES + text), None)
    return next((claim.verdict for claim in made.claims if claim.kind == kind), "")


@pytest.mark.parametrize("text", [FUNCTIONS, SUBSCRIPTED, LETTERS])
def test_taps_in_a_set_by_their_formulas_are_proved(text: str) -> None:
    assert verdict("definition of Y", text) == "proved"


@pytest.mark.parametrize("text", [FUNCTIONS, SUBSCRIPTED, LETTERS])
@pytest.mark.parametrize(("old", "new"), SLIPS)
def test_a_slip_in_them_is_refuted(text: str, old: str, new: str) -> None:
    assert old in text
    assert verdict("definition of Y", text.replace(old, new, 1)) == "refuted"


@pytest.mark.parametrize("text", [FUNCTIONS, SUBSCRIPTED, LETTERS])
def test_a_tap_without_its_range_is_not_proved(text: str) -> None:
    names = NAMES.replace(r", with $0 \le i < k_0$ and $0 \le j < k_1$,", "")
    assert names != NAMES
    made = audit(document(names + text), None)
    assert [claim.verdict for claim in made.claims if claim.kind == "definition of Y"] == []


SAID = (
    "Let $(h', w')$ be the place in $X$ of the element selected for $Y[n, c, h, w]$, padding not counted. Then",
    "Let $(h', w')$ be the place in $X$, counted without the padding, of the element chosen for $Y[n, c, h, w]$.",
    "The outputs, with $(h', w')$ the place of the selected element in `X`, are",
    "If $(h', w') \\in V$ is the place of the selected element, in coordinates of `X` (padding not counted), then",
    "With $(h', w')$ the place in $X$ of the element selected, the index shall be its row-major position:",
)


@pytest.mark.parametrize("said", SAID)
def test_the_place_that_an_index_counts_is_told_by_a_sentence(said: str) -> None:
    assert verdict("layout of Indices", f"{said}\n\n{INDEX}") == "proved"
    swapped = INDEX.replace("h'", "z").replace("w'", "h'").replace("z", "w'")
    assert verdict("layout of Indices", f"{said}\n\n{swapped}") == "refuted"


@pytest.mark.parametrize(
    "said",
    [
        "Let $(h', w')$ be the place in the padded $X$ of the element selected. Then",
        "Let $(h', w')$ be the place in $X$ of the element selected, padding counted. Then",
        "Let $(h', w')$ be the place in $X$ of the element selected, as it stands in the padded plane. Then",
        "Let $(h', w')$ be the place in the window of the element selected. Then",
        "Let $(h', w')$ be the last place in $X$ of the element selected. Then",
        "Let $(h', w')$ be the column and the row of the element selected, counted in $X$. Then",
        "Let $(h', w')$ be the place in $X$, column and row, of the element selected. Then",
        "Let $(h', w')$ be the coordinates in $X$ of the element selected, the column and the row. Then",
        "For output row $h'$ and column $w'$,",
    ],
)
def test_another_place_is_not_taken_for_it(said: str) -> None:
    assert verdict("layout of Indices", f"{said}\n\n{INDEX}") != "proved"


@pytest.mark.parametrize(
    ("said", "verdict_"),
    [
        ("0 \\le h' < dX_2", "proved"),
        ("0 \\le w' \\le dX_3 - 1", "proved"),
        ("0 \\le h' < dX_2 + p_0 + p_2", "refuted"),
        ("1 \\le h' < dX_2", "refuted"),
        ("0 \\le w' < dX_2", "refuted"),
    ],
)
def test_the_range_of_a_place_is_that_of_x(said: str, verdict_: str) -> None:
    assert verdict("range", f"{SAID[0]}\n\n{INDEX}\n\nHere ${said}$.\n") == verdict_


@pytest.mark.parametrize(
    "said", ["", "For output row $h$ and column $w$,", "The element has row $h$ and column $w$ in $X$."]
)
def test_the_place_in_the_output_is_no_place_in_x(said: str) -> None:
    index = INDEX.replace("h'", "h").replace("w'", "w")
    turned = r"$$Indices[n, c, h, w] = w + dX_3 \cdot (h + dX_2 \cdot (c + dX_1 \cdot n))$$"
    for formula in (index, turned):
        assert verdict("layout of Indices", f"{said}\n\n{formula}") == ""
