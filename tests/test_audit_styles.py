"""What documents of other styles have around their rules: contents, names of programs, lists of faults, `&&`."""

from __future__ import annotations

import pytest

from proofs.audit.gate import gate
from proofs.audit.run import audit
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.words import Quantity, Role
from spec.documents.names.notation import notation
from spec.documents.pages.rst import read_rst
from tests.audit_documents import document


def rules(text: str) -> set[str]:
    return {finding.rule for finding in audit(document(text), None).findings}


def test_a_table_of_contents_heads_nothing() -> None:
    blocks = read_rst("MaxPool\n=======\n\n.. contents::\n\nTies\n----\n\nThe last maximum counts.\n")[0]
    assert [block.path for block in blocks] == [("MaxPool",), ("MaxPool", "Ties"), ("MaxPool", "Ties")]


@pytest.mark.parametrize("name", ["nn_maxpool2d", "maxpool_f32", "maxpool2d"])
def test_a_programs_name_tells_the_operator(name: str) -> None:
    page = f"# `{name}`: how to call it\n\n## Sizes\n\nText.\n"
    assert [found.operator for found in gate(document(page)).described] == ["MaxPool"]


@pytest.mark.parametrize("name", ["roi_maxpool", "global_max_pool", "max_unpool2d", "maxpool_grad"])
def test_another_programs_name_does_not(name: str) -> None:
    page = f"# `{name}`: how to call it\n\n## Sizes\n\nText.\n"
    assert "MaxPool" not in [found.operator for found in gate(document(page)).described]


def test_two_ampersands_are_and() -> None:
    both, words = formula_in("a >= 1 && b >= 1"), formula_in("a >= 1 and b >= 1")
    assert both is not None
    assert words is not None
    assert (both.form, [part.text for part in both.parts]) == (words.form, [part.text for part in words.parts])
    assert rules("# MaxPool\n\n## Constraints\n\n- `strides[0] >= 1 && strides[1] >= 1`\n") == set()
    assert "domain-wrong" in rules("# MaxPool\n\n## Constraints\n\n- `strides[0] >= 0 && strides[1] >= 1`\n")


def test_what_follows_an_error_and_a_colon_is_a_fault() -> None:
    page = "# MaxPool\n\n## Errors\n\nAn error is raised in these cases:\n\n- {}\n"
    assert "domain-wrong" not in rules(page.format("`X` does not have four axes;"))
    assert "domain-wrong" not in rules(page.format("a stride is less than 1;"))
    assert "domain-wrong" in rules(page.format("a stride is less than 2;"))


def test_names_by_which_lists_are_abbreviated() -> None:
    said = "We abbreviate $\\text{strides}$ by $(s_h, s_w)$ and $\\text{dilations}$ by $(d_h, d_w)$."
    names = notation(document(f"# MaxPool\n\n{said}\n"))
    assert names.resolve(Written(Form.NAME, (), "s_w")) == Quantity(Role.STRIDE, 1)
    assert names.resolve(Written(Form.NAME, (), "d_h")) == Quantity(Role.DILATION, 0)
