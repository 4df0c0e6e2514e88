"""Verdicts of earlier runs: what nothing has changed need not be decided again.

A verdict is kept under a key of all that it follows from: the statement, the tool's own files, the solvers' binaries,
the versions of what is imported, and the limits. Only what came out as expected is kept. Files are JSON, in the
user's own folder of caches; one that is not understood counts as absent, and is written anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from proofs.engine.run import decide_all
from proofs.engine.statement import Outcome, Route, Statement, Tightness, Verdict, Witness
from proofs.solvers.answers import Limits, Scalar, Table, Values
from reference.common import identity
from reference.common.files import write_whole

SCHEMA = "maxpool/verdicts/1"
KEPT = 4
"""So many files are kept, the newest: one for each state of the tool."""
_IMPORTED = ("cvc5", "libclang", "numpy", "sympy", "z3-solver")
"""What decides beside the tool's own files and the solvers' binaries."""


def folder() -> Path:
    """The folder that verdicts are kept in: what MAXPOOL_CACHE names, or the platform's folder of caches."""
    if named := os.environ.get("MAXPOOL_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        root = Path.home() / "Library" / "Caches"
    else:
        root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root, identity.NAME)


class Memory:
    """The verdicts of one state of the tool, with these limits and solvers. `problem` says why nothing was kept."""

    def __init__(self, limits: Limits, solvers: Sequence[str], where: Path | None = None) -> None:
        self._state = _sum([_tool(), repr(limits), *solvers])
        self._path = (where or folder()) / f"verdicts-{self._state[:32]}.json"
        self._found = _read(self._path)
        self.problem = ""

    def get(self, statement: Statement) -> Outcome | None:
        """What became of a statement in an earlier run, as expected; None if that is not known."""
        try:
            outcome = _outcome(statement, self._found[self._key(statement)])
        except (KeyError, TypeError, ValueError):
            return None
        return outcome if outcome.as_expected else None

    def keep(self, outcomes: Sequence[Outcome]) -> None:
        """Keep what came out as expected."""
        new = {self._key(o.obligation): _json(o) for o in outcomes if o.as_expected}
        if new.keys() <= self._found.keys():
            return
        self._found = {**self._found, **new}
        try:
            self._write()
        except OSError as error:
            self.problem = f"verdicts are not kept for the next run: {error}"

    def _write(self) -> None:
        write_whole(self._path, json.dumps({"schema": SCHEMA, "verdicts": self._found}) + "\n")
        files = sorted(self._path.parent.glob("verdicts-*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[KEPT:]:
            path.unlink(missing_ok=True)

    def _key(self, statement: Statement) -> str:
        kind = type(statement)
        said = (statement.operator, statement.label, statement.expected, statement.principle, statement.goal_text)
        return _sum([self._state, f"{kind.__module__}.{kind.__qualname__}", *said, *statement.hypotheses_lines])


def decide_remembering(
    memory: Memory | None,
    obligations: Iterable[Statement],
    *settings: Any,
    done: Callable[[Outcome], None],
    **others: Any,
) -> list[Outcome]:
    """The decisions as `decide_all` gives them; what the memory knows is not decided, and what is decided, it keeps."""
    if memory is None:
        return decide_all(obligations, *settings, done=done, **others)
    known: dict[str, Outcome] = {}
    wanted = list(obligations)
    for outcome in filter(None, map(memory.get, wanted)):
        known[outcome.obligation.label] = outcome
        done(outcome)
    decided = decide_all([o for o in wanted if o.label not in known], *settings, done=done, **others)
    memory.keep(decided)
    known |= {outcome.obligation.label: outcome for outcome in decided}
    return [known[o.label] for o in wanted]


@cache
def _tool() -> str:
    """The tool with what it decides by."""
    versions = [platform.python_version(), *(f"{name} {_version(name)}" for name in _IMPORTED)]
    return _sum([identity.digest(), identity.solvers(), *versions])


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _sum(parts: Sequence[str]) -> str:
    """One digest of texts; each is told from the next by its length."""
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()


def _read(path: Path) -> Mapping[str, Any]:
    try:
        document = json.loads(path.read_bytes())
    except (OSError, RecursionError, ValueError):
        return {}
    found = document.get("verdicts") if isinstance(document, dict) and document.get("schema") == SCHEMA else None
    return found if isinstance(found, dict) else {}


# --- as JSON ---------------------------------------------------------------------------------------


def _json(outcome: Outcome) -> dict[str, Any]:
    witness = outcome.witness
    return {
        "verdict": outcome.verdict,
        "routes": [[r.name, r.version, r.verdict, r.seconds, r.bounds] for r in outcome.routes],
        "satisfiable_by": _values_json(outcome.satisfiable_by),
        "witness": witness and [_values_json(witness.values), witness.minimal, dict(witness.observed)],
        "tightness": [[t.assumption, t.outcome, _values_json(t.counterexample)] for t in outcome.tightness],
        "seconds": outcome.seconds,
    }


def _outcome(statement: Statement, kept: Any) -> Outcome:
    """Raises KeyError, TypeError or ValueError where something else was kept than an outcome."""
    routes = tuple(Route(name, its, Verdict(said), float(s), bounds) for name, its, said, s, bounds in kept["routes"])
    witness = kept["witness"]
    return Outcome(
        statement,
        Verdict(kept["verdict"]),
        routes,
        _values(kept["satisfiable_by"]),
        None if witness is None else Witness(_values(witness[0]) or {}, bool(witness[1]), witness[2]),
        tuple(Tightness(label, said, _values(counter)) for label, said, counter in kept["tightness"]),
        float(kept["seconds"]),
        remembered=True,
    )


def _values_json(values: Values | None) -> Any:
    return None if values is None else {name: _value_json(value) for name, value in values.items()}


def _value_json(value: Scalar | Table) -> Any:
    match value:
        case Table(entries, otherwise):
            rows = [[[*map(_value_json, arguments)], _value_json(result)] for arguments, result in entries.items()]
            return {"table": rows, "otherwise": _value_json(otherwise)}
        case Fraction():
            return {"fraction": str(value)}
    return value


def _values(kept: Any) -> Values | None:
    if kept is None:
        return None
    return {name: _value(value) for name, value in dict(kept).items()}


def _value(kept: Any) -> Scalar | Table:
    match kept:
        case {"table": rows, "otherwise": otherwise}:
            entries = {tuple(map(_scalar, arguments)): _scalar(result) for arguments, result in rows}
            return Table(entries, _scalar(otherwise))
    return _scalar(kept)


def _scalar(kept: Any) -> Scalar:
    match kept:
        case {"fraction": str(text)}:
            return Fraction(text)
        case bool() | int() | str():
            return kept
    raise ValueError("a value of another kind")
