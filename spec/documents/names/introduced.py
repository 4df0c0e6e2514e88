"""The names that formulas give a value: `α = ...`; what the sentence before says of one: `The height of Y is`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.phrases import Phrase, Word, meaning_of
from spec.documents.formulas.running import general_formulas
from spec.documents.formulas.sentences import MARKED, Atom, phrase, sentences, under_conditions
from spec.documents.formulas.tokens import before_loops
from spec.documents.formulas.words import Quantity, Role
from spec.documents.names.beside import Described
from spec.documents.pages.model import Block, Kind, Shape

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
    marked = ((piece.text, piece.start) for piece in block.of(Kind.MATH, Kind.CODE))
    return chain(marked, general_formulas(block))


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


def computed(said: Described) -> Written | None:
    """The formula that a sentence says a name is: pad_shape[i] is pads[i] + pads[i + 2]."""
    written = formula_in(said.phrase, said.start) if said.means is None and said.differs is None else None
    return written if written is not None and written.form in SUMS else None


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
