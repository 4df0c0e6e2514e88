"""One change of a right document: each is found on its line, and nothing else is."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document, places

RIGHT = r"""# MaxPool (real)

For [float16, float, double](#float) elements.

## Restrictions

| Restriction | Statement |
| --- | --- |
| `[R1]` | `X` has 2 spatial axes. |
| `[R2]` | All attributes shall be set explicitly. |
| `[R4]` | `ceil_mode` is 0. |

## Attributes

### `dilations`: list of ints

The distance between neighbouring taps of a window along each spatial axis.

### `pads`: list of ints

`pads` is a list of the form (x1_begin, x2_begin, x1_end, x2_end), where xi_begin is the number of elements added at
the beginning of axis $i$ and xi_end is the number of elements added at the end of axis $i$.

- Each window has at least one tap on an element of `X`.
    - $\forall m \in [0, dY_2) : \exists h \in [0, k) : 0 \le m \cdot s + h \cdot d - p < dX_2$, where
      $k$ is `kernel_shape[0]`, $s$ is `strides[0]`, $d$ is `dilations[0]` and $p$ is `pads[0]`.

### `strides`: list of ints

With $strides[0]=3$ and $strides[1]=2$, the kernel moves 3 elements down and 2 elements to the right.

## Inputs

### $X$

The tensor from which the greatest elements are selected.

#### Constraints

- `[C1]` Spatial axes
    - Statement: `X` has 2 spatial axes.
    - Rationale: `[R1]`

## Outputs

### $Y$

- $dY_2 = \lfloor (dX_2 + pads[0] + pads[2] - dilations[0] \cdot (kernel\_shape[0] - 1) - 1) / strides[0] \rfloor + 1$

<a id="float"></a>
# MaxPool (float)

where float is in {float16, float, double}.
"""
SLIPS = (
    ("For [float16", "float16, float, double", "float16, float", "type-foreign"),
    ("| `[R4]`", "is 0.", "is 0 or 1.", "domain-wrong"),
    ("The distance", "taps of a window", "windows", "meaning-wrong"),
    ("With $strides", "strides[1]", "strides[0]", "axes-swapped"),
    ("With $strides", "down", "up", "axes-swapped"),
    ("The tensor from", "greatest", "smallest", "operator-foreign"),
    ("    - Rationale: `[R1]`", "R1", "R2", "restriction-unclaimed"),
    ("where float is", "double}", "double, bfloat16}", "type-foreign"),
)


def _found(text: str) -> set[tuple[int, str]]:
    return set(places(text))


@pytest.mark.parametrize(("line", "old", "new", "rule"), SLIPS)
def test_a_slip_is_found_on_its_line(line: str, old: str, new: str, rule: str) -> None:
    lines = RIGHT.splitlines()
    number = next(i for i, each in enumerate(lines) if each.startswith(line))
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new, 1)
    assert _found("\n".join(lines) + "\n") - _found(RIGHT) == {(number + 1, rule)}


def test_an_end_that_is_taken_for_the_begin_is_found() -> None:
    swapped = RIGHT.replace("the beginning of axis", "the end of axis", 1)
    assert {rule for _, rule in _found(swapped) - _found(RIGHT)} == {"pads-order-wrong"}


@pytest.mark.whole
def test_a_formula_on_all_windows_is_asked_beside_the_sentence_that_it_puts_in_symbols() -> None:
    weaker = document(RIGHT.replace("[0, dY_2)", "[1, dY_2)"))
    found = {(weaker.place(each.start)[0], each.rule) for each in audit(weaker, None).findings}
    assert (25, "window-without-element") in found
