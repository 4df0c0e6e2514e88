"""An assumption: a clause, a claim or a lemma under its label, with how it was made; or a hypothesis of one's own.

Under the label of a clause, a claim or an obligation nothing else can be assumed than what follows from it by the
recorded steps, and the two are compared where the assumption is made. The catalogue refuses a hypothesis of one's own
that bears such a label, a lemma that is not its own, and lemmas that go round in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Protocol, Self

from proofs.assumptions.derivation import (
    At,
    By,
    Conjunct,
    Each,
    Hypothesis,
    Meant,
    Naming,
    OnAxes,
    Premise,
    Put,
    Sequent,
    Shortened,
    Step,
)
from proofs.assumptions.words import Lexicon, Named, implies, words
from spec.language.fold import one_of_equals, substitute
from spec.language.terms import Term, Variable
from spec.operator.claims import Claim
from spec.operator.clauses import Clause
from spec.operator.operator import OtherStatement


class Provable(Protocol):
    """An obligation, as far as it can be used as a lemma."""

    @property
    def label(self) -> str:
        """Its label."""

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What it was proved from."""

    @property
    def goal(self) -> Term:
        """What was proved."""


@dataclass(frozen=True, eq=False)
class Basis:
    """What bears a label, and the steps from it to what they have made. Each method adds a step, or raises ValueError.

    `words` are the names that what is assumed is written in. `leaving` are the labels of hypotheses of the lemma that
    whoever assumes it stands on too. `stated` are the forms in which a clause or a claim says it of every call.
    """

    said: Clause | Claim | Provable
    made: Sequent
    stated: tuple[Term, ...] = ()
    operator: str = ""
    steps: tuple[Step, ...] = ()
    words: tuple[Named, ...] = ()
    leaving: tuple[str, ...] = ()

    def _with(self, step: Step) -> Self:
        return replace(self, steps=(*self.steps, step), made=step.apply(self.made))

    def put(self, values: Mapping[Variable, Term | int]) -> Self:
        """With terms for variables."""
        return self._with(Put(values))

    def settled(self) -> Self:
        """With what two numbers say of each other decided."""
        return self._with(Shortened())

    def given(self, *labels: str) -> Self:
        """With hypotheses of the lemma, by label, as the premise."""
        return self._with(Premise(labels))

    def each(self, variable: Variable, low: Term | int, high: Term | int) -> Self:
        """Of each value of a variable."""
        return self._with(Each(variable, low, high))

    def at(self, *terms: Term | int) -> Self:
        """With values for the outermost quantifiers."""
        return self._with(At(terms))

    def part(self, number: int) -> Self:
        """One of the parts that are said together."""
        return self._with(Conjunct(number))

    def on_axes(self, axes: tuple[Mapping[Variable, Term], ...]) -> Self:
        """On each axis."""
        return self._with(OnAxes(axes))

    def where(self, label: str, variable: Variable, part: Term) -> Self:
        """With a variable for a part, which is a hypothesis more."""
        return self._with(Naming(label, variable, part))

    def where_claimed(self, claim: Claim) -> Self:
        """With the name that a claim defines for its value: the claim itself is the hypothesis."""
        return self._with(Naming(claim.label, claim.defined, claim.term, (claim.formula,)))

    def by(self, *others: Basis) -> Self:
        """With hypotheses of the lemma shown by others."""
        return reduce(lambda found, other: found._with(By(other.sequent)), others, self)

    def named(self, *named: Named) -> Self:
        """In names for parts, given as mappings from the parts."""
        return replace(self, words=(*self.words, *named))

    def meant_by(self, *named: Named) -> Self:
        """Of what its own names, of which nothing is known, may as well stand for."""
        return self._with(Meant(words(*named)))

    def standing_on(self, *labels: str) -> Self:
        """Whoever assumes it stands on these hypotheses of the lemma too."""
        return replace(self, leaving=(*self.leaving, *labels))

    @property
    def meaning(self) -> Lexicon:
        """What the names stand for."""
        return words(*self.words)

    @property
    def sequent(self) -> Sequent:
        """What the steps have made, without names."""
        return self.made.in_full(self.meaning)

    def assume(self, term: Term | None = None, *, also: str = "") -> Assumption:
        """As an assumption: as it is made, or as a given term, which it must imply. `also` tells one use from others.

        Raises ValueError where the term is something else.
        """
        label = f"{self.said.label}, {also}" if also else self.said.label
        return Assumption(label, self.made.goal if term is None else term, self)


@dataclass(frozen=True, slots=True)
class Assumption:
    """A hypothesis of an obligation; without a basis it is the obligation's own, and bears no other's label.

    Raises ValueError where the basis does not say what is assumed, or bears another label.
    """

    label: str
    term: Term
    basis: Basis | None = field(default=None, compare=False, repr=False)
    standing: tuple[Hypothesis, ...] = field(default=(), init=False, compare=False, repr=False)
    chosen: Mapping[Variable, Term] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # The same is known at many places of a program, and is looked up at each.
        object.__setattr__(self, "term", one_of_equals(self.term))
        if self.basis is None:
            return
        if own_label(self.label) != self.basis.said.label:
            raise ValueError(f"{self.label}: it is made from {self.basis.said.label}")
        made = self.basis.sequent
        if not implies(made.goal, self.basis.meaning.put_back(self.term)):
            raise OtherStatement(own_label(self.label))
        standing = tuple(h for h in made.needed if not h.is_stated)
        object.__setattr__(self, "standing", standing)
        object.__setattr__(self, "chosen", made.chosen)

    @property
    def operator(self) -> str:
        """The operator whose clause it is; empty for every other assumption."""
        return self.basis.operator if self.basis else ""

    @property
    def theorem(self) -> Provable | None:
        """The obligation whose lemma it is, if it is one."""
        said = self.basis.said if self.basis else None
        return None if said is None or isinstance(said, Clause | Claim) else said

    @property
    def closed(self) -> Self:
        """Itself, where it stands on nothing but clauses and claims; raises ValueError where it does."""
        if self.standing:
            raise ValueError(f"{self.label}: stands on {', '.join(h.label for h in self.standing)}")
        return self

    def put(self, values: Mapping[Variable, Term]) -> Assumption:
        """The assumption with terms for some of its variables."""
        if not values:
            return self
        return Assumption(self.label, substitute(self.term, values), self.basis.put(values) if self.basis else None)

    def hypothesis(self, meaning: Lexicon) -> Hypothesis:
        """It as a hypothesis of a theorem that is used as a lemma."""
        behind = None if self.theorem is None else tuple(h.in_full(meaning) for h in self.standing)
        return Hypothesis(self.label, meaning.put_back(self.term), self.basis.stated if self.basis else (), behind)


def own_label(label: str) -> str:
    """The label of what is assumed: what comes after a comma tells one use of it from others."""
    return label.partition(", ")[0]
