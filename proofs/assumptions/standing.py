"""What a statement stands on: what it supposes itself, the clauses and claims it quotes, the lemmas it uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofs.assumptions.assumption import Assumption, Provable
from proofs.assumptions.lemmas import left_standing, require_sound
from spec.operator.claims import Claim
from spec.operator.clauses import Clause


@dataclass(frozen=True, slots=True)
class Lemma:
    """An obligation that is assumed: its label, what it was proved from, and its goal."""

    label: str
    given: tuple[object, ...]
    goal: object


@dataclass(frozen=True, slots=True)
class StandsOn:
    """The labels of hypotheses of its own, the clauses and claims, the lemmas; and, by the label of a lemma, the
    hypotheses of it that are not assumed and that the statement stands on too.

    What a program's run has shown at a place is supposed by nobody, and not told to be.
    """

    supposed: tuple[str, ...] = ()
    quoted: tuple[Clause | Claim, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_told: bool = True

    def told(self, label: str) -> str:
        """The label of an assumption, and what it is if it is neither a clause nor a claim."""
        if label in self.supposed and self.is_told:
            return f"supposed: {label}"
        return f"{label} (given: {', '.join(self.left[label])})" if label in self.left else label


def as_lemma(theorem: Provable) -> Lemma:
    """A theorem, to be told from others of its label."""
    return Lemma(theorem.label, theorem.assumptions, theorem.goal)


def stands_on(theorem: Provable) -> StandsOn:
    """What a theorem stands on; raises ValueError where its assumptions do not fit together."""
    require_sound(theorem)
    return _of(theorem.assumptions, left_standing(theorem))


def stands_on_known(known: Sequence[Assumption]) -> StandsOn:
    """What stands on what is known of a program; raises ValueError where a lemma stands on more than clauses."""
    return replace(_of([a.closed for a in known], {}), is_told=False)


def _of(assumptions: Sequence[Assumption], left: Mapping[str, tuple[str, ...]]) -> StandsOn:
    said = [a.basis.said for a in assumptions if a.basis]
    return StandsOn(
        supposed=tuple(dict.fromkeys(a.label for a in assumptions if a.basis is None)),
        quoted=tuple(s for s in said if isinstance(s, Clause | Claim)),
        lemmas=tuple(as_lemma(s) for s in said if not isinstance(s, Clause | Claim)),
        left=left,
    )
