"""Definitions over a set of taps that has a name of its own and says which of them fall on an element of X."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.formulas.judged import JudgedFormulas
from spec.documents.pages.load import decode
from spec.documents.pages.read import parse

NAMES = (
    "The input $X$ has shape $(N, C, H, W)$. $k_h$ is the kernel height and $k_w$ the kernel width. $s_h$ is the "
    "vertical stride and $s_w$ the horizontal stride. $d_h$ is the vertical dilation, $d_w$ the horizontal dilation. "
    "$p_t$ is the padding at the top and $p_l$ the padding on the left."
)
TAPS = (
    r"$$T(m, n) = \{ (h, w) \mid 0 \le h < k_h, 0 \le w < k_w, 0 \le m s_h + h d_h - p_t < H, "
    r"0 \le n s_w + w d_w - p_l < W \}$$"
)
Y = r"$$Y[b, c, m, n] = \max_{(h, w) \in T(m, n)} X[b, c, m s_h + h d_h - p_t, n s_w + w d_w - p_l]$$"


def judged(*parts: str) -> JudgedFormulas:
    text = "\n\n".join(["# MaxPool", NAMES, *parts, ""])
    return judge_formulas(parse(decode(text.encode(), "page.md"), "page.md"), {})


def test_a_greatest_over_the_taps_in_range_is_proved() -> None:
    found = judged(TAPS, Y)
    assert found.findings == []
    assert [(claim.kind, claim.verdict) for claim in found.claims] == [("definition of Y", "proved")]


def test_the_letters_of_a_set_are_those_that_it_is_named_with() -> None:
    assert [c.verdict for c in judged(TAPS, Y.replace("T(m, n)", "T(n, m)")).claims] == ["refuted"]
    other = TAPS.replace("T(m, n)", "T(u, v)").replace("m s_h", "u s_h").replace("n s_w", "v s_w")
    assert [c.verdict for c in judged(other, Y).claims] == ["proved"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\max", r"\min"),
        ("X[b, c,", "X[c, b,"),
        ("X[b, c, m s_h + h d_h - p_t", "X[b, c, m s_h + h d_h"),
        ("n s_w + w d_w - p_l]", "n s_h + w d_w - p_l]"),
        ("h < k_h", r"h \le k_h"),
        (r"- p_t < H", r"- p_t \le H"),
        (r"- p_l < W", r"- p_l < H"),
        ("- p_t < H", "< H"),
        (r"0 \le n s_w", r"1 \le n s_w"),
        (r"0 \le m s_h + h d_h - p_t < H, ", ""),
    ],
)
def test_a_slip_over_the_taps_in_range_is_refuted(old: str, new: str) -> None:
    text = f"{TAPS}\n\n{Y}"
    assert old in text
    assert [c.verdict for c in judged(text.replace(old, new, 1)).claims] == ["refuted"]


def test_a_condition_that_lets_places_outside_through_is_told_as_such() -> None:
    (found,) = judged(TAPS.replace("- p_t < H", r"- p_t \le H"), Y).findings
    assert "place outside" in found.message
    assert found.witness["pads"] == [0, 0, 1, 1]


TAP = "Of several taps that attain the maximum, the first in row-major order counts. With $(h^*, w^*)$ that tap,"
INDICES = r"$$Indices[b, c, m, n] = ((b C + c) H + m s_h + h^* d_h - p_t) W + n s_w + w^{*} d_w - p_l$$"


def test_the_index_of_a_tap_that_is_named_is_proved() -> None:
    found = judged(TAPS, Y, TAP, INDICES)
    assert found.findings == []
    assert [(c.kind, c.verdict) for c in found.claims][1:] == [("layout of Indices", "proved")]


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("b C + c", "b N + c", "formula-wrong"),
        ("b C + c", "c N + b", "formula-wrong"),
        (") W + n", ") H + n", "formula-wrong"),
        ("(b C + c) H + ", "", "index-offset-missing"),
        (" - p_t", "", "formula-wrong"),
        ("h^* d_h", "h^* d_w", "formula-wrong"),
        ("h^* d_h", "w^* d_h", "formula-wrong"),
        ("m s_h + h^* d_h - p_t", "h^*", "formula-wrong"),
    ],
)
def test_a_slip_in_the_index_of_a_named_tap_is_found(old: str, new: str, rule: str) -> None:
    assert old in INDICES
    found = judged(TAPS, Y, TAP, INDICES.replace(old, new))
    assert [f.rule for f in found.findings] == [rule]
    assert found.claims[-1].verdict == "refuted"


def test_a_tap_that_is_not_named_before_is_not_understood() -> None:
    assert judged(TAPS, Y, INDICES).claims[-1].verdict == "not understood"
    assert judged(TAP, INDICES).claims[-1].verdict == "not understood"


@pytest.mark.parametrize(
    ("said", "ensured"),
    [
        ("The set $T$ must not be empty.", True),
        ("$T$ shall contain at least one element.", True),
        ("The set $T$ may be empty.", False),
        ("The set $T$ must not be empty for squares.", False),
        ("The set $T$ is not always empty.", False),
    ],
)
def test_that_a_set_of_taps_is_not_empty_is_said_of_windows(said: str, ensured: bool) -> None:
    taps, y = TAPS.replace("T(m, n)", "T"), Y.replace("T(m, n)", "T")
    size = r"$$dY_2 = \lfloor (H + p_t + pads[2] - d_h (k_h - 1) - 1) / s_h \rfloor + 1$$"
    found = judged(taps, y, size, "$dY_2 > 0$", said).findings
    assert ("window-without-element" in {finding.rule for finding in found}) is not ensured


PAPER = r"""# Max pooling

The input $X$ has shape $(N, C, H, W)$, where $N$ is the number of batches, $C$ the number of channels, $H$ the height
and $W$ the width. We write $k_h, k_w$ for the height and width of the kernel, $s_h, s_w$ for the strides, $d_h, d_w$
for the dilations, and $p_t, p_l, p_b, p_r$ for the padding at the top, left, bottom and right.

$$Y[n, c, y, x] = \max_{(u, v) \in S(y, x)} X[n, c, y s_h + u d_h - p_t, x s_w + v d_w - p_l]$$

where $S(y, x)$ is the set of the pairs $(u, v)$ with $0 \le u < k_h$ and $0 \le v < k_w$ such that
$0 \le y s_h + u d_h - p_t < H$ and $0 \le x s_w + v d_w - p_l < W$.

We require that $d_h (k_h - 1) + 1 \le H + p_t + p_b$ and $d_w (k_w - 1) + 1 \le W + p_l + p_r$.
"""


def of_paper(text: str) -> JudgedFormulas:
    return judge_formulas(parse(decode(text.encode(), "page.md"), "page.md"), {})


def test_a_set_in_a_sentence_is_read_with_its_conditions_and_they_are_no_constraints() -> None:
    found = of_paper(PAPER)
    assert found.findings == []
    assert ("definition of Y", "proved") in {(claim.kind, claim.verdict) for claim in found.claims}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p_t < H", r"p_t \le H"),
        ("v d_w - p_l < W", "v d_h - p_l < W"),
        (r"d_w (k_w - 1) + 1 \le W", r"d_w (k_w - 1) + 1 < W"),
        ("$d_h, d_w$\nfor", "$d_w, d_h$\nfor"),
        ("$H$ the height\nand $W$ the width", "$H$ the width\nand $W$ the height"),
    ],
)
def test_a_slip_beside_a_set_in_a_sentence_is_noticed(old: str, new: str) -> None:
    assert old in PAPER
    assert of_paper(PAPER.replace(old, new, 1)).findings


# --- sets that words alone define ------------------------------------------------------------------

_PLACES = r"$$Y[b, c, m, n] = \max_{(r, q) \in T(m, n)} X[b, c, r, q]$$"
_IN_WORDS = (
    ("With $T(m, n)$ the set of positions of the candidates,", _PLACES),
    ("We write $T(m, n)$ for the set of the positions $(r, q)$ of the taps in range.", _PLACES),
    ("With $T(m, n)$ the set of the pairs $(r, q)$ of all candidate taps of window $(m, n)$:", _PLACES),
    ("With $T(m, n)$ the set of the taps $(h, w)$ of the window that lie inside $X$:", Y),
    ("With $T(m, n)$ the set of the taps of the window that lie inside $X$:", Y),
    ("Let $T$ be the set of the taps of window $(m, n)$ that fall on an element of $X$.", Y.replace("T(m, n)", "T")),
)


@pytest.mark.parametrize(("words", "formula"), _IN_WORDS)
def test_words_alone_say_which_set_of_taps_is_meant(words: str, formula: str) -> None:
    found = judged(words, formula)
    assert found.findings == []
    assert [(claim.kind, claim.verdict) for claim in found.claims] == [("definition of Y", "proved")]


@pytest.mark.parametrize(("words", "formula"), _IN_WORDS)
def test_a_slip_over_such_a_set_is_refuted(words: str, formula: str) -> None:
    slips = ((r"\max", r"\min"), ("T(m, n)", "T(n, m)"), ("b, c, r, q", "b, c, q, r"), ("m s_h", "m s_w"))
    tried = [formula.replace(*slip) for slip in slips if slip[0] in formula]
    assert len(tried) > 1
    assert [[claim.verdict for claim in judged(words, each).claims] for each in tried] == [["refuted"]] * len(tried)


@pytest.mark.parametrize(
    "words",
    [
        "Let $T(m, n)$ be the set of the taps of the window.",
        "Let $T(m, n)$ be the set of the taps of the window that lie outside $X$.",
        "Let $T(m, n)$ be the set of the taps of the window that lie inside the padded $X$.",
        "Let $T(m, n)$ be the set of the taps of window $(n, m)$ that lie inside $X$.",
        "Let $T(m, n)$ be the set of the taps of the window that lie inside $X$ and hold no NaN.",
        "Let $T$ be the set of the taps that lie inside $X$.",
        "Let $T(m, n)$ be the set of the candidates in the padding.",
        "It is wrong to call $T(m, n)$ the set of the taps of the window that lie inside $X$:",
        "Never let $T(m, n)$ be the set of the taps of the window that lie inside $X$.",
        "With $T(m, n)$ the set of the taps of the window that lie inside $X$, but for the first:",
        "With $T(m, n)$ the set of the taps of the window that lie inside $X$, and their neighbours:",
        "A candidate is a tap in the padding. With $T(m, n)$ the set of the candidates:",
        "Let $T(m, n)$ be the set of the taps inside $X$.\n\nLet $T(m, n)$ be the set of the taps in the padding.",
    ],
)
def test_of_other_words_no_set_is_known(words: str) -> None:
    assert [claim.verdict for claim in judged(words, Y).claims] == ["not understood"]


# --- sets of rows and of columns -------------------------------------------------------------------

_ROWS = r"$$R(m) = \{ r \mid 0 \le r < H \text{ and } r + p_t = m s_h + h d_h \text{ for some } 0 \le h < k_h \}$$"
_COLUMNS = r"$$Q(n) = \{ q \mid 0 \le q < W \text{ and } q + p_l = n s_w + h d_w \text{ for some } 0 \le h < k_w \}$$"
_OVER_BOTH = (
    r"$$Y[b, c, m, n] = \max \{ X[b, c, r, q] \mid r \in R(m), q \in Q(n) \}$$",
    r"$$Y[b, c, m, n] = \max_{(r, q) \in R(m) \times Q(n)} X[b, c, r, q]$$",
)


@pytest.mark.parametrize("formula", _OVER_BOTH)
def test_rows_and_columns_of_a_window_may_be_sets(formula: str) -> None:
    """The letter h runs over the rows of the kernel in one set and over its columns in the other."""
    assert [claim.verdict for claim in judged(_ROWS, _COLUMNS, formula).claims] == ["proved"]


@pytest.mark.parametrize("formula", _OVER_BOTH)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"0 \le r <", "0 < r <"),
        ("r < H", r"r \le H"),
        ("h < k_h", r"h \le k_h"),
        ("h < k_w", "h < k_h"),
        ("h d_w", "h d_h"),
        ("r + p_t", "r - p_t"),
        ("r + p_t", "r + p_l"),
        (", r, q]", ", q, r]"),
        (r"\max", r"\min"),
    ],
)
def test_a_slip_in_such_a_set_is_refuted(old: str, new: str, formula: str) -> None:
    page = "\n\n".join((_ROWS, _COLUMNS, formula))
    assert old in page
    assert [claim.verdict for claim in judged(page.replace(old, new, 1)).claims] == ["refuted"]


@pytest.mark.parametrize("formula", _OVER_BOTH)
def test_a_set_that_is_named_with_another_letter_is_not_understood(formula: str) -> None:
    """What m is in R(n) is not said: it is not the m of the cell that the set is used for."""
    assert [c.verdict for c in judged(_ROWS.replace("R(m)", "R(n)"), _COLUMNS, formula).claims] == ["not understood"]
    taps = TAPS.replace("T(m, n)", "T(u, v)")
    assert [claim.verdict for claim in judged(taps, Y).claims] == ["not understood"]
