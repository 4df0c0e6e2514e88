"""Names behind what they are: the height of the kernel is k_h; the stride is (s_h, s_w); the kernel has k_h rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.formulas.phrases import meaning_of, word
from spec.documents.formulas.sentences import Atom, phrase
from spec.documents.formulas.words import SPATIAL_AXES, Quantity, Role, entry_of
from spec.documents.names.asides import entries_in, meanings_of, names_entries
from spec.documents.names.beside import LONGEST_APPOSITION, Described, is_equation, sides
from spec.documents.names.counting import may_be_in_order, tells_sides

_COPULAS, _HAS = ("is", "are", "be", ":"), ("has", "have")
_BEGINNINGS = ("where", "here", "let")
_NAMES = ("UNKNOWN", "LETTER")
"""The classes of what is no list, entry or tensor."""
_BEFORE_PHRASES = ("_PREP", "COMMA", "AND")
_WITH = frozenset("with using uses use where has have".split())
"""What stands before a phrase."""
_ARTICLES = ("a", "an", "the")
_COUNTED = ("ROWS", "COLUMNS")
_OF_AN_AXIS = (Role.KERNEL, Role.STRIDE, Role.DILATION, Role.X, Role.Y)
"""What has a size for each spatial axis, the first one first."""
_OF_NONE = (Role.BATCH, Role.CHANNELS)


@dataclass(frozen=True, slots=True)
class _Clause:
    """What a clause says names are; who has it, if it says "has"; the names; what comes behind them."""

    said: Sequence[Atom]
    owner: Sequence[Atom]
    names: Sequence[str]
    first: Atom
    is_list: bool
    rest: Sequence[Atom]


def named_behind(sentence: Sequence[Atom]) -> list[Described]:
    """What a sentence says of the names that end its clauses; it is read whole or not at all: the stride is `s`,
    doubled, says nothing."""
    if any(map(is_equation, sentence)):
        return _of_equation(sentence)
    found: list[Described] = []
    rest = sentence[1:] if sentence and sentence[0].text.lower() in _BEGINNINGS else sentence
    before: _Clause | None = None
    while rest:
        clause = _clause(rest, before)
        meanings = _meanings(clause) if clause is not None else [None]
        if clause is None or None in meanings:
            return []
        text = " ".join(atom.text for atom in clause.said)
        found += [
            Described(name, text, clause.first.start, (), means)
            for name, means in zip(clause.names, meanings, strict=True)
        ]
        before, rest = clause, clause.rest
    return found


def _of_equation(sentence: Sequence[Atom]) -> list[Described]:
    """What stands behind the formula that begins a sentence and gives a name its value: `e = d (k - 1) + 1` for each
    axis: the extent of the kernel."""
    written = formula_in(sentence[0].text, sentence[0].start) if is_equation(sentence[0]) else None
    is_name = written is not None and written.text == "EQ" and written.parts[0].form is Form.NAME
    is_for_each = [atom.text.lower() for atom in sentence[1:2]] == ["for"] and sentence[2:3] and sentence[2].is_marked
    rest = sentence[3:] if is_for_each else sentence[1:]
    if written is None or not is_name or not rest or rest[0].text not in _COPULAS:
        return []
    means = meaning_of(phrase(rest[1:]))
    text = " ".join(atom.text for atom in rest[1:])
    return [Described(written.parts[0].text, text, sentence[0].start, (), means)] if means is not None else []


def gapped(
    names: Sequence[str], start: int, said: Sequence[Atom]
) -> Iterator[tuple[Sequence[str], int, Sequence[Atom]]]:
    """What is said of names, and of those behind them that lack the verb and what both are of, each with its place:
    `t` is the padding at the top, `b` at the bottom."""
    cuts = [at for at in range(2, len(said) - 1) if _lacks_verb(said, at)]
    first = _without_joins(said[: cuts[0]][::-1])[::-1] if cuts else said
    yield names, start, first
    for at, end in pairwise([*cuts, len(said)]):
        part = _without_joins(said[at + 1 : end][::-1])[::-1]
        heads = [i for i, atom in enumerate(first) if atom.text.lower() == part[0].text.lower()]
        yield said[at].names, said[at].start, [*first[: heads[-1]], *part] if heads else part


def _lacks_verb(said: Sequence[Atom], at: int) -> bool:
    """A name behind a comma or "and", and right before a preposition."""
    is_name = said[at].is_marked and len(said[at].names) == 1 and said[at].word.kind in _NAMES
    return is_name and said[at - 1].word.kind in ("COMMA", "AND") and said[at + 1].word.kind == "_PREP"


def _clause(atoms: Sequence[Atom], before: _Clause | None) -> _Clause | None:
    """The first clause; one behind another may lack its verb, or what both are of: the stride along the height is `s`
    and along the width `t`."""
    words = _without_joins(atoms) if before is not None else atoms
    if before is not None and len(words) == len(atoms):
        return None
    at = next((i for i, atom in enumerate(words) if _names(atom) and atom.word.kind in _NAMES), len(words))
    names, end = list[str](), at
    while end < len(words) and (given := _names(words[end])) and words[end].word.kind in _NAMES:
        names += given
        end += 1
        joined = len(words[end:]) - len(_without_joins(words[end:]))
        if not joined or not _is_name(words[end + joined :]):
            break
        end += joined
    if not names:
        return None
    is_list = end == at + 1 and (words[at].is_list or _is_product(words[at]))
    said, owner = _said(words[:at], before)
    if owner and not said and words[end : end + 1] and words[end].word.kind in _COUNTED:
        said, end = [Atom(word("number"), 0), Atom(word("of"), 0), words[end]], end + 1
    return _Clause(said, owner, names, words[at], is_list, words[end:]) if said else None


def _said(words: Sequence[Atom], before: _Clause | None) -> tuple[Sequence[Atom], Sequence[Atom]]:
    """What some words before a name say that it is, and who has it."""
    if words and words[-1].text.lower() in _COPULAS:
        return _completed(words[:-1], before), ()
    for i, (verb, after) in enumerate(pairwise((*words, *words[-1:]))):
        is_of = verb.text.lower() in _COPULAS and after.text.lower() == "of"
        if is_of or verb.text.lower() in _HAS:
            return words[i + 1 + is_of :], words[:i]
    if before is None:
        return (), ()
    return (words, before.owner) if before.owner else (_completed(words, before), ())


def _completed(words: Sequence[Atom], before: _Clause | None) -> Sequence[Atom]:
    """Of "that of the width" and "along the width", what the clause before speaks of."""
    if words and words[0].text.lower() in ("that", "those"):
        words = words[1:]
    if before is None or not words or words[0].word.kind != "_PREP":
        return words
    same = [i for i, atom in enumerate(before.said) if atom.text.lower() == words[0].text.lower()]
    first = [i for i, atom in enumerate(before.said) if atom.word.kind == "_PREP"]
    head = (same or first or [len(before.said)])[-1 if same else 0]
    return [*before.said[:head], *words]


def _meanings(clause: _Clause) -> Sequence[Quantity | None]:
    atoms = [*clause.said, Atom(word("of"), 0), *clause.owner] if clause.owner else clause.said
    if clause.is_list:
        # The kernel is H x W; that it is (m, n), says nothing of its size.
        size = [Atom(word("size"), 0), Atom(word("of"), 0), *atoms] if _is_product(clause.first) else atoms
        return spatial(clause.names, atoms) or spatial(clause.names, size) or [None]
    return [means if _is_of_one(means) else None for means in meanings_of(atoms, len(clause.names))]


def _is_of_one(means: Quantity | None) -> bool:
    """It is one number, and not that of any axis."""
    is_placed = means is not None and (means.axis is not None or means.running is not None or means.role in _OF_NONE)
    return is_placed and means is not None and means.role is not Role.AXIS


def spatial(names: Sequence[str], atoms: Sequence[Atom]) -> Sequence[Quantity] | None:
    """What two names are that stand for the axes of one thing, in their order: the stride; of the padding, what four
    are that tell their sides. None of others."""
    kinds = {atom.word.kind for atom in atoms}
    if "_PAD" in kinds and kinds <= {"_DET", "_PAD"} and tells_sides(names):
        return [means for place in range(len(names)) if (means := entry_of("pads", place)) is not None]
    means = meaning_of(phrase(_without_article(atoms)))
    is_whole = means is not None and means.role in _OF_AN_AXIS and (means.axis, means.running) == (None, None)
    if means is None or not is_whole or len(names) != SPATIAL_AXES or not may_be_in_order(names, in_brackets=True):
        return None
    return [replace(means, axis=axis) for axis in range(SPATIAL_AXES)]


def pairs_beside(sentence: Sequence[Atom]) -> Iterator[Described]:
    """The two names right behind what they are: with a kernel of size (k_h, k_w) and stride (s_h, s_w); and those of a
    k_h x k_w window. Of H x W windows they count others, and of N x C input planes."""
    for at, atom in enumerate(sentence):
        after = {each.word.kind for each in sentence[at + 1 : at + 2]}
        if not _names(atom) or "_PREP" in after:
            continue
        is_size = _is_product(atom) and "_KERNEL" in after
        said = [Atom(word("kernel"), 0), Atom(word("size"), 0)] if is_size else _noun_phrase(sentence[:at])
        means = spatial(_names(atom), said) or ()
        for name, one in zip(_names(atom), means, strict=False):
            yield Described(name, sentence[at - 1].text, atom.start, (), one)


def _noun_phrase(before: Sequence[Atom]) -> Sequence[Atom]:
    """The longest phrase that ends there and names a quantity, if it begins where one does: a "reduced kernel size" is
    not the kernel's size."""
    for first in range(max(0, len(before) - LONGEST_APPOSITION), len(before)):
        if meaning_of(phrase(_without_article(said := before[first:]))) is not None:
            begins = not first or said[0].text.lower() in _ARTICLES or before[first - 1].word.kind in _BEFORE_PHRASES
            return said if begins or before[first - 1].text.lower() in _WITH else ()
    return ()


def _without_article(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """Where an `a` may be a letter, it is none before what it belongs to."""
    return atoms[1:] if atoms and atoms[0].text.lower() in _ARTICLES and not atoms[0].is_marked else atoms


def _is_product(atom: Atom) -> bool:
    return atom.is_marked and not atom.names


def _names(atom: Atom) -> Sequence[str]:
    """The names of a marked name, of several in brackets, or of H x W."""
    return (atom.names or sides(atom)) if atom.is_marked else ()


def _is_name(atoms: Sequence[Atom]) -> bool:
    return bool(atoms) and bool(_names(atoms[0])) and atoms[0].word.kind in _NAMES


def _without_joins(atoms: Sequence[Atom]) -> Sequence[Atom]:
    at = next((i for i, atom in enumerate(atoms) if atom.word.kind not in ("AND", "COMMA")), len(atoms))
    return atoms[at:]


# --- what is told of the names before, of another thing -------------------------------------------------


def elided(said: Sequence[Atom], before: Sequence[Atom]) -> Sequence[Atom]:
    """What is said of a name with the words that it leaves out, of what is said `before` it: the entries of
    `kernel_shape`, ... those of `strides`; the first entry of `strides`, ... the second one."""
    words = [atom.text.lower() for atom in said]
    if words[:1] == ["for"] and any(atom.is_marked for atom in said):
        return said[1:]
    if words[:1] == ["those"]:
        end = next((at for at, atom in enumerate(before) if atom.word.kind == "_PREP"), 0)
        return [*before[:end], *said[1:]]
    firsts = [at for at, atom in enumerate(before) if atom.text.lower() == "first"]
    if words in _SECONDS and len(firsts) == 1:
        return [*before[: firsts[0]], said[1], *before[firsts[0] + 1 :]]
    return said


_SECONDS = (["the", "second"], ["the", "second", "one"])


def restated_entries(atoms: Sequence[Atom], count: int) -> Sequence[Quantity | None] | None:
    """The entries of a list that a phrase names behind `i.e.` or `in other words`, as what the names before are: the
    dimensions of the kernel, i.e., the two values of `kernel_shape`. None where it names none, or something else."""
    words = [atom.text.lower() for atom in atoms]
    at = next((i for i, word in enumerate(words) if word == "i.e." or words[i : i + 3] == _IN_OTHER_WORDS), 0)
    begin = at + (1 if words[at : at + 1] == ["i.e."] else len(_IN_OTHER_WORDS))
    behind = atoms[begin + 1 :] if words[begin : begin + 1] == [","] else atoms[begin:]
    entries = entries_in(behind, count) if at and names_entries(behind) else None
    if entries is None:
        return None
    said = meanings_of(_until_comma(atoms[:at]), count)
    pairs = zip(said, entries, strict=True)
    are_same = all(
        one is not None and other is not None and one.role is other.role and one.axis in (None, other.axis)
        for one, other in pairs
    )
    return entries if are_same else [None] * count


def _until_comma(atoms: Sequence[Atom]) -> Sequence[Atom]:
    return atoms[:-1] if atoms and atoms[-1].word.kind == "COMMA" else atoms


_IN_OTHER_WORDS = ["in", "other", "words"]


# --- by numbers, and by letters that count axes ---------------------------------------------------------


def by_number(names: Sequence[str], meanings: Sequence[Quantity | None]) -> Sequence[Quantity | None]:
    """E_2 and E_3, E_h and E_w, or E[0] and E[1], of which only one thing is said, are that of the first and of the
    second spatial axis."""
    first = meanings[0]
    parts = [name.removesuffix("]").replace("[", "_").rpartition("_") for name in names]
    numbers = [number for _, _, number in parts]
    is_pair = len({base for base, _, _ in parts}) == 1 and numbers in _PAIRS
    if first is None or first.axis is not None or first.role is Role.AXIS or set(meanings) != {first} or not is_pair:
        return meanings
    return [replace(first, axis=axis) for axis in range(len(numbers))]


_PAIRS = [["0", "1"], ["1", "2"], ["2", "3"], ["h", "w"], ["H", "W"]]


def counts_axes(sentence: Sequence[Atom], at: int, behind: int) -> bool:
    """The extent along spatial axis $i$ is $F$: not the letter is given by the formula."""
    is_of_axis = at > 0 and sentence[at - 1].text.lower() in ("axis", "dimension")
    return is_of_axis and behind < len(sentence) and sentence[behind].is_marked and not sentence[behind].names
