"""References of a document: each leads somewhere, and says the label that its target bears."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import unquote

from proofs.audit.rulebook.findings import Claim, Finding, Fix
from spec.documents.pages.model import Block, Document, Kind, Piece, Shape
from spec.documents.prose.anchors import Anchor, explicit_anchors, slugs
from spec.documents.prose.structure import LABEL, Labelled, Structure, name_of, plain

LABEL_IN_TEXT = re.compile(rf"(?<![\w\\]){LABEL}(?!\w)")
_SUBJECT = re.compile(
    r"^\W{0,3}\s*(?:of|on)\s+(?:the\s+)?(?:\w+\s*\((?P<type>[^()]*)\)\s*)?(?:input|output|attribute|tensor)?\s*"
    r"[$`*]?(?P<name>[A-Za-z]\w*)",
    re.I,
)
_ELSEWHERE = frozenset({"", "top"})
_OF_TYPE = re.compile(r"\(([^()]*)\)")
_LAST_NAME = re.compile(r"(?:->|→|>|/)\s*[$`*]?([A-Za-z]\w*)[$`*\]]*\s*$")
MOST_NAMES = 2000
"""Among more names no similar one is looked for."""

Judged = tuple[Claim, Finding | None]


@dataclass(frozen=True, slots=True)
class _Target:
    """What a reference leads to: a block, and the constraint or restriction whose label it bears."""

    block: Block
    labelled: Labelled | None


@dataclass(frozen=True, slots=True)
class _Places:
    """The targets of a document by name, and its attributes and subjects by theirs."""

    structure: Structure
    targets: Mapping[str, _Target]
    subjects: frozenset[str]
    attributes: frozenset[str]
    titles: frozenset[str]
    types: frozenset[str]


def judge_anchors(document: Document) -> Iterator[Judged]:
    """Each anchor is given once."""
    first: dict[str, Anchor] = {}
    for anchor in explicit_anchors(document):
        known = first.setdefault(anchor.name, anchor)
        claim = Claim("anchor", anchor.start, anchor.name, "agrees" if known is anchor else "disagrees")
        if known is anchor:
            yield claim, None
        else:
            line = document.place(known.start)[0]
            message = f"the anchor `{anchor.name}` is given a second time: line {line} has it"
            yield claim, Finding("anchor-duplicate", anchor.start, message)


def judge_links(structure: Structure) -> Iterator[Judged]:
    """Each link to a place of the document resolves, and its text says what stands there."""
    places = _places(structure)
    near: dict[str, str] = {}
    for block in structure.document.blocks:
        for number, piece in enumerate(block.pieces):
            if piece.kind is Kind.LINK and piece.target.startswith("#"):
                yield _judge_link(places, block, number, piece, near)


def _places(structure: Structure) -> _Places:
    bears = {id(labelled.block): labelled for labelled in structure.labels}
    targets = {name: _Target(block, None) for name, block in slugs(structure.document).items()}
    for anchor in reversed(explicit_anchors(structure.document)):
        targets[anchor.name] = _Target(anchor.block, bears.get(id(anchor.block)))
    subjects = frozenset({lab.name for lab in structure.labels} | {a.name for a in structure.attributes})
    headings = [b for b in structure.document.blocks if b.shape is Shape.HEADING and b.path]
    titles = frozenset(plain(b.path[-1]).lower().rstrip(".:") for b in headings)
    types = frozenset(t[1] for s in structure.sections if (t := _OF_TYPE.search(plain(s.title).lower())))
    return _Places(structure, targets, subjects, frozenset(a.name for a in structure.attributes), titles, types)


def _judge_link(places: _Places, block: Block, number: int, piece: Piece, near: dict[str, str]) -> Judged:
    name = unquote(piece.target[1:])
    if name.lower() in _ELSEWHERE:
        return Claim("reference", piece.start, piece.text, "agrees"), None
    target = places.targets.get(name) or places.targets.get(" ".join(name.lower().split()) if " " in name else name)
    if target is None:
        if name not in near:
            names = list(places.targets) if len(places.targets) <= MOST_NAMES and len(near) < 20 else []
            near[name] = next(iter(get_close_matches(name, names, 1, 0.75)), "")
        suggestion = f"#{near[name]}" if near[name] else ""
        message = f"the reference leads to `#{name}`, which the document does not have"
        finding = Finding("reference-unresolved", piece.start, message, suggestion=suggestion)
        return Claim("reference", piece.start, f"#{name}", "disagrees"), finding
    behind = block.pieces[number + 1 : number + 7]
    after = "".join(p.text for p in behind if p.kind is not Kind.ANCHOR).partition("\n")[0]
    wrong = _wrong_label(places, piece, target) or _wrong_subject(places, piece, after, target)
    claim = Claim("reference", piece.start, piece.text or f"#{name}", "disagrees" if wrong else "agrees")
    return claim, wrong


def _wrong_label(places: _Places, piece: Piece, target: _Target) -> Finding | None:
    """The link names a label and its target bears another."""
    said = LABEL_IN_TEXT.search(piece.text)
    if said is None or target.labelled is None or said[0] == target.labelled.label:
        return None
    start = piece.start + said.start()
    text = places.structure.document.text
    if not text.startswith(said[0], start):
        start = text.find(said[0], piece.start, piece.start + len(piece.text) + 200)
    labelled = target.labelled
    line = places.structure.document.place(labelled.start)[0]
    of = f" of {labelled.name}" if labelled.name else ""
    message = f"the reference says {said[0]}, but what it leads to (line {line}) is {labelled.label}{of}"
    fix = Fix(start, start + len(said[0]), labelled.label) if start >= 0 else None
    return Finding("reference-label-wrong", max(start, piece.start), message, {}, labelled.label, fix)


def _wrong_subject(places: _Places, piece: Piece, after: str, target: _Target) -> Finding | None:
    """The link or the words behind it name a subject, a type or an attribute, and its target is another's."""
    said = LABEL_IN_TEXT.search(piece.text)
    words = piece.text[said.end() :] if said else ""
    found = _SUBJECT.match(words.lstrip("])} ")) or _SUBJECT.match(after) if said else None
    borne = target.labelled.name if target.labelled else ""
    if found and borne and found["name"] in places.subjects - {borne}:
        message = f"the reference is to a constraint on {found['name']}, but what it leads to is one on {borne}"
        return Finding("reference-label-wrong", piece.start, message)
    last = _LAST_NAME.search(piece.text.replace("]", "").rstrip())
    name = last[1] if last else plain(piece.text).strip(" []")
    titles = [name_of(title) for title in target.block.path]
    described = name in places.attributes
    if (
        described
        and not get_close_matches(name, titles, 1, 0.8)
        and not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", target.block.text)
    ):
        message = f"the reference says {name}, but what it leads to does not speak of it"
        return Finding("reference-label-wrong", piece.start, message)
    return _wrong_heading(places, piece, target)


def _wrong_heading(places: _Places, piece: Piece, target: _Target) -> Finding | None:
    """The link's text is the title of one heading, or names a section's type, and it leads elsewhere."""
    said = plain(piece.text).strip(" []").lower()
    structure = places.structure
    own_title = target.block.path[-1:] if target.block.shape is Shape.HEADING else target.block.path
    titles = {plain(title).lower().rstrip(".:") for title in own_title}
    typed = _OF_TYPE.search(said)
    section = structure.section_of(target.block)
    if typed and section >= 0:
        own = _OF_TYPE.search(plain(structure.sections[section].title).lower())
        if own and typed[1] in places.types and typed[1] != own[1]:
            message = f"the reference is to the section on {typed[1]}, but leads to that on {own[1]}"
            return Finding("reference-label-wrong", piece.start, message)
    said = re.split(r"->|→", said)[-1].strip(" []")
    if said in places.titles and said not in titles and said not in target.block.text.lower():
        message = f"the reference says `{plain(piece.text).strip()}`, but leads to `{plain(target.block.path[-1])}`"
        return Finding("reference-label-wrong", piece.start, message) if target.block.path else None
    return None
