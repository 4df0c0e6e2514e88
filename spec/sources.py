"""The five documents that the specification is made from, by the names under which sources cite them."""

SONNX = "sonnx-maxpool-draft.md"
ONNX = "onnx-maxpool.rst"
ONNX_DIFFERENCES = "onnx-maxpool-with-differences.rst"
NHWC = "nhwc-maxpool-11.rst"
OPENVINO = "openvino-maxpool-8.md"
DESIGN = "design decision"

ALL = (SONNX, ONNX, ONNX_DIFFERENCES, NHWC, OPENVINO)
