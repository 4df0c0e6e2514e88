"""Lists that a document gives another name: their entries are read, where what is said of the name is certain."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from spec.documents.examples.stated import Named, statement_at
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
