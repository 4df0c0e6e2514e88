"""The cases of a kit that `maxpool vectors --classes` wrote, read from its folder and held against the clauses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from reference.common.errors import CannotRun
from reference.conformance.cases.cases import Case
from reference.conformance.cases.right import Right
from reference.runtimes.protocol import ELEMENTS, Array, RuntimeCall, same_bits

SCHEMA = "maxpool/kit/1"
CASES = "cases.json"
MODES: Mapping[str, object] = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0}
LENGTHS = {"kernel_shape": 2, "strides": 2, "dilations": 2, "pads": 4}
MOST = 2**63
"""No number of a call that is put is as large: ONNX's attributes have 64 bits."""


class BadKit(CannotRun):
    """A folder that holds no kit, a damaged one, or one that the specification does not agree with."""


@dataclass(frozen=True, slots=True)
class KitCases:
    """A kit's cases by element type, each with all its classes.

    `not_put` are the calls that no runtime can be given, for its adapter says by its form what they leave open: they
    lack an attribute, or have one of another kind, length or mode.
    """

    folder: str
    digest: str
    by_type: Mapping[str, tuple[Case, ...]]
    not_put: tuple[str, ...]

    def count(self, dtype: str) -> int:
        """How many cases of a type there are."""
        return len(self.by_type.get(dtype, ()))

    def case(self, dtype: str, number: int) -> Case:
        """The case of a number."""
        return self.by_type[dtype][number]

    def of(self, dtype: str) -> KitCases:
        """What is needed for the cases of a type alone."""
        return replace(self, by_type={dtype: self.by_type[dtype]}, not_put=())

    @property
    def classes(self) -> tuple[tuple[str, str], ...]:
        """The classes, each with the clause that its calls break, or ""; those of legal calls first."""
        every = (case for cases in self.by_type.values() for case in cases)
        found = dict.fromkeys((name, case.outside) for case in every for name in case.classes)
        return tuple(sorted(found, key=lambda one: bool(one[1])))


def read(folder: Path) -> KitCases:
    """The kit in a folder. Raises BadKit where there is none, it is damaged, or it expects what is not right."""
    path = folder / CASES
    try:
        data = path.read_bytes()
        document = json.loads(data)
    except OSError as error:
        raise BadKit(f"{path}: {error.strerror}; `maxpool vectors --classes -o DIR` writes a kit") from None
    except (ValueError, RecursionError) as error:
        raise BadKit(f"{path} is no JSON: {error}") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise BadKit(f"{path} is no kit: its schema is not {SCHEMA}")
    by_type: dict[str, list[Case]] = {}
    not_put = []
    for entry, outside in _entries(path, document):
        name = str(entry.get("name"))
        try:
            made = _case(entry, len(by_type.get(_dtype(entry), ())), outside)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadKit(f"{path}: {name} is damaged: {type(error).__name__}: {error}") from None
        if made is None:
            not_put.append(name)
        else:
            by_type.setdefault(made.call.dtype, []).append(made)
    kept = {dtype: tuple(cases) for dtype, cases in by_type.items()}
    return KitCases(str(folder), hashlib.sha256(data).hexdigest(), kept, tuple(not_put))


def _entries(path: Path, document: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The entries, each with the clause that must refuse it, or ""."""
    for kind in ("cases", "refused"):
        entries = document.get(kind)
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise BadKit(f"{path}: {kind!r} is no list of calls")
        yield from ((entry, str(entry.get("clause")) if kind == "refused" else "") for entry in entries)


def _dtype(entry: Mapping[str, Any]) -> str:
    told = entry.get("X")
    return str(told.get("dtype")) if isinstance(told, dict) else ""


def _case(entry: Mapping[str, Any], number: int, outside: str) -> Case | None:
    """An entry as a case; None where no adapter can be given it. Raises ValueError where it is not right."""
    X, attributes = entry["X"], entry["attributes"]
    if not outside:
        given = _array(X)
        made = Case(number, _call(given, attributes), given, tuple(map(str, entry["classes"])), (), "", entry["name"])
        _require_right(made, (_array(entry["Y"]), _array(entry["Indices"])))
        return made
    if not (isinstance(X, dict) and X["dtype"] in ELEMENTS and len(X["shape"]) == 4 and _is_formed(attributes)):
        return None
    given = _array(X)
    made = Case(number, _call(given, attributes), given, (str(entry["how"]),), (), outside, entry["name"])
    _require_right(made, ())
    return made


def _is_formed(attributes: Mapping[str, Any]) -> bool:
    """Attributes that an adapter takes: the profile's modes, lists of as many integers as there are."""
    if attributes.keys() != MODES.keys() | LENGTHS.keys():
        return False
    # False is 0 for Python, but no integer for the clauses.
    if any(type(attributes[name]) is not type(mode) or attributes[name] != mode for name, mode in MODES.items()):
        return False
    return all(_is_list(attributes[name], length) for name, length in LENGTHS.items())


def _is_list(value: object, length: int) -> bool:
    return isinstance(value, list) and len(value) == length and all(type(n) is int and -MOST <= n < MOST for n in value)


def _call(X: Array, attributes: Mapping[str, Any]) -> RuntimeCall:
    if not _is_formed(attributes):
        raise ValueError("its attributes are not those of a legal call")
    return RuntimeCall(X.shape, X.dtype.name, **{name: tuple(attributes[name]) for name in LENGTHS})


def _array(told: Mapping[str, Any]) -> Array:
    """A tensor from its type, its shape and its bytes, lowest byte first."""
    if told["dtype"] not in ELEMENTS:
        raise ValueError(f"no element type {told['dtype']!r}")
    dtype = np.dtype(told["dtype"])
    little = np.frombuffer(bytes.fromhex(told["bytes"]), dtype.newbyteorder("<"))
    return little.astype(dtype).reshape(told["shape"])


def _require_right(made: Case, expected: Sequence[Array]) -> None:
    """What the kit expects is what the oracle of every campaign says."""
    right = Right(made.call, made.X)
    if right.violation != made.outside:
        raise ValueError(f"it is refused by {right.violation or 'no clause'}, not by {made.outside or 'none'}")
    if not all(map(same_bits, expected, right.outputs)):
        raise ValueError("it expects what the specification does not say")
