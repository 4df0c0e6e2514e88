"""Lists that a document gives another name: their entries are read, where what is said of the name is certain."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from spec.documents.examples.stated import Named, statement_at
from spec.documents.names.listed import names_beside_lists
from spec.documents.names.symbols import other_names
from tests.audit_documents import audited, document

NAMED_OTHERWISE = """# MaxPool

Here ``stride`` is ``strides``, ``dilation`` is ``dilations``, ``padding`` is ``pads``. ``kernel`` is the size of the
window (ONNX: ``kernel_shape``). The dilated kernel fits in the padded input. Each window has an element of X.

$$dY_2 = \\lfloor (dX_2 + padding[0] + padding[2] - dilation[0] (kernel[0] - 1) - 1) / stride[0] \\rfloor + 1$$
"""


@pytest.mark.parametrize(
    ("right", "wrong", "verdict"),
    [
        ("", "", "proved"),
        ("padding[2]", "padding[1]", "refuted"),
        ("kernel[0]", "kernel[1]", "refuted"),
        ("``padding`` is ``pads``", "``padding`` is ``strides``", "not understood"),
        ("``padding`` is ``pads``", "``padding`` is ``pads`` divided by 2", "not understood"),
        ("``padding`` is ``pads``", "``padding`` is ``pads``, ``padding`` is ``strides``", "not understood"),
        ("``stride`` is ``strides``", "``stride`` is ``dilations``", "not understood"),
    ],
)
def test_lists_by_other_names(right: str, wrong: str, verdict: str) -> None:
    judged = judge_formulas(document(NAMED_OTHERWISE.replace(right, wrong, 1)), {})
    assert [claim.verdict for claim in judged.claims if "dY_2" in claim.text] == [verdict]


@pytest.mark.parametrize(("of", "is_proved"), [("pads", True), ("strides", False), ("kernel\\_shape", False)])
def test_a_formula_gives_a_list_another_name(of: str, is_proved: bool) -> None:
    lists = (("k", "kernel\\_shape"), ("s", "strides"), ("d", "dilations"), ("p", of))
    told = ", ".join("$" + name + " = \\text{" + said + "}$" for name, said in lists)
    page = f"# MaxPool\n\nLet {told}.\n\n"
    page += "$$dY_2 = \\lfloor (dX_2 + p[0] + p[2] - d[0] (k[0] - 1) - 1) / s[0] \\rfloor + 1$$\n"
    judged = judge_formulas(document(page), {})
    found = [claim.verdict for claim in judged.claims if "dY_2" in claim.text]
    assert (found == ["proved"]) is is_proved, found


@pytest.mark.parametrize("said", ['"1,0,1,0"', "1, 0, 1, 0", "[1, 0, 1, 0]", "'1,0,1,0'", "(1, 0, 1, 0)"])
def test_a_lists_entries_in_an_example(said: str) -> None:
    stated = statement_at(f"pads = {said}\n", "pads", 0, 7, 8 + len(said), Named.ATTRIBUTE, False)
    assert stated is not None
    assert stated.tensor is not None
    assert [cell.text for cell in stated.tensor.cells] == ["1", "0", "1", "0"]


@pytest.mark.parametrize(("said", "wrong"), [("-inf", False), ("NaN", True)])
def test_a_page_that_limits_its_modes_is_on_the_profile(said: str, wrong: bool) -> None:
    """It is judged as one, though it names the modes that other versions have."""
    text = (
        "# MaxPool\n\n## Version\n\n12\n\n## Attributes\n\n- `auto_pad`: must be NOTSET."
        " SAME_UPPER and VALID are not supported.\n"
        f"\n## Notes\n\nA window of NaNs only gives {said}.\n"
    )
    _, findings = audited(text)
    assert any(finding.rule == "nan-wrong" for finding in findings) is wrong


TOLD = (
    "where $k$, $s$, $d$, $p$ are `kernel_shape`, `strides`, `dilations`, `pads`.",
    "where $k$, $s$, $d$ and $p$ denote `kernel_shape`, `strides`, `dilations` and `pads`, respectively.",
    "Here $k$ = `kernel_shape`, $s$ = `strides`, $d$ = `dilations`, $p$ = `pads`.",
    "Write $k$ for `kernel_shape`, $s$ for `strides`, $d$ for `dilations` and $p$ for `pads`.",
    "In what follows $k$, $s$, $d$, $p$ stand for `kernel_shape`, `strides`, `dilations`, `pads`.",
    "We abbreviate `kernel_shape` as $k$, `strides` as $s$, `dilations` as $d$, `pads` as $p$.",
    "- $k$: `kernel_shape`\n- $s$: `strides`\n- $d$: `dilations`\n- $p$: `pads`",
    "- $k$ — the kernel shape\n- $s$ — the strides\n- $d$ — the dilations\n- $p$ — the pads",
    "The attributes `kernel_shape`, `strides`, `dilations` and `pads` are written $k$, $s$, $d$ and $p$.",
    "The attributes are `kernel_shape` ($k$), `strides` ($s$), `dilations` ($d$) and `pads` ($p$).",
    "This is pooling with kernel shape $k$, strides $s$, dilations $d$ and pads $p$.",
)
"""Letters for whole lists."""
SIZE = "$$dY_2 = \\lfloor (dX_2 + p_0 + p_2 - d_0 (k_0 - 1) - 1) / s_0 \\rfloor + 1$$"


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize(("size", "verdict"), [(SIZE, "proved"), (SIZE.replace("p_2", "p_1"), "refuted")])
def test_letters_for_whole_lists(told: str, size: str, verdict: str) -> None:
    for page in (f"{told}\n\n{size}\n", f"{size}\n\n{told}\n"):
        judged = judge_formulas(document(f"# MaxPool\n\n{page}"), {})
        assert [claim.verdict for claim in judged.claims if "dY_2" in claim.text] == [verdict]


@pytest.mark.parametrize(
    "said",
    [
        "$k$ and $s$ are `strides` and `kernel_shape`, in reverse order.",
        "Divide `strides` by $s$.",
        "$p$ is `pads` without its last entry.",
        "$s$ is `strides`, which is reversed.",
        "$k$ is not `kernel_shape`.",
        "$k$ = `kernel_shape` - 1.",
        "`strides` ($s$ is its first entry).",
        "Multiply `kernel_shape` $k$ times.",
        "$k$ and $s$ are the entries of `kernel_shape` and `strides`.",
        "$k_0$ and $k_1$ are `kernel_shape` and `strides`.",
        "$k$, $s$ are `kernel_shape`.",
        "Instead of `strides`, $s$ is used.",
        "$s$ is `strides` on the second axis.",
        "$s$ is either `strides` or `dilations`.",
        "$s$ is `strides` and `dilations`.",
    ],
)
def test_what_gives_a_list_no_name(said: str) -> None:
    assert other_names(document(f"# MaxPool\n\n{said}\n").blocks) == {}


ENTRIES = (
    "Let $(k_h, k_w)$ = `kernel_shape`, $(s_h, s_w)$ = `strides`, $(d_h, d_w)$ = `dilations`, $(t, l, b, r)$ = `pads`.",
    "`kernel_shape` ($k_h$, $k_w$), `strides` ($s_h$, $s_w$), `dilations` ($d_h$, $d_w$), `pads` ($t$, $l$, $b$, $r$)",
    "The entries of `kernel_shape` are $k_h$ and $k_w$, those of `strides` $s_h$ and $s_w$, those of `dilations` $d_h$"
    " and $d_w$ and those of `pads` $t$, $l$, $b$ and $r$.",
    "The components of `kernel_shape` are denoted $k_h$, $k_w$; those of `strides` $s_h$, $s_w$; those of `dilations`"
    " $d_h$, $d_w$; those of `pads` $t$, $l$, $b$, $r$.",
    "Here, $k_h$ stands for the kernel height, $s_h$ for the stride in height, $d_h$ for the dilation in height, $t$"
    " for the top padding and $b$ for the bottom padding.",
)
HEIGHT = "$$dY_2 = \\lfloor (dX_2 + t + b - d_h (k_h - 1) - 1) / s_h \\rfloor + 1$$"


@pytest.mark.parametrize("told", ENTRIES)
@pytest.mark.parametrize(
    ("height", "verdict"), [(HEIGHT, "proved"), (HEIGHT.replace("/ s_h", "/ (s_h + 1)"), "refuted")]
)
def test_letters_for_entries(told: str, height: str, verdict: str) -> None:
    judged = judge_formulas(document(f"# MaxPool\n\n{told}\n\n{height}\n"), {})
    assert [claim.verdict for claim in judged.claims if "dY_2" in claim.text] == [verdict]


@pytest.mark.parametrize(
    "said",
    [
        "`pads` ($t$, $b$, $l$, $r$)",
        "`pads` ($p_t$, $p_b$, $p_l$, $p_r$)",
        "`pads` ($pl$, $pr$, $pt$, $pb$)",
        "`pads` ($P_{top}$, $P_{bottom}$, $P_{left}$, $P_{right}$)",
        "The pads are $a$, $b$, $c$ and $d$.",
        "`strides` ($s_w$, $s_h$)",
        "Let $(s_w, s_h)$ = `strides`.",
        "`strides` ($s_h$, $s_w$ and $s_d$)",
        "`strides` ($s$)",
    ],
)
def test_what_gives_entries_no_names(said: str) -> None:
    """Names that tell of axes or sides in another order, or of paddings in none; more names than entries are others."""
    assert list(names_beside_lists(document(f"# MaxPool\n\n{said}\n").blocks)) == []
