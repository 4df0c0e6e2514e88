"""The corpus: all false things, and the sample of them that each check refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from proofs.soundness.c_programs import programs_in_c
from proofs.soundness.falsehood import (
    COSTLY,
    NO_SOLVER,
    Falsehood,
    claim,
    false_script,
    false_statement,
    has_witness,
)
from proofs.soundness.lemmas import assumptions
from proofs.soundness.on_bits import of_cells, of_clauses, of_types
from proofs.soundness.on_certificates import certificates
from proofs.soundness.on_expressions import expressions, of_signs
from proofs.soundness.programs import programs
from proofs.soundness.statements import conditions, listed, of_operators, of_sums
from proofs.soundness.topics.sorts import EQUATIONS, FRACTIONS, SORTS
from proofs.soundness.verdicts.kept import verdicts

EACH = 4
"""Of those that a solver is asked about, each fourth is in the sample; of those that need none, each."""


def corpus() -> Iterator[Falsehood]:
    """All false things, in a fixed order."""
    for of in (
        assumptions,
        certificates,
        expressions,
        of_operators,
        listed,
        of_sums,
        of_sorts,
        conditions,
        of_signs,
        of_types,
        of_cells,
        of_clauses,
        of_verdicts,
        programs,
        programs_in_c,
    ):
        yield from of()


def of_sorts() -> Iterator[Falsehood]:
    """Statements on other things than integers, and equations, as statements and as scripts."""
    for topic, rows in {"fractions": FRACTIONS, "sorts": SORTS, "equations": EQUATIONS}.items():
        for name, reason, goal, given, values in rows:
            said = claim(f"{topic}.{name}", goal, *given)
            is_false = partial(has_witness, said) if values is None else partial(said.confirms, values)
            yield replace(false_statement(said, reason), is_false=is_false)
            yield replace(false_script(said, reason), is_false=is_false)


def of_verdicts() -> Iterator[Falsehood]:
    """Verdicts that the rules of proof must not give, whatever is answered."""
    for label, reason, is_false, is_given in verdicts():
        yield Falsehood(label, "verdict", reason, is_false, is_given, NO_SOLVER)


def sample() -> Iterator[Falsehood]:
    """Some of each kind, the same each time; no program, whose proof takes long."""
    asked = 0
    for falsehood in corpus():
        if falsehood.cost == NO_SOLVER:
            yield falsehood
        elif falsehood.cost != COSTLY:
            if asked % EACH == 0:
                yield falsehood
            asked += 1


@cache
def accepted() -> tuple[int, tuple[str, ...]]:
    """How many of the sample there are, and the labels of those that are not false, or that the prover accepts.

    It is found once in a process: nothing that is checked changes it.
    """
    tried = list(sample())
    wrong = [f"{f.label}: evaluation does not show that it is false" for f in tried if not f.is_false()]
    return len(tried), (*wrong, *(f"{f.label}: false, and accepted: {f.reason}" for f in tried if f.is_accepted()))
