"""Names that count something: N images with C channels, each with H rows and W columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.formulas.sentences import Atom
from spec.documents.formulas.words import SPATIAL_AXES, Quantity, Role


def _sides(atom: Atom) -> Sequence[str]:
    """The two names of H x W."""
    written = formula_in(atom.text, atom.start)
    is_pair = written is not None and written.form is Form.MULTIPLY and len(written.parts) == SPATIAL_AXES
    names = [part.text for part in written.parts if part.form is Form.NAME] if written is not None and is_pair else []
    return names if len(set(names)) == SPATIAL_AXES else []


_COUNTS: Mapping[str, tuple[Role | None, int | None]] = {
    **dict.fromkeys(("images", "samples", "batches"), (Role.BATCH, None)),
    "channels": (Role.CHANNELS, None),
    "rows": (None, 0),
    "columns": (None, 1),
}
"""What a name before such a word is: rows and columns are those of the tensor, or the kernel, that is spoken of."""
_OWNERS: Mapping[str, Role] = {"_X": Role.X, "_Y": Role.Y, "_TENSOR": Role.X, "_KERNEL": Role.KERNEL}
_AREAS = ("pixels", "elements")
"""What both sizes of a plane count, in their order: H x W pixels."""
_YS = ("result", "results")
_ALSO_X = ("picture", "pictures", "data")
_NOT_COUNTED = frozenset(
    "_PAD PADS _PADDED _PADDED_X _STRIDE STRIDES _DILATION DILATIONS _EXTENT _EFFECTIVE _ADDED".split()
)
"""Words of which a row or a column may be another thing's."""


def counted_in(sentence: Sequence[Atom]) -> list[tuple[str, Atom, Quantity]]:
    """The names that count something, each with where it stands, where it is said of what: N images, each with H rows;
    H x W pixels. What begins with "let" speaks of another thing."""
    starts = [0, *(at for at, atom in enumerate(sentence) if at and atom.text.lower() == "let"), len(sentence)]
    return [each for begin, end in pairwise(starts) for each in _counted_in(sentence[begin:end])]


def _counted_in(sentence: Sequence[Atom]) -> list[tuple[str, Atom, Quantity]]:
    pairs = [
        (at, name, _COUNTS[after.text.lower()])
        for at, (atom, after) in enumerate(pairwise(sentence))
        if len(atom.names) == 1 and atom.text[:1].isupper() and after.text.lower() in _COUNTS
        for name in atom.names
    ]
    pairs += [
        (at, name, (None, axis))
        for at, (atom, after) in enumerate(pairwise(sentence))
        if after.text.lower() in _AREAS and atom.is_marked
        for axis, name in enumerate(_sides(atom))
    ]
    if not pairs or any(atom.word.kind in _NOT_COUNTED for atom in sentence):
        return []
    before = sentence[: min(at for at, _, _ in pairs)]
    owners = {_OWNERS[atom.word.kind] for atom in before if atom.word.kind in _OWNERS}
    owners |= {Role.X for atom in before if atom.names == ("x",)}
    if any(atom.names == ("y",) for atom in before):
        owners = {Role.Y}
    owners |= {Role.Y for atom in before if atom.text.lower() in _YS}
    owners |= {Role.X for atom in before if atom.text.lower() in _ALSO_X}
    if Role.Y in owners and not any(atom.word.kind == "_X" for atom in before):
        owners -= {Role.X}  # The result is a tensor too.
    owner = next(iter(owners)) if len(owners) == 1 else None
    return [
        (name, sentence[at], Quantity(of, axis))
        for at, name, (role, axis) in pairs
        if (of := role or owner) is not None and (role is None or owner is not Role.KERNEL)
    ]
