"""Listings with several statements in a line, a choice for NaN, and outputs that are stored in the inner loop."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

LISTING = """\
for n in 0 .. dX_0-1, c in 0 .. dX_1-1:
  for h in 0 .. dY_2-1, w in 0 .. dY_3-1:
    found = false
    for i in 0 .. kernel_shape[0]-1:           # rows: outer loop
      for j in 0 .. kernel_shape[1]-1:         # columns: inner loop
        r = h*strides[0] - pads[0] + i*dilations[0]
        s = w*strides[1] - pads[1] + j*dilations[1]
        if r < 0 or r >= dX_2 or s < 0 or s >= dX_3: continue
        v = X[n,c,r,s]
        key = -inf if v is NaN else v
        if not found or key > best:            # strict comparison
          found = true;  best = key
          Y[n,c,h,w] = key
          Indices[n,c,h,w] = ((n*dX_1 + c)*dX_2 + r)*dX_3 + s
"""


def verdicts(text: str) -> set[str]:
    page = document(f"# MaxPool\n\n`Y, Indices = MaxPool(X)`\n\n```text\n{text}```\n")
    return {claim.verdict for claim in audit(page, None).claims if claim.kind in ("loops", "formula")}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("Y[n,c,h,w] = key", "Y[n,c,h,w] = best"),
        ("in 0 .. dX_0-1, c in 0 .. dX_1-1", "in range(0, dX_0), for c in range(dX_1)"),
        ("key = -inf if v is NaN else v", "key = isnan(v) ? -inf : v"),
    ],
)
def test_what_stands_in_one_line_is_read_apart(old: str, new: str) -> None:
    assert old in LISTING
    assert verdicts(LISTING.replace(old, new, 1)) == {"proved"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("key > best", "key >= best"),
        ("key = -inf", "key = +inf"),
        ("s >= dX_3", "s > dX_3"),
        ("+ r)*dX_3 + s", "+ s)*dX_3 + r"),
        ("kernel_shape[1]-1", "kernel_shape[1]"),
        ("- pads[1]", "- pads[3]"),
        ("dX_0-1, c in 0 .. dX_1-1", "dX_1-1, c in 0 .. dX_0-1"),
    ],
)
def test_a_slip_is_refuted(old: str, new: str) -> None:
    assert old in LISTING
    assert "refuted" in verdicts(LISTING.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # The element may be NaN: what is kept, or stored, is another thing than what was compared.
        ("best = key", "best = v"),
        ("Y[n,c,h,w] = key", "Y[n,c,h,w] = v"),
        ("best = key", "best = X[n,c,r,s]"),
        ("Y[n,c,h,w] = key", "Y[n,c,h,w] = X[n,c,r,s]"),
        # Where no element is greater than the least value, nothing is stored.
        ("if not found or key > best", "if key > best"),
        # What is kept is stored before it is taken.
        (
            "          found = true;  best = key\n          Y[n,c,h,w] = key\n",
            "          found = true\n          Y[n,c,h,w] = best\n          best = key\n",
        ),
        # One letter for two loops, and a head that is none.
        ("dX_0-1, c in 0 .. dX_1-1", "dX_0-1, c over 0 .. dX_1-1"),
    ],
)
def test_what_is_not_certain_is_not_proved(old: str, new: str) -> None:
    assert old in LISTING
    assert "proved" not in verdicts(LISTING.replace(old, new, 1))


WITH_NUMPY = """\
def max_pool(X, kernel_shape, strides, pads, dilations):
    N, C, H, W = X.shape
    out_h = (H + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) // strides[0] + 1
    out_w = (W + pads[1] + pads[3] - dilations[1] * (kernel_shape[1] - 1) - 1) // strides[1] + 1
    Y = np.empty((N, C, out_h, out_w), X.dtype)
    for n, c, h, w in np.ndindex(N, C, out_h, out_w):
        best = None
        for i, j in np.ndindex(kernel_shape[0], kernel_shape[1]):
            hp = h * strides[0] - pads[0] + i * dilations[0]
            wp = w * strides[1] - pads[1] + j * dilations[1]
            if not (0 <= hp < H and 0 <= wp < W):
                continue
            v = X[n, c, hp, wp]
            v = -np.inf if v != v else v
            if best is None or v > best:
                best, pos = v, ((n * C + c) * H + hp) * W + wp
        Y[n, c, h, w], Indices[n, c, h, w] = best, pos
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        (
            "np.ndindex(kernel_shape[0], kernel_shape[1])",
            "itertools.product(range(kernel_shape[0]), range(kernel_shape[1]))",
        ),
    ],
)
def test_loops_over_all_indices_are_read(old: str, new: str) -> None:
    assert old in WITH_NUMPY
    assert verdicts(WITH_NUMPY.replace(old, new, 1)) == {"proved"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("v > best", "v >= best"),
        ("-np.inf if", "np.inf if"),
        ("for i, j in", "for j, i in"),
        ("// strides[1]", "// strides[0]"),
        ("np.ndindex(N, C, out_h, out_w)", "np.ndindex(N, C, out_w, out_h)"),
        ("+ hp) * W + wp", "+ wp) * W + hp"),
        ("0 <= wp < W", "0 <= wp <= W"),
    ],
)
def test_a_slip_in_them_is_refuted(old: str, new: str) -> None:
    assert old in WITH_NUMPY
    assert "proved" not in verdicts(WITH_NUMPY.replace(old, new, 1)) or "refuted" in verdicts(
        WITH_NUMPY.replace(old, new, 1)
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ndindex(kernel_shape[0], kernel_shape[1])", "ndindex(kernel_shape[0])"),
        ("ndindex(kernel_shape[0], kernel_shape[1])", "ndindex(*kernel_shape)"),
    ],
)
def test_other_loops_over_indices_are_not_read(old: str, new: str) -> None:
    assert old in WITH_NUMPY
    assert "proved" not in verdicts(WITH_NUMPY.replace(old, new, 1))


def test_a_nan_that_is_replaced_behind_the_comparison_is_not_read() -> None:
    given = "            v = -np.inf if v != v else v\n"
    late = WITH_NUMPY.replace(given, "", 1).replace("+ wp\n", f"+ wp\n{given}", 1)
    assert late.count(given) == 1
    assert "proved" not in verdicts(late)
