"""The index that sentences give an element of X: "the element at row i and column j of channel c of batch n has index"
and a formula in symbols, which is proved to be the flat row-major one for all sizes, or refuted.

Every word of the sentence has to be one of a few, and each of the four letters has to be said to be a batch, a
channel, a row or a column, in the sentence, in its block, or in the one beside it; else nothing is understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from proofs.assumptions.lemmas import suppose
from proofs.audit.elements.indexrange import told_last
from proofs.audit.elements.layout import wrong_index
from proofs.audit.lexicon.words import MARKS, words_of
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement, for_witness
from proofs.audit.sentences.said import Prose, SaidSentence
from proofs.audit.truth.truth import decided, difference
from proofs.audit.truth.witnesses import with_letters
from proofs.engine.statement import Verdict
from spec.documents.equations.cells import INDICES
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Quantity, Role
from spec.documents.names.beside import Described
from spec.documents.names.meaning import FlatMeaning, position
from spec.documents.names.notation import Notation, notation
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.sentences import Sentence
from spec.language.terms import IllSorted, and_
from spec.maxpool.vocabulary import dX

_AXES = ("batch", "channel", "row", "column")
_OF = {**{axis: axis for axis in _AXES}, "image": "batch", "sample": "batch", "line": "row", "plane": "channel"}
_NOUN = r"(?P<noun>batch|image|sample|channel|plane|row|line|column)"
_INDEXED = r"(?:[- ](?:index|number|coordinate|position))?"
_LETTER = r"[$`*]*(?!(?:of|in|is|at|to|as|on|by|or|an|it|if|be)\b)(?P<letter>[A-Za-z]\w?)(?![\w(\[])[$`*]*"
_BESIDE = re.compile(rf"\b{_NOUN}{_INDEXED}\s+{_LETTER}")
_IS = re.compile(rf"(?<![\w)\]]){_LETTER}\s+(?:(?:is|denotes|for|as)\s+)?(?:the|its)\s+{_NOUN}\b")
_LETTERS = r"[$`*]*[A-Za-z]\w?[$`*]*(?:\s*(?:,|and|, and)\s*[$`*]*[A-Za-z]\w?[$`*]*){3}"
_NOUNS = rf"{_NOUN}{_INDEXED}".replace("(?P<noun>", "(?:")
_LISTED = re.compile(
    rf"(?P<letters>{_LETTERS})\s+(?:are|denote|for|stand for|be)\s+"
    rf"(?P<nouns>(?:the\s+)?{_NOUNS}(?:\s*(?:,|and|, and)\s*(?:the\s+)?{_NOUNS}){{3}})"
)
_ELEMENT = re.compile(r"(?<!\w)[$`]*(?:X\s*[\[(]|elements?\s+(?:at\s+)?(?:of\s+X\s+)?(?:at\s+)?[$`]*\()\s*"
                      r"(?P<four>[A-Za-z]\w?(?:\s*,\s*[A-Za-z]\w?){3})\s*[\])]")  # fmt: skip
_PAIR = re.compile(
    r"(?<!\w)(?:element|pixel|position|entry|value)s?\s+(?:at\s+)?[$`]*\(\s*(?P<pair>[A-Za-z]\w?\s*,\s*[A-Za-z]\w?)\s*\)[$`]*"
)
_SIZE = re.compile(r"(?<![\w(])[$`]*(?P<letter>[A-Z])[$`]*\s+(?P<noun>channels|rows|columns|batches|images)\b")
_SIZES = {
    "batches": Quantity(Role.BATCH), "images": Quantity(Role.BATCH), "channels": Quantity(Role.CHANNELS),
    "rows": Quantity(Role.X, 0), "columns": Quantity(Role.X, 1),
}  # fmt: skip
_ARITHMETIC = re.compile(r"[-+*/·⋅×]|(?<![A-Za-z])[A-Z](?: [A-Z]){2,}(?![A-Za-z])|\\(?:cdot|times)|\)\s*[A-Za-z]")
_BEGINS = re.compile(r"(?<![\w)\]])(?=\(|[A-Za-z]\w?(?![A-Za-z]|\w* \())")
_LONGEST = 120
_ALLOWED = frozenset(
    "index element x tensor have equal compute select make row column channel batch letter-h letter-w flat row-major"
    " order all if lead and according formula begin contain after window maximum one lie plane any first start-at"
    " largest occur several num spatial axis size length set-to but across-planes count".split()
)
"""The concepts of a sentence that says only what the index of an element is: no denial, no padding, no output."""
_INDEX = "index"
_GREATEST = frozenset((_INDEX, "largest"))


def judge_told_indices(prose: Prose) -> Iterator[Judgement]:
    """The formulas that sentences give as the index of an element."""
    document = prose.structure.document
    names = notation(document)
    shown = [block for block in document.blocks if block.shape is not Shape.HEADING]
    beside = {id(a): b for a, b in pairwise(shown)}
    before = {id(b): a for a, b in pairwise(shown)}
    on_indices = False
    for said in prose.sentences:
        block = said.sentence.block
        under = names.under(block.path)
        near = [said.sentence.text, block.text, *(b.text for b in (beside.get(id(block)), before.get(id(block))) if b)]
        is_of_them = _INDEX in said.understood.concepts
        formulas = _formulas(said.sentence, said.start, beside.get(id(block))) if is_of_them else ()
        read = [judged for each in formulas if (judged := _judged_formula(said, each, near, under)) is not None]
        end = said.start + len(said.sentence.text)
        is_below = any("indices" in title.lower() for title in block.path[-1:])
        yield from read or told_last(block, said.start, end, under, on_indices=on_indices or is_of_them or is_below)
        on_indices = is_of_them


def _judged_formula(
    said: SaidSentence, formula: tuple[str, int], near: Sequence[str], names: Notation
) -> Judgement | None:
    text, start = formula
    bound = _bound_before(said.sentence.text, text)
    if bound is not None:
        return _judged_bound(text, start, names, bound)
    if _GREATEST <= said.understood.concepts:
        return _judged_greatest(text, start, names)
    return _judged(text, start, near, names)


def _formulas(sentence: Sentence, start: int, following: Block | None) -> Iterator[tuple[str, int]]:
    """The one formula that the sentence gives, in it or as the listing behind it, if its other words are read."""
    found = _in_text(sentence.text)
    if found is not None:
        at, end = found
        before = sentence.text[:at]
        bound = next((pattern for pattern, _ in _BOUNDS if pattern.search(before)), None)
        if _is_read(f"{bound.sub(' ', before) if bound else before} {sentence.text[end:]}"):
            yield sentence.text[at:end], start + at
    elif following is not None and following.shape in (Shape.CODE, Shape.MATH) and _is_last(sentence):
        text = following.text.strip()
        if _is_read(sentence.text) and formula_in(text) is not None:
            yield text, following.start


def _is_last(sentence: Sentence) -> bool:
    return sentence.block.text.rstrip().endswith(sentence.text.rstrip()) and sentence is not None


def _in_text(text: str) -> tuple[int, int] | None:
    """Where the longest formula of a text stands."""
    best: tuple[int, int] | None = None
    for begin in (m.start() for m in _BEGINS.finditer(text)):
        for end in range(min(len(text), begin + _LONGEST), begin + 4, -1):
            if best and end - begin <= best[1] - best[0]:
                break
            said = text[begin:end]
            if said[-1] not in " .,;:" and _ARITHMETIC.search(said) and _is_computed(said):
                best = begin, end
    return best


def _is_computed(text: str) -> bool:
    if text.count("(") != text.count(")") or re.search(r"[A-Za-z]{4,}(?<!times)(?<!cdot)", text):
        return False
    written = formula_in(text)
    return written is not None and written.form in (Form.ADD, Form.SUBTRACT, Form.MULTIPLY)


def _is_read(rest: str) -> bool:
    """The words around a formula say nothing else; letters that are said to be something are left out."""
    for pattern in (_ELEMENT, _PAIR, _LISTED, _IS, _BESIDE, _SIZE):
        rest = pattern.sub(" index ", rest)
    concepts = {word.concept for word in words_of(rest)} - set(MARKS.values())
    return _INDEX in concepts and concepts <= _ALLOWED


def _letters(near: Sequence[str]) -> Mapping[str, str] | None:
    """The letter of each axis, from the nearest text that has any; None where one has none or two."""
    for text in near:
        found: dict[str, set[str]] = {axis: set() for axis in _AXES}
        for match in (*_BESIDE.finditer(text), *_IS.finditer(text)):
            found[_OF[match["noun"]]].add(match["letter"])
        for listed in _LISTED.finditer(text):
            nouns = re.findall(r"batch|image|sample|channel|plane|row|line|column", listed["nouns"])
            for letter, noun in zip(_names(listed["letters"]), nouns, strict=False):
                found[_OF[noun]].add(letter)
        for element in _ELEMENT.finditer(text):
            for letter, axis in zip(_names(element["four"]), _AXES, strict=True):
                found[axis].add(letter)
        for pair in _PAIR.finditer(text):
            for letter, axis in zip(_names(pair["pair"]), _AXES[2:], strict=True):
                found[axis].add(letter)
        if all(len(letters) == 1 for letters in found.values()):
            return {axis: next(iter(letters)) for axis, letters in found.items()}
        if any(len(letters) > 1 for letters in found.values()):
            return None
    return None


def _names(text: str) -> list[str]:
    return list(re.findall(r"[A-Za-z]\w?\b", text.replace("and", " ")))


def _judged(text: str, start: int, near: Sequence[str], names: Notation) -> Judgement | None:
    letters = _letters(near)
    written = formula_in(text, start)
    if letters is None or len(set(letters.values())) < len(_AXES) or written is None:
        return None
    written = _right_side(written)
    own = {m["letter"]: _SIZES[m["noun"]] for said in near[:1] for m in _SIZE.finditer(said)}
    described = {name: [Described(name, name, start, names.path, means)] for name, means in own.items()}
    names = replace(names, described={**names.described, **described})
    place = tuple(position(letters[axis]) for axis in _AXES)
    try:
        got = FlatMeaning(names, bound={letter: position(letter) for letter in letters.values()}).number(written)
    except (NotUnderstood, IllSorted):
        return None
    wrong = wrong_index(place, got, start, names)
    claim = JudgedClaim("index of an element", start, text, "refuted" if wrong else "proved", "index of an element")
    return claim, wrong


def _judged_greatest(text: str, start: int, names: Notation) -> Judgement | None:
    """The formula as the greatest index that there is: one less than the number of elements of X."""
    written = formula_in(text, start)
    try:
        got = FlatMeaning(names).number(_right_side(written)) if written is not None else None
    except (NotUnderstood, IllSorted):
        return None
    if got is None:
        return None
    sizes = (suppose("sizes", and_(*(size >= 1 for size in dX))),)
    values = difference(sizes, dX[0] * dX[1] * dX[2] * dX[3] - 1, got, "Indices.flat")
    message = f"the greatest index is one less than the number of elements of X{'' if not values else ': '}"
    shown = with_letters(values, None, {}, names.spelled) if values else {}
    wrong = None if values is None else Finding("index-range-wrong", start, message + for_witness(shown), shown)
    return JudgedClaim("greatest index", start, text, "refuted" if wrong else "proved", "greatest index"), wrong


# --- the range of an index ---------------------------------------------------------------------------

_LEAST = r"(?:\bat\s+least\s+[$`]*(?P<least>\d+)[$`]*,?\s+and\s+(?:it\s+)?(?:is\s+)?)?"
_BOUNDS: Sequence[tuple[re.Pattern[str], tuple[int, bool]]] = (
    (
        re.compile(
            r"\b(?:between\s+[$`]*(?P<first>\d+)[$`]*\s+and|"
            r"(?:from|in the range from)\s+[$`]*(?P<begin>\d+)[$`]*\s+(?:up\s+)?to)\s+[$`]*$"
        ),
        (1, True),
    ),
    (re.compile(rf"{_LEAST}\b(?:always\s+|strictly\s+)?(?:less|smaller)\s+than\s+[$`]*$"), (0, False)),
    (
        re.compile(rf"{_LEAST}\b(?:at\s+most|(?:not|no)\s+(?:greater|larger)\s+than)\s+[$`]*$"),
        (1, False),
    ),
)
"""What may stand before a formula that bounds an index: how much less than the number of elements it is to be, and
whether the range is said to be exactly that."""


def _bound_before(sentence: str, text: str) -> tuple[int, bool, int] | None:
    """How a formula bounds an index, with the least index that is said beside it."""
    before = sentence[: sentence.find(text)] if text in sentence else ""
    found = next(((each, *bound) for pattern, bound in _BOUNDS if (each := pattern.search(before))), None)
    if found is None:
        return None
    least = next((int(number) for number in found[0].groupdict().values() if number), 0)
    return found[1], found[2], least


def _judged_bound(text: str, start: int, names: Notation, bound: tuple[int, bool, int]) -> Judgement | None:
    """A formula as a bound of all indices: no index exceeds it, and where it ends a range it is the greatest index."""
    less, is_exact, least = bound
    if least:
        finding = Finding("index-range-wrong", start, f"this begins at {least}; indices begin at 0")
        return JudgedClaim("greatest index", start, text, "refuted", "range of an index"), finding
    written = formula_in(text, start)
    try:
        got = FlatMeaning(names).number(written) if written is not None else None
    except (NotUnderstood, IllSorted):
        return None
    if got is None:
        return None
    sizes = suppose("sizes", and_(*(size >= 1 for size in dX)))
    elements = dX[0] * dX[1] * dX[2] * dX[3] - less
    goal = got.eq(elements) if is_exact else got >= elements
    decision = decided((sizes,), goal, "Indices.flat")
    if decision.verdict is Verdict.PROVED:
        return JudgedClaim("greatest index", start, text, "proved", "range of an index"), None
    if decision.witness is None:
        return None
    shown = with_letters(decision.witness.values, None, {}, names.spelled)
    message = f"the greatest index is one less than the number of elements of X: {for_witness(shown)}"
    finding = Finding("index-range-wrong", start, message, shown)
    return JudgedClaim("greatest index", start, text, "refuted", "range of an index"), finding


def _right_side(written: Written) -> Written:
    is_index = written.form is Form.RELATION and written.text == "EQ" and written.parts[0].text in (*INDICES, "index")
    return written.parts[1] if is_index else written
