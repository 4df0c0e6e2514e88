"""A sentence as a line of concepts: its words looked up in one lexicon, numbers and types with their values."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from spec.documents.prose.typewords import TYPE, word

FOLDER = Path(__file__).with_name("grammar")
NOTHING, UNKNOWN, NUMBER, TYPE_NAME, NAME, SIDE = "nothing", "unknown", "num", "type-name", "name", "side"
ENTRY = "entry"
LEAD, REASON = "lead", "reason"
MARKS: Mapping[str, str] = {
    ",": ",", ";": ";", ":": ":", ".": ".", "(": "(", ")": ")", "[": "(", "]": ")", "—": ",", "–": ",",
}  # fmt: skip
_MARKED = frozenset(MARKS.values())
COMPARISONS: Mapping[str, str] = {
    "=": "equal", "==": "equal", "<": "less", ">": "greater", "<=": "at-most", ">=": "at-least", "≤": "at-most",
    "≥": "at-least", "\\le": "at-most", "\\leq": "at-most", "\\ge": "at-least", "\\geq": "at-least", "\\lt": "less",
    "\\gt": "greater", "≠": "distinct", "\\ne": "distinct", "\\neq": "distinct", "\\in": "set-to", "∈": "set-to",
}  # fmt: skip
_TOKEN = re.compile(
    # The number of a clause or item (3.2.1, D.3.1, REQ-012, Lemma 2, (iii), 2.1 before a term that it defines), or the
    # word for a remark: what begins a sentence.
    r"(?P<clause>\A\W*(?:(?<=\()(?:[ivx]{1,4}|[a-h]|[1-9]\d?)\)(?=\s+\S)"
    r"|[1-9]\d*(?:\.\d+)+(?=(?:\s+(?!is\b|are\b)[a-z]+){1,4}\W{0,3}:)"
    r"|(?:[A-Z]\.)?\d+(?:\.\d+)+\.?"
    r"(?=\s+(?:[A-Z`]|[-+−]\d|(?:strides|dilations|kernel_shape|pads|ceil_mode|storage_order|auto_pad)\b))"
    r"|(?!(?:U?INT|B?FP?|FLOAT)[-_.]?\d)[A-Z][A-Z\d]*(?:[-_. ][A-Z\d]+)*[-_.]\d{1,6}[a-z]?(?=\s+[(`$]?[^\W\d])"
    r"|(?!INT|UINT|FP|F\d|BF)[A-Z]{1,2}\d{1,2}(?=\s+(?:[A-Z`]))"
    r"|(?:NOTE|Note|REMARK|Remark)(?:\s+\d+)?(?=\s+[A-Z`]|\s*:)"
    r"|(?:Definition|Proposition|Lemma|Theorem|Corollary|Remark|Condition|Convention|Assumption|Rule|Requirement|Axiom)"
    r"\s+(?:\d+(?:\.\d+)*|[A-Z])(?:\s*\([^()]{1,60}\))?(?=\s*[.:*])))"
    r"|(?P<reference>\bsee(?:\s+also)?\s+(?:\w+\.?\s+)?\(?\d+(?:\.\d+)*\)?"
    r"|\b(?:of|in|from|by|under)\s+(?:Section|Clause|Table|Annex|Figure|Equation|Chapter|Part)s?\s+\(?\d+(?:\.\d+)*\)?)"
    r"|(?P<dots>\.{2,}|…|\\[lc]?dots\b)"
    r"|(?P<latin>\b(?:i\.e\.|e\.g\.))"
    r"|(?P<label>\[?\b(?:[A-Z]{1,2}\d{1,3}[a-z]?|[A-Z][A-Z\d]*(?:[-_. ][A-Z\d]+)*[-_.]\d{1,6}[a-z]?)\b"
    r"(?:\](?=\s)|\]?(?=\s*:|\]|$)))"
    r"|(?P<power>2\s*(?:\^|\*\*)\s*\{?\s*(?P<exponent>\d{1,4})\s*\}?(?P<less>\s*-\s*1(?!\w|\.\d))?)"
    r"|(?P<infinity>(?:[-+−]\s?)?(?:\\?(?i:inf(?:ty|inity)?)\b|∞))"
    r"|(?P<by>(?<=\d)\s*[x×]\s*(?=\d)|\s+[x×]\s+(?=[A-Z](?:\b|_)))"
    r"|(?P<rank>(?i:\b(?:\d-?d|(?:\d|three|four|five|six)[ -]dimensional)\b))"
    r"|(?P<number>(?:(?<![A-Za-z])[-+−])?\b\d+(?:\.\d+f\b|(?:\.\d+)?(?=x\d|\b))|(?<=\dx)\d+\b)"
    r"|(?P<word>[A-Za-z](?:_\{\w\}|(?:[\w'’]|\\_)*)(?:\}?\[\w+(?:,\s?\w)?\])?)"
    r"|(?P<command>\\[A-Za-z]+)"
    r"|(?P<mark>[<>=]=?|≤|≥|≠|∈|[,;:.()\[\]—]|(?<=\s)–(?=\s))"
    r"|(?P<strange>[^\s{}$`\"“”*_\\-])",
)  # fmt: skip
_STYLES = ("\\texttt", "\\text", "\\mathrm", "\\mathit", "\\textit", "\\textbf", "\\mathtt", "\\mbox", "\\mathbf")
_HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z])")
_PLANE = re.compile(r"([XY])\[[a-z],\s?[a-z]\]")
_GREEK = re.compile(r"\\(alpha|beta|gamma|delta|kappa|pi|rho|sigma)(?=_\d)")
"""A symbol with a number: `\\sigma_0`."""
_ENTRY = re.compile(r"(strides|dilations|kernel_shape|pads)\[(?:(\d)|[a-z])\]")
"""An entry of a list by its number; by a letter it is each of them."""
_SIDES = re.compile(r"(?:x(?=[0-9i]))?(?P<axis>[0-9ihwyx])?_?(?P<end>begin|start|end)", re.I)
_AXIS_NAME = re.compile(r"(?:k|s|d|kernel|stride|dilation)_(?P<axis>height|width)")
"""The name of a list's entry by its axis: `k_height`."""
_VALUES = ("VALID",)
"""What is a value in capitals, and another word of the lexicon in small letters."""
SO = ("so", "hence", "thus", "therefore", "consequently", "whence")
"""What joins a clause with what follows from it."""
LONGEST_PHRASE = 8


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A word or phrase of a sentence: its concept, where it stands, its text, and its value if it has one."""

    concept: str
    start: int
    text: str
    value: int | str | None = None


@cache
def read_toml(name: str) -> Mapping[str, Mapping[str, str]]:
    """A table of the grammar's folder."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


@lru_cache(maxsize=20_000)
def stem(word_: str) -> str:
    """What the forms of a word have in common; only for comparing words with each other. Short words are left."""
    lower = word_.lower().replace("’", "'").removesuffix("'s")
    if lower.endswith(("ies", "ied")) and len(lower) > 4:
        return lower[:-3] + "y"
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        lower = lower[:-1]
    if lower.endswith("ing") and len(lower) > 5:
        lower = lower[:-3] + ("e" if len(lower) == 6 else "")
    elif lower.endswith("ed"):
        lower = lower[:-2] if len(lower) > 4 else lower[:-1]
    if lower.endswith("e") and len(lower) > 4:
        lower = lower[:-1]
    return lower[:-1] if len(lower) > 3 and lower[-1] == lower[-2] else lower


def _phrases(said: str) -> Iterator[tuple[str, ...]]:
    """The single words of a concept, and behind bars its phrases."""
    singles, *phrases = said.split("|")
    yield from (tuple(each.lower().replace("-", " ").split()) for each in singles.split())
    yield from (tuple(phrase.lower().replace("-", " ").split()) for phrase in phrases)


class AmbiguousWord(ValueError):
    """A word stands for two concepts."""


@cache
def lexicon() -> tuple[Mapping[tuple[str, ...], str], Mapping[tuple[str, ...], str]]:
    """Phrases by their words as written; and by their stems, where these are of one concept alone."""
    exact: dict[tuple[str, ...], str] = {}
    stems: dict[tuple[str, ...], set[str]] = {}
    exact |= dict.fromkeys(_phrases(read_toml("words.toml")["headings"]["hedges"]), UNKNOWN)
    for concept, said in read_toml("words.toml")["concepts"].items():
        for phrase in _phrases(said):
            if exact.setdefault(phrase, concept) != concept:
                raise AmbiguousWord(f"{' '.join(phrase)}: {exact[phrase]} and {concept}")
            if concept != NOTHING or len(phrase) > 1:
                stems.setdefault(tuple(map(stem, phrase)), set()).add(concept)
    return exact, {key: next(iter(concepts)) for key, concepts in stems.items() if len(concepts) == 1}


@cache
def _reaches() -> tuple[Mapping[str, int], Mapping[str, int]]:
    """The lengths of the longest phrases that begin with a word, as written and by its stem."""
    exact, stems = lexicon()
    found: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for phrases, reach in zip((exact, stems), found, strict=True):
        for phrase in phrases:
            reach[phrase[0]] = max(reach.get(phrase[0], 0), len(phrase))
    return found


@cache
def numbers() -> Mapping[str, int]:
    """The words that are numbers."""
    return {name: int(value) for name, value in read_toml("words.toml")["values"].items()}


@lru_cache(maxsize=65_536)
def words_of(text: str) -> Sequence[SaidWord]:
    """The words of a sentence; phrases are one word, and what carries nothing is left out, with one comma beside it."""
    raw = list(_raw(_GREEK.sub(r" \1", _HYPHEN.sub(" ", text))))
    found: list[SaidWord] = []
    at = 0
    while at < len(raw):
        length, concept = _longest(raw, at)
        first = raw[at]
        found.append(
            first if not length else SaidWord(concept, first.start, text[first.start : _end(raw[at + length - 1])])
        )
        at += max(length, 1)
    kept = [each for each in _with_joints(found) if each.concept != NOTHING]
    return tuple(each for at, each in enumerate(kept) if [w.concept for w in kept[at : at + 2]] != [",", ","])


def _with_joints(found: Sequence[SaidWord]) -> Iterator[SaidWord]:
    """`hence` says nothing, but behind a comma it joins two clauses, as `so` does."""
    for before, each in pairwise([SaidWord(NOTHING, 0, ""), *found]):
        joins = before.concept == "," and each.text.lower() in SO
        yield replace(each, concept="but") if joins else each


def _end(last: SaidWord) -> int:
    return last.start + len(last.text)


def _longest(raw: Sequence[SaidWord], at: int) -> tuple[int, str]:
    """How many words from a place on are a phrase, and its concept; none where the word is none of the lexicon's."""
    exact, stems = lexicon()
    as_written, by_stem = _reaches()
    first = _spelled(raw[at])
    reach = max(as_written.get(first, 0), by_stem.get(stem(first), 0))
    for length in range(min(reach, LONGEST_PHRASE, len(raw) - at), 0, -1):
        said = raw[at : at + length]
        if any(each.concept in _MARKED for each in said):
            continue
        spelled = tuple(map(_spelled, said))
        concept = exact.get(spelled)
        if concept is None and (length > 1 or said[0].concept == UNKNOWN):
            concept = stems.get(tuple(map(stem, spelled)))
        if concept and (length > 1 or said[0].concept in (UNKNOWN, NUMBER)):
            return length, concept
    return 0, ""


def _spelled(word_: SaidWord) -> str:
    return word_.text.lower().replace("’", "'").replace(", ", ",")


def _raw(text: str) -> Iterator[SaidWord]:
    """Each word, number and mark alone: of unknown concept where only the lexicon can tell."""
    for found in _TOKEN.finditer(text):
        if found.lastgroup not in ("dots", "by", "reference") and found[0] not in _STYLES:
            yield _token(found)


def _token(found: re.Match[str]) -> SaidWord:
    start, said = found.start(), found[0]
    match found.lastgroup:
        case "power":
            return SaidWord(NUMBER, start, said, 2 ** int(found["exponent"]) - (1 if found["less"] else 0))
        case "label" | "clause":
            return SaidWord(LEAD, start, said)
        case "latin":
            return SaidWord(REASON, start, said)
        case "infinity":
            return SaidWord("minus-inf" if said[0] in "-−" else "plus-inf", start, said)
        case "rank":
            return SaidWord(
                "dims", start, said, int(said[0]) if said[0].isdigit() else numbers()[said.lower().split()[0]]
            )
        case "number":
            return _number(start, said)
        case "word":
            return _word(start, said.replace("\\_", "_").replace("}[", "["))
    return SaidWord(MARKS.get(said) or COMPARISONS.get(said, UNKNOWN), start, said)


def _number(start: int, said: str) -> SaidWord:
    plain = said.replace("−", "-").removesuffix("f")
    if float(plain) == 0 and plain[0] in "+-":
        return SaidWord("neg-zero" if plain[0] == "-" else "pos-zero", start, said)
    return SaidWord(NUMBER, start, said, int(float(plain)) if float(plain).is_integer() else said)


def _word(start: int, said: str) -> SaidWord:
    if said.lower() in numbers():
        return SaidWord(NUMBER, start, said, numbers()[said.lower()])
    if TYPE.fullmatch(said) and said.lower() not in ("int", "integer", "integers", "real", "reals", "half"):
        return SaidWord(TYPE_NAME, start, said, word(said))
    if entry := _ENTRY.fullmatch(said):
        return SaidWord(ENTRY, start, said, f"{entry[1]} {entry[2]}") if entry[2] else SaidWord(entry[1], start, said)
    if (side := _SIDES.fullmatch(said)) and side["axis"]:
        return SaidWord(SIDE, start, said, f"{side['end'].lower().replace('start', 'begin')} {side['axis']}")
    if named := _AXIS_NAME.fullmatch(said):
        return SaidWord(named["axis"], start, said)
    if plane := _PLANE.fullmatch(said):
        return SaidWord(f"plane-{plane[1].lower()}", start, said)
    if said.isupper() and len(said) > 3 and not (said not in _VALUES and (said.lower(),) in lexicon()[0]):
        return SaidWord(NAME, start, said, said)
    return SaidWord(UNKNOWN, start, said)


# --- parts of a sentence that state no rule ----------------------------------------------------------

_RESTATES = ("i.e", "so that", "such that")
"""Before what follows from a rule: a claim too. What comes after `because` may tell of what is not so, and
what something means is of words."""
_LIMITS = (UNKNOWN, "if", "except", "only", "without", "other")
"""What may limit a sentence, wherever in it it stands."""


def has_reason(words: Sequence[SaidWord]) -> bool:
    """Whether a sentence gives a reason, or says what follows."""
    return any(word.concept == REASON for word in words)


def restated_in(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """The words behind the first `i.e.` or `so that`, which say what follows; none where there is none."""
    at = next((i for i, word in enumerate(words) if word.concept == REASON and word.text.startswith(_RESTATES)), 0)
    return words[at + 1 :] if at else ()


def reason_in(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """The words behind `because` or `since`, which tell what is so; none where they tell what would be otherwise."""
    at = next((i for i, word in enumerate(words) if word.text.lower() in _BECAUSE), len(words))
    given = words[at + 1 :]
    return () if any(word.concept in _SUPPOSING for word in given) else given


_BECAUSE = ("because", "since")
_SUPPOSING = (UNKNOWN, "if", "otherwise", "may", REASON, "other-standard", "without")


def until_reason(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """Why something is so changes nothing of it, unless it says when it is."""
    at = next((i for i, word in enumerate(words) if word.concept == REASON), len(words))
    limits = any(word.concept in _LIMITS for word in words[at:])
    return words if limits else words[:at]
