"""One loop over several things as one in another: `for t in range(kh * kw)`, where `t // kw` and `t % kw` are used.

`t` counts what two loops count, over `high` and over `low < kw`, with `t = high * kw + low`: the turns are the same, in
the same order, each with the same value of `t`, if `kw` is not negative, which is to be shown. In each turn `t // kw`
is then `high`, and `t % kw` is `low`; what is demanded of their parts is kept. Of three factors or more, one is
separated at a time, the last one first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from proofs.program.logic.polynomials import Polynomial, factor, plus, polynomial, times, written_out
from proofs.program.logic.steps import changing
from proofs.program.loops.planes import ends
from proofs.program.source.language import (
    Assign,
    For,
    Function,
    If,
    Instruction,
    While,
    assigned,
    blocks,
    everywhere,
    expressions,
)
from proofs.program.source.machine import bare, demanded, not_negative
from proofs.program.source.rewriting import with_values
from spec.language.fold import rebuilt, substitute, subterms
from spec.language.terms import Literal, Op, Operation, Sort, Term, Variable, children, free_variables

Known = Mapping[Variable, Term]
"""What some variables hold."""
PARTS = (Op.FLOOR_DIV, Op.MOD)


def with_loops_over_digits(function: Function) -> Function:
    """The function, with a loop for each factor; as it is, where no number that a loop counts is taken apart."""
    terms = (t for s in everywhere(function.body) for e in expressions(s) for t in subterms(e))
    if not any(isinstance(t, Operation) and t.op in PARTS for t in terms):
        return function
    separation = _Separation(function)
    body = separation.block(function.body, {})
    return replace(function, body=body, sorts=separation.sorts) if separation.natural else function


class KnownValues:
    """What variables hold, as far as that is a product of others, or made of a number that a loop counts."""

    def __init__(self, function: Function) -> None:
        self.numbers = {Variable(s.variable) for s in everywhere(function.body) if isinstance(s, For)}

    def after(self, statement: Instruction, known: Known) -> Known:
        """What is known after a statement."""
        left = steady(statement, known)
        if isinstance(statement, Assign):
            pairs = zip(statement.names, statement.values, strict=True)
            found = {Variable(n): substitute(bare(v), known) for n, v in pairs if v.sort is Sort.INT}
            changed = assigned((statement,))
            return {**left, **{v: t for v, t in found.items() if self._tells(t) and not _named((t,)) & changed}}
        return left

    def _tells(self, value: Term) -> bool:
        factors = [f for monomial in polynomial(value) for f in monomial]
        is_product = len(polynomial(value)) <= 1 and all(isinstance(f, Variable) for f in factors)
        return is_product or bool(free_variables(value) & self.numbers)


def steady(statement: Instruction, known: Known) -> Known:
    """What is known wherever a statement has run in part, or as often as it may."""
    changed = changing(statement) if isinstance(statement, For | While) else assigned((statement,))
    return {v: t for v, t in known.items() if v.name not in changed and not _named((t,)) & changed}


class _Separation:
    """The loops of one function. `natural` are the numbers that the new loops count, which are not negative."""

    def __init__(self, function: Function) -> None:
        self.sorts, self.names = dict(function.sorts), KnownValues(function)
        self.natural: set[Variable] = set()

    def block(self, body: tuple[Instruction, ...], known: Known) -> tuple[Instruction, ...]:
        """The statements of a block; `known` is what variables hold where it begins."""
        found: list[Instruction] = []
        for statement in body:
            found += self._statement(statement, known)
            known = self.names.after(statement, known)
        return tuple(found)

    def _statement(self, statement: Instruction, known: Known) -> Iterator[Instruction]:
        match statement:
            case If(then=then, otherwise=otherwise):
                yield replace(statement, then=self.block(then, known), otherwise=self.block(otherwise, known))
            case For() | While():
                inner = steady(statement, known)
                separate = self._separated(statement, known) if isinstance(statement, For) else ()
                if separate:
                    yield from self.block(separate, known)
                else:
                    yield replace(statement, body=self.block(statement.body, inner))
            case _:
                yield statement

    def _separated(self, loop: For, known: Known) -> tuple[Instruction, ...]:
        """A loop as two, after what is to be shown; nothing where it is not taken apart, or a turn may end it."""
        own = assigned(loop.body)
        if loop.start != Literal(0) or loop.variable in own or any(map(ends, loop.body)):
            return ()
        total, number = _expanded(loop.stop, known), polynomial(Variable(loop.variable))
        asked = [by for what, by in self._taken_apart(loop.body, steady(loop, known)) if what == number]
        for divisor in sorted(asked, key=_size):
            rest = divided(total, divisor)
            if rest not in (None, polynomial(Literal(1))) and not _named(f for m in divisor for f in m) & own:
                return self._nested(loop, written_out(rest or Counter()), divisor, known)
        return ()

    def _taken_apart(self, body: tuple[Instruction, ...], known: Known) -> Iterator[tuple[Polynomial, Polynomial]]:
        """The numbers in a block of which a quotient or a remainder is asked for, each with the divisor."""
        for statement in body:
            parts = (t for e in expressions(statement) for t in subterms(e))
            for part in parts:
                if isinstance(part, Operation) and part.op in PARTS:
                    what, by = (_expanded(arg, known) for arg in part.args)
                    if len(by) == 1:
                        yield what, by
            for block in blocks(statement):
                yield from self._taken_apart(block, steady(statement, known))
            known = self.names.after(statement, known)

    def _nested(self, loop: For, rest: Term, divisor: Polynomial, known: Known) -> tuple[Instruction, ...]:
        line, by = loop.line, written_out(divisor)
        names = ("stop", "divisor", "quotient", "rest")
        stop, shown, high, low = (self.new(f"{what} of {loop.variable}") for what in names)
        self.natural |= {high, low}
        self.names.numbers |= {high, low}
        number = Assign(line, (loop.variable,), (high * by + low,))
        digits = _Digits(self, low, divisor)
        body = digits.block((number, *loop.body), steady(loop, known))
        inner = For(line, low.name, Literal(0), by, body)
        return (
            Assign(line, (stop.name, shown.name), (loop.stop, not_negative(by))),
            For(line, high.name, Literal(0), rest, (inner,)),
        )

    def new(self, name: str) -> Variable:
        """A variable that the function does not have."""
        count = 1 + sum(other.startswith(name) for other in self.sorts)
        self.sorts[f"{name} ({count})"] = Sort.INT
        return Variable(f"{name} ({count})")


@dataclass
class _Digits:
    """What is asked of a number that is `low`, which is at least 0 and below `divisor`, and so many times `divisor`."""

    separation: _Separation
    low: Variable
    divisor: Polynomial
    kept: list[Term] = field(default_factory=list)

    def block(self, body: tuple[Instruction, ...], known: Known) -> tuple[Instruction, ...]:
        """The statements of a block, with what is demanded of the parts of a quotient before the statement."""
        found: list[Instruction] = []
        for statement in body:
            found += self._statement(statement, known)
            known = self.separation.names.after(found[-1], known)
        return tuple(found)

    def _statement(self, statement: Instruction, known: Known) -> Iterator[Instruction]:
        inner = steady(statement, known) if isinstance(statement, For | While) else known
        match statement:
            case If():
                statement = replace(
                    statement, then=self.block(statement.then, inner), otherwise=self.block(statement.otherwise, inner)
                )
            case For() | While():
                statement = replace(statement, body=self.block(statement.body, inner))
        if isinstance(statement, While):  # Its test is asked in each turn: it stays as it is.
            yield statement
            return
        self.kept = []
        changed = with_values(statement, lambda term: self._value(term, known))
        for part in self.kept:
            yield Assign(statement.line, (self.separation.new("part of a quotient").name,), (part,))
        yield changed

    def _value(self, node: Term, known: Known) -> Term:
        match node:
            case Operation(Op.ITE, (Operation(Op.GE, (left, Literal(0))), then, _)) if self._is_natural(left, known):
                self._keep(left)
                return self._value(then, known)
        found = rebuilt(node, [self._value(part, known) for part in children(node)])
        part = self._part(found, known) if isinstance(found, Operation) and found.op in PARTS else None
        return found if part is None else part

    def _part(self, node: Operation, known: Known) -> Term | None:
        """A quotient or a remainder by the divisor, or by so many times the divisor."""
        what, by = (_expanded(arg, known) for arg in node.args)
        times_ = divided(by, self.divisor) if len(by) == 1 else None
        split = self._split(what)
        if times_ is None or split is None:
            return None
        self._keep(*node.args)
        high, rest = split
        if times_ == polynomial(Literal(1)):
            return written_out(high if node.op is Op.FLOOR_DIV else rest)
        part = Operation(node.op, (written_out(high), written_out(times_))) if high else Literal(0)
        return part if node.op is Op.FLOOR_DIV else written_out(plus(times(polynomial(part), self.divisor), rest))

    def _split(self, number: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        """What a number is by the divisor, and what is left, which is `low` or nothing; None where more is left."""
        high = {m: found for m, k in number.items() if (found := divided(Counter({m: k}), self.divisor)) is not None}
        rest = Counter({m: k for m, k in number.items() if m not in high})
        if rest and rest != factor(self.low):
            return None
        return Counter({m: k for found in high.values() for m, k in found.items()}), rest

    def _is_natural(self, node: Term, known: Known) -> bool:
        number = _expanded(node, known)
        split = self._split(number)
        return self._is_sum(number if split is None else split[0])

    def _is_sum(self, number: Polynomial) -> bool:
        return all(k > 0 and all(map(self._is_digit, m)) for m, k in number.items())

    def _is_digit(self, node: Term) -> bool:
        """A number that a new loop counts, or a part of one."""
        if isinstance(node, Operation) and node.op in PARTS:
            return self._is_sum(polynomial(node.args[0]))
        return node in self.separation.natural

    def _keep(self, *dropped: Term) -> None:
        """What is demanded of the parts of an expression is shown all the same."""
        for node in dropped:
            if demanded(node) is not None:
                self.kept.append(node)
            else:
                self._keep(*children(node))


def divided(number: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """The quotient by one product, where nothing is left."""
    ((factors, by),) = divisor.items()
    found: Polynomial = Counter()
    for monomial, k in number.items():
        left = Counter(monomial)
        if by <= 0 or k % by or Counter(factors) - left:
            return None
        found[tuple((left - Counter(factors)).elements())] += k // by
    return found


def _size(divisor: Polynomial) -> tuple[int, int, str]:
    """The order in which divisors are tried: that of the fewest factors first."""
    ((factors, by),) = divisor.items()
    return len(factors), by, repr(factors)


def _expanded(node: Term, known: Known) -> Polynomial:
    return polynomial(substitute(bare(node), known))


def _named(terms: Iterable[Term]) -> set[str]:
    return {v.name for node in terms for v in free_variables(node)}
