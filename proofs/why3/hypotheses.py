"""Whether what a proof assumes can hold at all: hypotheses of goals and lemmas, invariants of loops.

Each gives a goal that must not be provable; since none of these is known to another, one copy of the file holds them
all. A loop gets `check { false }` at the start of its body, a goal or lemma is stated once more with `false` as what
it concludes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from proofs.why3.texts import at_depth_0, line_of

_LOOP = re.compile(r"\bdo\b")
_CLAUSE = re.compile(r"\s*\b(invariant|variant)\s*\{")
_STATED = re.compile(r"^\s*(goal|lemma)\s+([a-z_][\w']*)(?:\s*\[@[^\]]*\])*\s*:", re.MULTILINE)
_NEXT = re.compile(
    r"^\s*(?:goal|lemma|axiom|let|val|predicate|function|type|constant|use|clone|inductive|coinductive|exception|scope|"
    r"meta|end|module|theory)\b",
    re.MULTILINE,
)
OF_LOOP = "the invariants of a loop contradict each other, or its body is never reached: false is proved at its start"
OF_GOAL = "its hypotheses contradict each other: false is proved of them"


@dataclass(frozen=True, slots=True)
class Insertion:
    """A goal that is put into a copy: where, its text, and what it means if it is proved."""

    position: int
    line: int
    name: str
    said: str
    text: str


def insertions(text: str, bare: str, mark: str) -> Iterator[Insertion]:
    """All that is put in; each goal's explanation is the mark and its number. `bare` is the text without comments."""
    found = [*_loops(text, bare), *_stated(text, bare)]
    for number, each in enumerate(sorted(found, key=lambda one: one.position)):
        yield Insertion(
            each.position, each.line, each.name, each.said, each.text.replace(_MARK, f"[@expl:{mark} {number}]")
        )


_MARK = "[@mark]"


def _loops(text: str, bare: str) -> Iterator[Insertion]:
    for found in _LOOP.finditer(bare):
        position, kinds = found.end(), []
        while clause := _CLAUSE.match(bare, position):
            end = at_depth_0(bare, clause.end(), "}")
            if end < 0:
                break
            position = end + 1
            kinds.append(clause[1])
        if "invariant" in kinds:
            yield Insertion(position, line_of(text, found.start()), "a loop", OF_LOOP, f" check {{ {_MARK} false }};")


def _stated(text: str, bare: str) -> Iterator[Insertion]:
    """Each goal and lemma that has hypotheses, with what stands before its last implication."""
    for found in _STATED.finditer(bare):
        following = _NEXT.search(bare, found.end())
        end = following.start() if following else len(bare)
        arrow, position = -1, found.end()
        while (position := at_depth_0(bare, position, "->")) >= 0 and position < end:
            # `<->` is no implication.
            arrow = position if bare[position - 1] != "<" else arrow
            position += 2
        if arrow > 0:
            hypotheses = text[found.end() : arrow]
            goal = f"\n  goal maxpool_smoke_{found[2]} : {_MARK} {hypotheses} -> false\n"
            yield Insertion(found.start(), line_of(text, found.start(2)), found[2], OF_GOAL, goal)


def with_all(text: str, found: list[Insertion]) -> str:
    """A copy of the text with all of them."""
    parts, last = [], 0
    for each in found:
        parts += [text[last : each.position], each.text]
        last = each.position
    return "".join([*parts, text[last:]])
