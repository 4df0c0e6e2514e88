"""A witness in its document's own names: every quantity that a call on an axis has, as the document spells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from proofs.solvers.answers import Values
from spec.documents.formulas.formulas import Written
from spec.documents.formulas.words import SPATIAL_AXES, Role, size_of_tensor
from spec.documents.names.meaning import spelling
from spec.language.terms import Variable
from spec.maxpool.vocabulary import ATTRIBUTES, AXES, axis_names
from spec.readings.plain import to_plain
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x, y

Spelled = Mapping[Role, Written]
"""Where a formula names each quantity of its own axis."""

_CALL: Mapping[Role, Variable] = {
    Role.X: x,
    Role.KERNEL: kernel,
    Role.DILATION: dilation,
    Role.STRIDE: stride,
    Role.PAD_BEGIN: pad_begin,
    Role.PAD_END: pad_end,
}
"""What a call gives on an axis, in the order in which it is told."""
_PADS = (Role.PAD_BEGIN, Role.PAD_END)
_SIZE = re.compile(r"dX_(?P<place>\d)")
_OUTPUT = re.compile(rf"{y.name}_(?P<axis>\d)")


def in_names(values: Values, axis: int | None, spelled: Iterable[Spelled]) -> dict[str, object]:
    """What a call has on an axis, in the names that a document's formulas use; in the operator's where none does.

    What a formula says of another axis, whose variables carry its number, is in the operator's names.
    """
    names: dict[Role, str] = {}
    for each in spelled:
        for role, written in each.items():
            # An attribute's own entry is told with its number: kernel_shape[0], not kernel_shape or kernel_shape[i].
            base = written.parts[0] if written.parts else written
            if base.text not in ATTRIBUTES:
                names.setdefault(role, spelling(written))
    if Role.PAD in names and values.get(pad_begin.name) == values.get(pad_end.name):
        # One name for the padding at both ends.
        names = dict.fromkeys(_PADS, names[Role.PAD]) | names
    shown: dict[str, object] = {}
    for role, variable in _CALL.items():
        for name, other in ((variable.name, axis or 0), *((f"{variable.name}_{i}", i) for i in range(len(AXES)))):
            if name in values:
                own = names.get(role) if name == variable.name else None
                shown[own or to_plain(axis_names(other, max(len(AXES), other + 1))[variable])] = values[name]
    return shown


def with_letters(
    values: Values, axis: int | None, spelled: Spelled, named: Callable[[int | None], Spelled]
) -> dict[str, object]:
    """Some values in a document's names, and those of the letters that are no quantity of a call.

    `spelled` is what a formula names on its own axis, `named` what the document names on any.
    """
    own = {v.name for v in _CALL.values()}
    shown = in_names({n: v for n, v in values.items() if n in own}, axis, [spelled, named(axis)])
    others = set(own)
    for other in range(len(AXES)):
        there = {name: values[f"{name}_{other}"] for name in sorted(own) if f"{name}_{other}" in values}
        shown |= in_names(there, other, [named(other)])
        others |= {f"{name}_{other}" for name in own}
    return shown | {_letter(name, named): value for name, value in values.items() if name not in others}


def size_name(tensor: str, place: int, named: Callable[[int | None], Spelled]) -> str:
    """The document's name for the size of X or Y along one of its axes; `dX_2` where it has none."""
    size = size_of_tensor(Role.X if tensor == "X" else Role.Y, place)
    written = named(size.axis).get(size.role) if size is not None else None
    return spelling(written) if written is not None else f"d{tensor}_{place}"


def _letter(name: str, named: Callable[[int | None], Spelled]) -> str:
    """A variable that is no quantity of a call, in the document's names: a size of X or Y, or a letter of its own."""
    if found := _SIZE.fullmatch(name):
        return size_name("X", int(found["place"]), named)
    if found := _OUTPUT.fullmatch(name):
        return size_name("Y", int(found["axis"]) + SPATIAL_AXES, named)
    return name.removesuffix("_position")
