"""Documents for tests of the audit: right ones in three styles, in words of their own, and what to audit them with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from proofs.audit.judges import judge_prose, judge_structure, read_prose
from proofs.audit.report.report import level_of
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Level
from proofs.audit.run import audit
from spec.documents.pages.load import decode
from spec.documents.pages.model import Document
from spec.documents.pages.read import parse

Places = Counter[tuple[int, str]]
"""How often each rule is found on each line."""

PROFILE = """\
# Contents
- Pooling for type [real](#of-reals)
- Pooling for types [float16, float, double](#of-floats)
- Pooling for types [int8, uint8](#of-ints)

<a id="of-reals"></a>
# MaxPool (real)

## Restrictions

| Restriction | Statement | Origin |
|---|---|---|
| `[R1]` <a id="R1"></a> | The input has 2 spatial axes | Profile |
| `[R2]` <a id="R2"></a> | All attributes are explicitly set | Profile |
| `[R3]` <a id="R3"></a> | Attribute `auto_pad` is restricted to NOTSET | Profile |
| `[R4]` <a id="R4"></a> | Attribute `ceil_mode` is set to zero | Profile |
| `[R5]` <a id="R5"></a> | Attribute `storage_order` is set to zero | Profile |

## Definition

Each output element is the maximum of the elements of `X` in its window; padding is never selected.
`Indices` holds the position of that element, and the first in row-major order of several equal maxima.

Where
- $m$ is the number of a window along the first spatial axis, from $0$ to $dY_2 - 1$
- $n$ is the number of a window along the second spatial axis, from $0$ to $dY_3 - 1$
- $dW_0$ is the size of the kernel on the first spatial axis
- $dW_1$ is the size of the kernel on the second spatial axis

### Example 1
- strides = [1,1]

### Example 2
- strides = [2,1]

As in example 1, every window is full.

## Error conditions
A call that breaks a constraint is rejected.

<a id="attributes-of-reals"></a>
## Attributes

### `auto_pad`: string
#### Constraints
- `[C1]`: Value domain
    - Statement: `auto_pad` shall be in set {NOTSET, VALID, SAME_UPPER, SAME_LOWER}.
    - Rationale: ONNX has these.
- `[C2]`: Padding is explicit
    - Statement: `auto_pad` shall be set to NOTSET.
    - Rationale: `[R3]`

### `ceil_mode`: int
Sizes are rounded by floor (0) or by ceil (1).
#### Constraints
- `[C1]`: Value domain
    - Statement: `ceil_mode` shall be in set {0, 1}.
    - Rationale: ONNX has these.
- `[C2]`: Sizes are rounded down
    - Statement: `ceil_mode` shall be set to 0.
    - Rationale: `[R4]`

### `dilations`: list of ints
#### Constraints
- `[C1]`: Value domain
    - Statement: Each dilation is a strictly positive integer.
    - Rationale: Two taps of a window are apart.
- `[C2]`: Length
    - Statement: `dilations` and `strides` shall have the same length.
    - Rationale: Both are given along each axis.

### `kernel_shape`: list of ints
#### Constraints
- `[C1]`: Value domain
    - Statement: Each value is at least 1.
    - Rationale: A window has elements.
- `[C2]`: Length
    - Statement: The length of `kernel_shape` is the number of spatial axes of `X`.
    - Rationale: A window has a size along each.

<a id="pads-of-reals"></a>
### `pads`: list of ints
#### Constraints
- `[C1]`: Value domain
    - Statement: `pads` is a list of non-negative integers.
    - Rationale: Padding adds elements.
- `[C2]`: Length
    - Statement: The length of `pads` is twice the number of spatial axes of `X`.
    - Rationale: There is a begin and an end.
- `[C3]`: Sizes
    - Statement: [See constraint (C1) of Y](#sizes)

### `storage_order`: int
0 is row major, and 1 is column major.
#### Constraints
- `[C1]`: Order
    - Statement: `storage_order` shall be set to zero.
    - Rationale: `[R5]`

### `strides`: list of ints
With `strides`=(4,3), the window moves by 4 elements down and by 3 elements to the right.
The first spatial axis goes down.
#### Constraints
- `[C1]`: Value domain
    - Statement: `strides` is a list of integers greater than 0.
    - Rationale: A window moves.
- `[C2]`: Length
    - Statement: There is one value for each spatial axis.
    - Rationale: A window moves along each.

## Inputs
### $X$: real
#### Constraints
- `[C1]` <a id="axes-of-X"></a> Axes
    - Statement: The number of spatial axes of tensor $X$ is 2.
    - Rationale: `[R1]`

## Outputs
### $Y$: real
#### Constraints
- `[C1]` <a id="sizes"></a> Sizes
    - Statement: The dilated kernel fits in the padded input, so that each size of $Y$ is at least 1.

<a id="of-floats"></a>
# MaxPool (float)
where float is in {float16, float, double}

## Definition
`Y` holds the maximum value of each window, and `Indices` its position in `X`.
NaN is considered as -inf. Of several equal maxima, the first is taken.

### Example 1
- Data type: double
- strides = [1,1]

## Attributes
For all attributes except `pads`, see section [Attributes](#attributes-of-reals).

### $pads$: list of ints
For the definition of `pads`, see [MaxPool(real)->Attributes->pads](#pads-of-reals).

The value of padding is $-inf$.

## Inputs
### $X$: floating-point tensor
See constraint [C1](#axes-of-X) on MaxPool(real) Input $X$.

<a id="of-ints"></a>
# MaxPool (int)
where int is in {int8, uint8}

## Definition
`Y` holds the maximum value of each window, and `Indices` its position in `X`.
Of several equal maxima, the first is taken.

### Example 1
- Data type: uint8
- strides = [1,1]

## Attributes
For all attributes except `pads`, see section [Attributes](#attributes-of-reals).

### $pads$: list of ints
For the definition of `pads`, see [MaxPool(real)->Attributes->pads](#pads-of-reals).

The integer value to pad is:
- $-128$ for int8
- $0$ for uint8

## Inputs
### $X$: integer tensor
See constraint [C1](#axes-of-X) on MaxPool(real) Input $X$.
"""
"""A profile of the SONNX kind."""

PAGE = """\
MaxPool - 30
============

**Summary**

MaxPool takes the maximum of all elements in each window, padding excluded: it excludes padding.
A NaN is passed on to the output.

**Attributes**

* **auto_pad**:
  auto_pad must be either NOTSET, SAME_UPPER, SAME_LOWER or VALID.
* **kernel_shape** (required):
  Sizes, one value for each spatial axis, which are greater than or equal to 1.
* **pads**:
  Numbers of elements, two values for each spatial axis, greater than or equal to 0.
* **storage_order**:
  The order of indices: 0 is row major, and 1 is column major.
* **strides**:
  Steps, one value for each spatial axis, which are greater than or equal to 1.

**Inputs**

* **X** (heterogeneous) - **T**:
  A tensor of shape (N x C x H x W), where H and W are the height and the width.

**Outputs**

* **Y** (heterogeneous) - **T**:
  The result of max pooling.
* **Indices** (optional, heterogeneous) - **I**:
  The indices of the selected values, the first of several equal ones. They are in [0, N x C x H x W).

**Type Constraints**

* **T** in (
  tensor(double),
  tensor(int8)
  ):
  Constrain to float and 8 bit tensors.
* **I** in (
  tensor(int64)
  ):
  Constrain to int64.
"""
"""A page of the ONNX kind."""

ONE_LINE = (
    "## MaxPool {#ops_max} **Category**: *Pooling* **Short description**: Takes the largest value in each window, and "
    "the first of several; a NaN is passed on. Padding elements have the value `-inf`. **Attributes**: these are given "
    "below. * *strides* * **Description**: *strides* are steps, one value for each spatial axis. For example, "
    '*strides* equal to "5,3,2" means moving by 5 over depth, by 3 over height and by 2 over width. '
    "* **Range of values**: integer values starting from 1 * **Type**: int[] "
    "* *pads_begin* * **Description**: *pads_begin* is what is added before, one value for each spatial axis. For "
    'example, *pads_begin* equal to "2,1" means adding 2 elements to the top and 1 to the left. '
    "* **Range of values**: integer values starting from 0 * **Type**: int[] "
    "* *axis* * **Description**: where to begin. * **Range of values**: the range is `[-R, R - 1]`. * **Type**: int "
    "**Inputs**: * **1**: a tensor of type *T*, of shape `[N, C, H, W]`. **Outputs**: * **1**: values. * **2**: "
    "indices of the values, in `[0, N * C * H * W)`. **Types** * *T*: floating point type. Example 1 shows how it is. "
    "``` input = [[[[1, 2]]]] ```"
)
"""A page of the OpenVINO kind, its line ends lost."""


def document(text: str, name: str = "page.md") -> Document:
    """A text as the audit reads it from a file of that name."""
    return parse(decode(text.encode(), name), name)


def audited(text: str, name: str = "page.md", folder: Path | None = None) -> tuple[list[JudgedClaim], list[Finding]]:
    """Claims and findings on structure and prose."""
    read = document(text, name)
    claims, findings = judge_structure(read, folder)
    more_claims, more = judge_prose(read_prose(read))
    return [*claims, *more_claims], [*findings, *more]


def places(text: str, name: str = "page.md", folder: Path | None = None) -> Places:
    """The rules found, by line."""
    read = document(text, name)
    return Counter((read.place(f.start)[0], f.rule) for f in audited(text, name, folder)[1])


def rules(text: str, name: str = "page.md", folder: Path | None = None) -> list[str]:
    """The rules found, in the order of their places."""
    return [f.rule for f in sorted(audited(text, name, folder)[1], key=lambda f: f.start)]


OPEN = ("open", "missing", "undecided", "without-element", "not-positive")
"""What the rules end with that tell what a page leaves open."""


def broken(text: str) -> set[str]:
    """The rules that a page breaks, formulas and examples included, but for what it leaves open."""
    findings = audit(document(text), None).findings
    return {f.rule for f in findings if level_of(f) is not Level.NOTE and not f.rule.endswith(OPEN)}


def row(*cells: str) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def table(heading: str, *rows: str) -> str:
    """A table in Markdown."""
    return "\n".join((heading, "|" + "---|" * (heading.count("|") - 1), *rows))
