"""The domain of each attribute: stated where the attribute is described, and the operator's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from proofs.audit.attributes import operator
from proofs.audit.attributes.bounds import bounds_in, refers, rules
from proofs.audit.attributes.numbers_in_words import NUMBER, number
from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.pages.model import Kind, Shape
from spec.documents.prose.sentences import PROSE, offset
from spec.documents.prose.structure import Attribute, Structure

_SET = re.compile(
    r"\bin (?:the )?(?:following )?set\b|\bmust be (?:either|one of)|\b(?:shall|should) be (?:either|one of)"
    r"|\bis one of\b|\\in\s*\\?\{|\bpossible values\b",
    re.I,
)
_FIXED = re.compile(
    rf"\b(?:restricted to|(?:shall|must|is|are|should) (?:be )?(?:always )?set to"
    rf"|considered set to|(?:shall|must) (?:be|equal)"
    rf"|(?:is|has to be) (?:always )?equal to)\s+(?:the value )?[`\"']?(?P<value>[A-Z][A-Z_]{{3,}}|{NUMBER})\b",
    re.I,
)
_UPPER = re.compile(r"(?<![\w])[A-Z][A-Z_]{3,20}(?!\w)")
_MEANINGS = (
    ("ceil_mode", re.compile(rf"\bfloor \((?P<n>{NUMBER})"), 0, "floor"),
    ("ceil_mode", re.compile(rf"\bceil(?:ing)? \((?P<n>{NUMBER})"), 1, "ceil"),
    ("storage_order", re.compile(rf"\b(?P<n>{NUMBER}) (?:is|means|for|=|:) row[- ]major", re.I), 0, "row major"),
    ("storage_order", re.compile(rf"\b(?P<n>{NUMBER}) (?:is|means|for|=|:) column[- ]major", re.I), 1, "column major"),
)


def judge_attributes(structure: Structure) -> Iterator[Judged]:
    """Domains of lists, sets of values, fixed values, and what single values mean."""
    for attribute in structure.attributes:
        if attribute.name in operator.LISTS and not refers(attribute):
            yield from _list_domain(structure, attribute)
        elif attribute.name in ("auto_pad", "ceil_mode", "storage_order"):
            yield from _sets(structure, attribute)
            yield from _fixed(structure, attribute)
        yield from _meanings(structure, attribute)
    yield from _near_values(structure)


def _list_domain(structure: Structure, attribute: Attribute) -> Iterator[Judged]:
    stated = False
    wanted = operator.least(attribute.name)
    for sentence in rules(attribute):
        for position, said, bound in bounds_in(sentence.text):
            stated = True
            start = offset(structure.document, sentence.block, sentence.start + position)
            finding = None if bound == wanted else _wrong_bound(attribute, said, bound, wanted, start)
            yield Claim("domain", start, f"{attribute.name}: {said}", "disagrees" if finding else "agrees"), finding
    if not stated:
        message = f"the values that `{attribute.name}` may have are not said"
        finding = Finding("domain-missing", attribute.start, message, suggestion=operator.statement(attribute.name))
        yield Claim("domain", attribute.start, attribute.name, "not understood"), finding


def _wrong_bound(attribute: Attribute, said: str, bound: int, wanted: int, start: int) -> Finding:
    if bound < wanted:
        value = max(bound, wanted - 1)
        message = f"`{said}` allows {value} in `{attribute.name}`, for which the operator is not defined"
    else:
        value = wanted
        message = f"`{said}` excludes {value} from `{attribute.name}`, which the operator allows"
    return Finding("domain-wrong", start, message, {attribute.name: value}, operator.statement(attribute.name))


def _sets(structure: Structure, attribute: Attribute) -> Iterator[Judged]:
    """A sentence that lists the values: none is missing, none is misspelt."""
    allowed = operator.values(attribute.name)
    for sentence in rules(attribute):
        found = _SET.search(sentence.text)
        if found is None:
            continue
        rest = sentence.text[found.start() :]
        said: list[tuple[int, int | str]]
        if attribute.name == "auto_pad":
            said = [(m.start(), m[0]) for m in _UPPER.finditer(rest)]
        else:
            said = [
                (m.start(), int(m[0]))
                for m in re.finditer(r"-?\d+", rest.partition(" (")[0] + rest[len(rest.partition(" (")[0]) :])
            ]
        if not said:
            continue
        start = offset(structure.document, sentence.block, sentence.start + found.start())
        finding = None
        for position, value in said:
            if value not in allowed and finding is None:
                at = offset(structure.document, sentence.block, sentence.start + found.start() + position)
                near = get_close_matches(str(value), [str(v) for v in allowed], 1, 0.6)
                message = f"`{attribute.name}` has no value {value}"
                finding = Finding("domain-wrong", at, message, {attribute.name: value}, near[0] if near else "")
        missing = sorted(str(v) for v in allowed - {value for _, value in said})
        if finding is None and missing:
            message = f"{', '.join(missing)} is missing among the values of `{attribute.name}`"
            suggestion = operator.statement(attribute.name)
            finding = Finding("domain-wrong", start, message, {attribute.name: missing[0]}, suggestion)
        yield Claim("domain", start, sentence.text, "disagrees" if finding else "agrees"), finding


def _fixed(structure: Structure, attribute: Attribute) -> Iterator[Judged]:
    """A constraint that leaves one value leaves the one that the profile does."""
    fixed = operator.fixed(attribute.name)
    for sentence in rules(attribute):
        found = _FIXED.search(sentence.text)
        if found is None or _SET.search(sentence.text) or not sentence.block.text.lstrip().startswith("Statement"):
            continue
        value = number(found["value"]) if re.fullmatch(NUMBER, found["value"], re.I) else found["value"]
        start = offset(structure.document, sentence.block, sentence.start + found.start("value"))
        message = f"the profile leaves {fixed} to `{attribute.name}`, not {value}"
        finding = (
            None if value == fixed else Finding("domain-wrong", start, message, {attribute.name: value}, str(fixed))
        )
        yield Claim("domain", start, sentence.text, "disagrees" if finding else "agrees"), finding


def _meanings(structure: Structure, attribute: Attribute) -> Iterator[Judged]:
    for block in attribute.blocks:
        for name, pattern, wanted, meaning in _MEANINGS if block.shape in PROSE else ():
            found = pattern.search(block.text) if name == attribute.name else None
            if found is not None:
                value = number(found["n"])
                start = offset(structure.document, block, found.start("n"))
                message = f"in `{name}`, {meaning} is {wanted}, not {value}"
                finding = (
                    None if value == wanted else Finding("domain-wrong", start, message, {name: value}, str(wanted))
                )
                yield Claim("domain", start, found[0], "disagrees" if finding else "agrees"), finding


def _near_values(structure: Structure) -> Iterator[Judged]:
    """A word in capitals that is nearly one of auto_pad's values, outside the sentences judged already."""
    known = {str(value) for value in operator.values("auto_pad")}
    if not any(attribute.name == "auto_pad" for attribute in structure.attributes):
        return
    seen: set[str] = set()
    for block in structure.document.blocks:
        if block.shape not in PROSE:
            continue
        for found in _UPPER.finditer(block.text):
            if found[0] in known or found[0] in seen or not any(found[0][0] == value[0] for value in known):
                continue
            seen.add(found[0])
            near = next(iter(get_close_matches(found[0], known, 1, 0.8)), "")
            if not near:
                continue
            start = offset(structure.document, block, found.start())
            message = f"`auto_pad` has no value {found[0]}"
            yield (
                Claim("domain", start, found[0], "disagrees"),
                Finding("domain-wrong", start, message, {"auto_pad": found[0]}, near),
            )
    yield from _others_values(structure)


def _others_values(structure: Structure) -> Iterator[Judged]:
    """OpenVINO's values of auto_pad: emphasised at the beginning of items."""
    known = operator.AUTO_PADS_OF_OTHERS
    for attribute in structure.attributes:
        if attribute.name != "auto_pad":
            continue
        listed: list[tuple[int, str]] = []
        for block in attribute.blocks[1:]:
            first = block.pieces[0] if block.shape is Shape.ITEM and block.pieces else None
            if first is not None and first.kind is Kind.EMPHASIS:
                listed += [(first.start + m.start(), m[0]) for m in re.finditer(r"\w+", first.text)]
        if len({name for _, name in listed} & set(known)) < 2:
            continue
        for start, name in listed:
            near = get_close_matches(name, known, 1, 0.7)
            wrong = name not in known and bool(near)
            message = f"`auto_pad` has no value {name}"
            finding = Finding("domain-wrong", start, message, {"auto_pad": name}, near[0]) if wrong else None
            yield Claim("domain", start, name, "disagrees" if wrong else "agrees"), finding
