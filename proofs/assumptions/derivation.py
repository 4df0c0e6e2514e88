"""How a formula is made from a clause, a claim or a theorem: by steps, each of which keeps what holds.

What is derived is a sequent: its hypotheses imply its goal, whatever its variables are. A theorem is used with all
that it was proved from: a hypothesis is put into the formula, shown by another derivation, or left standing and named.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from proofs.assumptions.words import Lexicon, binds, implies, plain
from spec.language.fold import conjuncts, settled, substitute
from spec.language.fold import replace as replace_terms
from spec.language.terms import (
    TRUE,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Term,
    Variable,
    and_,
    forall,
    free_variables,
    term,
)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What a sequent stands on. `stated` are the forms in which a clause or a claim says it of every call; `behind`
    is what a lemma that was used as a hypothesis stands on itself.
    """

    label: str
    term: Term
    stated: tuple[Term, ...] = ()
    behind: tuple[Hypothesis, ...] | None = None

    @property
    def is_stated(self) -> bool:
        """It is what a clause or a claim says, as it says it."""
        return self.term in self.stated

    def changed(self, values: Mapping[Variable, Term]) -> Hypothesis:
        """The hypothesis with terms for some of its variables."""
        behind = None if self.behind is None else tuple(b.changed(values) for b in self.behind)
        return replace(self, term=substitute(self.term, values), behind=behind)

    def in_full(self, words: Lexicon) -> Hypothesis:
        """The hypothesis without names."""
        behind = None if self.behind is None else tuple(b.in_full(words) for b in self.behind)
        return replace(self, term=words.put_back(self.term), behind=behind)

    @property
    def needed(self) -> tuple[Hypothesis, ...]:
        """Itself; or, of a lemma, what that stands on."""
        return (self,) if self.behind is None else tuple(n for b in self.behind for n in b.needed)


@dataclass(frozen=True, slots=True)
class Sequent:
    """Hypotheses that imply a goal. `chosen` are the numbers of which a clause says that there are some, each with
    the formula that says so.
    """

    goal: Term
    hypotheses: tuple[Hypothesis, ...] = ()
    chosen: Mapping[Variable, Term] = field(default_factory=dict)

    @property
    def terms(self) -> tuple[Term, ...]:
        """All its formulas."""
        return (self.goal, *(h.term for h in self.hypotheses))

    @property
    def needed(self) -> tuple[Hypothesis, ...]:
        """What it stands on in the end, but for what says nothing."""
        found = {plain(n.term): n for h in self.hypotheses for n in h.needed}
        return tuple(n for said, n in found.items() if said != TRUE)

    def in_full(self, words: Lexicon) -> Sequent:
        """The sequent without names."""
        chosen = {v: words.put_back(t) for v, t in self.chosen.items()}
        return Sequent(words.put_back(self.goal), tuple(h.in_full(words) for h in self.hypotheses), chosen)


class Step(ABC):
    """One change of a sequent that keeps what holds; raises ValueError where it would not."""

    @abstractmethod
    def apply(self, sequent: Sequent) -> Sequent:
        """The sequent after it."""


@dataclass(frozen=True)
class Put(Step):
    """Terms stand for some of the free variables."""

    values: Mapping[Variable, Term | int]

    def apply(self, sequent: Sequent) -> Sequent:
        """The instance; a number that was chosen is not anybody's to change."""
        if self.values.keys() & sequent.chosen.keys():
            raise ValueError("what a clause says of some number is not said of each")
        values = {v: term(t) for v, t in self.values.items()}
        chosen = {v: substitute(t, values) for v, t in sequent.chosen.items()}
        return Sequent(substitute(sequent.goal, values), tuple(h.changed(values) for h in sequent.hypotheses), chosen)


@dataclass(frozen=True)
class Shortened(Step):
    """What two numbers say of each other is decided, and so is what is chosen by it."""

    def apply(self, sequent: Sequent) -> Sequent:
        """The sequent with the goal as short as that makes it."""
        return replace(sequent, goal=settled(sequent.goal))


@dataclass(frozen=True)
class Meant(Step):
    """Names of which nothing is known stand for something: what holds of any function holds of this one."""

    words: Lexicon

    def apply(self, sequent: Sequent) -> Sequent:
        """The sequent without these names."""
        if sequent.chosen:
            raise ValueError("what a clause says of some number is not said of each")
        return sequent.in_full(self.words)


@dataclass(frozen=True)
class Premise(Step):
    """Some hypotheses, by label, become the premise of the goal; or those that a lemma among them stands on."""

    labels: tuple[str, ...]

    def apply(self, sequent: Sequent) -> Sequent:
        """The implication; raises ValueError for a label that no hypothesis bears."""
        hypotheses = [n for h in sequent.hypotheses for n in ((h,) if h.label in self.labels else h.needed)]
        given = [[h for h in hypotheses if h.label == label] for label in self.labels]
        if missing := [label for label, found in zip(self.labels, given, strict=True) if not found]:
            raise ValueError(f"no hypothesis is called {', '.join(missing)}")
        premise = and_(*(h.term for found in given for h in found))
        left = tuple(h for h in hypotheses if h.label not in self.labels)
        return replace(sequent, goal=premise.implies(sequent.goal), hypotheses=left)


@dataclass(frozen=True)
class Each(Step):
    """The goal holds of each value of a variable between bounds, if no hypothesis but the bounds speaks of it."""

    variable: Variable
    low: Term | int
    high: Term | int

    def apply(self, sequent: Sequent) -> Sequent:
        """For all; raises ValueError where a hypothesis is about one value."""
        low, high = term(self.low), term(self.high)
        bounds = and_(low <= self.variable, self.variable < high)
        left = tuple(n for h in sequent.hypotheses for n in h.needed if not implies(bounds, n.term))
        if about := [h.label for h in left if self.variable in free_variables(h.term)]:
            raise ValueError(f"not of each {self.variable.name}: {', '.join(about)} is about one")
        if sequent.chosen or self.variable in free_variables(low) | free_variables(high):
            raise ValueError(f"not of each {self.variable.name}: it may be another for another")
        return replace(sequent, goal=forall(self.variable, low, high, sequent.goal), hypotheses=left)


@dataclass(frozen=True)
class At(Step):
    """The outermost quantifiers at some terms: of `for all`, within its bounds; `there is` names a new variable."""

    terms: tuple[Term | int, ...]

    def apply(self, sequent: Sequent) -> Sequent:
        """Without these quantifiers."""
        for each in self.terms:
            sequent = self._at(sequent, term(each))
        return sequent

    def _at(self, sequent: Sequent, at: Term) -> Sequent:
        chosen = dict(sequent.chosen)

        def inside(node: Term) -> Term:
            match node:
                case Operation(Op.IMPLIES, (premise, then)):
                    return premise.implies(inside(then))
                case Operation(Op.AND, args):
                    return and_(*args[:-1], inside(args[-1]))
                case Quantified(quantifier, variable, low, high, body):
                    bounds, said = and_(low <= at, at < high), substitute(body, {variable: at})
                    if quantifier is Quantifier.FORALL:
                        return bounds.implies(said)
                    used = {v for t in sequent.terms for v in free_variables(t)} | chosen.keys()
                    if not isinstance(at, Variable) or at in used:
                        raise ValueError(f"some {variable.name} is no number that is known")
                    chosen[at] = sequent.goal
                    return and_(bounds, said)
            raise ValueError("there is no quantifier to be given a value")

        return replace(sequent, goal=inside(sequent.goal), chosen=chosen)


@dataclass(frozen=True)
class Conjunct(Step):
    """One of the parts that the goal's conclusion says together, counted from 0."""

    number: int

    def apply(self, sequent: Sequent) -> Sequent:
        """The part, under the goal's premise."""
        goal = plain(sequent.goal)
        match goal:
            case Operation(Op.IMPLIES, (premise, then)):
                return replace(sequent, goal=premise.implies(conjuncts(then)[self.number]))
        return replace(sequent, goal=conjuncts(goal)[self.number])


@dataclass(frozen=True)
class OnAxes(Step):
    """The goal on each axis, in the axis's symbols."""

    axes: tuple[Mapping[Variable, Term], ...]

    def apply(self, sequent: Sequent) -> Sequent:
        """All of them together."""
        if sequent.hypotheses:
            raise ValueError("what stands on hypotheses is said of one axis at a time")
        return replace(sequent, goal=and_(*(substitute(sequent.goal, axis) for axis in self.axes)))


@dataclass(frozen=True)
class Naming(Step):
    """A variable bears the value of a part: that it does is a hypothesis more, of the given label."""

    label: str
    variable: Variable
    part: Term
    stated: tuple[Term, ...] = ()

    def apply(self, sequent: Sequent) -> Sequent:
        """The sequent in which the variable stands for the part."""
        used = {v for t in sequent.terms for v in free_variables(t)}
        if self.variable in used or free_variables(self.part) & set(binds(sequent.terms)):
            raise ValueError(f"{self.variable.name} cannot stand for a part: it is known, or the part is not one")
        named = {self.part: self.variable}
        said = Hypothesis(self.label, self.variable.eq(self.part), self.stated)
        left = tuple(replace(h, term=replace_terms(h.term, named)) for h in sequent.hypotheses)
        return replace(sequent, goal=replace_terms(sequent.goal, named), hypotheses=(*left, said))


@dataclass(frozen=True)
class By(Step):
    """What another sequent shows is no hypothesis any more; what that one stands on is."""

    shown: Sequent

    def apply(self, sequent: Sequent) -> Sequent:
        """With the other's hypotheses in place of what it shows; raises ValueError where it shows nothing needed."""
        expanded = [n for h in sequent.hypotheses for n in h.needed]
        left = tuple(h for h in expanded if not implies(self.shown.goal, h.term))
        if self.shown.chosen or len(left) == len(expanded):
            raise ValueError("it shows no hypothesis")
        return replace(sequent, hypotheses=(*left, *self.shown.hypotheses))
