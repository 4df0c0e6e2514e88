"""Names: each that is nearly an attribute's is an attribute's, and each is defined once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import get_close_matches

from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
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


def judge_names(structure: Structure) -> Iterator[Judged]:
    """Names nearly an attribute's, and names that one list defines twice."""
    yield from _undefined(structure)
    yield from _twice(structure)
    yield from _attributes_twice(structure)


def _undefined(structure: Structure) -> Iterator[Judged]:
    known = {attribute.name for attribute in structure.attributes}
    if not 2 <= len(known) <= MOST_ATTRIBUTES:
        return
    slips = _slips(structure, known)
    for name, (start, slip_of) in slips.items():
        message = f"the attribute is named `{name}` here, and `{slip_of}` elsewhere"
        yield Claim("name", start, name, "disagrees"), Finding("name-undefined", start, message, suggestion=slip_of)
    known |= {slip_of for _, slip_of in slips.values()}
    used: dict[str, list[int]] = defaultdict(list)
    strange: dict[str, int] = {}
    for block in structure.document.blocks:
        if block.shape in PROSE or block.shape is Shape.MATH:
            for name, start, is_set in _used(block):
                used[name].append(start)
                if is_set:
                    strange.setdefault(name, start)
    for name, starts in used.items():
        if name in known:
            continue
        meant = _meant(name, known)
        if meant is None and name not in strange:
            continue
        start = min(starts) if meant else strange[name]
        lines = sorted({structure.document.place(s)[0] for s in starts} - {structure.document.place(start)[0]})
        more = f"; also in line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}" if lines else ""
        of = f"the attribute is `{meant}`" if meant else "no attribute of this name is described"
        yield (
            Claim("name", start, name, "disagrees"),
            Finding("name-undefined", start, f"`{name}` is not defined: {of}{more}", suggestion=meant or ""),
        )


def _slips(structure: Structure, known: set[str]) -> dict[str, tuple[int, str]]:
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


def _used(block: Block) -> Iterator[tuple[str, int, bool]]:
    """Names that a block quotes, gives values to in a list, or indexes in maths; whether it says they are set."""
    pieces = [p for p in block.pieces if p.kind is not Kind.ANCHOR]
    for piece, after in zip(pieces, [*pieces[1:], None], strict=False):
        if piece.kind in _QUOTED and (whole := _NAME.fullmatch(piece.text)):
            is_set = after is not None and after.kind is Kind.TEXT and bool(_SET_TO.match(after.text))
            yield whole[1], piece.start, is_set and piece.kind is Kind.CODE
        elif piece.kind is Kind.MATH:
            for found in _IN_MATHS.finditer(piece.text):
                yield found[1].replace("\\", ""), piece.start + found.start(1), False
    if block.shape is Shape.ITEM and (given := _GIVEN.match(block.text)):
        yield given[1], block.at(given.start(1)), False


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
    mine, theirs = set(name.split("_")), set(other.split("_"))
    pairs = get_close_matches("".join(mine - theirs), ["".join(theirs - mine)], 1, 0.6)
    return bool(pairs) or not mine - theirs


def _twice(structure: Structure) -> Iterator[Judged]:
    """`- $m$ is ...` twice in one list, with different words."""
    defined: dict[tuple[int, tuple[str, ...], str], tuple[str, int]] = {}
    for block in structure.document.blocks:
        pieces = [p for p in block.pieces if p.kind is not Kind.ANCHOR and p.text.strip()]
        if block.shape is not Shape.ITEM or not pieces or pieces[0].kind not in (Kind.MATH, Kind.CODE):
            continue
        found = _DEFINES.match(block.text)
        if found is None:
            continue
        key = (structure.section_of(block), block.path, found["name"])
        what = " ".join(found["what"].lower().split()).rstrip(".")
        known = defined.setdefault(key, (what, block.start))
        if known[0] == what and known[1] == block.start:
            continue
        if known[0] != what and not _DIMENSION.fullmatch(found["name"]):
            line = structure.document.place(known[1])[0]
            message = f"`{found['name']}` is defined a second time, and not as in line {line}"
            yield (
                Claim("name", block.start, found["name"], "disagrees"),
                Finding("name-twice", block.start, message),
            )


def _attributes_twice(structure: Structure) -> Iterator[Judged]:
    """One attribute described twice in one list of attributes."""
    seen: dict[tuple[int, tuple[str, ...], str], int] = {}
    for attribute in structure.attributes:
        head = attribute.blocks[0]
        path = head.path[:-1] if head.shape is Shape.HEADING or head.path[-1:] == (attribute.name,) else head.path
        key = (attribute.section, path, attribute.name)
        if key in seen:
            line = structure.document.place(seen[key])[0]
            message = f"the attribute `{attribute.name}` is described a second time: line {line} describes it"
            yield (
                Claim("name", attribute.start, attribute.name, "disagrees"),
                Finding("name-twice", attribute.start, message),
            )
        seen.setdefault(key, attribute.start)
