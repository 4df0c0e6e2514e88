"""A worked example's call: its attributes as the reference takes them, its operator, and what the reference answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference import nhwc, onnx, openvino
from reference.onnx import SpatialAxis
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import LISTS, StatedValue
from spec.documents.printed.numbers import number
from spec.documents.printed.tensors import PrintedCell
from spec.maxpool.family import VERSIONS
from spec.operator.operator import Violation

Value = tuple[int, ...] | int | str
Shape = tuple[int, ...]
Array = NDArray[Any]

MOST_ENTRY = 10_000
MOST_DIMENSION = 100_000
MOST_ELEMENTS = 10**8
LAYOUT_DOMAIN = "nhwc"
RESTRICTED = "restricted"
"""The label of a refusal of what a document may well show, and the reference does not answer."""


class CalledOperator(StrEnum):
    """Whose operator an example calls."""

    ONNX = "ONNX"
    NHWC = "nhwc"
    OPENVINO = "OpenVINO"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the reference takes no such call: the rule, the attribute that it is about if it is one's, and the words."""

    label: str
    attribute: str
    message: str


@dataclass(frozen=True, slots=True)
class BadAttribute:
    """An attribute's value that is none: where, and why."""

    attribute: str
    cell: PrintedCell
    reason: str


_OPENVINO_NAMES = ("pads_begin", "pads_end", "rounding_type", "index_element_type", "axis")
_ONNX_NAMES = ("ceil_mode", "kernel_shape", "pads", "storage_order")
_VERSION = re.compile(r"MaxPool\s*[-–_ v]{1,3}\s*(\d{1,3})\b", re.IGNORECASE)  # MaxPool - 12, MaxPool-12


@dataclass(frozen=True, slots=True)
class ExampleCall:
    """An operator with attributes under the names of `spec.documents.examples.stated.ATTRIBUTES`."""

    family: CalledOperator
    version: int
    attributes: Mapping[str, Value]

    @property
    def selects(self) -> bool:
        """Each element of Y is one of X."""
        return True

    def with_attribute(self, name: str, value: Value) -> ExampleCall:
        """The call with another value for an attribute."""
        return replace(self, attributes={**self.attributes, name: value})

    def outputs(self, X: Array) -> tuple[Array, Array] | Refusal:
        """(Y, Indices) by the reference."""
        try:
            if self.family is CalledOperator.OPENVINO:
                return openvino.maxpool(X, **self._openvino(X.ndim - 2))
            if self.family is CalledOperator.NHWC:
                return nhwc.maxpool(X, **self._onnx())
            return onnx.maxpool(X, version=self.version, **self._onnx())
        except Violation as violation:
            attribute = violation.label.split(".")[0].split("[")[0]
            if violation.label.endswith(".attributes"):
                attribute = str(violation.found["unknown_attributes"]).split("'")[1]
            elif violation.label == "onnx.auto_pad.pads":
                attribute = "auto_pad"
            attribute = {"kernel": "kernel_shape"}.get(attribute, attribute)
            return Refusal(violation.label, attribute, str(violation).partition(": ")[2])
        except (TypeError, ValueError, OverflowError) as error:
            return Refusal("call", "", str(error))

    def shape(self, shape: Shape) -> Shape | Refusal:
        """The shape of Y for an X of a shape: the reference's for one without batch, which has nothing to visit."""
        if len(shape) < 3:
            return Refusal(
                "X.rank", "", f"expects a batch, a channel and at least one spatial axis, but got {list(shape)}"
            )
        last = self.family is CalledOperator.NHWC
        empty = (0, *shape[1:-1], 0) if last else (0, 0, *shape[2:])
        outputs = self.outputs(np.empty(empty))
        if isinstance(outputs, Refusal):
            return outputs
        found = outputs[0].shape
        return (shape[0], *found[1:-1], shape[-1]) if last else (*shape[:2], *found[2:])

    def paddings(self, shape: Shape, found: Shape) -> list[tuple[int, int]] | None:
        """The padding of each spatial axis, at its begin and its end; None where it is not that of ONNX."""
        n = len(shape) - 2
        if self.family is not CalledOperator.ONNX:
            return None
        auto_pad = self.attributes.get("auto_pad", "NOTSET")
        if auto_pad == "VALID":
            return [(0, 0)] * n
        if auto_pad == "NOTSET":
            pads = self.entries("pads", n)
            return [(pads[i], pads[i + n]) for i in range(n)] if len(pads) == 2 * n else None
        lists = [self.entries(name, n) for name in ("kernel_shape", "dilations", "strides")]
        axes = [SpatialAxis(*entries) for entries in zip(shape[2:], *lists, strict=True)]
        claim = VERSIONS[self.version].same_pad
        padded = [
            replace(axis, y=y).same_padded(claim, extra_at_end=auto_pad == "SAME_UPPER")
            for axis, y in zip(axes, found[2:], strict=True)
        ]
        return [(axis.pad_begin, axis.pad_end) for axis in padded]

    def entries(self, name: str, n: int) -> tuple[int, ...]:
        """A list attribute's entries, by default where it is not set."""
        default = (0,) * 2 * n if name == "pads" else (0,) * n if name.startswith("pads") else (1,) * n
        value = self.attributes.get(name, default)
        return value if isinstance(value, tuple) else default

    def _onnx(self) -> dict[str, Any]:
        """The attributes as the twins of ONNX's operator take them."""
        given: dict[str, Any] = {n: value for n, value in self.attributes.items() if n not in _OPENVINO_NAMES}
        begin, end = self.attributes.get("pads_begin"), self.attributes.get("pads_end")
        if isinstance(begin, tuple) and isinstance(end, tuple):
            given.setdefault("pads", (*begin, *end))
        return {"kernel_shape": None, **given}

    def _openvino(self, n: int) -> dict[str, Any]:
        """The attributes as OpenVINO's twin takes them, on so many spatial axes."""
        given: dict[str, Any] = {name: v for name, v in self.attributes.items() if name not in _ONNX_NAMES}
        pads = self.attributes.get("pads")
        if isinstance(pads, tuple) and len(pads) == 2 * n:
            given = {"pads_begin": pads[:n], "pads_end": pads[n:], **given}
        return {"strides": (1,) * n, **given, "kernel": self.attributes.get("kernel_shape")}


def call_of(example: WorkedExample) -> tuple[ExampleCall, list[BadAttribute]] | str:
    """The call of MaxPool that an example makes, and its attributes that have no value; or why there is none."""
    if "kernel_shape" not in example.attributes:
        return "it states no kernel"
    attributes, malformed = attributes_of(example)
    return ExampleCall(_family(example), _version(example.path), attributes), malformed


def attributes_of(example: WorkedExample) -> tuple[dict[str, Value], list[BadAttribute]]:
    """The attributes that an example states, and those that have no value."""
    attributes: dict[str, Value] = {}
    malformed: list[BadAttribute] = []
    for name, statement in example.attributes.items():
        value = value_of(name, statement)
        if isinstance(value, BadAttribute):
            malformed.append(value)
            if name in LISTS:
                # The entries that are integers count for what was meant.
                entries = [_integer(cell) for cell in statement.entries]
                attributes[name] = tuple(-1 if isinstance(e, str) else e for e in entries)
        else:
            attributes[name] = value
    return attributes, malformed


def value_of(name: str, statement: StatedValue) -> Value | BadAttribute:
    """The value that a statement gives an attribute."""
    cells = statement.entries
    if name in LISTS:
        entries = [_integer(cell) for cell in cells]
        wrong = (BadAttribute(name, cell, e) for cell, e in zip(cells, entries, strict=True) if isinstance(e, str))
        return next(wrong, None) or tuple(entry for entry in entries if isinstance(entry, int))
    if statement.word is None:
        return BadAttribute(name, PrintedCell("", statement.place), "is a list, where one value is expected")
    if name in ("ceil_mode", "storage_order", "axis", "group", "count_include_pad"):
        flags = {"True": 1, "False": 0, "true": 1, "false": 0}
        flag = flags.get(statement.word.text, _integer(statement.word))
        return BadAttribute(name, statement.word, flag) if isinstance(flag, str) else flag
    return statement.word.text


def _integer(cell: PrintedCell) -> int | str:
    value = number(cell.text)
    if not isinstance(value, Fraction) or value.denominator != 1 or "." in cell.text:
        return "is not an integer"
    if abs(value) > MOST_ENTRY:
        return f"is beyond {MOST_ENTRY}, more than any example needs"
    return int(value)


def _family(example: WorkedExample) -> CalledOperator:
    if LAYOUT_DOMAIN in example.domain:
        return CalledOperator.NHWC
    auto_pad = example.attributes.get("auto_pad")
    word = auto_pad.word.text if auto_pad is not None and auto_pad.word is not None else ""
    names = any(name in example.attributes for name in _OPENVINO_NAMES)
    return CalledOperator.OPENVINO if names or word in openvino.AUTO_PADS else CalledOperator.ONNX


def _version(path: tuple[str, ...]) -> int:
    """The version that a heading above names: the latest known one up to it; the latest where none is named."""
    for title in reversed(path):
        if (found := _VERSION.search(title)) is not None:
            return max((v for v in VERSIONS if v <= int(found[1])), default=1)
    return max(VERSIONS)
