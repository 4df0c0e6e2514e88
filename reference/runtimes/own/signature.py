"""What `[library]` of a --map file says of a compiled function: its symbols, its parameters as in C, its statuses."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reference.common.errors import CannotRun
from reference.parameters.mapping import FORMATS, ParameterMap

QUALIFIERS = frozenset({"const", "restrict", "__restrict", "struct", "enum"})
ELEMENT = "element"
"""In `parameters`, the element type of the symbol that is called."""
FLOATS: Mapping[str, str] = {"float": "float32", "double": "float64", "_Float16": "float16"}
INTEGERS: Mapping[str, type[ctypes._SimpleCData[int]]] = {
    **{f"{u}int{n}_t": getattr(ctypes, f"c_{u}int{n}") for n in (8, 16, 32, 64) for u in ("", "u")},
    **{"size_t": ctypes.c_size_t, "ptrdiff_t": ctypes.c_ssize_t, "ssize_t": ctypes.c_ssize_t},
    **{"intptr_t": ctypes.c_ssize_t, "uintptr_t": ctypes.c_size_t},
    **dict.fromkeys(("char", "signed char"), ctypes.c_byte),
    **dict.fromkeys(("bool", "_Bool", "unsigned char"), ctypes.c_ubyte),
    **dict.fromkeys(("short", "short int"), ctypes.c_short),
    **dict.fromkeys(("unsigned short", "unsigned short int"), ctypes.c_ushort),
    **dict.fromkeys(("int", "signed", "signed int"), ctypes.c_int),
    **dict.fromkeys(("unsigned", "unsigned int"), ctypes.c_uint),
    **dict.fromkeys(("long", "long int"), ctypes.c_long),
    **dict.fromkeys(("unsigned long", "unsigned long int"), ctypes.c_ulong),
    **dict.fromkeys(("long long", "long long int"), ctypes.c_longlong),
    **dict.fromkeys(("unsigned long long", "unsigned long long int"), ctypes.c_ulonglong),
}
ELEMENTS_OF: Mapping[str, str] = {
    **FLOATS,
    **dict.fromkeys(("int8_t", "signed char"), "int8"),
    **dict.fromkeys(("uint8_t", "unsigned char"), "uint8"),
}
"""The element types that pointers to these types of C have."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A parameter, or a part of a structure: `const int pads[4]`. `length` is 0 where it is no array."""

    name: str
    type: str
    const: bool = False
    pointer: bool = False
    length: int = 0


@dataclass(frozen=True, slots=True)
class Signature:
    """A compiled function. `symbols` gives the symbol for each element type; `ok` are the statuses of success."""

    symbols: Mapping[str, str]
    parameters: tuple[Declared, ...]
    structures: Mapping[str, tuple[Declared, ...]]
    returns: str
    ok: tuple[int, ...]
    statuses: Mapping[int, str]
    constants: Mapping[str, int]

    def parts(self, declared: Declared, prefix: str = "") -> Iterator[tuple[str, Declared]]:
        """The integers of a parameter by their paths: `n`, `pads[2]`, `params.stride[0]`."""
        path = prefix + declared.name
        if declared.type in self.structures:
            for part in self.structures[declared.type]:
                yield from self.parts(part, f"{path}.")
        elif declared.length:
            yield from ((f"{path}[{i}]", declared) for i in range(declared.length))
        else:
            yield path, declared


def signature(said: ParameterMap) -> Signature:
    """What `[library]` says; raises CannotRun where something is missing, or not understood."""
    if said.library is None:
        raise CannotRun("--map: a library needs [library]: its symbol, and its parameters as in C")
    table = said.library
    known = {"symbol", "parameters", "structures", "returns", "ok", "statuses", "constants"}
    if unknown := table.keys() - known:
        raise CannotRun(f"--map: [library] {min(unknown)!r} is none of {', '.join(sorted(known))}")
    structures = {
        name: tuple(_declared(text) for text in _texts(parts, f"structures.{name}"))
        for name, parts in _table(table, "structures").items()
    }
    parameters = tuple(_declared(text) for text in _texts(table.get("parameters"), "parameters"))
    for declared in (*parameters, *(part for parts in structures.values() for part in parts)):
        _require_known(declared, structures)
    returns = str(table.get("returns", "void"))
    if returns not in {"void", *INTEGERS}:
        raise CannotRun(f"--map: [library] returns {returns!r}, which is neither void nor a type of integers")
    return Signature(
        _symbols(table.get("symbol"), parameters, said),
        parameters,
        structures,
        returns,
        tuple(_integers(table.get("ok", [0]), "ok")),
        {_integer(number, "statuses"): str(text) for number, text in _table(table, "statuses").items()},
        {name: _integer(value, "constants") for name, value in _table(table, "constants").items()},
    )


def _declared(text: str) -> Declared:
    """`const float *x`, `int pads[4]`; raises CannotRun for what is no declaration of that kind."""
    parts = re.findall(r"[A-Za-z_]\w*|\*|\[\d*\]", text)
    words = [part for part in parts if part[0] not in "*[" and part not in QUALIFIERS]
    stars, brackets = parts.count("*"), [part for part in parts if part[0] == "["]
    if "".join(parts) != re.sub(r"\s", "", text) or len(words) < 2 or stars + len(brackets) > 1:
        raise CannotRun(f"--map: {text!r} is not understood: expected a declaration such as 'const float *x'")
    length = int(brackets[0][1:-1] or 0) if brackets else 0
    pointer = bool(stars) or (bool(brackets) and length == 0)
    return Declared(words[-1], " ".join(words[:-1]), "const" in parts, pointer, length)


def _require_known(declared: Declared, structures: Mapping[str, object]) -> None:
    if declared.type not in {ELEMENT, "void", *FLOATS, *INTEGERS, *structures}:
        known = ", ".join((ELEMENT, *FLOATS, *INTEGERS))
        raise CannotRun(f"--map: {declared.name} has the type {declared.type!r}, which is none of {known}")


def _symbols(said: object, parameters: Sequence[Declared], mapping: ParameterMap) -> Mapping[str, str]:
    """The symbol for each element type."""
    if isinstance(said, dict) and said and all(isinstance(name, str) for name in said.values()):
        if unknown := said.keys() - set(FORMATS):
            raise CannotRun(f"--map: {min(unknown)!r} is none of {', '.join(FORMATS)}")
        return said
    if not isinstance(said, str):
        raise CannotRun('--map: [library] symbol = "NAME", or a table of one for each element type')
    x = next((name for name, role in mapping.tensors.items() if role == "X"), None)
    found = [p for p in parameters if p.pointer and (p.name == x if x else p.const and p.type in ELEMENTS_OF)]
    element = mapping.elements or (ELEMENTS_OF.get(found[0].type) if found else None)
    if element is None:
        raise CannotRun('--map: which element type the function is for is not said: symbol = {float32 = "NAME"}')
    return {element: said}


def _table(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = table.get(name, {})
    if not isinstance(found, dict):
        raise CannotRun(f"--map: [library.{name}] is a table")
    return found


def _texts(said: object, name: str) -> list[str]:
    if not isinstance(said, list) or not said or not all(isinstance(text, str) for text in said):
        raise CannotRun(f"--map: [library] {name} lists declarations such as 'const float *x', in the order of C")
    return said


def _integers(said: object, name: str) -> list[int]:
    return [_integer(value, name) for value in (said if isinstance(said, list) else [said])]


def _integer(said: object, name: str) -> int:
    """A number, or the text of one, as a key is."""
    if isinstance(said, bool | int):
        return int(said)
    if isinstance(said, str) and re.fullmatch(r"-?\d+", said):
        return int(said)
    raise CannotRun(f"--map: [library] {name}: {said!r} is no integer")
