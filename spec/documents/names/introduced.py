"""The names that formulas give a value: `α = ...`; what the sentence before says of one: `The height of Y is`. And the
names of entries that stand beside their list: a list of two integers, (k_h, k_w); a row on `pads` with (p, q, r, s).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.phrases import Phrase, Word, meaning_of
from spec.documents.formulas.sentences import MARKED, Atom, names_of, phrase, sentences, under_conditions
from spec.documents.formulas.tokens import before_loops
from spec.documents.formulas.words import SPATIAL_AXES, Quantity, Role, entry_of, named
from spec.documents.names.asides import LENGTHS
from spec.documents.names.beside import Described
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.pages.tables import tables_of

_COPULAS = frozenset("is are equals equal be".split())
_BETWEEN = frozenset("then thus hence therefore as by to from given computed defined obtained determined".split())
"""What may stand with the copula between what a formula gives and the formula."""
_MARKS = frozenset((":", ","))
VALUES = (Form.NUMBER, Form.INTERVAL, Form.TUPLE, Form.SET, Form.NEGATIVE)
"""What an example gives a name; no definition."""
SUMS = (Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.FLOOR)


def introduced(blocks: Sequence[Block]) -> Iterator[Described]:
    """The names that formulas give, with what the sentence that leads to each says of it, if that is understood."""
    before: list[Atom] = []
    for block in blocks:
        if block.shape is Shape.MATH:
            for piece in block.of(Kind.MATH):
                yield from _given(before, piece.text, piece.start, block.path)
            before = []
            continue
        before = []
        if block.shape not in (Shape.PARAGRAPH, Shape.ITEM):
            continue
        for sentence in sentences(block):
            before = sentence
            for at, atom in enumerate(sentence):
                if atom.is_marked and "=" in atom.text:
                    yield from _given(sentence[:at], atom.text, atom.start, block.path)


def named_formulas(block: Block) -> Iterator[tuple[str, Written]]:
    """Formulas that give a bare name its value: α = dX_2 + pads[0] + pads[2]."""
    for left, right in equations(block):
        if left.form is Form.NAME:
            yield left.text, right


def equations(block: Block) -> Iterator[tuple[Written, Written]]:
    """The sides of the equations that hold in general."""
    conditional = under_conditions(block)
    for text, start in _of_lines(block) if block.shape is Shape.CODE else _of_pieces(block):
        is_general = "=" in text and start not in conditional
        written = formula_in(text, start) if is_general else None
        parts = () if written is None else written.parts if written.form is Form.ALL else (written,)
        if any(part.form is Form.NAME for part in parts):
            continue  # KH, KW = kernel_shape gives each an entry.
        for part in parts:
            if part.form is Form.RELATION and part.text == "EQ" and part.parts[1].form not in VALUES:
                yield part.parts[0], part.parts[1]


_COMMENT = re.compile(r"\s+#\s.*")


def _of_pieces(block: Block) -> Iterator[tuple[str, int]]:
    """What is marked; and a cell that is one equation, whatever of it is marked: FR = $m$ x SR - PT."""
    if is_equation_of_pieces(block):
        return iter([(block.text, block.start)])
    return ((piece.text, piece.start) for piece in block.of(Kind.MATH, Kind.CODE))


def is_equation_of_pieces(block: Block) -> bool:
    """A cell that is an equation as a whole, and in none of its pieces."""
    pieces = [piece for piece in block.pieces if piece.kind is not Kind.ANCHOR]
    if block.shape is not Shape.CELL or "=" not in block.text or any("=" in p.text for p in pieces if p.kind in MARKED):
        return False
    written = formula_in(block.text.strip(), block.start)
    return written is not None and written.form is Form.RELATION and set(written.text.split()) == {"EQ"}


def _of_lines(block: Block) -> Iterator[tuple[str, int]]:
    """The lines of a listing without loops: what is given a value in a loop has another in each turn of it."""
    for piece in block.of(Kind.MATH, Kind.CODE):
        yield piece.text, piece.start
        at = piece.start
        for line in before_loops(piece.text).splitlines(keepends=True) if "\n" in piece.text else ():
            said = _COMMENT.sub("", line.rstrip())
            yield said.lstrip(), at + len(said) - len(said.lstrip())
            at += len(line)


def _given(before: Sequence[Atom], text: str, start: int, path: tuple[str, ...]) -> Iterator[Described]:
    written = formula_in(text, start) if before else None
    if written is None or written.form is not Form.RELATION or written.text != "EQ":
        return
    name = written.parts[0].text if written.parts[0].form is Form.NAME else ""
    said = _said(before, name) if name else ()
    means = meaning_of(said)
    if means is not None and means.role is not Role.AXIS:
        yield Described(name, " ".join(word.text for word in said), start, path, means)


def _said(before: Sequence[Atom], name: str) -> Phrase:
    """What stands before the copula, behind the last comma, without the name itself; nothing if there is no copula.

    Of "Y has the height" it is the height of Y.
    """
    atoms = list(before)
    copulas = 0
    while atoms and (atoms[-1].text.lower() in _COPULAS | _BETWEEN | _MARKS):
        copulas += atoms.pop().text.lower() in _COPULAS
    commas = [at for at, atom in enumerate(atoms) if atom.word.kind == "COMMA"]
    own = atoms[commas[-1] + 1 :] if commas else atoms
    own = [atom for atom in own if atom.names != (name,)]
    has = [at for at, atom in enumerate(own) if atom.text.lower() == "has"]
    if len(has) == 1 and not copulas:
        return (*phrase(own[has[0] + 1 :]), Word("_PREP", "of"), *phrase(own[: has[0]]))
    return phrase(own) if copulas == 1 and not has else ()


# --- names beside their list --------------------------------------------------------------------------

_BESIDE_LIST = frozenset(
    "is are be shall must will has have holds hold contains contain consists consist gives give of a an"
    " the list lists tuple vector array pair two four 2 4 exactly integer integers int ints value values"
    " entry entries number numbers element elements strictly positive non-negative nonnegative namely"
    " written denoted called named as in form format : , ( ) = – — - attribute parameter and".split()
)
"""What may stand between a list and the names of its entries."""
_NUMBERED = re.compile(r"(?P<base>\w*?[^\W\d_]'?)_?(?P<number>\d)")
_COUNTING = ("i", "j")


def names_beside_lists(blocks: Sequence[Block]) -> Iterator[Described]:
    """The names of entries that a document writes beside the name of their list."""
    for block in blocks:
        if block.shape in (Shape.PARAGRAPH, Shape.ITEM, Shape.CODE, Shape.CELL):
            for atoms in sentences(block):
                yield from _in_sentence(atoms, block)
    for table in tables_of(blocks):
        for _, row in groupby((cell for cell in table if cell.row), key=lambda cell: cell.row):
            yield from _in_row(list(row))


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
        if atom.is_list and atom.is_marked:
            before, begin = sentence[begin:i], i + 1
            of = _list_of(before)
            between = [each for each in before if each.text != of]
            if of and all(each.text.lower() in _BESIDE_LIST or each.word.kind == "_ATTRIBUTE" for each in between):
                yield from _entries(atom.names, of, atom.start, block)


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
            elif len(marked) == 1 and marked[0].is_list:
                yield from _entries(marked[0].names, of, marked[0].start, cell)
            elif len(marked) > 1 and _numbers([atom.names[0] for atom in marked]):
                yield from _entries([atom.names[0] for atom in marked], of, marked[0].start, cell)


LISTED: Mapping[str, int] = {"strides": SPATIAL_AXES, "dilations": SPATIAL_AXES, "kernel_shape": SPATIAL_AXES} | {
    "pads": 2 * SPATIAL_AXES
}
"""How many entries each list has."""


def _numbers(names: Sequence[str]) -> list[int]:
    """The numbers of names that have one base and are numbered one after the other; none of others."""
    found = [_NUMBERED.fullmatch(name) for name in names]
    numbers = [int(each["number"]) for each in found if each]
    bases = {each["base"] for each in found if each}
    first = numbers[0] if numbers else 0
    return numbers if len(bases) == 1 and numbers == list(range(first, first + len(names))) else []


def _entries(names: Iterable[str], of: str, start: int, block: Block) -> Iterator[Described]:
    """Names as the entries of a list, if there are as many; and, of numbered ones, that of any axis: k_i."""
    named = list(names)
    if len(named) != LISTED.get(of) or len(set(named)) != len(named):
        return
    for place, name in enumerate(named):
        yield Described(name, f"{of}[{place}]", start, block.path, entry_of(of, place))
    for begin in range(0, len(named), SPATIAL_AXES):
        pair = named[begin : begin + SPATIAL_AXES]
        first, found = entry_of(of, begin), _NUMBERED.fullmatch(pair[0])
        if (numbers := _numbers(pair)) and first is not None and found is not None and numbers[0] <= 1:
            for letter in _COUNTING:
                yield _of_any_axis(found["base"], letter, first.role, numbers[0], start, block)


def _of_any_axis(base: str, letter: str, role: Role, first: int, start: int, block: Block) -> Described:
    running = Quantity(role, None, (letter, -first))
    return Described(f"{base}_{letter}", f"{base} along axis {letter}", start, block.path, running)


def counted_from_zero(document: Document) -> Iterator[str]:
    """What stands before a subscript 0."""
    for piece in document.of(Kind.MATH, Kind.CODE):
        written = formula_in(piece.text, piece.start) if "_0" in piece.text or "_{0" in piece.text else None
        for part in written.walk() if written is not None else ():
            if part.form is Form.NAME and part.text.endswith("_0"):
                yield part.text.removesuffix("_0")


# --- names that are told by the form of their formula ------------------------------------------------

Resolve = Callable[[Written], Quantity | None]


def size_by_form(formula: Written | None, resolve: Resolve, alias: Callable[[str], Written | None]) -> Quantity | None:
    """The size of Y that a formula gives a name of which nothing is said: a division by a stride of what is made of the
    input's size and of the kernel on that axis. None: it has another form.
    """
    if formula is None:
        return None
    divisions = [each for each in formula.walk() if each.form in (Form.DIVIDE, Form.FLOOR_DIVIDE)]
    by = resolve(divisions[0].parts[1]) if len(divisions) == 1 else None
    if by is None or by.role is not Role.STRIDE or by.axis is None:
        return None
    names = [*divisions[0].parts[0].walk()]
    given = (alias(each.text) for each in names if each.form is Form.NAME)
    names += [each for formula_ in given if formula_ is not None for each in formula_.walk()]
    roles = {known.role for each in names if (known := resolve(each)) is not None}
    is_size = roles & {Role.X, Role.PADDED} and roles & {Role.KERNEL, Role.EXTENT}
    return Quantity(Role.Y, by.axis) if is_size else None
