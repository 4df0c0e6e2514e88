"""The third route, for equations: both sides as polynomials, compared exactly by sympy.

Assumptions `name = term` are substituted; the assumptions that are equations still then generate an ideal, and the
difference of both sides must lie in it. That is expansion and division of polynomials with rational coefficients,
exact and complete for what it answers; nothing is asked of sympy's simplification. A floor division stands in a
polynomial as an opaque function of its expanded dividend and divisor.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Mapping, Sequence
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from proofs.engine.statement import Route, Verdict
from spec.language.fold import Reading, conjuncts, fold, substitute
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, free_variables
from spec.readings.whole import whole

VERSION: str = sympy.__version__
_QUOTIENT = sympy.Function("//")


class BeyondAlgebra(TypeError):
    """The term is no polynomial over variables and opaque quotients."""


def route(left: Term, right: Term, hypotheses: Sequence[Term]) -> Route | None:
    """Proved if the equation follows from the equations assumed; None where polynomials do not show it."""
    started = time.perf_counter()
    try:
        follows = equation_follows(left, right, hypotheses)
    except BeyondAlgebra:
        return None
    return Route("sympy", VERSION, Verdict.PROVED, time.perf_counter() - started) if follows else None


def equation_follows(left: Term, right: Term, assumptions: Sequence[Term] = ()) -> bool:
    """`left = right` follows from those assumptions that are equations, by polynomial arithmetic alone."""
    definitions, equations = _equations(assumptions)
    difference = _expanded(left, definitions) - _expanded(right, definitions)
    if sympy.expand(difference) == 0:
        return True
    generators = [_expanded(a, definitions) - _expanded(b, definitions) for a, b in equations]
    polynomials = _without_quotients([*generators, difference])
    symbols = sorted(set().union(*(p.free_symbols for p in polynomials)), key=str)
    return bool(symbols and sympy.groebner(polynomials[:-1], *symbols).contains(polynomials[-1]))


def _equations(assumptions: Sequence[Term]) -> tuple[dict[Variable, Term], list[tuple[Term, Term]]]:
    """The assumptions that define a variable, as a substitution, and the equations that are left."""
    definitions: dict[Variable, Term] = {}
    equations: list[tuple[Term, Term]] = []
    for part in (p for a in assumptions for p in conjuncts(a)):
        match _integral(part):
            case Operation(Op.EQ, (left, right)) if left.sort is right.sort is Sort.INT:
                right = substitute(right, definitions)
                if isinstance(left, Variable) and left not in definitions and left not in free_variables(right):
                    definitions = {v: substitute(t, {left: right}) for v, t in definitions.items()} | {left: right}
                else:
                    equations.append((left, right))
    return definitions, equations


def _integral(part: Term) -> Term:
    """An equation of rationals as one of integers, over a common denominator; anything else as it is."""
    try:
        return whole(part)
    except TypeError:
        return part


def _without_quotients(polynomials: Sequence[Any]) -> list[Any]:
    """The polynomials with each opaque function replaced by a symbol of its own."""
    opaque = set().union(*(p.atoms(AppliedUndef) for p in polynomials))
    names = {application: sympy.Dummy(f"opaque{i}") for i, application in enumerate(sorted(opaque, key=str))}
    return [sympy.expand(p.xreplace(names)) for p in polynomials]


def _expanded(node: Term, definitions: Mapping[Variable, Term]) -> Any:
    try:
        integral = whole(substitute(node, definitions))
    except TypeError as error:
        raise BeyondAlgebra(str(error)) from None
    return sympy.expand(fold(integral, _POLYNOMIAL))


def _quotient(dividend: Any, divisor: Any) -> Any:
    return _QUOTIENT(sympy.expand(dividend), sympy.expand(divisor))


def _literal(node: Literal) -> Any:
    if node.sort is not Sort.INT:
        raise BeyondAlgebra(node.value)
    return sympy.Integer(node.value)


def _application(node: Application, args: tuple[Any, ...]) -> Any:
    # No function that a statement names is that of the quotients.
    return sympy.Function(f"{node.symbol.name}()")(*(sympy.expand(a) for a in args))


def _refuse(*_: object) -> Any:
    raise BeyondAlgebra("an operator that polynomials do not have")


_POLYNOMIAL: Reading[Any] = Reading(
    name="polynomial",
    literal=_literal,
    variable=lambda node: sympy.Symbol(node.name),
    operations={
        **dict.fromkeys(Op, _refuse),
        Op.NEG: operator.neg,
        Op.ADD: operator.add,
        Op.SUB: operator.sub,
        Op.MUL: operator.mul,
        Op.FLOOR_DIV: _quotient,
    },
    quantified=_refuse,
    application=_application,
)
