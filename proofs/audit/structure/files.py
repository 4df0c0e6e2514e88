"""Links and images to files, and what a page's markup does.

What a relative link leads to is present, if the document's file tree is there. Files are stat-ed, and never opened.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from proofs.audit.rulebook.findings import Finding, Judgement, checked, left_open
from spec.documents.pages.markup import active_tag
from spec.documents.pages.model import Document, Kind, Shape

_SCHEME = re.compile(r"[A-Za-z][\w+.-]*:")
_ACTIVE_SCHEME = re.compile(r"\s*(?:javascript|vbscript|data):", re.I)
_TAG = re.compile(r"<[A-Za-z][A-Za-z0-9-]*(?=[\s/>])[^<>]{0,2000}>?")


@dataclass(frozen=True, slots=True)
class _Tree:
    """A file tree: the document's folder, and the root that no link may leave."""

    folder: str
    root: str

    def resolve(self, target: str) -> str | None:
        """The path a relative target leads to, without looking; nothing where that is outside of the root."""
        path = os.path.normpath(os.path.join(self.folder, target))
        return path if self._holds(path) else None

    def exists(self, path: str) -> bool:
        """Whether a path of the tree is there; what leaves the tree by a symbolic link counts as not there."""
        try:
            return self._holds(os.path.realpath(path)) and os.path.exists(path)
        except (OSError, ValueError):
            return False

    def _holds(self, path: str) -> bool:
        return path == self.root or path.startswith(self.root.rstrip(os.sep) + os.sep)


DEEPEST = 8
"""Folders that a link may climb before it leads out of any tree."""


def judge_files(document: Document, folder: Path | None) -> Iterator[Judgement]:
    """Each relative target of a link or an image is in the tree. Nothing is judged where the tree is not there."""
    if folder is None:
        return
    outside = dict(_nowhere(document, folder))
    yield from (_outside(at, target) for at, target in outside.items())
    tree = _tree(folder)
    places = [(at, target, tree.resolve(target)) for at, target in _relative(document) if at not in outside]
    paths = {path for _, _, path in places if path is not None}
    there = {path for path in paths if tree.exists(path)}
    if not there and not _has_a_folder(tree, paths):
        return
    for at, target, path in places:
        if path is None:
            yield _outside(at, target)
        else:
            wrong = "" if path in there else f"`{target}` leads nowhere: the file does not exist"
            yield checked("link", at, target, "link-broken", wrong)


def _outside(at: int, target: str) -> Judgement:
    message = f"`{target}` leads out of the document's tree and was not followed"
    return left_open("link", at, target, "link-outside", message)


def _nowhere(document: Document, folder: Path) -> Iterator[tuple[int, str]]:
    """Targets that no reader elsewhere can have: of this machine's root, or above it."""
    above = len(Path(os.path.realpath(folder)).parts)
    for piece in document.of(Kind.LINK, Kind.IMAGE):
        target = unquote(piece.target)
        is_local = target.startswith("/") and not target.startswith("//")
        if is_local or target.lower().startswith("file:") or target.split("/").count("..") >= max(above, DEEPEST):
            yield piece.start, piece.target


def _relative(document: Document) -> Iterator[tuple[int, str]]:
    """Targets of links and images without scheme, host or root, and without what is behind `#` and `?`."""
    for piece in document.of(Kind.LINK, Kind.IMAGE):
        target = unquote(piece.target.partition("#")[0].partition("?")[0])
        absolute = target.startswith(("/", "\\")) or _SCHEME.match(target)
        if target and not absolute and "\0" not in target and "\\" not in target:
            yield piece.start, target


def _tree(folder: Path) -> _Tree:
    real = Path(os.path.realpath(folder))
    root = next((parent for parent in (real, *real.parents) if (parent / ".git").exists()), real)
    return _Tree(str(real), str(root))


def _has_a_folder(tree: _Tree, paths: set[str]) -> bool:
    """The folder of one of the targets exists, and is not the document's own or one above it."""
    folders = {os.path.dirname(path) for path in paths}
    above = {str(parent) for parent in (Path(tree.folder), *Path(tree.folder).parents)}
    return any(tree.exists(folder) for folder in folders - above)


def markup_findings(document: Document) -> Iterator[Finding]:
    """Marks that are opened and never closed, tags that a browser would act on, and links that are programs."""
    for start in sorted(set(document.unclosed)):
        yield Finding("markup-unclosed", start, "this is opened and never closed")
    yield from _active_tags(document)
    for piece in document.of(Kind.LINK, Kind.IMAGE):
        if _ACTIVE_SCHEME.match(piece.target):
            yield Finding("markup-active", piece.start, "the link is a program, or contains its own content")


def _active_tags(document: Document) -> Iterator[Finding]:
    """Tags that a browser would act on, outside of code and maths."""
    quoted = sorted(
        (p.start, p.end)
        for block in document.blocks
        for p in block.pieces
        if p.kind in (Kind.CODE, Kind.MATH) or block.shape is Shape.CODE
    )
    at = 0
    for found in _TAG.finditer(document.text):
        while at < len(quoted) and quoted[at][1] <= found.start():
            at += 1
        if at < len(quoted) and quoted[at][0] <= found.start():
            continue
        if tag := active_tag(found[0] if found[0].endswith(">") else found[0] + ">"):
            yield Finding("markup-active", found.start(), f"the tag `{tag}` is active where it is displayed")
