"""What edited drafts tell of the selected element and of the padded input, of one index, and of directions."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import broken, document
from tests.audit_pages import HEAD, errors, verdicts

# --- what drafts tell of a selected element, and of the padded input -----------------------------------

HATS = r"""- $b \in [0, dX_0-1]$, $c \in [0, dX_1-1]$, $m \in [0, dY_2-1]$, $n \in [0, dY_3-1]$
- $h \in [0, kernel\_shape[0]-1]$ and $w \in [0, kernel\_shape[1]-1]$ are the indices along the axes of the kernel.
- $(\hat{h}, \hat{w})$ is the position in the kernel of the selected element, so that
  $Y[b, c, m, n] = X[b, c, h^*, w^*]$.

$$Indices[b, c, m, n] = ((b \cdot C + c) \cdot H + h^*) \cdot W + w^*$$
$$h^* = m \cdot strides[0] + \hat{h} \cdot dilations[0] - pads[0]$$
$$w^* = n \cdot strides[1] + \hat{w} \cdot dilations[1] - pads[1]$$
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("X[b, c, h^*, w^*]", "X[b, c, w^*, h^*]"),
        ("X[b, c, h^*, w^*]", "X[c, b, h^*, w^*]"),
        (r"\cdot H + h^*) \cdot W", r"\cdot W + h^*) \cdot H"),
        (r"\hat{h} \cdot dilations[0] - pads[0]", r"\hat{h} \cdot dilations[0] + pads[0]"),
        (r"\hat{w} \cdot dilations[1]", r"\hat{w} \cdot dilations[0]"),
    ],
)
def test_letters_with_hats_are_those_of_the_selected_tap(old: str, new: str) -> None:
    assert old in HATS
    page = HATS.replace(old, new, 1)
    assert bool(errors(page)) == bool(new)
    if not new:
        assert {("layout of Indices", "proved"), ("element of the named tap", "proved")} <= verdicts(page)


SIZES_OF_PADDED = r"dX_2 + pads[0] + pads[2]$ and $dX_3 + pads[1] + pads[3]$"


@pytest.mark.parametrize(
    "lead",
    ["The spatial dimensions of $X_p$ are $", "$X_p$ is the padded version of $X$; its spatial axes have the sizes $"],
)
def test_the_two_sizes_of_the_padded_input(lead: str) -> None:
    assert ("definition", "proved") in verdicts(f"- {lead}{SIZES_OF_PADDED}")
    assert errors(f"- {lead}{SIZES_OF_PADDED.replace('pads[2]', 'pads[1]')}") == {"formula-wrong"}


def test_the_element_of_the_padded_input_without_its_case() -> None:
    said = (
        "$X_p$ is the padded version of $X$: $X_p[b, c, p, q] = X[b, c, p - pads[0], q - pads[1]]$ where this element "
        "exists, and the padding value elsewhere."
    )
    assert ("element of the padded input", "proved") in verdicts(said)
    assert errors(said.replace("q - pads[1]", "q - pads[3]")) == {"formula-wrong"}


def test_a_formula_behind_note_is_told_of_the_extent() -> None:
    said = r"- Note: The extent of the kernel on spatial axis $k$ is $dilations[k] \cdot (kernel\_shape[k] - 1) + 1$."
    assert ("definition", "proved") in verdicts(said)
    assert errors(said.replace(" + 1$", "$")) == {"formula-wrong"}


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (
            "In a tensor of shape $(2, 3, 4, 5)$, the element $(1, 2, 3, 4)$ has the flat index {}, the largest one.",
            119,
        ),
        ("In a tensor $X$ of shape [2, 3, 4, 5], the index of $X[1, 2, 0, 3]$ is $((1*3+2)*4+0)*5+3 = {}$.", 103),
    ],
)
def test_the_index_of_one_element(said: str, rule: int) -> None:
    assert errors(said.format(rule)) == set()
    assert "index-wrong" in errors(said.format(rule + 1))
    assert errors(said.replace("has the", "has not the").format(rule + 1)) <= {"formula-wrong", "index-wrong"}


SET_BY_SUBSCRIPT = r"""Let $T_{m,n}$ be the set of the taps $(i,j)$ such that $0 \le r_{m,i} < H$
and $0 \le q_{n,j} < W$.

For all $m \in [0, dY_2-1]$ and $n \in [0, dY_3-1]$, the set $T_{m,n}$ has at least one member.
"""


def test_a_set_of_taps_in_range_that_has_a_member() -> None:
    understood = [claim.understood for claim in audit(document(HEAD + SET_BY_SUBSCRIPT), None).claims]
    assert "a window over padding alone: an error" in understood
    other = SET_BY_SUBSCRIPT.replace("such that $0 \\le r_{m,i} < H$\nand $0 \\le q_{n,j} < W$", "of the window")
    assert "a window over padding alone: an error" not in [
        claim.understood for claim in audit(document(HEAD + other), None).claims
    ]


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("With `strides` = [3,2], the next window down starts 3 rows lower, and to the right 2 columns.", False),
        ("With `strides` = [3,2], windows are 3 columns apart on the width and 2 rows on the height.", True),
        ("With `strides` = [1,4] the window moves 4 rows down from one $m$ to the next, and 1 to the right.", True),
        ("For instance, `pads`=(2,1,2,3) adds two rows above, one column on the left, two rows below and three columns "
         "on the right.", False),
        ("For instance, `pads`=(2,1,2,3) adds two rows above, one column on the left, three rows below and two columns "
         "on the right.", True),
    ],
)  # fmt: skip
def test_values_of_a_list_by_their_directions(said: str, is_wrong: bool) -> None:
    assert errors(said) == ({"axes-swapped"} if is_wrong else set())


def test_a_link_to_a_part_may_lead_to_a_heading_in_it() -> None:
    page = (
        '# MaxPool (real)\n\n## Attributes <a id="real_attributes"></a>\n\nText.\n\n# MaxPool (float)\n\n'
        "See [{}](#real_attributes).\n"
    )
    assert broken(page.format("MaxPool (real)")) == set()
    assert "reference-label-wrong" in broken(page.format("MaxPool (float)"))


# --- right pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "Dilation 2 or more: pads below the extent do not suffice.",
        "A stride may exceed the extent of the kernel: some elements of $X$ may then be met by no window.",
        "For instance, $dX_2=4$, a kernel of 3, a stride of 2 and pads of 1 on both sides give $dY_2=2$.",
        "**Is it a copy?** The dilations play no part, since they are multiplied by `kernel_shape[k]-1 = 0`.",
        "Any finite number beats `-inf`, and so beats a NaN too.",
        "int16, for instance.",
        "The code is `MaxPool(x)` with $s = [2, 2]$.",
    ],
)
def test_a_right_sentence_breaks_no_rule(said: str) -> None:
    assert errors(said) == set()


LETTER = r"""The extent of the kernel along spatial axis $i$ is $dilations[i] \cdot (kernel\_shape[i] - 1) + 1$.

### `pads`: list of ints

`pads` is a list of the form (x1_begin, x2_begin, x1_end, x2_end), where xi_begin and xi_end are the numbers of elements
added at the beginning and at the end of spatial axis $i$.
"""


def test_a_letter_that_counts_axes_is_given_no_formula() -> None:
    assert errors(LETTER) == set()
    swapped = LETTER.replace("at the beginning and at the end", "at the end and at the beginning")
    assert errors(swapped) == {"pads-order-wrong"}


@pytest.mark.parametrize(("again", "is_known"), [("i.e.,", True), ("in other words", True), ("unlike", False)])
def test_the_entries_of_a_list_behind_what_they_are(again: str, is_known: bool) -> None:
    page = SIZES.replace("{}", again)
    assert (("definition of Y", "proved") in verdicts(page)) == is_known
    other = page.replace("the two values of `kernel_shape`", "the two values of `strides`")
    assert ("definition of Y", "proved") not in verdicts(other)


SIZES = r"""- $dW_0$ and $dW_1$ are the dimensions of the kernel, {} the two values of `kernel_shape`.
- $h \in [0, dW_0-1]$ and $w \in [0, dW_1-1]$ run over the kernel; $m \in [0, dY_2-1]$ and $n \in [0, dY_3-1]$ over $Y$.

$$Y[b, c, m, n] = \max_{h=0}^{dW_0-1} \max_{w=0}^{dW_1-1} X_p[b, c, m \cdot strides[0] + h \cdot dilations[0],
n \cdot strides[1] + w \cdot dilations[1]]$$
"""
PARTS = """# MaxPool (real)

## Attributes <a id="real_attributes"></a>

### `strides`: list of ints

`strides` holds two integers, each at least 1.

# MaxPool (float)

where float is in {float16, float, double}. Its attributes are those of [MaxPool (real)](#real_attributes).

## Attributes

### `strides`: list of ints

The windows move by `strides`.
"""


def test_a_part_may_have_the_attributes_of_another() -> None:
    missing = {"domain-missing", "length-missing"}

    def found(text: str) -> set[str]:
        return {each.rule for each in audit(document(text), None).findings} & missing

    assert found(PARTS) == set()
    assert found(PARTS.replace("Its attributes are those of [MaxPool (real)](#real_attributes).", "")) == missing


def test_no_errors_beside_windows_without_an_element_that_are_illegal() -> None:
    def found(text: str) -> set[str]:
        return {each.rule for each in audit(document(HEAD + text), None).findings}

    said = "No exception is raised."
    assert "errors-unstated" in found(said)
    assert "errors-unstated" not in found(f"{said} A call in which a window holds no element of $X$ is illegal.")
