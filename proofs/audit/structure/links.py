"""Relative links and images: present, if the document's file tree is there. Files are stat-ed, and never opened."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from proofs.audit.rulebook.findings import Finding, Judgement, judged, left_open
from spec.documents.pages.model import Document, Kind

_SCHEME = re.compile(r"[A-Za-z][\w+.-]*:")


@dataclass(slots=True)
class _Tree:
    """A file tree: the document's folder, the root that no link may leave, and what was looked up already."""

    folder: str
    root: str
    _exists: dict[str, bool] = field(default_factory=dict)

    def resolve(self, target: str) -> str | None:
        """The path a relative target leads to, without looking; nothing where that is outside of the root."""
        path = os.path.normpath(os.path.join(self.folder, target))
        return path if self._holds(path) else None

    def exists(self, path: str) -> bool:
        """Whether a path of the tree is there; what leaves the tree by a symbolic link counts as not there."""
        if path not in self._exists:
            self._exists[path] = self._stat(path)
        return self._exists[path]

    def _stat(self, path: str) -> bool:
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
    if not _is_there(tree, [path for _, _, path in places if path is not None]):
        return
    for at, target, path in places:
        if path is None:
            yield _outside(at, target)
        else:
            message = f"`{target}` leads nowhere: the file does not exist"
            yield judged("link", at, target, None if tree.exists(path) else Finding("link-broken", at, message))


def _outside(at: int, target: str) -> Judgement:
    message = f"`{target}` leads out of the document's tree and was not followed"
    return left_open("link", at, target, Finding("link-outside", at, message))


def _nowhere(document: Document, folder: Path) -> Iterator[tuple[int, str]]:
    """Targets that no reader elsewhere can have: of this machine's root, or above it."""
    above = len(Path(os.path.realpath(folder)).parts)
    for block in document.blocks:
        for piece in block.of(Kind.LINK, Kind.IMAGE):
            target = unquote(piece.target)
            is_local = target.startswith("/") and not target.startswith("//")
            if is_local or target.lower().startswith("file:") or target.split("/").count("..") >= max(above, DEEPEST):
                yield piece.start, piece.target


def _relative(document: Document) -> Iterator[tuple[int, str]]:
    """Targets of links and images without scheme, host or root, and without what is behind `#` and `?`."""
    for block in document.blocks:
        for piece in block.of(Kind.LINK, Kind.IMAGE):
            target = unquote(piece.target.partition("#")[0].partition("?")[0])
            absolute = target.startswith(("/", "\\")) or _SCHEME.match(target)
            if target and not absolute and "\0" not in target and "\\" not in target:
                yield piece.start, target


def _tree(folder: Path) -> _Tree:
    real = Path(os.path.realpath(folder))
    root = next((parent for parent in (real, *real.parents) if (parent / ".git").exists()), real)
    return _Tree(str(real), str(root))


def _is_there(tree: _Tree, paths: list[str]) -> bool:
    """One of the targets exists, or the folder of one does and is not the document's own or one above it."""
    folders = {os.path.dirname(path) for path in paths}
    above = {str(parent) for parent in (Path(tree.folder), *Path(tree.folder).parents)}
    return any(tree.exists(folder) for folder in folders - above) or any(tree.exists(path) for path in paths)
