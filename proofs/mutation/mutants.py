"""First-order mutants of a term: every term that differs from it by one small change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from spec.language.fold import subterms
from spec.language.terms import (
    Application,
    IllSorted,
    Literal,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Term,
    Variable,
    children,
)

GROUPS = (
    {Op.ADD, Op.SUB, Op.MUL},
    {Op.FLOOR_DIV, Op.CEIL_DIV, Op.MOD},
    {Op.FLOOR, Op.CEIL},
    {Op.MIN, Op.MAX},
    {Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE},
    {Op.AND, Op.OR},
    {Op.IMPLIES, Op.IFF},
)
"""Operators that take the same operands and give the same sort."""

SWAPS: Mapping[Op, tuple[Op, ...]] = {op: tuple(sorted(group - {op})) for group in GROUPS for op in group}


def mutants(node: Term) -> tuple[Term, ...]:
    """All terms with one change: an operator, a constant, a bound, a name, a sign, a part left out, a quantifier.

    A name is exchanged for another of the same sort that the term uses too. Each mutant stands once.
    """
    names = tuple(dict.fromkeys(t for t in subterms(node) if isinstance(t, Variable)))
    return tuple(dict.fromkeys(m for m in _everywhere(node, names) if m != node))


def _everywhere(node: Term, names: tuple[Variable, ...]) -> Iterator[Term]:
    yield from _at_the_root(node, names)
    for i, child in enumerate(children(node)):
        for mutant in _everywhere(child, names):
            with suppress(IllSorted):
                yield _with_child(node, i, mutant)


def _with_child(node: Term, i: int, child: Term) -> Term:
    parts = (*children(node)[:i], child, *children(node)[i + 1 :])
    match node:
        case Operation(op, _):
            return Operation(op, parts)
        case Application(symbol, _):
            return Application(symbol, parts)
        case Quantified(quantifier, variable, _, _, _):
            return Quantified(quantifier, variable, *parts)
    raise TypeError(f"{type(node).__name__} has no parts")


def _at_the_root(node: Term, names: tuple[Variable, ...]) -> Iterator[Term]:
    match node:
        case Operation(Op.NEG | Op.NOT, (arg,)):
            yield arg
        case Operation(op, args):
            yield from _other_operation(op, args)
        case Literal(value):
            yield from _other_literal(value)
        case Variable():
            yield from (name for name in names if name.sort is node.sort)
        case Quantified(quantifier, variable, low, high, body):
            (other,) = set(Quantifier) - {quantifier}
            yield Quantified(other, variable, low, high, body)
            for less, more in ((low, high - 1), (low, high + 1), (low - 1, high), (low + 1, high)):
                yield Quantified(quantifier, variable, less, more, body)


def _other_operation(op: Op, args: tuple[Term, ...]) -> Iterator[Term]:
    for other in SWAPS.get(op, ()):
        with suppress(IllSorted):
            yield Operation(other, args)
    if op in (Op.AND, Op.OR):
        for i in range(len(args)):
            kept = args[:i] + args[i + 1 :]
            yield kept[0] if len(kept) == 1 else Operation(op, kept)


def _other_literal(value: object) -> Iterator[Term]:
    match value:
        case bool():
            yield Literal(not value)
        case int():
            yield from (Literal(value + 1), Literal(value - 1))
        case str():
            yield Literal(f"{value}?")
