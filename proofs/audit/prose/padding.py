"""The value of padding: given for each type of a section, and the least of the type, so that it is no maximum."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from proofs.audit.attributes.numbers_in_words import number
from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.sentences import offset, sentences
from spec.documents.prose.structure import Section, Structure
from spec.documents.prose.typewords import FAMILIES, TYPE, Family, word

_CONTEXT = re.compile(
    r"\b(?:values?|const(?:ant)?s?|elements?)\b[^.]{0,60}\bpad(?:s|ding|dings|ded)?\b"
    r"|\bpad(?:s|ding|dings|ded)?\b[^.]{0,80}\b(?:values?|elements?|const(?:ant)?s?)\b"
    r"|\bpadd(?:ed|ing) with\b",
    re.I | re.S,
)
_INFINITE = r"[-−]\s?\\?inf(?:ty|inity)?\b|-∞|negative infinity|minus infinity"
_OTHER = r"\+?\s?\\?inf(?:ty|inity)?\b|\+?∞|\binf\b|\bNaN\b"
_LEAST = (
    r"(?:lowest|least|smallest|minimum|minimal) (?:\w+ ){0,3}?(?:values?|numbers?|elements?)|least of (?:its|the) type"
)
_VALUE = re.compile(
    rf"(?P<minus>{_INFINITE})|(?P<least>{_LEAST})|(?P<other>{_OTHER})|(?<![\w.\[(,])(?P<number>-?\d{{1,9}}"
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


def judge_padding(structure: Structure) -> Iterator[Judged]:
    """What each section says of the value of padding."""
    for section in structure.sections:
        stated = False
        infinite: int | None = None
        excluded = False
        for block, follows in _speaking(section):
            excluded = excluded or bool(_EXCLUDED.search(block.text))
            for position, value, name in _values(block, follows):
                stated = stated or name is None or FAMILIES[name] in section.families or not section.families
                start = offset(structure.document, block, position)
                wrong = _wrong(value, name, section)
                infinite = start if infinite is None and value == "-inf" and name is None else infinite
                finding = Finding("pad-value-wrong", start, wrong[0], {"padding": value}, wrong[1]) if wrong else None
                yield (
                    Claim(
                        "pad value", start, f"{value} for {name or section.title}", "disagrees" if wrong else "agrees"
                    ),
                    finding,
                )
            if found := _SELECTABLE.search(block.text):
                start = offset(structure.document, block, found.start())
                yield (
                    Claim("pad value", start, found[0], "disagrees"),
                    Finding("padding-selectable", start, "the text lets an element of the padding be selected"),
                )
        if not stated and not excluded:
            yield from _missing(structure, section)
        elif infinite is not None and not excluded and {Family.INT, Family.FLOAT} <= section.families:
            message = "minus infinity is no value of an integer type: what pads a tensor of integers is not said"
            yield (
                Claim("pad value", infinite, "-inf for integers", "not understood"),
                Finding("pad-value-missing", infinite, message),
            )


def _speaking(section: Section) -> Iterator[tuple[Block, bool]]:
    """Prose with whether it continues a sentence on the value of padding: the items of `The value to pad is:`."""
    follows = False
    for block in section.blocks:
        if block.shape not in (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL):
            follows = False
            continue
        if not (follows and block.shape is Shape.ITEM):
            follows = bool(_CONTEXT.search(block.text)) and block.text.rstrip().endswith(":")
            yield block, False
        else:
            yield block, True


def _values(block: Block, follows: bool) -> Iterator[tuple[int, str, str | None]]:
    """Values of padding in a block: where, which, and for which type if that is said."""
    for sentence in sentences(block):
        text = _TUPLE.sub(lambda m: "_" * len(m[0]), sentence.text)
        if not follows and (not _CONTEXT.search(text) or (_EXAMPLE.search(text) and not _IS_VALUE.search(text))):
            continue
        for found in _VALUE.finditer(text):
            before, after = text[: found.start()], text[found.end() :]
            typed = _FOR.match(after) or _TYPE_BEFORE.search(before[-40:])
            if not follows and not _IS.search(before) and not typed:
                continue
            if found["number"] and not follows and not typed and not _is_value(before):
                continue
            value = (
                "-inf"
                if found["minus"]
                else "least"
                if found["least"]
                else found["other"] or str(number(found["number"]))
            )
            yield sentence.start + found.start(), value, word(typed["type"]) if typed else None


_BOUND = re.compile(r"\b(?:than|least|from|starting|between)\b[^.;]{0,20}$", re.I)
_IS_VALUE = re.compile(
    r"\b(?:value|values|constant)\b[^.;]{0,60}\bpad(?:ding|ded|s)?\b[^.;]{0,30}\b(?:is"
    r"|are|equals|ha(?:s|ve) the value)\b"
    r"|\bpad(?:ding|ded|s)?\b[^.;]{0,20}\b(?:values?|elements?|constant)\b[^.;]{0,40}\b(?:is"
    r"|are|equals|ha(?:s|ve) the value)\b"
    r"|\bpaddings? (?:is|are|counts as)\b|\btheir values? (?:is|are)\b",
    re.I,
)


def _is_value(before: str) -> bool:
    """Whether what stands before a number makes it the value of padding, and no bound of an amount."""
    return bool(_IS_VALUE.search(before)) and not _BOUND.search(before)


def _wrong(value: str, name: str | None, section: Section) -> tuple[str, str] | None:
    """What is wrong with a value of padding for a type, and the right one."""
    own = [each for each in section.types if FAMILIES[each] in section.families]
    names = [name] if name else own or [family.value for family in section.families]
    for each in names:
        right = _least(each)
        if right is None or value == "least" or value == right:
            continue
        if value == "-inf" and name is None and len(section.families) > 1:
            continue
        return f"padding of {value} is not the least value of {each}, which is {right}", right
    return None


def _least(name: str) -> str | None:
    if re.fullmatch(r"u?int(?:8|16|32|64)", name):
        return str(np.iinfo(name).min)
    return "-inf" if name not in ("int", "integer", "int4", "uint4") else None


def _missing(structure: Structure, section: Section) -> Iterator[Judged]:
    """Where the value of padding should be: where the text says that there is one, or at the attribute."""
    document = structure.document
    number = structure.sections.index(section)
    pads = [a for a in structure.attributes if a.section == number and re.match(r"pads", a.name)]
    if not pads or not any(_PADS.search(block.text) for block in section.prose()):
        return
    start = pads[0].start
    for block in pads[0].blocks:
        if found := _DEPENDS.search(block.text):
            start = offset(document, block, found.start())
            break
    own = ", ".join(section.types) or ", ".join(sorted(section.families)) or "the types of X"
    message = f"the value of padding is not said for {own}"
    yield Claim("pad value", start, own, "not understood"), Finding("pad-value-missing", start, message)
