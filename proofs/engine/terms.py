"""Statements in terms: obligations, and the clauses, claims and hypotheses that they assume."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Self

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.standing import Lemma, StandsOn, as_lemma, stands_on
from proofs.engine import search
from proofs.engine.encoding import (
    ASSUMPTIONS,
    Query,
    ask_all,
    expectation,
    meaningful,
    parts,
    queries,
    require_one_meaning,
    side_conditions,
    without_division,
)
from proofs.engine.implication import Implication
from proofs.engine.statement import Route, Statement, Witness, Written
from proofs.solvers.answers import Answer, Scalar, Table, Values
from proofs.solvers.solvers import OpenSolver
from spec.language.fold import replace as replace_terms
from spec.language.fold import substitute, subterms, symbols, unrolled
from spec.language.terms import (
    Op,
    Operation,
    Quantified,
    Sort,
    Sum,
    Symbol,
    Term,
    Variable,
    and_,
    free_variables,
    not_,
    term,
)
from spec.operator.clauses import Clause
from spec.operator.operator import Operator
from spec.readings.plain import to_plain
from spec.readings.smtlib import script
from spec.readings.value import DivisorNotPositive, Undefined, evaluate

ALGEBRA = "sympy"

BRIEF_SEARCH = 20_000
"""How many values are tried for what an assumption excludes before a solver's model is asked for."""

SMALL = 8
"""The first counterexamples that a solver is asked for have integers from -8 to 8."""
WIDEST = 1000
"""A model with larger integers is left alone where there are quantifiers: evaluation runs over all of a range."""

DEFAULTS: Mapping[Sort, Scalar] = {Sort.INT: 0, Sort.REAL: 0, Sort.BOOL: False, Sort.NAME: "", Sort.ELEMENT: ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation(Statement):
    """A statement in terms: for all values of its variables, the assumptions imply the goal.

    `words` are names for parts of clauses: where a clause's formula stands here, its parts may be replaced by them, one
    mapping after the other.
    """

    assumptions: tuple[Assumption, ...]
    goal: Term
    words: tuple[Mapping[Term, Term], ...] = ()

    def __post_init__(self) -> None:
        require_one_meaning(self.label, self.variables, self.symbols)

    @property
    def hypotheses(self) -> tuple[Term, ...]:
        """The assumptions, as terms."""
        return tuple(a.term for a in self.assumptions)

    @property
    def side_conditions(self) -> tuple[Term, ...]:
        """Every divisor is positive: part of what is to be shown."""
        return side_conditions((self.goal, *self.hypotheses))

    @property
    def conclusion(self) -> Term:
        """The goal together with its side conditions."""
        return and_(self.goal, *self.side_conditions)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All free variables, in order of their names."""
        return tuple(sorted(set().union(*map(free_variables, (self.goal, *self.hypotheses))), key=lambda v: v.name))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """All function symbols, in order of their names."""
        return tuple(sorted(set().union(*map(symbols, (self.goal, *self.hypotheses))), key=lambda s: s.name))

    @property
    def assumed(self) -> tuple[str, ...]:
        """The labels of its assumptions, in their order."""
        return tuple(a.label for a in self.assumptions)

    @property
    def stands_on(self) -> StandsOn:
        """What its assumptions are."""
        return stands_on(self)

    @property
    def as_lemma(self) -> Lemma:
        """Its assumptions and its goal."""
        return as_lemma(self)

    @property
    def owners(self) -> frozenset[str]:
        """The operators whose clauses it assumes."""
        return frozenset(a.operator for a in self.assumptions)

    @property
    def names(self) -> Mapping[str, Sort | Symbol]:
        """The variables' sorts, and the function symbols."""
        return {v.name: v.sort for v in self.variables} | {s.name: s for s in self.symbols}

    def with_formula(self, clause: Clause, formula: Term) -> Self:
        """The obligation with another formula in a clause's place, in its own words where the clause stands in them."""
        changed = {self._in_words(clause.formula): self._in_words(formula), clause.formula: formula}
        assumptions = tuple(
            Assumption(a.label, changed[a.term]) if a.label == clause.label and a.term in changed else a
            for a in self.assumptions
        )
        return replace(self, assumptions=assumptions, goal=replace_terms(self.goal, changed))

    def reads(self, operator: Operator) -> frozenset[str]:
        """The clauses that it assumes as they stand, and of those that it cites the ones whose formulas occur in it.

        A formula that was written again counts as long as it is the clause's: after a change of the clause it is not.
        """
        occurring = {t for formula in (self.goal, *self.hypotheses) for t in subterms(formula)}
        return frozenset(
            label
            for label in self.clauses
            if label in operator and not occurring.isdisjoint(self._written(operator, operator[label]))
        )

    def _written(self, operator: Operator, clause: Clause) -> Iterator[Term]:
        """A clause's formula, as it may stand here."""
        yield from (clause.formula, *operator.instances(clause), self._in_words(clause.formula))

    def _in_words(self, formula: Term) -> Term:
        """A formula with this obligation's names for its parts."""
        return reduce(replace_terms, self.words, formula)

    def without(self, dropped: int) -> Self:
        """The obligation without one of its assumptions."""
        return replace(self, assumptions=self.assumptions[:dropped] + self.assumptions[dropped + 1 :])

    def example(self) -> Values | None:
        """The smallest values under which the assumptions hold; None where there is more to choose than integers."""
        try:
            return search.model(self.hypotheses)
        except Undefined:
            return None

    def smallest(self, *, brief: bool = False) -> Values | None:
        """The smallest counterexample; None where there is more to choose than integers."""
        try:
            return search.smallest(self.hypotheses, self.conclusion, BRIEF_SEARCH if brief else search.MOST_CANDIDATES)
        except Undefined:
            return None

    def holds(self, values: Values) -> bool:
        """The assumptions and their side conditions hold."""
        return search.satisfies(self.hypotheses, values)

    def confirms(self, values: Values) -> bool:
        """The assumptions hold, and the goal or a side condition fails."""
        return search.refutes(self.hypotheses, self.conclusion, values)

    def completed(self, model: Values) -> Values | None:
        """A model with a value for each variable and function, also for those of other parts than its query's."""
        wide = any(isinstance(v, int) and abs(v) > WIDEST for v in model.values())
        if wide and any(isinstance(t, Quantified | Sum) for f in (self.goal, *self.hypotheses) for t in subterms(f)):
            return None
        functions = {s.name: Table({}, DEFAULTS[s.result]) for s in self.symbols}
        return {**{v.name: DEFAULTS[v.sort] for v in self.variables}, **functions, **model}

    def own(self, values: Values) -> Values:
        """The values of the obligation's own variables, in order of their names, and of its function symbols."""
        names = [v.name for v in self.variables] + [s.name for s in self.symbols]
        return {name: values[name] for name in names if name in values}

    # --- solvers

    def satisfiable(self, solver: OpenSolver) -> Answer:
        """Whether the assumptions hold together. No model: a search has not found one that evaluation could bear."""
        return replace(solver.ask(without_division(self.hypotheses, guarded=True)), model=None)

    def ask(self, solver: OpenSolver, at: Values | None = None) -> Answer:
        """`unsat` if each query is, `sat` at the first that is, with its model."""
        return ask_all(solver, self.queries() if at is None else [self.at(at)])

    def ask_small(self, solver: OpenSolver) -> Answer:
        """Whether there is a counterexample with small integers."""
        bounds = tuple(and_(-SMALL <= v, v <= SMALL) for v in self.variables if v.sort is Sort.INT)
        return ask_all(solver, [Query(query.name, (*query.terms, *bounds)) for query in self.queries()])

    def queries(self) -> tuple[Query, ...]:
        """What each solver is asked."""
        return queries(self.hypotheses, self.side_conditions, self.goal)

    def at(self, values: Values) -> Query:
        """The query at given values: satisfiable exactly if they are a counterexample."""
        given = ((v, values.get(v.name)) for v in self.variables if v.sort is Sort.INT)
        literals = {v: term(value) for v, value in given if isinstance(value, int)}
        grounded = [unrolled(substitute(t, literals)) for t in (*meaningful(self.hypotheses), not_(self.conclusion))]
        return Query("counterexample", tuple(without_division(grounded, guarded=True)))

    @property
    def implications(self) -> tuple[Implication, ...]:
        """Divisors are positive, with divisions guarded; then the goal's parts, where they are known to be."""
        guarded = tuple((a.label, term) for a in self.assumptions for term in meaningful([a.term]))
        first = (Implication(guarded, condition, True) for condition in self.side_conditions)
        said = partial(Implication, tuple((a.label, a.term) for a in self.assumptions))
        return (*first, *(said(part, False) for part in parts(self.goal)))

    @property
    def own_routes(self) -> Mapping[str, Callable[[], Route | None]]:
        """Algebra, for an equation."""
        match self.goal:
            case Operation(Op.EQ, (left, right)):
                return {ALGEBRA: partial(_by_algebra, left, right, self.hypotheses)}
        return {}

    def hears(self, route: Route) -> bool:
        """Algebra proves an equation and says nothing of divisors: where there are some, it does not count."""
        return route.name != ALGEBRA or not self.side_conditions

    # --- readers

    @property
    def goal_text(self) -> str:
        """The goal in plain text."""
        return to_plain(self.goal)

    @property
    def hypotheses_lines(self) -> tuple[str, ...]:
        """The assumptions, and that each divisor is positive."""
        assumed = [f"assume:   {self._told(a)}: {to_plain(a.term)}" for a in self.assumptions]
        return (*assumed, *(f"divisor:  {to_plain(condition)}" for condition in self.side_conditions))

    def goals(self, written: Written) -> tuple[str, ...]:
        """The goal, as the reader wants it."""
        return tuple(written(self.goal))

    def premises(self, written: Written) -> tuple[str, ...]:
        """Each assumption with its label, as the reader wants it."""
        return tuple(f"{self._told(a)}: {next(iter(written(a.term)))}" for a in self.assumptions)

    def _told(self, assumption: Assumption) -> str:
        """The label of an assumption, and what it is if it is neither a clause nor a claim."""
        return self.stands_on.told(assumption.label)

    def contradiction(self, witness: Witness) -> str:
        """What both sides of an equation are at a witness."""
        match self.goal:
            case Operation(Op.EQ, (left, right)):
                try:
                    sides = [evaluate(side, witness.values) for side in (left, right)]
                except DivisorNotPositive as error:
                    return f"a divisor is not positive: {error}"
                return "{} is {}, the formula gives {}".format(to_plain(left), *sides)
        return f"fails: {self.goal_text}"

    def scripts(self) -> Mapping[str, str]:
        """A script for each query, and one for the assumptions."""
        assumptions = [f"assume {a.label}: {to_plain(a.term)}" for a in self.assumptions]
        head = "\n".join([self.label, self.statement, *assumptions, f"goal: {self.goal_text}"])
        texts = {
            f"{self.label}.{query.name}.smt2": script(
                query.terms, f"{head}\n{query.name}, negated; {expectation(self)}"
            )
            for query in self.queries()
        }
        holds = script(without_division(self.hypotheses, guarded=True), f"{head}\n{ASSUMPTIONS}")
        return {**texts, f"{self.label}.assumptions.smt2": holds}


def _by_algebra(left: Term, right: Term, hypotheses: Sequence[Term]) -> Route | None:
    # sympy takes long to load, and few statements are equations.
    from proofs.engine.algebra import route

    return route(left, right, hypotheses)
