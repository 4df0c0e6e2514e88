"""What examines each clause: which obligations, edges and situations read its formula, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proofs.assumptions.assumption import own_label
from proofs.assumptions.lemmas import assumed_of
from proofs.engine.catalogue import Catalogue
from proofs.reports.remembered import Memory, found_before
from proofs.reports.strength import Strength, strengths_before
from spec.operator.experiments import CallCase
from spec.operator.operator import Operator

SITUATIONS = "situations"


def read_by(catalogue: Catalogue, held: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For each clause what reads its formula: obligations that state it, edges that are said to break it, situations.

    `held` are the labels of the clauses that are held against situations.

    To cite a clause is not to read it. What reads one comes out otherwise, or is another statement, when it is changed.
    """
    operator = catalogue.operator
    found: dict[str, list[str]] = {label: [] for label in operator.labels}
    for obligation in catalogue.obligations:
        for label in obligation.reads(operator) & found.keys():
            found[label].append(obligation.label)
    for call in catalogue.experiments.calls():
        if call.breaks in found:
            found[call.breaks].append(call.label)
    for label in held:
        found[label].append(SITUATIONS)
    return {label: tuple(by) for label, by in found.items()}


def unread(catalogue: Catalogue, held: Iterable[str]) -> tuple[str, ...]:
    """The labels of the clauses that nothing reads: whatever their formulas say, no verdict is about them."""
    return tuple(label for label, by in read_by(catalogue, held).items() if not by)


def misjudged(operator: Operator, calls: Iterable[CallCase]) -> Iterator[str]:
    """The calls of which it is said which clause they break first, and that break another one first, or none."""
    for call in calls:
        if call.breaks is not None:
            broken = operator.violated(call.environment)
            found = "" if broken is None else broken.label
            if found != call.breaks:
                yield f"{call.label} breaks {found or 'no clause'}, but should break {call.breaks or 'none'}"


def recorded_here(catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    """The recorded labels by theory, but for theories that need a package which is absent; states none of them."""
    recorded = catalogue.recorded()
    return {name: recorded.get(name, ()) for name, theory in catalogue.theories.items() if not theory.absent()}


def lost(catalogue: Catalogue) -> Iterator[str]:
    """The theories and obligations that a list of them has and the catalogue has not, and those it has besides."""
    recorded = catalogue.recorded()
    for name, labels in recorded.items():
        if name not in catalogue.theories:
            yield f"{name}: the theory is recorded, and lost"
        elif not catalogue.theories[name].absent():
            known = {o.label for o in catalogue.theory(name)}
            yield from (f"{label}: the obligation is recorded, and lost" for label in labels if label not in known)
            yield from (f"{label}: the obligation is not recorded" for label in sorted(known - set(labels)))
    if recorded:
        yield from (f"{name}: the theory is not recorded" for name in catalogue.theories if name not in recorded)


def narrowed(catalogue: Catalogue) -> Iterator[str]:
    """The clauses that obligations assume of some calls, and none assumes as they stand."""
    labels = dict.fromkeys(label for obligation in catalogue.obligations for label in obligation.assumed)
    for label in labels:
        if (calls := assumed_of(label)) and own_label(label) not in labels:
            yield f"{own_label(label)}: it is assumed where {calls}, and nothing is proved of other calls"


@dataclass(frozen=True, slots=True)
class Examination:
    """What became of an operator's clauses one by one, of its edges, and which clauses nothing reads.

    `misjudged` are the edges that are judged otherwise than is said of them, by the clauses or in a whole call.
    `lost` says which theories and obligations are missing, or not recorded, and which clauses are proved of some calls
    alone. `false` is the number of false things that the prover was tried with (`proofs.soundness`), `accepted` are
    those that it did not refuse. `remembered`: it is of an earlier run.
    """

    strengths: tuple[Strength, ...] = ()
    misjudged: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    false: int = 0
    accepted: tuple[str, ...] = ()
    remembered: bool = False

    @property
    def problems(self) -> tuple[str, ...]:
        """What is not as it should be, in words: each begins with the label that it is about."""
        nothing = "nothing reads its formula: no obligation, no edge, no situation"
        return (
            *(f"{s.label}: {problem}" for s in self.strengths for problem in s.problems),
            *self.misjudged,
            *(f"{label}: {nothing}" for label in self.unread),
            *self.lost,
            *self.accepted,
        )

    @property
    def text(self) -> str:
        """The result in one line."""
        tried = sum(s.allowed + s.rejected for s in self.strengths)
        told = sum(len(s.told) for s in self.strengths)
        verdicts = [s.verdict for s in self.strengths]
        needed = verdicts.count("needed")
        return (
            f"{len(verdicts)} definitions and decisions, each held alone against {tried} situations and told from "
            f"{told} alternatives: {needed} needed, {len(verdicts) - needed} implied by others"
        )

    @property
    def refused(self) -> str:
        """What became of false statements, in one line."""
        return f"{self.false - len(self.accepted)} false statements refused"


def examine(catalogue: Catalogue, memory: Memory | None = None) -> Examination:
    """All of it, or what a memory has of it; without problems, it is kept there."""

    def read(kept: dict[str, Any]) -> Examination:
        strengths = tuple(Strength(**its) for its in kept["strengths"])
        lists = {name: tuple(kept[name]) for name in ("misjudged", "unread", "lost", "accepted")}
        return Examination(strengths, false=kept["false"], remembered=True, **lists)

    def examined() -> Examination:
        return _examined(catalogue, strengths_before(catalogue, memory))

    return found_before(memory, "examined", read, examined, lasting=lambda found: not found.problems)


def _examined(catalogue: Catalogue, held: tuple[Strength, ...]) -> Examination:
    from proofs.soundness.corpus import accepted  # it needs the whole prover

    experiments = catalogue.experiments
    return Examination(
        held,
        (*misjudged(catalogue.operator, experiments.calls()), *experiments.wrong()),
        unread(catalogue, [s.label for s in held]),
        (*lost(catalogue), *narrowed(catalogue)),
        *accepted(),
    )
