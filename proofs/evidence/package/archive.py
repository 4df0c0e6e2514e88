"""The container of a package: a zip in one canonical form, so that every byte of it is determined by its files.

Files are stored as they are, without compression, in the order of their names, with one fixed time and mode. A reader
that finds anything else refuses it. So there is no bomb, no link, no second file of a name and no hidden byte: what is
read is packed again, and must give the same bytes.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

from reference.common.errors import CannotRun
from reference.common.files import NotOurs, write_bytes

MANIFEST = "MANIFEST.json"
"""The first file in every package: capitals sort before all else."""

MOST_BYTES = 200_000_000
MOST_FILES = 10_000
MOST_IN_A_FILE = 64_000_000
LONGEST_NAME = 200
_PART = r"[A-Za-z0-9_+-][A-Za-z0-9._+-]*"
_NAME = re.compile(rf"{_PART}(/{_PART})*", re.ASCII)
_RESERVED = re.compile(r"(?i)(^|/)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.[^/]*)?(/|$)")
"""Names that are devices on some system."""

_LOCAL = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END = struct.Struct("<4sHHHHIIH")
_VERSION, _UNIX, _DATE, _MODE = 20, 3 << 8, (0 << 9) | (1 << 5) | 1, 0o100644 << 16
"""The oldest format that has folders; the first day that a zip can name."""


class Refused(CannotRun):
    """The bytes are no package; `path` is where in it, as far as that is known."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path}: {what}" if path else what)
        self.path, self.what = path, what


def problem_of_name(name: str) -> str:
    """What is wrong with a file's name in a package; empty if nothing is."""
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        return "is no plain relative name"
    return "is a name that some system keeps for a device" if _RESERVED.search(name) else ""


def pack(files: Mapping[str, bytes]) -> bytes:
    """The package of some files. Raises Refused for what no reader would take."""
    _within_limits(files)
    body, directory, offset = [], [], 0
    for name in sorted(files):
        data, encoded = files[name], name.encode("ascii")
        common = (0, 0, 0, _DATE, zlib.crc32(data), len(data), len(data), len(encoded), 0)
        local = _LOCAL.pack(b"PK\3\4", _VERSION, *common) + encoded
        directory.append(
            _CENTRAL.pack(b"PK\1\2", _UNIX | _VERSION, _VERSION, *common, 0, 0, 0, _MODE, offset) + encoded
        )
        body += [local, data]
        offset += len(local) + len(data)
    central = b"".join(directory)
    end = _END.pack(b"PK\5\6", 0, 0, len(files), len(files), len(central), offset, 0)
    return b"".join([*body, central, end])


def _within_limits(files: Mapping[str, bytes]) -> None:
    if len(files) > MOST_FILES:
        raise Refused("", f"{len(files)} files; at most {MOST_FILES} are packed")
    folded: dict[str, str] = {}
    for name, data in files.items():
        if problem := problem_of_name(name):
            raise Refused(_shown(name), problem)
        if folded.setdefault(name.casefold(), name) != name:
            raise Refused(name, f"differs from {folded[name.casefold()]} in nothing but capitals")
        if len(data) > MOST_IN_A_FILE:
            raise Refused(name, f"has {len(data)} bytes; at most {MOST_IN_A_FILE} are packed")
    if sum(map(len, files.values())) > MOST_BYTES // 2:
        raise Refused("", "too large for a package")


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of a package, by name. Raises Refused for anything but the canonical form."""
    files: dict[str, bytes] = {}
    at = 0
    while data[at : at + 4] == b"PK\3\4":
        name, content, at = _entry(data, at)
        if name in files:
            raise Refused(name, "stands twice")
        if files and name < next(reversed(files)):
            raise Refused(name, "is out of order")
        files[name] = content
        if len(files) > MOST_FILES:
            raise Refused("", f"more than {MOST_FILES} files")
    if not files:
        raise Refused("", "is no evidence package")
    again = pack(files)
    if again != data:
        raise Refused(*_difference(data, again, at))
    return files


def _entry(data: bytes, at: int) -> tuple[str, bytes, int]:
    """The file whose header starts at an offset, and where the next one starts."""
    if at + _LOCAL.size > len(data):
        raise Refused("", "is cut off")
    _, version, flags, method, time, date, checksum, stored, size, length, more = _LOCAL.unpack_from(data, at)
    start = at + _LOCAL.size + length
    try:
        name = data[at + _LOCAL.size : start].decode("ascii")
    except UnicodeDecodeError:
        raise Refused("", "a name that is not ASCII") from None
    if problem := problem_of_name(name):
        raise Refused(_shown(name), problem)
    if method or stored != size:
        raise Refused(name, "is compressed: a package holds its files as they are")
    if (version, flags, time, date, more) != (_VERSION, 0, 0, _DATE, 0):
        raise Refused(name, "its header is not as a package's")
    if size > MOST_IN_A_FILE or start + size > len(data):
        raise Refused(name, f"is said to have {size} bytes")
    content = data[start : start + size]
    if zlib.crc32(content) != checksum:
        raise Refused(name, "its bytes are not those of its checksum")
    return name, content, start + size


def _difference(data: bytes, again: bytes, end_of_files: int) -> tuple[str, str]:
    """Where bytes are not the canonical ones. The files were read from them: what differs stands behind."""
    block = next(i for i in range(0, max(len(data), len(again)), 4096) if data[i : i + 4096] != again[i : i + 4096])
    at = next(i for i in range(block, block + 4096) if data[i : i + 1] != again[i : i + 1])
    where = "the directory at its end" if at >= end_of_files else "its files"
    return "", f"{where} is not that of a package, at byte {at}"


def _shown(name: str) -> str:
    return ascii(name)[1:-1][:LONGEST_NAME]


def read(path: Path) -> dict[str, bytes]:
    """The files of a package on disk. Raises Refused, or OSError."""
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is no file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Refused("", f"has more than {MOST_BYTES} bytes")
    return unpack(data)


def write(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a package whole or not at all, and never over a file that is none. Raises NotOurs, Refused or OSError."""
    data = pack(files)
    refuse_to_replace(path)
    write_bytes(path, data)


def refuse_to_replace(path: Path) -> None:
    """Raise NotOurs if a file is in the way that is no package."""
    head = _LOCAL.size + len(MANIFEST)
    if path.exists():
        found = b""
        # A pipe would be waited for.
        if path.is_file():
            with path.open("rb") as file:
                found = file.read(head)
        if (found[:4], found[_LOCAL.size :]) != (b"PK\3\4", MANIFEST.encode()):
            raise NotOurs(f"{path} exists and is no evidence package; nothing was written")


def digest(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
