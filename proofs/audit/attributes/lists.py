"""List attributes: the least value and the length that a document states for each, and the operator's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from proofs.audit.attributes import operator
from proofs.audit.attributes.phrases import Phrase, bounds_in, length_in, refers, rules, shows_form
from proofs.audit.rulebook.findings import Finding, Judgement, judged, left_open
from spec.documents.formulas.words import Role
from spec.documents.pages.model import Document
from spec.documents.prose.structure import Attribute, Structure, structure_of

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
    return (a for a in structure.attributes if a.name in operator.LISTS and not refers(a))


def stated_bounds(document: Document) -> Mapping[Role, int]:
    """The least values that a document's words allow the quantities, where they differ from the clauses'."""
    stated: dict[Role, tuple[int, int]] = {}
    for attribute in _lists(structure_of(document)):
        for bound in (phrase.value for sentence in rules(attribute) for phrase in bounds_in(sentence.text)):
            for role in _ROLES[attribute.name]:
                least = min(bound, stated[role][0]) if role in stated else bound
                stated[role] = least, operator.least(attribute.name)
    return {role: bound for role, (bound, wanted) in stated.items() if bound != wanted}


def judge_lists(structure: Structure) -> Iterator[Judgement]:
    """Which values a list may have and how many there are is said, and right."""
    for attribute in _lists(structure):
        yield from _domain(structure, attribute)
        yield from _length(structure, attribute)


def _domain(structure: Structure, attribute: Attribute) -> Iterator[Judgement]:
    phrases = [(structure.at(s, phrase.at), phrase) for s in rules(attribute) for phrase in bounds_in(s.text)]
    for start, phrase in phrases:
        yield judged("domain", start, f"{attribute.name}: {phrase.words}", _wrong_bound(attribute.name, phrase, start))
    if not phrases:
        message = f"the values that `{attribute.name}` may have are not stated"
        finding = Finding("domain-missing", attribute.start, message, suggestion=operator.statement(attribute.name))
        yield left_open("domain", attribute.start, attribute.name, finding)


def _wrong_bound(name: str, said: Phrase, start: int) -> Finding | None:
    wanted = operator.least(name)
    if said.value == wanted:
        return None
    if said.value < wanted:
        value = max(said.value, wanted - 1)
        message = f"`{said.words}` allows {value} in `{name}`, for which the operator is not defined"
    else:
        value = wanted
        message = f"`{said.words}` excludes {value} from `{name}`, which the operator allows"
    return Finding("domain-wrong", start, message, {name: value}, operator.statement(name))


def _length(structure: Structure, attribute: Attribute) -> Iterator[Judgement]:
    lengths = [(s, phrase) for s in rules(attribute) if (phrase := length_in(attribute.name, s.text))]
    wanted = operator.per_axis(attribute.name)
    each = f"{'two values' if wanted == 2 else 'one value'} for each spatial axis"
    for sentence, said in lengths:
        start = structure.at(sentence, said.at)
        message = f"`{said.words}`: `{attribute.name}` has {each}"
        finding = Finding("length-wrong", start, message, suggestion=each) if said.value != wanted else None
        yield judged("length", start, f"{attribute.name}: {said.words}", finding)
    if not lengths and not shows_form(attribute):
        message = f"how many values `{attribute.name}` has is not stated"
        finding = Finding("length-missing", attribute.start, message, suggestion=each.capitalize())
        yield left_open("length", attribute.start, attribute.name, finding)
