"""References of a document: each leads somewhere else, and says the label that its target bears."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import unquote

from proofs.audit.rulebook.findings import Finding, Fix, Judgement, checked, judged
from spec.documents.pages.model import Block, Kind, Piece, Shape
from spec.documents.prose.anchors import Anchor, explicit_anchors, slugs
from spec.documents.prose.numberwords import any_of
from spec.documents.prose.structure import LABEL, Labelled, Structure, heading_word, name_of, plain

LABEL_IN_TEXT = re.compile(rf"(?<![\w\\]){LABEL}(?!\w)")
_SUBJECT = any_of(
    r"^\W{0,3}\s*(?:of|on)\s+(?:the\s+)?(?:\w+\s*\((?P<type>[^()]*)\)\s*)?(?:input|output|attribute|tensor)?\s*"
    r"[$`*]?(?P<name>[A-Za-z]\w*)",
)
_ELSEWHERE = frozenset({"", "top"})
_LAST_NAME = re.compile(r"(?:->|→|>|/)\s*[$`*]?([A-Za-z]\w*)[$`*\]]*\s*$")
MOST_NAMES = 2000
"""Among more names no similar one is looked for."""


@dataclass(frozen=True, slots=True)
class _Places:
    """What references lead to, by name; labelled statements, by the ids of the blocks that bear their labels; names of
    attributes and subjects, headings, and the types of sections."""

    structure: Structure
    targets: Mapping[str, Block]
    borne: Mapping[int, Labelled]
    subjects: frozenset[str]
    attributes: frozenset[str]
    titles: frozenset[str]
    types: frozenset[str]


def judge_anchors(structure: Structure) -> Iterator[Judgement]:
    """Each anchor is given once."""
    first: dict[str, Anchor] = {}
    for anchor in explicit_anchors(structure.document):
        known = first.setdefault(anchor.name, anchor)
        again = f"the anchor `{anchor.name}` is used a second time: line {structure.line(known.start)} has it"
        yield checked("anchor", anchor.start, anchor.name, "anchor-duplicate", "" if known is anchor else again)


def judge_links(structure: Structure) -> Iterator[Judgement]:
    """Each link to a place of the document resolves, and its text says what stands there."""
    places = _places(structure)
    near: dict[str, str] = {}
    for block in structure.document.blocks:
        for number, piece in enumerate(block.pieces):
            if piece.kind is Kind.LINK and piece.target.startswith("#"):
                yield _judge_link(places, block, number, near)


def _places(structure: Structure) -> _Places:
    anchored = {anchor.name: anchor.block for anchor in reversed(explicit_anchors(structure.document))}
    targets = {**slugs(structure.document), **anchored}
    borne = {id(labelled.block): labelled for labelled in structure.labels}
    attributes = frozenset(a.name for a in structure.attributes)
    subjects = attributes | {lab.name for lab in structure.labels}
    headings = [b for b in structure.document.blocks if b.shape is Shape.HEADING and b.path]
    titles = frozenset(heading_word(b.path[-1]) for b in headings)
    types = frozenset(said for s in structure.sections if (said := _type_of(s.title)))
    return _Places(structure, targets, borne, subjects, attributes, titles, types)


def _type_of(title: str) -> str | None:
    """The type in parentheses that a title names."""
    found = re.search(r"\(([^()]*)\)", plain(title).lower())
    return found[1] if found else None


def _judge_link(places: _Places, block: Block, number: int, near: dict[str, str]) -> Judgement:
    piece = block.pieces[number]
    name = unquote(piece.target[1:])
    if name.lower() in _ELSEWHERE:
        return judged("reference", piece.start, piece.text, None)
    target = places.targets.get(name) or places.targets.get(" ".join(name.lower().split()) if " " in name else name)
    if target is None and _is_bare_word(places, block, number):
        return judged("reference", piece.start, piece.text, None)
    if target is None:
        message = f"the reference leads to `#{name}`, which the document does not have"
        return checked("reference", piece.start, f"#{name}", "reference-unresolved", message, _near(places, name, near))
    behind = block.pieces[number + 1 : number + 7]
    after = "".join(p.text for p in behind if p.kind is not Kind.ANCHOR).partition("\n")[0]
    wrong = _wrong_label(places, piece, target) or _to_itself(places, block, number, target)
    if wrong is None and (message := _wrong_subject(places, piece, after, target)):
        wrong = Finding("reference-label-wrong", piece.start, message)
    return judged("reference", piece.start, piece.text or f"#{name}", wrong)


def _is_bare_word(places: _Places, block: Block, number: int) -> bool:
    """`nodes_` in reStructuredText where nobody is sent anywhere: a name with its underscore, and no reference."""
    text, piece = places.structure.document.text, block.pieces[number]
    is_bare = text.startswith(f"{piece.text}_", piece.start) and text[max(0, piece.start - 1) : piece.start] != "`"
    return is_bare and not _SEE.search("".join(p.text for p in block.pieces[:number]))


_SEE = any_of(r"\b(?:see|refer|defined|described|specified|explained|given|detailed|stated|found)\b[^.;]{0,80}$")
"""What is said before a reference that sends the reader there."""


def _to_itself(places: _Places, block: Block, number: int, target: Block) -> Finding | None:
    """The reader is sent to what is read: the constraint, or the very section, in which the reference stands."""
    piece = block.pieces[number]
    if not _SEE.search("".join(p.text for p in block.pieces[:number])) and not _SEE.search(piece.text):
        return None
    own = next((lab for lab in places.borne.values() if _belongs(block, lab)), None)
    if own is not None and own.block is target:
        return Finding("reference-to-itself", piece.start, f"the reference leads to {own.label}, of which it is a part")
    if target.shape is Shape.HEADING and target.path and block.path == target.path and block is not target:
        title = plain(target.path[-1])
        return Finding(
            "reference-to-itself", piece.start, f"the reference leads to the section it stands in: `{title}`"
        )
    return None


def _belongs(block: Block, labelled: Labelled) -> bool:
    """A block is a label's own: the item that bears it, its statement or its rationale."""
    return any(block is own for own in (labelled.block, *labelled.statement, labelled.rationale))


def _near(places: _Places, name: str, near: dict[str, str]) -> str:
    """The reference that may be meant by one that leads nowhere; `near` remembers what was found near to a name."""
    if name not in near:
        names = list(places.targets) if len(places.targets) <= MOST_NAMES and len(near) < 20 else []
        near[name] = next(iter(get_close_matches(name, names, 1, 0.75)), "")
    return f"#{near[name]}" if near[name] else ""


def _wrong_label(places: _Places, piece: Piece, target: Block) -> Finding | None:
    """The link names labels and its target bears another."""
    labelled = places.borne.get(id(target))
    named = list(LABEL_IN_TEXT.finditer(piece.text))
    if not named or labelled is None or any(label[0] == labelled.label for label in named):
        return None
    said = named[0]
    start = piece.start + said.start()
    text = places.structure.document.text
    if not text.startswith(said[0], start):
        start = text.find(said[0], piece.start, piece.start + len(piece.text) + 200)
    line = places.structure.line(labelled.start)
    of = f" of {labelled.name}" if labelled.name else ""
    message = f"the reference says {said[0]}, but its target (line {line}) is {labelled.label}{of}"
    fix = Fix(start, start + len(said[0]), labelled.label) if start >= 0 else None
    return Finding("reference-label-wrong", max(start, piece.start), message, {}, labelled.label, fix)


def _wrong_subject(places: _Places, piece: Piece, after: str, target: Block) -> str:
    """The link or the words behind it name a subject, a type or an attribute, and its target is another's."""
    said = LABEL_IN_TEXT.search(piece.text)
    words = piece.text[said.end() :] if said else ""
    found = _SUBJECT.match(words.lstrip("])} ")) or _SUBJECT.match(after) if said else None
    labelled = places.borne.get(id(target))
    borne = labelled.name if labelled else ""
    if found and borne and found["name"] in places.subjects and found["name"] != borne:
        return f"the reference is to a constraint on {found['name']}, but its target is a constraint on {borne}"
    last = _LAST_NAME.search(piece.text.replace("]", "").rstrip())
    name = last[1] if last else plain(piece.text).strip(" []")
    if name in places.attributes and not _speaks_of(target, name):
        return f"the reference says {name}, but its target does not mention it"
    return _wrong_heading(places, piece, target)


def _speaks_of(block: Block, name: str) -> bool:
    titles = [name_of(title) for title in block.path]
    return bool(get_close_matches(name, titles, 1, 0.8) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", block.text))


def _wrong_heading(places: _Places, piece: Piece, target: Block) -> str:
    """The link's text is the title of one heading, or names a section's type, and it leads elsewhere."""
    said = plain(piece.text).strip(" []").lower()
    structure = places.structure
    typed = _type_of(said)
    section = structure.section_of(target)
    own = _type_of(structure.sections[section].title) if section >= 0 else None
    if own and typed in places.types and typed != own:
        return f"the reference is to the section on {typed}, but leads to that on {own}"
    if typed and typed == own:
        return ""  # `MaxPool (real)` is what a heading in that part is of.
    title = re.split(r"->|→", said)[-1].strip(" []")
    path = target.path[-1:] if target.shape is Shape.HEADING else target.path
    there = {heading_word(each) for each in path}
    if path and title in places.titles and title not in there and title not in target.text.lower():
        return f"the reference says `{plain(piece.text).strip()}`, but leads to `{plain(path[-1])}`"
    return ""
