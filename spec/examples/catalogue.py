"""All worked examples, in the order of the documents and then our own, and the way to one by its label."""

from __future__ import annotations

from spec.examples import added, nhwc, onnx, openvino, sonnx
from spec.examples.model import Example

ALL: tuple[Example, ...] = (
    *sonnx.EXAMPLES,
    *onnx.EXAMPLES,
    *nhwc.EXAMPLES,
    *openvino.EXAMPLES,
    *added.EXAMPLES,
)

_BY_LABEL = {example.label: example for example in ALL}
if len(_BY_LABEL) != len(ALL):
    raise ValueError("two examples have the same label")


def by_label(label: str) -> Example:
    """The example of that label; raises KeyError if there is none."""
    return _BY_LABEL[label]
