"""Mutants of a term: first-order ones differ from it by one small change; others say another thing of a sub-case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from proofs.engine.catalogue import Cases, Swaps
from spec.language.fold import rebuilt, replace, subterms
from spec.language.terms import (
    IllSorted,
    Literal,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Sum,
    Term,
    Variable,
    and_,
    children,
    or_,
)
from spec.operator.clauses import Clause, Decision

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
    parts = children(node)
    for i, child in enumerate(parts):
        for mutant in _everywhere(child, names):
            with suppress(IllSorted):
                yield rebuilt(node, [*parts[:i], mutant, *parts[i + 1 :]])


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
            yield from (rebuilt(node, [*bounds, body]) for bounds in _other_bounds(low, high))
        case Sum(_, low, high, body):
            yield from (rebuilt(node, [*bounds, body]) for bounds in _other_bounds(low, high))


def _other_bounds(low: Term, high: Term) -> Iterator[tuple[Term, Term]]:
    yield from ((low, high - 1), (low, high + 1), (low - 1, high), (low + 1, high))


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


# --- of higher order -------------------------------------------------------------------------------


def weakened(clause: Clause, cases: Cases, swaps: Swaps) -> Iterator[tuple[str, Term]]:
    """The mutants of a clause, each with what was done to it; none is the clause itself."""
    for name, case in cases.items():
        yield f"or {name}", or_(clause.formula, case)
        yield f"only if {name}", case.implies(clause.formula)
    for alternative in clause.alternatives if isinstance(clause, Decision) else ():
        if alternative.formula is not None and alternative.scope in (None, clause.scope):
            yield f"or {alternative.choice}", or_(clause.formula, alternative.formula)
            for name, case in cases.items():
                yield f"or {alternative.choice}, if {name}", or_(clause.formula, and_(case, alternative.formula))
    for name, exchanged in swaps.items():
        mutant = replace(clause.formula, exchanged)
        if mutant != clause.formula:
            yield name, mutant
