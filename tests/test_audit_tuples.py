"""Names that a document gives in brackets, in tables of symbols, by formulas and shapes; taps counted from 1."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

TABLE = """\
| Symbol | Meaning |
| --- | --- |
| $H, W$ | height and width of $X$ |
| $(k_h, k_w)$ | `kernel_shape` |
| $(s_h, s_w)$ | `strides` |
| $(d_h, d_w)$ | the attribute `dilations` |
| $(p_t, p_l, p_b, p_r)$ | `pads` |
"""
GRID = """\
.. list-table::
   :header-rows: 1

   * - Symbol
     - Meaning
   * - :math:`H`
     - height of ``X``
   * - :math:`kh`
     - first entry of ``kernel_shape``
   * - :math:`sh`
     - first entry of ``strides``
   * - :math:`dh`
     - first entry of ``dilations``
   * - :math:`pt`
     - ``pads[0]``, rows added at the top
   * - :math:`pb`
     - ``pads[2]``, rows added at the bottom
"""
SIZE = r"dY_2 = \lfloor (H + p_t + p_b - d_h (k_h - 1) - 1) / s_h \rfloor + 1"
MAX = r"Y[n, c, y, x] = \max_{FIRST} \max_{SECOND} X_p[n, c, y s_h + ROW d_h, x s_w + COLUMN d_w]"


def verdicts(text: str, name: str = "page.md", kind: str = "output size") -> list[str]:
    return [claim.verdict for claim in audit(document(text, name), None).claims if claim.kind == kind]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        ("(p_t, p_l, p_b, p_r)", "(p_t, p_b, p_l, p_r)", "refuted"),
        ("(s_h, s_w)", "(s_w, s_h)", "refuted"),
        ("`strides`", "`dilations`", "refuted"),
        ("`strides`", "not `strides`", "not understood"),
        ("(p_t, p_l, p_b, p_r)", "(p_t, p_b)", "not understood"),
    ],
)
def test_names_in_brackets_are_the_entries_of_a_list(old: str, new: str, verdict: str) -> None:
    text = f"# MaxPool\n\n{TABLE.replace(old, new, 1)}\n$${SIZE}$$\n"
    found = audit(document(text), None)
    assert [c.verdict for c in found.claims if c.kind in ("output size", "formula")] == [verdict]


@pytest.mark.parametrize(
    ("given", "verdict"), [("(s_h, s_w) = strides", "proved"), ("(s_w, s_h) = strides", "refuted")]
)
def test_names_in_brackets_by_a_formula(given: str, verdict: str) -> None:
    table = "\n".join(line for line in TABLE.splitlines() if "strides" not in line)
    assert verdicts(f"# MaxPool\n\n{table}\n\nLet `{given}`.\n\n$${SIZE}$$\n") == [verdict]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", ["proved"]),
        ("first entry of ``strides``", "second entry of ``strides``", ["refuted"]),
        ("rows added at the bottom", "rows added at the top", []),
    ],
)
def test_a_table_of_restructuredtext(old: str, new: str, verdict: list[str]) -> None:
    size = r":math:`dY_2 = \lfloor (H + pt + pb - dh (kh - 1) - 1) / sh \rfloor + 1`"
    assert verdicts(f"MaxPool\n=======\n\n{GRID.replace(old, new, 1)}\n{size}\n", "page.rst") == verdict


@pytest.mark.parametrize(
    ("first", "second", "row", "column", "verdict"),
    [
        (r"0 \le u < k_h", r"0 \le v < k_w", "u", "v", "proved"),
        (r"0 \le v < k_w", r"0 \le u < k_h", "u", "v", "proved"),
        (r"1 \le u \le k_h", r"1 \le v \le k_w", "(u - 1)", "(v - 1)", "proved"),
        (r"1 \le u \le k_h", r"1 \le v \le k_w", "u", "v", "refuted"),
        (r"0 \le u < k_h", r"1 \le v \le k_w", "u", "v", "refuted"),
        (r"0 \le u < k_h", r"0 \le v < k_w", "v", "u", "refuted"),
        (r"1 \le u < k_h", r"0 \le v < k_w", "u", "v", "refuted"),
    ],
)
def test_taps_are_counted_as_the_document_does(first: str, second: str, row: str, column: str, verdict: str) -> None:
    formula = MAX.replace("FIRST", first).replace("SECOND", second).replace("ROW", row).replace("COLUMN", column)
    assert verdicts(f"# MaxPool\n\n{TABLE}\n$${formula}$$\n", kind="definition of Y") == [verdict]


@pytest.mark.parametrize(
    ("pair", "verdict"), [("(u^*, v^*)", "proved"), ("(v^*, u^*)", "proved"), ("(a^*, b^*)", "not understood")]
)
def test_the_axes_of_a_pair_are_told_by_its_letters(pair: str, verdict: str) -> None:
    index = r"Indices[n, c, y, x] = ((n C + c) H + y s_h + u^* d_h - p_t) W + x s_w + v^* d_w - p_l"
    if "a" in pair:
        index = index.replace("u^*", "a^*").replace("v^*", "b^*")
    text = f"# MaxPool\n\nX has shape $(N, C, H, W)$.\n\n{TABLE}\n- $0 \\le u < k_h$\n- $0 \\le v < k_w$\n\n"
    text += f"The tap ${pair}$ is the first that attains the maximum.\n\n$${index}$$\n"
    claims = audit(document(text), None).claims
    assert [c.verdict for c in claims if c.kind in ("layout of Indices", "formula")] == [verdict]


def test_a_table_of_tensors_names_their_sizes() -> None:
    table = "| Name | Shape |\n| --- | --- |\n| `X` | `(N, C, H, W)` |\n| `Y` | `(N, C, P, Q)` |\n"
    for name, verdict in (("P", "proved"), ("Q", "refuted")):
        text = f"# MaxPool\n\n{table}\n{TABLE}\n$${SIZE.replace('dY_2', name)}$$\n"
        assert verdicts(text) == [verdict]


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("| $p$ | `pads[2]`, rows added at the bottom |", False),
        ("| $p$ | `pads[1]`, rows added at the bottom |", True),
        ("| $p$ | `pads[1]`, nothing that is added at the bottom |", False),
        ("| $k$ | first entry of `kernel_shape`, i.e., the height of the kernel |", False),
        ("| $k$ | first entry of `kernel_shape`, i.e., the width of the kernel |", True),
        ("| $H$ | height of $X$ |", False),
        ("| $H$ | width of $X$ |", True),
        ("| $H$ | width of a screen |", False),
    ],
)
def test_what_is_said_of_a_name_twice_is_one_thing(row: str, wrong: bool) -> None:
    found = audit(document(f"# MaxPool\n\n| Symbol | Meaning |\n|---|---|\n{row}\n"), None).findings
    assert [f.rule for f in found if f.rule == "axes-swapped"] == (["axes-swapped"] if wrong else [])
