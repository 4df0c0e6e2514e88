"""Sentences as formulas need them: words in their classes, and the names between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.phrases import Phrase, Word, word
from spec.documents.formulas.words import LISTS, named_entry
from spec.documents.pages.model import Block, Kind, Piece, Shape

MARKED = (Kind.MATH, Kind.CODE, Kind.EMPHASIS)
_WORD = r"i\.e\.|e\.g\.|resp\.|[^\W_][\w-]*(?:\[\w+(?:\s?[+-]\s?\w+)?\])?"
_IN_PROSE = re.compile(rf"\d+(?:\.\d+)+|{_WORD}|\n\s*\n|\S")
_IN_LISTING = re.compile(rf"{_WORD}|\n|\S")
_ENDS = frozenset(".;*•\n")
_ORDINAL = re.compile(r"\s*([a-z])\s*\^\s*(?:\{\s*)?(?:\\(?:text|textit|textrm|mathrm|rm)\s*\{?\s*)?th[}\s]*")
"""A letter with a raised ending: `$i^{th}$`, `$i^\\text{th}$`."""
_BRACKETED = (Form.TUPLE, Form.INTERVAL)
_SYMBOL = re.compile(r"[^\W\d_]{1,2}|\w*[_\d\[].*|\w*[a-z][A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Atom:
    """A part of a sentence: a word in its class; `names` are those that it gives if it stands before "is".

    `is_marked`: it is set as mathematics, code or emphasis; `is_list`: the names stand in brackets, as entries do.
    """

    word: Word
    start: int
    names: tuple[str, ...] = ()
    is_marked: bool = False
    is_list: bool = False

    @property
    def text(self) -> str:
        """The word itself."""
        return self.word.text


def sentences(block: Block) -> Iterator[list[Atom]]:
    """The sentences of a block; in a listing a line ends one."""
    return (list(sentence) for sentence in _sentences(block))


@lru_cache(maxsize=32_768)
def _sentences(block: Block) -> tuple[tuple[Atom, ...], ...]:
    """Each judge asks for them again: they are read once."""
    return tuple(tuple(sentence) for sentence in _read(block))


def _read(block: Block) -> Iterator[list[Atom]]:
    found: list[Atom] = []
    closing = {piece.start for piece, _ in block.closing_formulas()}
    for piece in block.pieces:
        for atom in _atoms(piece, is_listing=block.shape is Shape.CODE):
            if not atom.is_marked and atom.text[0] in _ENDS and atom.text not in ("i.e.", "e.g."):
                yield from _held(found)
                found = []
            else:
                found.append(atom)
        if piece.start in closing:
            yield from _held(found)
            found = []
    yield from _held(found)


def _held(found: list[Atom]) -> Iterator[list[Atom]]:
    if found:
        yield list(_with_ordinals(found))


def _with_ordinals(atoms: Sequence[Atom]) -> Iterator[Atom]:
    """A letter with what makes an ordinal of it is one word: `$i$-th`."""
    at = 0
    while at < len(atoms):
        ending = "".join(atom.text for atom in atoms[at + 1 : at + 3])
        if atoms[at].word.kind == "LETTER" and atoms[at].is_marked and ending == "-th":
            yield Atom(word(f"{atoms[at].text}-th"), atoms[at].start)
            at += 3
        else:
            yield atoms[at]
            at += 1


_LABEL = re.compile(r"[A-Z]{2,}(?:-[A-Z]+)*-\d+[a-z]?")


_REMARKS = ("note", "remark", "statement")


def without_label(sentence: Sequence[Atom]) -> Sequence[Atom]:
    """A sentence without what names it: REQ-012 or [R7], and a colon; MP-010, with a colon or without; `Note:`."""
    at = next((i for i, atom in enumerate(sentence) if atom.text == ":"), 0)
    before = "".join(atom.text for atom in sentence[:at]).strip("[]()")
    if before.replace("-", "").replace("_", "").isalnum() and before[-1].isdigit() and before.isupper():
        return sentence[at + 1 :]
    if at == 1 and sentence[0].text.lower() in _REMARKS:
        return sentence[2:]
    return sentence[1:] if sentence and _LABEL.fullmatch(sentence[0].text) else sentence


def phrase(atoms: Sequence[Atom]) -> Phrase:
    """The words of a part of a sentence."""
    return tuple(atom.word for atom in atoms)


def _atoms(piece: Piece, *, is_listing: bool) -> Iterator[Atom]:
    if piece.kind is Kind.ANCHOR or piece.kind is Kind.IMAGE:
        return
    if piece.kind is Kind.MATH and (ordinal := _ORDINAL.fullmatch(piece.text)) is not None:
        yield Atom(word(f"{ordinal[1]}-th"), piece.start)
        return
    if piece.kind in MARKED and not is_listing:
        written = formula_in(piece.text, piece.start)
        if written is not None:
            listed = entries_of(written) or written
            names, is_list = tuple(names_of(listed)), listed.form in _BRACKETED
            yield Atom(_as_word(written, piece.text), piece.start, names, is_marked=True, is_list=is_list)
            return
        if piece.kind is not Kind.EMPHASIS:
            yield Atom(Word("UNKNOWN", piece.text), piece.start, (), is_marked=True)
            return
    for found in (_IN_LISTING if is_listing else _IN_PROSE).finditer(piece.text):
        yield _plain(found.group(), piece.start + found.start())


def _plain(text: str, start: int) -> Atom:
    if text == ",":
        return Atom(Word("COMMA", text), start)
    if "[" in text and text[-1] == "]":
        return Atom(_item(*text[:-1].split("[", 1)), start, (text,))
    classed = word(text)
    is_name = _SYMBOL.fullmatch(text) is not None and classed.kind != "_PREP"
    return Atom(classed, start, (text,) if is_name else ())


def _as_word(written: Written, text: str) -> Word:
    """A name between the words: a list, a tensor, an entry; what else it is, a phrase does not say."""
    if written.form is Form.NAME:
        return word(written.text)
    if written.form is Form.NUMBER:
        return Word("NUMBER", written.text)
    if written.form is Form.INDEX and len(written.parts) == 2:
        base, place = written.parts
        name = ".".join(part.text for part in base.parts) if base.form is Form.MEMBER else base.text
        return _item(name, text[place.start - written.start : place.end - written.start])
    return Word("UNKNOWN", text)


def _item(base: str, place: str) -> Word:
    is_known = (base in LISTS or base == "pads") and (place.isdigit() or named_entry(base, place) is not None)
    return Word("ITEM" if is_known else "UNKNOWN", f"{base}[{place}]")


def entries_of(written: Written) -> Written | None:
    """The names in brackets that an equation gives the entries of a list by its name, s = (s_0, s_1); None for what is
    none."""
    match written:
        case Written(Form.RELATION, (Written(Form.NAME) as name, entries), "EQ") if entries.form in _BRACKETED:
            own = [f"{name.text}_{number}" for number in range(len(entries.parts))]
            return entries if own and [part.text for part in entries.parts] == own else None
    return None


def names_of(written: Written) -> Iterator[str]:
    """The names that stand before "is": one, several, or those that are given a range (`h ∈ [0, n]`, `k, m ≥ 1`)."""
    if written.form is Form.RELATION and written.text == "IN":
        written = written.parts[0]
    is_pair = written.form is Form.INTERVAL and all(part.form is Form.NAME for part in written.parts)
    for part in written.parts if written.form in (Form.ALL, Form.TUPLE) or is_pair else (written,):
        if part.form is Form.NAME:
            yield part.text
        elif _is_bounded(part):
            yield part.parts[0].text
        elif (
            part.form is Form.INDEX and part.parts[0].form is Form.NAME and len(part.parts) == 2 and part.parts[1].text
        ):
            yield f"{part.parts[0].text}[{part.parts[1].text}]"


def _is_bounded(written: Written) -> bool:
    """A name that is at least a number."""
    is_bound = written.form is Form.RELATION and written.text in ("GE", "GT") and len(written.parts) == 2
    return is_bound and [part.form for part in written.parts] == [Form.NAME, Form.NUMBER]


_CONDITIONS = frozenset("if when whenever unless suppose assume example instance".split())


def under_conditions(block: Block) -> frozenset[int]:
    """Where what is marked stands in sentences that speak of a case: it says nothing of other calls."""
    if block.shape is Shape.CODE or not _CONDITIONS & set(re.findall(r"[a-z]+", block.text.lower())):
        return frozenset()
    return frozenset(atom.start for each in sentences(block) if _is_of_a_case(each) for atom in each if atom.is_marked)


def _is_of_a_case(sentence: Sequence[Atom]) -> bool:
    """A sentence says something under a condition: not where it only names a place first, of the selected element or of
    the window."""
    words = [atom.text.lower() for atom in sentence]
    named = _NAMES_A_PLACE.match(" ".join(words))
    return any(word in _CONDITIONS for word in words[1 if named is not None else 0 :])


_NAMES_A_PLACE = re.compile(
    r"(?:if|when) the (?:(?:selected|chosen|winning|retained) (?:tap|element|maximum|one) (?:lies|is|stands|sits) at\b"
    r"|(?:kernel|window) (?:lies|is|stands|sits) at (?:the )?(?:output )?(?:place|position|cell)\b(?! of))"
)


# --- tensors by the names of a signature ----------------------------------------------------------

_OUTPUTS = ("Y", "Indices")
_CELL = 4


def tensors_of(blocks: Iterable[Block]) -> Mapping[str, str]:
    """What each name of a signature, `(S, Ind) = MaxPool(E)`, stands for: X, Y or Indices; not one that is for two."""
    found: dict[str, set[str]] = {}
    for block in blocks:
        for piece in block.of(Kind.MATH, Kind.CODE) if "Pool" in block.text else ():
            for name, tensor in _named(formula_in(piece.text, piece.start)):
                found.setdefault(name, set()).add(tensor)
        for name in _called_indices(block):
            found.setdefault(name, set()).add("Indices")
    return {name: tensors.pop() for name, tensors in found.items() if len(tensors) == 1}


_CALLED = re.compile(
    r"\s*(?:\((?:the\s+)?[`*$]*(?:indices|index tensor|tensor of indices)[`*$]*\)|,?\s+called\s+[`*$]*Indices\b)",
    re.IGNORECASE,
)
_CALLING = re.compile(r"\b(?:the\s+index\s+tensor|(?:the|a)\s+tensor\s+of\s+(?:the\s+)?indices),?\s*$", re.IGNORECASE)


def _called_indices(block: Block) -> Iterator[str]:
    """The names beside which a text says in brackets that they are the indices, or behind `the index tensor`."""
    said = block.text.lower() if block.shape is not Shape.CODE else ""
    if "indices" not in said and "index tensor" not in said:
        return
    for at, piece in enumerate(block.pieces):
        written = formula_in(piece.text, piece.start) if piece.kind in (Kind.MATH, Kind.CODE) else None
        if written is not None and written.form is Form.NAME and written.text not in ("X", *_OUTPUTS):
            before, after = (
                "".join(each.text for each in part) for part in (block.pieces[:at], block.pieces[at + 1 :])
            )
            if _CALLED.match(after) or _CALLING.search(before):
                yield written.text


def _named(written: Written | None) -> Iterator[tuple[str, str]]:
    if written is None:
        return
    *first, equation = written.parts if written.form is Form.ALL else (written,)
    if equation.form is not Form.RELATION or equation.text != "EQ":
        return
    outputs, call = equation.parts[0], equation.parts[-1]
    is_call = call.form is Form.CALL and call.parts[0].text.endswith("Pool") and len(call.parts) > 1
    names = [*(part.text for part in first), *names_of(outputs)]
    if is_call and call.parts[1].form is Form.NAME and 0 < len(names) <= len(_OUTPUTS):
        yield call.parts[1].text, "X"
        yield from zip(names, _OUTPUTS, strict=False)


def with_tensors(written: Written, tensors: Mapping[str, str]) -> Written:
    """A formula with the elements of named tensors as those of X, Y and Indices."""
    parts = tuple(with_tensors(part, tensors) for part in written.parts)
    if written.form in (Form.INDEX, Form.CALL) and len(parts) == _CELL + 1 and parts[0].text in tensors:
        parts = (replace(parts[0], text=tensors[parts[0].text]), *parts[1:])
    return replace(written, parts=parts)
