"""`maxpool mutate --source FILE:FUNCTION`: mutants of a function that is proved, each put to the same proof.

A mutant is rejected if it is not proved: there is a call on which it is wrong, or a condition that does not follow. One
that is proved computes what the function computes, on every call: both are proved against the same clauses. A mutant
that is proved of other calls, for other parameters or on other assumptions is a survivor, for it may not be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from proofs.engine.statement import Verdict
from proofs.mutation.common.scores import Mutant, ScoresJson, in_parts, listed, scores
from proofs.mutation.source.mutated import Attempt, Mutated, Understood
from proofs.program.c.elements.claims import NAN
from proofs.program.c.proving import NO_NAN
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import LIMITS, ConditionOutcome, all_proved, finished, unreached
from proofs.program.prove_source import FunctionVerdict, SourceReport
from proofs.program.running.witness import ElementRange, find
from proofs.program.source.language import Function
from proofs.program.source.refused import Refused
from proofs.solvers.solvers import SOLVERS, opened
from reference.common.errors import CannotRun

CHUNK = 10
"""Mutants that a process judges at a time, with one session of the solvers, in which most conditions are asked once."""
FEW = 300
"""Calls on which a mutant is tried before it is put to the proof: about a second."""
SAME = "proved against the same clauses, for the same calls: it gives the same outputs on each of them"


@dataclass(frozen=True, slots=True)
class SourceVerdict(Mutant):
    """A mutant of a source; `reason` says why it was refused or survived. One that is refused is neither."""

    refused: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProvedMeaning:
    """What a function is proved to be: for which calls and parameters, on which assumptions, for which sizes."""

    calls: tuple[str, ...]
    parameters: Mapping[str, str]
    assumptions: tuple[str, ...]
    capacity: str | None

    def difference(self, other: ProvedMeaning) -> str:
        """What another function is proved to be, where that is not the same."""
        if other.calls != self.calls:
            return f"proved for other calls: {', '.join(other.calls) or 'all'}"
        for own, role in other.parameters.items():
            if self.parameters.get(own, role) != role:
                return f"proved where {own} is {role}"
        if more := [assumption for assumption in other.assumptions if assumption not in self.assumptions]:
            return f"proved on a further assumption: {more[0]}"
        return "" if other.capacity == self.capacity else f"proved for other sizes: {other.capacity or 'all'}"


def meaning(report: SourceReport) -> ProvedMeaning:
    """What a report on a function that is proved says of it."""
    return ProvedMeaning(report.calls, report.parameters, report.assumptions, report.capacity)


# --- one mutant


def judged(mutated: Mutated, number: int, original: ProvedMeaning, session: Session) -> SourceVerdict:
    """The verdict on a mutant."""
    change = mutated.changes()[number]
    verdict = SourceVerdict(f"{mutated.place}:{change.line}", change.text, "")
    return found_of(verdict, mutated.understand(number), original, session)


def found_of(
    verdict: SourceVerdict, understood: Understood | SourceReport, original: ProvedMeaning, session: Session
) -> SourceVerdict:
    """The verdict on a mutant that was understood, or refused."""
    try:
        report = understood if isinstance(understood, SourceReport) else tried(*understood, session)
    except Refused as refused:
        return replace(verdict, refused=True, reason=str(refused))
    if report.refused is not None:
        return replace(verdict, refused=True, reason=str(report.refused))
    if not report.proved:
        return replace(verdict, noticed_by=_noticed_by(report))
    found = meaning(report)
    if NO_NAN in found.assumptions and NO_NAN not in original.assumptions:
        return replace(verdict, noticed_by=f"{NAN}: it is not right on every bit pattern any more")
    reason = original.difference(found)
    return replace(verdict, harmless=not reason, reason=reason)


def tried(
    report: SourceReport, function: Function, attempt: Attempt, elements: ElementRange, session: Session
) -> SourceReport:
    """Whether a function is proved, told sooner than by a report in full: what first shows that it is not ends it."""
    witness = find(function, FEW, elements)
    if witness is not None:
        return replace(report, witness=witness)
    results, capacity = attempt(session)
    results = _until_open(results, session)
    empty = unreached(function, results, LIMITS) if all_proved(results) else None
    return replace(report, results=results, empty=empty, capacity=capacity)


def _until_open(results: Sequence[ConditionOutcome], session: Session) -> tuple[ConditionOutcome, ...]:
    """The results up to the first that stays open, asked in full."""
    found: list[ConditionOutcome] = []
    for result in results:
        whole = finished([result], session)[0]
        found.append(whole)
        if not whole.proved:
            break
    return tuple(found)


def _noticed_by(report: SourceReport) -> str:
    """What shows that a function is not proved."""
    if report.witness is not None:
        return f"a call: {report.witness.what}"
    if report.empty is not None:
        return f"nothing is shown to reach line {report.empty.line}"
    last = report.results[-1]
    return f"program.{last.condition.label}" + ("" if last.verdict is Verdict.REFUTED else ", which was not decided")


# --- all of them


def mutate_source(
    mutated: Mutated, original: ProvedMeaning, done: Callable[[int], None] = lambda _: None
) -> list[SourceVerdict]:
    """All mutants of a function that is proved to be what `original` says; `done` is called with the number judged at
    each step.
    """
    numbers = range(len(mutated.changes()))
    chunks = [tuple(numbers[i : i + CHUNK]) for i in range(0, len(numbers), CHUNK)]
    return in_parts(judge_some, [(mutated, chunk, original) for chunk in chunks], done)


def proved_meaning(mutated: Mutated) -> ProvedMeaning:
    """What the function itself is proved to be; raises CannotRun where it is not."""
    report = mutated.prove(LIMITS)
    if report.outcome is not FunctionVerdict.PROVED:
        why = f": line {report.refused.line}: {report.refused}" if report.refused else ""
        raise CannotRun(f"{report.name} is {report.outcome}{why}; mutants say something of a proved function alone")
    return meaning(report)


def judge_some(mutated: Mutated, numbers: Sequence[int], original: ProvedMeaning) -> list[SourceVerdict]:
    """The verdicts on some mutants, in this process."""
    session = Session(opened(SOLVERS, LIMITS))
    return [judged(mutated, number, original, session) for number in numbers]


def report(results: Sequence[SourceVerdict]) -> ScoresJson:
    """The scores as one JSON document; what was refused is neither detected nor a survivor."""
    refused = [r for r in results if r.refused]
    found = scores("source", [r for r in results if not r.refused])
    survived = [r for r in results if not (r.refused or r.noticed_by or r.harmless)]
    return {
        **found,
        "mutants": len(results),
        "survived": _with_reasons(survived),
        "accepted": [{**entry, "reason": SAME} for entry in listed([r for r in results if r.harmless])],
        "refused": _with_reasons(refused),
    }


def _with_reasons(verdicts: Sequence[SourceVerdict]) -> list[dict[str, str]]:
    return [{**entry, "reason": v.reason} for entry, v in zip(listed(verdicts), verdicts, strict=True)]
