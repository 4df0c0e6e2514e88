"""The container of a package: a zip in one canonical form, so that every byte of it is determined by its files.

Files are stored as they are, without compression, in the order of their names, with one fixed time and mode. A reader
that finds anything else refuses it. So there is no bomb, no link, no second file of a name and no hidden byte: what is
read is packed again, and must give the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from proofs.evidence.package.names import MANIFEST
from reference.common.errors import CannotRun
from reference.common.files import NotOurs, write_bytes

MOST_BYTES = 200_000_000
MOST_FILES = 10_000
MOST_IN_A_FILE = 64_000_000
LONGEST_NAME = 200
_PART = r"[A-Za-z0-9_+-][A-Za-z0-9._+-]*"
_NAME = re.compile(rf"{_PART}(/{_PART})*", re.ASCII)
_RESERVED = re.compile(r"(?i)(^|/)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.[^/]*)?(/|$)")
"""Names that are devices on some system."""

_UNIX, _MODE = 3, 0o100644 << 16
_NAME_AT = 30
"""Where the first file's name stands in a zip."""


class BadPackage(CannotRun):
    """The bytes are no package; `path` is where in it, as far as that is known."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path}: {what}" if path else what)
        self.path, self.what = path, what


def problem_of_name(name: str) -> str:
    """What is wrong with a file's name in a package; empty if nothing is."""
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        return "is not a plain relative name"
    return "is a name that some systems reserve for a device" if _RESERVED.search(name) else ""


def pack(files: Mapping[str, bytes]) -> bytes:
    """The package of some files. Raises BadPackage for what no reader would take."""
    _within_limits(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(files):
            info = zipfile.ZipInfo(name)  # its time is the first that a zip can hold
            info.create_system, info.external_attr = _UNIX, _MODE
            target.writestr(info, files[name])
    return out.getvalue()


def _within_limits(files: Mapping[str, bytes]) -> None:
    if len(files) > MOST_FILES:
        raise BadPackage("", f"{len(files)} files; at most {MOST_FILES} are packed")
    folded: dict[str, str] = {}
    for name, data in files.items():
        if problem := problem_of_name(name):
            raise BadPackage(_shown(name), problem)
        if folded.setdefault(name.casefold(), name) != name:
            raise BadPackage(name, f"differs from {folded[name.casefold()]} only in letter case")
        if len(data) > MOST_IN_A_FILE:
            raise BadPackage(name, f"has {len(data)} bytes; at most {MOST_IN_A_FILE} are packed")
    if sum(map(len, files.values())) > MOST_BYTES // 2:
        raise BadPackage("", "too large for a package")


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of a package, by name. Raises BadPackage for anything but the canonical form."""
    # Each file takes memory before the first is looked at.
    if data.count(b"PK\1\2") > MOST_FILES:
        raise BadPackage("", f"more than {MOST_FILES} files")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as found:
            entries = found.infolist()
            _before_reading(entries)
            files = {entry.filename: found.read(entry) for entry in entries}
    except _UNREADABLE as error:
        raise BadPackage("", f"is not an evidence package: {error}"[:200]) from None
    if not files:
        raise BadPackage("", "is not an evidence package")
    again = pack(files)
    if again != data:
        raise BadPackage("", f"is not in the form of a package, from byte {_difference(data, again)} on")
    return files


_UNREADABLE = (
    zipfile.BadZipFile,
    ArithmeticError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    ValueError,
    struct.error,
)
"""What the library raises for a container that is none, is cut off, encrypted, or against itself."""


def _before_reading(entries: Sequence[zipfile.ZipInfo]) -> None:
    """Nothing is read of what is compressed, large, or there twice."""
    names: set[str] = set()
    for entry in entries:
        name, size = entry.filename, entry.file_size
        if problem := problem_of_name(name):
            raise BadPackage(_shown(name), problem)
        if name in names:
            raise BadPackage(name, "stands twice")
        if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != size:
            raise BadPackage(name, "is compressed: a package holds its files as they are")
        if size > MOST_IN_A_FILE:
            raise BadPackage(name, f"is said to have {size} bytes")
        names.add(name)
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise BadPackage("", f"is said to hold more than {MOST_BYTES} bytes")


def _difference(data: bytes, again: bytes) -> int:
    """The first byte that is another."""
    block = next(i for i in range(0, max(len(data), len(again)), 4096) if data[i : i + 4096] != again[i : i + 4096])
    return next(i for i in range(block, block + 4096) if data[i : i + 1] != again[i : i + 1])


def _shown(name: str) -> str:
    return ascii(name)[1:-1][:LONGEST_NAME]


def read(path: Path) -> dict[str, bytes]:
    """The files of a package on disk. Raises BadPackage, or OSError."""
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is not a file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadPackage("", f"has more than {MOST_BYTES} bytes")
    return unpack(data)


def write(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a package whole or not at all, and only over a package. Raises NotOurs, BadPackage or OSError."""
    data = pack(files)
    refuse_to_replace(path)
    write_bytes(path, data)


def refuse_to_replace(path: Path) -> None:
    """Raise NotOurs if a file is in the way that is no package."""
    if path.exists():
        found = b""
        # The manifest is the first file: capitals sort before all else. A pipe would be waited for.
        if path.is_file():
            with path.open("rb") as file:
                found = file.read(_NAME_AT + len(MANIFEST))
        if (found[:4], found[_NAME_AT:]) != (b"PK\3\4", MANIFEST.encode()):
            raise NotOurs(f"{path} exists and is not an evidence package; nothing was written")


def digest(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
