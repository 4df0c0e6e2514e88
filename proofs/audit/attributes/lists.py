"""List attributes: whether a document says which values each may have, and how many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from proofs.audit.answers.compare_attributes import bound_of
from proofs.audit.rulebook.findings import Judgement, left_open
from proofs.audit.sentences.said import Prose
from proofs.audit.truth import operator
from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.formulas.words import SPATIAL_AXES, Role
from spec.documents.names.notation import notation
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.prose.anchors import explicit_anchors, slugs
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.sentences import sentences
from spec.documents.prose.structure import Attribute, Structure

_SHOWN_AXES = re.compile(r"\([zyxhwd](?:\s*,\s*[zyxhwd])+\)")


_ATTRIBUTES = re.compile(r"\battributes\b[^.]*\b(?:are|is|as)\b", re.IGNORECASE)


def refers(attribute: Attribute, structure: Structure) -> bool:
    """Whether a section refers to another description of the attribute: a link of it leads there, or one of what its
    part begins with, which says that its attributes are those of another part."""
    part = attribute.blocks[0].path[:1]
    begins = [block for block in structure.document.blocks if block.path == part and _ATTRIBUTES.search(block.text)]
    elsewhere = [a.start for a in structure.attributes if a.name == attribute.name and a.section != attribute.section]
    return any(
        _describes(target, attribute, elsewhere, structure)
        for block in (*attribute.blocks, *begins)
        for piece in block.of(Kind.LINK)
        if block.shape is Shape.PARAGRAPH and (target := _target(piece.target, structure)) is not None
    )


def _target(address: str, structure: Structure) -> Block | None:
    """The block that a link within the document leads to."""
    anchored = {anchor.name: anchor.block for anchor in reversed(explicit_anchors(structure.document))}
    return {**slugs(structure.document), **anchored}.get(address[1:]) if address.startswith("#") else None


def _describes(target: Block, attribute: Attribute, elsewhere: Sequence[int], structure: Structure) -> bool:
    """A heading over what is said of the attribute elsewhere; one of its constraints is not the whole of that."""
    if target.shape is not Shape.HEADING or any(target is block for block in attribute.blocks):
        return False
    under = [b.start for b in structure.document.blocks if b.path[: len(target.path)] == target.path]
    return any(start in under for start in elsewhere)


_ROLES: Mapping[str, tuple[Role, ...]] = {
    "strides": (Role.STRIDE,),
    "dilations": (Role.DILATION,),
    "kernel_shape": (Role.KERNEL,),
    "kernel": (Role.KERNEL,),
    "pads": (Role.PAD_BEGIN, Role.PAD_END),
    "pads_begin": (Role.PAD_BEGIN,),
    "pads_end": (Role.PAD_END,),
}
"""The quantities that a list holds."""


def _lists(structure: Structure) -> Iterator[Attribute]:
    """The lists that a document describes, where it does and not where it refers to that."""
    return (a for a in structure.attributes if a.name in operator.LISTS and not refers(a, structure))


def stated_bounds(prose: Prose) -> Mapping[Role, int]:
    """The least values that a document's words allow the quantities, where they differ from the clauses'."""
    stated: dict[Role, tuple[int, int]] = {}
    described = {a.name for a in _lists(prose.structure)}
    for _, meaning in prose.of("values of a list"):
        bound = bound_of(meaning)
        if bound is None or meaning.attribute not in described:
            continue
        for role in _ROLES[meaning.attribute]:
            least = min(bound, stated[role][0]) if role in stated else bound
            stated[role] = least, operator.least(meaning.attribute)
    return {role: bound for role, (bound, wanted) in stated.items() if bound != wanted}


def judge_lists(prose: Prose) -> Iterator[Judgement]:
    """Which values a list may have, and how many there are, is said."""
    for attribute in _lists(prose.structure):
        name = attribute.name
        if not _is_said(prose, "values of a list", attribute) and not _is_bounded(prose.structure, name):
            message = f"the values that `{name}` may have are not stated"
            yield left_open("domain", attribute.start, name, "domain-missing", message, operator.statement(name))
        is_told = _is_said(prose, "length of a list", attribute) or _shows_axes(attribute)
        if not is_told and not _has_named_entries(prose.structure, name):
            message = f"how many values `{name}` has is not stated"
            yield left_open("length", attribute.start, name, "length-missing", message, operator.each(name))


_BOUNDS = ("LT", "LE", "GT", "GE")


def _is_bounded(structure: Structure, name: str) -> bool:
    """Formulas bound all entries by a number, k_1 >= 1 and k_2 >= 1; they are judged themselves."""
    names = notation(structure.document)
    bounded: set[tuple[Role, int | None]] = set()
    for block in structure.document.blocks:
        for piece in block.of(Kind.MATH, Kind.CODE):
            written = formula_in(piece.text, piece.start)
            for part in written.walk() if written is not None else ():
                is_bound = part.text in _BOUNDS and any(each.form is Form.NUMBER for each in part.parts)
                known = [names.under(block.path).resolve(each) for each in part.parts] if is_bound else []
                bounded |= {(each.role, each.axis) for each in known if each is not None}
    return all((role, None) in bounded or {(role, 0), (role, 1)} <= bounded for role in _ROLES[name])


def _has_named_entries(structure: Structure, name: str) -> bool:
    """Its entries are named together, as many as there are: $(k_1, k_2)$ is `kernel_shape`."""
    told: dict[str, set[tuple[Role, int | None]]] = {}
    for said in (each for of in notation(structure.document).described.values() for each in of):
        if said.means is not None and said.phrase.startswith(name):
            told.setdefault(said.phrase.partition("[")[0], set()).add((said.means.role, said.means.axis))
    entries = {(role, axis) for role in _ROLES[name] for axis in range(SPATIAL_AXES)}
    return any(entries <= means for means in told.values())


def _is_said(prose: Prose, topic: str, attribute: Attribute) -> bool:
    """Something is understood of the attribute in its section; of a length, the order of its entries tells it too."""
    own = operator.SAME_AS.get(attribute.name, attribute.name)
    topics = (topic, "order of pads") if topic == "length of a list" else (topic,)
    return any(
        operator.SAME_AS.get(meaning.attribute, meaning.attribute) == own and said.section in (attribute.section, -1)
        for said, meaning in prose.of(*topics)
    )


def _shows_axes(attribute: Attribute) -> bool:
    """A sentence of its description writes out the axes of the list's values: `(z, y, x)`."""
    said = (sentence.text for block in attribute.blocks for sentence in sentences(block))
    return any(_is_over_axes(text) for text in said)


def _is_over_axes(text: str) -> bool:
    words = classed(_SHOWN_AXES.sub(" ", text), classes("over_axes")) if _SHOWN_AXES.search(text) else None
    return any(word.kind == "axes" for word in words or ())
