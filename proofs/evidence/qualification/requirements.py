"""Tool operational requirements as data, each with its test and a change that breaks the behaviour.

In `requirements/` there is a file for each topic, read in the order of their names. An entry is a sentence on one
behaviour (`says`) of a `command`; the `test` that verifies it; and a change of the tool that breaks it: `break` is a
file, `old` a text that stands in it once, `new` what then stands there. `schema` is the document that it is about, if
it is about one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("requirements")


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
    schema: str = ""

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
    """All of them, in the files' order. Raises ValueError where two bear one label."""
    found: dict[str, ToolRequirement] = {}
    for path in sorted(_FOLDER.glob("*.toml")):
        for label, r in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if label in found:
                raise ValueError(f"{label}: there is another requirement of this label")
            parts = (r["command"], r["says"], r["test"], r["break"], r["old"], r["new"], r.get("schema", ""))
            found[label] = ToolRequirement(label, *parts)
    return tuple(found.values())
