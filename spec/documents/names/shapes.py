"""The names that the entries of a shape give to sizes: in sentences, in tables, in types and declarations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import Atom, sentences, tensors_of
from spec.documents.formulas.words import TENSOR_AXES, TENSORS, Quantity, Role, size_of_tensor
from spec.documents.names.beside import Described
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.pages.tables import heading_of, tables_of

_OF = {Role.X: frozenset(("input", "X")), Role.Y: frozenset(("output", "Y"))}
_SHAPES = frozenset(("shape", "dimensions"))
_UNSURE = frozenset("not if when unless suppose where example instance would no never".split())


_NO_TENSORS: Mapping[str, str] = {}
_DECLARED = re.compile(
    r"^[ \t]*(?P<tensor>[XY])[ \t]*:[ \t]*\w+[ \t]*(?P<sizes>(?:\[[ \t]*\w+[ \t]*\]){4}|\[\w+(?:,[ \t]*\w+){3}\])",
    re.MULTILINE,
)
"""In a listing: X : float[N][C][H][W], X : float[N, C, H, W]."""


def stated_shapes(block: Block, tensors: Mapping[str, str] = _NO_TENSORS) -> Iterator[tuple[Role, Written]]:
    """The shapes that a block's sentences give X or Y alone, by their sizes' names: "Y has shape (N, C, P, Q)";
    `tensors` are other names of theirs."""
    yield from _plain_shapes(block)
    at = block.start
    for found in _DECLARED.finditer(block.text) if block.shape is Shape.CODE else ():
        names = (name for name in re.findall(r"\w+", found["sizes"]) if not name.isdigit())
        sizes = tuple(Written(Form.NAME, (), name, at, at) for name in names)
        if len(sizes) == TENSOR_AXES:
            yield (
                next(role for role, of in _OF.items() if found["tensor"] in of),
                Written(Form.TUPLE, sizes, "", at, at),
            )
    for sentence in sentences(block):
        before: set[str] = set()
        for atom in sentence:
            written = formula_in(atom.text, atom.start) if atom.is_marked else None
            if written is not None:
                shape = _of_product(written)
                role, shape = typed_shape(written) or (_tensor(before, is_said=shape is not written), shape)
                if role is not None and _is_general(shape):
                    yield role, shape
                    # Of another tensor the same sentence may give the shape behind this one.
                    before &= _UNSURE
                    continue
            named = tensors.get(atom.text, atom.text) if atom.is_marked else atom.text
            before.add(named if atom.is_marked or atom.text in "XY" else named.lower())


_PLAIN_SHAPE = re.compile(
    r"\b(?P<tensor>X|Y|[Ii]nput|[Oo]utput)\b(?:(?!\b(?:X|Y|[Ii]nput|[Oo]utput)\b)[^.;()$`]){0,40}?\bshape\s+(?P<shape>\([^()$`]{5,60}\))"
)
"""The shape of a tensor in running text: the input tensor X has the shape (N, C, P, Q)."""


def _plain_shapes(block: Block) -> Iterator[tuple[Role, Written]]:
    for piece in block.of(Kind.TEXT):
        for found in _PLAIN_SHAPE.finditer(piece.text):
            shape = formula_in(found["shape"], piece.start + found.start("shape"))
            before = set(piece.text[: found.start()].rpartition(". ")[2].lower().split())
            if shape is not None and _is_general(shape) and not before & _UNSURE:
                names = {found["tensor"], found["tensor"].lower()}
                yield next(role for role, of in _OF.items() if names & of), shape


def typed_shape(written: Written) -> tuple[Role, Written] | None:
    """The shape in a tensor's type, X \\in T^{N \\times C \\times H \\times W}; None for what gives X or Y none."""
    if written.form is not Form.RELATION or written.text != "IN" or written.parts[1].form is not Form.POWER:
        return None
    tensor, power = written.parts
    role = next((role for role, names in _OF.items() if tensor.form is Form.NAME and tensor.text in names), None)
    sizes = tuple(factors(power.parts[1]))
    return (
        (role, Written(Form.TUPLE, sizes, "", power.start, power.end)) if role and len(sizes) == TENSOR_AXES else None
    )


def factors(written: Written) -> Iterator[Written]:
    """What a product multiplies, in its order."""
    if written.form is Form.MULTIPLY:
        for part in written.parts:
            yield from factors(part)
    else:
        yield written


def shapes_of_tables(
    blocks: Sequence[Block], of: Mapping[Role, frozenset[str]] = _OF
) -> Iterator[tuple[Role, Written]]:
    """The shapes that a table's rows give X and Y, or tensors of other names, in a column of that name."""
    for table in tables_of(blocks):
        columns = {cell.column for cell in table if cell.row == 0 and heading_of(cell) in _SHAPES}
        tensors: dict[int, set[str]] = {}
        for cell in table:
            tensors.setdefault(cell.row, set()).add(_plain_name(cell))
        for cell in table:
            role = next((role for role, names in of.items() if tensors[cell.row] & names), None)
            shape = formula_in(cell.text.strip(), cell.start) if cell.column in columns and role is not None else None
            shape = _of_product(shape) if shape is not None else None
            if role is not None and shape is not None and _is_general(shape):
                yield role, shape


def _plain_name(cell: Block) -> str:
    """What a cell names: as a formula, if that is a name, or else as it stands."""
    written = formula_in(cell.text.strip(), cell.start)
    return written.text if written is not None and written.form is Form.NAME else cell.text.strip()


def _of_product(shape: Written) -> Written:
    """N × C × H × W is a shape too."""
    sizes = tuple(factors(shape))
    return Written(Form.TUPLE, sizes, "", shape.start, shape.end) if len(sizes) == TENSOR_AXES else shape


def _tensor(words: Set[str], *, is_said: bool) -> Role | None:
    """The tensor of which, and of whose shape, the words before a shape speak alone; `is_said`: it looks like one."""
    named = [role for role, names in _OF.items() if names & words]
    return named[0] if len(named) == 1 and (is_said or _SHAPES & words) and not _UNSURE & words else None


def _is_general(shape: Written) -> bool:
    """Four sizes by name, or one channel among three names; other numbers are an example's."""
    is_tuple = shape.form in (Form.TUPLE, Form.INTERVAL) and len(shape.parts) == TENSOR_AXES
    return is_tuple and [place for place, part in enumerate(shape.parts) if part.form is Form.NUMBER] in ([], [1])


def _named_sizes(shapes: Iterable[tuple[Role, Written]], path: tuple[str, ...]) -> Iterator[Described]:
    """The names that shapes give the sizes of X and Y."""
    for role, shape in shapes:
        for place, part in enumerate(shape.parts):
            if part.form is Form.NAME:
                tensor = "X" if role is Role.X else "Y"
                yield Described(part.text, f"{tensor}.shape[{place}]", part.start, path, size_of_tensor(role, place))


def sizes_of_shapes(blocks: Sequence[Block]) -> Iterator[Described]:
    """What the entries of the shapes of X and Y are, in sentences and in tables."""
    tensors = tensors_of(blocks)
    for block in blocks:
        yield from _named_sizes(stated_shapes(block, tensors), block.path)
    of = {role: names | {name for name, tensor in tensors.items() if tensor in names} for role, names in _OF.items()}
    yield from _named_sizes(shapes_of_tables(blocks, of), ())


def as_size(said: Described, sizes: Sequence[Described]) -> Described:
    """H the height, of which the one shape that names it says that it is a size on that axis, is that size."""
    if said.means is None or said.means.role is not Role.AXIS or said.means.axis is None:
        return said
    of = {size.means for size in sizes if size.name == said.name}
    size = next(iter(of)) if len(of) == 1 else None
    return replace(said, means=size) if size is not None and size.axis == said.means.axis else said


# --- sizes by their own names -----------------------------------------------------------------------

_SIZE = re.compile(r"d(?P<tensor>[XY])_?\{?(?P<place>[0-3])\}?")
_BEFORE = frozenset(("_DET", "_SIZE", "_DIMENSION", "_EXTENT", "_EXTENTS", "_SPATIAL"))
_BEHIND = frozenset("_DET _PREP _X _Y _TENSOR HEIGHT WIDTH AND COMMA _AXIS _DIMENSION _SPATIAL _BATCH _CHANNEL".split())
"""What may stand behind the names: of Y, along height and width."""


def sizes_said(atoms: Sequence[Atom], count: int) -> list[Quantity | None]:
    """The sizes that a phrase lists by the names that they have: the extents $dY_2$, $dY_3$ of Y; nothing where it has
    another number of them, or says more."""
    at = [i for i, atom in enumerate(atoms) if atom.names and all(map(_SIZE.fullmatch, atom.names))]
    found = [each for i in at for name in atoms[i].names if (each := _SIZE.fullmatch(name)) is not None]
    if len(found) != count:
        return []
    between = {atom.word.kind for i, atom in enumerate(atoms) if at[0] < i < at[-1] and i not in at}
    before, behind = ({atom.word.kind for atom in part} for part in (atoms[: at[0]], atoms[at[-1] + 1 :]))
    if not (between <= {"COMMA", "AND"} and before <= _BEFORE and behind <= _BEHIND):
        return []
    return [size_of_tensor(TENSORS[each["tensor"]], int(each["place"])) for each in found]
