"""The value of padding: given for each type of a section, and the least of the type, so that it is no maximum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from proofs.audit.rulebook.findings import Finding, Judgement, judged, left_open
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.numberwords import MINUS_INFINITY, number
from spec.documents.prose.sentences import TOLD, sentences
from spec.documents.prose.structure import Section, Structure
from spec.documents.prose.typewords import FAMILIES, TYPE, TypeFamily, word

_CONTEXT = re.compile(
    r"\b(?:values?|const(?:ant)?s?|elements?)\b[^.]{0,60}\bpad(?:s|ding|dings|ded)?\b"
    r"|\bpad(?:s|ding|dings|ded)?\b[^.]{0,80}\b(?:values?|elements?|const(?:ant)?s?)\b"
    r"|\bpadd(?:ed|ing) with\b",
    re.I | re.S,
)
_OTHER = r"\+?\s?\\?inf(?:ty|inity)?\b|\+?∞|\binf\b|\bNaN\b"
_LEAST = (
    r"(?:lowest|least|smallest|minimum|minimal) (?:\w+ ){0,3}?(?:values?|numbers?|elements?)|least of (?:its|the) type"
)
_VALUE = re.compile(
    rf"(?P<minus>{MINUS_INFINITY})|(?P<least>{_LEAST})|(?P<other>{_OTHER})|(?<![\w.\[(,])(?P<number>-?\d{{1,9}}"
    rf"|zero\b)(?![\w.]*\w)",
    re.I,
)
_IS = re.compile(
    r"(?:\b(?:is|are|be|equals?|equal to|i\.e\.,?|set to|with|as|to|value|values)"
    r"|[:=,])\s*(?:the |an? |value )*[`$\"']*\s*$",
    re.I,
)
_FOR = re.compile(
    rf"^\W*(?:for|if|in|when|\()\s*(?:types? |the type (?:is )?|the data type (?:is )?)?[`$]*(?P<type>{TYPE.pattern})",
    re.I,
)
_TYPE_BEFORE = re.compile(rf"(?P<type>{TYPE.pattern})[`$]*\W{{0,3}}(?:i\.e\.,?\s*|:\s*|is\s+|=\s*|->\s*)?[`$]*$", re.I)
_EXCLUDED = re.compile(
    r"\bexclud\w+ (?:the )?pad|\b(?:padding|pads|padded (?:elements|values|positions))\b[^.]{0,30}"
    r"\b(?:never (?:selected|chosen|taken)|(?:is|are) (?:ignored|excluded|skipped|not (?:considered|selected|part)))"
    r"|\b(?:padding|pads|positions?|they)\b[^.]{0,60}\b(?:holds? no values?|(?:is|are) no values?|never selected)"
    r"|\b(?:ignor\w+|skip\w*) (?:the )?padding|elements of (?:the input )?`?X`? alone"
    r"|\bonly (?:the )?elements of (?:the input|X)\b",
    re.I,
)
_PADS = re.compile(r"\bpads?(?:_begin|_end)?\b|\bpadding\b", re.I)
_EXAMPLE = re.compile(r"\bfor (?:instance|example)\b|\badding \d|\bpixels?\b|\bnumber of\b", re.I)
_TUPLE = re.compile(r"[(\[]\s*-?\d+(?:\s*,\s*-?\d+)+\s*[)\]]")
_SELECTABLE = re.compile(
    r"\b(?:padding|padded|pad) (?:values?|elements?|positions?)?\s?(?:may|can"
    r"|could|might) (?:also )?be (?:selected|chosen|taken|the maximum)",
    re.I,
)
_DEPENDS = re.compile(r"\bvalue\b[^.]{0,60}\bpad\b[^.]{0,60}\bdepends\b", re.I)
_BOUND = re.compile(r"\b(?:than|least|from|starting|between)\b[^.;]{0,20}$", re.I)
_IS_VALUE = re.compile(
    r"\b(?:value|values|constant)\b[^.;]{0,60}\bpad(?:ding|ded|s)?\b[^.;]{0,30}\b(?:is"
    r"|are|equals|ha(?:s|ve) the value)\b"
    r"|\bpad(?:ding|ded|s)?\b[^.;]{0,20}\b(?:values?|elements?|constant)\b[^.;]{0,40}\b(?:is"
    r"|are|equals|ha(?:s|ve) the value)\b"
    r"|\bpaddings? (?:is|are|counts as)\b|\btheir values? (?:is|are)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of padding that a document gives: where, which, and for which type if that is said."""

    start: int
    value: str
    type: str | None


def judge_padding(structure: Structure) -> Iterator[Judgement]:
    """What each section says of the value of padding."""
    for section in structure.sections:
        speaking = list(_speaking(section))
        values = [value for block, follows in speaking for value in _values(structure, block, follows)]
        for value in values:
            text = f"{value.value} for {value.type or section.title}"
            yield judged("pad value", value.start, text, _wrong(value, section))
        for block, _ in speaking:
            if found := _SELECTABLE.search(block.text):
                start = structure.at(block, found.start())
                finding = Finding("padding-selectable", start, "the text lets an element of the padding be selected")
                yield judged("pad value", start, found[0], finding)
        if not any(_EXCLUDED.search(block.text) for block, _ in speaking):
            yield from _missing(structure, section, values)


def _speaking(section: Section) -> Iterator[tuple[Block, bool]]:
    """Prose with whether it continues a sentence on the value of padding: the items of `The value to pad is:`."""
    follows = False
    for block in section.blocks:
        if block.shape not in TOLD:
            follows = False
        elif follows and block.shape is Shape.ITEM:
            yield block, True
        else:
            follows = bool(_CONTEXT.search(block.text)) and block.text.rstrip().endswith(":")
            yield block, False


def _values(structure: Structure, block: Block, follows: bool) -> Iterator[_Value]:
    """Values of padding in a block."""
    for sentence in sentences(block):
        text = _TUPLE.sub(lambda m: "_" * len(m[0]), sentence.text)
        if not follows and (not _CONTEXT.search(text) or (_EXAMPLE.search(text) and not _IS_VALUE.search(text))):
            continue
        for found in _VALUE.finditer(text):
            before, after = text[: found.start()], text[found.end() :]
            typed = _FOR.match(after) or _TYPE_BEFORE.search(before[-40:])
            if follows or typed or (_IS.search(before) and (not found["number"] or _is_value(before))):
                start = structure.at(sentence, found.start())
                yield _Value(start, _value(found), word(typed["type"]) if typed else None)


def _value(found: re.Match[str]) -> str:
    if found["minus"]:
        return "-inf"
    if found["least"]:
        return "least"
    return found["other"] or str(number(found["number"]))


def _is_value(before: str) -> bool:
    """Whether what stands before a number makes it the value of padding, and no bound of an amount."""
    return bool(_IS_VALUE.search(before)) and not _BOUND.search(before)


def _wrong(said: _Value, section: Section) -> Finding | None:
    """The value is not the least of a type that it is for."""
    own = [each for each in section.types if FAMILIES[each] in section.families]
    for name in [said.type] if said.type else own or [family.value for family in section.families]:
        right = _least(name)
        of_one_family = said.value == "-inf" and said.type is None and len(section.families) > 1
        if right is not None and said.value not in ("least", right) and not of_one_family:
            message = f"padding of {said.value} is not the least value of {name}, which is {right}"
            return Finding("pad-value-wrong", said.start, message, {"padding": said.value}, right)
    return None


def _least(name: str) -> str | None:
    if re.fullmatch(r"u?int(?:8|16|32|64)", name):
        return str(np.iinfo(name).min)
    return "-inf" if name not in ("int", "integer", "int4", "uint4") else None


def _missing(structure: Structure, section: Section, values: Sequence[_Value]) -> Iterator[Judgement]:
    """No value is said for a section's types, or one that the integers among them do not have."""
    if not any(v.type is None or FAMILIES[v.type] in section.families or not section.families for v in values):
        yield from _none(structure, section)
        return
    infinite = next((v.start for v in values if v.value == "-inf" and v.type is None), None)
    if infinite is not None and {TypeFamily.INT, TypeFamily.FLOAT} <= section.families:
        message = "minus infinity is not a value of an integer type: the padding value for integers is not stated"
        yield left_open("pad value", infinite, "-inf for integers", Finding("pad-value-missing", infinite, message))


def _none(structure: Structure, section: Section) -> Iterator[Judgement]:
    """Where the value of padding should be: where the text says that there is one, or at the attribute."""
    own_number = structure.sections.index(section)
    pads = next((a for a in structure.attributes if a.section == own_number and a.name.startswith("pads")), None)
    if pads is None or not any(_PADS.search(block.text) for block in section.prose()):
        return
    depends = ((block, m.start()) for block in pads.blocks if (m := _DEPENDS.search(block.text)))
    start = next((structure.at(*place) for place in depends), pads.start)
    own = ", ".join(section.types) or ", ".join(sorted(section.families)) or "the types of X"
    message = f"the padding value is not stated for {own}"
    yield left_open("pad value", start, own, Finding("pad-value-missing", start, message))
