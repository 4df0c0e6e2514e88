"""Parts of pages in the words of several authors: nothing is wrong with them, and with a slip in each something is."""

from __future__ import annotations

import pytest

from spec.documents.names.functions import ranks
from tests.audit_documents import broken, row, table

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"


def wrong(text: str, head: str = HEAD) -> set[str]:
    """The rules that a page breaks below its beginning."""
    return broken(f"{head}{text}\n")


SIZE = r"""$$dY_2 = \lfloor (H + p_0 + p_2 - d_0 (k_0 - 1) - 1) / s_0 \rfloor + 1$$"""
SYMBOLS = table(
    row("Symbol", "Meaning", "Constraint"),
    row("$k_0, k_1$", "`kernel_shape`: kernel height, kernel width", "2 integers, each $k_a \\ge 1$"),
    row("$s_0, s_1$", "`strides`: vertical step, horizontal step", "2 integers, each $s_a \\ge 1$"),
    row("$d_0, d_1$", "`dilations`: vertical tap spacing, horizontal tap spacing", "each at least 1"),
    row("$p_0$", "`pads[0]`, top (begin of height)", "$p_0 \\ge 0$"),
    row("$p_1$", "`pads[1]`, left (begin of width)", "$p_1 \\ge 0$"),
    row("$p_2$", "`pads[2]`, bottom (end of height)", "$p_2 \\ge 0$"),
    row("$p_3$", "`pads[3]`, right (end of width)", "$p_3 \\ge 0$"),
)
ENTRIES = table(
    row("Symbol", "Attribute entry", "Meaning", "Allowed values"),
    row("$k_0, k_1$", "`kernel_shape[0]`, `kernel_shape[1]`", "height and width of the kernel", "integers $\\ge 1$"),
    row("$s_0, s_1$", "`strides[0]`, `strides[1]`", "step from one window to the next", "integers $\\ge 1$"),
    row("$d_0, d_1$", "`dilations[0]`, `dilations[1]`", "distance of neighbouring kernel taps", "integers $\\ge 1$"),
    row("$p_0, p_1$", "`pads[0]`, `pads[1]`", "padding at the top and at the left", "integers $\\ge 0$"),
    row("$p_2, p_3$", "`pads[2]`, `pads[3]`", "padding at the bottom and at the right", "integers $\\ge 0$"),
)
LISTS = table(
    row("Attribute", "Content", "Legal values"),
    row("`kernel_shape`", "$[k_0, k_1]$: tap counts, height then width", "each $\\ge 1$"),
    row("`strides`", "$[s_0, s_1]$: row stride, column stride", "each $\\ge 1$"),
    row("`dilations`", "$[d_0, d_1]$: tap pitch", "each $\\ge 1$"),
    row("`pads`", "$[p_0, p_1, p_2, p_3]$ = `[x0_begin, x1_begin, x0_end, x1_end]`", "each $\\ge 0$"),
)
CHAIN = (
    r"$k = kernel\_shape = (k_0, k_1)$, $s = strides = (s_0, s_1)$, $d = dilations = (d_0, d_1)$, "
    r"$p = pads = (p_0, p_1, p_2, p_3)$."
)
NAMED = [SYMBOLS, ENTRIES, LISTS, CHAIN]


@pytest.mark.parametrize("names", NAMED)
def test_the_names_of_a_page_are_understood(names: str) -> None:
    assert wrong(f"{names}\n\n{SIZE}") == set()


@pytest.mark.parametrize("names", NAMED)
@pytest.mark.parametrize(("old", "new"), [("p_2", "p_1"), ("/ s_0", "/ s_1"), ("(k_0 - 1)", "k_0"), ("d_0", "d_1")])
def test_a_slip_in_a_formula_with_them_is_found(names: str, old: str, new: str) -> None:
    assert old in SIZE
    assert "formula-wrong" in wrong(f"{names}\n\n{SIZE.replace(old, new, 1)}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kernel height, kernel width", "kernel width, kernel height"),
        ("top (begin of height)", "top (end of height)"),
        ("left (begin of width)", "left (begin of height)"),
    ],
)
def test_what_says_another_thing_of_an_entry_is_found_or_not_understood(old: str, new: str) -> None:
    assert old in SYMBOLS
    assert wrong(f"{SYMBOLS.replace(old, new, 1)}\n\n{SIZE}") - {"letter-twice"} != set()


@pytest.mark.parametrize(
    ("right", "old", "new", "rule"),
    [
        ("## Attributes\n\n- **dilations** (*2 ints, each* $\\ge 1$) – Spacing of taps.", "1$", "0$", "domain-wrong"),
        ("`Indices`: flat, $N \\cdot C \\cdot IH \\cdot W \\le 2^{63}$, $IH = H$.", "63", "31", "limit-wrong"),
        (
            "If a window holds nothing but $-\\infty$ and NaN, $Y$ is $-\\infty$.",
            "$Y$ is $-\\infty$",
            "$Y$ is 0",
            "nan-wrong",
        ),
        ("Ties: first maximum in row-major order of the window.", "first", "last", "tie-wrong"),
        ("`storage_order`: 0 only (row-major).", "row-major", "column-major", "domain-wrong"),
        ("Windows overlap where the stride is smaller than the dilated kernel.", "smaller", "larger", "meaning-wrong"),
        ("Let $X$ be a tensor of rank 4.", "rank 4", "rank 3", "domain-wrong"),
    ],
)
def test_a_sentence_and_its_slip(right: str, old: str, new: str, rule: str) -> None:
    assert old in right
    assert wrong(right) == set()
    assert rule in wrong(right.replace(old, new, 1))


@pytest.mark.parametrize(
    "said",
    [
        "- $s_0 < e_0$: overlapping windows",
        "- $s_0 > e_0$ or $s_1 > e_1$: some elements may belong to no window",
        "A check that is enough (but stricter than needed): $p_0 < e_0$; $p_2 < e_0$; $d_0 \\le H$.",
        "**Proposition 1.** If $p_0 < e_0$, $p_2 < e_0$ and $d_0 \\le H$, every window has an element.",
        "*Proof.* Since $p_0 \\le e_0 - 1$, the last tap is at least 0, so $d_0 \\le H$ gives one inside.",
        "**Remark 2.** The bound $p_0 < e_0$ suffices if both dilations are 1.",
        table(
            row("Condition", "Formula", "Status"),
            row("Small pads", "$p_0 < e_0$; $d_0 \\le H$", "sufficient, not the weakest"),
        ),
        "## Example\n\nThen $dY_2 = 2$, $dY_3 = 3$, $e_0 = 3 > s_0 = 2$ and $H W = 20$.",
        table(row("Situation", "`Indices`"), row("$-0$ and $+0$ as maxima", "place of that zero")),
    ],
)
def test_what_is_only_enough_or_holds_in_a_case_demands_nothing(said: str) -> None:
    extents = "$e_0 = d_0 (k_0 - 1) + 1$ and $e_1 = d_1 (k_1 - 1) + 1$ are the extents of the kernel.\n\n"
    assert wrong(f"{SYMBOLS}\n\n{extents}{said}") == set()


@pytest.mark.parametrize(
    "said",
    [
        "- $s_0 \\ge 2$: the steps of the window",
        "It is necessary that $s_0 \\ge 2$.",
        "## Example\n\n$dY_2 = \\lfloor 5 / 2 \\rfloor + 1 = 4$",
    ],
)
def test_what_is_demanded_or_computed_is_judged_there_too(said: str) -> None:
    assert wrong(f"{SYMBOLS}\n\n{said}") != set()


def test_a_set_of_maxima_is_no_window() -> None:
    said = r"$M(h, w) = \{ (i, j) : X[n, c, i, j] = Y[n, c, h, w] \}$. The last element of $M(h, w)$ is of no interest."
    assert wrong(said) - {"formula-not-understood"} == set()


@pytest.mark.parametrize("title", ["# MaxPool: a reference with examples", "# MaxPool, and how implementations differ"])
def test_a_title_may_name_what_else_is_in_the_document(title: str) -> None:
    head = HEAD.replace("# MaxPool", title)
    said = "## Values\n\nPadding is never selected. {} The maximum is taken over each window."
    assert wrong(said.format("NaN counts as minus infinity."), head) == set()
    assert "nan-wrong" in wrong(said.format("NaN counts as plus infinity."), head)


@pytest.mark.parametrize("title", ["# Examples of MaxPool", "# Implementation notes on MaxPool"])
def test_under_a_title_of_examples_no_rule_is_stated(title: str) -> None:
    assert wrong("NaN counts as plus infinity.", HEAD.replace("# MaxPool", title)) == set()


CASES = table(
    row("Case (float types)", "`Y`", "`Indices`"),
    row("NaN together with a number", "the largest of the numbers; NaN is ignored", "place of that number"),
    row("all elements are NaN", "$-\\infty$", "first element of the window"),
)


def test_what_is_said_in_a_case_is_said_of_no_other() -> None:
    assert wrong(CASES) == set()
    assert "nan-wrong" in wrong(CASES.replace("$-\\infty$", "NaN"))


def test_entries_in_the_order_of_a_clause_are_those_of_their_list() -> None:
    names = "- $k_0, k_1$ — the entries of `kernel_shape`;\n- $s_0, s_1$ — the entries of `strides`;\n"
    names += "- $d_0, d_1$ — the entries of `dilations`;\n"
    names += "- $p_0, p_1, p_2, p_3$ — the entries of `pads`, in the order of 4.2."
    assert wrong(f"{names}\n\n{SIZE}") == set()
    assert "formula-wrong" in wrong(f"{names}\n\n{SIZE.replace('p_2', 'p_1')}")


RANK = r"$\rho(x) = -\infty$ if $x$ is NaN, otherwise $\rho(x) = x$."
TAPS = (
    r"$$T(h, w) = \{ (r, q) \mid r = h s_0 - p_0 + i d_0, q = w s_1 - p_1 + j d_1, 0 \le i < k_0, 0 \le j < k_1, "
    r"0 \le r < H, 0 \le q < W \}$$"
)
RANKED = r"$$Y[n, c, h, w] = \max_{(r, q) \in T(h, w)} \rho(X[n, c, r, q])$$"


def test_a_maximum_of_ranks_is_one_of_elements() -> None:
    text = "\n\n".join((SYMBOLS, RANK, TAPS, RANKED))
    assert wrong(text) == set()
    assert "formula-wrong" in wrong(text.replace(r"\max", r"\min"))
    assert "nan-wrong" in wrong(text.replace(r"-\infty", r"+\infty", 1))
    assert "formula-not-understood" in wrong(text.replace(r"\rho(x) = x$", r"\rho(x) = -x$", 1))


def test_a_long_run_of_marks_is_looked_through_once() -> None:
    assert ranks("a(x)=b if x is NaN" + " , " * 100_000) == frozenset()
