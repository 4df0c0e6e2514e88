"""A sentence with words in the place of a document's own names for quantities: where it says `$S_a < R_a$`, the stride
is less than the dilated kernel size. A name is put into words by what it means, whatever it is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from proofs.audit.elements.part import equal
from proofs.audit.lexicon.words import MARKS, TYPE_NAME, words_of
from proofs.audit.sentences.several import LISTED
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import MARKED
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.names.meaning import Meaning
from spec.documents.names.notation import Notation
from spec.documents.pages.model import Block, Kind, Piece
from spec.documents.prose.sentences import Sentence
from spec.documents.prose.structure import Attribute
from spec.language.terms import Term, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import sides
from spec.window.call import FLOOR_MODE
from spec.window.names import dilation, extent, stride, x

_EXTENT = "the dilated kernel size"
_WORDS: Mapping[Term, str] = {extent: _EXTENT, stride: "the stride", dilation: "the dilation", x: "the size of X"}
_WRITTEN_OUT = sides(MAXPOOL.on_axis(of=FLOOR_MODE)["extent"].formula)[1]
"""The extent by its clause: a document may write it out, or give its name this formula."""
_COMPARED = {"LT": "is less than", "LE": "is at most", "GT": "is greater than", "GE": "is at least"}
_IN_WORDS_TOO = re.compile(r"\b(?:kernel (?:size|extent|span)|dilated kernel|extent|span)[\s$`]{1,3}$", re.IGNORECASE)
"""What stands before a name that only repeats it: `the dilated kernel size $e_a$`."""


Spoken = Callable[[Piece, str], str | None]
"""What is said in the place of a piece of a text, behind what is said before it; None: the piece itself."""


def with_own_names(sentence: Sentence, tensors: Mapping[str, str], notation: Notation) -> str:
    """A sentence with X, Y and Indices in the place of what its document calls them, where that is set as a name; and
    with words for the dilated kernel size, and for what is compared with it or with the size of X."""
    return _spoken(sentence, lambda piece, before: _tensor(piece, tensors) or _own(piece, before, notation))


def with_own_tensors(sentence: Sentence, tensors: Mapping[str, str]) -> str:
    """A sentence with X, Y and Indices in the place of what its document calls them, where that is set as a name."""
    return _spoken(sentence, lambda piece, _: _tensor(piece, tensors) or None) if tensors else sentence.text


def _spoken(sentence: Sentence, own: Spoken) -> str:
    said = ""
    at, last = -sentence.start, len(sentence.text)
    for piece in sentence.block.pieces:
        if piece.kind is not Kind.ANCHOR:
            begin, at = at, at + len(piece.text)
            instead = own(piece, said) if begin >= 0 and at <= last else None
            said += sentence.text[max(begin, 0) : max(at, 0)] if instead is None else instead
    return said


def _tensor(piece: Piece, tensors: Mapping[str, str]) -> str:
    """The tensor that a piece names and nothing else; empty if none."""
    written = formula_in(piece.text, 0) if piece.kind in MARKED else None
    return tensors.get(written.text, "") if written is not None and written.form is Form.NAME else ""


def _own(piece: Piece, before: str, notation: Notation) -> str | None:
    written = formula_in(piece.text, 0) if piece.kind in MARKED else None
    if written is None or written.form not in (Form.NAME, Form.INDEX, Form.SUBTRACT, Form.RELATION):
        return None
    if written.form is not Form.RELATION:
        return _alone(written, before, notation)
    if written.text not in _COMPARED:
        return None
    # Both sides are of one axis, or of any, or the meaning has none.
    meaning = Meaning(notation)
    one, other = (_quantity(meaning, side) for side in written.parts)
    return f"{one} {_COMPARED[written.text]} {other}" if one and other and not meaning.other_axes else None


def _alone(written: Written, before: str, notation: Notation) -> str | None:
    """What stands for a quantity of any axis: the extent, or, as an entry of a list, the stride or the dilation."""
    meaning, is_less = Meaning(notation), written.form is Form.SUBTRACT and written.parts[1].text == "1"
    found = _quantity(meaning, written.parts[0] if is_less else written)
    is_only_named = "_" in written.text and notation.resolve(written) is None
    if written.form is Form.NAME and (found == _EXTENT or is_only_named):
        return "" if _IN_WORDS_TOO.search(before) is not None else found or None
    is_entry = (written.parts[0] if is_less else written).form is Form.INDEX and meaning.axis is None
    return f"{'one less than ' if is_less else ''}{found}" if found and is_entry else None


def _quantity(meaning: Meaning, written: Written) -> str:
    """What a name or a formula is, in words; empty for what is none of them."""
    try:
        number = meaning.number(written)
    except NotUnderstood:
        return ""
    if free_variables(number) == free_variables(_WRITTEN_OUT) and equal(_WRITTEN_OUT, number):
        return _EXTENT
    return _WORDS.get(number, "")


# --- what a section or a heading is on --------------------------------------------------------------

_FOUR = re.compile(r"\b(?:four|4)\b", re.I)


def own_name(attribute: Attribute) -> str:
    """An attribute by the name that it has in the specification, where it is one of the lists: `stride` is `strides`;
    empty for a tensor that stands among the attributes.

    Of what others call padding, four values are `pads`; two are something else.
    """
    concepts = [word.concept for word in words_of(attribute.name)]
    if concepts in (["x"], ["y"], ["index"]):
        return ""
    name = concepts[0] if len(concepts) == 1 else ""
    if name in ("strides", "dilations", "kernel_shape"):
        return name
    is_of_four = name == "padding" and any(_FOUR.search(block.text) for block in attribute.blocks)
    return "pads" if is_of_four else attribute.name


def owner_above(block: Block) -> str:
    """The tensor that the heading over a block names, with or without its type, or the list, and nothing else."""
    title = block.path[-1] if block.path else ""
    concepts = [word.concept for word in words_of(title) if word.concept not in MARKS.values()]
    is_name = concepts[:1] in (["x"], ["y"], ["index"]) and set(concepts[1:]) <= _TYPED
    lists = [concept for concept in concepts if concept in LISTED]
    if len(lists) == 1 and set(concepts) <= {*lists, "attribute", "list"}:
        return lists[0]
    return {"x": "X", "y": "Y", "index": "Indices"}[concepts[0]] if is_name else ""


_TYPED = frozenset((TYPE_NAME, "tensor", "float-types", "int-types", "int64", "real-types", "type", "optional"))
