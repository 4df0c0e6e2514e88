"""A sentence on quantities as what it says of them: all readings of the grammar, of which each is a whole one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from proofs.audit.lexicon.words import COMPARISONS, LEAD, MARKS, SaidWord
from proofs.audit.quantities.rules import made
from proofs.audit.quantities.values import QuantityReading
from spec.documents.prose.adjacency import Adjacency, adjacency_of
from spec.documents.prose.pruned import parse_within

LONGEST = 32
"""A sentence of more words is not understood."""
MOST_READINGS = 64
"""One that can be read in more ways says nothing."""


class _Words(Lexer):
    """Gives lark the words of a sentence as tokens of their concepts."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        return iter(lexer_state)


@cache
def _parser() -> Lark:
    return Lark.open("said.lark", rel_to=__file__, parser="earley", lexer=_Words, ambiguity="explicit")


@cache
def _adjacency() -> Adjacency:
    return adjacency_of(_parser())


@cache
def concepts_read() -> frozenset[str]:
    """The concepts that have a place in the grammar, as it names them."""
    return frozenset(each.name for rule in _parser().rules for each in rule.expansion if each.is_term)


def readings(words: Sequence[SaidWord], *, of_example: bool = False) -> frozenset[QuantityReading]:
    """All that a sentence may say of quantities; nothing where a word of it has no place in the grammar.

    `of_example`: it says what an example has or gives, which is no rule for every call.
    """
    if not any(word.concept in _COMPARING for word in words):
        return frozenset()
    said = tuple(_token(word) for word, after in zip(words, [*words[1:], None], strict=True) if _is_kept(word, after))
    if not 2 <= len(said) <= LONGEST or not _adjacency().allows([kind for kind, _ in said]):
        return frozenset()
    lists = Counter(_lists(words))
    read = [each for each in _read(said) if lists <= Counter(s.values for s in (*each.settings, *each.results))]
    # A formula in symbols is read elsewhere; an example's settings are not.
    has_symbols = any(word.text in COMPARISONS for word in words)
    kept = frozenset(each for each in read if each.mood in _OF_EXAMPLES or not has_symbols)
    if of_example:
        return frozenset(each for each in kept if each.mood in ("told", "given"))
    # What is said of every call says no less than what becomes of one; what is only given says nothing itself.
    for mood in ("given", "outcome"):
        kept = frozenset(each for each in kept if each.mood != mood) or kept
    return kept


def _lists(words: Sequence[SaidWord]) -> Iterator[tuple[int, ...]]:
    """The numbers that stand in brackets together: whatever is said, they are the values of one quantity."""
    begin = None
    for at, word in enumerate(words):
        if word.concept == "(":
            begin = at
        elif word.concept == ")" and begin is not None:
            inside = [each for each in words[begin + 1 : at] if each.concept != ","]
            if len(inside) > 1 and all(isinstance(each.value, int) and each.concept == "num" for each in inside):
                yield tuple(int(str(each.value)) for each in inside)
            begin = None


_COMPARING = frozenset(
    "num one dims equal less greater at-least at-most positive negative non-negative several empty half twice"
    " plus minus times divide type-name".split()
)
"""One of these concepts is in whatever the grammar reads. Formulas in symbols are read elsewhere."""
_OF_EXAMPLES = ("told", "given", "outcome")
_OPERATIONS = ("plus", "minus", "times", "divide", "round", "floor", "ceil")


def _is_kept(word: SaidWord, after: SaidWord | None) -> bool:
    """A mark or a label says nothing, but for a comma in a formula: what is behind it is done with all before it."""
    if word.concept == ",":
        return after is not None and after.concept in _OPERATIONS
    # `Let X have the shape ...` sets it as `X has the shape ...` does.
    return word.concept not in (LEAD, *MARKS.values()) and not (word.text == "Let" and word.start == 0)


def _token(word: SaidWord) -> tuple[str, str]:
    """A word's concept as the grammar names it, and its value."""
    return "COMMA" if word.concept == "," else word.concept.upper().replace("-", "_"), str(
        word.text if word.value is None else word.value
    )


@lru_cache(maxsize=4096)
def _read(said: tuple[tuple[str, str], ...]) -> frozenset[QuantityReading]:
    tree = _parsed(tuple(kind for kind, _ in said))
    values = [_value(kind, text) for kind, text in said]
    found = _meant(tree, values) if tree is not None else set()
    return frozenset(each for each in found if isinstance(each, QuantityReading))


@lru_cache(maxsize=4096)
def _parsed(kinds: tuple[str, ...]) -> Tree[Token] | None:
    """All derivations of a line of concepts, whatever their values: examples differ in these alone. A token's text is
    its place."""
    try:
        return parse_within(_parser(), [Token(kind, str(place)) for place, kind in enumerate(kinds)])
    except LarkError:
        return None


def _meant(tree: Tree[Token] | Token, values: Sequence[Hashable | None]) -> set[Hashable]:
    """What each derivation of a part says."""
    if isinstance(tree, Token):
        return {values[int(tree)]}
    if tree.data == "_ambig":
        return {each for child in tree.children for each in _meant(child, values)}
    found: set[Hashable] = set()
    for parts in islice(product(*(_meant(child, values) for child in tree.children)), MOST_READINGS):
        said = [part for part in parts if part is not None]
        one = made(str(tree.data), said)
        if one is not None:
            found.add(one)
    return found


def _value(kind: str, text: str) -> int | str | None:
    if kind in ("NUM", "ONE", "DIMS"):
        return 1 if kind == "ONE" else int(text) if text.lstrip("-").isdigit() else None
    return text if kind in ("ENTRY", "TYPE_NAME") else None
