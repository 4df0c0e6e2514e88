"""What Why3's provers have proved of the theory: the stored session, which is replayed, and the record of a run.

The session is part of the project: for each goal the way of asking that proved it, with its steps. `make why3` asks in
these ways first, and leaves a record in `build/`; no verdict rests on it. A record of another theory, or by other
versions, is worth nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from proofs.engine.record import KernelRecord
from proofs.engine.statement import Route, Verdict
from proofs.maxpool.labels import recorded
from proofs.why3 import tools
from proofs.why3.theory.clauses import NotStated
from proofs.why3.theory.lemmas import STATED, goal_name
from proofs.why3.theory.theory import files
from reference.common.files import write_whole
from spec.operator.operator import NotGiven, OtherStatement, UnknownClause, Violation

SCHEMA, SESSION_SCHEMA = "maxpool/why3-record/1", "maxpool/why3-session/1"
SESSION = Path(__file__).with_name("session.json")
ROOT = SESSION.parents[2]
RECORD = ROOT / "build" / "why3" / "proved.json"
HOW = "run `make why3`"
NAME = "why3"
IN_REPOSITORY = (ROOT / "pyproject.toml").exists()
"""Where the project is installed, no folder is its own to leave a record in."""


def digest() -> str:
    """The SHA-256 of the theory as it is now, its adapter included."""
    return hashlib.sha256("".join(files().values()).encode()).hexdigest()


def labels() -> dict[str, str]:
    """For each obligation that is stated as a goal, its module and the goal's name.

    They are taken from what is recorded: to prove one theorem, no theory but its own has to be stated.
    """
    goals = {name.partition(" ")[0] for name in _stored(SESSION).get("goals", ())}
    named = {label: f"{theory.capitalize()}.{goal_name(label)}" for theory in STATED for label in recorded()[theory]}
    return {label: name for label, name in named.items() if name in goals}


# --- the session


def session(path: Path = SESSION) -> Mapping[str, tools.Way]:
    """For each goal of the theory as it is now, the way in which it was proved; nothing where the session is stale."""
    document = _stored(path)
    if document.get("theory") != digest():
        return {}
    return {name: (str(way), int(steps)) for name, (way, steps) in document["goals"].items()}


def _stored(path: Path) -> Mapping[str, Any]:
    """The session as it is stored, of whatever theory."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) and document.get("schema") == SESSION_SCHEMA else {}


def session_text(answers: Sequence[tools.GoalResult], versions: Mapping[str, str]) -> str:
    """The session of a run that proved every goal."""
    goals = {a.goal.name: list(a.way) for a in sorted(answers, key=lambda a: a.goal.name) if a.way is not None}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(way)}" for name, way in goals.items())
    head = {"schema": SESSION_SCHEMA, "theory": digest(), "versions": dict(versions)}
    return json.dumps(head, indent=1)[:-2] + f',\n "goals": {{\n{lines}\n }}\n}}\n'


# --- the record


def record(answers: Sequence[tools.GoalResult], versions: Mapping[str, str], path: Path = RECORD) -> None:
    """Leave the record of a run that proved every goal."""
    goals = {a.goal.name: {"prover": a.prover, "seconds": round(a.seconds, 3)} for a in answers}
    document = {"schema": SCHEMA, "theory": digest(), "versions": dict(versions), "goals": goals}
    write_whole(path, json.dumps(document, indent=2) + "\n")


@cache
def why3_record(path: Path = RECORD) -> KernelRecord:
    """What Why3's provers have proved of the theory as it is now."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return _absent(HOW)
    except (OSError, ValueError):
        return _absent(f"{path.name} cannot be read; {HOW}")
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return _absent(f"{path.name} is not a record of a run; {HOW}")
    try:
        present = digest()
    except (
        UnknownClause,
        OtherStatement,
        NotGiven,
        Violation,
        NotStated,
    ) as missing:  # A clause was changed, and what names it was not.
        return _absent(f"the theory cannot be stated: {missing}")
    if document.get("theory") != present:
        return _absent(f"the theory is not the one that was proved; {HOW}")
    try:
        versions = tools.versions()
    except tools.NoWhy3 as missing:
        return _absent(f"it was proved, but {missing}")
    if document.get("versions") != versions:
        return _absent(f"Why3 or a prover has another version than when it was proved; {HOW}")
    return _proved(document["goals"], versions)


def _proved(goals: Mapping[str, Mapping[str, Any]], versions: Mapping[str, str]) -> KernelRecord:
    seconds = {}
    for label, name in labels().items():
        # A goal that was split is called by its name and a number of parts.
        parts = [told for goal, told in goals.items() if goal.partition(" ")[0] == name]
        if parts:
            seconds[label] = sum(float(part["seconds"]) for part in parts)
    version = versions["why3"]
    routes = {label: Route(NAME, version, Verdict.PROVED, s) for label, s in seconds.items()}
    return KernelRecord("", version, len(goals), routes, _stated(), 0, **_WORDS)


def _absent(problem: str) -> KernelRecord:
    return KernelRecord(problem, stated=_stated(), **_WORDS)


def _stated() -> dict[str, tuple[str, ...]]:
    return {label: (name,) for label, name in labels().items()}


_WORDS: Mapping[str, Any] = {"name": NAME, "by": "Why3", "did": "goals proved by z3 and cvc4 for", "how": ""}
