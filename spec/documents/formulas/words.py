"""The quantities of the operator, and the names that say by themselves which they are: `kernel_shape`, `out_h`.

A name is read exactly: each of its parts is known, and they fit together; or it says nothing by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from spec.language.terms import Term
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, slack, stride, x, y

SPATIAL_AXES = 2
TENSOR_AXES = SPATIAL_AXES + 2
RUNNING = frozenset("ijkaq")
"""Letters for an index that runs over the spatial axes."""


class Role(StrEnum):
    """A quantity of the operator. `PAD` is one padding for both ends, `PADS` their sum, `PADDED` the padded input.

    `AXIS` is none: an axis is named, and no quantity on it.
    """

    X = "x"
    Y = "y"
    KERNEL = "kernel"
    DILATION = "dilation"
    STRIDE = "stride"
    PAD_BEGIN = "pad_begin"
    PAD_END = "pad_end"
    PAD = "pad"
    PADS = "pads"
    PADDED = "padded"
    EXTENT = "extent"
    SLACK = "slack"
    BATCH = "batch"
    CHANNELS = "channels"
    AXIS = "axis"


PADDINGS = frozenset((Role.PAD, Role.PADS, Role.PAD_BEGIN, Role.PAD_END))
TERMS: Mapping[Role, Term] = {
    **{
        Role(quantity.name): quantity
        for quantity in (x, y, kernel, dilation, stride, pad_begin, pad_end, extent, slack)
    },
    Role.PADS: pad_begin + pad_end,
    Role.PADDED: x + pad_begin + pad_end,
}
"""The quantities of one axis in per-axis words; `PAD` is the begin, on the understanding that the end is the same."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity on a spatial axis counted from 0. Without an axis it is one of any axis.

    `running` is the letter that counts the axes in `strides[i]`, with what is added to it to count from the first
    spatial one. `is_running` says of words that they name such an axis: "along axis i".
    """

    role: Role
    axis: int | None = None
    running: tuple[str, int] | None = None
    is_running: bool = False


_NAMES: Mapping[Role, str] = {
    Role.STRIDE: "stride strides",
    Role.DILATION: "dilation dilations",
    Role.KERNEL: "kernel filter window pool pooling",
    Role.PAD: "pad pads padding paddings",
    Role.PADDED: "padded",
    Role.EXTENT: "extent effective dilated",
    Role.SLACK: "slack",
    Role.BATCH: "batch",
    Role.CHANNELS: "channel channels",
    Role.Y: "out output outputs Y",
    Role.X: "in input inputs X image",
}
_ROLE_OF = {part: role for role, parts in _NAMES.items() for part in parts.split()}
_HEADS: Sequence[tuple[Role, frozenset[Role]]] = (
    (Role.STRIDE, frozenset((Role.KERNEL,))),
    (Role.DILATION, frozenset((Role.KERNEL,))),
    (Role.EXTENT, frozenset((Role.KERNEL,))),
    (Role.PADDED, frozenset((Role.X,))),
    (Role.PAD, frozenset((Role.X,))),
    *((role, frozenset[Role]()) for role in (Role.KERNEL, Role.SLACK, Role.BATCH, Role.CHANNELS, Role.X, Role.Y)),
)
"""A role, and those that may stand beside it in a name: the stride of the kernel is a stride."""
_SIZES = frozenset("size sizes shape dim dims dimension dimensions spatial len length count num rate".split())
_AXES = {
    **dict.fromkeys("h H height vertical".split(), 0),
    **dict.fromkeys("w W width horizontal".split(), 1),
    **dict.fromkeys("top t bottom b".split(), 0),
    **dict.fromkeys("left l right r".split(), 1),
    **dict.fromkeys("D depth".split(), 2),
}
_SIDES = {
    **dict.fromkeys("begin begins start before top t left l".split(), Role.PAD_BEGIN),
    **dict.fromkeys("end ends after bottom b right r".split(), Role.PAD_END),
    **dict.fromkeys("total sum shape".split(), Role.PADS),
}
"""What says of a padding, and of nothing else, on which side it is."""
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W_]|'")
_WORD = re.compile(r"[A-Za-z]+|\d+")


def words_of(text: str) -> list[str]:
    """The words of a name or a phrase, in lower case: `padShape_h` is pad, shape, h."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return [word.lower() for word in _WORD.findall(spaced)]


def named(name: str) -> Quantity | None:
    """The quantity that a name speaks of by its parts; None where a part is unknown, or they do not fit together."""
    parts = [p if len(p) == 1 else p.lower() for p in _PART.findall(name)]
    known = {_ROLE_OF[p] for p in parts if p in _ROLE_OF}
    role = next((head for head, beside in _HEADS if head in known and known - {head} <= beside), None)
    if role is None:
        return None
    others = [p for p in parts if p not in _ROLE_OF]
    if role is Role.PAD:
        return _padding(others)
    axes = {_AXES[p] for p in others if p in _AXES and p not in _SIDES}
    if len(axes) > 1 or any(p not in _SIZES and (p not in _AXES or p in _SIDES) for p in others):
        return None
    # An input is a tensor: only with a word for a size is its name a number.
    return Quantity(role, next(iter(axes), None)) if others or role not in (Role.X, Role.Y) else None


def _padding(parts: Sequence[str]) -> Quantity | None:
    axes = {_AXES[p] for p in parts if p in _AXES}
    sides = {_SIDES[p] for p in parts if p in _SIDES}
    if len(axes) > 1 or len(sides) > 1 or any(p not in _SIDES and p not in _AXES and p not in _SIZES for p in parts):
        return None
    return Quantity(next(iter(sides), Role.PAD), next(iter(axes), None))


# --- entries of lists ----------------------------------------------------------------------------

LISTS: Mapping[str, Role] = {
    "strides": Role.STRIDE,
    "dilations": Role.DILATION,
    "kernel_shape": Role.KERNEL,
    "X.shape": Role.X,
    "Y.shape": Role.Y,
}


def entry_of(name: str, place: int) -> Quantity | None:
    """An entry of a list, counted from 0, or from its end if negative; `pads` has all begins, then all ends."""
    if name == "pads":
        place += 2 * SPATIAL_AXES if place < 0 else 0
        role = Role.PAD_BEGIN if place < SPATIAL_AXES else Role.PAD_END
        return Quantity(role, place % SPATIAL_AXES) if 0 <= place < 2 * SPATIAL_AXES else None
    if name in ("X.shape", "Y.shape"):
        return size_of_tensor(LISTS[name], place)
    role_ = LISTS.get(name) or getattr(named(name), "role", None)
    place += SPATIAL_AXES if place < 0 else 0
    return Quantity(role_, place) if role_ is not None and 0 <= place < SPATIAL_AXES else None


def entry_of_pads(place: int | None, running: tuple[str, int] | None) -> Quantity | None:
    """`pads` lists all begins, then all ends: pads[0], pads[2] on two spatial axes; pads[i], pads[i + 2] on any, and
    pads[i - 1], pads[i + 1] where they are counted from 1."""
    if place is not None:
        return entry_of("pads", place)
    if running is None or not -SPATIAL_AXES <= running[1] <= SPATIAL_AXES:
        return None
    letter, more = running
    if more <= 0:
        return Quantity(Role.PAD_BEGIN, None, (letter, more))
    return Quantity(Role.PAD_END, None, (letter, more - SPATIAL_AXES))


_PLACE = re.compile(rf"(?P<letter>[{''.join(sorted(RUNNING))}])(?:\s*(?P<more>[+-]\s*\d+))?")


def named_entry(name: str, place: str) -> Quantity | None:
    """An entry of a list by its index as text: a number, or a letter that counts the axes, as in `pads[i + 2]`."""
    if place.lstrip("-").isdigit():
        return entry_of(name, int(place))
    found = _PLACE.fullmatch(place)
    if found is None:
        return None
    running = found["letter"], int("".join((found["more"] or "0").split()))
    if name == "pads":
        return entry_of_pads(None, running)
    first = SPATIAL_AXES if name in ("X.shape", "Y.shape") else 0
    return Quantity(LISTS[name], None, (running[0], running[1] - first)) if name in LISTS else None


def size_of_tensor(role: Role, place: int) -> Quantity | None:
    """The size of a tensor along one of its axes: batch, channels, then the spatial ones."""
    place += TENSOR_AXES if place < 0 else 0
    if place < 2:
        return Quantity((Role.BATCH, Role.CHANNELS)[place]) if place >= 0 else None
    return Quantity(role, place - 2)


TENSORS = {"X": Role.X, "Y": Role.Y, "Indices": Role.Y, "input": Role.X, "output": Role.Y, "dX": Role.X, "dY": Role.Y}
PADDED_NAMES = frozenset(("X_p", "Xp", "X_padded", "X_pad", "Xpad"))
_DIMENSION = re.compile(r"d_?(?P<tensor>[A-Za-z]+?(?:_[a-z]+)?)_(?P<index>\d+)")


def dimension(name: str) -> Quantity | None:
    """dX_2 is the size of X along its dimension 2, the first spatial axis."""
    found = _DIMENSION.fullmatch(name)
    if found is None:
        return None
    tensor, index = found["tensor"], int(found["index"])
    if tensor in PADDED_NAMES:
        return size_of_tensor(Role.PADDED, index)
    if tensor == "W" and index >= TENSOR_AXES - SPATIAL_AXES:
        return size_of_tensor(Role.KERNEL, index)
    return size_of_tensor(TENSORS[tensor], index) if tensor in TENSORS else None


_LIST_OF = {role: name for name, role in LISTS.items()}


def quantity_name(quantity: Quantity) -> str:
    """A quantity as the operator names it: `pads[2]`, `X.shape[3]`; without an axis, by its role."""
    if quantity.axis is None:
        return quantity.role.value
    if quantity.role in (Role.PAD_BEGIN, Role.PAD_END):
        return f"pads[{quantity.axis + SPATIAL_AXES * (quantity.role is Role.PAD_END)}]"
    if quantity.role in (Role.X, Role.Y):
        return f"{_LIST_OF[quantity.role]}[{quantity.axis + SPATIAL_AXES}]"
    name = _LIST_OF.get(quantity.role)
    return f"{name}[{quantity.axis}]" if name else f"{quantity.role.value} on axis {quantity.axis}"
