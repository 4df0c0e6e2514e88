"""What the integers that a caller passes are in the clauses: from their names, or as the user says with --map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofs.program.c.lowering.scope import CProgram, X
from proofs.program.c.parameters.literals import written_out
from proofs.program.c.parameters.tensors import MAP
from proofs.program.c.parameters.uses import numbers, uses
from proofs.program.c.reading.tree import SourcePosition, refused
from proofs.program.c.reading.types import CInteger
from proofs.program.source.language import LISTS, Function, MemoryOrder
from proofs.program.source.machine import bare
from proofs.program.source.rewriting import rewritten
from reference.parameters.mapping import DEFAULTS, OUTPUT_SIZES, QUANTITIES, SIZES, entries, is_free, narrowed, read_map
from reference.parameters.names import attribute_said, axis_said, is_denied, is_end_said, quantities
from spec.language.fold import substitute
from spec.language.terms import Literal, Term, Variable, and_, free_variables
from spec.maxpool.vocabulary import dX
from spec.readings.plain import to_plain


@dataclass(frozen=True, slots=True)
class Quantities:
    """What the user says with --map.

    `tensors` gives X, Y and Indices to parameters, `leaves` quantities to integers by their paths, `calls` a value to
    quantities that the function has fixed, and `layout` the order of the axes in memory. `element` is the format of
    the elements, where integers hold their bits.
    """

    tensors: Mapping[str, str] = field(default_factory=dict)
    leaves: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: Mapping[str, Term] = field(default_factory=dict)
    layout: MemoryOrder | None = None
    element: str | None = None


@dataclass(frozen=True, slots=True)
class ParameterMeaning:
    """What each integer stands for; the calls that the function is for, as what some quantities are; the layout.

    Of `by_use` the names do not say it.
    """

    leaves: Mapping[str, tuple[str, ...]]
    calls: Mapping[Variable, Term]
    layout: MemoryOrder
    by_use: tuple[str, ...] = ()

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
    said = read_map(text)
    return Quantities(
        said.tensors,
        said.leaves,
        {name: Literal(value) if isinstance(value, int) else Variable(value) for name, value in said.calls.items()},
        None if said.layout is None else MemoryOrder(said.layout),
        said.elements,
    )


def meaning(
    function: Function,
    program: CProgram,
    user: Quantities,
    lengths: Sequence[tuple[str, int, object]],
    at: SourcePosition,
    *,
    channels_last: bool = False,
) -> ParameterMeaning:
    """What the integers stand for, lists of sizes in one order or the other; raises Refused where it cannot be told."""
    claimed, by_use = _claimed(function, list(program.leaves.used), user, at, channels_last)
    leaves = narrowed(claimed, user.leaves)
    equations: list[tuple[Variable, Term]] = [(Variable(name), value) for name, value in user.calls.items()]
    equations += [(Variable(other), Variable(w[0])) for w in leaves.values() for other in w[1:]]
    equations += _of_lengths(lengths, leaves)
    calls = dict(equations)
    taken = {wanted[0] for wanted in leaves.values()} | {v.name for v in calls}
    missing = [name for name in QUANTITIES if name not in taken and not is_free(name, taken)]
    used = {**DEFAULTS, **(_numbers(function) if missing else {})}
    for name in missing:
        if name not in used:
            change = f'say what it is with --map: [calls] "{name}" = 1, or [parameters] "..." = "{name}"'
            raise refused(at, f"nothing in the function stands for {name}", change)
        calls[Variable(name)] = Literal(used[name])
    written = [name for name in OUTPUT_SIZES if name in used and name not in taken]
    calls |= {Variable(name): Literal(used[name]) for name in written}
    for axis in (0, 1):
        if f"pads[{2 + axis}]" in missing:
            calls |= _end_pad(axis, calls)
    equations += [(Variable(name), calls[Variable(name)]) for name in (*missing, *written)]
    return ParameterMeaning(leaves, _resolved(equations, at), user.layout or MemoryOrder.NCHW, by_use)


def _numbers(function: Function) -> Mapping[str, int]:
    """The quantities that are written out, or all of them if the sizes are."""
    return {**numbers(function), **written_out(function)}


def _claimed(
    function: Function, paths: Sequence[str], user: Quantities, at: SourcePosition, channels_last: bool
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The quantities that each integer may stand for, and of which its use says so; raises Refused where none does."""
    named = {path: quantities(path, entries(path, paths), channels_last=channels_last) for path in paths}
    claimed = {path: user.leaves.get(path) or named[path] for path in paths}
    free = [path for path in paths if path not in user.leaves]
    lacking = {*QUANTITIES} - {*DEFAULTS, *user.calls, *SIZES, *(q for wanted in claimed.values() for q in wanted)}
    asked = [p for p in free if not claimed[p] or _is_twice(p, claimed) or (lacking and claimed[p][0] not in SIZES)]
    used = uses(function) if asked else {}
    by_use = {path: used[path] for path in asked if path in used and _kinds(used[path]) != _kinds(claimed[path])}
    for path, wanted in by_use.items():
        _require_not_denied(path, wanted, paths, at)
    claimed |= by_use
    if (twice := next((path for path in asked if _is_twice(path, claimed)), None)) is not None:
        both = " and ".join(path for path in paths if claimed[path] == claimed[twice])
        raise refused(at, f"{both} could each be {claimed[twice][0]}", MAP)
    if unknown := [path for path in paths if not claimed[path]]:
        lines = "".join(f'\n    "{path}" = "..."' for path in unknown)
        known = ", ".join((*QUANTITIES, *OUTPUT_SIZES))
        change = f"say so with --map FILE.toml:\n    [parameters]{lines}\n  each one of {known}"
        raise refused(at, f"what {', '.join(unknown)} stands for cannot be told from the name, or the use", change)
    return claimed, tuple(by_use)


def _require_not_denied(path: str, wanted: Sequence[str], paths: Sequence[str], at: SourcePosition) -> None:
    """What a parameter is used as is not another thing than its name says; raises Refused where it is.

    A stride of columns that is used for rows would be one of rows else, and what is wrong would be right.
    """
    if is_denied(path):
        raise refused(at, f"{path} is used as {' and '.join(wanted)}, and its name does not say just this", MAP)
    axis, attribute = axis_said(path, paths), attribute_said(path)
    other_axis = axis is not None and {_axis(name) for name in wanted} != {axis}
    # What stands with a position is the pad before it.
    other_end = _kinds(wanted) == {"pads"} and is_end_said(path)
    if other_axis or other_end or (attribute is not None and _kinds(wanted) != {attribute}):
        raise refused(at, f"{path} is used as {' and '.join(wanted)}, and its name says another thing", MAP)


def _axis(quantity: str) -> int | None:
    """The axis of a quantity; batches and channels are on none."""
    number = int(quantity.rstrip("]")[-1])
    return number % 2 if number >= 2 or quantity.endswith("]") else None


def _kinds(wanted: Sequence[str]) -> set[str]:
    """The attributes, or the sizes."""
    return {name.partition("[")[0] for name in wanted}


def _is_twice(path: str, claimed: Mapping[str, tuple[str, ...]]) -> bool:
    """Two parameters are called as a size of X is; one of them may be that of Y."""
    return claimed[path] in ((dX[2].name,), (dX[3].name,)) and list(claimed.values()).count(claimed[path]) > 1


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
