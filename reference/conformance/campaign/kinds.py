"""The kinds of divergence: what is wrong, the clauses it is about, and who decided what the right answer is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

RUNTIME = "the runtime is wrong"
PROFILE = "the profile decides what ONNX leaves open"
OUTSIDE = "outside the profile"


@dataclass(frozen=True, slots=True)
class DivergenceKind:
    """A kind of divergence: what it is in words, the labels of its clauses, and whose fault it is by what ONNX says."""

    says: str
    labels: tuple[str, ...]
    fault: str = RUNTIME


KINDS: Mapping[str, DivergenceKind] = {
    "outputs": DivergenceKind("there are more or fewer outputs than were asked for", ("Y.shape",)),
    "type": DivergenceKind("an output has another element type", ("Y.type", "Indices.type")),
    "shape": DivergenceKind("an output has another shape", ("Y.shape", "Indices.shape")),
    "Y": DivergenceKind("Y is not the maximum of its window", ("Y.max",)),
    "Y.foreign": DivergenceKind("Y is no element of X", ("Y.max-over-input",)),
    "Y.NaN": DivergenceKind("Y is another where the window has NaN", ("NaN.as-minus-infinity",), PROFILE),
    "Y.bits": DivergenceKind("Y is equal, but not in all bits", ("Y.bits", "zeros.equal"), PROFILE),
    "Indices.range": DivergenceKind("Indices points at no element of X", ("Indices.flat",)),
    "Indices.window": DivergenceKind(
        "Indices points at an element that the window does not hold", ("Indices.first-maximum",)
    ),
    "Indices": DivergenceKind(
        "Indices points at an element that is no maximum of its window", ("Indices.first-maximum",)
    ),
    "Indices.plane": DivergenceKind("Indices is counted in each plane", ("Indices.flat",)),
    "Indices.tie": DivergenceKind("Indices points at a later maximum", ("Indices.first-maximum",), PROFILE),
    "Indices.NaN": DivergenceKind("Indices is another where the window has NaN", ("NaN.as-minus-infinity",), PROFILE),
    "Y.forms": DivergenceKind("Y alone differs from Y with Indices", ("Y.max",)),
    "Y.forms.NaN": DivergenceKind(
        "Y alone differs from Y with Indices where the window has NaN", ("NaN.as-minus-infinity",), PROFILE
    ),
    "X.written": DivergenceKind("X is written to", ("Y.bits",)),
    "overwritten": DivergenceKind("a later call writes over the outputs of an earlier one", ("Y.bits",)),
    "non-determinism": DivergenceKind("two runs on the same input differ", ("Y.max",)),
    "crash": DivergenceKind("the process ends", ("Y.max",)),
    "hang": DivergenceKind("there is no answer in time", ("Y.max",)),
    "memory": DivergenceKind("memory runs out", ("Y.max",)),
    "malformed": DivergenceKind("what it gives back is no answer", ("Y.shape",)),
    "accepts": DivergenceKind("a call that the profile refuses is answered", (), OUTSIDE),
}

CRASHES = ("crash", "hang", "memory")


def fault_of(kind: str, in_profile: bool) -> str:
    """Who is to answer for a divergence."""
    return KINDS[kind].fault if in_profile else OUTSIDE
