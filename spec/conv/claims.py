"""What ONNX's versions of Conv and SONNX's page say of its sizes. ONNX's schemas give none for explicit padding."""

from __future__ import annotations

from spec.window.claims import claim

SAME_1, SAME_11, SAME_22 = (
    claim(f"onnx.{version}.same", form, f"ONNX Conv-{version} (operator schema, onnx 1.23.2)", "auto_pad")
    for version, form in ((1, "same-size"), (11, "same"), (22, "same"))
)
EXTENT = claim("sonnx.extent", "extent-misplaced", "SONNX Conv (draft page)", "constraints of Y")
SIZE = claim("sonnx.dY", "size-misplaced", "SONNX Conv (draft page)", "constraints of Y")
CLAIMS = {claim.label: claim for claim in (SAME_1, SAME_11, SAME_22, EXTENT, SIZE)}
