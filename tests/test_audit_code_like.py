"""A page as an implementer writes it: shapes declared, lists taken apart in listings, what is demanded in lines, loops.
And tables of plain equations. Each is proved as written, and refuted with a slip."""

from __future__ import annotations

import pytest

from proofs.audit.report.report import level_of
from proofs.audit.rulebook.findings import Level
from proofs.audit.run import audit
from tests.audit_documents import document

CODE = """# MaxPool

```
Y, Indices = MaxPool(X; auto_pad, ceil_mode, dilations, kernel_shape, pads, storage_order, strides)
```

```
X        : T[N][C][IH][IW]
Y        : T[N][C][OH][OW]
```

```
KH, KW = kernel_shape          # KH >= 1, KW >= 1
SH, SW = strides               # SH >= 1, SW >= 1
DH, DW = dilations             # DH >= 1, DW >= 1
TOP, LEFT, BOTTOM, RIGHT = pads
```

```
EH = DH * (KH - 1) + 1
EW = DW * (KW - 1) + 1
require IH + TOP + BOTTOM >= EH
require IW + LEFT + RIGHT >= EW
OH = (IH + TOP + BOTTOM - EH) // SH + 1
OW = (IW + LEFT + RIGHT - EW) // SW + 1
```

`OH` and `OW` are therefore at least 1.

```
for n in range(N):
  for c in range(C):
    for oh in range(OH):
      for ow in range(OW):
        found = false
        for kh in range(KH):
          for kw in range(KW):
            ih = oh * SH - TOP + kh * DH
            iw = ow * SW - LEFT + kw * DW
            if ih < 0 or ih >= IH or iw < 0 or iw >= IW:
              continue
            v = X[n][c][ih][iw]
            if isnan(v): v = -inf
            if not found or v > best:
              found = true
              best = v
              where = ((n * C + c) * IH + ih) * IW + iw
        if not found: raise Error("window without element")
        Y[n][c][oh][ow] = best
        Indices[n][c][oh][ow] = where
```

| name | meaning |
|------|---------|
| `N`, `C` | batch size, channels |
| `IH`, `IW` | rows and columns of `X` |
| `OH`, `OW` | rows and columns of `Y` |
"""
# The same with what comes before the loops in their listing.
ONE = CODE.replace(
    """```

`OH` and `OW` are therefore at least 1.

```
""",
    "",
)
TABLES = """# MaxPool

| Direction | Name | Rank | Shape |
|---|---|---|---|
| in | X | 4 | (B, C, R, L) |
| out | Y | 4 | (B, C, R', L') |

## Attributes

| Attribute | Kind | Elements |
|---|---|---|
| `dilations` | list of ints | DR, DL |
| `kernel_shape` | list of ints | KR, KL |
| `pads` | list of ints | PT, PL, PB, PR |
| `strides` | list of ints | SR, SL |

## Sizes

| Quantity | Rows | Columns |
|---|---|---|
| extent | ER = (KR - 1) × DR + 1 | EL = (KL - 1) × DL + 1 |
| size of Y | R' = ⌊(R + PT + PB - ER) / SR⌋ + 1 | L' = ⌊(L + PL + PR - EL) / SL⌋ + 1 |
| first row or column | FR = $m$ × SR - PT | FL = $n$ × SL - PL |
| under tap $(g, h)$ | $\\rho$ = FR + $g$ × DR | $\\lambda$ = FL + $h$ × DL |

## Errors

| Id | the operator reports an error if |
|---|---|
| E1 | $ER > R + PT + PB$ |
| E2 | $EL > L + PL + PR$ |
"""
KINDS = ("output size", "constraint", "loops", "position of a tap")


def verdicts(text: str) -> list[str]:
    return [claim.verdict for claim in audit(document(text), None).claims if claim.kind in KINDS]


def wrong(text: str) -> set[str]:
    return {f.rule for f in audit(document(text), None).findings if level_of(f) is Level.ERROR}


@pytest.mark.parametrize(("page", "count"), [(CODE, 9), (ONE, 9), (TABLES, 6)])
def test_all_of_it_is_proved(page: str, count: int) -> None:
    assert verdicts(page) == ["proved"] * count
    assert wrong(page) == set()


@pytest.mark.parametrize(
    ("page", "old", "new"),
    [
        (CODE, "EH = DH * (KH - 1) + 1", "EH = DH * (KH - 1)"),
        (CODE, "EW = DW", "EW = DH"),
        (CODE, "- EH) // SH + 1", "- EH) // (SH + 1)"),
        (CODE, "TOP, LEFT, BOTTOM, RIGHT = pads", "TOP, BOTTOM, LEFT, RIGHT = pads"),
        (CODE, "require IW + LEFT + RIGHT >= EW", "require IW + LEFT + RIGHT > EW"),
        (CODE, "# DH >= 1, DW >= 1", "# DH >= 0, DW >= 0"),
        (CODE, "ih = oh * SH - TOP + kh * DH", "ih = oh * DH - TOP + kh * SH"),
        (CODE, "iw = ow * SW - LEFT", "iw = ow * SW - RIGHT"),
        (CODE, "iw >= IW:", "iw > IW:"),
        (CODE, "v > best", "v >= best"),
        (CODE, "where = ((n * C + c) * IH", "where = ((n * C + c) * IW"),
        (ONE, "EW = DW", "EW = DH"),
        (ONE, "- EH) // SH + 1", "- EH) // (SH + 1)"),
        (ONE, "require IW + LEFT + RIGHT >= EW", "require IW + LEFT + RIGHT > EW"),
        (ONE, "oh in range(OH)", "oh in range(OW)"),
        (ONE, "ow in range(OW)", "ow in range(OW + 1)"),
        (TABLES, "ER = (KR - 1) × DR + 1", "ER = KR × DR + 1"),
        (TABLES, "EL = (KL - 1) × DL", "EL = (KL - 1) × DR"),
        (TABLES, "R' = ⌊(R + PT + PB - ER) / SR⌋ + 1", "R' = ⌈(R + PT + PB - ER) / SR⌉ + 1"),
        (TABLES, "PT, PL, PB, PR", "PT, PB, PL, PR"),
        (TABLES, "FL = $n$ × SL - PL", "FL = $n$ × SL + PL"),
        (TABLES, "$h$ × DL", "$h$ × DR"),
        (TABLES, "$ER > R + PT + PB$", "$ER \\ge R + PT + PB$"),
    ],
)
def test_a_slip_is_found(page: str, old: str, new: str) -> None:
    assert page.count(old) == 1
    assert wrong(page.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("```\nEH = DH", "```python\nEH = DH"),
        ("        Indices[n][c][oh][ow] = where\n", "        Indices[n][c][oh][ow] = where\nreturn Y, Indices\n"),
    ],
)
def test_loops_over_a_size_that_is_not_judged_by_itself_are_judged_by_its_formula(old: str, new: str) -> None:
    """What a program computes before its loops is no statement; a wrong size in it makes the loops wrong."""
    assert ONE.count(old) == 1
    program = ONE.replace(old, new)

    def loops(text: str) -> list[str]:
        return [claim.verdict for claim in audit(document(text), None).claims if claim.kind == "loops"]

    assert loops(program) == ["proved", "proved"]
    for right, slip in (("- EH) // SH + 1", "- EH) // (SH + 1)"), ("LEFT + RIGHT - EW", "LEFT + LEFT - EW")):
        assert loops(program.replace(right, slip)) == ["refuted", "not understood"]


@pytest.mark.parametrize(
    ("attribute", "cell", "said"),
    [
        ("pads", "list of 4 int64", [("length of a list", "agrees")]),
        ("pads", "list of 2 int64", [("length of a list", "disagrees")]),
        ("strides", "tuple of 2 int32", [("length of a list", "agrees")]),
        ("pads", "padding is -inf for float", [("value of padding", "agrees")]),
    ],
)
def test_a_number_before_a_type_is_a_length(attribute: str, cell: str, said: list[tuple[str, str]]) -> None:
    """And no value of padding, though `pads` stands beside it."""
    heading = "# MaxPool\n\n$Y = \\text{MaxPool}(X)$\n\n## Attributes\n\n| Name | Type |\n|---|---|\n"
    claims = audit(document(f"{heading}| `{attribute}` | {cell} |\n"), None).claims
    kinds = ("length of a list", "value of padding")
    assert [(c.kind, c.verdict) for c in claims if c.kind in kinds] == said


SYMBOLS = r"""# MaxPool

For spatial axis $i \in \{0, 1\}$:

| symbol | HEADING |
|---|---|
| $x_i$ | size of $X$ along axis $i$ (dimension $i + 2$ of $X$) |
| $y_i$ | size of $Y$ along axis $i$ |
| $k_i, s_i, d_i$ | `kernel_shape[i]`, `strides[i]`, `dilations[i]` |
| $b_i$ | padding before the data: `pads[i]` |
| $a_i$ | `pads[i + 2]`: behind the data |

$$ y_i = \left\lfloor \frac{x_i + b_i + a_i - d_i (k_i - 1) - 1}{s_i} + 1 \right\rfloor $$

$x_0 \ge 1$ and $x_1 \ge 1$.
"""


@pytest.mark.parametrize("heading", ["stands for", "what it is", "Meaning"])
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        ("(dimension $i + 2$", "(dimension $i + 1$", "not understood"),
        ("data: `pads[i]`", "data: `pads[2i]`", "not understood"),
        ("`strides[i]`, `dilations[i]`", "`dilations[i]`, `strides[i]`", "refuted"),
    ],
)
def test_what_symbols_of_any_axis_are_is_read_or_not_understood(heading: str, old: str, new: str, verdict: str) -> None:
    text = SYMBOLS.replace("HEADING", heading).replace(old, new)
    found = [c.verdict for c in audit(document(text), None).claims if "left" in c.text]
    assert found == [verdict]


def test_the_shape_of_two_tensors_is_no_tensor() -> None:
    text = r"""# MaxPool

### Example

`kernel_shape` = [1, 2], `strides` = [1, 1], `pads` = [0, 0, 0, 0], `dilations` = [1, 1]

Shape of $X$: [1, 1, 1, 3]; shape of $Y$ and $Indices$: [1, 1, 1, 2]

$$X = \begin{bmatrix} 1 & 3 & 2 \end{bmatrix} \quad Y = \begin{bmatrix} 3 & 3 \end{bmatrix} \quad
Indices = \begin{bmatrix} 1 & 1 \end{bmatrix}$$
"""
    assert [c.verdict for c in audit(document(text), None).claims if c.kind == "example"] == ["agrees"]
    assert "example-shape-wrong" in wrong(text.replace("[1, 1, 1, 2]", "[1, 1, 1, 3]"))


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ("| Constraint | Otherwise |\n|---|---|\n| $ER \\le R + PT + PB$ | error E1 |", "proved"),
        ("| Id | Condition | Behaviour |\n|---|---|---|\n| E1 | $ER > R + PT + PB$ | an error |", "proved"),
        ("| Id | Condition | Behaviour |\n|---|---|---|\n| E1 | $ER \\ge R + PT + PB$ | an error |", "refuted"),
    ],
)
def test_a_cell_is_a_demand_or_the_case_of_an_error(rows: str, verdict: str) -> None:
    text = f"{TABLES[: TABLES.index('## Errors')]}## Errors\n\n{rows}\n"
    found = [c.verdict for c in audit(document(text), None).claims if c.kind == "constraint" and "PB" in c.text]
    assert found == [verdict]
