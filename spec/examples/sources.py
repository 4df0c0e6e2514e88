"""The five documents that the specification is made from, by the names under which sources cite them."""

from __future__ import annotations

from collections.abc import Mapping

SONNX = "sonnx-maxpool-draft.md"
ONNX = "onnx-maxpool.rst"
ONNX_DIFFERENCES = "onnx-maxpool-with-differences.rst"
NHWC = "nhwc-maxpool-11.rst"
OPENVINO = "openvino-maxpool-8.md"
DESIGN = "design decision"

ALL = (SONNX, ONNX, ONNX_DIFFERENCES, NHWC, OPENVINO)

TEXTS: Mapping[str, str] = {
    SONNX: "1458290b75678ae8bad30b544268a4db4f5296f466223ad2cb5b0751703727f9",
    ONNX: "ed08ee6a450cc1545f58550451fa0b08f6f09242a5d796203039aeff59608f68",
    ONNX_DIFFERENCES: "bd303ed6d9f7fc805d7010aeb9c17081c79f43276fcd439d3d7d8b1ea550ac9a",
    NHWC: "6fe76ad01261d56206064470663c26e5f0b1e93601f89a9f152d305cf3855775",
    OPENVINO: "1f15dd01e2bc1662ca2176daa6311f2cda6360bcb46697b47f2bd412ecb39c3a",
}
"""The SHA-256 of each document's text, with line ends as `\\n`: a line that is cited is a line of this text only."""
