"""Which facts contradict each other, as z3 says: what a search need not look at. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import islice, permutations
from operator import mul
from typing import Any

import z3

from proofs.certificates.facts import Choice, Equation, Fact, Facts, Inequality, Value, unknowns
from proofs.certificates.polynomials import Monomial, Polynomial

STEPS = 2_000_000
"""What z3 may do for one question."""
MOST_ORDERS = 24
"""In so many orders, factors are known to have one product."""
TRIES = 40
"""Of more facts, none is left out by trial."""


def contradiction(facts: Facts) -> Facts | None:
    """Some facts that contradict each other, few of them; None where z3 does not find any."""
    whole = [n for n, fact in facts.items() if not isinstance(fact, Value)]
    for multiplies in (False, True):
        asked = _Asked(facts, multiplies)
        core = asked.core(whole)
        if core is not None:
            return _few(facts, asked, core)
    return None


def _few(facts: Facts, asked: _Asked, core: list[str]) -> Facts:
    # A choice is dear: it is tried first whether it can be left out.
    for name in sorted(core, key=lambda n: not isinstance(facts[n], Choice)) if len(core) <= TRIES else ():
        if name in core:
            core = asked.core([n for n in core if n != name]) or core
    kept = set(core)
    return with_values({n: fact for n, fact in facts.items() if n in kept}, facts)


def with_values(used: Facts, facts: Facts) -> Facts:
    """Some facts, and of which functions the unknowns that they speak of are values."""
    values = {fact.unknown: (name, fact) for name, fact in facts.items() if isinstance(fact, Value)}
    found: dict[str, Fact] = {}
    new: Facts = used
    while new := dict(values[u] for u in unknowns(new.values()) & values.keys() if values[u][0] not in found):
        found |= new
    return {**used, **{name: fact for name, fact in facts.items() if name in found}}


def still_open(facts: Facts) -> Mapping[str, int]:
    """For each choice, how many alternatives z3 does not refute by the facts that are none."""
    simple = {name: fact for name, fact in facts.items() if not isinstance(fact, Choice)}
    asked = _Asked(simple, False)
    choices = {name: fact for name, fact in facts.items() if isinstance(fact, Choice)}
    return {name: sum(map(asked.allows, choice.alternatives)) for name, choice in choices.items()}


class _Asked:
    """One solver with all facts in it, each behind a name of its own; products may be an unknown function."""

    def __init__(self, facts: Facts, multiplies: bool) -> None:
        self._multiplies = multiplies
        self._context = z3.Context()
        self._values = {f.unknown: f for f in facts.values() if isinstance(f, Value)}
        self._unknowns: dict[str, Any] = {}
        self._products: set[Monomial] = set()
        self._solver = z3.Solver(ctx=self._context)
        self._solver.set("rlimit", STEPS)
        self._solver.set("random_seed", 0)
        self._marks = {}
        for i, (name, fact) in enumerate(facts.items()):
            if not isinstance(fact, Value):
                self._marks[name] = z3.Bool(f"fact!{i}", self._context)
                self._solver.add(z3.Implies(self._marks[name], self._formula(fact)))
        self._names = {str(mark): name for name, mark in self._marks.items()}

    def core(self, names: Iterable[str]) -> list[str] | None:
        """Those of some facts that z3 needs for a contradiction."""
        if self._solver.check(*(self._marks[n] for n in names)) != z3.unsat:
            return None
        return [self._names[str(mark)] for mark in self._solver.unsat_core()]

    def allows(self, alternative: Iterable[Fact]) -> bool:
        """z3 does not refute an alternative by all facts."""
        formulas = list(map(self._formula, alternative))
        self._solver.push()
        self._solver.add(formulas)
        answer = self._solver.check(*self._marks.values())
        self._solver.pop()
        return bool(answer != z3.unsat)

    def _formula(self, fact: Fact) -> Any:
        match fact:
            case Inequality(polynomial):
                return self._polynomial(polynomial) >= 0
            case Equation(polynomial):
                return self._polynomial(polynomial) == 0
            case Choice(alternatives):
                each = [z3.And([z3.BoolVal(True, self._context), *map(self._formula, a)]) for a in alternatives]
                return z3.Or([z3.BoolVal(False, self._context), *each])
        raise TypeError(fact)

    def _polynomial(self, polynomial: Polynomial) -> Any:
        scale = reduce(lambda n, c: n * Fraction(c).denominator, polynomial.values(), 1)
        summands = [int(c * scale) * self._monomial(m) for m, c in polynomial.items()]
        return sum(summands, start=z3.IntVal(0, self._context))

    def _monomial(self, monomial: Monomial) -> Any:
        if not self._multiplies and len(monomial) > 1:
            integer = z3.IntSort(self._context)
            product = z3.Function(f"product{len(monomial)}!", *([integer] * (len(monomial) + 1)))
            factors = [self._unknown(name) for name in monomial]
            if monomial not in self._products:
                self._products.add(monomial)
                orders = islice(permutations(factors), 1, MOST_ORDERS)
                self._solver.add([product(*factors) == product(*order) for order in orders])
            return product(*factors)
        return reduce(mul, map(self._unknown, monomial), z3.IntVal(1, self._context))

    def _unknown(self, name: str) -> Any:
        if name not in self._unknowns:
            self._unknowns[name] = self._new(name)
        return self._unknowns[name]

    def _new(self, name: str) -> Any:
        if name not in self._values:
            return z3.Int(name, self._context)
        value = self._values[name]
        integer = z3.IntSort(self._context)
        function = z3.Function(f"{value.function}!", *([integer] * len(value.arguments)), integer)
        return function(*map(self._polynomial, value.arguments))
