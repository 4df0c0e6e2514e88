"""Classes from formulas: each comparison of a clause divides its calls at the bound, each division at its multiples.

A comparison `a <= b` leaves a gap `b - a`: it is 0 at the bound, 1 beside it, more within, and -1 where the clause is
broken by one, less where it is broken by more. Of a division `p // q` the classes are those of p and of what remains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from spec.language.fold import conjuncts, substitute, subterms
from spec.language.terms import (
    Literal,
    Op,
    Operation,
    Quantified,
    Quantifier,
    Sort,
    Term,
    Variable,
    and_,
    exists,
    free_variables,
    not_,
)
from spec.operator.clauses import Clause
from spec.readings.plain import to_plain


class Side(StrEnum):
    """Where a class lies, seen from the bound that it comes from."""

    AT = "at the bound"
    BESIDE = "one within"
    WITHIN = "well within"
    BROKEN = "broken by one"
    FAR = "broken by more"
    OUTSIDE = "one beyond"
    BEYOND = "well beyond"
    ONE_OF = "one of a list"
    RELATED = "as compared"
    DIVIDED = "as divided"
    ELEMENTS = "elements"


BREAKS = (Side.BROKEN, Side.FAR)
"""The sides on which no legal call is."""


@dataclass(frozen=True, slots=True)
class BoundaryClass:
    """A class of calls: the factor that it is a value of, its clause, where it lies, and the formula that says it.

    Two classes of one factor exclude each other, or are tried apart: a combination takes one of each factor.
    """

    name: str
    factor: str
    clause: str
    side: Side
    formula: Term


LOWER_OR_UPPER = {Op.LE: (0, 1, 0), Op.LT: (0, 1, 1), Op.GE: (1, 0, 0), Op.GT: (1, 0, 1)}
"""For each comparison, which operand is the lower, which the upper, and by how much they differ at the least."""

Where = tuple[tuple[Quantified, ...], tuple[Term, ...], bool]
"""The quantifiers around a part of a formula, what must hold for the part to matter, and whether it must hold."""


def classes_of(clause: Clause, formula: Term | None = None) -> tuple[BoundaryClass, ...]:
    """The classes at the bounds of a clause's formula, or of another formula that is proved to say the same.

    What a clause demands is `broken by one` in a class, and `broken by more` in another, while all else that it demands
    holds; what it demands only where something else fails, is a class on both sides of its bound.
    """
    demands = conjuncts(clause.formula if formula is None else formula)
    found = []
    for i, demand in enumerate(demands):
        others = (*demands[:i], *demands[i + 1 :])
        for made in (m for part, where in _parts(demand, ((), (), True)) for m in _at(clause.label, part, where)):
            alone = made.side in BREAKS and others
            found.append(replace(made, formula=and_(made.formula, *others)) if alone else made)
    return tuple(found)


def _parts(node: Term, where: Where) -> Iterator[tuple[Term, Where]]:
    """The comparisons of a formula, each with where it stands."""
    quantifiers, given, demanded = where
    match node:
        case Operation(Op.AND, args):
            for arg in args:
                yield from _parts(arg, where)
        case Operation(Op.OR, args) if all(_is_choice(arg) for arg in args):
            yield node, where
        case Operation(Op.OR, args):
            for i, arg in enumerate(args):
                is_last = i == len(args) - 1
                yield from _parts(arg, (quantifiers, (*given, *map(not_, args[:i])), demanded and is_last))
        case Operation(Op.IMPLIES, (premise, conclusion)):
            yield from _parts(conclusion, (quantifiers, (*given, premise), demanded))
        case Quantified(Quantifier.FORALL, _, _, _, body):
            yield from _parts(body, ((*quantifiers, node), given, demanded))
        case Operation(op) if op in LOWER_OR_UPPER:
            yield node, where


def _is_choice(node: Term) -> bool:
    return isinstance(node, Operation) and node.op is Op.EQ and isinstance(node.args[1], Literal)


def _at(label: str, part: Term, where: Where) -> Iterator[BoundaryClass]:
    assert isinstance(part, Operation)
    factor = f"{label}: {to_plain(part)}"
    if part.op is Op.OR:
        for choice in part.args:
            yield BoundaryClass(to_plain(choice), factor, label, Side.ONE_OF, choice)
        return
    low, high, least = LOWER_OR_UPPER[part.op]
    lower, upper = part.args[low], part.args[high]
    sides = [(Side.AT, 0), (Side.BESIDE, 1), (Side.WITHIN, 2)]
    sides += [(Side.BROKEN, -1), (Side.FAR, -2)] if where[2] else [(Side.OUTSIDE, -1), (Side.BEYOND, -2)]
    for side, gap in sides:
        formula = _gap(lower, upper, least + gap, side)
        yield BoundaryClass(to_plain(formula), factor, label, side, _somewhere(formula, where))


def _gap(lower: Term, upper: Term, gap: int, side: Side) -> Term:
    """The gap is so large, at least so large (well within), or at most (beyond it); the bound stands right."""
    bound_is_lower = isinstance(lower, Literal)
    subject, bound = (upper, _plus(lower, gap)) if bound_is_lower else (lower, _plus(upper, -gap))
    more, less = (Op.GE, Op.LE) if bound_is_lower else (Op.LE, Op.GE)
    return Operation({Side.WITHIN: more, Side.BEYOND: less, Side.FAR: less}.get(side, Op.EQ), (subject, bound))


def _plus(bound: Term, number: int) -> Term:
    match bound:
        case Literal(int(value)):
            return Literal(value + number)
    return bound if not number else bound + number if number > 0 else bound - -number


def _somewhere(formula: Term, where: Where) -> Term:
    """The formula where its part matters: in some instance of the quantifiers around it."""
    quantifiers, given, _ = where
    bound = {q.variable for q in quantifiers}
    inner = and_(*(t for t in given if free_variables(t) & bound), formula)
    for q in reversed(quantifiers):
        inner = exists(q.variable, q.low, q.high, inner)
    outer = [t for t in given if not free_variables(t) & bound]
    return and_(*outer, inner) if outer else inner


def divided(clause: Clause) -> tuple[BoundaryClass, ...]:
    """The classes of each division in a clause: nothing to divide, no remainder, the greatest one, and one between."""
    found = []
    for node in dict.fromkeys(subterms(clause.formula)):
        match node:
            case Operation(Op.FLOOR_DIV, (p, q)):
                rest = p % q
                choices = {
                    f"{to_plain(p)} = 0": p.eq(0),
                    f"{to_plain(rest)} = 0": and_(p > 0, rest.eq(0)),
                    f"{to_plain(rest)} = {to_plain(q - 1)}": and_(q > 1, rest.eq(q - 1)),
                    f"0 < {to_plain(rest)} < {to_plain(q - 1)}": and_(rest > 0, rest < q - 1),
                }
                factor = f"{clause.label}: {to_plain(node)}"
                found += [BoundaryClass(n, factor, clause.label, Side.DIVIDED, f) for n, f in choices.items()]
    return tuple(found)


def related(clause: Clause, one: Term, other: Term) -> tuple[BoundaryClass, ...]:
    """One quantity below, equal to and above another of the same unit, which no formula compares."""
    assert one.sort is Sort.INT
    factor = f"{clause.label}: {to_plain(one)} and {to_plain(other)}"
    formulas = (one < other, one.eq(other), one > other)
    return tuple(BoundaryClass(to_plain(f), factor, clause.label, Side.RELATED, f) for f in formulas)


def at_ends(formula: Term) -> Term:
    """What a formula implies without quantifiers: of each `for all` what it says of its first and its last, and of the
    last that what it says is about.

    Where that alone is refuted, so is the formula, and solvers decide it far more reliably.
    """
    match formula:
        case Operation(op, args) if op in (Op.AND, Op.OR):
            return Operation(op, tuple(map(at_ends, args)))
        case Quantified(Quantifier.FORALL, variable, low, high, body):
            ends = (low, high - 1, *_last_below(variable, body))
            return and_(*(and_(low <= end, end < high).implies(substitute(body, {variable: end})) for end in ends))
    return formula


def _last_below(variable: Variable, body: Term) -> Iterator[Term]:
    """The last value of a variable under the premise that a multiple of it is below a bound."""
    match body:
        case Operation(Op.IMPLIES, (Operation(Op.LT, (Operation(Op.MUL, (by, factor)), bound)), _)) if by == variable:
            yield (bound - 1) // factor
