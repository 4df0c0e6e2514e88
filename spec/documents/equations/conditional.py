"""Formulas under conditions that their sentence states as formulas: "If $s = 1$ and $p = 0$, then $y = x - k + 1$"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import Atom, sentences, under_conditions
from spec.documents.pages.model import Block, Shape

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


# --- cases that are stated one by one ------------------------------------------------------------------


def as_cases(given: Written, otherwise: Written) -> Written | None:
    """`X_p[...] = A if C` and, behind it, `X_p[...] = B otherwise` as one equation with two cases; None for others."""
    if given.form is not Form.GIVEN or otherwise.form is not Form.OTHERWISE:
        return None
    first, *conditions = given.parts
    (last,) = otherwise.parts
    are_equations = all(each.form is Form.RELATION and each.text == "EQ" for each in (first, last))
    if not are_equations or first.parts[0] != last.parts[0] or len(conditions) != 1:
        return None
    branch = Written(Form.BRANCH, (first.parts[1], *conditions), "", first.parts[1].start, given.end)
    cases = Written(Form.CASES, (branch, last.parts[1]), "", branch.start, last.end)
    return Written(Form.RELATION, (first.parts[0], cases), "EQ", given.start, given.end)
