"""What a sentence says, if all of it is understood: of each topic that it speaks of, an answer.

Every word has to be of the lexicon and in its place in a pattern. Semicolons separate what is understood or not by
itself. At colons, commas, `and` and `but` a sentence is taken apart if each part is understood, or says nothing.
A part that begins with its verb has the subject of the part before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.lexicon.answer import TopicAnswer, Understood, attribute_of
from proofs.audit.lexicon.any_order import BEGIN, match_any_order
from proofs.audit.lexicon.patterns import (
    Match,
    condition_of,
    is_insertion,
    line_of,
    match,
    reworded,
    says_nothing,
    shortened,
)
from proofs.audit.lexicon.symbols import without_symbols, written_out
from proofs.audit.lexicon.topics import Wording, candidates, topics
from proofs.audit.lexicon.words import (
    MARKS,
    NAME,
    SO,
    UNKNOWN,
    SaidWord,
    has_reason,
    reason_in,
    restated_in,
    until_reason,
    words_of,
)
from proofs.audit.sentences.framed import answer_of, clauses_of, framed
from proofs.audit.sentences.owners import (
    PRONOUN,
    QUANTIFIERS,
    lacks_subject,
    shared_by,
    subjects_of,
    without_lead,
    without_partitives,
)
from proofs.audit.sentences.several import (
    LISTED,
    SINGLES,
    each_of_several,
    each_of_two,
    each_with_its_value,
    least_by_type,
)

LONGEST = 60  # A sentence of more words is not understood.
MOST_JOINTS = 8
_HARD = (";", ".")
_JOINTS = (*_HARD, ":", ",", "and", "or", "but")


@lru_cache(maxsize=4096)
def understand(text: str, attribute: str = "") -> Understood:
    """What a sentence says; `attribute` is the one that its section describes."""
    words = without_lead(without_symbols(without_partitives(words_of(written_out(text)))))
    concepts = frozenset(word.concept for word in words)
    several = each_of_several(words) or each_with_its_value(words)
    for each in (several, each_of_two(words)):
        found = [_understood(one, attribute) for one in each]
        is_whole = all(one.whole and one.meanings for one in found)
        if each and (is_whole or each is several):
            return Understood(tuple(m for one in found for m in one.meanings if is_whole), concepts, is_whole)
    if not words or len(words) > LONGEST or text.rstrip().endswith("?"):
        return Understood((), concepts, whole=False)
    ways = filter(lambda each: each.meanings, _ways(words, attribute))
    first = next(ways, Understood((), concepts, whole=False))
    best = next(filter(lambda each: each.whole, chain([first], ways)), first)
    known = {(each.topic.name, each.answer) for each in best.meanings}
    more = () if best.whole else _by_clauses(words, attribute)
    return replace(best, meanings=(*best.meanings, *(m for m in more if (m.topic.name, m.answer) not in known)))


def _by_clauses(words: Sequence[SaidWord], attribute: str) -> Iterator[TopicAnswer]:
    """What clauses of a sentence say that contradicts the specification, by a rule or by their words in any order; and
    the least values of types that it lists."""
    for least in least_by_type(words) or [each for part in _apart(words, _HARD) for each in least_by_type(part)]:
        of_type = (replace(each, is_hedged=True) for each in _meant(least, attribute))
        yield from (each for each in of_type if compare(each, Place()).wrong)
    for clauses in clauses_of(words):
        found = next(filter(None, (_of_clause(tuple(clause), attribute) for clause in clauses)), ())
        hedged = (replace(each, is_hedged=True) for each in found)
        yield from (each for each in hedged if compare(each, Place()).wrong)


def _of_clause(clause: tuple[SaidWord, ...], attribute: str) -> Sequence[TopicAnswer]:
    # Which types there are is told in lists, of which a clause is a part.
    found = [each for each in _meant(clause, attribute) if not each.topic.outside]
    return found or list(_by_frames(clause, attribute))


def _by_frames(words: tuple[SaidWord, ...], attribute: str) -> Iterator[TopicAnswer]:
    for frame, filled in framed(words):
        topic = topics()[frame.topic]
        if not (attribute and topic.outside):
            yield TopicAnswer(topic, answer_of(frame, filled), filled, words, "", attribute)


def _ways(words: Sequence[SaidWord], attribute: str) -> Iterator[Understood]:
    """A sentence as it stands, and without what is inserted in it between commas and limits nothing."""
    yield _understood(words, attribute)
    for other in reworded(words):
        yield _understood(other, attribute)
    for start, end in pairwise(i for i, word in enumerate(words) if word.concept in (",", "(", ")")):
        inside = {word.concept for word in words[start + 1 : end]}
        if is_insertion(inside):
            yield _understood([*words[:start], *words[end + 1 :]], attribute)


def _understood(words: Sequence[SaidWord], attribute: str) -> Understood:
    concepts = frozenset(word.concept for word in words)
    found: list[TopicAnswer] = []
    whole = True
    parts = list(_apart(words, _HARD))
    one = _meant(parts[0], attribute) if len(parts) == 1 else ()
    last: Sequence[SaidWord] = ()
    case: Sequence[SaidWord] = ()
    for part in parts if not one else ():
        joined = (_in_case(case, part, attribute) if found else None) or _joined(part, attribute, found, last)
        found += joined or ()
        is_read = not has_reason(part) or bool(
            _joined(restated_in(part), attribute, found) or _meant(reason_in(part), attribute)
        )
        whole = whole and joined is not None and is_read
        case = condition_of(part) or case
        last = last if lacks_subject(part) or part[0].concept == PRONOUN else part
    return Understood((*one, *found), concepts, whole)


def _apart(words: Sequence[SaidWord], marks: Sequence[str]) -> Iterator[Sequence[SaidWord]]:
    start = 0
    for at, word in enumerate(words):
        if word.concept in marks:
            if start < at:
                yield words[start:at]
            start = at + 1
    if start < len(words):
        yield words[start:]


def _joined(
    words: Sequence[SaidWord], attribute: str, before: Sequence[TopicAnswer], last: Sequence[SaidWord] = ()
) -> list[TopicAnswer] | None:
    """The meanings of all parts between commas and conjunctions, each as long as can be; None if one has none.

    `before` and `last`: the meanings of all that stands in front of a semicolon, and the last that has a subject there.
    """
    restated = restated_in(words)
    first = _joined(words[: -len(restated) - 1], attribute, before) if restated else None
    again = _joined(restated, attribute, [*before, *(first or ())]) if restated else None
    because = _meant(reason_in(words), attribute) if not again else ()
    words = until_reason(words if not again else words[: -len(restated) - 1])
    joints = [i for i, word in enumerate(words) if word.concept in _JOINTS]
    ends = [*joints[:MOST_JOINTS], len(words)]
    found: list[TopicAnswer] = []
    subject: Sequence[SaidWord] = ()
    is_name = False
    start = 0
    condition = condition_of(words)
    while start < len(words):
        for end in reversed([end for end in ends if end > start]):
            part = words[start:end]
            lacks = is_name or lacks_subject(part) or part[0].concept == PRONOUN
            goes_on = bool(before) and not start  # Behind a semicolon.
            subjects = subjects_of(subject if start else last, words[:start], part) if lacks else ()
            subjects = [[], *subjects[-1:]] if goes_on else subjects
            meant = _meant([*condition, *part], attribute) if condition and start > len(condition) + 1 and found else ()
            shared = shared_by(subject, part) if start and words[start - 1].concept == "and" else ()
            meant = meant or _meant_after(part, [*before, *found], attribute, subjects, shared)
            meant = tuple(each for each in meant if not _is_of_another(each, words[:start], part))
            if start and words[start - 1].concept == "but" and words[start - 1].text not in SO and not found:
                return None  # All but one.
            if meant or (says_nothing(part) and not (start and words[start - 1].concept == "or")):
                found += meant
                is_name = not meant and not lacks_subject(part)
                subject = subject if lacks_subject(part) else part
                start = end + 1
                break
        else:
            if words[start].concept not in _JOINTS:
                return None
            start += 1
    return [*found, *(again or because)]


def _is_of_another(meaning: TopicAnswer, before: Sequence[SaidWord], part: Sequence[SaidWord]) -> bool:
    """`Y holds the greatest elements, of type float`: the type of Y, though nothing in that part says so."""
    return not meaning.topic.apart.isdisjoint(word.concept for word in before) and all(
        word.concept not in ("x", "operator") for word in part
    )


def _in_case(case: Sequence[SaidWord], words: Sequence[SaidWord], attribute: str) -> list[TopicAnswer] | None:
    """What is said behind a semicolon of the case that was spoken of before it."""
    is_of_it = all(word.concept not in ("if", "otherwise", "other", "except") for word in words)
    return [*_meant([*case, *words], attribute)] if case and is_of_it else None


def _meant_after(
    words: Sequence[SaidWord],
    before: Sequence[TopicAnswer],
    attribute: str,
    subjects: Sequence[Sequence[SaidWord]],
    shared: Sequence[SaidWord] = (),
) -> tuple[TopicAnswer, ...]:
    """The meaning of a part; a pronoun, or the subject that it lacks, is what the part before speaks of."""
    if shared and (found := _meant([*shared, *words], attribute)):
        return found
    rest = words[1:] if words[0].concept == PRONOUN else words
    of_subject = [[*subject, *rest] for subject in subjects if rest]
    named = _named(words, before) if before or not subjects else words
    for reading in (named, *of_subject, words) if rest is not words else (words, *of_subject):
        if meant := _meant(reading, attribute):
            return meant
    if lacks_subject(words) and subjects:
        said = _named([replace(words[0], concept=PRONOUN), *words], before)
        if found := _meant(said, attribute):
            return found
    goes_on_with = "" if attribute else _attribute_before(words, before)
    return _meant(rest or words, goes_on_with) if goes_on_with else ()


def _attribute_before(words: Sequence[SaidWord], before: Sequence[TopicAnswer]) -> str:
    """The attribute that the part before speaks of. A name is a value of auto_pad, and of no other."""
    attribute = before[-1].attribute if before else ""
    is_name = any(word.concept == NAME for word in words)
    return "" if attribute in SINGLES and is_name != (attribute == "auto_pad") else attribute


def _named(words: Sequence[SaidWord], before: Sequence[TopicAnswer]) -> Sequence[SaidWord]:
    """A pronoun at the beginning stands for what the part before speaks of; `it` in front of all for the operator."""
    if words[0].concept != PRONOUN:
        # `Each of them`: what is said of all that the part before speaks of.
        is_of_them = before and len(words) > 2 and words[1].concept == PRONOUN and words[0].concept in QUANTIFIERS
        return [words[0], *_named(words[1:], before)] if is_of_them else words
    if not before:
        return [replace(words[0], concept="operator"), *words[1:]] if words[0].text.lower() == "it" else words
    named = next((w for w in before[-1].words if w.concept in before[-1].topic.about), None)
    return [replace(words[0], concept=named.concept), *words[1:]] if named else words


def _meant(words: Sequence[SaidWord], attribute: str) -> tuple[TopicAnswer, ...]:
    """The meaning of words that one pattern matches as a whole, with or without what only says where it holds."""
    said = tuple(word for word in words if word.concept not in MARKS.values())
    if not said or any(word.concept == UNKNOWN for word in said):
        return ()
    for short, scope in chain([(said, "")], shortened(said)):
        if found := _matched(short, attribute, scope):
            return found
    return ()


def _matched(words: tuple[SaidWord, ...], attribute: str, scope: str) -> tuple[TopicAnswer, ...]:
    """A meaning for each topic of which a pattern matches, and that the section is on; none that another is over."""
    line = line_of(words)
    found: dict[str, TopicAnswer] = {}
    for topic, pattern in candidates(frozenset(line)):
        if topic.name in found or (attribute and topic.outside):
            continue
        matched = (match_any_order if pattern.says.startswith(BEGIN) else match)(pattern.says, line, words)
        named = attribute_of(matched, attribute) if matched and topic.attribute else ""
        if topic.attribute == "pads" and named in LISTED and named != "pads":
            continue
        if matched and (named or not topic.attribute):
            found[topic.name] = TopicAnswer(topic, _answer(pattern, matched), matched, words, scope, named)
    meant = {name for each in found.values() for name in each.topic.over}
    return tuple(each for name, each in found.items() if name not in meant)


def _answer(pattern: Wording, matched: Match) -> str:
    """A pattern's answer with the words of its slots: a value, or the concepts."""
    said = {
        slot: " ".join(str(word.concept if word.value is None else word.value) for word in words)
        for slot, words in matched.slots.items()
    }
    parts = (said.get(part[1:], "") if part.startswith("$") else part for part in pattern.answer.split())
    return " ".join(part for part in parts if part)
