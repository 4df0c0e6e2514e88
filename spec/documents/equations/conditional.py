"""Formulas under conditions that their sentence states as formulas: "If $s = 1$ and $p = 0$, then $y = x - k + 1$"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import Atom, sentences, under_conditions
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.pages.tables import tables_of

_TOLD = (Shape.PARAGRAPH, Shape.ITEM)
_IF = ("if", "when", "whenever")
_JOINS = ("COMMA", "AND")
_MODES = frozenset("ceil_mode ceil floor auto_pad notset valid same_upper same_lower explicit mode rounding".split())
"""What a case may be that a formula's mode of padding and rounding tells; of any other in words, nothing is known."""


@dataclass(frozen=True, slots=True)
class ConditionalFormula:
    """A formula with the conditions that its sentence puts before or behind it, and where all of them stand."""

    conditions: tuple[Written, ...]
    start: int
    places: frozenset[int]

    def over(self, written: Written) -> Written:
        """The formula under its conditions."""
        given = Written(Form.ALL, self.conditions, "", self.conditions[0].start, self.conditions[-1].end)
        return Written(Form.IMPLIES, (given, written), "", written.start, written.end)


def conditional_formulas(block: Block) -> Iterator[ConditionalFormula]:
    """Those of a block whose sentences hold nothing but `if`, formulas and what joins them; behind the conditions
    words may lead to the formula, with a colon: "the size does not change:"."""
    for sentence in sentences(block) if block.shape in _TOLD else ():
        words = [atom.text.lower() for atom in sentence]
        at = next((i for i, word in enumerate(words) if word in _IF and not sentence[i].is_marked), None)
        if at == 0:
            yield from _first(sentence[1:])
        elif at == 1 and sentence[0].is_marked:
            conditions, rest = _conditions(sentence[2:])
            if conditions and not rest:
                yield _made(conditions, sentence[0])


def of_unknown_cases(block: Block) -> frozenset[int]:
    """Where formulas stand of which a sentence says in words that they hold in some case."""
    marked = under_conditions(block)
    if not marked:
        return marked
    known = (each for each in sentences(block) if any(atom.text.lower() in _MODES for atom in each))
    return marked - {atom.start for each in known for atom in each}


_CLAIM = re.compile(r"\W*(?:proof|proposition|lemma|theorem|corollary)\b", re.IGNORECASE)
"""What begins a block that claims or proves something, and demands nothing."""
_ENOUGH = frozenset("suffices suffice sufficient enough yields".split())


def of_remarks(block: Block) -> frozenset[int]:
    """Where formulas stand of which a sentence says that they are enough for something: it demands nothing."""
    is_of_proof = block.shape is not Shape.CODE and _CLAIM.match(block.text) is not None
    if is_of_proof or _begins_with_case(block):
        return frozenset(piece.start for piece in block.of(Kind.MATH, Kind.CODE))
    if block.shape is Shape.CODE or not _ENOUGH & set(block.text.lower().split()):
        return frozenset()
    if ";" in block.text and not re.search(r"\.\s+(?=[A-Z])", block.text):
        return frozenset(piece.start for piece in block.of(Kind.MATH, Kind.CODE))  # One sentence, with semicolons.
    remarks = (each for each in sentences(block) if any(atom.text.lower() in _ENOUGH for atom in each))
    return frozenset(atom.start for each in remarks for atom in each if atom.is_marked)


_OUTCOME = re.compile(r"\boverlap|\bno window\b|\bgaps?\b", re.IGNORECASE)
"""What is so of windows in a case, and demanded in none."""


def _begins_with_case(block: Block) -> bool:
    """`$s < e$: overlapping windows`: an item that says what is so in a case, which a formula before a colon tells."""
    pieces = [piece for piece in block.pieces if piece.text.strip() and piece.kind is not Kind.ANCHOR]
    at = next((i for i, piece in enumerate(pieces) if piece.text.lstrip()[:1] == ":"), 0)
    before = pieces[:at]
    is_case = bool(before) and all(p.kind is Kind.MATH or p.text.strip().lower() in ("or", "and", ",") for p in before)
    says = " ".join(piece.text for piece in pieces[at:]).lstrip(" :")
    return block.shape is Shape.ITEM and is_case and _OUTCOME.search(says) is not None


def enough_in_rows(blocks: Sequence[Block]) -> frozenset[int]:
    """The cells, by their identity, of rows that say that something is enough."""
    found: set[int] = set()
    for table in tables_of(blocks):
        rows = {cell.row for cell in table if cell.row and _ENOUGH & set(cell.text.lower().split())}
        found |= {id(cell) for cell in table if cell.row in rows}
    return frozenset(found)


def _first(sentence: Sequence[Atom]) -> Iterator[ConditionalFormula]:
    """Conditions, and the formula that holds under them."""
    conditions, rest = _conditions(sentence)
    while rest and (rest[0].word.kind in _JOINS or rest[0].text.lower() == "then"):
        rest = rest[1:]
    if conditions and rest and _relation(rest[-1]) is not None and _leads(rest[:-1]):
        yield _made(conditions, rest[-1])


def _leads(before: Sequence[Atom]) -> bool:
    """Nothing, or words that end with a colon and name no other formula."""
    return not before or (before[-1].text == ":" and not any(atom.is_marked for atom in before))


def _conditions(sentence: Sequence[Atom]) -> tuple[list[Atom], Sequence[Atom]]:
    """The formulas that a part begins with, but for the last where it ends with one, and what follows."""
    found: list[Atom] = []
    at = 0
    while at < len(sentence) and _relation(sentence[at]) is not None:
        found.append(sentence[at])
        at += 1
        joined = at
        while joined < len(sentence) and sentence[joined].word.kind in _JOINS:
            joined += 1
        if joined == at:
            break
        at = joined
    if at == len(sentence) and len(found) > 1 and not _ends_list(sentence):
        return found[:-1], sentence[-1:]
    return found, sentence[at:]


def _ends_list(sentence: Sequence[Atom]) -> bool:
    """The last formula is joined by `and`: it is one more condition."""
    return len(sentence) > 1 and sentence[-2].word.kind == "AND"


def _relation(atom: Atom) -> Written | None:
    written = formula_in(atom.text, atom.start) if atom.is_marked else None
    return written if written is not None and written.form is Form.RELATION else None


def _made(conditions: Sequence[Atom], formula: Atom) -> ConditionalFormula:
    written = tuple(found for atom in conditions if (found := _relation(atom)) is not None)
    return ConditionalFormula(written, formula.start, frozenset(atom.start for atom in (*conditions, formula)))
