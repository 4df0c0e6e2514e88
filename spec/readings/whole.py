"""A term over the integers alone: exact divisions are carried as fractions and leave by floor, ceil or comparison.

A solver decides integers far better than a mixture of integers and rationals. This reading maps a term to an equal
one without `/`, `floor`, `ceil`, `mod`, `ceil/`, `min` and `max`: what stays is `+ - *`, floor division, comparison and
logic. `floor(a/s + 1)` becomes `(a + 1*s) // s`: the textbook rules of fractions, and nothing else. All denominators
are divisors of the term, so that their being positive is the side condition the term carries anyway.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from spec.language.fold import Folding, Reading, symbols, unrolled, variable_names
from spec.language.sorts import OF_A_SUM
from spec.language.terms import (
    Application,
    Literal,
    Op,
    Operation,
    Quantified,
    Sort,
    Sum,
    Symbol,
    Term,
    Variable,
    free_variables,
    ite,
    term,
)
from spec.readings.plain import to_plain

ONE = Literal(1)
_NAME = re.compile(r"\w+(\[\w+\])*")


@dataclass(frozen=True, slots=True)
class Ratio:
    """`numerator / denominator`; a term that is no fraction has the denominator ONE."""

    numerator: Term
    denominator: Term = ONE


@lru_cache(maxsize=65536)
def whole(node: Term) -> Term:
    """The term without rationals; raises TypeError if it denotes a rational and not an integer or a truth value.

    A term that has none is itself, and no other that is equal: what is looked up with it need not be compared by parts.
    """
    found = _plain(Folding(READING)(node))
    return node if found == node else found


def _plain(ratio: Ratio) -> Term:
    if ratio.denominator != ONE:
        raise TypeError("a rational stands where the solvers need an integer: round it or compare it")
    return ratio.numerator


def _times(a: Term, b: Term) -> Term:
    return b if a == ONE else a if b == ONE else a * b


def _common(a: Ratio, b: Ratio) -> tuple[Term, Term, Term]:
    """Both numerators over one denominator."""
    if a.denominator == b.denominator:
        return a.numerator, b.numerator, a.denominator
    return (
        _times(a.numerator, b.denominator),
        _times(b.numerator, a.denominator),
        _times(a.denominator, b.denominator),
    )


def _over_common(op: Op) -> Callable[..., Ratio]:
    def rebuild(a: Ratio, b: Ratio) -> Ratio:
        left, right, denominator = _common(a, b)
        return Ratio(Operation(op, (left, right)), denominator)

    return rebuild


def _compare(op: Op) -> Callable[..., Ratio]:
    def rebuild(a: Ratio, b: Ratio) -> Ratio:
        left, right, _ = _common(a, b)
        return Ratio(Operation(op, (left, right)))

    return rebuild


def _chosen(compare: Op) -> Callable[..., Ratio]:
    def rebuild(a: Ratio, b: Ratio) -> Ratio:
        left, right, denominator = _common(a, b)
        return Ratio(ite(Operation(compare, (left, right)), left, right), denominator)

    return rebuild


def _choice(condition: Ratio, then: Ratio, otherwise: Ratio) -> Ratio:
    left, right, denominator = _common(then, otherwise)
    if left.sort is not right.sort:
        # SMT-LIB has no choice between an integer and a rational.
        left, right = (
            Literal(Fraction(t.value)) if isinstance(t, Literal) and isinstance(t.value, int) else t
            for t in (left, right)
        )
    return Ratio(ite(condition.numerator, left, right), denominator)


def _logic(op: Op) -> Callable[..., Ratio]:
    return lambda *args: Ratio(Operation(op, tuple(_plain(a) for a in args)))


def _round_down(a: Ratio) -> Ratio:
    _known(a)
    return a if a.denominator == ONE else Ratio(a.numerator // a.denominator)


def _known(a: Ratio) -> None:
    """Refuse to round what is a rational of its own, and no quotient of integers."""
    if Sort.REAL in (a.numerator.sort, a.denominator.sort):
        raise TypeError("a rational unknown is rounded: the integer reading has no rationals")


def _round_up(a: Ratio) -> Ratio:
    _known(a)
    return a if a.denominator == ONE else Ratio(-((-a.numerator) // a.denominator))


def _divide(a: Ratio, b: Ratio) -> Ratio:
    return Ratio(_times(a.numerator, b.denominator), _times(a.denominator, b.numerator))


def _remainder(a: Ratio, b: Ratio) -> Ratio:
    dividend, divisor = _plain(a), _plain(b)
    return Ratio(dividend - divisor * (dividend // divisor))


def _literal(node: Literal) -> Ratio:
    if isinstance(node.value, Fraction):
        return Ratio(term(node.value.numerator), term(node.value.denominator))
    return Ratio(node)


def _variable(node: Variable) -> Ratio:
    return Ratio(node)


def _quantified(node: Quantified, low: Ratio, high: Ratio, body: Ratio) -> Ratio:
    return Ratio(Quantified(node.quantifier, node.variable, _plain(low), _plain(high), _plain(body)))


def _summed(node: Sum, low: Ratio, high: Ratio, body: Ratio) -> Ratio:
    """Written out over literal bounds. Over others, a solver knows of a sum which unknowns it depends on, and no more:
    a function of these that bears the sum as its name. What holds of every such function holds of the sum.
    """
    over = Sum(node.variable, _plain(low), _plain(high), _plain(body))
    if isinstance(over.low, Literal) and isinstance(over.high, Literal):
        return Ratio(unrolled(over))
    unknowns = sorted(free_variables(over), key=lambda v: v.name)
    return Ratio(_Summing(_called(over), tuple(v.sort for v in unknowns), over.sort)(*unknowns))


class _Summing(Symbol):
    """The function by which a solver knows a sum: nothing else may have such a name."""

    __slots__ = ()

    def __post_init__(self) -> None:
        assert self.name.startswith(OF_A_SUM), self.name


def _called(over: Sum) -> str:
    """A sum as it is written; where a name looks like more than a name, as it is built too, or two would be one."""
    names = variable_names(over) | {symbol.name for symbol in symbols(over)}
    return to_plain(over) if all(map(_NAME.fullmatch, names)) else f"{to_plain(over)}, {over!r}"


def _application(node: Application, args: tuple[Ratio, ...]) -> Ratio:
    if Sort.REAL in node.symbol.parameters:
        raise TypeError(f"{node.symbol.name} takes a rational: the integer reading has none")
    return Ratio(Application(node.symbol, tuple(_plain(a) for a in args)))


READING: Reading[Ratio] = Reading(
    name="integer",
    literal=_literal,
    variable=_variable,
    operations={
        Op.NEG: lambda a: Ratio(-a.numerator, a.denominator),
        Op.ADD: _over_common(Op.ADD),
        Op.SUB: _over_common(Op.SUB),
        Op.MUL: lambda a, b: Ratio(a.numerator * b.numerator, _times(a.denominator, b.denominator)),
        Op.DIV: _divide,
        Op.FLOOR: _round_down,
        Op.CEIL: _round_up,
        Op.FLOOR_DIV: lambda a, b: Ratio(_plain(a) // _plain(b)),
        Op.CEIL_DIV: lambda a, b: Ratio(-((-_plain(a)) // _plain(b))),
        Op.MOD: _remainder,
        Op.MIN: _chosen(Op.LE),
        Op.MAX: _chosen(Op.GE),
        **{op: _compare(op) for op in (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)},
        **{op: _logic(op) for op in (Op.NOT, Op.AND, Op.OR, Op.IMPLIES, Op.IFF)},
        Op.ITE: _choice,
    },
    quantified=_quantified,
    application=_application,
    summed=_summed,
)
