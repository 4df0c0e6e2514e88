"""What Coq has checked, as a route: read from the record that `make kernel` leaves, if it is of exactly these files.

The record holds the digests of all files, the generated ones as the terms now give them, and Coq's version. If one of
them differs, or Coq is not there, the route is absent: it is never taken from memory. No verdict rests on this route.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from proofs.engine.record import KernelRecord
from proofs.engine.statement import Route, Verdict
from proofs.kernel import coq
from proofs.kernel.coq import Checked
from proofs.kernel.statements import FOLDER, generated, name_of
from proofs.kernel.theorems import BY_HAND, THEOREMS
from reference.common.files import write_whole

SCHEMA = "maxpool/kernel/1"
RECORD = FOLDER.parents[1] / "build" / "kernel" / "checked.json"
HOW = "run `make kernel`"
NAME = "kernel"


def wanted() -> dict[str, bool]:
    """The theorems to be checked, and whether their statements are generated."""
    return {**{name_of(t.label): True for t in THEOREMS}, **dict.fromkeys(BY_HAND, False)}


def files() -> dict[str, str]:
    """All files of Coq: those written by hand as they are, the others as they should be."""
    by_hand = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.v"))}
    return {**by_hand, **generated()}


def digests(texts: Mapping[str, str]) -> dict[str, str]:
    """The SHA-256 of each file."""
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sorted(texts.items())}


def record(texts: Mapping[str, str], version: str, checked: Sequence[Checked], path: Path = RECORD) -> None:
    """Leave the record of a check."""
    document = {
        "schema": SCHEMA,
        "coq": version,
        "digests": digests(texts),
        "theorems": {c.name: {"file": c.file, "seconds": round(c.seconds, 3)} for c in checked},
    }
    write_whole(path, json.dumps(document, indent=2) + "\n")


@cache
def kernel_record(path: Path = RECORD) -> KernelRecord:
    """What Coq has checked of the files as they are now."""
    absent = partial(KernelRecord, stated=_stated(), wanted=len(wanted()))
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return absent(HOW)
    except (OSError, ValueError):
        return absent(f"{path.name} cannot be read; {HOW}")
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return absent(f"{path.name} is not a record of a check; {HOW}")
    if document.get("digests") != digests(files()):
        return absent(f"the files are not those that were checked; {HOW}")
    version = coq.version()
    if version is None or document.get("coq") != version:
        found_as = f"Coq is {version or 'not installed'}, and was {document.get('coq')} when they were checked"
        return absent(f"{found_as}; {HOW}")
    found = document.get("theorems")
    if not isinstance(found, dict) or set(found) != set(wanted()):
        return absent(f"{path.name} does not belong to these theorems; {HOW}")
    return _record(version, {name: float(theorem["seconds"]) for name, theorem in found.items()})


def checked_again() -> KernelRecord:
    """What Coq says of all files now; no record is left. Raises coq.BadProof."""
    version = coq.version()
    if version is None:
        return KernelRecord("Coq is not installed here", stated=_stated(), wanted=len(wanted()))
    return _record(version, {c.name: c.seconds for c in coq.check(files(), wanted())})


def _record(version: str, seconds: Mapping[str, float]) -> KernelRecord:
    routes = {
        label: Route(NAME, version, Verdict.PROVED, seconds[name_of(theorem.label)])
        for theorem in THEOREMS
        for label in theorem.shows
    }
    return KernelRecord("", version, len(seconds), routes, _stated(), len(wanted()))


def _stated() -> dict[str, tuple[str, ...]]:
    """The names of the theorems that are stated of each obligation."""
    labels = dict.fromkeys(label for theorem in THEOREMS for label in theorem.shows)
    return {label: tuple(name_of(t.label) for t in THEOREMS if label in t.shows) for label in labels}
