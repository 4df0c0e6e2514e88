"""What the integers that a caller passes are in the clauses: from their names, or as the user says with --map."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofs.program.c.lowering.scope import INDICES, CProgram, X, Y
from proofs.program.c.lowering.values import bare
from proofs.program.c.parameters.literals import written_out
from proofs.program.c.parameters.names import quantities
from proofs.program.c.reading.tree import SourcePosition, refused
from proofs.program.c.reading.types import CInteger
from proofs.program.source.language import LISTS, SIZES, Function, MemoryOrder
from proofs.program.source.rewriting import rewritten
from spec.language.fold import substitute
from spec.language.terms import Literal, Term, Variable, and_, free_variables
from spec.maxpool.vocabulary import dY, entry
from spec.readings.plain import to_plain

ATTRIBUTES = tuple(entry(name, i).name for name, length in LISTS.items() for i in range(length))
OUTPUT_SIZES = tuple(size.name for size in dY[2:])
QUANTITIES = (*SIZES, *ATTRIBUTES)
"""What a call consists of, besides the elements: the sizes of X, and the attributes."""
DEFAULTS: Mapping[str, int] = {
    **{entry("dilations", i).name: 1 for i in range(LISTS["dilations"])},
    **{entry("pads", i).name: 0 for i in range(LISTS["pads"])},
    SIZES[0]: 1,
}
"""What a quantity is that nothing in the function stands for, where that can be: it is shown to the user."""


@dataclass(frozen=True, slots=True)
class Quantities:
    """What the user says with --map.

    `tensors` gives X, Y and Indices to parameters, `leaves` quantities to integers by their paths, `calls` a value to
    quantities that the function has fixed, and `layout` the order of the axes in memory.
    """

    tensors: Mapping[str, str] = field(default_factory=dict)
    leaves: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: Mapping[str, Term] = field(default_factory=dict)
    layout: MemoryOrder | None = None


@dataclass(frozen=True, slots=True)
class ParameterMeaning:
    """What each integer stands for; the calls that the function is for, as what some quantities are; the layout."""

    leaves: Mapping[str, tuple[str, ...]]
    calls: Mapping[Variable, Term]
    layout: MemoryOrder

    def put(self, function: Function, program: CProgram) -> Function:
        """The function with the clauses' names for what it is given, each within the type that it is passed in."""
        names = {Variable(f"parameter {path}"): Variable(wanted[0]) for path, wanted in self.leaves.items()}
        body = rewritten(function.body, lambda term: substitute(term, names))
        types = {path: kind for path, kind in program.leaves.used.items() if isinstance(kind, CInteger)}
        passed = (substitute(Variable(f"parameter {path}"), names) for path in types)
        ranges = (and_(kind.low <= v, v <= kind.high) for v, kind in zip(passed, types.values(), strict=True))
        return replace(function, body=body, calls=dict(self.calls), layout=self.layout, assumed=tuple(ranges))


def given(text: str) -> Quantities:
    """What a --map file says; raises ValueError where it cannot be read."""
    document = tomllib.loads(text)
    known = {"tensors", "parameters", "calls", "layout"}
    if unknown := document.keys() - known:
        raise ValueError(f"--map: {min(unknown)!r} is none of {', '.join(sorted(known))}")
    layout = document.get("layout")
    if layout is not None and layout not in list(MemoryOrder):
        raise ValueError(f"--map: the layout is one of {', '.join(MemoryOrder)}, not {layout!r}")
    return Quantities(
        {_known(name, (X, Y, INDICES), role): role for role, name in document.get("tensors", {}).items()}
        if not isinstance(document.get("tensors", {}), str)
        else {},
        {path: _quantities(path, value) for path, value in document.get("parameters", {}).items()},
        {_quantity(name): _value(value) for name, value in document.get("calls", {}).items()},
        None if layout is None else MemoryOrder(layout),
    )


def _known(name: object, roles: Iterable[str], role: str) -> str:
    if role not in roles or not isinstance(name, str):
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


def _value(value: object) -> Term:
    return Literal(value) if isinstance(value, int) and not isinstance(value, bool) else Variable(_quantity(value))


def meaning(
    function: Function,
    program: CProgram,
    user: Quantities,
    lengths: Sequence[tuple[str, int, object]],
    at: SourcePosition,
) -> ParameterMeaning:
    """What the integers stand for; raises Refused where that cannot be told."""
    paths = list(program.leaves.used)
    claimed = {path: user.leaves.get(path) or quantities(path, _entries(path, paths)) for path in paths}
    unknown = [path for path, wanted in claimed.items() if not wanted]
    if unknown:
        lines = "".join(f'\n    "{path}" = "..."' for path in unknown)
        known = ", ".join((*QUANTITIES, *OUTPUT_SIZES))
        change = f"say so with --map FILE.toml:\n    [parameters]{lines}\n  each one of {known}"
        raise refused(at, f"what {', '.join(unknown)} stands for cannot be told from the name", change)
    leaves = _narrowed(claimed, user)
    equations: list[tuple[Variable, Term]] = [(Variable(name), value) for name, value in user.calls.items()]
    equations += [(Variable(other), Variable(w[0])) for w in leaves.values() for other in w[1:]]
    equations += _of_lengths(lengths, leaves)
    calls = dict(equations)
    taken = {wanted[0] for wanted in leaves.values()} | {v.name for v in calls}
    missing = [name for name in QUANTITIES if name not in taken and not _is_free(name, taken)]
    used = {**DEFAULTS, **(written_out(function) if missing else {})}
    for name in missing:
        if name not in used:
            raise refused(
                at, f"nothing in the function stands for {name}", f'say what it is with --map: [calls] "{name}" = 1'
            )
        calls[Variable(name)] = Literal(used[name])
    for axis in (0, 1):
        if f"pads[{2 + axis}]" in missing:
            calls |= _end_pad(axis, calls)
    equations += [(Variable(name), calls[Variable(name)]) for name in missing]
    return ParameterMeaning(leaves, _resolved(equations, at), user.layout or MemoryOrder.NCHW)


def _entries(path: str, paths: Iterable[str]) -> int:
    """How many entries a list has, as far as they are read."""
    stem, bracket, _ = path.rpartition("[")
    if not bracket:
        return 0
    return max(int(p.rpartition("[")[2].rstrip("]")) for p in paths if p.rpartition("[")[0] == stem) + 1


def _narrowed(claimed: Mapping[str, tuple[str, ...]], user: Quantities) -> dict[str, tuple[str, ...]]:
    """What names claim, less what a name that claims less claims too, and less end pads that nothing depends on."""
    outputs = {q for wanted in claimed.values() for q in wanted if q in OUTPUT_SIZES}
    found = {}
    for path, wanted in claimed.items():
        others = {q for other, w in claimed.items() if len(w) < len(wanted) for q in w}
        ends = {f"pads[{2 + axis}]" for axis in (0, 1) if OUTPUT_SIZES[axis] in outputs}
        left = (
            wanted
            if path in user.leaves
            else tuple(q for q in wanted if q not in others and (q == wanted[0] or q not in ends))
        )
        found[path] = left or wanted
    return found


def _is_free(name: str, taken: set[str]) -> bool:
    """An end pad that shows only in the size of Y, where the function is given that, and pads at all."""
    return any(name == f"pads[{2 + axis}]" and {OUTPUT_SIZES[axis], f"pads[{axis}]"} <= taken for axis in (0, 1))


def _of_lengths(
    lengths: Sequence[tuple[str, int, object]], leaves: Mapping[str, tuple[str, ...]]
) -> list[tuple[Variable, Term]]:
    """The lengths of dimensions, as what the sizes are that they belong to."""
    found: list[tuple[Variable, Term]] = []
    for tensor, axis, length in lengths:
        assert isinstance(length, Term)
        name = f"dX_{axis}" if tensor == X or axis < 2 else f"dY_{axis}"
        names = {Variable(f"parameter {path}"): Variable(wanted[0]) for path, wanted in leaves.items()}
        value = substitute(bare(length), names)
        if value != Variable(name):
            found.append((Variable(name), value))
    return found


def _end_pad(axis: int, calls: Mapping[Variable, Term]) -> dict[Variable, Term]:
    """The least pad at the end with which Y has the size that is written out, where all else is too."""
    wanted = (f"dX_{axis + 2}", f"dY_{axis + 2}", *(f"{name}[{axis}]" for name in LISTS))
    values = [calls.get(Variable(name)) for name in wanted]
    numbers = [value.value for value in values if isinstance(value, Literal) and isinstance(value.value, int)]
    if len(numbers) < len(wanted):
        return {}
    named = dict(zip(wanted, numbers, strict=True))
    extent = named[f"dilations[{axis}]"] * (named[f"kernel_shape[{axis}]"] - 1) + 1
    slack, stride = named[f"dX_{axis + 2}"] + named[f"pads[{axis}]"] - extent, named[f"strides[{axis}]"]
    pad = max(0, (named[f"dY_{axis + 2}"] - 1) * stride - slack)
    return {Variable(f"pads[{2 + axis}]"): Literal(pad)}


def _resolved(equations: Sequence[tuple[Term, Term]], at: SourcePosition) -> dict[Variable, Term]:
    """What some quantities are, none of them in the values any more; raises Refused where no call is so."""
    found: dict[Variable, Term] = {}
    for equation in equations:
        left, right = (substitute(side, found) for side in equation)
        if left == right:
            continue
        if not isinstance(left, Variable):
            left, right = right, left
        if not isinstance(left, Variable) or left in free_variables(right):
            raise refused(at, f"no call has {to_plain(left)} = {to_plain(right)}, as lengths or --map say")
        found = {name: substitute(value, {left: right}) for name, value in found.items()} | {left: right}
    return found
