"""Rules whose parts may stand in any order: each part is a pattern, and together they are all words of a clause.

English says one thing in many orders (`NaN is propagated`, `it propagates NaN`), so such a rule names what has to be
said and leaves the order open: `& NANS & propagate & ~ Y`, where `~` marks a part that may be absent. Between the
parts a denial may stand, once, and words that add nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from proofs.audit.lexicon.patterns import Match, code_of, compiled, letters_of
from proofs.audit.lexicon.words import SaidWord

BEGIN, OPTIONAL = "&", "~"
_DENIALS, _LIMITS = ("not", "no"), ("all", "only", "including", "some")
"""`not all`, `not only`: a denial of the quantity, which is no denial of the rule."""
_FREE = ("operator", "all", "any", "lead", "attribute", "list")
"""What may stand between parts and adds nothing."""


@dataclass(frozen=True, slots=True)
class _Part:
    pattern: str
    needed: bool


@dataclass(frozen=True, slots=True)
class _Rule:
    """The parts of a rule, and all concepts that may occur in a clause that it matches."""

    parts: tuple[_Part, ...]
    letters: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Found:
    """A part, or a word between parts, from a place of the line to another."""

    name: str
    start: int
    end: int


def letters_between(rule: str) -> frozenset[str]:
    """The characters of all concepts that may occur in a clause that a rule matches."""
    return _read(rule).letters


def match_any_order(rule: str, line: str, words: Sequence[SaidWord]) -> Match | None:
    """The match of a rule's parts with all words of a line, in whatever order they stand."""
    read = _read(rule)
    if not read.letters.issuperset(line) or not all(_occurs(p.pattern, line) for p in read.parts if p.needed):
        return None
    found = next(_arranged(line, 0, read.parts, denied=False), None)
    return Match(_slots(found, line, words)) if found is not None else None


@cache
def _read(rule: str) -> _Rule:
    parts = []
    for said in rule.removeprefix(BEGIN).split(BEGIN):
        pattern = said.strip()
        parts.append(_Part(pattern.removeprefix(OPTIONAL).strip(), not pattern.startswith(OPTIONAL)))
    between = {code_of(name) for name in (*_DENIALS, *_FREE, "may")}
    return _Rule(tuple(parts), frozenset(between.union(*(letters_of(part.pattern) for part in parts))))


def _arranged(line: str, at: int, left: tuple[_Part, ...], *, denied: bool) -> Iterator[list[_Found]]:
    """The ways in which the parts that are left can be found from a place on, the longest ends first."""
    if at == len(line):
        if not any(part.needed for part in left):
            yield []
        return
    for i, part in enumerate(left):
        for end in _ends(part.pattern, line, at):
            for rest in _arranged(line, end, (*left[:i], *left[i + 1 :]), denied=denied):
                yield [_Found(part.pattern, at, end), *rest]
    name = _between(line, at)
    if name == "" or (name == "not" and denied):
        return
    for rest in _arranged(line, at + 1, left, denied=denied or name == "not"):
        yield [_Found(name, at, at + 1), *rest]


def _between(line: str, at: int) -> str:
    """What a word is that stands between parts: `not`, `may` or `free`; nothing if it may not stand there."""
    if line[at] in map(code_of, _DENIALS):
        limited = line[at + 1 : at + 2] in tuple(map(code_of, _LIMITS))
        return "" if limited else "not"
    if line[at] == code_of("may"):
        return "may"
    return "free" if line[at] in map(code_of, _FREE) else ""


def _slots(found: Sequence[_Found], line: str, words: Sequence[SaidWord]) -> Mapping[str, Sequence[SaidWord]]:
    slots: dict[str, Sequence[SaidWord]] = {}
    for part in found:
        if part.name in ("not", "may", "free"):
            slots.setdefault(part.name, words[part.start : part.end])
            continue
        matched = compiled(part.name).fullmatch(line, part.start, part.end)
        for name in matched.groupdict() if matched else ():
            if matched and matched[name]:
                slots.setdefault(name.partition("_")[0], words[slice(*matched.span(name))])
    return slots


@lru_cache(maxsize=100_000)
def _occurs(pattern: str, line: str) -> bool:
    return compiled(pattern).search(line) is not None


@lru_cache(maxsize=100_000)
def _ends(pattern: str, line: str, at: int) -> tuple[int, ...]:
    """Where a part can end that begins at a place, the farthest first."""
    return tuple(end for end in range(len(line), at, -1) if compiled(pattern).fullmatch(line, at, end))
