"""What persons said of entries, and which reviews they made: read from a TOML file, kept by identifier.

What was said of an entry holds for the state that the entry had then. When the entry says something else now, it is
stale; when there is no such entry any more, it is of nothing. Neither counts, and both are shown.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from proofs.evidence.registers.entries import MAJOR, MINOR, NOTE, RegisterEntry

SCHEMA = "maxpool/evidence-dispositions/1"
DECISIONS = ("accepted", "to be fixed", "fixed", "not applicable", "discharged")
CURRENT, STALE, OF_NOTHING = "current", "stale", "of nothing"
COLUMNS = (
    "id",
    "state",
    "of",
    "what",
    "why",
    "severity",
    "owner",
    "disposition",
    "by",
    "date",
    "reason",
    "baseline",
    "said",
)
SAID_COLUMNS = ("kind", "id", "by", "date", "said", "reason", "status")
_STATE = re.compile(r"[0-9a-f]{16}|[0-9a-f]{64}")
LONGEST = 2000


class BadDispositions(ValueError):
    """A file of dispositions that is none; the message says which entry, and what is wrong with it."""


_REQUIRED = {
    "disposition": ("id", "state", "decision", "by", "date", "reason"),
    "review": ("subject", "state", "by", "date", "outcome"),
}
_OPTIONAL = {"disposition": ("severity", "baseline"), "review": ("reason",)}


def read(data: bytes) -> dict[str, Any]:
    """The file as a document, its dates as text. Raises BadDispositions."""
    try:
        found = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadDispositions(f"is not TOML: {error}"[:300]) from None
    if unknown := sorted(found.keys() - _REQUIRED.keys()):
        raise BadDispositions(f"has [{unknown[0]}]; it may have [[disposition]] and [[review]]")
    rows = {kind: [*_each(kind, found.get(kind, []))] for kind in _REQUIRED}
    _once(rows["disposition"])
    return {"schema": SCHEMA, **rows}


def _each(kind: str, rows: Any) -> Iterator[dict[str, str]]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadDispositions(f"{kind} is no list: write [[{kind}]]")
    for number, row in enumerate(rows, 1):
        name = f"{kind} {number}"
        if missing := [key for key in _REQUIRED[kind] if key not in row]:
            raise BadDispositions(f"{name} has no {missing[0]}")
        if unknown := sorted(row.keys() - {*_REQUIRED[kind], *_OPTIONAL[kind]}):
            raise BadDispositions(f"{name} has {unknown[0]!r}, which means nothing here")
        yield {key: _text(f"{name}: {key}", key, value) for key, value in row.items()}


def _text(name: str, key: str, value: Any) -> str:
    if key == "date":
        # A time of day is a date too, to Python.
        if isinstance(value, date) and not isinstance(value, datetime):
            return value.isoformat()
        raise BadDispositions(f"{name} is no date: write 2026-01-31")
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
        raise BadDispositions(f"{name} is no text of at most {LONGEST} characters")
    choices = {"decision": DECISIONS, "severity": (MAJOR, MINOR, NOTE)}.get(key, (value,))
    if value not in choices:
        raise BadDispositions(f"{name} is {value[:50]!r}; it can be {', '.join(choices)}")
    if key == "state" and not _STATE.fullmatch(value):
        raise BadDispositions(f"{name} is no state as the registers show it")
    return value


def _once(dispositions: Sequence[Mapping[str, str]]) -> None:
    for identifier, number in Counter(d["id"] for d in dispositions).items():
        if number > 1:
            raise BadDispositions(f"{identifier[:80]} has {number} dispositions; it can have one")


def rows(register: str, entries: Sequence[RegisterEntry], said: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """A register as rows: each entry with what was said of it, where that is not stale."""
    by_id = {d["id"]: d for d in said.get("disposition", ())}
    for e in entries:
        if e.register != register:
            continue
        found = by_id.get(e.identifier, {})
        status = _status(found, e) if found else ""
        d = found if status == CURRENT else {}
        severity = d.get("severity") or e.severity
        of_person = (
            d.get("decision", ""),
            d.get("by", ""),
            d.get("date", ""),
            d.get("reason", ""),
            d.get("baseline", ""),
        )
        yield e.identifier, e.state, e.subject, e.what, e.why, severity, e.owner, *of_person, status


def _status(disposition: Mapping[str, str], entry: RegisterEntry | None) -> str:
    return OF_NOTHING if entry is None else CURRENT if disposition["state"] == entry.state else STALE


def said_rows(
    entries: Sequence[RegisterEntry], said: Mapping[str, Any], digests: Mapping[str, str]
) -> Iterator[tuple[str, ...]]:
    """Everything that persons said, and whether it still holds. `digests` are those of the files that are reviewed."""
    by_id = {e.identifier: e for e in entries}
    for d in said.get("disposition", ()):
        yield "disposition", d["id"], d["by"], d["date"], d["decision"], d["reason"], _status(d, by_id.get(d["id"]))
    for r in said.get("review", ()):
        digest = digests.get(r["subject"])
        status = OF_NOTHING if digest is None else CURRENT if digest == r["state"] else STALE
        yield "review", r["subject"], r["by"], r["date"], r["outcome"], r.get("reason", ""), status
