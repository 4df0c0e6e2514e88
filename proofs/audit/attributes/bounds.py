"""The lower bounds that a document states for its list attributes, in whatever words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from proofs.audit.attributes import operator
from proofs.audit.attributes.numbers_in_words import NUMBER, number
from spec.documents.formulas.words import Role
from spec.documents.pages.model import Document, Kind, Shape
from spec.documents.prose.sentences import PROSE, Sentence, sentences
from spec.documents.prose.structure import Attribute, structure_of

ANY = -(10**6)
"""The bound of a domain that has none."""
_BOUNDS: tuple[tuple[str, int | None, int], ...] = (
    # What is said, the bound (or the number that the text gives), and what is added to it.
    (rf"(?:strictly )?(?:greater|larger|more|bigger) than or equal(?:s)? to (?P<n>{NUMBER})", None, 0),
    (rf"(?:no|not) (?:less|smaller|lower) than (?P<n>{NUMBER})", None, 0),
    # `at least one element` counts elements, and bounds no value.
    (rf"at least (?!one [a-z])(?P<n>{NUMBER})", None, 0),
    (rf"start(?:ing|s)? (?:from|at|with) (?P<n>{NUMBER})", None, 0),
    (rf"integers? from (?P<n>{NUMBER})", None, 0),
    (rf"(?P<n>{NUMBER}) or (?:more|greater|larger)", None, 0),
    (rf"(?:>=|≥|⩾|\\geq?(?:slant)?\b) ?(?P<n>{NUMBER})", None, 0),
    (rf"(?:strictly )?(?:greater|larger|more|bigger) than (?P<n>{NUMBER})", None, 1),
    (rf"(?:>|\\gt\b) ?(?P<n>{NUMBER})", None, 1),
    (r"non[- ]?negatives?|not negative|no \w+ is negative|zero or positive|positive or (?:zero|null)|possibly zero"
     r"|positive integers?,? including zero|natural numbers?|may be zero|can be zero|including zero", 0, 0),
    (r"non[- ]?positives?|strictly negative|not positive|possibly negative|may be negative|can be negative"
     r"|negative (?:integers?|values?|numbers?)|any integers?|positive or negative", ANY, 0),
    (r"strictly positive|positive (?:non[- ]?zero )?(?:integers?|values?|numbers?)|(?:is|are|be) positive"
     r"|strictly superior to zero|non[- ]?zero positive", 1, 0),
)  # fmt: skip
_BOUND = [(re.compile(pattern, re.I), bound, more) for pattern, bound, more in _BOUNDS]
_NOT_A_RULE = re.compile(
    r"^\W*(?:if|when|whenever|for (?:instance|example)|e\.g\.|note|in (?:the|this) example|example|default)\b"
    r"|\bfigure\b|\bthe padded value\b|\bifs? the\b|^\W*rationale\b|\bA value of\b", re.I)  # fmt: skip
_SEE = re.compile(
    r"\b(?:definition|description|attributes?|constraints?|specification)\b[^.]*\bsee\b"
    r"|\bsee\b[^.]*\b(?:definition|description|section)\b"
    r"|\b(?:same as|defined in|described in|specified in|as in)\b",
    re.I,
)
_CONSTRAINT = re.compile(r"\bsee constraint\b", re.I)


def refers(attribute: Attribute) -> bool:
    """Whether a section refers to another for what the attribute is."""
    return any(
        block.shape is Shape.PARAGRAPH and _SEE.search(block.text) and not _CONSTRAINT.search(block.text)
        for block in attribute.blocks
        if any(piece.target.startswith("#") for piece in block.of(Kind.LINK))
    )


def rules(attribute: Attribute) -> Iterator[Sentence]:
    """The sentences of a description that state a rule: no examples, conditions and figures."""
    for block in attribute.blocks:
        if block.shape in PROSE:
            yield from (s for s in sentences(block) if not _NOT_A_RULE.search(s.text))


def bounds_in(text: str) -> Iterator[tuple[int, str, int]]:
    """The lower bounds that a sentence states: where, in which words, and which."""
    taken: list[tuple[int, int]] = []
    for pattern, bound, more in _BOUND:
        for found in pattern.finditer(text):
            if any(start < found.end() and found.start() < end for start, end in taken):
                continue
            if _is_condition(text, found.start()):
                continue
            taken.append(found.span())
            yield found.start(), found[0], (number(found["n"]) if bound is None else bound) + more


def _is_condition(text: str, at: int) -> bool:
    """`if the factor is greater than 1`: what follows an `if` in a sentence is no rule."""
    clause = re.split(r"[,;:(]", text[:at])[-1]
    return bool(re.search(r"\b(?:if|when|where|whenever)\b", clause, re.I))


_ROLES: Mapping[str, tuple[Role, ...]] = {
    "strides": (Role.STRIDE,),
    "dilations": (Role.DILATION,),
    "kernel_shape": (Role.KERNEL,),
    "kernel": (Role.KERNEL,),
    "pads": (Role.PAD_BEGIN, Role.PAD_END),
    "pads_begin": (Role.PAD_BEGIN,),
    "pads_end": (Role.PAD_END,),
}


def stated_bounds(document: Document) -> Mapping[Role, int]:
    """The least values that a document's words allow the quantities, where they differ from the clauses'."""
    stated: dict[Role, tuple[int, int]] = {}
    for attribute in structure_of(document).attributes:
        for sentence in rules(attribute) if attribute.name in _ROLES and not refers(attribute) else ():
            for _, _, bound in bounds_in(sentence.text):
                for role in _ROLES[attribute.name]:
                    least = min(bound, stated[role][0]) if role in stated else bound
                    stated[role] = least, operator.least(attribute.name)
    return {role: bound for role, (bound, wanted) in stated.items() if bound != wanted}
