"""Functions that a page defines by a formula and uses in others: each use is proved or refuted as if written out."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.names.functions import as_function
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


HEIGHT = r"\lfloor (H + p_t + p_b - d_h (k_h - 1) - 1) / s_h \rfloor + 1"
CALL = "\n\n$H_{out} = size(H, k_h, s_h, d_h, p_t, p_b)$ is the height of Y."
GIVEN = r"$size(H, k_h, s_h, d_h, p_t, p_b) = HEIGHT$".replace("HEIGHT", HEIGHT)


@pytest.mark.parametrize(
    ("clear", "unclear"),
    [
        # It is no evidence for itself.
        (GIVEN + CALL, GIVEN),
        # Two that differ.
        (GIVEN + CALL, GIVEN + CALL + "\n\n" + GIVEN.replace("+ 1$", "+ 2$")),
        # Of itself.
        (GIVEN + CALL, GIVEN.replace("= ", "= size(H, k_h, s_h, d_h, p_t, p_b) + 0 \\cdot ") + CALL),
        # Of another number of letters.
        (GIVEN + CALL, GIVEN + CALL.replace(", p_b)", ")")),
        # In one case only.
        (GIVEN + CALL, f"If `ceil_mode` is 1, {GIVEN}.{CALL}"),
    ],
)
def test_what_is_not_clear_is_not_proved(clear: str, unclear: str) -> None:
    assert verdicts(clear) == ["proved"]
    assert "proved" not in verdicts(unclear)


@pytest.mark.parametrize(
    ("formula", "letters"),
    [
        ("v(i) = x + i", ("i",)),
        ("v(i) = x_i + i", None),  # The subscript would stay, whatever is put in the place of `i`.
        ("v(i, i) = x + i", None),
        ("v(i, j) = x + i", None),
        (r"v(i) = \sum_{j} i", None),
        ("Y(i) = x + i", None),
    ],
)
def test_a_function_is_of_letters_that_stand_for_numbers(formula: str, letters: tuple[str, ...] | None) -> None:
    written = formula_in(formula)
    defined = as_function(*written.parts) if written is not None and written.form is Form.RELATION else None
    assert (defined[1].letters if defined is not None else None) == letters


def test_a_function_that_nothing_calls_is_not_understood() -> None:
    assert verdicts("$e(k, d) = d (k - 1) + 1$") == ["not understood"]


def test_a_function_that_only_what_is_not_understood_calls_is_not_understood() -> None:
    text = "$e(k, d) = d (k - 1) + 1$\n\n$f(k, d) = e(k, d) + 1$\n\n$dY_2 = f(k_h, d_h) \\cdot nowhere$\n"
    assert verdicts(text) == ["not understood"] * 3
