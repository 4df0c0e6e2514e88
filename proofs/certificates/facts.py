"""What a certificate may use: an obligation's assumptions and the negation of its goal, as polynomials over integers.

The obligation is cut into the same parts as for the solvers, side conditions first, and its divisions are restated by
the same definitions (`proofs.engine.encoding`). Each part is then a list of facts that cannot hold together if the
obligation holds: `p >= 0`, `p = 0`, or a choice between lists of facts. Integers make strict comparisons weak: `a < b`
is `b - a - 1 >= 0`. What is no comparison (a truth value, a quantified formula) is an unknown that is 1 if it holds
and 0 if not. A value that a test chooses is an unknown with what the test says of it. Names, elements and ranks, which
are only compared, are numbered: the finitely many that a part speaks of keep their order as integers. A function's
value is an unknown, the same one for the same argument as a term; which function at which arguments is kept beside it.
Nothing else is known of an unknown, so nothing is assumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from proofs.certificates.opening import opened, without_tests
from proofs.certificates.polynomials import Polynomial, constant, minus, names_in, negated, plus, times, unknown
from proofs.engine.encoding import without_division
from proofs.engine.implication import Implication
from spec.language.fold import Reading, fold
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, not_
from spec.readings.plain import to_plain

GOAL = "the negated goal"
ONE = constant(1)


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


@dataclass(frozen=True, slots=True)
class Value:
    """The unknown is the value of a function at these arguments."""

    unknown: str
    function: str
    arguments: tuple[Polynomial, ...]


Fact = Inequality | Equation | Choice | Value
Facts = Mapping[str, Fact]
"""Facts by name: the label of the assumption that they are from, numbered where there are several."""


class NotPolynomial(TypeError):
    """The obligation is not one of integer polynomials."""


def problem(implication: Implication, given: Collection[str] | None = None) -> Facts:
    """The facts of a part: all its hypotheses, or those of some names, and the negated goal; raises NotPolynomial."""
    hypotheses = [(name, t) for name, t in implication.hypotheses if given is None or name in given]
    hypotheses += implication.instances([*(t for _, t in hypotheses), implication.goal])
    try:
        terms, tests = without_tests(opened([*(t for _, t in hypotheses), not_(implication.goal)]))
        restated = without_division([*tests, *terms], guarded=implication.guarded)
    except TypeError as error:
        raise NotPolynomial(str(error)) from None
    quotients = [f"quotient!{i}" for i in range(len(restated) - len(tests) - len(terms))]
    labels = [*quotients, *(f"if!{i}" for i in range(len(tests))), *(name for name, _ in hypotheses), GOAL]
    reader = _Reader()
    found = [(label, reader.facts(t, True)) for label, t in zip(labels, restated, strict=True)]
    return named([*found, *reader.values()])


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


def order(term: Polynomial) -> tuple[Fact, Fact, Fact]:
    """The branches of a comparison of an integer term with 0: it is 0, at least 1, or at most -1."""
    return Equation(term), Inequality(minus(term, ONE)), signs(term)[1]


def unknowns(facts: Iterable[Fact]) -> set[str]:
    """The names of all unknowns."""
    found: set[str] = set()
    for fact in facts:
        match fact:
            case Choice(alternatives):
                found |= unknowns(f for alternative in alternatives for f in alternative)
            case Value(name, _, arguments):
                found |= {name}.union(*map(names_in, arguments))
            case Inequality(polynomial) | Equation(polynomial):
                found |= names_in(polynomial)
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
            case Operation(Op.ITE, (test, *values)):
                cases = zip((True, False), values, strict=True)
                return _one_of([self.facts(test, first) + self.facts(value, holds) for first, value in cases])
            case Operation(op, (left, right)):
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

    def values(self) -> Iterator[tuple[str, tuple[Fact, ...]]]:
        """Which unknowns are values of functions, and at which arguments; those of truth values are left out."""
        done = 0
        # What an argument mentions becomes an unknown as it is read.
        while done < len(self._terms):
            name, node = list(self._terms.items())[done]
            done += 1
            if isinstance(node, Application) and all(arg.sort is not Sort.BOOL for arg in node.args):
                arguments = tuple(fold(arg, self._polynomials) for arg in node.args)
                yield f"value of {node.symbol.name}", (Value(name, node.symbol.name, arguments),)

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
    return (Choice(tuple(flat)),)


def _refuse(*_: object) -> NoReturn:
    raise NotPolynomial("an operator that polynomials do not have")
