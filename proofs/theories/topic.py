"""What the theories are stated with: clauses as hypotheses, and what statements on one topic have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import assumed, suppose
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.solvers.answers import Integers
from spec.language.terms import Term
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import Claim
from spec.operator.clauses import ADDED, Source
from spec.operator.operator import Operator
from spec.window.call import FLOOR_MODE, ceil_mode


def rounded_down(operator: Operator, *labels: str) -> tuple[Assumption, ...]:
    """Clauses of an operator as assumptions, in per-axis words where they hold on each axis: what they say of calls
    whose sizes are rounded down, where they tell them from others.
    """
    return assumed(operator, *labels, of=FLOOR_MODE)


def clause(*labels: str) -> tuple[Assumption, ...]:
    """Clauses of MaxPool as assumptions, as `rounded_down` gives them."""
    return rounded_down(MAXPOOL, *labels)


def floor_mode(operator: Operator) -> tuple[Assumption, ...]:
    """That sizes are rounded down: the profile's restriction, or a supposition where it leaves both ways."""
    if "R4" in operator:
        return assumed(operator, "R4")
    return (suppose("ceil_mode = 0", ceil_mode.eq(0)),)


SIZED = clause("Y.shape")[0].label
"""The label under which theorems on sizes that are rounded down assume what `Y.shape` says of them."""
MEET = "windows.meet-input"
"""The clause that windows meet the input, where an operator has it."""
Replay = Callable[[Integers], Integers]
"""What the reference gives for the values of a witness."""


@dataclass(frozen=True, slots=True)
class Replays:
    """An operator's reference on a witness: the output size with explicit padding, the first window without taps."""

    explicit: Replay
    empty_window: Replay


@dataclass(frozen=True, slots=True)
class Topic:
    """The labels of the clauses and claims that statements are about, their source, and how their own labels begin.

    `words` are what stands in these statements for parts of clauses.
    """

    about: tuple[str, ...]
    source: Source = ADDED
    prefix: str = ""
    words: tuple[Mapping[Term, Term], ...] = ()

    def theorem(
        self,
        label: str,
        statement: str,
        goal: Term,
        *given: Assumption,
        about: tuple[str, ...] | None = None,
        source: Source | None = None,
    ) -> Obligation:
        """An obligation that is expected to be proved; it may be about more or stand elsewhere than the topic does."""
        return Obligation(
            label=self.prefix + label,
            statement=statement,
            assumptions=given,
            goal=goal,
            about=self.about if about is None else about,
            source=source or self.source,
            words=self.words,
        )

    def refuted(
        self,
        label: str,
        statement: str,
        goal: Term,
        *given: Assumption,
        replay: Replay | None = None,
    ) -> Obligation:
        """A claim that is expected to be refuted; `replay` runs the reference on a counterexample."""
        claim = self.theorem(label, statement, goal, *given)
        return replace(claim, expected=Verdict.REFUTED, replay=replay)


def on(
    *said: str | Claim, prefix: str = "", words: tuple[Mapping[Term, Term], ...] = (), operator: Operator = MAXPOOL
) -> Topic:
    """Statements about an operator's clauses, by label, or claims; their source is that of the first."""
    known = [operator[each] if isinstance(each, str) else each for each in said]
    return Topic(tuple(each.label for each in known), known[0].source, prefix, words)
