"""Lines that give tensors and attributes types, shapes and values; names of tensors, and axes by their numbers."""

from __future__ import annotations

import re

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document


def test_a_type_of_y_that_is_the_one_type_of_x_is_not_wrong() -> None:
    page = "- `X : tensor(float)`, of shape `(N, C, H, W)`\n- `Y : tensor({})`, of shape `(N, C, OH, OW)`"
    for of_y, wrong in (("float", False), ("double", True)):
        made = audit(document(f"# MaxPool\n\n{page.format(of_y)}\n"), None)
        assert ("type-wrong" in {finding.rule for finding in made.findings}) == wrong
    several = audit(document("# MaxPool\n\nX may be float or double.\n\nY : tensor(float)\n"), None)
    assert "type-wrong" in {finding.rule for finding in several.findings}


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("- `X : tensor(int64)`, of shape `(N, C, H, W)`", "type-wrong"),
        ("- `X : tensor(float)`, of shape `(N, H, W, C)`", "axes-swapped"),
        ("- `ceil_mode`: integer, 1", "domain-wrong"),
        ("- `auto_pad`: string, VALID", "domain-wrong"),
        ("- `pads`: list of 4 integers $[p_t, p_b, p_l, p_r]$, all non-negative", "pads-order-wrong"),
        ("- `pads`: list of 4 integers $[p_t, p_l, p_b, p_r]$, all positive", "domain-wrong"),
    ],
)
def test_items_with_a_type_and_more_are_read(said: str, rule: str) -> None:
    found = [each.rule for each in audit(document(f"# MaxPool\n\n{said}\n"), None).findings]
    assert rule in found
    right = (("int64", "float"), ("N, H, W, C", "N, C, H, W"), ("integer, 1", "integer, 0"), ("VALID", "NOTSET"))
    for wrong, meant in (*right, ("p_b, p_l", "p_l, p_b"), ("positive", "non-negative")):
        said = said.replace(wrong, meant) if f"non-{wrong}" not in said else said
    assert rule not in [each.rule for each in audit(document(f"# MaxPool\n\n{said}\n"), None).findings]


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("$Y$ and $I$ (Indices) are the outputs.\n\n$I$ : tensor({int32|int64}).", "type-wrong"),
        ("$Y$ and $I$ (`Indices`) are the outputs.\n\nThe shape of $I$ is that of ${X|Y}$.", "shape-wrong"),
        ("The index tensor $J$ is the second output.\n\n$Y$ : the type is that of ${J|X}$.", "type-wrong"),
        (
            "The rank of $X$ is 4; the first axis is the {channel|batch}, the second the {batch|channel}.",
            "axes-swapped",
        ),
        ("The first axis of $X$ is the batch, the second the {height|channel}.", "axes-swapped"),
        ("$X$ has the shape (N, C, H, W); N counts the {channels|batches}, C the {batches|channels}.", "axes-swapped"),
    ],
)
def test_tensors_and_axes_by_their_names(said: str, rule: str) -> None:
    wrong, right = (re.sub(r"\{(\w+)\|(\w+)\}", which, said) for which in (r"\1", r"\2"))
    assert rule in [each.rule for each in audit(document(f"# MaxPool\n\n{wrong}\n"), None).findings]
    assert rule not in [each.rule for each in audit(document(f"# MaxPool\n\n{right}\n"), None).findings]


@pytest.mark.parametrize(
    "said",
    [
        "The indices $i$ and $j$ count.\n\nThe shape of $i$ is that of $X$.",
        "The first spatial axis is the height.",
        "The first axis is the height.",
        "The second channel is not pooled.",
        "Each batch counts its own channels.",
    ],
)
def test_what_names_no_tensor_and_no_axis_is_no_rule(said: str) -> None:
    found = {each.rule for each in audit(document(f"# MaxPool\n\n{said}\n"), None).findings}
    assert not found & {"axes-swapped", "shape-wrong", "type-wrong"}
