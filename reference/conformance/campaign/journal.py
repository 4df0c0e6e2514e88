"""The journal of a campaign: a line for each piece that is done, so that nothing is lost and nothing is done twice."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reference.common.errors import CannotRun
from reference.conformance.campaign.tally import Tally

SCHEMA = "maxpool/conform-journal/1"


class BadJournal(CannotRun):
    """A journal that is of another campaign, or is none."""


class Journal:
    """The journal in a file; `done` are the pieces that it holds, by their names."""

    def __init__(self, path: Path, campaign: Mapping[str, Any], *, resume: bool) -> None:
        """Open or make a journal. Raises BadJournal where the file is another's, or there and not to be resumed."""
        self.path, self.done = path, dict[str, Tally]()
        head = json.dumps({"schema": SCHEMA, **campaign}, sort_keys=True)
        if path.exists():
            if not resume:
                raise BadJournal(f"{path} is left from an earlier campaign: give --resume, or another folder")
            self._read(head)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(head + "\n", encoding="utf-8", newline="\n")

    def _read(self, head: str) -> None:
        """Read the lines that are whole; a last line that broke off is cut away."""
        try:
            data = self.path.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            lines = whole.decode("utf-8").splitlines()
            if not lines or json.loads(lines[0]).get("schema") != SCHEMA:
                raise BadJournal(f"{self.path} is not the journal of a campaign")
            if lines[0] != head:
                raise BadJournal(f"{self.path} belongs to a campaign with a different seed, size, runtime or version")
            for line in lines[1:]:
                entry = json.loads(line)
                self.done[str(entry["piece"])] = Tally.read(entry["tally"])
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise error if isinstance(error, BadJournal) else BadJournal(f"{self.path} is damaged: {error}") from None
        if whole != data:
            os.truncate(self.path, len(whole))

    def add(self, piece: str, tally: Tally) -> None:
        """Write down a piece that is done, at once."""
        self.done[piece] = tally
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps({"piece": piece, "tally": tally.json()}) + "\n")
            file.flush()
            os.fsync(file.fileno())
