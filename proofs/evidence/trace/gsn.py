"""The argument in Goal Structuring Notation: goals, what shows each, and what is left undeveloped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.evidence.trace.material import Gap, Material

TOP = "The specification of {} is fit for implementation and assessment."
PROGRAM, OPEN = "program.", "not as expected"
STRATEGY = "Argument over what can go wrong: contradiction, misreading, mistake, wrong implementation."


@dataclass(frozen=True, slots=True)
class Branch:
    """A goal with its claim; what shows it, and what is left open: both may be empty."""

    goal: str
    claim: str
    shown: str
    left_open: str


GAPS_OF_GOALS: Mapping[str, Sequence[str]] = {
    "The clauses are consistent, and imply what the specification says of its outputs.": (
        "verdict",
        "ended by the time limit",
        "clause without proof",
        "principle",
    ),
    "The clauses say what the document says, or its errors are shown.": (
        "sentence no clause comes from",
        "clause whose sentence is missing",
        "document that no clause cites",
        "line that locates no sentence",
    ),
    "The plain reference meets the clauses.": (),
    "Proofs and tests detect a mistake in a clause.": (
        "clause without a link that holds",
        "link that does not hold",
        "link not tried",
        "mutant that survived",
    ),
    "Worked examples and tests agree with the clauses.": ("example", "test", "clause without test"),
    "Where the runtimes that were tried diverge is known.": ("runtime",),
}
"""The goals, with the kinds of gaps that leave each open."""


def branches(m: Material, gaps: Sequence[Gap]) -> tuple[Branch, ...]:
    """The goals, with the numbers of this package."""
    of_clauses = Counter(_outcome(d) for d in m.decisions if not d["label"].startswith(PROGRAM))
    of_program = Counter(_outcome(d) for d in m.decisions if d["label"].startswith(PROGRAM))
    tests, proved, tried = Counter(t.outcome for t in m.tests or ()), of_program["proved"], bool(m.links or m.scores)
    # Without a mutation run every link is untried: that there was none says it.
    kinds = Counter(g.kind for g in gaps if tried or g.kind != "link not tried")
    rests = "its way from an array to the loops is tested, not proved" if proved else "nothing of its source is proved"
    shown = (
        f"{of_clauses['proved']} obligations proved, {of_clauses['refuted']} refuted as expected",
        f"An audit of the document, with {len(m.audit['findings'])} findings" if m.audit else "",
        f"obligations proved on its source: {proved}" if proved else "",
        "Mutants put in the place of clauses, and what detected them" if tried else "",
        f"{len(m.examples)} examples run" + (f"; {tests['passed']} tests passed" if m.tests is not None else ""),
        f"{len(m.runtimes)} runtimes on generated cases: bounded, not a proof" if m.runtimes else "",
    )
    left_open = (
        "",
        "" if m.audit else "no document was given",
        _joined(_counted(of_program, OPEN), rests),
        "" if tried else "no mutation run was given",
        "no results of tests were given" if m.tests is None else "",
        "" if m.conformance else "no results of runtimes were given",
    )
    goals = enumerate(zip(GAPS_OF_GOALS.items(), shown, left_open, strict=True), 1)
    return tuple(
        Branch(f"G{n}", claim, by, _joined(_counted(kinds, *missing), rest))
        for n, ((claim, missing), by, rest) in goals
    )


def _outcome(decision: Mapping[str, Any]) -> str:
    return str(decision["verdict"]) if decision["as_expected"] else OPEN


def _counted(kinds: Mapping[str, int], *names: str) -> str:
    return _joined(*(f"{name}: {kinds[name]}" for name in names if kinds[name]))


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
