"""Lists as documents name and list them: an attribute by another name, the lines of a table in a listing."""

from __future__ import annotations

import re

from proofs.audit.sentences.words import words_of
from spec.documents.prose.structure import Attribute

OF_LIST = re.compile(
    r"^(?:[ \t]*\w{1,8}(?:,[ \t]*\w{1,8})+[ \t]+|[ \t]*)(?P<list>strides|dilations|kernel_shape|pads)\b[ \t:]+"
    r"(?P<bound>(?:>=?|≥|at least|positive|non-negative)[^(\n#]*)?"
    r"(?:[#(]+[ \t]*(?P<order>\w+(?:,[ \t]*\w+)+)\)?)?[ \t]*$",
    re.M,
)
"""A line of a table in a listing: `sh, sw  strides  >= 1`, `pt, pl, pb, pr  pads  >= 0  (top, left, bottom, right)`."""


def own_name(attribute: Attribute) -> str:
    """An attribute by the name that it has in the specification, where it is one of the lists: `stride` is `strides`.

    Of what others call padding, four values are `pads`; two are something else.
    """
    concepts = [word.concept for word in words_of(attribute.name)]
    name = concepts[0] if len(concepts) == 1 else ""
    if name in ("strides", "dilations", "kernel_shape"):
        return name
    is_of_four = name == "padding" and any(_FOUR.search(block.text) for block in attribute.blocks)
    return "pads" if is_of_four else attribute.name


_FOUR = re.compile(r"\b(?:four|4)\b", re.I)
