"""A file becomes a document: loaded, and read by the reader that its name or its content asks for."""

from __future__ import annotations

import re
from pathlib import Path

from spec.documents.pages.load import Loaded, load
from spec.documents.pages.markdown import read_markdown
from spec.documents.pages.model import Document
from spec.documents.pages.outline import outlined
from spec.documents.pages.rst import read_rst

RST = (".rst", ".rest")
_DIRECTIVE = re.compile(r"^\.\. [\w_-]+(::|:)", re.MULTILINE)


def read(path: Path) -> Document:
    """The document in a file. Raises Unreadable, see `load`."""
    return parse(load(path), str(path))


def parse(loaded: Loaded, name: str) -> Document:
    """A loaded text as a document; reStructuredText by its file name, or by its directives under any other name."""
    suffix = Path(name).suffix.lower()
    is_rst = suffix in RST or (suffix not in (".md", ".markdown") and _DIRECTIVE.search(loaded.text) is not None)
    blocks, unclosed = (read_rst if is_rst else read_markdown)(loaded.text)
    return outlined(Document(name, loaded.text, loaded.sha256, blocks, unclosed))
