"""Loops of a document, by braces and by indentation: right ones proved, wrong ones found, others not read."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.loops import judge_loops
from proofs.audit.rulebook.findings import Judgements
from proofs.audit.rulebook.forms import GIVEN, LOOPING
from tests.audit_documents import document

NAMES = GIVEN + "The output $Y$ has the shape $(N, C, P, Q)$.\n"
IN_C = """
```c
for (int n = 0; n < N; ++n) for (int c = 0; c < C; ++c)  /* planes */
  for (int y = 0; y < P; ++y)
    for (int x = 0; x < Q; ++x) {
      float best = -INFINITY;
      int64_t at = -1;
      for (int u = 0; u < k_h; ++u)
        for (int v = 0; v < k_w; ++v) {
          const int i = y * s_h + u * d_h - p_t;   // the row
          const int j = x * s_w + v * d_w - p_l;
          if (i < 0 || i >= H) continue;
          if (j < 0 || j >= W) { continue; }
          if (at == -1 || best < X[n][c][i][j]) {
            best = X[n][c][i][j];
            at = ((n * C + c) * H + i) * W + j;
          }
        }
      Y[n][c][y][x] = best;
      Indices[n][c][y][x] = at;
    }
```
"""
MAXIMUM = """
    1: for n in range(N) do
    2:   for c in range(C) do
    3:     for y in range(P) do
    4:       for x in range(Q) do
    5:         Y[n, c, y, x] ← −∞
    6:         for u in range(k_h) do
    7:           for v in range(k_w) do   # the taps
    8:             Y[n, c, y, x] ← max(Y[n, c, y, x], X_p[n, c, y * s_h + u * d_h, x * s_w + v * d_w])
    9:           end for
    10:        end for
"""
FLAGGED = (
    LOOPING.replace("place = none", "first = true\n        place = 0")
    .replace("place is none or", "first or")
    .replace("best = X[n, c, i, j]", "best = X[n, c, i, j]\n                first = false")
)
PAIRED = LOOPING.replace("best = -inf\n        place = none", "best, place = -inf, none").replace(
    "best = X[n, c, i, j]\n                place =", "best, place = X[n, c, i, j],"
)
STORED = PAIRED.replace(
    "Y[n, c, y, x] = best\n        Indices[n, c, y, x] = place", "Y[n, c, y, x], Indices[n, c, y, x] = best, place"
)
ALL = {
    "several at once": PAIRED,
    "by indentation": LOOPING,
    "in C": IN_C,
    "a maximum of the padded": MAXIMUM,
    "with a flag": FLAGGED,
}


def judged(listing: str) -> Judgements:
    return judge_loops(document(NAMES + listing))


def verdicts(listing: str) -> list[str]:
    return [claim.verdict for claim in judged(listing)[0]]


def rules(listing: str) -> list[str]:
    return [finding.rule for finding in judged(listing)[1]]


@pytest.mark.parametrize(
    "assigned",
    [
        "best, place = X[n, c, i, j]",  # Fewer values than names.
        "best, place = X[n, c, i, j], best",  # What is given depends on the order.
    ],
)
def test_several_at_once_are_as_many_values_that_do_not_depend_on_each_other(assigned: str) -> None:
    listing = PAIRED.replace("best, place = X[n, c, i, j], ((n * C + c) * H + i) * W + j", assigned)
    assert listing != PAIRED
    assert "proved" not in verdicts(listing)


@pytest.mark.parametrize("style", ALL)
def test_right_loops_are_proved(style: str) -> None:
    assert (set(verdicts(ALL[style])), rules(ALL[style])) == ({"proved"}, [])


WRONG = (
    ("n = 0 to N - 1", "n = 1 to N - 1", "formula-wrong"),
    ("c = 0 to C - 1", "c = 0 to C", "formula-wrong"),
    ("y = 0 to P - 1", "y = 0 to Q - 1", "formula-wrong"),
    ("x = 0 to Q - 1", "x = 0 to Q - 2", "formula-wrong"),
    ("range(k_h)", "range(k_w)", "formula-wrong"),
    ("range(k_w)", "range(1, k_w)", "formula-wrong"),
    ("u * d_h - p_t", "u - p_t", "formula-wrong"),
    ("u * d_h - p_t", "u * d_h - p_b", "formula-wrong"),
    ("x * s_w", "x * s_h", "formula-wrong"),
    ("0 <= i < H", "0 < i < H", "formula-wrong"),
    ("0 <= j < W", "0 <= j <= W", "formula-wrong"),
    ("0 <= j < W", "0 <= j < H", "formula-wrong"),
    ("and 0 <= j < W", "", "formula-wrong"),
    ("X[n, c, i, j] > best", "X[n, c, i, j] >= best", "tie-wrong"),
    ("X[n, c, i, j] > best", "X[n, c, i, j] < best", "formula-wrong"),
    ("((n * C + c) * H + i) * W + j", "(c * H + i) * W + j", "formula-wrong"),
    ("((n * C + c) * H + i) * W + j", "((n * C + c) * H + j) * W + i", "formula-wrong"),
    ("(n * C + c) * H", "(n * C + c) * W", "formula-wrong"),
    ("Indices[n, c, y, x] = place", "Indices[n, c, x, y] = place", "formula-wrong"),
    ("place is none or ", "", ""),
    ("-inf\n        place = none", "0\n        place = none", ""),
)


@pytest.mark.parametrize(("right", "wrong", "rule"), WRONG, ids=[f"{a} to {b}" for a, b, _ in WRONG])
def test_one_error_is_found_and_never_proved(right: str, wrong: str, rule: str) -> None:
    """Without its first test the index of a window of -inf is not proved; with it the first value says nothing."""
    listing = LOOPING.replace(right, wrong)
    assert listing != LOOPING
    assert rules(listing) == ([rule] if rule else [])
    assert (verdicts(listing) == ["proved", "proved"]) is ("-inf" in right)


@pytest.mark.parametrize("stop", ["break", "exit the loop", "leave the inner loop"])
def test_a_loop_that_ends_with_the_first_element_kept_is_wrong(stop: str) -> None:
    kept = "                place = ((n * C + c) * H + i) * W + j"
    assert kept in LOOPING
    (claim, *_), (finding,) = judged(LOOPING.replace(kept, f"{kept}\n                {stop}"))
    assert (claim.verdict, finding.rule) == ("refuted", "formula-wrong")
    assert (NAMES + LOOPING.replace(kept, f"{kept}\n                {stop}"))[finding.start :].startswith(stop)
    in_c = IN_C.replace("i) * W + j;\n          }", "i) * W + j;\n            break;\n          }")
    assert in_c != IN_C
    assert rules(in_c) == ["formula-wrong"]


def test_a_loop_that_ends_elsewhere_is_not_read() -> None:
    best = "                best = X[n, c, i, j]"
    for stopped in (f"                break\n{best}", f"{best}\n                break"):
        assert set(verdicts(LOOPING.replace(best, stopped))) == {"not understood"}
    assert set(
        verdicts(LOOPING.replace("            i = y", "            if u > 0:\n              break\n            i = y"))
    ) == {"not understood"}


def test_what_a_maximum_begins_with_is_below_every_element() -> None:
    assert rules(MAXIMUM.replace("−∞", "0")) == ["formula-wrong"]


def test_the_outer_loop_over_columns_keeps_another_of_equal_maxima() -> None:
    swapped = (
        LOOPING.replace("for u in range(k_h)", "for 1").replace("for v in range(k_w)", "for u in range(k_h)")
    ).replace("for 1", "for v in range(k_w)")
    assert rules(swapped) == ["tie-wrong"]


HIDDEN = (
    ("range(k_h)", "reversed(range(k_h))"),
    ("range(k_h)", "range(0, k_h, 2)"),
    ("        Y[n, c, y, x] = best", "        best = 0\n        Y[n, c, y, x] = best"),
    ("        Y[n, c, y, x] = best", "        Y[n, c, y, x] = best + 1"),
    ("        Y[n, c, y, x] = best", "        Y[n, c, x, y] = best"),
    ("                best = X[n, c, i, j]", "                best = X[n, c, j, i]"),
    ("                best = X[n, c, i, j]", "                best = X[n, c, i, j]\n                break"),
    ("if 0 <= i < H and 0 <= j < W:", "if 0 <= i < H or 0 <= j < W:"),
    ("if 0 <= i < H and 0 <= j < W:", "if valid(i, j):"),
    ("            i = y", "            u = u + 1\n            i = y"),
    ("            i = y", "            X[n, c, 0, 0] = 7\n            i = y"),
    ("  for c = 0 to C - 1:", "  for c = 0 to C - 1 step 2:"),
    ("place is none or X", "place is not none or X"),
    ("place is none or X", "n == 0 or X"),
    ("place is none or X[n, c, i, j] > best", "place is none and X[n, c, i, j] > best"),
    ("            i = y", "            if u > 0:\n              i = y"),
    ("        best = -inf\n", "        if n == 0:\n          best = -inf\n"),
    ("        Y[n, c, y, x] = best", "        if n > 0:\n          Y[n, c, y, x] = best"),
    ("        place = none\n", "        place = none\n        Y[n, c, y, x] = best\n"),
    ("        Y[n, c, y, x] = best\n", "Y[n, c, y, x] = best\n"),
    ("        best = -inf\n", ""),
    ("for n = 0 to N - 1:\n", "best = -inf\nfor n = 0 to N - 1:\n"),
)


@pytest.mark.parametrize(("right", "other"), HIDDEN, ids=[f"{a.strip()} to {b.strip()}" for a, b in HIDDEN])
def test_what_is_not_read_or_wrong_is_never_proved(right: str, other: str) -> None:
    listing = LOOPING.replace(right, other)
    assert listing != LOOPING
    assert "proved" not in verdicts(listing)


def test_an_element_outside_of_x_is_not_read() -> None:
    assert verdicts(MAXIMUM.replace("X_p", "X")) == ["not understood"]


def test_a_listing_without_loops_over_x_says_nothing() -> None:
    assert judged("\n```\nfor i in range(3):\n  print(i)\n```\n") == ([], [])
