"""Which words a grammar allows beside each other: a sentence in which two others meet is read by none of its rules.

To ask a grammar takes a hundred times as long as to look its pairs of words up, and most sentences have no reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lark import Lark
from lark.grammar import Rule

START = "start"


@dataclass(frozen=True, slots=True)
class Adjacency:
    """The classes of words with which a sentence may begin and end, and those that may follow each other."""

    firsts: frozenset[str]
    lasts: frozenset[str]
    pairs: frozenset[tuple[str, str]]

    def allows(self, kinds: Sequence[str]) -> bool:
        """Whether the grammar may have a reading of such words: if not, it has none."""
        if not kinds:
            return False
        return kinds[0] in self.firsts and kinds[-1] in self.lasts and self.pairs.issuperset(pairwise(kinds))


def adjacency_of(parser: Lark) -> Adjacency:
    """What a parser's grammar allows, from its rules."""
    rules = parser.rules
    nullable = _nullable(rules)
    firsts = _ends(rules, nullable, backwards=False)
    lasts = _ends(rules, nullable, backwards=True)
    pairs = {
        (last, first)
        for rule in rules
        for one, other in _neighbours([symbol.name for symbol in rule.expansion], nullable)
        for last in lasts.get(one, {one})
        for first in firsts.get(other, {other})
    }
    return Adjacency(frozenset(firsts[START]), frozenset(lasts[START]), frozenset(pairs))


def _nullable(rules: Iterable[Rule]) -> frozenset[str]:
    """What may be no word at all."""
    found: set[str] = set()
    size = -1
    while size < len(found):
        size = len(found)
        found |= {rule.origin.name for rule in rules if all(symbol.name in found for symbol in rule.expansion)}
    return frozenset(found)


def _ends(rules: Iterable[Rule], nullable: frozenset[str], *, backwards: bool) -> dict[str, set[str]]:
    """The words with which what a rule reads may begin, or end."""
    found: dict[str, set[str]] = {rule.origin.name: set() for rule in rules}
    has_changed = True
    while has_changed:
        has_changed = False
        for rule in rules:
            own = found[rule.origin.name]
            before = len(own)
            for symbol in rule.expansion[::-1] if backwards else rule.expansion:
                own |= {symbol.name} if symbol.is_term else found[symbol.name]
                if symbol.name not in nullable:
                    break
            has_changed = has_changed or len(own) > before
    return found


def _neighbours(names: Sequence[str], nullable: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Parts of a rule that meet: all between them may be no word."""
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            yield one, other
            if other not in nullable:
                break
