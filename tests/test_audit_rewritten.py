"""Parts of rewritten pages: nothing is wrong with them, and with a slip in each something is."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from proofs.audit.sentences.owners import with_owner
from tests.audit_documents import broken, document

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`\n\n"
TAPS = r"""Tap $(i, j)$ of the window for output place $(h, w)$ looks at row $r$ and column $s$ of the image, where

$$r(h, i) = h \cdot strides[0] - pads[0] + i \cdot dilations[0]$$

$$s(w, j) = w \cdot strides[1] - pads[1] + j \cdot dilations[1]$$

with $0 \le i < kernel\_shape[0]$ and $0 \le j < kernel\_shape[1]$. Only the taps that lie inside `X` count:

$$D(h, w) = \{ (i, j) \mid 0 \le r(h, i) < dX_2,\ 0 \le s(w, j) < dX_3 \}$$

"""
RANK = r"""$$\rho(v) = \begin{cases} -\infty & \text{if } v \text{ is NaN} \\ v & \text{otherwise} \end{cases}$$

$$Y[n, c, h, w] = \max_{(i, j) \in D(h, w)} \rho(X[n, c, r(h, i), s(w, j)])$$
"""
UNREAD = r"""$$Y[n, c, h, w] = \max_{(i, j) \in D(h, w)} \phi(X[n, c, r(h, i), s(w, j)])$$
"""
PLACE = r"""For the selected element at place $(h', w')$ of the image, the reported index is:

$$Indices[n, c, h, w] = ((n \cdot dX_1 + c) \cdot dX_2 + h') \cdot dX_3 + w'$$
"""
IN_X = r"""$$Indices[n, c, h, w] = ((n \cdot dX_1 + c) \cdot dX_2 + h') \cdot dX_3 + w'$$

where $(h', w')$ is the place of the selected element, counted in $X$ itself, not in a padded copy.
"""
NOTE = (
    "It suffices, but is not necessary, that each pad is smaller than the dilated kernel size of its axis and that no "
    "dilation is larger than the size of `X` on its axis.\n"
)
PADS = """## Attributes

### `pads`: list of ints

The border is filled with the least value of the type ([floating-point](#f), [integer](#i)).
"""
TYPES = """
<a id="f"></a>
## MaxPool (float)
where float is in {float16, float, double}.

<a id="i"></a>
## MaxPool (int)
where int is in {int8, uint8}.
"""
AXES = """## Attributes

### `kernel_shape`: list of ints

`kernel_shape` holds 2 integers. A kernel without elements has no maximum; there are 2 spatial axes.
"""
OVERVIEW = (
    "## Attributes\n\n| Attribute | Length |\n|---|---|\n| `strides` | 2 |\n| `dilations` | 2 |\n\n"
    "### `strides`: list of ints\n\nThe steps.\n\n### `dilations`: list of ints\n\nThe distances.\n"
)
LABELS = """## Outputs

### $Y$: real

- `[C1]`: Shape: as the formula says.

$$dY_0 = dX_0$$

- `[C2]`: Size: $dY_2 \\ge 1$.
"""

BEHIND = """| Attribute | Type | Meaning |
|---|---|---|
| `pads` | 4 ints | Padding: top, left, bottom, right. |
| `strides` | 2 ints | Step of the window: height, width. |

The four entries of `pads` are ordered [x0_begin, x1_begin, x0_end, x1_end].
"""


def wrong(text: str) -> set[str]:
    """The rules that a page breaks."""
    return broken(f"{HEAD}{text}\n")


RIGHT = {
    "taps": TAPS + RANK,
    "place": PLACE,
    "place-in-x": IN_X,
    "note": NOTE,
    "family": PADS + TYPES,
    "axes": AXES,
    "overview": OVERVIEW,
    "behind": BEHIND,
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_part_has_no_finding(name: str) -> None:
    assert wrong(RIGHT[name]) == set()


def test_a_set_of_taps_is_no_set_of_places() -> None:
    """Nothing is said of the set where the formula that uses it is not understood."""
    assert wrong(TAPS + UNREAD) == {"formula-not-understood"}


SLIPS = (
    ("taps", "0 \\le r(h, i) < dX_2", "0 < r(h, i) < dX_2", "formula-wrong"),
    ("taps", "} -\\infty", "} +\\infty", "formula-not-understood"),
    ("place", "+ h') \\cdot dX_3 + w'", "+ w') \\cdot dX_3 + h'", "formula-wrong"),
    ("place-in-x", "+ h') \\cdot dX_3 + w'", "+ h') \\cdot dX_2 + w'", "formula-wrong"),
    ("place-in-x", "counted in $X$ itself, not in a padded copy", "counted in the padded copy of $X$", "index-wrong"),
    ("note", "It suffices, but is not necessary", "It is necessary, but does not suffice", "window-rule-wrong"),
    ("note", "is smaller than", "is at most equal to", "window-rule-wrong"),
    ("axes", "2 spatial", "3 spatial", "domain-wrong"),
    ("axes", "2 integers", "3 integers", "length-wrong"),
    ("behind", "x1_begin, x0_end, x1_end]", "x0_end, x1_begin, x1_end]", "pads-order-wrong"),
    ("family", "[integer](#i)", "[floating-point](#i)", "type-foreign"),
    ("overview", "### `dilations`", "### `strides`", "name-twice"),
)


@pytest.mark.parametrize(("name", "old", "new", "rule"), SLIPS)
def test_a_slip_is_found(name: str, old: str, new: str, rule: str) -> None:
    text = RIGHT[name]
    assert old in text
    assert rule in wrong(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("label", "rules"), [("C2", set()), ("C1", {"label-duplicate"}), ("C3", {"label-missing"})], ids=str
)
def test_a_displayed_formula_interrupts_no_list(label: str, rules: set[str]) -> None:
    findings = audit(document(f"{HEAD}{LABELS.replace('C2', label)}"), None).findings
    assert {f.rule for f in findings if f.rule.startswith("label-")} == rules


def test_entries_that_are_named_are_nobody_elses() -> None:
    said = "The four entries of pads are ordered begins first."
    assert with_owner(said, "strides") == said
    assert with_owner("The four are ordered begins first.", "pads") != "The four are ordered begins first."
