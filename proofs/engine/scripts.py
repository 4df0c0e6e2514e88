"""An obligation's SMT-LIB scripts: what cvc5 is asked, for anyone to ask another solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from proofs.engine.bits import BitObligation
from proofs.engine.decide import queries
from proofs.engine.encoding import without_division
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.program.decide import ProgramObligation
from proofs.program.logic.solving import relevant
from reference.common.files import write
from spec.language.terms import not_
from spec.readings.plain import to_plain
from spec.readings.smtlib import script

_ASSUMPTIONS = "the assumptions alone; expected: sat: they are not contradictory"


def scripts(obligation: Statement) -> Mapping[str, str]:
    """The scripts by file name. Each says in its first lines what answer it should get, and what that means."""
    match obligation:
        case Obligation():
            return _in_terms(obligation)
        case BitObligation():
            return _on_bits(obligation)
        case ProgramObligation():
            return _about_a_program(obligation)
    raise TypeError(f"{obligation.label}: a {type(obligation).__name__} has no scripts")


def _expected(obligation: Statement) -> str:
    proved = obligation.expected == "proved"
    answer = "unsat: the part follows from the assumptions" if proved else "sat in at least one part: refuted"
    return f"expected: {answer}"


def _in_terms(obligation: Obligation) -> Mapping[str, str]:
    assumptions = [f"assume {a.label}: {to_plain(a.term)}" for a in obligation.assumptions]
    statement = [obligation.label, obligation.statement, *assumptions, f"goal: {to_plain(obligation.goal)}"]
    texts = {
        f"{obligation.label}.{query.name}.smt2": script(
            query.terms, "\n".join([*statement, f"{query.name}, negated; {_expected(obligation)}"])
        )
        for query in queries(obligation)
    }
    satisfiable = without_division([a.term for a in obligation.assumptions], guarded=True)
    texts[f"{obligation.label}.assumptions.smt2"] = script(satisfiable, "\n".join([*statement, _ASSUMPTIONS]))
    return texts


def _on_bits(obligation: BitObligation) -> Mapping[str, str]:
    statement = [obligation.label, obligation.statement, *(f"assume {a.label}" for a in obligation.assumptions)]
    goal = "\n".join([*statement, f"goal-1, negated; {_expected(obligation)}"])
    return {
        f"{obligation.label}.goal-1.smt2": obligation.script(obligation.refuted, goal),
        f"{obligation.label}.assumptions.smt2": obligation.script(
            obligation.hypotheses, "\n".join([*statement, _ASSUMPTIONS])
        ),
    }


def _about_a_program(obligation: ProgramObligation) -> Mapping[str, str]:
    """A script for each condition, in full: products and divisions as they are."""
    texts = {}
    for i, condition in enumerate(obligation.conditions, 1):
        terms = [*relevant(obligation.known, [condition.goal]), not_(condition.goal)]
        comment = [obligation.label, condition.label, condition.words, f"goal-{i}, negated; {_expected(obligation)}"]
        texts[f"{obligation.label}.goal-{i}.smt2"] = script(without_division(terms, guarded=True), "\n".join(comment))
    known = without_division([a.term for a in obligation.known], guarded=True)
    texts[f"{obligation.label}.assumptions.smt2"] = script(known, "\n".join([obligation.label, _ASSUMPTIONS]))
    return texts


def write_scripts(folder: Path, obligations: Iterable[Statement]) -> None:
    """Write the scripts of some obligations to a folder, which is made if need be."""
    write({folder / name: text for o in obligations for name, text in scripts(o).items()})
