"""What the claims say that ONNX's schemas of AveragePool and Conv state is what these print."""

from __future__ import annotations

import pytest

from spec.averagepool.claims import VERSIONS
from spec.conv.claims import SAME_1, SAME_11, SAME_22
from spec.operator.claims import Claim
from spec.window.claims import FORMS

X, PADDED, STRIDE = "input_spatial_shape[i]", "input_spatial_shape[i] + pad_shape[i]", "strides_spatial_shape[i]"
EXTENT = "((kernel_spatial_shape[i] - 1) * dilations[i] + 1)"
POSITIONS = f"({PADDED} - dilation[i] * (kernel_shape[i] - 1) - 1)"
PAD = f"(output_spatial_shape[i] - 1) * {STRIDE}"
PRINTED = {
    "floor": f"= floor({POSITIONS} / {STRIDE} + 1)",
    "ceil": f"= ceil({POSITIONS} / {STRIDE} + 1)",
    "floor-extent": f"= floor(({PADDED} - {EXTENT}) / {STRIDE} + 1)",
    "ceil-extent": f"= ceil(({PADDED} - {EXTENT}) / {STRIDE} + 1)",
    "floor-undilated": f"= floor(({PADDED} - kernel_spatial_shape[i]) / {STRIDE} + 1)",
    "ceil-undilated": f"= ceil(({PADDED} - kernel_spatial_shape[i]) / {STRIDE} + 1)",
    "ceil-drops": "Sliding windows that would start in the right padded region are ignored.",
    "valid": f"VALID: output_spatial_shape[i] = ceil(({X} - {EXTENT} + 1) / {STRIDE})",
    "valid-undilated": f"VALID: output_spatial_shape[i] = ceil(({X} - kernel_spatial_shape[i] + 1) / {STRIDE})",
    "valid-floor": f"VALID: output_spatial_shape[i] = floor(({X} - {EXTENT}) / {STRIDE}) + 1",
    "valid-floor-11": f"VALID: output_spatial_shape[i] = floor(({X} - {EXTENT} + 1) / {STRIDE})",
    "same": f"SAME_LOWER: output_spatial_shape[i] = ceil({X} / {STRIDE})",
    "same-floor": f"SAME_LOWER: output_spatial_shape[i] = floor(({X} - 1) / {STRIDE}) + 1",
    "same-floor-11": f"SAME_LOWER: output_spatial_shape[i] = floor({X} / {STRIDE})",
    "same-pad": f"pad_shape[i] = {PAD} + {EXTENT} - {X}",
    "same-pad-undilated": f"pad_shape[i] = {PAD} + kernel_spatial_shape[i] - {X}",
}


def form(claim: Claim) -> str:
    """The form that a claim has."""
    return next(name for name, formula in FORMS.items() if formula == claim.formula)


def schema(operator: str, version: int) -> tuple[str, str]:
    """The text of a version, and of its attribute auto_pad, on one line each."""
    onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
    found = onnx.defs.get_schema(operator, version)
    assert found.since_version == version
    return " ".join(found.doc.split()), " ".join(found.attributes["auto_pad"].description.split())


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_prints_its_claims_and_no_other(version: int) -> None:
    text, _ = schema("AveragePool", version)
    claimed = {form(claim) for claim in VERSIONS[version].values()}
    assert {name for name in claimed if PRINTED[name] not in text} == set()
    # A form may be the beginning of a longer one.
    others = {n for n in PRINTED if n not in claimed and not any(PRINTED[c].startswith(PRINTED[n]) for c in claimed)}
    assert {name for name in others if PRINTED[name] in text} == set()


def test_conv_states_the_size_of_same_alone() -> None:
    said = {version: schema("Conv", version) for version in (1, 11, 22)}
    assert "so that the output spatial size match the input." in said[1][1]
    assert all("`output_shape[i] = ceil(input_shape[i] / strides[i])`" in said[version][1] for version in (11, 22))
    assert [form(claim) for claim in (SAME_1, SAME_11, SAME_22)] == ["same-size", "same", "same"]
    assert not any("output" in text and "floor" in text for text, _ in said.values())
