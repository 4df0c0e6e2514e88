"""Wrong formulas that a careless reader of names would prove: none is proved, whatever is said of its letters."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from tests.audit_documents import document

F2 = r"$dY_2 = \lfloor (dX_2 + pads[0] + pads[2] - dilations[0] (kernel\_shape[0] - 1) - 1) / strides[0] \rfloor + 1$"
F3 = r"$dY_3 = \lfloor (dX_3 + pads[1] + pads[3] - dilations[1] (kernel\_shape[1] - 1) - 1) / strides[1] \rfloor + 1$"
MAX = (
    r"$$Y[b,c,m,n] = \max_{h=0}^{kernel\_shape[0]-1} \max_{w=0}^{kernel\_shape[1]-1}"
    r" X_p[b,c,m \cdot strides[0] + h \cdot dilations[0], n \cdot strides[1] + w \cdot dilations[1]]$$"
)
CASES = r"+ 1 & \text{if } dX_2 > 1 \\ 2 & \text{otherwise} \end{cases}$"
WRONG = {
    "alias chain other axis": F2.replace("strides[0]", "s") + "\n\n$s = t$, $t = strides[1]$",
    "alias chain via described": F2.replace("strides[0]", "s") + "\n\n$s = t$ where $t$ is the horizontal stride.",
    "alias redefined": F2.replace("strides[0]", "s") + "\n\n$s = strides[0]$.\n\n$s = strides[1]$.",
    "alias self": F2.replace("strides[0]", "s") + "\n\n$s = s$.",
    "alias cyc": F2.replace("strides[0]", "s") + "\n\n$s = t$ and $t = s$.",
    "square letters": "$k$ is the size of the kernel, $s$ is the stride.\n\n"
    + F3.replace("kernel\\_shape[1]", "k").replace("strides[1]", "s"),
    "square letters 2": "$s$ is the stride of the window.\n\n" + F3.replace("strides[1]", "s"),
    "p both": "$p$ is the padding on both sides.\n\n" + F2.replace("pads[0] + pads[2]", "2p"),
    "p sum no": "$p$ is the padding.\n\n" + F2.replace("pads[0] + pads[2]", "p"),
    "P total axis1": "$p$ is the total padding along the width.\n\n" + F2.replace("pads[0] + pads[2]", "p"),
    "P total no axis": "$p$ is the total padding.\n\n" + F2.replace("pads[0] + pads[2]", "p"),
    "order tblr": "Padding is $t$, $b$, $l$, $r$, the top, the left, the bottom and the right padding.\n\n"
    + F2.replace("pads[0] + pads[2]", "t+b"),
    "lists mism": "$a$, $b$ and $c$ are the first and the second entries of `pads`.\n\n"
    + F2.replace("pads[0] + pads[2]", "a+b"),
    "resp wrong": "$a$ and $b$ are the first and the second entries of `pads`, respectively.\n\n"
    + F2.replace("pads[0] + pads[2]", "a+b"),
    "entries without an axis": F2.replace("pads[0]", "pads[i]").replace("pads[2]", "pads[i + 2]"),
    "kernel called window height": "The window has width $u$ and height $v$.\n\n"
    + F2.replace("kernel\\_shape[0]", "u"),
    "beside neg": "The kernel has no height $u$ and width $v$.\n\n" + F2.replace("kernel\\_shape[0]", "v"),
    "opposite": "$u$ and $v$ are the height and the width of the kernel, in reverse order.\n\n"
    + F2.replace("kernel\\_shape[0]", "u"),
    "not first": "$s$ is the stride along the first spatial axis of $Y$ divided by two.\n\n"
    + F2.replace("strides[0]", "s"),
    "paren": "$s$ is the stride along the first spatial axis (times two).\n\n" + F2.replace("strides[0]", "s"),
    "paren2": "$s$ is the stride along the first spatial axis (plus one).\n\n" + F2.replace("strides[0]", "s"),
    "dash": "$s$ is the stride along the first spatial axis - 1.\n\n" + F2.replace("strides[0]", "s"),
    "half": "$s$ is half the vertical stride.\n\n" + F2.replace("strides[0]", "s"),
    "sentence2": "$s$ is the vertical stride. It is doubled here.\n\n" + F2.replace("strides[0]", "s"),
    "bound": "$s$ is the vertical stride, where $s$ counts from one.\n\n" + F2.replace("strides[0]", "s"),
    "shape from 1": "$u$ is the second entry of the shape of X.\n\n" + F2.replace("dX_2", "u"),
    "kernel+1": "$u$ is the size of the kernel along the first spatial axis, minus one.\n\n"
    + F2.replace("kernel\\_shape[0]", "u"),
    "kernel index": "$u$ is the kernel index along the first spatial axis.\n\n" + F2.replace("kernel\\_shape[0]", "u"),
    "dims": "$u$ is the dimension of the kernel.\n\n" + F2.replace("kernel\\_shape[0]", "u"),
    "strides_1 1-based": F2.replace("strides[0]", "strides_1"),
    "k_1": "$k_1$ is the size of the kernel along spatial axis 1.\n\n"
    + F3.replace("kernel\\_shape[1]", "k_1").replace("Y_3", "Y_2"),
    "axis 1 counted": "$k_1$ and $k_2$ are the kernel sizes along axis 1 and axis 2.\n\n"
    + F2.replace("kernel\\_shape[0]", "k_2"),
    "table wrong col": "| Name | Type | Meaning |\n|---|---|---|\n| $s$ | int | the horizontal stride |\n\n"
    + F2.replace("strides[0]", "s"),
    "prime": "$s$ is the vertical stride.\n\n" + F2.replace("strides[0]", "s'"),
    "prime2": "$s$ is the vertical stride.\n\n" + F2.replace("strides[0]", "s^{\\prime}"),
    "upper": "$s$ is the vertical stride.\n\n" + F2.replace("strides[0]", "S"),
    "sub": "$s$ is the vertical stride.\n\n" + F2.replace("strides[0]", "s_w"),
    "hat": "$s$ is the vertical stride.\n\n" + F2.replace("strides[0]", r"\hat{s}"),
    "tilde": "$s$ is the vertical stride.\n\n" + F2.replace("strides[0]", r"\tilde s"),
    "other section": F2.replace("strides[0]", "s") + "\n\n# Conv\n\n$s$ is the horizontal stride.",
    "where neg": F2.replace("strides[0]", "s") + " where $s$ is not the vertical stride.",
    "if": F2.replace("strides[0]", "s") + " where $s$ is the vertical stride if it is odd.",
    "max": F2.replace("strides[0]", "s") + " where $s$ is the vertical stride, or 2, whichever is greater.",
    "or": F2.replace("strides[0]", "s") + " where $s$ is the vertical stride or the horizontal stride.",
    "either": F2.replace("strides[0]", "s") + " where $s$ is the vertical stride / 2.",
    "colon": F2.replace("strides[0]", "s") + "\n\n- $s$: the horizontal stride",
    "dash list": F2.replace("strides[0]", "s") + "\n\n- $s$ — the horizontal stride",
    "let": F2.replace("strides[0]", "s") + "\n\nLet $s$ be the horizontal stride.",
    "denote by": F2.replace("strides[0]", "s") + "\n\nWe denote by $s$ the horizontal stride.",
    "emph": F2.replace("strides[0]", "s") + "\n\n*s* is the horizontal stride.",
    "with": F2.replace("strides[0]", "s") + " with $s$ the horizontal stride",
    "e.g.": F2.replace("strides[0]", "s") + " where $s$ is the stride, e.g. the vertical stride",
    "two nots": "$s$ is the vertical stride, not the horizontal one.\n\n" + F3.replace("strides[1]", "s"),
    "swap": "$s_h$ and $s_w$ are the horizontal and the vertical stride.\n\n" + F2.replace("strides[0]", "s_h"),
    "pads of one side": F2.replace("pads[2]", "pads[1]").replace("dY_2", "Y\\_shape[2]"),
    "cases": F2.replace("\\lfloor", r"\begin{cases} \lfloor").replace("+ 1$", CASES),
    "magnitude": F2.replace("\\lfloor", r"|\lfloor").replace(r"\rfloor + 1", r"\rfloor| - 1"),
    "not rounded": F2.replace("\\lfloor", "").replace("\\rfloor", ""),
    "another axis in Y": MAX.replace("strides[0]", "s") + "\n\n$s$ is the horizontal stride.",
    "a letter of the cell": MAX.replace("strides[0]", "m") + "\n\n$m$ is the vertical stride.",
    "one letter twice": MAX.replace("{w=0}", "{h=0}").replace(r"w \cdot", r"h \cdot"),
    "one letter of the cell twice": MAX.replace("b,c,m,n", "b,b,m,n").replace("[b,c,m", "[b,b,m"),
    "ranges elsewhere": MAX.replace("{h=0}^{kernel\\_shape[0]-1}", "{h}") + "\n\n- $h \\in [0, kernel\\_shape[0]]$",
    "a letter as a size": MAX.replace("b,c,m", "b,c,x").replace(r"x \cdot strides[0]", "x + 1"),
    "minimum": MAX.replace("max", "min"),
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_none_is_proved(text: str) -> None:
    claims = judge_formulas(document(f"# MaxPool\n\n{text}\n"), {}).claims
    verdicts = [c.verdict for c in claims if c.kind in ("output size", "definition", "definition of Y", "formula")]
    assert verdicts
    assert "proved" not in verdicts


IN_X_AND_Y = (
    MAX.replace("b,c,m", "b,c,y").replace(r"m \cdot", r"y \cdot").replace(",n", ",x").replace(r"n \cdot", r"x \cdot")
)


@pytest.mark.parametrize("text", [F2, F3, MAX, IN_X_AND_Y])
def test_what_they_are_made_of_is_proved(text: str) -> None:
    claims = judge_formulas(document(f"# MaxPool\n\n{text}\n"), {}).claims
    assert [c.verdict for c in claims if c.kind != "question"] == ["proved"]
