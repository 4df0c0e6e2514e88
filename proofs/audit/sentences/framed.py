"""What a sentence contradicts that no rule reads as a whole: by what its first clause speaks of, in whatever order.

A frame names the concepts that a clause needs, those that tell the answer (or the numbers, such as 0), and all others
that it may have. Nothing agrees by a frame, for words in another order may say something else: it only tells what
contradicts a clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, takewhile
from typing import Any

from proofs.audit.lexicon.patterns import Match, is_insertion
from proofs.audit.lexicon.words import LEAD, MARKS, REASON, SIDE, UNKNOWN, SaidWord, read_toml
from proofs.audit.sentences.owners import lacks_subject

_JOINTS = frozenset((";", ":", ".", "and", "but", "reason"))
_GOES_ON = frozenset(("and", "but", "reason", "regardless", "not", "which", ","))
"""What a comma may stand before at which a clause ends."""
_LIMITS = frozenset(("if", "except", "otherwise", "only", "without"))
"""What may limit a clause from behind it."""
_OWN_CASE = frozenset("pronoun not select ignore propagate take-part count".split())
_WRONG = frozenset("wrong false untrue incorrect mistaken".split())
_REACHES, _BEHIND = {"and": 2, ":": 100}, 3
"""How far behind a clause such a word is about it, by what the clause ends at: a colon is about all that follows."""
_OF_TYPES = ("float-types", "int-types", "integer")
"""What a clause may end with, before an `and` alone that goes on with other types."""
LONGEST = 30
"""A clause of more words is not understood."""


@dataclass(frozen=True, slots=True)
class ClauseFrame:
    """What a clause on a topic is made of: one word of each group of `needs`; one of each of `slots`, of one kind if
    `answer` names the slot; and others of `may`. `says` is an example, and of `other` nothing is understood.
    """

    name: str
    topic: str
    answer: str
    needs: tuple[frozenset[str], ...]
    slots: Mapping[str, frozenset[str]]
    may: frozenset[str]
    says: tuple[str, ...]
    other: tuple[str, ...]


@cache
def frames() -> Sequence[ClauseFrame]:
    """All of them, from their table."""
    return [_frame(name, said) for name, said in read_toml("frames.toml").items()]


def _frame(name: str, said: Mapping[str, Any]) -> ClauseFrame:
    return ClauseFrame(
        name,
        said["topic"],
        said["answer"],
        tuple(_set(group) for group in said["needs"]),
        {slot: _set(group) for slot, group in said["slots"].items()},
        _set(said["may"]),
        tuple(said["says"]),
        tuple(said["other"]),
    )


def _set(group: str) -> frozenset[str]:
    """The concepts of a group: `@name` stands for a group that several frames share."""
    shared = read_toml("phrases.toml")["groups"]
    return frozenset(one for part in group.split() for one in (shared[part[1:]].split() if part[0] == "@" else (part,)))


def clauses_of(words: Sequence[SaidWord]) -> Iterator[Iterator[Sequence[SaidWord]]]:
    """What stands by itself in a sentence, whatever the rest of it says: from its beginning, and from behind each mark
    and joint, up to one of the joints behind that, the farthest first."""
    for start in _beginnings(words):
        end = next((i for i in range(start, len(words)) if words[i].concept in (";", ".")), len(words))
        rest = _without_insertions(words[start:end])
        subject = words[:1] if start and rest and lacks_subject(rest) else ()
        yield ([*subject, *clause] for clause in _first_clauses(rest))


def framed(clause: Sequence[SaidWord]) -> Iterator[tuple[ClauseFrame, Match]]:
    """The frames that a clause is one of, with what fills their slots."""
    for frame in frames():
        if (match := _filled(frame, clause)) is not None:
            yield frame, match


def _beginnings(words: Sequence[SaidWord]) -> Iterator[int]:
    """Where a sentence begins, and what stands by itself: behind a colon, a semicolon, `such that`; behind `, and` or
    `but`, where no case and nothing that is not known stands before."""
    yield 0
    is_free = is_said = bool(words) and words[0].concept not in ("if", "other", "other-standard", "not", "no")
    for i, word in enumerate(words):
        is_said = is_said and word.concept not in ("if", "other-standard", "not", "no", "except")
        is_said = is_said and not (word.concept == UNKNOWN and _is_elsewhere(word, words[i + 1 : i + 2]))
        is_free = is_free and word.concept not in (UNKNOWN, "if", "other-standard", "except")
        is_so = word.concept == REASON and word.text.lower().startswith(("so that", "such that"))
        is_label = i == 1 and words[0].concept == LEAD and word.concept == ")"
        # Behind a semicolon, what is said may be of the case with which a sentence begins.
        is_of_case = word.concept == ";" and words[0].concept == "if"
        is_led = (word.concept in (";", ".") and not is_of_case) or (word.concept == ":" and is_said)
        is_restated = word.concept == REASON and word.text.lower().startswith("i.e") and is_said
        if is_label or is_led or is_restated or (is_free and (is_so or _goes_on(words, i))):
            yield i + 1


def _is_elsewhere(unknown: SaidWord, after: Sequence[SaidWord]) -> bool:
    """What is said to be wrong, or of something else: `It is wrong that`, `In Conv,`."""
    return unknown.text.lower() in _WRONG or [word.concept for word in after] == [","]


def _goes_on(words: Sequence[SaidWord], at: int) -> bool:
    """`, and` and `but` begin what stands by itself; an `and` alone may join two names."""
    is_and = words[at].concept == "and" and at > 0 and words[at - 1].concept == ","
    return is_and or words[at].concept == "but"


def _without_insertions(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """A sentence without what is inserted between commas or stands in brackets, and limits nothing."""
    marks = [i for i, word in enumerate(words) if word.concept in (",", "(", ")")]
    for start, end in pairwise(marks):
        inside = {word.concept for word in words[start + 1 : end]}
        is_bracket = (words[start].concept, words[end].concept) == ("(", ")")
        limits = inside & (_LIMITS | {UNKNOWN, "not", "other-standard"})
        if is_insertion(inside) or (is_bracket and not limits):
            return _without_insertions([*words[:start], *words[end + 1 :]])
    return words


def _first_clauses(words: Sequence[SaidWord]) -> Iterator[tuple[SaidWord, ...]]:
    """A sentence up to each of its joints, the longest first, behind which nothing stands that limits it."""
    for end in range(len(words), 1, -1):
        if (end < len(words) and not _may_end(words, end)) or _is_condition(words[:end]):
            continue
        behind = _REACHES.get(words[end].concept, _BEHIND) if end < len(words) else 0
        limits = {word.concept for word in words[end : end + behind]} & _limiting(words[end:])
        limits = set() if _names_sides(words[end:]) else limits
        limits |= {word.concept for word in words[end:]} & {"except"}
        clause = tuple(word for word in words[:end] if word.concept not in MARKS.values())
        if clause and len(clause) <= LONGEST and not limits and not _is_title(clause, words[end:]):
            yield clause


def _is_title(clause: Sequence[SaidWord], behind: Sequence[SaidWord]) -> bool:
    """`No error conditions: ...`: what stands behind the colon says what is meant."""
    return [word.concept for word in clause] == ["no", "error"] and [word.concept for word in behind[:1]] == [":"]


def _names_sides(behind: Sequence[SaidWord]) -> bool:
    """`, where xi_begin is ...` explains a name of what stands before it, and limits nothing."""
    return [word.concept for word in behind[:3]] == [",", "if", SIDE] and behind[1].text.lower() == "where"


def _limiting(behind: Sequence[SaidWord]) -> frozenset[str]:
    """What may limit a clause from behind it; behind a colon a case with its own clause explains it: `: if both occur,
    ...`."""
    begins = [word.concept for word in behind[:2]]
    before_case = list(takewhile(lambda word: word.concept != "if", behind[1:]))
    # A clause of its own, behind which its own case stands: `: it is selected if ...`.
    if begins[:1] == [":"] and before_case and {word.concept for word in before_case} <= _OWN_CASE:
        return _LIMITS - {"if"}
    return _LIMITS - {"if"} if begins == [":", "if"] and any(word.concept == "," for word in behind) else _LIMITS


def _is_condition(words: Sequence[SaidWord]) -> bool:
    """A condition alone, up to the comma or the joint that ends it or without an end: it says nothing."""
    inner = [one.concept for one, after in pairwise(words) if one.concept == "," and after.concept != "and"]
    return words[0].concept in ("if", "except") and not inner


def _may_end(words: Sequence[SaidWord], end: int) -> bool:
    """A clause may end at a mark or a joint that does not stand between the parts of a list; at an `and` alone, where
    it has said for which types it is."""
    at, before = words[end].concept, words[end - 1].concept
    after = words[end + 1].concept if end + 1 < len(words) else ""
    if at == ",":
        return after in _GOES_ON or _names_sides(words[end:])
    return at in _JOINTS and (at != "and" or before in _OF_TYPES)


def _filled(frame: ClauseFrame, clause: Sequence[SaidWord]) -> Match | None:
    """The words of a frame's slots, if the clause is made of what the frame names and of at most one denial."""
    concepts = {word.concept for word in clause}
    known = frame.may.union(*frame.needs, *frame.slots.values()) | {"not", "and"}
    is_made_of_it = all(word.concept in known or str(word.value) in known for word in clause)
    if not is_made_of_it or any(concepts.isdisjoint(group) for group in frame.needs):
        return None
    slots: dict[str, Sequence[SaidWord]] = {}
    for slot, group in frame.slots.items():
        filling = [word for word in clause if word.concept in group or str(word.value) in group]
        kinds = {(word.concept, word.value) for word in filling}
        if not kinds or (len(kinds) > 1 and f"${slot}" in frame.answer):
            return None
        slots[slot] = filling[:1]
    denials = [word for word in clause if word.concept == "not"]
    if len(denials) > 1:
        return None
    return Match(slots | ({"not": denials} if denials else {}))


def answer_of(frame: ClauseFrame, match: Match) -> str:
    """The answer with what fills the slots that it names."""
    said = {
        slot: str(words[0].concept if words[0].value is None else words[0].value) for slot, words in match.slots.items()
    }
    return " ".join(said.get(part[1:], "") if part.startswith("$") else part for part in frame.answer.split())
