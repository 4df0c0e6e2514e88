"""What the tests of certificates share: single changes of one, and a second check, by sympy."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import sympy

from proofs.certificates.facts import Choice, Equation, Facts, Inequality, Value, named, problem
from proofs.engine.statement import Statement

Path = tuple[Any, ...]
"""Where something stands in a certificate: keys and positions, from the outside."""

NUMBERS = ("0", "-1", "1/0", "1e3", "0x1", " 1", "+1", "nan", "9" * 101, "1/" + "9" * 101, "\u0661", "1/-2", "", "1.5")


def places(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All parts of a certificate with where they stand."""
    yield path, tree
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, part in pairs:
        yield from places(part, (*path, key))


def is_number(part: Any) -> bool:
    """The part is a coefficient, and no name."""
    return isinstance(part, str) and re.fullmatch(r"-?[0-9]+(/[0-9]+)?", part) is not None


def put(tree: Any, path: Path, value: Any) -> Any:
    """The certificate with something else in one place."""
    if not path:
        return value
    changed = copy.deepcopy(tree)
    part = changed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return changed


def without(tree: Any, path: Path) -> Any:
    """The certificate without what stands in one place."""
    changed = copy.deepcopy(tree)
    part = changed
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return changed


def tampered(trees: Any, names: list[str], random: Random) -> Any:
    """The certificate with one thing changed: a number, a name, an entry more or less, a key, two entries swapped."""
    path, part = random.choice([pair for pair in places(trees) if pair[0]])
    match part:
        case str() if is_number(part):
            return put(trees, path, random.choice([*NUMBERS, str(-Fraction(part)), str(Fraction(part) + 1)]))
        case str():
            return put(trees, path, random.choice([*names, part + " ", "", "case 1", "nothing"]))
        case list() if len(part) > 1 and random.random() < 0.4:
            i, j = random.sample(range(len(part)), 2)
            return put(put(trees, (*path, i), part[j]), (*path, j), part[i])
        case dict() if random.random() < 0.4:
            return put(trees, (*path, random.choice(["more", "sum", "split", "cases"])), [])
    if random.random() < 0.3:
        return put(trees, path, random.choice([None, True, 1, 1.0, [], {}, "1", [part], [part, part]]))
    return without(trees, path)


def problems(statement: Statement) -> tuple[Facts, ...]:
    """For each part of a statement, the facts that its tree contradicts."""
    return tuple(map(problem, statement.implications))


def also_holds(parts: tuple[Facts, ...], trees: Any) -> bool:
    """sympy agrees that the trees show each part's facts to contradict each other."""
    return all(_agrees(facts, tree, 1) for facts, tree in zip(parts, trees, strict=True))


def _agrees(facts: Facts, tree: Any, depth: int) -> bool:
    if "sum" in tree:
        total = sum((_product(facts, p) for p in tree["sum"]), start=sympy.Integer(0))
        total += sum(_multiple(facts, m) for m in tree["equations"])
        return bool(sympy.expand(total) == -1) and all(sympy.Rational(p[0]) > 0 for p in tree["sum"])
    if "split" in tree:
        monomials = _polynomial(tree["split"])
        negative = _less_one({m: -c for m, c in monomials.items()})
        branches = [((Inequality(p),), tree[key]) for p, key in ((monomials, "nonnegative"), (negative, "negative"))]
        integral = all(c.denominator == 1 for c in monomials.values())
        return integral and all(_agrees(_with(facts, new, depth), branch, depth + 1) for new, branch in branches)
    if "compare" in tree:
        term = _polynomial(tree["compare"])
        positive, negative = _less_one(term), _less_one({m: -c for m, c in term.items()})
        signs = {"zero": Equation(term), "positive": Inequality(positive), "negative": Inequality(negative)}
        integral = all(c.denominator == 1 for c in term.values())
        return integral and all(
            _agrees(_with(facts, (new,), depth), tree[key], depth + 1) for key, new in signs.items()
        )
    if "function" in tree:
        one, other = (facts[name] for name in tree["function"])
        assert isinstance(one, Value)
        assert isinstance(other, Value)
        equal = Equation({(one.unknown,): 1, (other.unknown,): -1} if one.unknown != other.unknown else {})
        return _same_arguments(facts, one, other, tree["arguments"]) and _agrees(
            _with(facts, (equal,), depth), tree["then"], depth + 1
        )
    choice = facts[tree["choice"]]
    assert isinstance(choice, Choice)
    cases = zip(choice.alternatives, tree["cases"], strict=True)
    return all(_agrees(_with(facts, new, depth), case, depth + 1) for new, case in cases)


def _same_arguments(facts: Facts, one: Value, other: Value, arguments: Any) -> bool:
    """The arguments differ by multiples of equations, each by those that are listed for it."""
    differences = [
        _expression(a) - _expression(b) + sum(_multiple(facts, m) for m in multiples)
        for a, b, multiples in zip(one.arguments, other.arguments, arguments, strict=True)
    ]
    return one.function == other.function and not any(sympy.expand(d) for d in differences)


def _multiple(facts: Facts, written: Any) -> Any:
    name, *factor = written
    equation = facts[name]
    assert isinstance(equation, Equation)
    return _expression(equation.polynomial) * sum(_monomial(m) for m in factor)


def _polynomial(written: Any) -> dict[tuple[str, ...], Fraction]:
    monomials = {tuple(sorted(m[1:])): Fraction(0) for m in written}
    for number, *names in written:
        monomials[tuple(sorted(names))] += Fraction(number)
    return monomials


def _less_one(polynomial: Any) -> Any:
    return {**polynomial, (): polynomial.get((), Fraction(0)) - 1}


def _with(facts: Facts, new: Any, depth: int) -> Facts:
    return {**facts, **named([(f"case {depth}", new)])}


def _product(facts: Facts, product: list[str]) -> Any:
    number, *names = product
    result = sympy.Rational(number)
    for name in names:
        fact = facts[name]
        assert isinstance(fact, Inequality)
        result *= _expression(fact.polynomial)
    return result


def _expression(polynomial: Any) -> Any:
    return sum((_monomial([str(c), *names]) for names, c in polynomial.items()), start=sympy.Integer(0))


def _monomial(written: list[str]) -> Any:
    number, *names = written
    return sympy.Rational(number) * sympy.prod([sympy.Symbol(name) for name in names])
