"""What a document says of its names in words, in sentences and in tables of symbols: `k` is the size of the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from spec.documents.formulas.phrases import SILENT, Word, side_of, word
from spec.documents.formulas.places import is_place
from spec.documents.formulas.sentences import Atom, phrase, sentences
from spec.documents.formulas.words import Quantity
from spec.documents.names.asides import (
    begins_first,
    differ,
    differ_each,
    entries_in,
    meanings_of,
    names_entries,
    names_sizes,
    sides_of,
    tells_entries,
    with_asides,
    with_shared_owners,
    without_bracket,
)
from spec.documents.names.behind import (
    by_number,
    counts_axes,
    elided,
    gapped,
    named_behind,
    pairs_beside,
    restated_entries,
    spatial,
)
from spec.documents.names.beside import Described, beside, counted_in, is_equation, spanned
from spec.documents.names.counting import with_ranges
from spec.documents.names.shapes import sizes_said
from spec.documents.pages.model import Block, Shape

_VERBS = frozenset(
    "is are be being denote denotes represents represent means designate designates abbreviate abbreviates".split()
)
_PLURALS = frozenset("are being the those for denote represent designate abbreviate stand be : – —".split())
_OF_LETTERS = frozenset(("UNKNOWN", "_DET", "LETTER"))
"""The classes of names that are no lists, entries or tensors; `a` and `i` are words too."""
_DASHES = frozenset(":–—")
_STANDS = (("stands", "for"), ("stand", "for"), ("standing", "for"))
_STAND = ("stands", "stand", "standing")
"""What the first "for" of several follows: k stands for the size of the kernel, s for the stride."""
_WRITTEN = frozenset("written denoted called named abbreviated designated".split())
"""What stands between what a name is and the name: the height of X is denoted by H."""
_WITH = frozenset("with write writing use using".split())
"""What stands before a name of which "for" tells what it is: with H for the height."""
_BEFORE_GAP = frozenset("and with where let".split())
"""What may stand before a name of which a verb is left out: $k$ is the size of the kernel, $s$ the stride."""
_TRAILING = frozenset("and where with while when if for let further furthermore".split())
_PREDICATES = frozenset(
    "a an at greater less larger smaller positive non-negative nonnegative strictly even odd always never not equal "
    "added to bounded defined given constant fixed described used applied in between one also independent chosen "
    "therefore thus hence then".split()
)
"""What follows "is" where something is said of a name, but not what it is."""
_GOES_ON = frozenset("it they this these that".split())
"""What a sentence begins with that goes on about the name before it."""
_MARK = 4
"""How far behind an item's begin its first word may stand."""
_TENSORS, _NO_OTHERS = {"X": "X", "Y": "Y"}, dict[str, str]()


def descriptions(block: Block, tensors: Mapping[str, str] = _NO_OTHERS) -> Iterator[Described]:
    """What a block says of names; a heading only gives one its type. `tensors` are other names of X, Y and Indices."""
    if block.shape is Shape.HEADING:
        return
    before: list[Described] = []
    named = {**_TENSORS, **tensors}
    for said in sentences(block):
        sentence = [_as_tensor(atom, named) for atom in said]
        sentence = sentence[1:] if len(sentence) > 1 and sentence[0].text == "Here" else sentence
        if before and sentence[0].text.lower() in _GOES_ON:
            before = _gone_on(before, sentence)
        yield from before
        said_here = _said(sentence, is_item=block.shape is Shape.ITEM and sentence[0].start <= block.start + _MARK)
        before = [replace(said, path=block.path) for said in said_here]
    yield from before


def _as_tensor(atom: Atom, tensors: Mapping[str, str]) -> Atom:
    """The name of a tensor as a word for X or Y, which is no name of a number."""
    if not atom.is_marked or len(atom.names) != 1 or atom.names[0] not in tensors:
        return atom
    return replace(atom, word=Word(word(tensors[atom.names[0]]).kind, atom.text), names=())


def _gone_on(before: list[Described], sentence: Sequence[Atom]) -> list[Described]:
    """What is said of names, with a sentence behind it that goes on about the last, or about all: they stand for."""
    last = before[-1]
    verb = _verb(sentence, 1, may_dash=False) if sentence[0].text.lower() == "they" else None
    of_all = [said for said in before if said.phrase == last.phrase]
    if verb:
        again = sides_of(sentence[1 + verb :], len(of_all)) or meanings_of(sentence[1 + verb :], len(of_all))
        two = [(said.means, means) for said, means in zip(of_all, again, strict=True)]
        others = {id(said): (one, other) for said, (one, other) in zip(of_all, two, strict=True) if one and other}
        if len(others) == len(of_all):
            return [_said_twice(said, *others[id(said)]) if id(said) in others else said for said in before]
    return [*before[:-1], replace(last, means=last.means and with_asides(last.means, sentence))]


def described(names: Sequence[str], atoms: Sequence[Atom], start: int, *, is_list: bool = False) -> Iterator[Described]:
    """What some names are that share a phrase. Nothing, if it only says something of them. `is_list`: the names stand
    in brackets, so that they may be the entries of a list that the phrase names."""
    atoms = _ended(without_bracket([atom for atom in with_ranges(atoms) if atom.text.lower() not in SILENT]))
    is_none = is_place(atoms) or (len(names) == 1 and tells_entries(names[0], atoms))
    first = atoms[0] if atoms and not is_none else None
    if first is None or (not first.is_marked and (first.text.lower() in _PREDICATES or not first.text[0].isalpha())):
        return
    text = " ".join(atom.text for atom in atoms)
    is_list = is_list or names_entries(atoms) or names_sizes(atoms, len(names))
    entries = sizes_said(atoms, len(names)) or (entries_in(atoms, len(names)) if is_list else None)
    entries = (
        entries
        or restated_entries(atoms, len(names))
        or begins_first(atoms, len(names))
        or (spatial(names, atoms) if is_list else None)
    )
    meanings = entries or by_number(names, meanings_of(atoms, len(names)))
    if set(meanings) == {None}:
        meanings = _items(atoms, len(names)) or ([side_of(phrase(atoms))] if len(names) == 1 else meanings)
    differs = [differ(atoms)] if meanings == [None] else differ_each(atoms, len(names))
    for name, means, two in zip(names, meanings, differs, strict=True):
        yield Described(name, text, start, (), means, two if means is None else None)


def _ended(atoms: Sequence[Atom]) -> list[Atom]:
    """A phrase without what leads to the next one."""
    end = len(atoms)
    while end and (atoms[end - 1].word.kind in ("COMMA", "AND") or atoms[end - 1].text.lower() in _TRAILING):
        end -= 1
    return [*atoms[:end]]


def _items(atoms: Sequence[Atom], count: int) -> Sequence[Quantity | None]:
    """Entries of a list on one side of a colon, beside which nothing is understood: padding before: pads[i]."""
    colon = next((at for at, atom in enumerate(atoms) if atom.text == ":"), len(atoms))
    for items in (atoms[:colon], atoms[colon + 1 :]):
        if items and all(atom.word.kind in ("ITEM", "COMMA", "AND") for atom in items):
            return meanings_of(items, count)
    return ()


def _said(sentence: Sequence[Atom], *, is_item: bool) -> Iterator[Described]:
    heads = list(_heads(sentence, is_item=is_item))
    phrases: list[Sequence[Atom]] = []
    for (names, _, after, _), following in zip_longest(heads, heads[1:]):
        end = len(sentence) if following is None else following[3]
        stop = next((i for i in range(after, end) if is_equation(sentence[i]) or _leads_to_one(sentence, i)), end)
        if sentence[after - 1].text.lower() == "for":
            stop = _end_of_clause(sentence, after, stop, len(names))
        phrases.append(elided(sentence[after:stop], phrases[-1] if phrases else ()))
    phrases = with_shared_owners([_ended(each) for each in phrases])
    for (names, start, _, begin), phrase_ in zip(heads, phrases, strict=True):
        for each, at, said in gapped(names, start, phrase_):
            yield from described(each, said, at, is_list=sentence[begin].is_list)
    taken = {i for _, _, after, begin in heads for i in range(begin, after)}
    told = _abbreviated(sentence) or _behind(sentence) or named_behind(sentence)
    yield from told or (*(_counted(sentence) or beside(sentence, taken)), *pairs_beside(sentence), *spanned(sentence))


def _leads_to_one(sentence: Sequence[Atom], at: int) -> bool:
    """A colon before an equation that is not marked: the height of Y: OH = ..."""
    return sentence[at].text == ":" and [atom.text for atom in sentence[at + 2 : at + 3]] == ["="]


def _end_of_clause(sentence: Sequence[Atom], after: int, stop: int, count: int) -> int:
    """Where what "for" tells ends: with H and W for the height and the width of X, the height of Y is ..."""
    commas = [at for at in range(after, stop) if sentence[at].word.kind == "COMMA"]
    return next((at for at in reversed(commas) if None not in meanings_of(sentence[after:at], count)), stop)


_ABBREVIATES = frozenset("abbreviate abbreviated write denote call name".split())


def _abbreviated(sentence: Sequence[Atom]) -> list[Described]:
    """We abbreviate `kernel_shape` by (k_h, k_w), `strides` by (s_h, s_w): the entries by names in brackets."""
    if not any(atom.text.lower() in _ABBREVIATES for atom in sentence):
        return []
    found: list[Described] = []
    for of, by, names in zip(sentence, sentence[1:], sentence[2:], strict=False):
        is_pair = of.is_marked and names.is_list and by.text.lower() in ("by", "as")
        if is_pair and of.word.kind in ("PADS", "STRIDES", "DILATIONS", "KERNEL_SHAPE"):
            found += described(names.names, [of], names.start, is_list=True)
    return found


_Head = tuple[tuple[str, ...], int, int, int]
"""Names before a verb, where the first of them stands, and the atoms at which what is said and the names begin."""


def _heads(sentence: Sequence[Atom], *, is_item: bool) -> Iterator[_Head]:
    i = 0
    while i < len(sentence):
        group = _group(sentence, i)
        after = group[-1] + 1 if group else i + 1
        begins = is_item and group[:1] == [0]
        verb = _verb(sentence, after, may_dash=begins) if group else None
        if verb is None:
            # Nor has what is left of the enumeration one, without its first name.
            i = after
            continue
        if after >= len(sentence) or sentence[after].text.lower() not in (*_PLURALS, *(_DASHES if begins else ())):
            group = group[-1:]
        # A list or a tensor before the first of the names ends what is said before them.
        group = [at for at in group if at == group[-1] or sentence[at].word.kind in _OF_LETTERS]
        may_lack_verb = is_item and group[0] == 0
        if counts_axes(sentence, group[0], after + verb):
            i = after
            continue
        if _may_begin(sentence, group[0], needs_join=verb == 0 and not may_lack_verb):
            names = tuple(name for at in group for name in sentence[at].names)
            yield names, sentence[group[0]].start, after + verb, group[0]
        i = after


def _group(sentence: Sequence[Atom], at: int) -> list[int]:
    """The names of an enumeration, by their places in a sentence."""
    group: list[int] = []
    joined = True
    while joined and at < len(sentence) and sentence[at].names:
        group.append(at)
        at, joined = at + 1, False
        while at < len(sentence) and sentence[at].word.kind in ("COMMA", "AND"):
            at, joined = at + 1, True
    return group


def _verb(sentence: Sequence[Atom], at: int, *, may_dash: bool) -> int | None:
    """How many words there say that what follows tells what the names before are; None if it does not."""
    words = [atom.text.lower() for atom in sentence[at : at + 2] if not atom.is_marked]
    if (
        words[:1] == ["="]
        and sentence[at - 1].word.kind != "ITEM"
        and [atom.word.kind for atom in sentence[at + 1 : at + 2]] == ["ITEM"]
    ):
        return 1
    if tuple(words) in _STANDS:
        return 2
    if words[:1] and (
        words[0] in _VERBS or (words[0] in _DASHES and (may_dash or (at == 1 and sentence[0].is_marked)))
    ):
        return 1
    if words[:1] == ["for"] and at > 1 and any(atom.text.lower() in (*_WITH, *_STAND) for atom in sentence[:at]):
        return 1
    return 0 if words[:1] in (["the"], ["those"]) else None


def _may_begin(sentence: Sequence[Atom], at: int, *, needs_join: bool) -> bool:
    """A name at a place may be one of which something is said: it is marked, or stands at a beginning."""
    before = sentence[at - 1] if at else None
    is_joined = before is not None and (before.word.kind == "COMMA" or before.text.lower() in _BEFORE_GAP)
    return is_joined or (not needs_join and (sentence[at].is_marked or before is None))


def _said_twice(said: Described, one: Quantity, other: Quantity) -> Described:
    return said if one == other else replace(said, means=None, differs=(one, other))


# --- names behind what they are ------------------------------------------------------------------


def _behind(sentence: Sequence[Atom]) -> list[Described]:
    """The height and the width of X are written H and W; the batch size is denoted by N."""
    at = next((i for i, atom in enumerate(sentence) if atom.text.lower() in _WRITTEN), 0)
    if at < 2 or sentence[at - 1].text.lower() not in ("is", "are"):
        return []
    first = at + 1 + (sentence[at + 1 : at + 2] != [] and sentence[at + 1].text.lower() in ("as", "by"))
    group = _group(sentence, first)
    if not group or group[-1] + 1 < len(sentence):
        return []
    names = [name for i in group for name in sentence[i].names]
    begin = max((i + 1 for i in range(at) if sentence[i].is_list), default=0)
    while sentence[begin].word.kind in ("COMMA", "AND"):
        begin += 1
    said, start = sentence[begin : at - 1], sentence[first].start
    return list(described(names, said, start, is_list=sentence[first].is_list))


def _counted(sentence: Sequence[Atom]) -> list[Described]:
    """N images with C channels, each with H rows and W columns: what the names count."""
    return [
        Described(name, atom.text, atom.start, (), means)
        for name, atom, means in ([] if any(map(is_equation, sentence)) else counted_in(sentence))
    ]
