"""Verification conditions, put to both solvers: those that share what is known, together."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from proofs.engine.encoding import without_division
from proofs.program.logic.lemmas import lemmas
from proofs.program.logic.plan import Condition, Path
from proofs.program.logic.products import choices_of_products, rewritten, without_products
from proofs.solvers.answers import Answer, Status, Values
from proofs.solvers.solvers import OpenSolver
from spec.language.fold import divisors, substitute, subterms, symbols
from spec.language.terms import Application, Literal, Term, Variable, free_variables, not_
from spec.maxpool.vocabulary import key, minus_infinity, value

OPEN = "open while nothing is known of products"


EXAMPLES: Sequence[Values] = (
    {"dX_0": 2, "dX_1": 3, "dX_2": 5, "dX_3": 6}
    | {"kernel_shape[0]": 3, "kernel_shape[1]": 4, "strides[0]": 2, "strides[1]": 1}
    | {"dilations[0]": 1, "dilations[1]": 2, "pads[0]": 1, "pads[1]": 1, "pads[2]": 0, "pads[3]": 1},
    {"dX_0": 3, "dX_1": 2, "dX_2": 6, "dX_3": 5}
    | {"kernel_shape[0]": 4, "kernel_shape[1]": 3, "strides[0]": 1, "strides[1]": 2}
    | {"dilations[0]": 2, "dilations[1]": 1, "pads[0]": 1, "pads[1]": 1, "pads[2]": 1, "pads[3]": 0},
    {"dX_0": 1, "dX_1": 1, "dX_2": 1, "dX_3": 1}
    | {"kernel_shape[0]": 1, "kernel_shape[1]": 1, "strides[0]": 1, "strides[1]": 1}
    | {"dilations[0]": 1, "dilations[1]": 1, "pads[0]": 1, "pads[1]": 0, "pads[2]": 0, "pads[3]": 0},
)
"""Sizes and attributes for which to look first: products are then linear. In the last call, a window misses X."""


ANY = -1
"""In place of an example's number: any sizes and attributes."""


def example_of(known: Path, broken: Term | None, solver: OpenSolver) -> Answer:
    """Whether what is known can hold, and a goal be broken: first for the examples' sizes, then for any.

    The model has values for all unknowns where the solver gives one, and at least the sizes that were tried.
    """
    terms = [a.term for a in known] + ([] if broken is None else [not_(broken)])
    # What is broken is looked for first where a window misses X.
    for i in (*(range(len(EXAMPLES)) if broken is None else range(len(EXAMPLES))[::-1]), ANY):
        answer = solver.ask(at(i, [*terms, *ranks(terms)]))
        if answer.status is Status.SAT:
            return replace(answer, model={**(answer.model or {}), **({} if i == ANY else EXAMPLES[i])})
    return answer


def at(i: int, terms: Iterable[Term]) -> list[Term]:
    """Some terms at an example's sizes and attributes, or at any, without divisions by what is not known.

    At any, no choice is a factor: the products are what may be chosen. Otherwise they are products of numbers.
    """
    given = list(dict.fromkeys(terms))
    if i == ANY:
        return without_division(map(choices_of_products, given), guarded=True)
    found = [_at(i, t) for t in given]
    # By a positive number, solvers divide as the terms do.
    return found if all(map(_divides_by_numbers, found)) else without_division(found, guarded=True)


@lru_cache(maxsize=65536)
def _at(i: int, node: Term) -> Term:
    literals = {Variable(name): Literal(size) for name, size in EXAMPLES[i].items() if isinstance(size, int)}
    return substitute(node, literals)


@lru_cache(maxsize=65536)
def _divides_by_numbers(node: Term) -> bool:
    return all(isinstance(d, Literal) and isinstance(d.value, int) and d.value > 0 for d in divisors(node))


def relevant(known: Path, goals: Sequence[Term]) -> list[Term]:
    """What is known that shares an unknown with the goals, directly or by way of others, and what ranks are.

    Leaving the rest out can only make a proof harder. A goal without unknowns holds only if what is known cannot be.
    """
    # Terms are equal in many paths, and one and the same in none: each is looked up once.
    left = [(t, names(t)) for t in dict.fromkeys(a.term for a in known)]
    of_goals = [names(goal) for goal in goals]
    if not all(of_goals):
        found = [t for t, _ in left]
        return [*found, *ranks([*found, *goals])]
    wanted = frozenset().union(*of_goals)
    # What has no unknowns may be false: then nothing comes by.
    found = [t for t, its in left if not its]
    left = [(t, its) for t, its in left if its]
    while chosen := [(t, its) for t, its in left if its & wanted]:
        found += [t for t, _ in chosen]
        left = [(t, its) for t, its in left if not its & wanted]
        wanted = wanted.union(*(its for _, its in chosen))
    return [*found, *ranks([*found, *goals])]


def ranks(terms: Sequence[Term]) -> list[Term]:
    """Instances of clause NaN.as-minus-infinity for the elements in some terms: replacing NaN changes no rank.

    Where -inf is named, its rank is the lowest.
    """
    read = dict.fromkeys(element for node in terms for element in _read(node))
    lowest = [key(minus_infinity) <= key(element) for element in read] if any(map(_names_infinity, terms)) else []
    return [*(key(element).eq(key(element.args[0])) for element in read), *lowest]


def ranks_by_clause(terms: Sequence[Term]) -> list[tuple[str, Term]]:
    """The same instances, each with the clause's label."""
    return [("NaN.as-minus-infinity", instance) for instance in ranks(terms)]


def _names_infinity(node: Term) -> bool:
    return minus_infinity in free_variables(node)


@lru_cache(maxsize=4096)
def _read(node: Term) -> tuple[Application, ...]:
    """The elements of X, as the program reads them, in a term."""
    return tuple(dict.fromkeys(t for t in subterms(node) if isinstance(t, Application) and t.symbol == value))


@lru_cache(maxsize=4096)
def names(node: Term) -> frozenset[str]:
    """The unknowns of a term; rank and value belong to all."""
    applied = {s.name for s in symbols(node)} - {key.name, value.name}
    return frozenset({v.name for v in free_variables(node)} | applied)


class Session:
    """Solvers for the conditions of programs much alike: each term is translated once, each question asked once."""

    def __init__(self, solvers: Mapping[str, OpenSolver]) -> None:
        self.solvers = solvers
        self._answered: dict[tuple[str, tuple[Term, ...], tuple[Term, ...]], list[Answer]] = {}
        self._proved: set[tuple[str, str, tuple[Term, ...], Term]] = set()

    def ask(self, known: Path, conditions: Sequence[Condition], solver: str) -> list[Answer]:
        """One solver's answer to each condition's negation under what is known: `unsat` is a proof.

        First with products and quotients as unknown functions; what that leaves open is asked again in full.
        """
        answers = self.ask_without_products(known, conditions, solver)
        return [
            answer if answer.status is Status.UNSAT else self.ask_in_full(known, condition, solver, answer.seconds)
            for answer, condition in zip(answers, conditions, strict=True)
        ]

    def ask_without_products(self, known: Path, conditions: Sequence[Condition], solver: str) -> list[Answer]:
        """The answers with products and quotients as unknown functions: `unsat` counts, and all else is unknown."""
        goals = tuple(condition.goal for condition in conditions)
        question = (solver, tuple(a.term for a in known), goals)
        if question not in self._answered:
            rewritten = without_products([*map(not_, goals), *relevant(known, goals)])
            answers = self.solvers[solver].ask_each(rewritten[len(goals) :], rewritten[: len(goals)])
            self._answered[question] = [
                a if a.status is Status.UNSAT else Answer(Status.UNKNOWN, a.seconds, OPEN) for a in answers
            ]
        return self._answered[question]

    def ask_with_lemmas(self, known: Path, condition: Condition, solver: str, spent: float = 0.0) -> Answer:
        """The answer with products and quotients as unknown functions of which the lemmas are known."""
        question = ("with lemmas", solver, tuple(a.term for a in known), condition.goal)
        if question in self._proved:
            return Answer(Status.UNSAT, spent)
        started = time.perf_counter()
        negated, *rest = without_products([not_(condition.goal), *relevant(known, [condition.goal])])
        (answer,) = self.solvers[solver].ask_each([*rest, *map(rewritten, lemmas([negated, *rest]))], [negated])
        seconds = spent + time.perf_counter() - started
        if answer.status is Status.UNSAT:
            self._proved.add(question)
            return Answer(Status.UNSAT, seconds)
        return Answer(Status.UNKNOWN, seconds, OPEN)

    def ask_in_full(self, known: Path, condition: Condition, solver: str, spent: float = 0.0) -> Answer:
        """The answer with products and quotients as they are, first for the examples' sizes, then for any.

        The seconds count from what was spent before.
        """
        question = ("in full", solver, tuple(a.term for a in known), condition.goal)
        if question in self._proved:
            return Answer(Status.UNSAT, spent)
        started = time.perf_counter()
        terms = [*relevant(known, [condition.goal]), not_(condition.goal)]
        for i in range(len(EXAMPLES)):
            *common, asked = at(i, terms)
            (answer,) = self.solvers[solver].ask_each(common, [asked])
            if answer.status is Status.SAT:
                return Answer(Status.SAT, spent + time.perf_counter() - started)
        # Not as one of many: z3 is better at products where nothing will be taken back.
        answer = self.solvers[solver].ask(at(ANY, terms))
        if answer.status is Status.UNSAT:
            self._proved.add(question)
        return Answer(answer.status, spent + time.perf_counter() - started, answer.reason)
