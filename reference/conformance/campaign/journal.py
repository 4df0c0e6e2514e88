"""The journal of a campaign: a line for each piece that is done, so that nothing is lost and nothing is done twice."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, Self

from reference.common.errors import CannotRun
from reference.conformance.campaign.tally import Tally

SCHEMA = "maxpool/conform-journal/2"


class BadJournal(CannotRun):
    """A journal that is of another campaign, is used by one, or is none."""


class Journal:
    """The journal in a file; `done` are the pieces that it holds, by their names. Without a file, nothing is written.

    While it is open nobody else can open it, where the platform can lock a file.
    """

    def __init__(self, path: Path | None, campaign: Mapping[str, Any], *, resume: bool) -> None:
        """Open or make a journal. Raises BadJournal where it is in use, another's, or there and not to be resumed."""
        self.path, self.done = path, dict[str, Tally]()
        self._file: BinaryIO | None = None
        if path is None:
            return
        head = json.dumps({"schema": SCHEMA, **campaign}, sort_keys=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        existed = path.exists()
        self._file = path.open("ab+")
        try:
            _lock(self._file, path)
            if existed and not resume:
                raise BadJournal(f"{path} is left from an earlier campaign: give --resume, or another folder")
            if existed:
                self._read(path, self._file, head)
            else:
                self._write(head)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def _read(self, path: Path, file: BinaryIO, head: str) -> None:
        """Read the lines that are whole; a last line that broke off is cut away."""
        try:
            file.seek(0)
            data = file.read()
            whole = data[: data.rfind(b"\n") + 1]
            lines = whole.decode("utf-8").splitlines()
            if not lines or json.loads(lines[0]).get("schema") != SCHEMA:
                raise BadJournal(f"{path} is not the journal of a campaign")
            if lines[0] != head:
                raise BadJournal(f"{path} belongs to a campaign with a different seed, size, runtime or version")
            for line in lines[1:]:
                entry = json.loads(line)
                self.done[str(entry["piece"])] = Tally.read(entry["tally"])
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise error if isinstance(error, BadJournal) else BadJournal(f"{path} is damaged: {error}") from None
        if whole != data:
            os.truncate(path, len(whole))

    def add(self, piece: str, tally: Tally, *, write: bool = True) -> None:
        """Keep a piece that is done, and write it down at once, unless it is to be run again on resuming."""
        self.done[piece] = tally
        if write:
            self._write(json.dumps({"piece": piece, "tally": tally.json()}))

    def _write(self, line: str) -> None:
        if self._file is not None:
            self._file.write(line.encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())


def _lock(file: BinaryIO, path: Path) -> None:
    if find_spec("fcntl") is None:  # Windows
        return
    fcntl = import_module("fcntl")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadJournal(f"{path} is in use by another campaign") from None
