"""The search for a certificate: a tree of cases with a leaf at the end of each. Nothing here is trusted.

At each place z3 says which few facts contradict each other (`oracle`); what is chosen is one of those. A leaf is a
linear program's. Deterministic: the same facts, with the same versions of z3 and scipy, give the same certificate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb
from typing import Any

from proofs.certificates.elimination import reduced, solved, taken_away
from proofs.certificates.facts import (
    GOAL,
    Choice,
    Equation,
    Facts,
    Inequality,
    Value,
    order,
    problem,
    signs,
    with_case,
)
from proofs.certificates.leaf import leaf, written
from proofs.certificates.oracle import contradiction, still_open
from proofs.certificates.polynomials import Polynomial, constant, minus, names_in, plus, unknown
from proofs.certificates.store import texts
from proofs.engine.implication import Implication

Tree = dict[str, Any]
MOST_PRODUCTS, MOST_TRIES = 4000, 2500
SPLITS, DEEPEST = 2, 38
ONE = constant(1)
CASE = re.compile(r"case (\d+)( #\d+)?")


class _GivenUp(Exception):
    """More was tried than a theorem is worth."""


def search(implication: Implication) -> Tree | None:
    """What shows a part of a statement, from few of its hypotheses; None if nothing was found."""
    core = contradiction(problem(implication))
    names = [name for name, _ in implication.hypotheses]
    used = {re.sub(r" #\d+$", "", name) for name in core or ()}
    given = names if core is None else [name for name in names if name in used]
    try:
        tree = _Search().tree(problem(implication, given), SPLITS, 1)
    except _GivenUp:
        return None
    return None if tree is None else {"given": given, "tree": tree}


class _Search:
    """One search, which counts its tries."""

    def __init__(self) -> None:
        self._tries = 0

    def tree(self, facts: Facts, splits: int, depth: int) -> Tree | None:
        """A tree for facts that stand below `depth - 1` cases, with so many splits at most on each way down."""
        if depth > DEEPEST:
            return None
        found = contradiction(facts)
        facts = facts if found is None else found
        choices = {n: f for n, f in facts.items() if isinstance(f, Choice)}
        if choices:
            return self._chosen(facts, choices, splits, depth)
        return self._conjunction(facts, splits, depth)

    def _chosen(self, facts: Facts, choices: Mapping[str, Choice], splits: int, depth: int) -> Tree | None:
        """The tree over all cases of a choice; or that of a case alone, where it does not use what is new in it."""
        open_ = still_open(facts)
        name = min(choices, key=lambda n: (open_[n], len(choices[n].alternatives)))
        rest = {n: fact for n, fact in facts.items() if n != name}
        cases = []
        for branch in choices[name].alternatives:
            case = self.tree(with_case(rest, depth, branch), splits, depth + 1)
            if case is None:
                return None
            if not _uses(case, depth):
                raised: Tree = _raised(case, depth)
                return raised
            cases.append(case)
        return {"choice": name, "cases": cases}

    def _conjunction(self, facts: Facts, splits: int, depth: int) -> Tree | None:
        """A tree for facts without choices: equal values of functions first, then sums, then splits."""
        if (found := self._leaf(facts, 1)) is not None:
            return found
        if (term := _squeezed(facts)) is not None:
            equal, *others = (with_case(facts, depth, [sign]) for sign in order(term))
            trees = [self._conjunction(equal, splits, depth + 1), *(self._leaf(branch, 1) for branch in others)]
            return _comparison(term, trees) if all(trees) else None
        steps = list(_congruences(facts, depth))
        for step in steps:
            facts = with_case(facts, depth, [step.equation])
            depth += 1
        found = self._sum(facts, splits, depth)
        for step in reversed(steps):
            depth -= 1
            if found is None:
                return None
            found = step.tree(found) if _uses(found, depth) else _raised(found, depth)
        return found

    def _sum(self, facts: Facts, splits: int, depth: int) -> Tree | None:
        for degree in (1, 2):
            if (found := self._leaf(facts, degree)) is not None:
                return found
        return (
            self._compared(facts, splits, depth)
            or self._leaf(facts, 3)
            or (self._split(facts, splits, depth) if splits else None)
        )

    def _leaf(self, facts: Facts, degree: int) -> Tree | None:
        """The leaf with products of so many facts."""
        inequalities = sum(isinstance(fact, Inequality) for fact in facts.values())
        self._tries += 1
        if self._tries > MOST_TRIES:
            raise _GivenUp
        return leaf(facts, degree) if comb(inequalities + degree, degree) <= MOST_PRODUCTS else None

    def _compared(self, facts: Facts, splits: int, depth: int) -> Tree | None:
        """Two arguments of a function are compared, where they are not known to be equal and could be."""
        for term in _differences(facts):
            branches = [with_case(facts, depth, [sign]) for sign in order(term)]
            if sum(contradiction(b) is None for b in branches):
                continue
            if all(self._leaf(b, 1) is None for b in branches[1:]):
                continue
            trees = [self.tree(b, splits, depth + 1) for b in branches]
            if all(trees):
                return _comparison(term, trees)
        return None

    def _split(self, facts: Facts, splits: int, depth: int) -> Tree | None:
        """The first integer term whose two signs each lead to a contradiction; one of them at once."""
        half = []
        for term in _terms(facts):
            branches = [(sign,) for sign in signs(term)]
            leaves = [self._leaf(with_case(facts, depth, branch), 2) for branch in branches]
            if all(leaves):
                return _joined(term, leaves)
            if any(leaves):
                half.append((term, branches, leaves))
        for term, branches, leaves in half if splits > 1 else ():
            done = [
                found or self.tree(with_case(facts, depth, branch), splits - 1, depth + 1)
                for branch, found in zip(branches, leaves, strict=True)
            ]
            if all(done):
                return _joined(term, done)
        return None


class _Step:
    """Two values of a function that are equal."""

    def __init__(self, one: str, other: str, arguments: list[Any], equation: Equation) -> None:
        self.pair, self.arguments, self.equation = [one, other], arguments, equation

    def tree(self, then: Tree) -> Tree:
        """What follows once they are."""
        return {"function": self.pair, "arguments": self.arguments, "then": then}


def _congruences(facts: Facts, depth: int) -> Iterator[_Step]:
    """Values whose arguments are equal by the equations, those that were found included."""
    values = {n: f for n, f in facts.items() if isinstance(f, Value)}
    system, _ = solved({n: f.polynomial for n, f in facts.items() if isinstance(f, Equation)})
    pairs = [(a, b) for a, b in combinations(values, 2) if values[a].function == values[b].function]
    again = True
    while again:
        again = False
        for a, b in pairs:
            equation = minus(unknown(values[a].unknown), unknown(values[b].unknown))
            if not reduced(equation, system)[0]:
                continue
            multiples = []
            for left, right in zip(values[a].arguments, values[b].arguments, strict=True):
                rest, used = reduced(minus(left, right), system)
                if rest:
                    break
                multiples.append([[n, *written(m)] for n, m in sorted(taken_away(used).items()) if m])
            else:
                yield _Step(a, b, multiples, Equation(equation))
                facts = with_case(facts, depth, [Equation(equation)])
                depth, again = depth + 1, True
                system, _ = solved({n: f.polynomial for n, f in facts.items() if isinstance(f, Equation)})


def _differences(facts: Facts) -> Iterator[Polynomial]:
    """Differences of arguments that are not known to be equal, the fewest of a pair of values first."""
    system, _ = solved({n: f.polynomial for n, f in facts.items() if isinstance(f, Equation)})
    values = [f for f in facts.values() if isinstance(f, Value)]
    found = []
    for a, b in combinations(values, 2):
        if a.function == b.function:
            rests = [reduced(minus(x, y), system)[0] for x, y in zip(a.arguments, b.arguments, strict=True)]
            found.append([rest for rest in rests if rest])
    seen = set()
    for rests in sorted(found, key=len):
        for rest in rests:
            if (key := frozenset(rest.items())) not in seen:
                seen.add(key)
                yield rest


def _squeezed(facts: Facts) -> Polynomial | None:
    """What is neither negative nor positive by two of the facts, and not known to be 0 by the equations."""
    system, rest = solved({n: f.polynomial for n, f in facts.items() if isinstance(f, Equation)})
    zero = [reduced(p, system)[0] for p in rest.values()]
    signed = [reduced(f.polynomial, system)[0] for f in facts.values() if isinstance(f, Inequality)]
    return next(
        (p for p, q in combinations(signed, 2) if p and not plus(p, q) and p not in zero and q not in zero), None
    )


def _comparison(term: Polynomial, trees: Sequence[Tree | None]) -> Tree:
    return {"compare": written(term), "zero": trees[0], "positive": trees[1], "negative": trees[2]}


def _joined(term: Polynomial, trees: Sequence[Tree | None]) -> Tree:
    return {"split": written(term), "nonnegative": trees[0], "negative": trees[1]}


def _uses(tree: Tree, depth: int) -> bool:
    return any(int(case[1]) == depth for text in texts(tree) if (case := CASE.fullmatch(text)))


def _raised(tree: Any, depth: int) -> Any:
    """A tree with one case less above it: those below count one less."""
    match tree:
        case str() if (case := CASE.fullmatch(tree)) and int(case[1]) > depth:
            return f"case {int(case[1]) - 1}{case[2] or ''}"
        case list():
            return [_raised(part, depth) for part in tree]
        case dict():
            return {key: _raised(part, depth) for key, part in tree.items()}
    return tree


def _terms(facts: Facts) -> Iterator[Polynomial]:
    """Integer terms to split on, simple ones and those in unknowns of the goal first: unknowns, sums, differences."""
    mixed: dict[str, bool] = {}
    for label, fact in facts.items():
        if isinstance(fact, Inequality | Equation):
            here = names_in(fact.polynomial)
            first = label.startswith((GOAL, "case"))
            mixed |= {name: mixed.get(name, False) or first for name in here if len(here) > 1}
    names = sorted(mixed, key=lambda name: (not mixed[name], name))
    single = [unknown(name) for name in names]
    for term in single:
        yield from (term, minus(term, ONE), plus(term, ONE))
    for one, other in combinations(single, 2):
        yield from (minus(one, other), minus(minus(one, other), ONE), minus(other, one), plus(one, other))
    quotients = [unknown(name) for name in names if name.startswith("quotient!")]
    for one, other in permutations(quotients, 2):
        for term in single:
            yield from (minus(minus(one, other), term), minus(minus(minus(one, other), term), ONE))
