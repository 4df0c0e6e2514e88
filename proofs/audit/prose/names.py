"""Names: each that is nearly an attribute's is an attribute's, and each is defined once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations

from proofs.audit.rulebook.findings import Judgement, checked
from spec.documents.formulas.words import RUNNING, TENSORS, Role, quantity_name
from spec.documents.names.notation import notation
from spec.documents.names.symbols import other_names
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.prose.sentences import PROSE
from spec.documents.prose.structure import Structure
from spec.maxpool.vocabulary import ATTRIBUTES

_NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]{3,40})\s*(?:\[[^\[\]]{0,12}\]|=.{0,40})?\s*", re.S)
_IN_MATHS = re.compile(r"\\(?:texttt|text|textit|mathtt|mathrm)\{([A-Za-z](?:[A-Za-z0-9]|\\?_){3,40})\}\s*(?=\[)")
_GIVEN = re.compile(r"^\s*([A-Za-z]\w{3,40})\s*(?:=|:=)\s*[\[({0-9]")
_SET_TO = re.compile(r"^\s*(?:attribute )?(?:is|are) set to\b")
_DEFINES = re.compile(
    r"^\s*(?P<name>[A-Za-z]\w{0,30}(?:_\{?\w{1,12}\}?)?)\s*(?:(?:\\in|∈)[^$]{0,60})?\s+is\s+(?P<what>.{4,200})$", re.S
)
_DIMENSION = re.compile(r"d[A-Z]_\{?\d\}?")
"""The axis that such a name is of is judged by its number, wherever it is defined."""
MOST_ATTRIBUTES = 200
LEAST_USES = 3
"""So often the operator's own name must be used for another one at an attribute to be taken for a slip."""
_QUOTED = (Kind.CODE, Kind.EMPHASIS)


@dataclass(frozen=True, slots=True)
class _Use:
    """A name where the text uses it, and whether the text says that it is set."""

    name: str
    start: int
    is_set: bool = False


def judge_names(structure: Structure) -> Iterator[Judgement]:
    """Names nearly an attribute's, and names that one list defines twice."""
    known = {attribute.name for attribute in structure.attributes}
    if 2 <= len(known) <= MOST_ATTRIBUTES:
        yield from _undefined(structure, known)
    yield from _twice(structure)
    yield from _two_meanings(structure)
    yield from _attributes_twice(structure)


def _undefined(structure: Structure, attributes: set[str]) -> Iterator[Judgement]:
    slips = _slips(structure)
    for name, (start, slip_of) in slips.items():
        message = f"the attribute is named `{name}` here, and `{slip_of}` elsewhere"
        yield checked("name", start, name, "name-undefined", message, slip_of)
    known = attributes | {slip_of for _, slip_of in slips.values()}
    known |= {*other_names(structure.document.blocks).values()}
    used: dict[str, list[_Use]] = defaultdict(list)
    for block in structure.document.blocks:
        for use in _used(block) if block.shape in PROSE or block.shape is Shape.MATH else ():
            used[use.name].append(use)
    for name, uses in used.items():
        meant = _meant(name, known) if name not in known else None
        starts = [use.start for use in uses if meant or use.is_set]
        if name not in known and name not in ATTRIBUTES and starts:
            start = min(starts) if meant else starts[0]
            message = _not_defined(structure, name, meant, start, uses)
            yield checked("name", start, name, "name-undefined", message, meant or "")


def _not_defined(structure: Structure, name: str, meant: str | None, start: int, uses: Sequence[_Use]) -> str:
    lines = sorted({structure.line(use.start) for use in uses} - {structure.line(start)})
    more = f"; also in line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}" if lines else ""
    of = f"the attribute is `{meant}`" if meant else "no attribute of this name is described"
    return f"`{name}` is not defined: {of}{more}"


def _slips(structure: Structure) -> dict[str, tuple[int, str]]:
    """Attributes that the document names otherwise, and as the operator does, wherever else it speaks of them."""
    found: dict[str, tuple[int, str]] = {}
    for attribute in structure.attributes:
        near = get_close_matches(attribute.name, ATTRIBUTES, 1, 0.8)
        here = {other.name for other in structure.attributes if other.section == attribute.section}
        if not near or near[0] in here or attribute.name in found or len(here) < 3:
            continue
        used = len(re.findall(rf"(?<!\w){near[0]}(?!\w)", structure.document.text))
        if used >= LEAST_USES:
            found[attribute.name] = (attribute.start, near[0])
    return found


def _used(block: Block) -> Iterator[_Use]:
    """Names that a block quotes, gives values to in a list, or indexes in maths."""
    pieces = [p for p in block.pieces if p.kind is not Kind.ANCHOR]
    for piece, after in zip(pieces, [*pieces[1:], None], strict=False):
        if piece.kind in _QUOTED and (whole := _NAME.fullmatch(piece.text)):
            is_set = after is not None and after.kind is Kind.TEXT and bool(_SET_TO.match(after.text))
            yield _Use(whole[1], piece.start, is_set and piece.kind is Kind.CODE)
        elif piece.kind is Kind.MATH:
            for found in _IN_MATHS.finditer(piece.text):
                yield _Use(found[1].replace("\\", ""), piece.start + found.start(1))
    if block.shape is Shape.ITEM and (given := _GIVEN.match(block.text)):
        yield _Use(given[1], block.at(given.start(1)))


def _meant(name: str, known: set[str]) -> str | None:
    """The attribute that a name is nearly: its singular or plural, another case, or a slip of a letter or two."""
    for candidate in (f"{name}s", name.removesuffix("s"), name.lower(), f"{name.lower()}s"):
        if candidate in known:
            return candidate
    similar = [k for k in known if abs(len(k) - len(name)) <= 2 and (k[0] == name[0] or k[-1] == name[-1])]
    near = get_close_matches(name, similar, 1, 0.86)
    return near[0] if near and _differ_little(name, near[0]) else None


def _differ_little(name: str, other: str) -> bool:
    """Words such as `begin` and `end` tell names apart; a slip changes no whole word of a name."""
    mine, theirs = name.split("_"), other.split("_")
    # In the order of the names: what is joined must not depend on how a set is laid out.
    only_mine = "".join(word for word in mine if word not in theirs)
    only_theirs = "".join(word for word in theirs if word not in mine)
    return not only_mine or bool(get_close_matches(only_mine, [only_theirs], 1, 0.6))


def _twice(structure: Structure) -> Iterator[Judgement]:
    """`- $m$ is ...` twice in one list, with different words."""
    first: dict[tuple[int, tuple[str, ...], str], tuple[str, int]] = {}
    for block in structure.document.blocks:
        found = _DEFINES.match(block.text) if _begins_with_name(block) else None
        if found is None:
            continue
        name, what = found["name"], " ".join(found["what"].lower().split()).rstrip(".")
        known, start = first.setdefault((structure.section_of(block), block.path, name), (what, block.start))
        if known != what and not _DIMENSION.fullmatch(name):
            message = f"`{name}` is defined a second time, and not as in line {structure.line(start)}"
            yield checked("name", block.start, name, "name-twice", message)


def _two_meanings(structure: Structure) -> Iterator[Judgement]:
    """A name that is said to be two quantities, each of which is understood, under headings that hold for both."""
    described = notation(structure.document).described
    for name, own in described.items():
        if name in TENSORS:
            continue
        base, _, number = name.rpartition("_")
        families = [f"{base}_{letter}" for letter in sorted(RUNNING)] if base and number.isdigit() else []
        said = [*own, *(each for family in families for each in described.get(family, ()))]
        known = [(each.means, each) for each in said if each.means is not None and each.means.role not in _NO_ENTRIES]
        in_order = sorted(known, key=lambda pair: pair[1].start)
        for (one, first), (other, second) in combinations(in_order, 2):
            is_in_one = first.path[:1] == second.path[:1] and first.start != second.start
            are_two = one.role is not other.role or (None not in (one.axis, other.axis) and one.axis != other.axis)
            # Of pads[i] the letter may count all four: the begins, and then the ends.
            is_counted = {one.role, other.role} == {Role.PAD_BEGIN, Role.PAD_END} and (one.running or other.running)
            if is_in_one and are_two and not is_counted:
                before = f"{quantity_name(one)} in line {structure.line(first.start)}"
                message = f"`{name}` is {quantity_name(other)} here, and {before}"
                yield checked("name", second.start, name, "name-twice", message)
                break


_NO_ENTRIES = (Role.AXIS, Role.PAD, Role.PADS, Role.BATCH, Role.CHANNELS)


def _begins_with_name(block: Block) -> bool:
    return block.shape is Shape.ITEM and any(p.kind in (Kind.MATH, Kind.CODE) for p in block.shown[:1])


def _attributes_twice(structure: Structure) -> Iterator[Judgement]:
    """One attribute described twice in one list of attributes. A table before their headings gives all at a glance."""
    first: dict[tuple[int, tuple[str, ...], bool, str], int] = {}
    for attribute in structure.attributes:
        head, name = attribute.blocks[0], attribute.name
        path = head.path[:-1] if head.shape is Shape.HEADING or head.path[-1:] == (name,) else head.path
        start = first.setdefault((attribute.section, path, head.shape is Shape.CELL, name), attribute.start)
        if start != attribute.start:
            message = f"the attribute `{name}` is described a second time: line {structure.line(start)} describes it"
            yield checked("name", attribute.start, name, "name-twice", message)
