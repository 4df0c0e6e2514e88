"""A document's own padded input, the tap of its maximum, and cases of Indices: proved or refuted."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document
from tests.test_audit_tuples import TABLE

PADDED = (
    r"X_p[n, c, i, j] = \begin{cases} X[n, c, i - p_t, j - p_l] & \text{if } p_t \le i < p_t + H"
    r" \text{ and } p_l \le j < p_l + W \\ -\infty & \text{otherwise} \end{cases}"
)
Y = r"Y[n, c, y, x] = \max_{0 \le u < k_h} \max_{0 \le v < k_w} X_p[n, c, y s_h + u d_h, x s_w + v d_w]"
PLACE = r"(u^*, v^*) = \arg\max_{(u, v)} X_p[n, c, y s_h + u d_h, x s_w + v d_w]"
INDEX = r"((n C + c) H + y s_h + u^* d_h - p_t) W + x s_w + v^* d_w - p_l"
CASES = (
    rf"Indices[n, c, y, x] = \begin{{cases}} {INDEX} & \text{{if }} (u^*, v^*) \in S \\"
    r" 0 & \text{otherwise} \end{cases}"
)
SET = r"S = \{(u, v) \mid 0 \le u < k_h, 0 \le v < k_w\}"


def verdicts(*formulas: str) -> list[str]:
    shown = "\n\n".join(f"$${formula}$$" for formula in formulas)
    found = audit(document(f"# MaxPool\n\nX has shape $(N, C, H, W)$.\n\n{TABLE}\n{shown}\n"), None)
    kinds = ("definition of the padded input", "tap of the maximum", "layout of Indices", "formula")
    return [claim.verdict for claim in found.claims if claim.kind in kinds]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        ("i - p_t", "i - p_b", "refuted"),
        ("i - p_t", "i + p_t", "refuted"),
        ("i - p_t, j - p_l", "j - p_l, i - p_t", "refuted"),
        ("X[n, c,", "X[c, n,", "refuted"),
        ("i < p_t + H", r"i \le p_t + H", "refuted"),
        (r"p_t \le i", "p_t < i", "refuted"),
        (r"\text{ and }", r"\text{ or }", "refuted"),
        (r"-\infty", "0", "refuted"),
        (r"-\infty", "z", "not understood"),
        ("p_l + W", "p_l + Q", "not understood"),
    ],
)
def test_the_padded_input_of_a_document(old: str, new: str, verdict: str) -> None:
    assert old in PADDED
    assert verdicts(PADDED.replace(old, new, 1)) == [verdict]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        (r"\arg\max", r"\min \operatorname*{argmax}", "proved"),
        (r"\arg\max", r"\max \operatorname*{argmax}", "refuted"),
        (r"\arg\max", r"\arg\min", "refuted"),
        ("u d_h", "v d_h", "refuted"),
        ("y s_h", "y s_w", "refuted"),
        ("_{(u, v)}", "_{(v, u)}", "not understood"),
        ("X_p", "Z", "not understood"),
    ],
)
def test_the_tap_of_the_maximum(old: str, new: str, verdict: str) -> None:
    assert old in PLACE
    assert verdicts(Y, PLACE.replace(old, new, 1)) == [verdict]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        (") W", ") H", "refuted"),
        (r"\in S", r"\in T", "not understood"),
        (r"(u^*, v^*) \in S", "u^* > 0", "not understood"),
    ],
)
def test_an_index_by_cases(old: str, new: str, verdict: str) -> None:
    assert old in CASES
    assert verdicts(SET, CASES.replace(old, new, 1))[-1] == verdict


def test_a_witness_is_in_the_documents_own_names() -> None:
    page = "# MaxPool\n\nX has shape $(N, C, H, W)$, and $P$ is the height of $Y$.\n\n" + TABLE
    index = rf"Indices[n, c, y, x] = {INDEX.replace(') W', ') H')}"
    ranges = "- $y \\in [0, H - 1]$ is a row of $Y$\n- $0 \\le u < k_h$\n- $0 \\le v < k_w$\n\n"
    ranges += "The tap $(u^*, v^*)$ is selected."
    text = f"{page}\n$${Y}$$\n\n$${index}$$\n\n{ranges}\n"
    found = [finding for finding in audit(document(text), None).findings if finding.rule == "formula-wrong"]
    assert [finding.suggestion for finding in found if finding.suggestion] == ["P-1"]
    (witness,) = [finding.witness for finding in found if finding.witness]
    assert {"N", "C", "H", "W", "n", "c", "y", "x", "u*", "v*", "s_h", "d_h", "p_t"} <= witness.keys()
    assert not [name for name in witness if name.startswith("dX") or "_position" in name]
