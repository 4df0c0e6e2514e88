"""Names that a document gives outside of sentences: in tables of symbols, by a formula such as `(s_h, s_w) = strides`,
and as the entries of a shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, permutations

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.phrases import meaning_of, word
from spec.documents.formulas.sentences import Atom, entries_of, names_of, sentences
from spec.documents.formulas.words import LISTS, TENSOR_AXES, Quantity, Role, entry_of, named
from spec.documents.names.asides import LENGTHS, entries_in
from spec.documents.names.beside import Described
from spec.documents.names.counting import numbers_of
from spec.documents.names.descriptions import described
from spec.documents.names.listed import names_and_lists
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.pages.tables import heading_of, plain, tables_of

# --- a list by another name -------------------------------------------------------------------------

_LISTS = r"(?P<list>strides|dilations|kernel_shape|pads)"
_OF_ONNX = re.compile(rf"(?:^|[.:]\s)\W*(?P<name>[A-Za-z]\w*)\s+is\s[^().]*\(ONNX(?:'s)?:?\s+{_LISTS}\)")
"""`kernel` is the size of each window (ONNX: `kernel_shape`)."""
_OF_SIDES = re.compile(
    r"^\W*(?P<name>padding|paddings|pad)\b(?P<said>[^.]*?\btop\b\W+(?:the\s)?left\b\W+(?:the\s)?bottom\b\W+(?:and\s)?(?:the\s)?right\b)"
)
"""A list of four paddings in the order of `pads`: padding, the top, the left, the bottom and the right."""


def other_names(blocks: Sequence[Block]) -> Mapping[str, str]:
    """The names that a document gives to the operator's lists; a name has none, an empty one, where what is said of it
    differs, or does not fit what the name says by itself.
    """
    told: dict[str, set[str]] = {}
    for block in blocks:
        for found in _OF_ONNX.finditer(block.text):
            told.setdefault(found["name"], set()).add(found["list"])
        for name, of in (*_equated(block), *_told(block), *_in_brackets(block)):
            told.setdefault(name, set()).add(of)
        if (of_sides := _OF_SIDES.match(block.text)) is not None:
            told.setdefault(of_sides["name"], set()).add("pads")
    for name, of in _beside_entries(blocks):
        told.setdefault(name, set()).add(of)
    others = {name: lists for name, lists in told.items() if name not in (*LISTS, "pads")}
    return {name: of if len(lists) == 1 and _may_be(name, of) else "" for name, lists in others.items() for of in lists}


def _equated(block: Block) -> Iterator[tuple[str, str]]:
    """The names that a formula gives to a list as a whole: k = kernel_shape."""
    for piece in block.of(Kind.MATH, Kind.CODE) if block.shape is not Shape.CODE else ():
        written = formula_in(piece.text, piece.start) if "=" in piece.text else None
        is_equation = written is not None and written.form is Form.RELATION and written.text == "EQ"
        parts = written.parts if written is not None and is_equation else ()
        if len(parts) == 2 and all(part.form is Form.NAME for part in parts) and parts[1].text in (*LISTS, "pads"):
            yield parts[0].text, parts[1].text


def _beside_entries(blocks: Sequence[Block]) -> Iterator[tuple[str, str]]:
    """The names that rows give to the list of the entries that they name: `strides` | $s = (s_0, s_1)$."""
    for table in tables_of(blocks):
        for _, cells in groupby((cell for cell in table if cell.row), key=lambda cell: cell.row):
            row = list(cells)
            lists = [text for cell in row if (text := cell.text.strip("`* \n")) in (*LISTS, "pads")]
            pieces = [piece for cell in row for piece in cell.of(Kind.MATH) if "=" in piece.text]
            for piece in pieces if len(lists) == 1 else ():
                written = formula_in(piece.text, piece.start)
                if written is not None and entries_of(written) is not None:
                    yield written.parts[0].text, lists[0]
            names = [name for sentence in sentences(row[0]) for atom in sentence for name in atom.names]
            if len(lists) == 1 and len(names) == LENGTHS.get(word(lists[0]).kind) and 0 in numbers_of(names)[:1]:
                yield names[0].rstrip("0").rstrip("_"), lists[0]  # p_0, p_1, p_2, p_3 | `pads`: the entries of p.


def _told(block: Block) -> Iterator[tuple[str, str]]:
    """The names that sentences give to whole lists: k and s are `kernel_shape` and `strides`; write p for `pads`."""
    for names, lists in names_and_lists(block):
        if len(names) == len(lists) and all(map(_is_of_a_list, names)):
            yield from ((name.text, of.text) for name, of in zip(names, lists, strict=True))


def _in_brackets(block: Block) -> Iterator[tuple[str, str]]:
    """The names beside the lists that stand in brackets behind them: $k$ (`kernel_shape`)."""
    pieces = [piece for piece in block.pieces if piece.kind is not Kind.ANCHOR]
    for name, before, of, behind in zip(pieces, pieces[1:], pieces[2:], pieces[3:], strict=False):
        is_in_brackets = before.text.strip() == "(" and behind.text.startswith(")")
        if is_in_brackets and name.kind is Kind.MATH and of.text in (*LISTS, "pads") and name.text.isalpha():
            yield name.text, of.text


def _is_of_a_list(name: Atom) -> bool:
    """What has a subscript is an entry, and no list."""
    return _SUBSCRIPT.search(name.text) is None


_SUBSCRIPT = re.compile(r"\W|\d|_.?$")


def _may_be(name: str, of: str) -> bool:
    return (own := named(name)) is None or own == Quantity(LISTS.get(of, Role.PAD))


# --- a list's entries by a formula -----------------------------------------------------------------


def named_entries(block: Block) -> Iterator[Described]:
    """The names that a formula gives to all entries of a list: (s_h, s_w) = strides."""
    for piece in block.of(Kind.MATH, Kind.CODE):
        written = formula_in(piece.text, piece.start) if "=" in piece.text else None
        for part in written.parts if written is not None and written.form is Form.ALL else (written,):
            if part is not None and (found := list_of_names(part)) is not None:
                names, of = found
                for place, name in enumerate(names):
                    yield Described(name, f"{of}[{place}]", piece.start, block.path, entry_of(of, place))


def list_of_names(written: Written) -> tuple[Sequence[str], str] | None:
    """The names in brackets on one side of an equation, and the list on the other; None where it is none."""
    if written.form is not Form.RELATION or set(written.text.split()) != {"EQ"}:
        return None
    for listed, of in permutations(written.parts, 2):
        names = list(names_of(listed)) if listed.form in (Form.TUPLE, Form.INTERVAL) else []
        is_whole = len(names) == len(listed.parts) == LENGTHS.get(word(of.text).kind)
        if of.form is Form.NAME and is_whole and not listed.text.strip("[]()"):
            return names, of.text
    return None


# --- tables of symbols ---------------------------------------------------------------------------

_OF_NAMES = frozenset("symbol symbols notation name letter variable parameter term".split())
OF_LETTERS = ("symbol", "symbols", "notation", "letter")
OF_MEANINGS = frozenset("meaning meanings description definition denotes explanation designation quantity".split())
"""What the headings of the two columns are, in their first word."""


def symbol_tables(blocks: Sequence[Block]) -> Iterator[Described]:
    """What the document's tables of symbols say."""
    for table in tables_of(blocks):
        yield from _rows(table)


def _rows(table: Sequence[Block]) -> Iterator[Described]:
    columns = {cell.column: heading_of(cell) for cell in table if cell.row == 0}
    of_names = [c for c, heading in columns.items() if heading in _OF_NAMES]
    names = next((c for c in of_names if columns[c] in OF_LETTERS), next(iter(of_names), None))
    others = [c for c, heading in columns.items() if heading in OF_MEANINGS]
    if not others and names is not None and columns[names] in OF_LETTERS:
        # The one column beside symbols says what they are, whatever it is called.
        others = [c for c in columns if c != names]
    meanings = others[0] if others and (len(others) == 1 or columns[others[0]] in OF_MEANINGS) else None
    if names is None or meanings is None:
        return
    terms = next((c for c in of_names if c != names), meanings)
    for _, row in groupby((cell for cell in table if cell.row), key=lambda cell: cell.row):
        cells = {cell.column: cell for cell in row}
        beside = [cell for column, cell in cells.items() if column not in (names, meanings)]
        if names in cells and meanings in cells and not _are_entries(cells[names], beside):
            said = list(_row(cells[names], next(filter(_are_items, beside), cells[meanings])))
            # Where the words are not understood, a cell may name the list that the symbols are of.
            lists = [cell for cell in beside if plain(cell) in (*LISTS, "pads")]
            for other in [*([cells[terms]] if terms in cells else []), *lists]:
                if any(each.means is None and each.differs is None for each in said):
                    said = [each for each in _row(cells[names], other) if each.means is not None] or said
            yield from said


def _are_items(cell: Block) -> bool:
    """A cell that names entries of lists and nothing else: `strides[0]`, `strides[1]`."""
    atoms = [atom for sentence in sentences(cell) for atom in sentence]
    return bool(atoms) and all(atom.word.kind in ("ITEM", "COMMA", "AND") for atom in atoms)


def _are_entries(symbol: Block, others: Sequence[Block]) -> bool:
    """The symbols are the entries of a list that another cell than their meaning names: that is said of the list."""
    of = [LENGTHS.get(word(plain(cell)).kind, 0) for cell in others]
    atoms = [atom for sentence in sentences(symbol) for atom in sentence]
    return len(atoms) == 1 and atoms[0].is_list and len(atoms[0].names) in of


def _row(symbol: Block, meaning: Block) -> Iterator[Described]:
    atoms = [atom for sentence in sentences(symbol) for atom in sentence]
    names = [name for atom in atoms for name in atom.names]
    said = _until_equation(next(sentences(meaning), []))
    if names and said:
        if all(name[0].isupper() for name in names):
            said = list(_as_numbers(said))
        # As many names as the list has entries, beside its name alone, are these entries: KH, KW | kernel_shape.
        is_list = len(names) > 1 and (atoms[0].is_list or len(atoms) == 1 or entries_in(said, len(names)) is not None)
        for each in described(names, said, symbol.start, is_list=is_list):
            yield replace(each, start=symbol.start, path=symbol.path)


_COUNTED = frozenset("rows columns channels images batches".split())
_NUMBER_OF = [Atom(word(text), 0) for text in ("number", "of")]


def _as_numbers(said: Sequence[Atom]) -> Iterator[Atom]:
    """Rows and columns of X, channels: how many there are."""
    for before, atom in zip([None, *said], said, strict=False):
        if atom.text.lower() in _COUNTED and (before is None or before.word.kind in ("COMMA", "AND")):
            yield from _NUMBER_OF
        yield atom


def _until_equation(atoms: Sequence[Atom]) -> Sequence[Atom]:
    """What a symbol is said to be, without the formula behind it: `extent of the kernel: E = ...`."""
    end = next((at for at, atom in enumerate(atoms) if "=" in atom.text), len(atoms))
    return atoms[: end - 1] if end and end < len(atoms) and atoms[end - 1].text in ":,(" else atoms[:end]


_OF_QUANTITIES = frozenset(("quantity", "size", "dimension", "coordinate", "position"))
_SIZES_IN_WORDS = (Role.Y, Role.PADDED, Role.EXTENT)
_OF_FORMULAS = frozenset("defined formula formulas expression computation value equation computed".split())


def formulas_of_tables(blocks: Sequence[Block]) -> Iterator[tuple[Written, Block]]:
    """The formulas that the tables of symbols give their names: a name, and the cell with its formula."""
    for table in tables_of(blocks):
        columns = {cell.column: heading_of(cell) for cell in table if cell.row == 0}
        for head in (cell for cell in table if cell.row == 0 and "[" in cell.text):
            element = formula_in(head.text.strip(), head.start)
            if element is not None and element.form is Form.INDEX and len(element.parts) > TENSOR_AXES:
                below = (cell for cell in table if cell.row and cell.column == head.column)
                yield from ((element, cell) for cell in below if _is_computed(cell))
        names, quantities, formulas = (
            next((c for c, said in columns.items() if said in words), None)
            for words in (_OF_NAMES, _OF_QUANTITIES, _OF_FORMULAS)
        )
        of = [quantities if names is None else names, formulas]
        if None in of:
            continue
        cells = {(cell.row, cell.column): cell for cell in table}
        for row in sorted({cell.row for cell in table} - {0}):
            symbol, formula = (cells.get((row, column or 0)) for column in of)
            name = _named(symbol) if symbol is not None else None
            if name is not None and formula is not None and name.form is Form.NAME:
                yield name, formula


def _is_computed(cell: Block) -> bool:
    """A cell that holds a formula and nothing else."""
    written = formula_in(cell.text.strip(), cell.start)
    return written is not None and written.form in (Form.ADD, Form.SUBTRACT, Form.MULTIPLY)


def _named(symbol: Block) -> Written | None:
    """What a row gives a formula: a name, or a size in words, `output height` or `output, rows`."""
    text = symbol.text.strip()
    means = meaning_of(tuple(map(word, text.replace(",", " ").split())))
    if means is not None and means.axis is not None and means.role in _SIZES_IN_WORDS:
        return Written(Form.NAME, (), text.replace(",", " "), symbol.start, symbol.end)
    return formula_in(text, symbol.start)
