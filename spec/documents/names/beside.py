"""What is said of a name; and names beside what they are: the kernel has height `k_h`; with kernel size `k`; N images
with C channels, each with H rows and W columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.formulas.phrases import JOINS, Phrase, Word, meaning_of, word
from spec.documents.formulas.sentences import Atom, phrase
from spec.documents.formulas.words import SPATIAL_AXES, Quantity, Role

_SUBJECTS_OF_ADDS = frozenset(("adds", "add", "inserts", "insert"))
LONGEST_APPOSITION = 8


@dataclass(frozen=True, slots=True)
class Described:
    """A name with the words that a document gives it, where, under which headings, and what they say.

    `means` is None where the words say what it is and are not understood. `differs` are two things that they say it
    is, where these cannot both be.
    """

    name: str
    phrase: str
    start: int
    path: tuple[str, ...]
    means: Quantity | None
    differs: tuple[Quantity, Quantity] | None = None


def beside(sentence: Sequence[Atom], taken: set[int]) -> Iterator[Described]:
    """The kernel has height `k_h`; padding adds `p_t` rows at the top; X is padded by `p_t` above; with kernel size
    `k`; the kernel height (`k_h`)."""
    places = [i for i, atom in enumerate(sentence) if atom.is_marked and len(atom.names) == 1 and i not in taken]
    if not places or any(is_equation(atom) for atom in sentence):
        return
    verbs = {atom.text.lower(): i for i, atom in enumerate(sentence[: places[0]])}
    pads = _says_what_is_padded(sentence)
    for before, at, after in zip([-1, *places], places, [*places[1:], len(sentence)], strict=False):
        words: Sequence[Word] = ()
        if "has" in verbs:
            owner, said = phrase(sentence[: verbs["has"]]), phrase(sentence[max(before, verbs["has"]) + 1 : at])
            words = (*_without_joins(said), Word("_PREP", "of"), *owner)
        elif adds := [verbs[verb] for verb in sorted(_SUBJECTS_OF_ADDS & verbs.keys())]:
            said = phrase(sentence[at + 1 : after])
            words = (*phrase(sentence[: adds[0]]), *_without_joins(said))
        elif pads and _is_number_of_rows(sentence, at):
            said = phrase([atom for atom in sentence[at + 1 : after] if atom.text.lower() not in _ADDED])
            words = (word("padding"), *_without_joins(said))
        if (means := meaning_of(tuple(words))) is None:
            means = meaning_of(words := _apposition(sentence, before + 1, at))
        if means is not None and means.role is not Role.AXIS:
            text = " ".join(w.text for w in words)
            yield Described(sentence[at].names[0], text, sentence[at].start, (), means)


_ADDED = ("is", "are", "added", "elements")
_BEFORE_ROWS = ("with", "by", "of", ",", "and", ":")
_DENIES = frozenset("not no never without removed removes remove cropped".split())


def _says_what_is_padded(sentence: Sequence[Atom]) -> bool:
    """X is padded with, or by; rows are added; a padding of rows."""
    said = [atom.text.lower() for atom in sentence]
    is_said = "added" in said or said[0] == "padding" or {("padded", "with"), ("padded", "by")} & {*pairwise(said)}
    return bool(is_said) and _DENIES.isdisjoint(said)


def _is_number_of_rows(sentence: Sequence[Atom], at: int) -> bool:
    """By `p_t` rows at the top; by `p_t` above: a number of rows, and where they are."""
    begins = at == 0 or sentence[at - 1].text.lower() in _BEFORE_ROWS
    after = [atom.word.kind for atom in sentence[at + 1 : at + 2]]
    return begins and after != [] and after[0] in ("ROWS", "COLUMNS", "_PREP", "TOP", "BOTTOM", "LEFT", "RIGHT")


def _without_joins(words: Sequence[Word]) -> tuple[Word, ...]:
    found = list(words)
    while found and found[0].kind in ("AND", "COMMA"):
        found.pop(0)
    while found and found[-1].kind in ("AND", "COMMA"):
        found.pop()
    return tuple(found)


def _apposition(sentence: Sequence[Atom], begin: int, at: int) -> tuple[Word, ...]:
    """The longest phrase right before a name, or before one in brackets, if nothing behind the name adds to it."""
    around = [atom.text for atom in (*sentence[at - 1 : at], *sentence[at + 1 : at + 2])] if at else []
    at, end = (at - 1, at + 2) if around == ["(", ")"] else (at, at + 1)
    if end < len(sentence) and sentence[end].word.kind == "_PREP":
        return ()
    for first in range(max(begin, at - LONGEST_APPOSITION), at):
        words = phrase(sentence[first:at])
        if meaning_of(words) is not None:
            return words
    return ()


def is_equation(atom: Atom) -> bool:
    """What is set as a formula and says that two things are equal."""
    return "=" in atom.text


_SPANS = frozenset("spans covers occupies measures".split())


def spanned(sentence: Sequence[Atom]) -> Iterator[Described]:
    """The dilated kernel spans $e = d (k - 1) + 1$ positions: what the name is that the formula gives a value."""
    for at, atom in enumerate(sentence):
        before = " ".join(each.text.lower() for each in sentence[max(at - 3, 0) : at])
        is_of_kernel = before.startswith(("dilated kernel ", "dilated window ")) and before.split()[-1] in _SPANS
        written = formula_in(atom.text, atom.start) if is_of_kernel and is_equation(atom) else None
        if written is not None and written.text == "EQ" and written.parts[0].form is Form.NAME:
            yield Described(written.parts[0].text, _SPAN.text, atom.start, (), meaning_of((_SPAN,)))


_SPAN = word("extent")


# --- several names in one sentence ---------------------------------------------------------------


def shared(phrase: Sequence[Word], count: int) -> list[Quantity | None]:
    """What several names are that share a phrase: "the vertical and the horizontal stride", in their order.

    Each part of an enumeration is completed with what stands before and behind it; all ways to do so must agree.
    """
    parts = _parts(phrase)
    if len(parts) != count:
        one = meaning_of(tuple(phrase))
        return [one] * count if one is not None and one.axis is None else [None] * count
    found = {each for each in _completed(parts) if _are_alike(each)}
    return list(found.pop()) if len(found) == 1 else [None] * count


def _are_alike(found: Sequence[Quantity | None]) -> bool:
    """Different quantities, all of them on an axis or none."""
    known = [q for q in found if q is not None and q.role is not Role.AXIS]
    return len(set(known)) == len(found) and len({q.axis is None for q in known}) == 1


def _parts(phrase: Sequence[Word]) -> list[Phrase]:
    parts: list[list[Word]] = [[]]
    for each in phrase:
        if each.kind not in JOINS:
            parts[-1].append(each)
        elif parts[-1]:
            parts.append([])
    return [tuple(part) for part in parts]


def _completed(parts: Sequence[Phrase]) -> Iterator[tuple[Quantity | None, ...]]:
    first, last = parts[0], parts[-1]
    for head in range(len(first)):
        for tail in range(len(last)):
            before, after = first[:head], last[len(last) - tail :]
            middle = [first[head:], *parts[1:-1], last[: len(last) - tail]]
            yield tuple(meaning_of((*before, *part, *after)) for part in middle)


# --- what counts of all that is said of a name -----------------------------------------------------


_ENTRY = re.compile(r"\w+\[\d\]")


def without_notes(said: Sequence[Described]) -> list[Described]:
    """What is said of a name. Of entries that stand in their list, `[d, e]`: tap pitch, what is said behind it is of
    the list, and no meaning of theirs."""
    listed = {(each.start, each.path) for each in said if each.means is not None and _ENTRY.fullmatch(each.phrase)}
    return [each for each in said if each.means is not None or (each.start, each.path) not in listed]


def exact(told: Set[Quantity | None]) -> set[Quantity | None]:
    """What is said of a name, without what others of it say more exactly: `the sizes of Y are` beside a shape."""
    placed = {each.role for each in told if each is not None and each.axis is not None}
    return {each for each in told if each is None or each.axis is not None or each.running or each.role not in placed}


def nearness(path: tuple[str, ...], place: tuple[str, ...]) -> tuple[bool, int]:
    """How near headings are to those of a place: whether they enclose it, and how many they share."""
    common = next((i for i, (a, b) in enumerate(zip(path, place, strict=False)) if a != b), min(len(path), len(place)))
    return common == len(path), common


# --- names that count something ---------------------------------------------------------------------


def sides(atom: Atom) -> Sequence[str]:
    """The two names of H x W."""
    written = formula_in(atom.text, atom.start)
    is_pair = written is not None and written.form is Form.MULTIPLY and len(written.parts) == SPATIAL_AXES
    names = [part.text for part in written.parts if part.form is Form.NAME] if written is not None and is_pair else []
    return names if len(set(names)) == SPATIAL_AXES else []


_COUNTS: Mapping[str, tuple[Role | None, int | None]] = {
    **dict.fromkeys(("images", "samples", "batches"), (Role.BATCH, None)),
    "channels": (Role.CHANNELS, None),
    "rows": (None, 0),
    "columns": (None, 1),
}
"""What a name before such a word is: rows and columns are those of the tensor, or the kernel, that is spoken of."""
_OWNERS: Mapping[str, Role] = {"_X": Role.X, "_Y": Role.Y, "_TENSOR": Role.X, "_KERNEL": Role.KERNEL}
_AREAS = ("pixels", "elements")
"""What both sizes of a plane count, in their order: H x W pixels."""
_YS = ("result", "results")
_ALSO_X = ("picture", "pictures", "data")
_NOT_COUNTED = frozenset(
    "_PAD PADS _PADDED _PADDED_X _STRIDE STRIDES _DILATION DILATIONS _EXTENT _EFFECTIVE _ADDED".split()
)
"""Words of which a row or a column may be another thing's."""
_MOVES = frozenset(
    "move moves moved moving shift shifts shifted slide slides slid advance advances jump jumps step steps skip skips "
    "skipped by down up apart away distance spacing gap gaps neighbouring neighboring adjacent every further".split()
)
"""What is counted where one of these stands is how far something goes, and no size."""


def counted_in(sentence: Sequence[Atom]) -> list[tuple[str, Atom, Quantity]]:
    """The names that count something, each with where it stands, where it is said of what: N images, each with H rows;
    H x W pixels. What begins with "let" speaks of another thing."""
    starts = [0, *(at for at, atom in enumerate(sentence) if at and atom.text.lower() == "let"), len(sentence)]
    return [each for begin, end in pairwise(starts) for each in _counted_in(sentence[begin:end])]


def _counted_in(sentence: Sequence[Atom]) -> list[tuple[str, Atom, Quantity]]:
    pairs = [
        (at, name, _COUNTS[after.text.lower()])
        for at, (atom, after) in enumerate(pairwise(sentence))
        if len(atom.names) == 1 and atom.text[:1].isupper() and after.text.lower() in _COUNTS
        for name in atom.names
    ]
    pairs += [
        (at, name, (None, axis))
        for at, (atom, after) in enumerate(pairwise(sentence))
        if after.text.lower() in _AREAS and atom.is_marked
        for axis, name in enumerate(sides(atom))
    ]
    if not pairs or any(atom.word.kind in _NOT_COUNTED or atom.text.lower() in _MOVES for atom in sentence):
        return []
    before = sentence[: min(at for at, _, _ in pairs)]
    owners = {_OWNERS[atom.word.kind] for atom in before if atom.word.kind in _OWNERS}
    owners |= {Role.X for atom in before if atom.names == ("x",)}
    if any(atom.names == ("y",) for atom in before):
        owners = {Role.Y}
    owners |= {Role.Y for atom in before if atom.text.lower() in _YS}
    owners |= {Role.X for atom in before if atom.text.lower() in _ALSO_X}
    if Role.Y in owners and not any(atom.word.kind == "_X" for atom in before):
        owners -= {Role.X}  # The result is a tensor too.
    owner = next(iter(owners)) if len(owners) == 1 else None
    return [
        (name, sentence[at], Quantity(of, axis))
        for at, name, (role, axis) in pairs
        if (of := role or owner) is not None and (role is None or owner is not Role.KERNEL)
    ]
