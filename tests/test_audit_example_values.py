"""The numbers that an example gives to names; bounds on all sizes of X; the last index that a sentence tells."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from spec.documents.pages.load import decode
from spec.documents.pages.read import parse
from tests.test_audit_example_layouts import LAYOUTS, channels, example

NAMES = """# MaxPool

X has shape $(N, C, H, W)$ and Y has shape $(N, C, P, Q)$. Letters $k$, $s$, $d$ and $p$ abbreviate `kernel_shape`,
`strides`, `dilations` and `pads`.

Subscript 0 of $k_0$, $s_0$ and $d_0$ refers to the height.

$$E_a = d_a \\cdot (k_a - 1) + 1, \\qquad a \\in \\{0, 1\\}$$

"""


def claims(text: str, kind: str) -> list[str]:
    read = parse(decode(text.encode(), "page.md"), "page.md")
    return [claim.verdict for claim in audit(read, None).claims if claim.kind == kind]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("said", "right"),
    [
        # 4 x 5, kernel 2 x 3, strides 2 and 1, pads 1, 0, 0, 1.
        ("The extents are $E_0 = 2$ and $E_1 = 3$.", ["agrees", "agrees"]),
        ("The extents are $E_0 = 2$ and $E_1 = 4$.", ["agrees", "disagrees"]),
        ("The extents are `E_0 = 3`.", ["disagrees"]),
        ("The extents are `E_0 = 2.5`.", ["disagrees"]),
        (r"Hence $P = \lfloor (4 + 1 + 0 - 2) / 2 \rfloor + 1 = 2$.", ["agrees"]),
        (r"Hence $P = \lfloor (5 + 1 + 0 - 2) / 2 \rfloor + 1 = 3$.", ["disagrees"]),
        ("Here $H = 4$, $W = 5$.", ["agrees", "agrees"]),
        ("Here $H = 5$, $W = 4$.", ["disagrees", "disagrees"]),
        ("Here $z = 5$.", []),
    ],
)
def test_names_have_the_value_that_the_call_gives_them(layout: type, said: str, right: list[str]) -> None:
    text = layout(example()).removeprefix("# MaxPool\n\n")
    assert claims(f"{NAMES}{text}\n{said}\n", "value in an example") == right


def test_beside_two_examples_no_value_is_judged() -> None:
    text = channels(example()).removeprefix("# MaxPool\n\n")
    second = text.removeprefix("## Example\n\n")
    assert claims(f"{NAMES}{text}\n{second}\nThe extent is $E_0 = 9$.\n", "value in an example") == []


SIZES = "# MaxPool\n\n`X` has the shape $(N, C, H, W)$.\n\n"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (r"$N \cdot C \cdot H \cdot W \le 2^{63}$", "proved"),
        (r"$N C H W < 2^{63} + 1$", "proved"),
        (r"$N \cdot C \cdot H \cdot W < 2^{63}$", "refuted"),
        (r"$N \cdot C \cdot H \cdot W \le 2^{64}$", "refuted"),
        (r"$N \cdot C \cdot H \cdot W \le 2^{31}$", "refuted"),
        ("It is an error if $N C H W > 2^{63}$.", "proved"),
        (r"It is an error if $N C H W \ge 2^{63}$.", "refuted"),
    ],
)
def test_a_bound_on_the_number_of_elements_is_the_clauses(said: str, verdict: str) -> None:
    assert claims(f"{SIZES}{said}\n", "number of elements of X") == [verdict]


@pytest.mark.parametrize("said", [r"$N \cdot H \cdot W \le 2^{63}$", r"$N \cdot C \cdot H \cdot W \ge 1$"])
def test_another_product_of_sizes_is_no_number_of_elements_of_x(said: str) -> None:
    assert "proved" not in claims(f"{SIZES}{said}\n", "number of elements of X")


TOLD = [
    "Indices are flat. The smallest value that may occur is 0, and the largest is ${}$.",
    "An index says where. That number ranges from 0 to `{}`.",
    "Positions shall start at 0 and shall not exceed ${}$.",
    "Every flat position lies between 0 and ${}$, whatever else is said.",
]


@pytest.mark.parametrize("said", TOLD)
@pytest.mark.parametrize(
    ("last", "verdict"),
    [("N * C * H * W - 1", "proved"), ("N * C * H * W", "refuted"), ("H * W - 1", "refuted")],
)
def test_the_last_index_that_a_sentence_tells(said: str, last: str, verdict: str) -> None:
    text = SIZES + said.format(last) + "\n"
    assert [*claims(text, "range"), *claims(text, "greatest index")] == [verdict]


@pytest.mark.parametrize(
    "said",
    [
        "An index into one plane would go from 0 to $H * W - 1$.",
        "The cost of a call goes from 0 to $N * C * H * W$.",
        "X has up to $N * C * H * W$ elements, of which each has an index.",
    ],
)
def test_what_is_said_of_other_things_is_no_last_index(said: str) -> None:
    assert claims(SIZES + said + "\n", "range") == []
