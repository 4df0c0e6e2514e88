"""What pages set apart or side by side: tensors below their names, block quotes with a title, functions of any axis."""

from __future__ import annotations

import pytest

from spec.documents.examples.columns import columns
from spec.documents.pages.markdown import read_markdown
from spec.documents.pages.model import Shape
from tests.audit_documents import broken

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"
EXAMPLE = """## Example

`kernel_shape` = [1, 2], `strides` = [1, 1], `dilations` = [1, 1], `pads` = [0, 0, 0, 0].

"""
HEADED = """```
X (1,1,2,3)     Y (1,1,2,2)   Indices (1,1,2,2)
[[1, 5, 2],     [[5, 5],      [[1, 1],
 [4, 3, 0]]      [4, 3]]       [3, 4]]
```
"""
LONGER = """```
X [1,1,2,3]:    Y [1,1,2,2]:
[[1, 5, 2],     [[5, 5], [4, 3]]
 [4, 3, 0]]
Indices
[[1, 1], [3, 4]]
```
"""
ALONE = """```
X
[[1, 5, 2],
 [4, 3, 0]]
Y
[[5, 5], [4, 3]]
Indices
[[1, 1], [3, 4]]
```
"""


@pytest.mark.parametrize("printed", [HEADED, LONGER, ALONE])
@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [("", "", False), ("4, 3]]", "4, 4]]", True), ("3, 4]]", "3, 5]]", True), ("4, 3, 0]]", "4, 3, 9]]", True)],
)
def test_tensors_below_their_names_are_an_example(printed: str, old: str, new: str, is_wrong: bool) -> None:
    assert old in printed
    assert ("example-cell-wrong" in broken(HEAD + EXAMPLE + printed.replace(old, new, 1))) == is_wrong


def test_the_shape_beside_a_name_is_of_the_tensor_below_it() -> None:
    assert "example-shape-wrong" in broken(HEAD + EXAMPLE + HEADED.replace("Y (1,1,2,2)", "Y (1,1,2,3)"))


@pytest.mark.parametrize("heads", ["X  Y  Indices, all of them", "X     Y", "X     the result     Indices"])
def test_a_line_that_names_other_things_heads_nothing(heads: str) -> None:
    printed = HEADED.replace(HEADED.splitlines()[1], heads)
    assert "example-cell-wrong" not in broken(HEAD + EXAMPLE + printed.replace("[4, 3]]", "[4, 4]]"))


@pytest.mark.parametrize("word", ["a    ", "a (1)   ", "a =  ", "a shape   "])
def test_a_long_line_of_names_is_looked_through_once(word: str) -> None:
    text = f"{word * 40}!\n[[1, 2],   [[3, 4],\n [5, 6]]    [7, 8]]\n"
    assert columns(text) == [text]


@pytest.mark.parametrize(
    ("quote", "shapes"),
    [
        ("> **Note.** A NaN is passed on.", [Shape.PARAGRAPH]),
        ("> **Warning**: a NaN is passed on.\n>\n> So it is.", [Shape.PARAGRAPH] * 2),
        ("> **Note.** So it is.\n\n> A NaN is passed on.", [Shape.PARAGRAPH, Shape.NOTE]),
        ("> A NaN is passed on.\n>\n> **Note.** So it is.", [Shape.NOTE, Shape.PARAGRAPH]),
        ("> A NaN is **noted**.", [Shape.NOTE]),
        ("> **MaxPool** passes a NaN on.", [Shape.NOTE]),
    ],
)
def test_a_block_quote_with_a_title_is_text(quote: str, shapes: list[Shape]) -> None:
    assert [block.shape for block in read_markdown(quote)[0]] == shapes


def test_what_a_titled_block_quote_says_is_judged() -> None:
    said = "NaN in X is passed on to Y."
    assert "nan-wrong" in broken(f"{HEAD}> **Note.** {said}\n")
    assert "nan-wrong" not in broken(f"{HEAD}> {said}\n")


AXES = r"""# MaxPool

$Y, Indices = MaxPool(X)$, where $X$ has the shape $(dX_0, dX_1, dX_2, dX_3)$.

Every window shall contain an element of $X$. $dY_2 \ge 1$ and $dY_3 \ge 1$.

| Symbol | Meaning | Defined as |
|---|---|---|
| $L_a$ | size of $X$ on axis $a$ | $dX_{a+2}$ |
| $K_a$ | kernel size | `kernel_shape[a]` |
| $S_a$ | stride | `strides[a]` |
| $D_a$ | dilation | `dilations[a]` |
| $B_a$ | padding before the first element | `pads[a]` |
| $E_a$ | padding after the last element | `pads[a+2]` |
| $R_a$ | reach of the dilated kernel | $D_a (K_a - 1) + 1$ |

$$dY_2 = \left\lfloor \frac{L_0 + B_0 + E_0 - R_0}{S_0} \right\rfloor + 1$$

$$x_a(o,k) = o\,S_a - B_a + k\,D_a$$

$$V(h,w) = \{(i,j) \mid 0 \le i < K_0,\ 0 \le j < K_1,\ 0 \le x_0(h,i) < L_0,\ 0 \le x_1(w,j) < L_1\}$$

$$Y[n,c,h,w] = \max_{(i,j) \in V(h,w)} X[n, c, x_0(h,i), x_1(w,j)]$$
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("- B_a", "+ B_a"),
        (r"k\,D_a", r"k\,S_a"),
        ("D_a (K_a - 1) + 1", "D_a K_a + 1"),
        ("x_1(w,j)]", "x_0(w,j)]"),
    ],
)
def test_a_function_of_any_axis_and_a_column_of_definitions(old: str, new: str) -> None:
    assert old in AXES
    assert bool(broken(AXES.replace(old, new))) == bool(old)


@pytest.mark.parametrize("heading", ["Content of the window", "Window holds", "What a window contains"])
@pytest.mark.parametrize(("value", "rules"), [(r"$-\infty$", set()), ("NaN", {"nan-wrong"})])
def test_a_table_of_what_windows_hold(heading: str, value: str, rules: set[str]) -> None:
    cases = f"| {heading} | $Y$ | $\\mathit{{Indices}}$ |\n|---|---|---|\n"
    row = f"| NaN only | {value} | first element of the window that lies in $X$ |\n"
    assert broken(f"{HEAD}{cases}{row}") & {"nan-wrong"} == rules
