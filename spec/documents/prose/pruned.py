"""A grammar asked about a sentence by those of its rules alone that the sentence's own words can complete.

The parser predicts every rule that may begin at a word, most of which need a word that the sentence does not have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.grammar import NonTerminal, Rule


def parse_within(parser: Lark, tokens: Sequence[Token]) -> Tree[Token]:
    """The derivations of some tokens, the same as by the whole grammar. Raises LarkError."""
    earley: Any = parser.parser.parser
    whole = earley.predictions
    earley.predictions = _predictions(_Grammar(parser), frozenset(token.type for token in tokens))
    try:
        return parser.parse(tokens)
    finally:
        earley.predictions = whole


class _Grammar:
    """A parser as a key: each is made once."""

    def __init__(self, parser: Lark) -> None:
        self.parser = parser

    def __hash__(self) -> int:
        return id(self.parser)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Grammar) and other.parser is self.parser


@lru_cache(maxsize=1024)
def _predictions(grammar: _Grammar, kinds: frozenset[str]) -> Mapping[NonTerminal, Sequence[Rule]]:
    """The rules that may be completed with words of some kinds, by what they may begin."""
    earley: Any = grammar.parser.parser.parser
    made: set[str] = set(kinds)
    waiting = [(rule, [symbol.name for symbol in rule.expansion]) for rule in grammar.parser.rules]
    kept: set[int] = set()
    has_changed = True
    while has_changed:
        found = [rule for rule, names in waiting if made.issuperset(names)]
        waiting = [(rule, names) for rule, names in waiting if not made.issuperset(names)]
        made |= {rule.origin.name for rule in found}
        kept |= {id(rule) for rule in found}
        has_changed = bool(found)
    return {origin: [rule for rule in rules if id(rule) in kept] for origin, rules in earley.predictions.items()}
