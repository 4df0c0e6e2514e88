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
