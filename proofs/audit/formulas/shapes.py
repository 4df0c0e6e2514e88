"""The shape that a sentence gives Y, "The output has shape $(N, C, ...)$": its entries in their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.audit.elements.part import unread_claim
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.words import Quantity, Role, size_of_tensor
from spec.documents.names.meaning import spelling
from spec.documents.names.notation import Notation
from spec.documents.names.shapes import shapes_of_tables, stated_shapes
from spec.documents.pages.model import Block, Shape

_PLACES = ("the batches of Y", "the channels of Y", "Y along its first spatial axis", "Y along its second spatial axis")

_OUTPUTS = {Role.Y: frozenset(("Y", "output", "Indices"))}


def output_shapes(block: Block, names: Notation) -> Iterator[Judgement]:
    """The entries of the shapes that a block's sentences, or declarations in a listing, give Y alone. What is not
    resolved in a listing is no statement."""
    for role, shape in stated_shapes(block):
        if role is Role.Y:
            judged = (_entry(part, place, names) for place, part in enumerate(shape.parts))
            is_listing = block.shape is Shape.CODE
            yield from (each for each in judged if not is_listing or each[0].verdict in ("agrees", "disagrees"))


def shapes_in_tables(blocks: Sequence[Block], names: Notation) -> Iterator[Judgement]:
    """The entries of the shapes that tables give Y and Indices, which have one shape."""
    for _, shape in shapes_of_tables(blocks, _OUTPUTS):
        yield from (_entry(part, place, names) for place, part in enumerate(shape.parts))


def _entry(part: Written, place: int, names: Notation) -> Judgement:
    """An entry is the size of Y along the axis of its place; one that is not resolved is not understood."""
    text, known, wanted = spelling(part), names.resolve(part), size_of_tensor(Role.Y, place)
    is_number = part.form is Form.NUMBER
    is_size = known is not None and wanted is not None and (known.role is wanted.role or _is_moved(known))
    if wanted is None or not (is_number or is_size):
        return unread_claim(part.start, text), None
    is_right = known is not None and (known.role, known.axis) == (wanted.role, wanted.axis)
    claim = JudgedClaim("shape of Y", part.start, text, "agrees" if is_right else "disagrees")
    if is_right:
        return claim, None
    message = f"{text} stands at place {place} of the shape of Y, where the size is that of {_PLACES[place]}"
    return claim, Finding("formula-wrong", part.start, message, {"place": place, "entry": text}, f"dY_{place}")


def _is_moved(known: Quantity) -> bool:
    """A size of Y that stands at another place than its own, or one of X, which is not that of Y."""
    is_size = known.role in (Role.X, Role.Y) and known.axis is not None
    return is_size or known.role in (Role.BATCH, Role.CHANNELS)
