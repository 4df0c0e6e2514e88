"""A document's bytes become text, or are refused: what is not text, or too large to be a specification's page."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 4_000_000
"""Seventeen times the largest page the readers were made for."""
LONGEST_LINE = 200_000

BOM = b"\xef\xbb\xbf"


class Unreadable(ValueError):
    """A document cannot be read at all; the message says why."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document's text with line ends as `\\n`, and what its file has beside it: a byte order mark, the line end."""

    text: str
    sha256: str
    bom: bool
    newline: str

    def encode(self, text: str) -> bytes:
        """Another text in the bytes of this one's kind."""
        return (BOM if self.bom else b"") + text.replace("\n", self.newline).encode("utf-8")


def load(path: Path) -> Loaded:
    """The text of a file. Raises Unreadable for what is missing, not a regular file, too large, or not UTF-8 text."""
    try:
        if not path.is_file():
            raise Unreadable(f"{path} is {'a folder' if path.is_dir() else 'not a file'}")
        if (size := path.stat().st_size) > MOST_BYTES:
            raise Unreadable(f"{path} has {size} bytes; at most {MOST_BYTES} are read")
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    return decode(data, str(path))


def decode(data: bytes, name: str) -> Loaded:
    """Bytes as a document. Raises Unreadable where they are not UTF-8 text."""
    body = data.removeprefix(BOM)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name} is not UTF-8 text: byte {error.start} is {data[error.start]:#04x}") from None
    if "\0" in text:
        raise Unreadable(f"{name} is not text: it holds a zero byte")
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    if max(map(len, unified.split("\n"))) > LONGEST_LINE:
        raise Unreadable(f"{name} has a line of more than {LONGEST_LINE} characters")
    newline = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"
    return Loaded(unified, hashlib.sha256(data).hexdigest(), len(body) < len(data), newline)
