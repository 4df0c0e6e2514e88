"""What the names of a document mean: resolved from its own definitions, then from the words they are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from spec.documents.formulas.descriptions import Described, beside, descriptions
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.words import Quantity, Role, quantity
from spec.documents.pages.model import Block, Document, Kind

SPATIAL_AXES = 2
_DIMENSION = re.compile(r"^d_?(?P<tensor>[A-Za-z]+?(?:_[a-z]+)?)_(?P<index>\d+)$")
_BARE = {"N": (Role.BATCH, None), "C": (Role.CHANNELS, None), "H": (Role.X, 0), "W": (Role.X, 1), "D": (Role.X, 2)}
_LAYOUT = re.compile(r"N\s*[,x×*]\s*C\s*[,x×*]\s*H")
_TENSORS = {"X": Role.X, "Y": Role.Y, "Indices": Role.Y, "input": Role.X, "output": Role.Y}
PADDED_NAMES = frozenset(("X_p", "Xp", "X_padded", "X_pad", "Xpad"))
RUNNING = frozenset("ijkaq")
"""Letters for an index that runs over the spatial axes."""


@dataclass(frozen=True, slots=True)
class Notation:
    """The names that a part of a document defines: in words, or by a formula (`α = ...`)."""

    described: Mapping[str, Described] = field(default_factory=dict)
    formulas: Mapping[str, Written] = field(default_factory=dict)
    bare_sizes: bool = False

    def resolve(self, written: Written) -> Quantity | None:
        """The quantity that a name, or an entry of a list, stands for."""
        if written.form is Form.NAME:
            return self._name(written.text)
        if written.form in (Form.INDEX, Form.CALL) and len(written.parts) == 2:
            return self._entry(written.parts[0], written.parts[1])
        return None

    def _name(self, name: str) -> Quantity | None:
        if (size := _dimension(name)) is not None:
            return size
        if (said := self.described.get(name)) and said.means:
            return said.means
        if name in _BARE:
            return Quantity(*_BARE[name]) if self.bare_sizes else None
        return quantity(name, phrase=False) if len(name) > 1 else None

    def _entry(self, base: Written, index: Written) -> Quantity | None:
        name = _shape_of(base)
        if name in _TENSORS and base.form is not Form.NAME:
            return _axis_of_tensor(_TENSORS[name], index)
        said = self.described.get(f"{name}[{index.text}]") or self.described.get(name)
        means = quantity(name, phrase=False) or (said.means if said else None)
        if means is None:
            means = next((d.means for n, d in self.described.items() if n.startswith(f"{name}[")), None)
        if means is None:
            return None
        if means.role is Role.PAD and name.endswith("s"):
            return _entry_of_pads(index)
        if index.form is Form.NUMBER and index.text.isdigit():
            return Quantity(means.role, int(index.text))
        return Quantity(means.role, None) if index.text in RUNNING else None


def _shape_of(base: Written) -> str:
    """The tensor's name in X.shape or shape(X); else the name itself."""
    if base.form is Form.MEMBER and base.parts[1].text in ("shape", "size", "dims"):
        return base.parts[0].text
    return base.text


def _axis_of_tensor(role: Role, index: Written) -> Quantity | None:
    if index.form is Form.NUMBER and index.text.isdigit():
        return _size(role, int(index.text))
    return None


def _dimension(name: str) -> Quantity | None:
    """dX_2 is the size of X along its dimension 2, the first spatial axis."""
    found = _DIMENSION.match(name)
    if found is None:
        return None
    tensor, index = found["tensor"], int(found["index"])
    if tensor in PADDED_NAMES:
        return Quantity(Role.PADDED, index - 2) if index >= 2 else _size(Role.X, index)
    return _size(_TENSORS[tensor], index) if tensor in _TENSORS else None


def _size(role: Role, index: int) -> Quantity:
    if index < 2:
        return Quantity((Role.BATCH, Role.CHANNELS)[index])
    return Quantity(role, index - 2)


def _entry_of_pads(index: Written) -> Quantity | None:
    """`pads` lists all begins, then all ends: pads[0], pads[2] on two spatial axes; pads[i], pads[i + n] on any."""
    if index.form is Form.NUMBER and index.text.isdigit():
        at = int(index.text)
        role = Role.PAD_BEGIN if at < SPATIAL_AXES else Role.PAD_END
        return Quantity(role, at % SPATIAL_AXES) if at < 2 * SPATIAL_AXES else None
    if index.form is Form.ADD:
        return Quantity(Role.PAD_END)
    return Quantity(Role.PAD_BEGIN) if index.text in RUNNING else None


def notation(document: Document, part: str | None = None) -> Notation:
    """The notation of a document; with `part`, what the part under that outermost heading says comes first."""
    described: dict[str, Described] = {}
    formulas: dict[str, Written] = {}
    blocks = sorted(document.blocks, key=lambda block: block.path[:1] == (part,))
    for block in blocks:
        for said in descriptions(block):
            if said.means is not None or said.name not in described:
                described[said.name] = said
        for name, written in _named_formulas(block):
            formulas[name] = written
    # What stands beside a name says less surely what it is than a sentence on it.
    for said in (found for block in blocks for found in beside(block)):
        if said.name not in formulas and (said.name not in described or described[said.name].means is None):
            described[said.name] = said
    return Notation(described, formulas, bool(_LAYOUT.search(document.text)))


def _named_formulas(block: Block) -> Iterator[tuple[str, Written]]:
    """Formulas that give a bare name its value: α = dX_2 + pads[0] + pads[2]."""
    for piece in block.of(Kind.MATH, Kind.CODE):
        written = formula_in(piece.text, piece.start) if "=" in piece.text else None
        if written is None:
            continue
        for part in written.parts if written.form is Form.ALL else (written,):
            if part.form is Form.RELATION and part.text == "EQ" and part.parts[0].form is Form.NAME:
                yield part.parts[0].text, part.parts[1]
