"""Changes of the prover's source that make it unsound, as `slips.toml` lists them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference.common.layout import ROOT

LIST = Path(__file__).with_name("slips.toml")


@dataclass(frozen=True, slots=True)
class Slip:
    """One change: the module, what is wrong, what stands in its source and what stands there instead.

    False things of `kinds` notice it, or the two derivations that are compared; `load`: the theories are made first,
    and may be refused.
    """

    module: str
    what: str
    old: str
    new: str
    kinds: tuple[str, ...]
    load: bool = False

    @property
    def path(self) -> Path:
        """The file."""
        return ROOT / f"{self.module.replace('.', '/')}.py"


def changed(text: str, slip: Slip) -> str:
    """A module's text with a change; raises ValueError where what is to be changed does not stand there."""
    if slip.old not in text:
        raise ValueError(f"{slip.module}: {slip.old!r} does not stand in it")
    return text.replace(slip.old, slip.new, 1)


def _slip(entry: dict[str, Any]) -> Slip:
    return Slip(**{**entry, "kinds": tuple(entry["kinds"])})


SLIPS = tuple(_slip(entry) for entry in tomllib.loads(LIST.read_text(encoding="utf-8"))["slip"])
"""All of them, in the order in which they are numbered."""
