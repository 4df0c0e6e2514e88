"""The smallest values for some classes together; or that there are none, by both solvers, and which clauses forbid it.

The values come from one ordered search, of all values that meet the clauses: of each, the classes that it is in are
noted once, so that the smallest of a combination is the first that is in all of them. Only what the search does not
find is asked of solvers, and of that only what has no part that is not found either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import islice, product
from operator import and_

from proofs.engine import search
from proofs.engine.encoding import side_conditions, without_division
from proofs.solvers.answers import BRIEF_LIMITS, Limits, Status
from proofs.solvers.solvers import SOLVERS, opened
from spec.language.terms import Term, free_variables
from spec.maxpool.classes.bounds import at_ends
from spec.maxpool.classes.classes import AXIS_CLASSES, AXIS_NEEDS, CALL_CLASSES, ELEMENT_CLASSES, MEET_INPUT
from spec.maxpool.operator import MAXPOOL, TYPES
from spec.maxpool.vocabulary import dtype, dX
from spec.readings.value import Environment, evaluate, function
from spec.window.call import FLOOR_MODE
from spec.window.geometry import weakest_condition

SEARCHED = (60_000, 200_000)
"""How many values are tried at first, and where something is not found among them."""
AT_ONCE = Limits(z3_steps=400_000, cvc5_steps=40_000)
"""For which clauses are needed: one that could be spared by longer work stays among them."""


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Classes of which no legal call is in all: the clauses that forbid it, none of which can be spared at once.

    `alone` are values that are in all classes where no clause is asked: the classes themselves are feasible. Where no
    clause is needed to forbid it, the classes exclude each other, and there are no such values.
    """

    domain: str
    classes: tuple[str, ...]
    clauses: tuple[str, ...]
    proved_by: tuple[str, ...]
    alone: Environment | None


@dataclass(frozen=True, slots=True)
class Undecided:
    """Classes of which no call was found, and no proof that there is none."""

    domain: str
    classes: tuple[str, ...]
    answers: tuple[str, ...]


Solution = Environment | Infeasible | Undecided


@dataclass(slots=True)
class Domain:
    """Variables that are solved together, apart from all others: those of an axis, or of the call as a whole.

    `features` are the classes, and what element classes need, by name; `clauses` what a legal call meets. `legal` gives
    the values that meet them, smallest first, of so many candidates; `free` those that meet some other terms alone.
    """

    name: str
    features: Mapping[str, Term]
    clauses: Mapping[str, Term]
    legal: Callable[[int], Iterator[Environment]]
    free: Callable[[Sequence[Term]], Iterator[Environment]]
    searched: Sequence[int] = SEARCHED
    limits: Limits = BRIEF_LIMITS
    _rounds: int = 0
    _found: list[Environment] = field(default_factory=list)
    _having: dict[str, int] = field(default_factory=dict)
    _known: dict[tuple[tuple[str, object], ...], frozenset[str]] = field(default_factory=dict)
    _solved: dict[frozenset[str], Solution] = field(default_factory=dict)

    def features_of(self, values: Environment) -> frozenset[str]:
        """The features that some values have."""
        key = tuple(values.items())
        if key not in self._known:
            has = frozenset(name for name, formula in self.features.items() if evaluate(formula, values))
            self._known[key] = has
        return self._known[key]

    def solve(self, wanted: frozenset[str]) -> Solution:
        """The smallest values that have all features, or why there are none."""
        if wanted not in self._solved:
            self._solved[wanted] = self._solve(wanted)
        return self._solved[wanted]

    def learn(self, solved: Mapping[frozenset[str], Solution]) -> None:
        """Take over what was solved elsewhere."""
        self._solved |= solved

    def not_found(self, wanted: Iterable[frozenset[str]]) -> list[frozenset[str]]:
        """The sets of features of which the search finds no values, without those that have such a part."""
        missing = {each for each in wanted if self.first(each) is None}
        return [each for each in sorted(missing, key=lambda s: (len(s), sorted(s))) if not _part(each, missing)]

    def _solve(self, wanted: frozenset[str]) -> Solution:
        if (found := self.first(wanted)) is not None:
            return found
        # What forbids some of the features forbids all.
        for name in sorted(wanted) if len(wanted) > 1 else ():
            if isinstance(known := self.solve(wanted - {name}), Infeasible):
                return known
        return self.prove(wanted)

    def prove(self, wanted: frozenset[str]) -> Infeasible | Undecided:
        """What both solvers say of features of which the search finds no values."""
        answers = self._asked(wanted, self.clauses.values())
        if set(answers.values()) == {Status.UNSAT}:
            return self._infeasible(wanted, tuple(answers))
        return self._undecided(wanted, answers)

    def first(self, wanted: frozenset[str]) -> Environment | None:
        """The first values that have all features, if the search finds any."""
        while True:
            having = reduce(and_, (self._having.get(name, 0) for name in wanted), (1 << len(self._found)) - 1)
            if having:
                return self._found[(having & -having).bit_length() - 1]
            if self._rounds == len(self.searched):
                return None
            self._look()

    def _look(self) -> None:
        """Search further. Of each feature a number is kept whose bits say which of the values have it."""
        most, known = self.searched[self._rounds], len(self._found)
        self._rounds += 1
        self._found += islice(self.legal(most), known, None)
        for name, formula in self.features.items():
            holds = function(formula)
            digits = "".join("01"[holds(values)] for values in reversed(self._found))
            self._having[name] = int(digits or "0", 2)

    def _asked(self, wanted: frozenset[str], clauses: Iterable[Term]) -> dict[str, Status]:
        """What each solver says of features and clauses together."""
        clauses = list(clauses)
        for each in (list(map(at_ends, clauses)), clauses):
            answers = self._answers(each, wanted, self.limits)
            if set(answers.values()) == {Status.UNSAT}:
                break
        return answers

    def _answers(self, clauses: Iterable[Term], wanted: frozenset[str], limits: Limits) -> dict[str, Status]:
        terms = without_division([*clauses, *self._terms(wanted)], guarded=True)
        return {name: solver.ask(terms).status for name, solver in opened(SOLVERS, limits).items()}

    def _terms(self, wanted: frozenset[str]) -> list[Term]:
        return [self.features[name] for name in sorted(wanted)]

    def _spared(self, wanted: frozenset[str], clauses: list[Term]) -> bool:
        """Both solvers say that these clauses forbid the features; they are not asked where a search finds values."""
        if next(islice(self.free([*self._terms(wanted), *clauses]), 1), None) is not None:
            return False
        return set(self._answers(map(at_ends, clauses), wanted, AT_ONCE).values()) == {Status.UNSAT}

    def _infeasible(self, wanted: frozenset[str], routes: tuple[str, ...]) -> Infeasible | Undecided:
        """Which clauses forbid it, unless the features exclude each other; where they do not, values show it."""
        alone, answers = self._alone(self._terms(wanted))
        if alone is None and set(answers.values()) != {Status.UNSAT}:
            return self._undecided(wanted, {f"the classes alone, {name}": said for name, said in answers.items()})
        left = {} if alone is None else dict(self.clauses)
        for label in reversed(left.copy()):
            fewer = {name: formula for name, formula in left.items() if name != label}
            if self._spared(wanted, list(fewer.values())):
                left = fewer
        return Infeasible(self.name, tuple(sorted(wanted)), tuple(left), routes, alone)

    def _alone(self, terms: list[Term]) -> tuple[Environment | None, Mapping[str, Status]]:
        """Values that are in the classes: found by search, or given by a solver and confirmed by evaluation; where
        there are none, what each solver says of the classes, where they divide by what is positive.
        """
        if (found := next(self.free(terms), None)) is not None:
            return found, {}
        asked = without_division([*terms, *side_conditions(tuple(terms))], guarded=False)
        answers = {name: solver.ask(asked) for name, solver in opened(SOLVERS, self.limits).items()}
        names = {v.name for term in terms for v in free_variables(term)}
        models = ({n: v for n, v in (a.model or {}).items() if n in names} for a in answers.values() if a.model)
        model = next((m for m in models if search.satisfies(terms, m)), None)
        return model, {name: answer.status for name, answer in answers.items()}

    def _undecided(self, wanted: frozenset[str], answers: Mapping[str, Status]) -> Undecided:
        return Undecided(self.name, tuple(sorted(wanted)), tuple(f"{n}: {s}" for n, s in answers.items()))


def _part(wanted: frozenset[str], among: Set[frozenset[str]]) -> bool:
    """Some of the features without the others are among some sets of them."""
    fewer = [wanted - {name} for name in wanted]
    return any(each in among or _part(each, among) for each in fewer if each)


# --- MaxPool's two

AXIS, CALL = "axis", "call"
ALONE = 4_000
"""Candidates for values that are in the classes, where no clause is asked."""
USUAL = "float"
SIZES = range(4)
"""Batches and channels that are tried, one first: without them there is nothing to see."""


@cache
def axis_domain() -> Domain:
    """One spatial axis. `windows.meet-input` is said to solvers as the weakest condition, which is proved equal."""
    clauses = MAXPOOL.on_axis(of=FLOOR_MODE).clauses
    forms = {c.label: weakest_condition() if c.label == MEET_INPUT else c.formula for c in clauses}
    checked = [c.formula if c.check is None else c.check for c in clauses]
    return Domain(
        AXIS,
        {**{c.name: c.formula for c in AXIS_CLASSES}, **AXIS_NEEDS},
        forms,
        lambda most: search.models(checked, most),
        lambda terms: search.models(terms, ALONE),
    )


@cache
def call_domain(types: tuple[str, ...] = TYPES) -> Domain:
    """Batches, channels and the element type, one of some."""
    labels = ("X.batch-and-channels", "X.types")
    forms = {label: MAXPOOL[label].formula for label in labels}
    needs = {e.of.name: e.call for e in ELEMENT_CLASSES}

    def every(terms: Sequence[Term], sizes: Iterable[int], among: Sequence[str]) -> Iterator[Environment]:
        # One of each and 32 bits, where nothing else is asked.
        usual = sorted(among, key=lambda name: name != USUAL)
        for n, c, name in sorted(product(sizes, sizes, usual), key=lambda v: (abs(v[0] - 1) + abs(v[1] - 1), v[:2])):
            values = {dX[0].name: n, dX[1].name: c, dtype("X").name: name}
            if all(evaluate(term, values) for term in terms):
                yield values

    return Domain(
        CALL,
        {c.name: c.formula for c in CALL_CLASSES} | needs,
        forms,
        lambda _: every(list(forms.values()), SIZES, types),
        lambda terms: every(terms, range(-2, 4), (*TYPES, "int32")),
        searched=(1,),
    )
