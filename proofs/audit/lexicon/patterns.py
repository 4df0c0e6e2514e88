"""Patterns over concepts: the small language in which the grammar's rules are written, and its matching with words.

A pattern is concepts in lower case and phrases in capitals, with `( | )`, `?`, `*` and `+`; `{name: }` keeps what is
matched, and `...` is any words. It is translated to a regular expression over a line that has one character for each
word.

A rewording is a part of a sentence, by such a pattern, and another that says no more and no less: `the operator rejects
a call for which P` is `it is an error if P`. It turns one construction into that which the rules read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count

from proofs.audit.lexicon.words import ENTRY, MARKS, NAME, NUMBER, SIDE, TYPE_NAME, UNKNOWN, SaidWord, read_toml

FIRST = 0xE000
"""The first of the characters that stand for concepts."""
_PART = re.compile(
    r"\{(?P<slot>[a-z]+):|(?P<any>\.\.\.)|(?P<concept>[a-z][a-z0-9_-]*|[,;:.])|(?P<phrase>[A-Z][A-Z-]*)|(?P<sign>[()|?*+}])|\s+"
)
_SLOT = re.compile(r"\(\?P<([a-z]+)>")
"""A slot of an expression. One may be named in several branches of a pattern; an expression needs a name for each."""
_EXTRA = (UNKNOWN, NUMBER, TYPE_NAME, NAME, SIDE, ENTRY, "dims", *dict.fromkeys(MARKS.values()))


class BadPattern(ValueError):
    """A pattern is not in the language of patterns."""


@cache
def _codes() -> Mapping[str, str]:
    names = (*_EXTRA, *read_toml("words.toml")["concepts"])
    return {name: chr(FIRST + i) for i, name in enumerate(dict.fromkeys(names))}


def code_of(concept: str) -> str:
    """The character that stands for a concept."""
    return _codes()[concept]


def line_of(words: Sequence[SaidWord]) -> str:
    """The words as a line with one character for each."""
    codes = _codes()
    return "".join(codes[word.concept] for word in words)


@cache
def translated(pattern: str) -> str:
    """A pattern as a regular expression over such lines. Raises BadPattern."""
    parts: list[str] = []
    at = 0
    while at < len(pattern):
        found = _PART.match(pattern, at)
        if found is None:
            raise BadPattern(f"{pattern[at:]!r} in {pattern!r}")
        parts.append(_translated(found, pattern))
        at = found.end()
    return "".join(parts)


def _translated(found: re.Match[str], pattern: str) -> str:
    if found["slot"]:
        return f"(?P<{found['slot']}>"
    if found["any"]:
        return ".+"
    if found["sign"]:
        return {"}": ")", "(": "(?:"}.get(found["sign"], found["sign"])
    if found["concept"]:
        if found["concept"] not in _codes():
            raise BadPattern(f"no concept {found['concept']!r}: {pattern!r}")
        kinds = read_toml("words.toml")["kinds"].get(found["concept"], "").split()
        return f"[{''.join(map(code_of, (found['concept'], *kinds)))}]" if kinds else code_of(found["concept"])
    if found["phrase"]:
        phrases = read_toml("phrases.toml")["phrases"]
        if found["phrase"] not in phrases:
            raise BadPattern(f"no phrase {found['phrase']!r}: {pattern!r}")
        return f"(?:{translated(phrases[found['phrase']])})"
    return ""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, ready to match a whole line."""
    number = count()
    return re.compile(_SLOT.sub(lambda found: f"(?P<{found[1]}_{next(number)}>", translated(pattern)))


@cache
def letters_of(pattern: str) -> frozenset[str]:
    """The characters of all concepts that a pattern names: a line with any other does not match."""
    return frozenset(translated(pattern)) & frozenset(_codes().values())


@dataclass(frozen=True, slots=True)
class Match:
    """What a pattern matched: the words of each of its slots."""

    slots: Mapping[str, Sequence[SaidWord]]

    def has(self, slot: str) -> bool:
        """Whether words were matched by a slot."""
        return bool(self.slots.get(slot))


def match(pattern: str, line: str, words: Sequence[SaidWord]) -> Match | None:
    """The match of a pattern with all words of a line."""
    found = compiled(pattern).fullmatch(line) if letters_of(pattern).issuperset(line) else None
    if found is None:
        return None
    slots: dict[str, Sequence[SaidWord]] = {}
    for name in found.groupdict():
        if found[name]:
            slots.setdefault(name.partition("_")[0], words[slice(*found.span(name))])
    return Match(slots)


# --- other wordings of the same ----------------------------------------------------------------------

MOST_WORDINGS = 12
"""No more wordings of a sentence are looked at."""


@dataclass(frozen=True, slots=True)
class Rewording:
    """A part of a sentence, and what may stand for it: concepts, and the words of slots as `$slot`.

    `says` is an example that `same` says too; of `other` the part is not found. `begins`: it begins its sentence.
    """

    name: str
    part: str
    template: tuple[str, ...]
    says: str
    same: str
    other: str
    begins: bool


@cache
def rewordings() -> tuple[Rewording, ...]:
    """All of them, from their table."""
    return tuple(
        Rewording(
            name,
            said["part"].removeprefix("^").strip(),
            tuple(said["is"].split()),
            said["says"],
            said["same"],
            said["other"],
            said["part"].startswith("^"),
        )
        for name, said in read_toml("rewordings.toml").items()
    )


def reworded(words: Sequence[SaidWord]) -> Iterator[tuple[SaidWord, ...]]:
    """The other wordings of a sentence, those with the fewest changes first."""
    begun = tuple(words[:-1] if words and words[-1].concept == "." else words)
    seen = {tuple(word.concept for word in begun)}
    waiting = [begun]
    while waiting and len(seen) <= MOST_WORDINGS:
        said = waiting.pop(0)
        for each in _found_in(line_of(said)):
            other = each_reworded(each, said)
            key = tuple(word.concept for word in other)
            if other and key not in seen:
                seen.add(key)
                waiting.append(other)
                yield other


@lru_cache(maxsize=16_384)
def _found_in(line: str) -> tuple[Rewording, ...]:
    """Those of which the part is found. Each judge asks for them again, and many sentences have one line."""
    return tuple(each for each in rewordings() if _part(each, line) is not None)


def _part(rewording: Rewording, line: str) -> re.Match[str] | None:
    part = compiled(rewording.part)
    return part.match(line) if rewording.begins else part.search(line)


def each_reworded(rewording: Rewording, words: tuple[SaidWord, ...]) -> tuple[SaidWord, ...]:
    """A sentence with the first part that is found in its other wording; nothing where there is none."""
    found = _part(rewording, line_of(words))
    if found is None:
        return ()
    slots = {name.partition("_")[0]: words[slice(*found.span(name))] for name in found.groupdict() if found[name]}
    start = words[found.start()].start
    made: list[SaidWord] = []
    for name in rewording.template:
        made += slots.get(name[1:], ()) if name.startswith("$") else [SaidWord(name, start, name)]
    return (*words[: found.start()], *made, *words[found.end() :])


# --- what changes nothing of a sentence --------------------------------------------------------------


@cache
def _adjuncts() -> Sequence[tuple[str, str]]:
    """What may begin or end a sentence and changes nothing, and what says for which types it is."""
    table = read_toml("phrases.toml")
    return [*((pattern, "") for pattern in table["adjuncts"].values()), *((p, s) for s, p in table["scopes"].items())]


def shortened(words: tuple[SaidWord, ...]) -> Iterator[tuple[tuple[SaidWord, ...], str]]:
    """The words without one adjunct at the beginning or the end, or without one at each."""
    line = line_of(words)
    for pattern, scope in _adjuncts():
        head = compiled(pattern).match(line)
        if head and 0 < head.end() < len(words):
            yield words[head.end() :], scope
        for at in range(1, len(words)):
            if compiled(pattern).fullmatch(line[at:]):
                yield words[:at], scope
                break


def says_nothing(words: Sequence[SaidWord]) -> bool:
    """A part that only names something, or describes it so that no rule is stated."""
    line = line_of([word for word in words if word.concept not in MARKS.values()])
    return any(compiled(pattern).fullmatch(line) for pattern in read_toml("phrases.toml")["neutral"].values())


@cache
def inserted() -> frozenset[str]:
    """What may stand between commas and limits nothing."""
    return frozenset(read_toml("words.toml")["headings"]["inserted"].split())


_OF_OTHERS = frozenset(("other-standard", "last", "allowed", "occur", "have", "select", "contain"))
_ADMITS = frozenset(("allowed", "occur", "have"))


def is_insertion(inside: Set[str]) -> bool:
    """What stands between commas limits nothing: it only describes, or tells what another standard admits: `bfloat16,
    which the newest version of ONNX allows, is ...`."""
    tells = bool(inside & _ADMITS) and inside <= inserted() | _OF_OTHERS
    return bool(inside) and (inside <= inserted() or tells)


_CASES = ("ALLNAN", "EMPTYCASE")
"""What a sentence speaks of where it begins with that, with or without `if`: `For a window of NaN alone, ...`."""


def condition_of(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """What a sentence begins with that holds for all that follows: `if a window holds only NaN, ..., and ...`."""
    end = next((i for i, word in enumerate(words) if word.concept == ","), 0)
    line = line_of([word for word in words[:end] if word.concept not in MARKS.values()])
    is_case = bool(line) and any(compiled(f"if? ({case})").fullmatch(line) for case in _CASES)
    return words[:end] if is_case or (words and words[0].concept == "if") else ()
