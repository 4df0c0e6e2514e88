"""Formulas whose letters a sentence quantifies in words: "For each $h$ there is at least one $i$ with $0 \\le r(h, i) <
H$"; and letters that a formula quantifies without a range, which is stated elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from spec.documents.equations.cells import Binder, binder_of
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import Atom, sentences
from spec.documents.pages.model import Block, Shape

_TOLD = (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL)
_NOUNS = (
    r"(?:(?:the|output|tap|kernel|row|column|index|indices|window|place|position|offset|cell|of|y|\[y\]|and|pair)\s)*"
)
_EACH, _SOME = r"(?P<all{n}>each|every|all|any)", r"(?P<some{n}>(?:at least )?(?:one|an?|some))"
_BE = r"(?:is|are|exists?|(?:shall|must|has to|should) (?:be|exist))"
_WITH = r"(?:with|such that|for which|so that|satisfying)"
_FULFILS = r"(?:shall |must )?(?:fulfils?|satisf(?:y|ies)|meets?|has|have)"
_FORM = re.compile(
    rf"(?:for {_EACH.format(n=1)}|for {_SOME.format(n=1)}) {_NOUNS}# (?:, )?"
    rf"(?:there {_BE} {_SOME.format(n=2)} {_NOUNS}# {_WITH}"
    rf"|{_EACH.format(n=3)} {_NOUNS}# {_FULFILS}"
    rf"|{_SOME.format(n=3)} {_NOUNS}# {_FULFILS}) #(?: shall hold)?(?: \.)?"
)
"""A sentence with `#` for each formula in it: two letters, each with its range or without, and what holds."""
_LEAD = re.compile(
    r"(?:(?:on|along|for|in|the|first|second|spatial|vertical|horizontal|axis|height|width|rows?|columns?|reads?|statement"
    r"|says|that|is|means|\[|\]|[a-z]{0,3}[-\d]*\d|#) )*:"
)
"""What may stand before it: where it holds, and a label."""
_AXES = {
    **dict.fromkeys("first vertical height row rows".split(), 0),
    **dict.fromkeys("second horizontal width column columns".split(), 1),
}
_LIKEWISE = frozenset("likewise analogously similarly correspondingly".split())
"""What another clause of the sentence may begin with that changes nothing of this one."""
_RANGE_BEHIND = ("with", "in")
_SECOND = ("some2", "some3")


@dataclass(frozen=True, slots=True)
class QuantifiedFormula:
    """A formula with the letters, or their ranges, that its sentence quantifies; where all of them stand; and on which
    spatial axis it is said to hold, None where that is not said."""

    letters: tuple[tuple[Form, Written], ...]
    start: int
    places: frozenset[int]
    axis: int | None = None

    def over(self, written: Written) -> Written:
        """The formula with its quantifiers."""
        for form, letter in reversed(self.letters):
            binders = Written(Form.BINDERS, (letter,), "", letter.start, letter.end)
            written = Written(form, (binders, written), "", written.start, written.end)
        return written


def quantified_formulas(block: Block) -> Iterator[QuantifiedFormula]:
    """Those of a block, of sentences that hold nothing but two quantifiers, what their letters are, and a formula."""
    said = list(sentences(block)) if block.shape in _TOLD else []
    for sentence, behind in zip(said, [*said[1:], []], strict=False):
        marked = {i: each for i, atom in enumerate(sentence) if (each := _written(atom)) is not None}
        words = ["#" if i in marked else atom.text.lower() for i, atom in enumerate(sentence)]
        begin = next((i for i, word in enumerate(words) if word == "for" and _may_begin(words[:i])), len(words))
        ranged = _with_own_ranges(words, marked)
        line = " ".join(word for i, word in enumerate(words) if i >= begin and i not in ranged)
        axes = {_AXES[word] for word in words[:begin] if word in _AXES}
        is_whole = len(axes) < _LETTERS and not _goes_on_otherwise(block, sentence, behind)
        if is_whole and (found := _FORM.fullmatch(line)) is not None:
            kept = [written for i, written in marked.items() if i >= begin and i not in ranged]
            yield from (replace(made, axis=next(iter(axes), None)) for made in _made(found, kept))


def _goes_on_otherwise(block: Block, sentence: Sequence[Atom], behind: Sequence[Atom]) -> bool:
    """A clause behind a semicolon may say that the formula does not hold everywhere."""
    if not behind or behind[0].text.lower() in _LIKEWISE:
        return False
    begin, end = (each.start - block.start for each in (sentence[-1], behind[0]))
    return ";" in block.text[max(begin, 0) : end]


def _written(atom: Atom) -> Written | None:
    """A formula of a sentence, or a letter that stands there without marks; Y is a word."""
    is_letter = atom.is_marked or (len(atom.text) == 1 and atom.text.islower() and atom.text != "a")
    written = formula_in(atom.text, atom.start) if is_letter and atom.text.lower() != "y" else None
    return None if written is None else replace(written, start=atom.start)


def _may_begin(before: Sequence[str]) -> bool:
    return len(before) < len(_RANGE_BEHIND) or _LEAD.fullmatch(" ".join(before)) is not None


def _with_own_ranges(words: Sequence[str], marked: dict[int, Written]) -> frozenset[int]:
    """The places of the ranges that stand behind letters, `h with 0 <= h < n`, and of the words before them; each
    letter that has one becomes its range."""
    found: set[int] = set()
    for i in sorted(marked):
        behind = marked.get(i + 2) if words[i + 1 : i + 2] and words[i + 1] in _RANGE_BEHIND else None
        if behind is None or marked[i].form is not Form.NAME or i in found:
            continue
        if behind.form is Form.INTERVAL and words[i + 1] == "in":
            behind = Written(Form.RELATION, (marked[i], behind), "IN", marked[i].start, behind.end)
        if (own := binder_of(behind)) is not None and own.letter.text == marked[i].text:
            marked[i] = behind
            found |= {i + 1, i + 2}
    return frozenset(found)


def _made(found: re.Match[str], marked: Sequence[Written]) -> Iterator[QuantifiedFormula]:
    if len(marked) != _LETTERS + 1:
        return
    *letters, formula = marked
    first = Form.FORALL if found["all1"] else Form.EXISTS
    second = Form.EXISTS if any(found[name] for name in _SECOND) else Form.FORALL
    bound = [each for each in letters if _is_bound(each)]
    if len(bound) == _LETTERS:
        places = frozenset(each.start for each in marked)
        yield QuantifiedFormula(tuple(zip((first, second), bound, strict=True)), formula.start, places)


_LETTERS = 2


def _is_bound(written: Written) -> bool:
    """A letter alone, or with its range."""
    return written.form is Form.NAME or (written.form is Form.RELATION and written.text in ("IN", "LE LT", "LE LE"))


def with_stated_ranges(written: Written, ranges: Mapping[str, Binder]) -> Written:
    """A formula with the ranges that are stated elsewhere for the letters that it quantifies without one."""
    if written.form not in (Form.FORALL, Form.EXISTS):
        return written
    binders, body = written.parts
    parts = tuple(_with_range(part, ranges) for part in binders.parts)
    return replace(written, parts=(replace(binders, parts=parts), with_stated_ranges(body, ranges)))


def _with_range(letter: Written, ranges: Mapping[str, Binder]) -> Written:
    if letter.form is not Form.NAME or letter.text not in ranges:
        return letter
    stated = ranges[letter.text]
    ends = Written(Form.INTERVAL, (stated.low, stated.high), "[]" if stated.closed else "[)", letter.start, letter.end)
    return Written(Form.RELATION, (letter, ends), "IN", letter.start, letter.end)
