"""The names of entries that stand beside their list: a list of two integers, (k_h, k_w); 2 integers, `kh` and `kw`;
a row on `pads` with (p, q, r, s).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.formulas.phrases import word
from spec.documents.formulas.sentences import MARKED, Atom, names_of, sentences, without_label
from spec.documents.formulas.words import SPATIAL_AXES, Quantity, Role, entry_of, named
from spec.documents.names.asides import LENGTHS
from spec.documents.names.beside import Described
from spec.documents.names.counting import NUMBERED, may_be_in_order, numbers_of, without_order
from spec.documents.pages.model import Block, Shape
from spec.documents.pages.tables import tables_of

_BESIDE_LIST = frozenset(
    "is are be shall must will has have holds hold contains contain consists consist gives give of a an"
    " the list lists tuple vector array pair two four 2 4 exactly integer integers int ints value values"
    " entry entries number numbers element elements strictly positive non-negative nonnegative namely"
    " written denoted called named abbreviated as in form format : , ( ) = – — - attribute parameter and".split()
)
"""What may stand between a list and the names of its entries."""
_COUNTING = ("i", "j", "a")


def names_beside_lists(blocks: Sequence[Block]) -> Iterator[Described]:
    """The names of entries that a document writes beside the name of their list."""
    for block in blocks:
        if block.shape in (Shape.PARAGRAPH, Shape.ITEM, Shape.CODE, Shape.CELL):
            for atoms in sentences(block):
                yield from _in_sentence(without_label(atoms), block)
        yield from _of_own_list(block)
        for told, lists in names_and_lists(block):
            names = [name for atom in told for name in atom.names]
            if len(lists) == 1 and may_be_in_order(names, in_brackets=told[0].is_list):
                yield from _entries(names, lists[0].text, told[0].start, block)
    for table in tables_of(blocks):
        for _, row in groupby((cell for cell in table if cell.row), key=lambda cell: cell.row):
            yield from _in_row(list(row))


def _of_own_list(block: Block) -> Iterator[Described]:
    """We call the four entries p, q, r, s: in a block that begins with the name of their list."""
    said = [[*sentence] for sentence in sentences(block)]
    of = said[0][0].text if said and said[0] else ""
    for sentence in said[1:] if of in LISTED else ():
        words = " ".join(atom.text.lower() for atom in sentence if not atom.is_marked and atom.word.kind != "COMMA")
        names = [name for atom in sentence if atom.is_marked for name in atom.names]
        if _CALLS.fullmatch(words) and may_be_in_order(names, in_brackets=sentence[-1].is_list):
            yield from _entries(names, of, sentence[0].start, block)


_CALLS = re.compile(
    r"(?:we )?(?:call|denote|write|name) (?:them|(?:its |the )?(?:two |four |2 |4 )?(?:entries|values|numbers))"
    r"(?: by| as)?(?: and)*"
)


def _list_of(atoms: Sequence[Atom]) -> str:
    """The list that some words name first of all, but for `the attribute`, `, and the`; empty if none."""
    first = next((atom for atom in atoms if atom.word.kind not in ("_DET", "_ATTRIBUTE", "COMMA", "AND")), None)
    return first.text if first is not None and first.word.kind in LENGTHS else ""


def _in_sentence(sentence: Sequence[Atom], block: Block) -> Iterator[Described]:
    if block.shape is Shape.CODE:
        yield from _in_line(sentence, block)
        return
    for i, atom in enumerate(sentence):
        last = sentence[i - 1] if i else None
        if atom.is_list and atom.is_marked and (of := _beside(last) or _of_size(last, sentence[i + 1 : i + 4])):
            yield from _entries(atom.names, of, atom.start, block)
    begin = max(
        (i + 1 for i, atom in enumerate(sentence) if atom.text == ":" and _list_of(sentence[i + 1 :])), default=0
    )
    for i, atom in enumerate(sentence[begin:], begin):
        names = atom.names if atom.is_list and atom.is_marked else _enumerated(sentence, i)
        if names:
            before, last, begin = sentence[begin:i], sentence[begin - 1] if begin else None, i + 1
            if of := _led_to(without_order(before), last):
                yield from _entries(names, of, atom.start, block)


def _enumerated(sentence: Sequence[Atom], at: int) -> Sequence[str]:
    """The names of an enumeration that begins at a place behind a number, or what says that it names: 2 integers, `kh`
    and `kw`; four integers, abbreviated t, l, b, r. Where no comma parts them, four that may stand in another order
    are none.
    """
    names, begin = list[str](), at
    before = [atom.text.lower() for atom in sentence[max(0, at - 2) : at] if atom.word.kind != "COMMA"]
    if not before or before[-1] not in (*_COUNTED, *_NAMING):
        return names
    while at < len(sentence) and sentence[at].is_marked and sentence[at].names and not sentence[at].is_list:
        names += sentence[at].names
        at += 1
        while at < len(sentence) and sentence[at].word.kind in ("COMMA", "AND"):
            at += 1
    is_list = sentence[begin - 1].word.kind == "COMMA" and before[-1] in _COUNTED
    return names if is_list or may_be_in_order(names, in_brackets=False) else []


_NAMING = frozenset("written denoted named called abbreviated".split())
_COUNTED = frozenset("integers ints values entries numbers elements integer int".split())


def _led_to(before: Sequence[Atom], last: Atom | None) -> str:
    """The list that the words before some names lead to; empty if they do not. `last` stands before these words: of
    "(s, t) denote the strides, (d, e)" the strides are those before."""
    of = _list_of(before)
    between = [each for each in before if each.text != of]
    is_of_last = bool(before) and before[0].word.kind == "_DET" and last is not None and last.is_list
    is_led = all(each.text.lower() in _BESIDE_LIST or each.word.kind == "_ATTRIBUTE" for each in between)
    return of if of and is_led and not is_of_last else ""


def _in_line(sentence: Sequence[Atom], block: Block) -> Iterator[Described]:
    """`KH, KW = kernel_shape`, but for what stands behind it; not in an enumeration of names and lists."""
    at = next((i for i, atom in enumerate(sentence) if atom.word.kind in LENGTHS), 0)
    goes_on = any(atom.word.kind == "COMMA" for atom in sentence[at + 1 : at + 2])
    before = [atom for atom in sentence[:at] if atom.text not in ("=", ":", "(", ")", "[", "]")]
    names, commas = before[::2], before[1::2]
    if not goes_on and names and all(atom.word.kind == "COMMA" for atom in commas) and len(names) == len(commas) + 1:
        yield from _entries([atom.text for atom in names], sentence[at].text, sentence[0].start, block)


def _beside(before: Atom | None) -> str:
    """The list right before a pair of names: `kernel_size` $(kH, kW)$."""
    means = named(before.names[0]) if before is not None and before.is_marked and len(before.names) == 1 else None
    return _LIST_OF.get(means.role, "") if means is not None and means.axis is None else ""


def _of_size(before: Atom | None, after: Sequence[Atom]) -> str:
    """The size $(kH, kW)$ of the window."""
    is_size = before is not None and before.word.kind == "_SIZE"
    return "kernel_shape" if is_size and [atom.word.kind for atom in after[:3]] == _OF_KERNEL else ""


_OF_KERNEL = ["_PREP", "_DET", "_KERNEL"]


_LIST_OF: Mapping[Role, str] = {Role.KERNEL: "kernel_shape", Role.STRIDE: "strides", Role.DILATION: "dilations"}


def _in_row(row: Sequence[Block]) -> Iterator[Described]:
    """The names that a row on a list gives its entries, in brackets or numbered as they stand."""
    of = row[0].text.strip().strip("`*$")
    if of not in LISTED:
        return
    for cell in row[1:]:
        listed = formula_in(cell.text.strip(), cell.start) if not any(cell.of(*MARKED)) else None
        if listed is not None and listed.form in (Form.TUPLE, Form.INTERVAL):
            yield from _entries(list(names_of(listed)), of, cell.start, cell)
        for sentence in sentences(cell):
            marked = [atom for atom in sentence if atom.is_marked and atom.names]
            if not any(atom.is_marked for atom in sentence) and all(a.names or a.text == "," for a in sentence):
                yield from _entries([name for a in sentence for name in a.names], of, cell.start, cell)
            elif marked and marked[0].is_list and not any(map(_are_names, marked[1:])):
                yield from _entries(marked[0].names, of, marked[0].start, cell)
            elif len(marked) > 1 and numbers_of([atom.names[0] for atom in marked]):
                yield from _entries([atom.names[0] for atom in marked], of, marked[0].start, cell)


def _are_names(atom: Atom) -> bool:
    """Names of a document's own, and not ONNX's of the entries of `pads`: x0_begin."""
    return not all(re.fullmatch(r"x\W*\d\W*_?\W*(?:begin|end|start)\W*", name) for name in atom.names)


LISTED: Mapping[str, int] = {"strides": SPATIAL_AXES, "dilations": SPATIAL_AXES, "kernel_shape": SPATIAL_AXES} | {
    "pads": 2 * SPATIAL_AXES
}
"""How many entries each list has."""


def _entries(names: Iterable[str], of: str, start: int, block: Block) -> Iterator[Described]:
    """Names as the entries of a list, if there are as many; and, of numbered ones, that of any axis: k_i."""
    named = list(names)
    if len(named) != LISTED.get(of) or len(set(named)) != len(named):
        return
    for place, name in enumerate(named):
        yield Described(name, f"{of}[{place}]", start, block.path, entry_of(of, place))
    for begin in range(0, len(named), SPATIAL_AXES):
        pair = named[begin : begin + SPATIAL_AXES]
        first, found = entry_of(of, begin), NUMBERED.fullmatch(pair[0])
        if (numbers := numbers_of(pair)) and first is not None and found is not None and numbers[0] <= 1:
            for letter in _COUNTING:
                yield _of_any_axis(found["base"], letter, first.role, numbers[0], start, block)


def _of_any_axis(base: str, letter: str, role: Role, first: int, start: int, block: Block) -> Described:
    running = Quantity(role, None, (letter, -first))
    return Described(f"{base}_{letter}", f"{base} along axis {letter}", start, block.path, running)


# --- enumerations of names, and of lists -----------------------------------------------------------

Pair = tuple[list[Atom], list[Atom]]
"""Names and lists, each an enumeration."""
_FROM_NAMES = (
    *"is are be denote denotes represent represents designate designates abbreviate abbreviates hold holds = ≔".split(),
    *("stand for", "stands for", "corresponds to", "is short for", "are short for", ": ="),
)
_TO_NAMES = (
    *("", "is", "are", "="),
    *(f"{verb} {said}" for verb in ("is", "are") for said in ("written", "called", "denoted by", "denoted", "named")),
    *(f"{verb} {said}" for verb in ("is", "are") for said in ("abbreviated as", "abbreviated by", "written as")),
)
"""What stands between names and the lists that they are of, and the other way."""
_OF_WRITING = {"for": "with write writing use using let", "as": "abbreviate write", "by": "abbreviate denote"}
"""What says so if one of some words stands before both."""
_BEGINNING = (":", "–", "—")
"""What says so behind the first name of all."""


def names_and_lists(block: Block) -> Iterator[Pair]:
    """The enumerations of names and of lists of which a sentence says that they are the same."""
    for sentence in sentences(block):
        atoms = list(_with_kernel_shape(a for a in sentence if a.word.kind not in ("_DET", "_ATTRIBUTE")))
        for (first, begin, end), (second, start, stop) in pairwise(_runs(atoms)):
            of_names, between = not _is_list(first[0]), [atom.text.lower() for atom in atoms[end:start]]
            says = _says(between, atoms[:begin], of_names=of_names)
            if says and _ends(atoms[stop:], ")" if between == ["("] else ""):
                yield (first, second) if of_names else (second, first)


def _says(between: Sequence[str], before: Sequence[Atom], *, of_names: bool) -> bool:
    """What stands between an enumeration of names and one of lists, or the other way, says that they are the same."""
    said = " ".join(between)
    if said in _OF_WRITING:
        words = {*_OF_WRITING[said].split()}
        return of_names == (said == "for") and not words.isdisjoint(atom.text.lower() for atom in before)
    if of_names:
        return said in _FROM_NAMES or (said in _BEGINNING and not before)
    return said in _TO_NAMES or said == "("


def _with_kernel_shape(atoms: Iterable[Atom]) -> Iterator[Atom]:
    """The words "kernel shape" as the list that they name, as "strides" does."""
    before: Atom | None = None
    for atom in atoms:
        is_list = before is not None and (before.text.lower(), atom.text.lower()) == ("kernel", "shape")
        if before is not None and not is_list:
            yield before
        before = replace(atom, word=word("kernel_shape"), names=()) if is_list else atom
    yield from () if before is None else (before,)


def _runs(atoms: Sequence[Atom]) -> Iterator[tuple[list[Atom], int, int]]:
    """The enumerations of names alone, and of lists alone, with where they begin and end; one may have one part."""
    at = 0
    while at < len(atoms):
        begin, run = at, list[Atom]()
        while at < len(atoms) and (_is_list(atoms[at]) or _is_name(atoms[at])):
            if run and _is_list(run[0]) != _is_list(atoms[at]):
                break
            run.append(atoms[at])
            end = at = at + 1
            while run and at < len(atoms) and atoms[at].word.kind in ("COMMA", "AND"):
                at += 1
            if at == end:
                break
        if run:
            yield run, begin, end
            at = end
        else:
            at += 1


def _is_list(atom: Atom) -> bool:
    return atom.text in LISTED


def _is_name(atom: Atom) -> bool:
    """A marked name, several in brackets, or a letter of which no word is made."""
    may_be = atom.is_marked or (len(atom.text) == 1 and atom.text not in "aAI")
    return may_be and (atom.names == (atom.text,) or (atom.is_list and bool(atom.names)))


_GOES_ON = frozenset("where with and let write for those".split())
_IN_ORDER = ("for short", "in this order", "in that order")


def _ends(following: Sequence[Atom], behind: str) -> bool:
    """Nothing more is said of the last list or name; what comes behind a comma is about others."""
    if behind:
        return bool(following) and following[0].text == behind
    at = next((at for at, atom in enumerate(following) if atom.word.kind not in ("COMMA", "AND")), len(following))
    said = " ".join(atom.text.lower() for atom in following[at:])
    return at == len(following) or (
        said in _IN_ORDER
        or said.startswith("respectively")
        or (at > 0 and (following[at].text.lower() in _GOES_ON or _is_list(following[at]) or _is_name(following[at])))
    )
