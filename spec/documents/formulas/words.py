"""What a name or a phrase of a document speaks of, told from its words: a quantity of the operator, on an axis.

One table for both: `kernel_spatial_shape`, "the size of the kernel", `dX_2`, "the height of the input".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from spec.language.terms import Term
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, slack, stride, x, y


class Role(StrEnum):
    """A quantity of the operator. `PAD` is one padding for both ends, `PADS` their sum, `PADDED` the padded input."""

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


TERMS: Mapping[Role, Term] = {
    Role.X: x,
    Role.Y: y,
    Role.KERNEL: kernel,
    Role.DILATION: dilation,
    Role.STRIDE: stride,
    Role.PAD_BEGIN: pad_begin,
    Role.PAD_END: pad_end,
    Role.PADS: pad_begin + pad_end,
    Role.PADDED: x + pad_begin + pad_end,
    Role.EXTENT: extent,
    Role.SLACK: slack,
}
"""The quantities of one axis in per-axis words; `PAD` is the begin, on the understanding that the end is the same."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity on a spatial axis counted from 0; axis None is any, the formula's running index."""

    role: Role
    axis: int | None = None


_STEMS: Mapping[Role, str] = {
    Role.STRIDE: r"stride|step",
    Role.EXTENT: r"extent|effective|span",
    Role.SLACK: r"slack",
    Role.DILATION: r"dilation|rate",
    Role.PADDED: r"padded",
    Role.PAD: r"pad",
    Role.KERNEL: r"kernel|filter|window|pool",
    Role.BATCH: r"batch",
    Role.CHANNELS: r"channel",
    Role.Y: r"out(put)?s?$|^dy$|^y$",
    Role.X: r"in(put)?s?$|^dx$|^x$|image",
}
"""What decides, first of all: a stride of the kernel is a stride, the pads of the input are pads."""

_BEGIN = frozenset("begin begins beginning start starts first before leading lower top left front".split())
_END = frozenset("end ends ending after trailing last upper bottom right back".split())
_BOTH = frozenset("sum total shape overall combined".split())
_AXES: tuple[frozenset[str], ...] = (
    frozenset("first h height rows row vertical vertically top bottom y".split()),
    frozenset("second w width columns column horizontal horizontally left right x".split()),
    frozenset("third d depth front back z".split()),
)
_SIZES = frozenset("size sizes shape dimension dimensions height width depth length number spatial".split())
_POSITIONS = frozenset("index indices position list attribute".split())
"""What a phrase with one of these speaks of is no quantity, but a place among some, or several."""
_WORD = re.compile(r"[A-Za-z]+|\d+")


def words_of(text: str) -> list[str]:
    """The words of a name or a phrase, in lower case: `padShape_h` is pad, shape, h."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return [word.lower() for word in _WORD.findall(spaced)]


def quantity(text: str, *, phrase: bool) -> Quantity | None:
    """The quantity that a name or, with `phrase`, a description speaks of; None if it is none that is known.

    A name's letter h or w is an axis. In a phrase it has to be said: first spatial axis, height, rows.
    """
    words = words_of(text)
    role = _role(words, phrase=phrase)
    return None if role is None else Quantity(role, _axis(words, role, phrase=phrase))


def quantity_beside(head: str, window: str) -> Quantity | None:
    """The quantity of a letter beside some words; what the sentence begins with says what they are of."""
    role = _role(words_of(f"{head} {window}"), phrase=True)
    if role is None or role in (Role.BATCH, Role.CHANNELS):
        return None
    axis = _axis(words_of(window), role, phrase=True)
    return Quantity(role, axis if axis is not None else _axis(words_of(head), role, phrase=True))


def is_descriptive(text: str) -> bool:
    """The text ends with a word for an axis, a size or a quantity."""
    words = words_of(text)[-1:]
    if not words or not text.rstrip()[-1].isalnum():
        return False
    return bool(axes_in(words[0]) or _SIZES & set(words)) or _role(words, phrase=False) is not None


def axes_in(phrase: str) -> list[int]:
    """The axes that a phrase names, in its order."""
    found = (_axis([word], Role.KERNEL, phrase=True) for word in words_of(phrase))
    return [axis for axis in found if axis is not None]


def _role(words: Sequence[str], *, phrase: bool) -> Role | None:
    if phrase and _POSITIONS & set(words):
        return None
    for role, stem in _STEMS.items():
        if any(re.search(stem, word) for word in words):
            if role in (Role.X, Role.Y) and not (_SIZES if phrase else _SIZES | set("hwd")) & set(words):
                return None
            if role is Role.PAD:
                return _padding(words)
            if role is Role.KERNEL and "dilated" in words:
                return Role.EXTENT
            return role
    return None


def _padding(words: Sequence[str]) -> Role:
    said = set(words)
    if said & _BOTH or (said & _BEGIN and said & _END):
        return Role.PADS
    if said & (_BEGIN - {"first"}):
        return Role.PAD_BEGIN
    return Role.PAD_END if said & (_END - {"last"}) else Role.PAD


def _axis(words: Sequence[str], role: Role, *, phrase: bool) -> int | None:
    letters = frozenset("hwdxyz")
    for axis, names in enumerate(_AXES):
        for word in words:
            if word in names and not (word in letters and (phrase or words[0] == word == "x")):
                if role in (Role.X, Role.Y) and word in ("x", "y"):
                    continue
                return axis
    return None
