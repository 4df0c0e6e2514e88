"""The kinds of divergence: what is wrong, the clauses it is about, and who decided what the right answer is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

RUNTIME = "the runtime is wrong"
PROFILE = "the profile decides what ONNX leaves open"
OUTSIDE = "outside the profile"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of divergence: what it is in words, the labels of its clauses, and whose fault it is by what ONNX says."""

    says: str
    labels: tuple[str, ...]
    fault: str = RUNTIME


KINDS: Mapping[str, Kind] = {
    "outputs": Kind("there are more or fewer outputs than were asked for", ("Y.shape",)),
    "type": Kind("an output has another element type", ("Y.type", "Indices.type")),
    "shape": Kind("an output has another shape", ("Y.shape", "Indices.shape")),
    "Y": Kind("Y is not the maximum of its window", ("Y.max",)),
    "Y.foreign": Kind("Y is no element of X", ("Y.max-over-input",)),
    "Y.NaN": Kind("Y is another where X has NaN", ("NaN.as-minus-infinity",), PROFILE),
    "Y.bits": Kind("Y is equal, but not in all bits", ("Y.bits", "zeros.equal"), PROFILE),
    "Indices.range": Kind("Indices points at no element of X", ("Indices.flat",)),
    "Indices.window": Kind("Indices points at an element that the window does not hold", ("Indices.first-maximum",)),
    "Indices": Kind("Indices points at an element that is no maximum of its window", ("Indices.first-maximum",)),
    "Indices.plane": Kind("Indices is counted in each plane", ("Indices.flat",)),
    "Indices.tie": Kind("Indices points at a later maximum", ("Indices.first-maximum",), PROFILE),
    "Indices.NaN": Kind("Indices is another where X has NaN", ("NaN.as-minus-infinity",), PROFILE),
    "non-determinism": Kind("two runs on the same input differ", ("Y.max",)),
    "crash": Kind("the process ends", ("Y.max",)),
    "hang": Kind("there is no answer in time", ("Y.max",)),
    "memory": Kind("memory runs out", ("Y.max",)),
    "accepts": Kind("a call that the profile refuses is answered", (), OUTSIDE),
}

CRASHES = ("crash", "hang", "memory")


def fault_of(kind: str, in_profile: bool) -> str:
    """Who is to answer for a divergence."""
    return KINDS[kind].fault if in_profile else OUTSIDE
