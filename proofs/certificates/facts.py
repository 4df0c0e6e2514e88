"""What a certificate may use: an obligation's assumptions and the negation of its goal, as polynomials over integers.

The obligation is cut into the same parts as for the solvers, side conditions first, and its divisions are restated by
the same definitions (`proofs.engine.encoding`). Each part is then a list of facts that cannot hold together if the
obligation holds: `p >= 0`, `p = 0`, or a choice between lists of facts. Integers make strict comparisons weak: `a < b`
is `b - a - 1 >= 0`. What is no comparison (a truth value, a quantified formula) is an unknown that is 1 if it holds
and 0 if not. Names, elements and ranks, which are only compared, are numbered: the finitely many that a part speaks of
keep their order as integers. A function's value is an unknown, the same one for equal arguments. Nothing else is known
of an unknown, so nothing is assumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NoReturn

from proofs.certificates.opening import opened
from proofs.certificates.polynomials import Polynomial, constant, minus, names_in, negated, plus, times, unknown
from proofs.engine.encoding import parts, without_division
from proofs.engine.terms import Obligation
from spec.language.fold import Reading, fold, replace, subterms
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, not_, or_
from spec.readings.plain import to_plain

GOAL = "the negated goal"
ONE = constant(1)
FEW = 12
"""Of more values of functions than these, nothing is said for pairs of equal arguments: there are too many pairs."""


@dataclass(frozen=True, slots=True)
class Inequality:
    """The polynomial is not negative."""

    polynomial: Polynomial


@dataclass(frozen=True, slots=True)
class Equation:
    """The polynomial is 0."""

    polynomial: Polynomial


@dataclass(frozen=True, slots=True)
class Choice:
    """All facts of at least one alternative hold."""

    alternatives: tuple[tuple[Fact, ...], ...]


Fact = Inequality | Equation | Choice
Facts = Mapping[str, Fact]
"""Facts by name: the label of the assumption that they are from, numbered where there are several."""


class NotPolynomial(TypeError):
    """The obligation is not one of integer polynomials."""


def problems(obligation: Obligation) -> tuple[Facts, ...]:
    """For each part of the obligation, the facts to be shown contradictory; raises NotPolynomial where there are none.

    Divisors are shown positive first, with divisions guarded; for the goal's parts they are then known to be.
    """
    goals = [(condition, True) for condition in obligation.side_conditions]
    goals += [(part, False) for part in parts(obligation.goal)]
    return tuple(_problem(obligation, goal, guarded=guarded) for goal, guarded in goals)


def _problem(obligation: Obligation, goal: Term, *, guarded: bool) -> Facts:
    terms = opened([*(a.term for a in obligation.assumptions), not_(goal)])
    try:
        restated = without_division(terms, guarded=guarded)
    except TypeError as error:
        raise NotPolynomial(str(error)) from None
    definitions = [f"quotient!{i}" for i in range(len(restated) - len(terms))]
    labels = [*definitions, *(a.label for a in obligation.assumptions), GOAL]
    reader = _Reader()
    found = [(label, reader.facts(t, True)) for label, t in zip(labels, restated, strict=True)]
    return named([*found, *reader.congruences()])


def named(found: Iterable[tuple[str, Sequence[Fact]]]) -> dict[str, Fact]:
    """Facts by the label that they stand under, and by a number where there are several."""
    pairs = [(label, fact) for label, facts in found for fact in facts]
    total, seen = Counter(label for label, _ in pairs), Counter[str]()
    names: dict[str, Fact] = {}
    for label, fact in pairs:
        seen[label] += 1
        names[label if total[label] == 1 else f"{label} #{seen[label]}"] = fact
    return names


def with_case(facts: Facts, depth: int, more: Sequence[Fact]) -> Facts:
    """Facts, and what a branch below `depth - 1` others adds to them."""
    return {**facts, **named([(f"case {depth}", more)])}


def signs(term: Polynomial) -> tuple[Inequality, Inequality]:
    """The branches of a split on an integer term: it is at least 0, or at most -1."""
    return Inequality(term), Inequality(minus(constant(-1), term))


def unknowns(facts: Iterable[Fact]) -> set[str]:
    """The names of all unknowns."""
    found: set[str] = set()
    for fact in facts:
        if isinstance(fact, Choice):
            found |= unknowns(f for alternative in fact.alternatives for f in alternative)
        else:
            found |= names_in(fact.polynomial)
    return found


class _Reader:
    """Reads the formulas of one part: the same unknown for the same term, and never for two terms."""

    def __init__(self) -> None:
        self._terms: dict[str, Term] = {}
        self._names: dict[object, int] = {}
        self._polynomials: Reading[Polynomial] = Reading(
            name="polynomial",
            literal=self._literal,
            variable=self._unknown,
            operations={
                **dict.fromkeys(Op, _refuse),
                Op.NEG: negated,
                Op.ADD: plus,
                Op.SUB: minus,
                Op.MUL: times,
            },
            quantified=_refuse,
            application=lambda node, _: self._unknown(node),
        )

    def facts(self, node: Term, holds: bool) -> tuple[Fact, ...]:
        """What is known if a formula holds, or if it does not."""
        match node:
            case Literal(bool(value)):
                return () if value is holds else (Inequality(constant(-1)),)
            case Operation(Op.NOT, (arg,)):
                return self.facts(arg, not holds)
            case Operation(Op.AND | Op.OR as op, args):
                each = [self.facts(arg, holds) for arg in args]
                return tuple(f for facts in each for f in facts) if holds is (op is Op.AND) else _one_of(each)
            case Operation(Op.IMPLIES, (left, right)):
                return self.facts(Operation(Op.OR, (not_(left), right)), holds)
            case Operation(Op.IFF, (left, right)):
                return _one_of([self.facts(left, a) + self.facts(right, a is holds) for a in (True, False)])
            case Operation(Op.ITE, _):
                return self._chosen(node, node, holds)
            case Operation(op, (left, right)) if op in NEGATED:
                choice = next((t for t in subterms(node) if isinstance(t, Operation) and t.op is Op.ITE), None)
                if choice is not None:
                    return self._chosen(node, choice, holds)
                if left.sort is right.sort and _is_number(left) and _is_number(right):
                    return self._compared(op if holds else NEGATED[op], left, right)
        truth = self._unknown(node)
        return (Inequality(minus(truth, ONE) if holds else negated(truth)),)

    def _compared(self, op: Op, left: Term, right: Term) -> tuple[Fact, ...]:
        difference = minus(fold(left, self._polynomials), fold(right, self._polynomials))
        opposite = negated(difference)
        if op is Op.EQ:
            return (Equation(difference),)
        if op is Op.NE:
            return _one_of([(Inequality(minus(p, ONE)),) for p in (difference, opposite)])
        greater = opposite if op in (Op.LT, Op.LE) else difference
        return (Inequality(minus(greater, ONE) if op in (Op.LT, Op.GT) else greater),)

    def _chosen(self, node: Term, choice: Operation, holds: bool) -> tuple[Fact, ...]:
        """A formula with `if` in it: the condition and the formula with what it gives, or not and with what else."""
        condition, *values = choice.args
        return _one_of(
            [
                self.facts(condition, first) + self.facts(replace(node, {choice: value}), holds)
                for first, value in zip((True, False), values, strict=True)
            ]
        )

    def congruences(self) -> list[tuple[str, tuple[Fact, ...]]]:
        """For two values of one function: their arguments differ, or they are one."""
        found = []
        applied = [t for t in self._terms.values() if isinstance(t, Application)]
        applied = applied if len(applied) <= FEW else []
        for one, other in combinations(applied, 2):
            if one.symbol == other.symbol:
                arguments = zip(one.args, other.args, strict=True)
                formula = or_(*(not_(_same(a, b)) for a, b in arguments), _same(one, other))
                found.append((f"{one.symbol.name} is a function", self.facts(formula, True)))
        return found

    def _unknown(self, node: Term) -> Polynomial:
        name = node.name if isinstance(node, Variable) else to_plain(node)
        if self._terms.setdefault(name, node) != node:
            raise NotPolynomial(f"two unknowns are called {name}")
        return unknown(name)

    def _literal(self, node: Literal) -> Polynomial:
        if node.sort is Sort.NAME:
            return constant(self._names.setdefault(node.value, len(self._names)))
        if not isinstance(node.value, int):
            raise NotPolynomial(f"{node.value} is not an integer")
        return constant(node.value)


def _same(one: Term, other: Term) -> Term:
    return one.iff(other) if one.sort is Sort.BOOL else one.eq(other)


def _is_number(node: Term) -> bool:
    """The term stands for an integer, or is compared and nothing else, so that an integer may stand for it."""
    return node.sort is Sort.INT or isinstance(node, Variable | Application) or node.sort is Sort.NAME


NEGATED: Mapping[Op, Op] = {Op.EQ: Op.NE, Op.NE: Op.EQ, Op.LT: Op.GE, Op.GE: Op.LT, Op.LE: Op.GT, Op.GT: Op.LE}


def _one_of(alternatives: Sequence[tuple[Fact, ...]]) -> tuple[Fact, ...]:
    """The choice between alternatives, flat; nothing where one of them asks for nothing."""
    if any(not facts for facts in alternatives):
        return ()
    flat: list[tuple[Fact, ...]] = []
    for facts in alternatives:
        flat.extend(facts[0].alternatives if len(facts) == 1 and isinstance(facts[0], Choice) else [facts])
    return flat[0] if len(flat) == 1 else (Choice(tuple(flat)),)


def _refuse(*_: object) -> NoReturn:
    raise NotPolynomial("an operator that polynomials do not have")
