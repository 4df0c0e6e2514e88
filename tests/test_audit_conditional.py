"""Formulas under conditions that their sentence states: proved or refuted under them, and never judged without them."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

NAMES = """# MaxPool

The input $X$ has the shape $(N, C, H, W)$, the output $Y$ has the shape $(N, C, M, Q)$.

| Symbol | Meaning |
| --- | --- |
| $K_0, K_1$ | `kernel_shape` |
| $S_0, S_1$ | `strides` |
| $D_0, D_1$ | `dilations` |
| $P_0, P_1, P_2, P_3$ | `pads`: top, left, bottom, right |

$M = \\lfloor (H + P_0 + P_2 - D_0 (K_0 - 1) - 1) / S_0 \\rfloor + 1$

"""


def judged(text: str) -> tuple[list[str], list[str]]:
    """The verdicts on what stands in a text, and the rules of all findings that are errors."""
    made = audit(document(f"{NAMES}{text}\n"), None)
    verdicts = [claim.verdict for claim in made.claims if claim.start >= len(NAMES)]
    return verdicts, [finding.rule for finding in made.findings if finding.start >= len(NAMES)]


RIGHT = (
    "If $S_0 = 1$, $D_0 = 1$ and $P_0 = P_2 = 0$, then $M = H - K_0 + 1$.",
    "If $S_0 = 1$ and $P_0 + P_2 = D_0 (K_0 - 1)$, the height does not change: $M = H$.",
    "$M = H$ if $S_0 = 1$, $K_0 = 1$ and $P_0 = P_2 = 0$.",
    "When $S_0 = 1$ and $K_0 = 1$, $M = H + P_0 + P_2$.",
)
WRONG = (
    "If $S_0 = 1$, $D_0 = 1$ and $P_0 = P_2 = 0$, then $M = H - K_0$.",
    "If $S_0 = 1$ and $P_0 + P_2 = D_0 K_0$, the height does not change: $M = H$.",
    "$M = H - 1$ if $S_0 = 1$, $K_0 = 2$ and $P_0 = 0$.",
    "When $S_0 = 1$ and $K_0 = 2$, $M = H + P_0 + P_2$.",
)


@pytest.mark.parametrize("text", RIGHT)
def test_what_holds_under_its_conditions_is_proved(text: str) -> None:
    assert judged(text) == (["proved"], [])


@pytest.mark.parametrize("text", WRONG)
def test_what_does_not_hold_under_them_is_wrong(text: str) -> None:
    assert judged(text) == (["refuted"], ["formula-wrong"])


UNREAD = (
    "If there is neither padding nor dilation and the stride is 1, then $M = H - K_0 + 1$.",
    "If $S_0 = 1$ and nothing is padded, then $M = H - K_0 + 1$.",
    "Suppose that $S_0 = 1$; for example, $M = 7$.",
    "If $S_0 = 1$, it is wrong to say that $M = H$.",
    "If $S_0 = 0$, then $M = H + 7$.",
    "If $K_0 = 1$ and $K_0 = 2$, then $M = H + 7$.",
)


@pytest.mark.parametrize("text", UNREAD)
def test_what_is_said_of_a_case_in_words_is_neither_proved_nor_an_error(text: str) -> None:
    verdicts, rules = judged(text)
    assert "proved" not in verdicts
    assert set(rules) <= {"formula-not-understood"}


def test_a_formula_of_a_case_does_not_hide_the_definition() -> None:
    wrong = NAMES.replace("P_0 + P_2 - D_0", "P_0 + P_1 - D_0")
    found = audit(document(f"{wrong}{RIGHT[0]}\n"), None).findings
    assert ("formula-wrong", True) in [(finding.rule, finding.start < len(wrong)) for finding in found]


@pytest.mark.parametrize(
    ("symbols", "said"),
    [
        ("$B, C, H, W$", "the four dimensions of $X$"),
        ("$B, C, H, W$", "the dimensions of $X$"),
        ("$(B, C, H, W)$", "the shape of $X$"),
    ],
)
def test_sizes_that_share_a_phrase(symbols: str, said: str) -> None:
    row = f"| {symbols} | {said} |\n| $K_0"
    page = NAMES.replace("| $K_0", row).replace("The input $X$ has the shape $(N, C, H, W)$, the", "The")
    page = page.replace("(N, C, M, Q)", "(B, C, M, Q)")
    kinds = {claim.text: claim.verdict for claim in audit(document(page + "- $H \\ge 1$\n- $W \\ge 2$\n"), None).claims}
    assert (kinds["H \\ge 1"], kinds["W \\ge 2"]) == ("proved", "refuted")


@pytest.mark.parametrize(
    "said", ["`pads`: top, bottom, left, right", "`pads`: top, left", "`pads`: top, left, then the rest"]
)
def test_names_beside_other_sides_are_not_understood(said: str) -> None:
    page = NAMES.replace("`pads`: top, left, bottom, right", said)
    assert "proved" not in [claim.verdict for claim in audit(document(page), None).claims if "P_0" in claim.text]
