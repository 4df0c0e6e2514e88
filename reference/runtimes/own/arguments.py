"""What a compiled function is passed for a call: which parameter is which tensor, and which number."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reference.common.errors import CannotRun
from reference.parameters.mapping import (
    DEFAULTS,
    OUTPUT_SIZES,
    QUANTITIES,
    TENSORS,
    ParameterMap,
    entries,
    is_free,
    narrowed,
)
from reference.parameters.names import quantities
from reference.runtimes.own.signature import ELEMENT, ELEMENTS_OF, INTEGERS, Declared, Signature
from reference.runtimes.protocol import RuntimeCall, Unsupported

INDEX_BITS = 16
"""Indices are integers of at least so many bits."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """`tensors` are the names of the parameters that are X, Y and perhaps Indices; `leaves` are the others' numbers.

    `fixed` are the quantities that no parameter stands for, each as a number or as another quantity.
    """

    signature: Signature
    tensors: Mapping[str, Declared]
    leaves: Mapping[str, tuple[str, ...]]
    fixed: Mapping[str, int | str]

    @property
    def index(self) -> Any:
        """The type of an index."""
        return INTEGERS[self.tensors["Indices"].type]

    def passed(self, call: RuntimeCall, pointers: Mapping[str, int | None]) -> list[Any]:
        """The arguments in order; raises Unsupported for a call that the function is not for."""
        values = {f"dX_{i}": size for i, size in enumerate(call.shape)}
        values |= dict(zip(OUTPUT_SIZES, call.windows, strict=True))
        values |= {f"{name}[{i}]": n for name, entries_ in call.lists.items() for i, n in enumerate(entries_)}
        for name, wanted in self.fixed.items():
            if values[name] != (number := wanted if isinstance(wanted, int) else values[wanted]):
                raise Unsupported(f"the function is for calls with {name} = {number}")
        for path, stands_for in self.leaves.items():
            if len({values[name] for name in stands_for}) > 1:
                raise Unsupported(f"{path} stands for {' and '.join(stands_for)}, which differ")
        numbers = {path: values[stands_for[0]] for path, stands_for in self.leaves.items()}
        numbers |= self.signature.constants
        roles = {declared.name: role for role, declared in self.tensors.items()}
        return [
            ctypes.c_void_p(pointers[roles[p.name]]) if p.name in roles else self._value(p, numbers)
            for p in self.signature.parameters
        ]

    def _value(self, declared: Declared, numbers: Mapping[str, int], prefix: str = "") -> Any:
        path, structures = prefix + declared.name, self.signature.structures
        if declared.type in structures:
            parts = {p.name: self._value(p, numbers, f"{path}.") for p in structures[declared.type]}
            value = _structure(self.signature, declared.type)(**parts)
            return ctypes.pointer(value) if declared.pointer else value
        if declared.length:
            kind = INTEGERS[declared.type]
            return (kind * declared.length)(*(_fitting(numbers[f"{path}[{i}]"], kind) for i in range(declared.length)))
        if declared.pointer:
            return ctypes.c_void_p(numbers[path])  # A constant, such as a null pointer.
        return INTEGERS[declared.type](_fitting(numbers[path], INTEGERS[declared.type]))


def arguments(signature: Signature, said: ParameterMap) -> Arguments:
    """What each parameter is; raises CannotRun where that cannot be told."""
    found = _tensors(signature, said)
    named = {declared.name for declared in found.values()}
    parts = dict(
        part
        for declared in signature.parameters
        if declared.name not in named
        for part in signature.parts(declared)
        if part[0] not in signature.constants
    )
    for path, declared in parts.items():
        if declared.type not in INTEGERS or declared.pointer:
            raise CannotRun(
                f"--map: {path} is neither a tensor nor integers: an array has its length, as in 'int pads[4]'; "
                "what is the same in all calls is in [library.constants]"
            )
    if unknown := said.leaves.keys() - parts.keys():
        raise CannotRun(f"--map: {min(unknown)} is no parameter of [library]; there are {', '.join(parts)}")
    claimed = {path: said.leaves.get(path) or quantities(path, entries(path, list(parts))) for path in parts}
    if unclear := [path for path, wanted in claimed.items() if not wanted]:
        raise CannotRun(f"--map: what {', '.join(unclear)} stands for cannot be told from the name: add [parameters]")
    leaves = narrowed(claimed, said.leaves)
    return Arguments(signature, found, leaves, _fixed(leaves, said))


def _fixed(leaves: Mapping[str, tuple[str, ...]], said: ParameterMap) -> dict[str, int | str]:
    taken = {name for wanted in leaves.values() for name in wanted} | said.calls.keys()
    fixed = dict(said.calls)
    for name in QUANTITIES:
        if name not in taken and not is_free(name, taken):
            if name not in DEFAULTS:
                raise CannotRun(f'--map: no parameter stands for {name}: if it is always 1, [calls] "{name}" = 1')
            fixed[name] = DEFAULTS[name]
    return fixed


def _tensors(signature: Signature, said: ParameterMap) -> dict[str, Declared]:
    """Which pointers are X, Y and Indices: as the user says, else by their types."""
    given = {role: name for name, role in said.tensors.items()}
    pointers = [p for p in signature.parameters if p.pointer and p.name not in signature.constants]
    rest = [p for p in pointers if p.name not in said.tensors and p.name not in said.leaves]
    is_element = [p for p in rest if p.type in {ELEMENT, *ELEMENTS_OF}]
    wide = [p for p in rest if p.type in INTEGERS and 8 * ctypes.sizeof(INTEGERS[p.type]) >= INDEX_BITS]
    candidates = {
        "X": [p for p in is_element if p.const],
        "Y": [p for p in is_element if not p.const],
        "Indices": [p for p in wide if not p.const],
    }
    found: dict[str, Declared] = {}
    for role in TENSORS:
        options = [p for p in pointers if p.name == given[role]] if role in given else candidates[role]
        if len(options) > 1 or (not options and (role != "Indices" or role in given)):
            what = " or ".join(p.name for p in options) or "no pointer of [library]"
            raise CannotRun(f"--map: {role} could be {what}: say which in [tensors]")
        if options:
            found[role] = options[0]
    return found


def _structure(signature: Signature, name: str) -> type[ctypes.Structure]:
    fields: list[tuple[str, Any]] = []
    for part in signature.structures[name]:
        kind = _structure(signature, part.type) if part.type in signature.structures else INTEGERS[part.type]
        fields.append((part.name, kind * part.length if part.length else kind))
    return type(name, (ctypes.Structure,), {"_fields_": fields})


def _fitting(number: int, kind: type[ctypes._SimpleCData[int]]) -> int:
    """A number that is as long as its type; raises Unsupported for one that ctypes would cut."""
    if kind(number).value != number:
        raise Unsupported(f"{number} does not fit {kind.__name__.removeprefix('c_')}")
    return number
