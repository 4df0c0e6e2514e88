"""What names say of parameters: `stride_h`, `kw`, `pads[1]`, `params.padding.top`, each a quantity of the clauses."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

_WORDS: Mapping[str, Sequence[str]] = {
    "dilations": "dilation dilations dilate dil dilat".split(),
    "strides": "stride strides step steps str strd".split(),
    "pads": "pad pads padding paddings".split(),
    "kernel_shape": "kernel kernels ker kern filter filt window win pool pooling ksize kshape".split(),
    "out": "out output outputs dst dest o result y pooled".split(),
    "in": "in input inputs src i x".split(),
    "batch": "batch batches n nb num nbatch nbatches images".split(),
    "channels": "channel channels c ch chan chans nc nchan planes plane depth maps slices nslices features".split(),
}
_ATTRIBUTES = ("dilations", "strides", "pads", "kernel_shape")
_LETTERS: Mapping[str, str] = {"d": "dilations", "s": "strides", "p": "pads", "k": "kernel_shape"}
"""A letter of its own, or before one of an axis or a side: `s`, `sh`."""
_SIZES: Mapping[str, str] = {"o": "out", "i": "in"}
_AXES: Mapping[str, int] = {
    **dict.fromkeys("h height y row rows vertical vert ver heights".split(), 0),
    **dict.fromkeys("w width x col cols column columns horizontal horiz hor wd widths".split(), 1),
}
_SIDES: Mapping[str, tuple[int | None, int]] = {
    **{"top": (0, 0), "t": (0, 0), "bottom": (0, 1), "b": (0, 1), "bot": (0, 1)},
    **{"left": (1, 0), "l": (1, 0), "right": (1, 1), "r": (1, 1)},
    **dict.fromkeys("begin before start lo head pre first".split(), (None, 0)),
    **dict.fromkeys("end after stop hi tail post second".split(), (None, 1)),
}
"""A word for a side of an axis: the axis, where it says that, and begin or end."""
_PAIRS = ("hw", "yx", "rc", "vh")
"""Letters of rows and of columns, where two names differ in nothing else."""
_OTHERWISE = frozenset(
    "area bytes byte bits dilated doubled eff effective even exp half halved has inverse inv last less log log2".split()
    + "minus neg negated negative odd padded plus radius recip reciprocal squared sum sums total totals".split()
    + "twice use uses with without".split()
)
"""Words by which a name is of another number than the quantity it names: `pad_total_h`, `log2_stride`, `kh_minus_1`."""
_COUNTED = frozenset("count counts num number".split())
"""How many of something: of batches, channels, rows; of strides it is no stride."""
_LIST_OF_LISTS = re.compile(r"\[\d+\].*\[\d+\]$")
_ENTRY = re.compile(r"\[(\d+)\]")
_DOCUMENTED = re.compile(r"\bd([XY])(?:_|\[)([0-3])\]?$")
"""The sizes as the specification writes them."""


def words_of(path: str) -> list[str]:
    """The words of a name, in small letters: `inHeight`, `pool_params.stride.h`, `pads[2]`."""
    found, current = list[str](), ""
    for i, letter in enumerate(path):
        before = path[i - 1] if i else ""
        starts = (letter.isupper() and (before.islower() or path[i + 1 : i + 2].islower())) or (
            letter.isdigit() != before.isdigit() and bool(before)
        )
        if not letter.isalnum() or starts:
            found.append(current)
            current = ""
        current += letter if letter.isalnum() else ""
    return [word.lower() for word in (*found, current) if word]


def quantities(path: str, entries: int, *, channels_last: bool = False) -> tuple[str, ...]:
    """The quantities that a name says a parameter is, such as both strides for `stride`; none where it says nothing.

    `entries` are those of the list that the path's last index counts in, or 0; a list of sizes has the channels last
    where it is said so.
    """
    if as_documented := _DOCUMENTED.search(path):
        tensor, axis = as_documented.groups()
        return (f"d{tensor if axis in '23' else 'X'}_{axis}",)
    if is_denied(path):
        return ()
    words = _words(path)
    index = next((int(word) for word in reversed(words) if word.isdigit()), None)
    attribute = _attribute(words)
    if attribute is None:
        return _entry(words, channels_last) if path.endswith("]") else _size(words)
    if attribute == "pads":
        return _pads(words, index, entries)
    axis = _axis(words) if index is None else index
    return (f"{attribute}[0]", f"{attribute}[1]") if axis is None else (f"{attribute}[{axis}]",) if axis < 2 else ()


def axis_said(path: str, paths: Collection[str] = ()) -> int | None:
    """The axis that a name says, whatever the rest of it means: in a word or a letter, or beside others of `paths`.

    `jumph` says nothing alone; where there is `jumpw` too, it says rows.
    """
    words = _words(path)
    sides = (_SIDES[word][0] for word in reversed(words) if word in _SIDES)
    found = next((axis for axis in sides if axis is not None), _axis(words))
    return _axis_beside(path.lower(), {other.lower() for other in paths}) if found is None else found


def is_end_said(path: str) -> bool:
    """A name says that it is of the end of an axis, as `bottom_margin` does and `after_w`, whatever the rest means."""
    return any(end for word in _words(path) if word in _SIDES for end in _SIDES[word][1:])


def is_denied(path: str) -> bool:
    """A name says of itself that it is no quantity, or leaves open which: such a one is told by --map alone.

    `pad_total_h` is both pads of an axis, and `pads[0][1]` is one at the end or one of columns. So is `pad_h1`, and
    `pads[1].h`, and `pad2` of the four that may be meant; a number that is that of the axis besides says nothing new.
    """
    words = _words(path)
    if any(word in _OTHERWISE for word in words) or _LIST_OF_LISTS.search(path):
        return True
    if _attribute(words) is None or _DOCUMENTED.search(path):
        return False
    axis = axis_said(path)
    own = pairwise(words_of(path.rpartition(".")[2]))
    third = any(a in (*_WORDS["pads"], "p") and b.isdigit() and int(b) > 1 for a, b in own) and not path.endswith("]")
    after = any(a in _AXES and b.isdigit() and int(b) != _AXES[a] for a, b in pairwise(words))
    before = any(axis not in (None, int(i)) for i in _ENTRY.findall(path.rpartition(".")[0]))
    return after or before or third or any(word in _COUNTED for word in words)


def _axis_beside(name: str, others: Collection[str]) -> int | None:
    """The axis by the one letter in which a name differs from another, of rows or of columns."""
    for pair in _PAIRS:
        for axis, letter in enumerate(pair):
            places = (i for i, found in enumerate(name) if found == letter)
            if any(f"{name[:i]}{pair[1 - axis]}{name[i + 1 :]}" in others for i in places):
                return axis
    return None


def attribute_said(path: str) -> str | None:
    """The attribute that a name says, in a word; by a letter alone `k` does: `d` may be a dilation or a distance."""
    words = words_of(_without_letter(path))
    found = next((a for a in _ATTRIBUTES if any(word in _WORDS[a] for word in words)), None)
    by_letter = {"k", _LETTERS["k"]} & {*words, *_words(path)}
    return _LETTERS["k"] if found is None and by_letter else found


def _words(path: str) -> list[str]:
    return [part for word in words_of(_without_letter(path)) for part in _split(word)]


def _without_letter(path: str) -> str:
    """A part of a structure that has one letter for a name, if what follows says more than an axis: `p->in.height`."""
    structure, dot, rest = path.partition(".")
    says_more = any(word not in _AXES for word in words_of(rest))
    return rest if dot and len(structure) == 1 and says_more else path


def _split(word: str) -> list[str]:
    """`kh` in two, and `inh`, `hout`, `iwidth`; any other word as it is."""
    if (
        len(word) == 2
        and word[0] in {**_LETTERS, **_SIZES}
        and (word[1] in _AXES or (word[0] == "p" and word[1] in _SIDES))
    ):
        return [{**_LETTERS, **_SIZES}[word[0]], word[1]]
    if word[:1] in _SIZES and len(word) > 2 and word[1:] in _AXES:
        return [_SIZES[word[0]], word[1:]]
    for affix in ("in", "out"):
        rest = word.removeprefix(affix) if word.startswith(affix) else word.removesuffix(affix)
        if rest != word and rest in _AXES:
            return [affix, rest]
    return [word]


def _attribute(words: Sequence[str]) -> str | None:
    for attribute in _ATTRIBUTES:
        if any(word == attribute or word in _WORDS[attribute] for word in words):
            return attribute
    alone = [_LETTERS[word] for word in words if word in _LETTERS]
    return alone[0] if alone else None


def _axis(words: Sequence[str]) -> int | None:
    return next((_AXES[word] for word in reversed(words) if word in _AXES), None)


def _pads(words: Sequence[str], index: int | None, entries: int) -> tuple[str, ...]:
    """Entries of `pads`: a list of four is begin, begin, end, end, and one of two is the same on both sides."""
    side = next((_SIDES[word] for word in reversed(words) if word in _SIDES), (None, None))
    axis = side[0] if side[0] is not None else _axis(words)
    if index is not None:
        if entries > 2 or side[1] is not None:
            return (f"pads[{index + 2 * (side[1] or 0)}]",) if index < 4 else ()
        axis = index
    axes = (0, 1) if axis is None else (axis,)
    ends = (0, 1) if side[1] is None else (side[1],)
    return tuple(f"pads[{a + 2 * e}]" for e in ends for a in axes if a < 2)


def _entry(words: Sequence[str], channels_last: bool) -> tuple[str, ...]:
    """A size of X or of Y, by where it stands in a list."""
    axis, tensor = int(words[-1]), "dY" if words[0] in _WORDS["out"] else "dX"
    planes = (f"{tensor}_2", f"{tensor}_3")
    sizes = ("dX_0", *planes, "dX_1") if channels_last else ("dX_0", "dX_1", *planes)
    return sizes[axis : axis + 1]


def _size(words: Sequence[str]) -> tuple[str, ...]:
    """A size of X or of Y."""
    tensor = "dY" if "out" in words or any(word in _WORDS["out"] for word in words[:-1]) else "dX"
    last = [w for w in words if w not in ("in", "out", "input", "output", "size", "dim", "dims", "len", "shape")]
    for word in reversed(last):
        if word in _WORDS["batch"]:
            return ("dX_0",)
        if word in _WORDS["channels"]:
            return ("dX_1",)
        if word in _AXES:
            return (f"{tensor}_{_AXES[word] + 2}",)
    return ()
