"""What ONNX's versions of AveragePool say of its sizes."""

from __future__ import annotations

from collections.abc import Mapping

from spec.operator.claims import Claim
from spec.window.claims import claim

_UNDILATED = {"floor": "floor-undilated", "valid": "valid-undilated", "same": "same", "same-pad": "same-pad-undilated"}
_LATER = {"floor": "floor", "ceil": "ceil", "valid": "valid", "same": "same", "same-pad": "same-pad"}
_FORMS: Mapping[int, Mapping[str, str]] = {
    1: _UNDILATED,
    7: _UNDILATED,
    10: {**_UNDILATED, "ceil": "ceil-undilated"},
    11: {**_LATER, "floor": "floor-extent", "ceil": "ceil-extent"}
    | {"valid-floor": "valid-floor-11", "same-floor": "same-floor-11"},
    19: {**_LATER, "valid-floor": "valid-floor", "same-floor": "same-floor"},
    22: {**_LATER, "ceil-drops": "ceil-drops", "valid-floor": "valid-floor", "same-floor": "same-floor"},
}
"""For each version, what its formulas are for, and their form."""


def _claim(version: int, what: str, form: str) -> Claim:
    document = f"ONNX AveragePool-{version} (operator schema, onnx 1.23.2)"
    return claim(f"onnx.{version}.{what}", form, document, "doc")


VERSIONS: Mapping[int, Mapping[str, Claim]] = {
    version: {what: _claim(version, what, form) for what, form in forms.items()} for version, forms in _FORMS.items()
}
CLAIMS = {claim.label: claim for claims in VERSIONS.values() for claim in claims.values()}
