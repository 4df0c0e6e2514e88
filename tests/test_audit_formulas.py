"""Formulas of documents: read as written, resolved from the document's own words, proved or refuted."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.formulas.judged import JudgedFormulas
from proofs.audit.judges import read_prose, tie_rules
from proofs.audit.rulebook.findings import Finding
from spec.documents.formulas.formulas import Form, parse_formula
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Role
from spec.documents.pages.load import decode
from spec.documents.pages.model import Document
from spec.documents.pages.read import parse

OPEN = {"output-size-not-positive", "window-without-element"}
"""What a page that is one formula long leaves open; not what these tests are about."""

RIGHT = (
    r"$dY_2 = \lfloor (dX_2 + pads[0] + pads[2] - dilations[0] \cdot (kernel\_shape[0] - 1) - 1)"
    r" / strides[0] \rfloor + 1$",
    r"$dY_3 = \left\lfloor\frac{dX_3 + pads[1] + pads[3] - \texttt{dilations}[1] \times (\texttt{kernel\_shape}[1] - 1)"
    r" - 1}{\texttt{strides}[1]} + 1\right\rfloor$",
    r"$$H_{out} = \left\lfloor\frac{H_{in} + 2 * \text{padding[0]} - \text{dilation[0]} \times"
    r" (\text{kernel\_size[0]} - 1) - 1}{\text{stride[0]}} + 1\right\rfloor$$",
    "    out_h = (in_h + pad_top + pad_bottom - dilation_h * (kernel_h - 1) - 1) // stride_h + 1",
    "`output_shape[i] = floor((input_shape[i] + pad_shape[i] - ((kernel_shape[i] - 1) * dilations[i] + 1))"
    " / strides[i] + 1)` where `pad_shape[i]` is the sum of the pads along axis i",
    r"$Y.shape[3] = \lfloor (X.shape[3] + pads[1] + pads[3] - dilations[1] (kernel\_shape[1] - 1) - 1)"
    r" / strides[1] \rfloor + 1$",
    r"$dY_2 = \lfloor \frac{\alpha - \beta}{strides[0]} \rfloor + 1$, where $\alpha = dX_2 + pads[0] + pads[2]$ and"
    r" $\beta = dilations[0] \cdot (kernel\_shape[0] - 1) + 1$",
    r"$k$ is the size of the kernel, $s$ is the stride, $p$ is the padding on both sides, $d$ is the dilation, $n$ is"
    " the size of the input and $o$ is the size of the output.\n\n"
    r"$$o = \left\lfloor \frac{n + 2p - d(k-1) - 1}{s} \right\rfloor + 1$$",
    r"$o = ⌊(n + a + e − d·(k − 1) − 1) / s⌋ + 1$ where $k$ is the size of the kernel, $s$ is the stride, $a$ is the"
    r" padding at the beginning, $e$ is the padding at the end, $d$ is the dilation, $n$ is the size of the input,"
    r" $o$ is the size of the output.",
)

IN_PROSE = r"""
X is of shape (N, C, H, W). The kernel has height $k_h$ and width $k_w$; $s_h$ and $s_w$ are the vertical and the
horizontal stride, $d_h$ and $d_w$ are the vertical and the horizontal dilation. Padding adds $p_t$ rows at the top,
$p_b$ rows at the bottom, $p_l$ columns on the left and $p_r$ columns on the right.

$$H_{out} = \left\lfloor \frac{H + p_t + p_b - d_h (k_h - 1) - 1}{s_h} \right\rfloor + 1$$

$$W_{out} = \left\lfloor \frac{W + p_l + p_r - d_w (k_w - 1) - 1}{s_w} \right\rfloor + 1$$

$$Y[n, c, i, j] = \max_{0 \le u < k_h} \max_{0 \le v < k_w} X[n, c, i s_h + u d_h - p_t, j s_w + v d_w - p_l]$$
"""

WRONG = (
    (RIGHT[0], "+ 1$", "$"),
    (RIGHT[0], "- 1) - 1)", "- 1) + 1)"),
    (RIGHT[0], "strides[0] \\rfloor + 1", "(strides[0] + 1) \\rfloor"),
    (RIGHT[0], "pads[2]", "pads[1]"),
    (RIGHT[1], r"\lfloor", r"\lceil"),
    (RIGHT[2], "2 *", "3 *"),
    (RIGHT[3], "stride_h", "stride_w"),
    (RIGHT[4], "dilations[i] + 1", "dilations[i]"),
    (RIGHT[5], "pads[3]", "pads[2]"),
    (RIGHT[6], r"\beta = dilations[0]", r"\beta = strides[0]"),
    (RIGHT[7], "n + 2p", "n + p"),
    (RIGHT[8], "+ a + e", "+ a + a"),
)


def document(text: str) -> Document:
    return parse(decode(f"# Pooling\n\n{text}\n".encode(), "page.md"), "page.md")


def judged(text: str) -> JudgedFormulas:
    page = document(text)
    return judge_formulas(page, {}, tie_rules(read_prose(page)))


def found(text: str) -> list[Finding]:
    return [finding for finding in judged(text).findings if finding.rule not in OPEN]


@pytest.mark.parametrize("text", RIGHT)
def test_a_right_size_is_proved_in_any_notation(text: str) -> None:
    result = judged(text)
    assert [claim.verdict for claim in result.claims if claim.kind == "output size"] == ["proved"]
    assert found(text) == []


@pytest.mark.parametrize(("text", "old", "new"), WRONG)
def test_a_wrong_size_is_refuted_with_a_witness(text: str, old: str, new: str) -> None:
    assert old in text
    changed = text.replace(old, new, 1).replace(
        r"\right\rfloor", r"\right\rceil" if "lceil" in new else r"\right\rfloor"
    )
    (finding,) = found(changed)
    assert finding.rule == "formula-wrong"
    assert finding.witness


def test_letters_that_stand_beside_their_meaning_are_understood() -> None:
    assert [claim.verdict for claim in judged(IN_PROSE).claims if claim.kind != "question"] == ["proved"] * 3
    assert found(IN_PROSE) == []


@pytest.mark.parametrize(("old", "new"), [("p_b", "p_l"), ("{s_w}", "{s_h}"), ("u d_h", "u d_w"), ("- p_l]", "- p_r]")])
def test_a_slip_among_such_letters_is_found(old: str, new: str) -> None:
    start = IN_PROSE.index("$$")
    changed = IN_PROSE[:start] + IN_PROSE[start:].replace(old, new, 1)
    assert [finding.rule for finding in found(changed)] == ["formula-wrong"]


def test_the_misprinted_divisor_is_mended_and_the_mended_page_has_no_finding() -> None:
    text = RIGHT[0].replace(r"strides[0] \rfloor + 1", r"(strides[0] + 1) \rfloor")
    page = document(text)
    (finding,) = [f for f in judge_formulas(page, {}).findings if f.rule not in OPEN]
    assert finding.witness == {
        "dX_2": 1, "pads[0]": 0, "pads[2]": 0, "kernel_shape[0]": 1, "dilations[0]": 1, "strides[0]": 1, "dY_2": 1,
        "formula": 0,
    }  # fmt: skip
    assert finding.fix is not None
    mended = page.text[: finding.fix.start] + finding.fix.text + page.text[finding.fix.end :]
    assert found(mended.removeprefix("# Pooling\n\n")) == []


def test_what_is_not_understood_is_said() -> None:
    (finding,) = found(r"$dY_2 = \lfloor \frac{\gamma}{strides[0]} \rfloor + 1$")
    assert finding.rule == "formula-not-understood"
    assert "gamma" in finding.message
    assert judged(r"$dY_2 = \lfloor \frac{\gamma}{strides[0]} \rfloor + 1$").verdicts.count("not understood") == 1


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        "x = " + "9" * 1_000_000,
        "{" * 100 + "}" * 100,
        "x = \\frac{1}",
        "$",
        "ab cd",
        "= 1",
        "\\begin{cases}",
    ],
)
def test_hostile_formulas_are_refused_at_once(text: str) -> None:
    with pytest.raises(NotUnderstood):
        parse_formula(text)


def test_a_formula_is_kept_as_it_is_written() -> None:
    written = parse_formula("y = floor(a / s + 1)", 10)
    floor = written.parts[1]
    assert floor.form is Form.CALL
    assert [part.text for part in written.walk() if part.form is Form.NAME] == ["y", "floor", "a", "s"]
    assert (floor.start, floor.end) == (14, 30)


DEFINITION = r"""
$$Y[b, c, m, n] = \max_{h=0}^{kernel\_shape[0]-1} \max_{w=0}^{kernel\_shape[1]-1}
X_p[b, c, m \cdot strides[0] + h \cdot dilations[0], n \cdot strides[1] + w \cdot dilations[1]]$$
"""


def test_a_right_definition_of_y_is_proved() -> None:
    assert [claim.verdict for claim in judged(DEFINITION).claims] == ["proved"]
    unpadded = DEFINITION.replace("X_p", "X").replace("dilations[0]", "dilations[0] - pads[0]")
    assert found(unpadded.replace("dilations[1]", "dilations[1] - pads[1]")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("strides[0]", "strides[1]"),
        (r"h \cdot", r"w \cdot"),
        (r"m \cdot", r"n \cdot"),
        ("kernel\\_shape[0]-1", "kernel\\_shape[0]"),
        ("kernel\\_shape[1]-1", "kernel\\_shape[0]-1"),
        ("h=0", "h=1"),
        ("X_p[b, c,", "X_p[c, b,"),
        ("dilations[1]", "strides[1]"),
        ("X_p", "X"),
    ],
)
def test_a_slip_in_the_definition_of_y_is_found(old: str, new: str) -> None:
    assert {f.rule for f in found(DEFINITION.replace(old, new, 1))} == {"formula-wrong"}


INDEX = r"$$Indices[b,c,m,n] = ((b \cdot dX_1 + c) \cdot dX_2 + i) \cdot dX_3 + j ~\text{if}~ Y[b,c,m,n] = X[b,c,i,j]$$"
TIES = "\nWhere several elements attain the maximum, the first of them in row-major order counts.\n"


def test_a_flat_index_with_a_tie_rule_is_proved() -> None:
    assert found(INDEX + TIES) == []
    assert [f.rule for f in found(INDEX)] == ["index-ambiguous"]


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (r"((b \cdot dX_1 + c) \cdot dX_2 + i) \cdot dX_3 + j", r"i \cdot dX_3 + j", "index-offset-missing"),
        ("dX_1", "dX_2", "formula-wrong"),
        (r"\cdot dX_3", r"\cdot dX_2", "formula-wrong"),
        ("= X[b,c,i,j]", "= X_p[b,c,i,j]", "index-counts-padding"),
        ("= X[b,c,i,j]", "= X[i,j]", "arity-wrong"),
    ],
)
def test_a_slip_in_the_index_is_found(old: str, new: str, rule: str) -> None:
    assert rule in {f.rule for f in found(INDEX.replace(old, new, 1) + TIES)}


@pytest.mark.parametrize(("old", "new"), [(r"\cdot dX_3", r"\cdot dX_4"), ("Indices[b,c,m,n]", "Indices[m]")])
def test_an_index_of_another_rank_is_judged(old: str, new: str) -> None:
    """An axis that the input does not have, and an output without batch and channel, are findings like others."""
    text = DEFINITION + INDEX.replace(old, new) + TIES
    assert {finding.rule for finding in found(text)} & {"formula-wrong", "arity-wrong"}


def test_one_letter_for_two_things_and_the_padded_tensors_size() -> None:
    text = (
        DEFINITION + "\n- $h \\in [0, dX_2-1]$ is the index along the first axis of $X_p$, whose dimension is $dX_2$.\n"
    )
    assert {f.rule for f in found(text)} == {"letter-twice", "padded-dimension"}
    fine = DEFINITION + "\n- $h \\in [0, kernel\\_shape[0]-1]$\n- $m \\in [0, dY_2-1]$\n"
    assert found(fine) == []
    wrong = DEFINITION + "\n- $m \\in [0, dY_2]$\n"
    assert [f.rule for f in found(wrong)] == ["formula-wrong"]


CONSTRAINED = RIGHT[0] + "\n\n{}\n"
SMALL_PADS = (
    r"$pads[0] < dilations[0] \cdot (kernel\_shape[0]-1)+1$ and $pads[2] < dilations[0] \cdot (kernel\_shape[0]-1)+1$"
)


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("constraints", "rules"),
    [
        ("", {"output-size-not-positive", "window-without-element"}),
        (r"$dY_2 \ge 1$", {"window-without-element"}),
        (
            r"$dY_2 \ge 1$, $pads[0] < kernel\_shape[0]$, $pads[2] < kernel\_shape[0]$",
            {"window-without-element", "constraint-too-strong"},
        ),
        (rf"$dY_2 \ge 1$, {SMALL_PADS}, $dilations[0] \le dX_2$", {"constraint-sufficient"}),
        (
            r"$pads[0] + pads[2] < 1$ and $pads[0] + pads[2] > 3$",
            {"constraints-contradictory", "constraint-too-strong"},
        ),
        (r"$dY_2 \le 1$ and $strides[0] > 0$", {"domain-wrong"}),
        ("The dilated kernel shall fit in the padded input.", {"window-without-element"}),
        ("The output size is at least 1. Each window shall have at least one element of X.", set()),
        ("> The kernel shall fit, and every window have an element of X.", OPEN),
        (r"$pads[0] < kernel\_shape[1]$", {"formula-wrong"}),
        (r"$kernel\_shape[0] = kernel\_shape[1]$", {*OPEN, "constraint-too-strong"}),
    ],
)
def test_the_documents_own_constraints_are_asked(constraints: str, rules: set[str]) -> None:
    assert {f.rule for f in judged(CONSTRAINED.format(constraints)).findings} == rules


def test_a_stride_of_zero_makes_the_divisor_vanish() -> None:
    page = document(RIGHT[0])
    assert "divisor-not-positive" in {f.rule for f in judge_formulas(page, {Role.STRIDE: 0}).findings}


def test_the_padding_of_same_can_be_negative_unless_it_is_clamped() -> None:
    extent = "(kernel_shape[i] - 1) * dilations[i] + 1"
    text = f"    pad_shape[i] = (output_shape[i] - 1) * strides[i] + {extent} - input_shape[i]"
    (finding,) = found(text)
    assert finding.rule == "pad-negative"
    clamped = text.replace("= (", "= max(0, (").rstrip() + ")"
    assert found(clamped) == []


def test_in_ceil_mode_a_window_may_be_empty_unless_such_windows_are_dropped() -> None:
    text = (
        "If ceil_mode is 1:\n\n`output_shape[i] = ceil((input_shape[i] + pad_shape[i] - ((kernel_shape[i] - 1) *"
        " dilations[i] + 1)) / strides[i] + 1)`\n\nwhere `pad_shape[i]` is the sum of the pads along axis i.\n"
    )
    assert [f.rule for f in found(text)] == ["ceil-window-empty"]
    assert found(text + "\nA window that would start in the padding at the end is ignored.\n") == []
    assert found(text + "\nA window is never ignored.\n") != []


SHAPED = (
    r"$$\textit{Y\_shape} = \left[dX_0,\ dX_1,\ \left\lfloor \dfrac{dX_2 + pads[0] + pads[2] - dilations[0] \cdot"
    r" (kernel\_shape[0] - 1) - 1}{strides[0]} \right\rfloor + 1,\ \left\lfloor \dfrac{dX_3 + pads[1] + pads[3] -"
    r" dilations[1] \cdot (kernel\_shape[1] - 1) - 1}{strides[1]} \right\rfloor + 1\right]$$"
)


@pytest.mark.parametrize("left", [r"\textit{Y\_shape}", r"\text{shape}(Y)", "Y.shape", "(dY_0, dY_1, dY_2, dY_3)"])
def test_the_sizes_of_a_shape_are_judged_one_by_one(left: str) -> None:
    text = SHAPED.replace(r"\textit{Y\_shape}", left)
    assert [c.verdict for c in judged(text).claims if c.kind in ("definition", "output size")] == ["proved"] * 4
    for old, new in (("dX_0", "dX_1"), ("strides[0]", "strides[1]"), ("pads[3]", "pads[2]")):
        assert {f.rule for f in found(text.replace(old, new, 1))} == {"formula-wrong"}


ALIGNED = r"""
$$\begin{aligned}
dY_2 &= \left\lfloor \tfrac{dX_2 + pads[0] + pads[2] - e_h}{strides[0]} \right\rfloor + 1 \\
dY_3 &= \left\lfloor \tfrac{dX_3 + pads[1] + pads[3] - e_w}{strides[1]} \right\rfloor + 1 \\
e_h &= dilations[0] (kernel\_shape[0] - 1) + 1 \\
e_w &= dilations[1] (kernel\_shape[1] - 1) \\
&\quad + 1
\end{aligned}$$
"""


def test_formulas_in_the_rows_of_one_display_are_judged_one_by_one() -> None:
    assert [c.verdict for c in judged(ALIGNED).claims if c.kind == "output size"] == ["proved"] * 2
    for old, new in (("e_h}", "e_w}"), ("pads[3]", "pads[1]"), (r"&\quad + 1", r"&\quad + 2")):
        assert {f.rule for f in found(ALIGNED.replace(old, new, 1))} == {"formula-wrong"}


MISSPELT = r"""
$P_t$ is the padding at the top, and $P_b$ is the padding at the bottom.

$$dY_2 = \lfloor (dX_2 + p_t + P_b - dilations[0] (kernel\_shape[0] - 1) - 1) / strides[0] \rfloor + 1$$

$p_t < kernel\_shape[0]$ and $pads[2] < kernel\_shape[0]$
"""


def test_a_misspelt_name_is_told_once_with_the_one_that_was_meant() -> None:
    (finding,) = (f for f in found(MISSPELT) if f.rule == "formula-not-understood")
    assert "'p_t' is not defined; 'P_t' is; it is used again in line 8" in finding.message
    assert document(MISSPELT).place(finding.start) == (6, 26)
    assert not any("spatial axis" in f.message for f in found(MISSPELT))


@pytest.mark.parametrize(
    ("formula", "hint"),
    [
        (r"dY_2 \triangleq dX_2 + 1", r"a definition is read as a \coloneqq b"),
        (r"dY_2 = \sup_{h} X[h]", r"\max_{h} X[h]"),
    ],
)
def test_of_a_form_that_is_not_read_the_nearest_that_is_is_told(formula: str, hint: str) -> None:
    (finding,) = (f for f in found(f"$${formula} = 1$$") if f.rule == "formula-not-understood")
    assert hint in finding.message
