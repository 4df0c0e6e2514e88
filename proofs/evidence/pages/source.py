"""The source that obligations are about, line by line, each line with the obligations that are proved of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from proofs.evidence.contents.sentences import place_of
from proofs.evidence.package.names import SOURCE
from proofs.evidence.pages.claims import linked, places_of
from proofs.evidence.trace.material import Material, grouped


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A file: its lines, each with its obligations; and how many lines carry some, all as expected."""

    name: str
    lines: Sequence[tuple[int, str, Markup, str]]
    proved: int


def sources(m: Material, files: Mapping[str, bytes]) -> Sequence[ShownSource]:
    """Every file of the source, with what is proved of it."""
    places = places_of(m)
    at = grouped((place_of(d["source"]), d) for d in m.decisions)
    shown = []
    for name in sorted(n for n in files if n.startswith(f"{SOURCE}/")):
        file = name.removeprefix(f"{SOURCE}/")
        lines, proved = [], 0
        for number, line in enumerate(files[name].decode("utf-8", "backslashreplace").split("\n"), 1):
            here = at.get((file, number), [])
            is_proved = bool(here) and all(d["as_expected"] for d in here)
            proved += is_proved
            css = "" if not here else "held" if is_proved else "wrong"
            lines.append((number, line, linked([d["label"] for d in here], places), css))
        shown.append(ShownSource(file, lines, proved))
    return shown
