"""A call of an operator as its specification sees it: a value for each of its variables, whatever was passed."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np

from spec.operator.types import OTHERWISE_IN_NUMPY

ABSENT: Final = type("Absent", (), {"__repr__": lambda self: "<required>"})()
"""What an attribute is that the call does not set."""

_ONNX_TYPES = {numpy: onnx for onnx, numpy in OTHERWISE_IN_NUMPY.items()}
_LIST_OF_INTEGERS = "list of integers"
_LISTS, _INTEGERS, _NO_INTEGERS = (list, tuple), (int, np.integer), (bool, np.timedelta64)


def describe(X: object, attributes: Mapping[str, object], unknown: Mapping[str, object]) -> dict[str, Any]:
    """The variables of `spec.maxpool.vocabulary` for a call; those that make no sense for what was passed are left out.

    `attributes` are all that the operator has, ABSENT where the call does not set one; `unknown` are others. Nothing
    is computed on X's elements, so that any call can be described in constant time and space.
    """
    environment: dict[str, Any] = {"unknown_attributes": ", ".join(f"'{name}'" for name in sorted(unknown)) or "none"}
    for name, value in attributes.items():
        environment |= describe_attribute(name, value)
    environment["defaults_used"] = sum(value is ABSENT for value in attributes.values())
    return environment | describe_tensor("X", X)


def described(tensors: Mapping[str, object], names: Iterable[str], attributes: Mapping[str, object]) -> dict[str, Any]:
    """The variables of a call on several tensors, X first, of an operator that has attributes of these names.

    A tensor that is ABSENT is not given; attributes that the operator does not have are unknown ones.
    """
    known = {name: attributes.get(name, ABSENT) for name in names}
    environment = describe(tensors["X"], known, {name: v for name, v in attributes.items() if name not in known})
    for name, tensor in tensors.items():
        environment |= {f"given({name})": tensor is not ABSENT} | describe_tensor(name, tensor)
    return environment


def describe_attribute(name: str, value: object) -> dict[str, Any]:
    """The variables for one attribute: whether it is given, its kind, its length and entries or its value."""
    described: dict[str, Any] = {f"given({name})": value is not ABSENT, f"type({name})": _kind(value)}
    if isinstance(value, _LISTS):
        described[f"length({name})"] = len(value)
        if described[f"type({name})"] == _LIST_OF_INTEGERS:
            for i, entry in enumerate(value):
                described[f"{name}[{i}]"] = operator.index(entry)
    elif _is_integer(value):
        described[name] = operator.index(value)  # type: ignore[arg-type]  # checked by _is_integer
    elif isinstance(value, str):
        described[name] = value
    return described


def _is_integer(value: object) -> bool:
    # To NumPy a span of time is an integer, to nobody else.
    return isinstance(value, _INTEGERS) and not isinstance(value, _NO_INTEGERS)


def _kind(value: object) -> str:
    if isinstance(value, _LISTS):
        odd = [entry for entry in value if not _is_integer(entry)]
        return f"list with {_simple_kind(odd[0])}" if odd else _LIST_OF_INTEGERS
    return _simple_kind(value)


def _simple_kind(value: object) -> str:
    if _is_integer(value):
        return "integer"
    if isinstance(value, str):
        return "string"
    return "nothing" if value is None else type(value).__name__


def describe_tensor(name: str, value: object) -> dict[str, Any]:
    """The variables for one tensor: its kind, and if it is an array its element type, its rank and its sizes."""
    if not isinstance(value, np.ndarray) or isinstance(value, np.ma.MaskedArray):
        return {f"type({name})": _kind(value)}
    return {
        f"type({name})": "tensor",
        f"dtype({name})": _name_of(value.dtype),
        f"rank({name})": value.ndim,
        **{f"d{name}_{i}": size for i, size in enumerate(value.shape)},
    }


@lru_cache(maxsize=64)
def _name_of(dtype: np.dtype[Any]) -> str:
    """ONNX's name of an element type. It is kept: NumPy makes a type's name anew each time it is asked."""
    return _ONNX_TYPES.get(dtype.name, dtype.name)
