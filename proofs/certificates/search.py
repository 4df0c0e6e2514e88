"""The search for a certificate: a tree of cases with a leaf at the end of each. Nothing here is trusted.

Deterministic: the same obligation, with the same version of scipy, gives the same certificate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb
from typing import Any

from proofs.certificates.facts import GOAL, Choice, Equation, Fact, Facts, Inequality, signs, unknowns, with_case
from proofs.certificates.leaf import leaf, written
from proofs.certificates.polynomials import Polynomial, constant, minus, names_in, plus, unknown
from proofs.certificates.store import texts
from spec.language.terms import Quantifier

Tree = dict[str, Any]
Branch = tuple[Fact, ...]
QUICK, SLOW = 2, 3
"""The most factors of a product that is looked for everywhere, and where nothing else is left to try."""
MOST_PRODUCTS, MOST_TRIES = 4000, 2500
SPLITS, DEEPEST = 2, 16
QUANTIFIED = tuple(f"{quantifier} " for quantifier in Quantifier)
ONE = constant(1)
CASE = re.compile(r"case (\d+)( #\d+)?")


class _GivenUp(Exception):
    """More was tried than a theorem is worth."""


def search(facts: Facts) -> Tree | None:
    """A tree that shows the facts to contradict each other; None if none was found."""
    # What a quantifier says of all values cannot be used here: a split on an integer term seldom helps then.
    quantified = any(name.startswith(QUANTIFIED) for name in unknowns(facts.values()))
    try:
        return _Search().tree(facts, 0 if quantified else SPLITS, 1)
    except _GivenUp:
        return None


class _Search:
    """One search, which counts its tries."""

    def __init__(self) -> None:
        self._tries = 0

    def tree(self, facts: Facts, splits: int, depth: int) -> Tree | None:
        """A tree for facts that stand below `depth - 1` cases, with so many splits at most on each way down."""
        if (found := self._leaf(facts, QUICK)) is not None:
            return found
        choices = {name: fact for name, fact in facts.items() if isinstance(fact, Choice)}
        if choices and depth < DEEPEST:
            return self._chosen(facts, choices, splits, depth)
        if (found := self._leaf(facts, SLOW)) is not None:
            return found
        return self._split(facts, splits, depth) if splits else None

    def _chosen(self, facts: Facts, choices: Mapping[str, Choice], splits: int, depth: int) -> Tree | None:
        """The tree over all cases of a choice; or that of a case alone, where it does not use what is new in it."""
        name = min(choices, key=lambda n: self._open(facts, choices[n], depth))
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

    def _leaf(self, facts: Facts, degree: int) -> Tree | None:
        """The leaf with the smallest products."""
        inequalities = sum(isinstance(fact, Inequality) for fact in facts.values())
        for size in range(1, degree + 1):
            products = comb(inequalities + size, size)
            self._tries += 1
            if self._tries > MOST_TRIES:
                raise _GivenUp
            if products <= MOST_PRODUCTS and (found := leaf(facts, size)) is not None:
                return found
        return None

    def _open(self, facts: Facts, choice: Choice, depth: int) -> int:
        """How many alternatives of a choice are not refuted at once."""
        return sum(self._leaf(with_case(facts, depth, branch), 1) is None for branch in choice.alternatives)

    def _split(self, facts: Facts, splits: int, depth: int) -> Tree | None:
        """The first integer term whose two signs each lead to a contradiction; one of them at once."""
        half = []
        for term in _terms(facts):
            branches = [(sign,) for sign in signs(term)]
            leaves = [self._leaf(with_case(facts, depth, branch), QUICK) for branch in branches]
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
