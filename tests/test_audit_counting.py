"""Indices that count the axes from 0 or from 1, names of entries behind their number, declared shapes."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

HEAD = "# MaxPool\n\n(Y, Indices) = MaxPool(X)\n\n"
SIZE = (
    r"$$Y.shape[i+1] = \left\lfloor \frac{X.shape[i+1] + pads[i-1] + pads[i+1] - dilations[i-1] (kernel\_shape[i-1] -"
    r" 1) - 1}{strides[i-1]} \right\rfloor + 1$$"
)


def sizes(text: str) -> list[str]:
    claims = audit(document(HEAD + text), None).claims
    return [claim.verdict for claim in claims if claim.kind in ("output size", "formula")]


@pytest.mark.parametrize("of", ["", r"$i \in \{1, 2\}$", r"$1 \le i \le 2$", "$i = 1, 2$", r"$i \in [1, 3)$"])
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        ("{strides[i-1]}", "{dilations[i-1]}", "refuted"),
        ("+ pads[i+1]", "+ pads[i-1]", "refuted"),
        ("+ pads[i+1]", "+ pads[i]", "not understood"),
        ("X.shape[i+1]", "X.shape[i]", "not understood"),
        ("dilations[i-1]", "dilations[i]", "not understood"),
    ],
)
def test_axes_are_counted_from_1(of: str, old: str, new: str, verdict: str) -> None:
    assert sizes(f"For {of or 'each spatial axis'}:\n\n{SIZE.replace(old, new)}\n") == [verdict]


@pytest.mark.parametrize("of", [r"$i \in \{0, 1\}$", r"$0 \le i < 2$", "$i = 0, 1$", r"$i \in [0, 1]$"])
def test_indices_that_fit_another_first_number_are_not_understood(of: str) -> None:
    """Of 0, `pads[i - 1]` is no entry."""
    from_zero = SIZE.replace("[i-1]", "[i]").replace("pads[i+1]", "pads[i+2]").replace("shape[i+1]", "shape[i+2]")
    assert sizes(f"For {of}:\n\n{SIZE}\n") == ["not understood"]
    assert sizes(f"For {of}:\n\n{from_zero}\n") == ["proved"]
    assert sizes(f"For $i = 1, 2$:\n\n{from_zero}\n") == ["not understood"]


ENTRIES = """`X` has the shape `(N, C, H, W)`.

- `kernel_shape` shall contain exactly 2 integers, `kh` and `kw`, each greater than 0.
- `strides` shall contain exactly 2 integers, `sh` and `sw`, each greater than 0.
- `dilations` shall contain exactly 2 integers, `dh` and `dw`, each greater than 0.
- `pads` shall contain exactly 4 integers, `pt`, `pl`, `pb` and `pr`, each greater than or equal to 0.

The height of `Y` is `floor((H + pt + pb - dh * (kh - 1) - 1) / sh) + 1`.
"""
DENOTED = r"""`X` has the shape `(N, C, H, W)`.

Let $(k_h, k_w)$ denote the kernel shape, $(s_h, s_w)$ the strides, $(d_h, d_w)$ the dilations,
and $(p_t, p_l, p_b, p_r)$ the pads.

The height of $Y$ is $\lfloor (H + p_t + p_b - d_h (k_h - 1) - 1) / s_h \rfloor + 1$.
"""


@pytest.mark.parametrize(
    ("text", "old", "new", "verdict"),
    [
        (ENTRIES, "", "", "proved"),
        (ENTRIES, "`pl`, `pb`", "`pb`, `pl`", "refuted"),
        (ENTRIES, "`sh` and `sw`", "`sw` and `sh`", "refuted"),
        (ENTRIES, "`pl`, `pb` and `pr`", "`pl` and `pb`", "not understood"),
        (ENTRIES, "`strides` shall contain", "`dilations` and `strides` shall contain", "not understood"),
        (DENOTED, "", "", "proved"),
        (DENOTED, "(p_t, p_l, p_b, p_r)", "(p_t, p_b, p_l, p_r)", "refuted"),
        (DENOTED, "(s_h, s_w)$ the strides, $(d_h, d_w)$", "(d_h, d_w)$ the strides, $(s_h, s_w)$", "refuted"),
        (DENOTED, "denote the kernel shape", "denote half the kernel shape", "not understood"),
        (DENOTED, "(d_h, d_w)$ the dilations", "(d_h, d_w)$ some dilations", "not understood"),
    ],
)  # fmt: skip
def test_names_of_entries(text: str, old: str, new: str, verdict: str) -> None:
    assert not old or text.count(old) == 1
    assert sizes(text.replace(old, new)) == [verdict]


@pytest.mark.parametrize("label", ["**MP-{}**", "MP-{}:", "**SW-REQ-{}:**", "**MP-{}**:"])
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        ("`pl`, `pb`", "`pb`, `pl`", "refuted"),
        ("sh) + 1", "sh)", "refuted"),
        ("of `Y` is", "of `Y` is at most", "not understood"),
    ],
)
def test_the_label_of_a_requirement_is_no_part_of_it(label: str, old: str, new: str, verdict: str) -> None:
    text = ENTRIES.replace(old, new) if old else ENTRIES
    lines = text.replace("The height", "- The height").split("\n- ")
    labelled = [f"{label.format(10 + at)} {line}" for at, line in enumerate(lines[1:])]
    assert sizes("\n- ".join([lines[0], *labelled])) == [verdict]


TABLE = """
| Symbol | Meaning |
|---|---|
| `HO` | height of `Y` |
| `WO` | width of `Y` |
"""


@pytest.mark.parametrize(
    ("declared", "verdicts"),
    [
        ("Y : float[N][C][HO][WO]", ["agrees"] * 4),
        ("Y : float[N, C, HO, WO]", ["agrees"] * 4),
        ("Y : float[N, C, WO, HO]", ["agrees", "agrees", "disagrees", "disagrees"]),
        ("Y : float[N][C][WO][HO]", ["agrees", "agrees", "disagrees", "disagrees"]),
        ("Y : float[N, C, HO, Z]", ["agrees"] * 4),
        ("Z : float[N, C, WO, HO]", []),
    ],
)
def test_a_declared_shape_is_compared_with_the_sizes_of_a_table(declared: str, verdicts: list[str]) -> None:
    text = f"{HEAD}```\nX : float[N, C, H, W]\n{declared}\n```\n{TABLE}"
    claims = audit(document(text), None).claims
    assert [claim.verdict for claim in claims if claim.kind == "shape of Y"] == verdicts
