"""An obligation's SMT-LIB scripts: what cvc5 is asked, for anyone to ask another solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from proofs.decide import queries
from proofs.encoding import without_division
from proofs.files import write
from proofs.obligations import Obligation
from spec.readings.plain import to_plain
from spec.readings.smtlib import script


def scripts(obligation: Obligation) -> Mapping[str, str]:
    """The scripts by file name. Each says in its first lines what answer it should get, and what that means."""
    assumptions = [f"assume {a.label}: {to_plain(a.term)}" for a in obligation.assumptions]
    statement = [obligation.label, obligation.statement, *assumptions, f"goal: {to_plain(obligation.goal)}"]
    proved = obligation.expected == "proved"
    answer = "unsat: the part follows from the assumptions" if proved else "sat in at least one part: refuted"
    texts = {
        f"{obligation.label}.{query.name}.smt2": script(
            query.terms, "\n".join([*statement, f"{query.name}, negated; expected: {answer}"])
        )
        for query in queries(obligation)
    }
    satisfiable = without_division([a.term for a in obligation.assumptions], guarded=True)
    note = "the assumptions alone; expected: sat: they are not contradictory"
    texts[f"{obligation.label}.assumptions.smt2"] = script(satisfiable, "\n".join([*statement, note]))
    return texts


def write_scripts(folder: Path, obligations: Iterable[Obligation]) -> None:
    """Write the scripts of some obligations to a folder, which is made if need be."""
    write({folder / name: text for o in obligations for name, text in scripts(o).items()})
