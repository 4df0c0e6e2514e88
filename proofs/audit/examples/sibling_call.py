"""The call of a worked example of Conv or AveragePool, answered by their exact references.

Attributes that an example leaves out have ONNX's defaults. What ONNX allows and the profile does not (R1, R3 ...) is no
mistake of a document: the references do not answer it, and such an example is not judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from proofs.audit.examples.example_call import (
    RESTRICTED,
    Array,
    BadAttribute,
    CalledOperator,
    ExampleCall,
    Refusal,
    Shape,
    Value,
    attributes_of,
)
from proofs.audit.examples.example_facts import fitted, grid
from reference import averagepool, conv
from reference.call import ABSENT, described
from reference.windows import exact
from spec.averagepool.operator import ATTRIBUTES as OF_AVERAGEPOOL
from spec.averagepool.operator import AVERAGEPOOL
from spec.conv.operator import ATTRIBUTES as OF_CONV
from spec.conv.operator import CONV
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import Named
from spec.operator.clauses import Restriction
from spec.operator.operator import Operator, Violation

ATTRIBUTES = {CONV.name: OF_CONV, AVERAGEPOOL.name: OF_AVERAGEPOOL}
OPERATORS: Mapping[str, Operator] = {operator.name: operator for operator in (CONV, AVERAGEPOOL)}
DEFAULTS: Mapping[str, Value] = {
    "auto_pad": "NOTSET",
    "ceil_mode": 0,
    "count_include_pad": 0,
    "dilations": (1, 1),
    "group": 1,
    "pads": (0, 0, 0, 0),
    "strides": (1, 1),
}
"""ONNX's, on two spatial axes."""


@dataclass(frozen=True, slots=True)
class SiblingCall(ExampleCall):
    """A call of the operator of a name; W and B are None where there are none."""

    operator: str
    W: Array | None
    B: Array | None

    @property
    def selects(self) -> bool:
        """Y is computed: none of its elements is one of X."""
        return False

    def outputs(self, X: Array) -> tuple[Array, Array] | Refusal:
        """Y, and for each cell no index: one beyond X."""
        found = self._checked(X.shape)
        if isinstance(found, Refusal):
            return found
        lists: dict[str, Any] = {name: self._all[name] for name in ("dilations", "kernel_shape", "pads", "strides")}
        try:
            if self.W is None:
                Y = averagepool.pool(exact(X), count_include_pad=self._count, **lists)
            else:
                B = None if self.B is None else exact(self.B)
                Y = conv.convolve(exact(X), exact(self.W), B, group=self._group, **lists)
        except ValueError as error:
            return Refusal("call", "", str(error))
        return Y.astype(float), np.full(Y.shape, X.size)

    def shape(self, shape: Shape) -> Shape | Refusal:
        """The shape of Y for an X of a shape."""
        found = self._checked(shape)
        return found if isinstance(found, Refusal) else tuple(found[f"dY_{i}"] for i in range(4))

    def paddings(self, shape: Shape, found: Shape) -> list[tuple[int, int]] | None:
        """The padding of each axis."""
        pads = self._all["pads"]
        return [(pads[i], pads[i + 2]) for i in range(2)] if isinstance(pads, tuple) and len(pads) == 4 else None

    def entries(self, name: str, n: int) -> tuple[int, ...]:
        """A list attribute's entries, by default where it is not set."""
        value = self._all.get(name)
        return value if isinstance(value, tuple) else (1,) * n

    @property
    def _all(self) -> Mapping[str, Value]:
        """Every attribute, by default where it is not set; padding that auto_pad rules out is none."""
        given = {name: DEFAULTS[name] for name in ATTRIBUTES[self.operator] if name in DEFAULTS} | dict(self.attributes)
        if self.W is not None and self.W.ndim > 2:
            given.setdefault("kernel_shape", self.W.shape[2:])
        if given["auto_pad"] == "VALID" and "pads" not in self.attributes:
            given["auto_pad"] = "NOTSET"
        return given

    @property
    def _count(self) -> int:
        value = self._all["count_include_pad"]
        assert isinstance(value, int)
        return value

    @property
    def _group(self) -> int:
        value = self._all["group"]
        assert isinstance(value, int)
        return value

    def _checked(self, shape: Shape) -> Mapping[str, Any] | Refusal:
        """The variables of a call that meets the clauses."""
        operator = OPERATORS[self.operator]
        # What is checked is shapes: no element of these is looked at.
        tensors: dict[str, object] = {"X": np.broadcast_to(np.float32(0), shape)}
        if self.operator == CONV.name:
            tensors |= {
                name: ABSENT if T is None else T.astype(np.float32) for name, T in (("W", self.W), ("B", self.B))
            }
        try:
            return operator.check(described(tensors, ATTRIBUTES[self.operator], self._all))
        except Violation as violation:
            label = RESTRICTED if isinstance(operator[violation.label], Restriction) else violation.label
            attribute = violation.label.split(".")[0].split("[")[0]
            return Refusal(label, attribute, str(violation).partition(": ")[2])


def sibling_call_of(operator: str, example: WorkedExample) -> tuple[ExampleCall, list[BadAttribute]] | str:
    """The call that an example of an operator makes, and its attributes that have no value; or why there is none."""
    W, B = (_printed(example, role, rank) for role, rank in ((Named.W, 4), (Named.B, 1)))
    if W is None and operator == CONV.name:
        return "its weights W are not printed as numbers"
    if "kernel_shape" not in example.attributes and operator != CONV.name:
        return "it states no kernel"
    if B is None and Named.B in example.tensors:
        return "its bias B is not printed as numbers"
    attributes, malformed = attributes_of(example)
    return SiblingCall(CalledOperator.ONNX, 0, attributes, operator, W, B), malformed


def _printed(example: WorkedExample, role: Named, rank: int) -> Array | None:
    """A tensor of numbers as it is printed, of a rank at least; None where there is none."""
    tensor = example.tensor(role)
    if tensor is None or tensor.shape is None or not tensor.cells:
        return None
    shape = fitted(tensor.shape, rank, example.shapes_of(role))
    made = grid(tensor, role, shape, None)
    return None if made.holes else made.values
