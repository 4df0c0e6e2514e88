"""Functions that a page defines by a formula and uses in others: each use is proved or refuted as if written out."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

NAMED = r"""# MaxPool

(Y, Indices) = MaxPool(X)

- `kernel_shape`: $(k_h, k_w)$
- `strides`: $(s_h, s_w)$
- `dilations`: $(d_h, d_w)$
- `pads`: $(p_t, p_l, p_b, p_r)$

X has the shape $(N, C, H, W)$.

"""
TAPS = r"""$r(m, i) = m s_h + i d_h - p_t$

$q(n, j) = n s_w + j d_w - p_l$

$$Y[b, c, m, n] = \max_{0 \le i < k_h, 0 \le j < k_w, 0 \le r(m, i) < H, 0 \le q(n, j) < W} X[b, c, r(m, i), q(n, j)]$$
"""
SIZES = r"""$e(k, d) = d (k - 1) + 1$

$size(n, k, s, d, p, o) = \lfloor (n + p + o - e(k, d)) / s \rfloor + 1$

$H_{out} = size(H, k_h, s_h, d_h, p_t, p_b)$ is the height of Y.

$W_{out} = size(W, k_w, s_w, d_w, p_l, p_r)$ is the width of Y.
"""
KINDS = ("definition of Y", "output size", "formula", "constraint")


def verdicts(text: str) -> list[str]:
    return [claim.verdict for claim in audit(document(NAMED + text), None).claims if claim.kind in KINDS]


@pytest.mark.parametrize(("text", "uses"), [(TAPS, 1), (SIZES, 2), (SIZES + "\n" + TAPS, 3)])
def test_what_calls_functions_is_proved_and_they_are_judged_there(text: str, uses: int) -> None:
    assert verdicts(text) == ["proved"] * uses


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (TAPS, "n s_w + j d_w - p_l", "n s_w + j d_w - p_t"),
        (TAPS, "m s_h + i d_h", "m s_h + i s_h"),
        (TAPS, "X[b, c, r(m, i), q(n, j)]", "X[b, c, r(m, i), q(m, j)]"),
        (TAPS, "X[b, c, r(m, i), q(n, j)]", "X[b, c, r(i, m), q(n, j)]"),
        (TAPS, r"0 \le r(m, i) < H", r"0 \le r(m, i) \le H"),
        (SIZES, "d (k - 1) + 1", "d (k - 1)"),
        (SIZES, "size(W, k_w, s_w,", "size(W, k_w, s_h,"),
        (SIZES, "d_h, p_t, p_b)", "d_h, p_b, p_b)"),
        (SIZES, "n + p + o", "n + p - o"),
    ],
)
def test_a_slip_in_a_function_or_its_use_is_found(text: str, old: str, new: str) -> None:
    assert text.count(old) == 1
    found = audit(document(NAMED + text.replace(old, new)), None).findings
    assert "formula-wrong" in {finding.rule for finding in found}


@pytest.mark.parametrize(
    "text",
    [
        # It is no evidence for itself.
        r"$size(H, k_h, s_h, d_h, p_t, p_b) = \lfloor (H + p_t + p_b - k_h) / s_h \rfloor + 1$",
        # Of itself.
        "$f(k) = f(k) + 1$\n\n$H_{out} = f(H)$ is the height of Y.",
        # Two that differ.
        SIZES + "\n$e(k, d) = d k + 1$\n",
        # A subscript is no place for a number: it is said of each axis, and used for one.
        r"$v(i) = \lfloor (\mathit{x_i} + i) / s_h \rfloor + 1$" + "\n\n$H_{out} = v(0)$ is the height of Y.",
        # Of another number of letters.
        SIZES.replace("size(H, k_h, s_h, d_h, p_t, p_b)", "size(H, k_h, s_h, d_h, p_t)").replace("W_{out}", "V"),
        # In one case only.
        "If `ceil_mode` is 1, $g(n) = n + 1$.\n\n$H_{out} = g(H)$ is the height of Y.",
    ],
)
def test_what_is_not_clear_is_not_proved(text: str) -> None:
    assert "proved" not in verdicts(text)


def test_a_function_that_nothing_calls_is_not_understood() -> None:
    assert verdicts("$e(k, d) = d (k - 1) + 1$") == ["not understood"]
