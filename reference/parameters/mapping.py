"""A --map file: what a plain function's parameters are in the clauses. One form for a source and for a library.

A source's own types say the rest; of a library, `[library]` says it, and `reference.runtimes.own.signature` reads that.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spec.maxpool.operator import MAXPOOL, TYPES
from spec.maxpool.vocabulary import ATTRIBUTES, dX, dY, entry, kind_of, length
from spec.operator.stated import stated
from spec.operator.types import numpy_name

TENSORS = ("X", "Y", "Indices")
LAYOUTS = ("NCHW", "NHWC")
FORMATS = tuple(map(numpy_name, TYPES))
"""The element types of the profile, by NumPy's names."""
SIZES = tuple(size.name for size in dX)
OUTPUT_SIZES = tuple(size.name for size in dY[2:])
LENGTHS = {
    name: int(stated(MAXPOOL, length(name)))
    for name in ATTRIBUTES
    if stated(MAXPOOL, kind_of(name)) == "list of integers"
}
QUANTITIES = (*SIZES, *(entry(name, i).name for name, length in LENGTHS.items() for i in range(length)))
"""What a call consists of, besides the elements: the sizes of X, and the attributes."""
DEFAULTS: Mapping[str, int] = {
    **{entry("dilations", i).name: 1 for i in range(LENGTHS["dilations"])},
    **{entry("pads", i).name: 0 for i in range(LENGTHS["pads"])},
    SIZES[0]: 1,
}
"""What a quantity is that nothing in the function stands for, where that can be."""


@dataclass(frozen=True, slots=True)
class ParameterMap:
    """What a file says.

    `tensors` gives X, Y and Indices to parameters, `leaves` quantities to integers by their paths, `calls` a number or
    another quantity to those that the function has fixed, `layout` is the order of the axes in memory, `elements` the
    format of elements whose bits integers hold, and `library` what is told of a compiled function.
    """

    tensors: Mapping[str, str] = field(default_factory=dict)
    leaves: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: Mapping[str, int | str] = field(default_factory=dict)
    layout: str | None = None
    elements: str | None = None
    library: Mapping[str, Any] | None = None


def read_map(text: str) -> ParameterMap:
    """What a --map file says; raises ValueError where it cannot be read."""
    document = tomllib.loads(text)
    known = {"calls", "elements", "layout", "library", "parameters", "tensors"}
    if unknown := document.keys() - known:
        raise ValueError(f"--map: {min(unknown)!r} is none of {', '.join(sorted(known))}")
    layout = document.get("layout")
    if layout is not None and layout not in LAYOUTS:
        raise ValueError(f"--map: the layout is one of {', '.join(LAYOUTS)}, not {layout!r}")
    return ParameterMap(
        {_parameter(name, role): role for role, name in _table(document, "tensors").items()},
        {path: _quantities(path, value) for path, value in _table(document, "parameters").items()},
        {_quantity(name): _value(value) for name, value in _table(document, "calls").items()},
        layout,
        _elements(document),
        _table(document, "library") if "library" in document else None,
    )


def _table(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = document.get(name, {})
    if not isinstance(found, dict):
        raise ValueError(f"--map: {name} is a table: [{name}]")
    return found


def _elements(document: Mapping[str, Any]) -> str | None:
    """The format of the elements of X and Y."""
    match _table(document, "elements"):
        case {"X": str(name), **others} if not others and name in FORMATS:
            return name
        case {} as empty if not empty and "elements" not in document:
            return None
    raise ValueError(f"--map: [elements] says what the bits of X are: X = one of {', '.join(FORMATS)}")


def _parameter(name: object, role: str) -> str:
    if role not in TENSORS or not isinstance(name, str):
        raise ValueError(f"--map: [tensors] gives X, Y and Indices the name of a parameter, not {role} = {name!r}")
    return name


def _quantity(name: object) -> str:
    if name not in (*QUANTITIES, *OUTPUT_SIZES):
        raise ValueError(f"--map: {name!r} is none of {', '.join((*QUANTITIES, *OUTPUT_SIZES))}")
    assert isinstance(name, str)
    return name


def _quantities(path: str, value: object) -> tuple[str, ...]:
    wanted = value if isinstance(value, list) else [value]
    if not wanted:
        raise ValueError(f"--map: {path} stands for nothing")
    return tuple(map(_quantity, wanted))


def _value(value: object) -> int | str:
    return value if isinstance(value, int) and not isinstance(value, bool) else _quantity(value)


def narrowed(claimed: Mapping[str, tuple[str, ...]], said: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """What names claim, less what a name that claims less claims too, and less end pads that nothing depends on.

    What the user has `said` of a path stays as it is.
    """
    outputs = {q for wanted in claimed.values() for q in wanted if q in OUTPUT_SIZES}
    ends = {f"pads[{2 + axis}]" for axis in (0, 1) if OUTPUT_SIZES[axis] in outputs}
    found = {}
    for path, wanted in claimed.items():
        others = {q for other, w in claimed.items() if len(w) < len(wanted) for q in w}
        left = tuple(q for q in wanted if q not in others and (q == wanted[0] or q not in ends))
        found[path] = wanted if path in said else left or wanted
    return found


def entries(path: str, paths: Sequence[str]) -> int:
    """How many entries a list has, as far as paths such as `pads[1]` name them."""
    stem, bracket, _ = path.rpartition("[")
    if not bracket:
        return 0
    # A list of structures has `].h` behind its number.
    return max(int(p.rpartition("[")[2].partition("]")[0]) for p in paths if p.rpartition("[")[0] == stem) + 1


def is_free(name: str, taken: set[str]) -> bool:
    """An end pad that shows only in the size of Y, where the function is given that, and pads at all."""
    return any(name == f"pads[{2 + axis}]" and {OUTPUT_SIZES[axis], f"pads[{axis}]"} <= taken for axis in (0, 1))
