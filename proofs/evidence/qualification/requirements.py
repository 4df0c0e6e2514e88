"""Tool operational requirements as data, each with its test and a change that breaks the behaviour."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("requirements.toml")


@dataclass(frozen=True, slots=True)
class ToolRequirement:
    """What the tool must do, for whom, by which test that is seen, and which change of which file breaks it."""

    label: str
    command: str
    says: str
    test: str
    file: str
    old: str
    new: str

    def json(self) -> dict[str, str]:
        """It as a document."""
        return asdict(self)

    def broken(self, text: str) -> str:
        """The file's text with the behaviour broken. Raises ValueError if the place is not there, or not once."""
        if (number := text.count(self.old)) != 1:
            raise ValueError(f"{self.label}: what is to be changed stands {number} times in {self.file}")
        return text.replace(self.old, self.new)


@cache
def requirements() -> Sequence[ToolRequirement]:
    """All of them, in the file's order."""
    table = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        ToolRequirement(label, r["command"], r["says"], r["test"], r["break"], r["old"], r["new"])
        for label, r in table.items()
    )
