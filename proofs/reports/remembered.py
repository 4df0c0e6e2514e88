"""Verdicts of earlier runs: what nothing has changed need not be decided again, nor stated.

What was found is kept under a key of all that it follows from: the tool's own files, the solvers' binaries, the
versions of what is imported, the platform, the limits, and the operator's clauses and claims. Each statement is made
from these alone, so that a verdict is found by its label, and its statement need not be made for it. Only what came out
as expected is kept.
Files are JSON, in the user's own folder of caches; one that is not understood counts as absent, and is written anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

from proofs.engine.catalogue import Catalogue
from proofs.engine.run import decide_all
from proofs.engine.statement import Outcome, Route, Stated, Statement, Tightness, Verdict, Witness
from proofs.solvers.answers import Limits, Scalar, Table, Values
from reference.common import identity
from reference.common.files import write_whole
from spec.operator.clauses import Source

T = TypeVar("T")
SCHEMA = "maxpool/verdicts/2"
KEPT = 8
"""So many files are kept, the newest: one for each state of the tool, each operator and each choice of limits."""
_IMPORTED = ("cvc5", "libclang", "numpy", "sympy", "z3-solver")
"""What decides beside the tool's own files and the solvers' binaries."""
_READ = ("CPATH", "C_INCLUDE_PATH")
"""The variables of the environment that reach what is stated: where C is read, headers may be found by them."""
_NOTHING: Mapping[str, Mapping[str, Any]] = {"verdicts": {}, "further": {}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled(Stated):
    """What a reader was told of a statement in an earlier run; the statement itself is not made."""

    stood_on: tuple[str, ...]
    read: Values | None
    said: str

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels that it stands on or speaks of, each once."""
        return self.stood_on

    def readable(self, values: Values) -> Values:
        """The values of its witness, as they were read then: it has no others."""
        return values if self.read is None else self.read

    def contradiction(self, witness: Witness) -> str:
        """What the goal says at its witness."""
        return self.said


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
    """What was found of a catalogue in one state of the tool, with these limits and solvers.

    A `fresh` one knows nothing of earlier runs; what it keeps is for later ones. `problem` says why nothing was kept.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        limits: Limits,
        solvers: Sequence[str],
        where: Path | None = None,
        *,
        fresh: bool = False,
    ) -> None:
        state = _sum([_tool(), repr(limits), *solvers, *_stated(catalogue)])
        self._path = (where or folder()) / f"verdicts-{state[:32]}.json"
        self._found = _NOTHING if fresh else _read(self._path)
        self.problem = ""

    def get(self, label: str) -> Outcome | None:
        """What became of a statement in an earlier run, as expected; None if that is not known."""
        try:
            outcome = _outcome(label, self._found["verdicts"][label])
        except (KeyError, TypeError, ValueError):
            return None
        return outcome if outcome.as_expected else None

    def keep(self, outcomes: Iterable[Outcome]) -> None:
        """Keep what came out as expected."""
        new = {o.obligation.label: _json(o) for o in outcomes if o.as_expected}
        if not new.keys() <= self._found["verdicts"].keys():
            self._write({"verdicts": {**self._found["verdicts"], **new}})

    def recall(self, name: str, read: Callable[[Any], T]) -> T | None:
        """Whatever else was found under a name, as `read` makes it of JSON; None if it is not known."""
        try:
            return read(self._found["further"][name])
        except (KeyError, TypeError, ValueError):
            return None

    def keep_further(self, name: str, found: object) -> None:
        """Keep something else: dataclasses, and what JSON has."""
        as_read = json.loads(json.dumps(found, default=asdict))
        self._write({"further": {**self._found["further"], name: as_read}})

    def _write(self, changed: Mapping[str, Any]) -> None:
        self._found = {**self._found, **changed}
        try:
            write_whole(self._path, json.dumps({"schema": SCHEMA, **self._found}) + "\n")
            files = self._path.parent.glob("verdicts-*.json")
            for path in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[KEPT:]:
                path.unlink(missing_ok=True)
        except OSError as error:
            self.problem = f"verdicts are not kept for the next run: {error}"


def remembers(catalogue: Catalogue) -> bool:
    """Whether all theories are the tool's own. Of what others are made of, nothing is known."""
    return all(_is_own(theory.load) for theory in catalogue.theories.values())


def _is_own(load: Any) -> bool:
    code = getattr(getattr(load, "func", load), "__code__", None)
    return code is not None and identity.is_own(Path(code.co_filename))


def decide_remembering(
    memory: Memory | None,
    labels: Iterable[str],
    statement: Callable[[str], Statement],
    *settings: Any,
    done: Callable[[Outcome], None],
    **others: Any,
) -> list[Outcome]:
    """The decisions as `decide_all` gives them; what the memory knows is neither stated nor decided again."""
    wanted, known = list(labels), dict[str, Outcome]()
    for label in wanted:
        if memory is not None and (outcome := memory.get(label)) is not None:
            known[label] = outcome
            done(outcome)
    decided = decide_all([statement(o) for o in wanted if o not in known], *settings, done=done, **others)
    if memory is not None:
        memory.keep(decided)
    known |= {outcome.obligation.label: outcome for outcome in decided}
    return [known[label] for label in wanted]


def found_before(
    memory: Memory | None,
    name: str,
    read: Callable[[Any], T],
    make: Callable[[], T],
    lasting: Callable[[T], bool] = lambda _: True,
) -> T:
    """What `make` gives, or the same of an earlier run, as `read` makes it of JSON. What is `lasting` is kept."""
    known = None if memory is None else memory.recall(name, read)
    if known is not None:
        return known
    made = make()
    if memory is not None and lasting(made):
        memory.keep_further(name, made)
    return made


@cache
def _tool() -> str:
    """The tool with what it decides by."""
    versions = [platform.python_version(), *(f"{name} {_version(name)}" for name in _IMPORTED)]
    around = [platform.system(), platform.machine(), *(os.environ.get(name, "") for name in _READ)]
    return _sum([identity.digest(), identity.solvers(), *versions, *around])


def _stated(catalogue: Catalogue) -> list[str]:
    """What a catalogue says, and of which theories it is made: no other catalogue of this name is taken for it."""
    return [repr(catalogue.operator), repr(dict(catalogue.claims)), *catalogue.theories]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _sum(parts: Sequence[str]) -> str:
    """One digest of texts; each is told from the next by its length."""
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()


def _read(path: Path) -> Mapping[str, Mapping[str, Any]]:
    try:
        document = json.loads(path.read_bytes())
    except (OSError, RecursionError, ValueError):
        document = None
    known = document if isinstance(document, dict) and document.get("schema") == SCHEMA else {}
    return {part: its if isinstance(its := known.get(part), dict) else {} for part in _NOTHING}


# --- as JSON ---------------------------------------------------------------------------------------


def _json(outcome: Outcome) -> dict[str, Any]:
    told, witness = outcome.obligation, outcome.witness
    return {
        "told": [told.statement, told.expected, told.about, told.principle, told.operator, told.clauses],
        "source": [told.source.document, told.source.label, told.source.line, told.source.column],
        "read": witness and _values_json(told.readable(witness.values)),
        "said": told.contradiction(witness) if witness else "",
        "verdict": outcome.verdict,
        "routes": [[r.name, r.version, r.verdict, r.seconds, r.bounds] for r in outcome.routes],
        "satisfiable_by": _values_json(outcome.satisfiable_by),
        "witness": witness and [_values_json(witness.values), witness.minimal, dict(witness.observed)],
        "tightness": [[t.assumption, t.outcome, _values_json(t.counterexample)] for t in outcome.tightness],
        "seconds": outcome.seconds,
    }


def _outcome(label: str, kept: Any) -> Outcome:
    """Raises KeyError, TypeError or ValueError where something else was kept than an outcome."""
    routes = tuple(Route(name, its, Verdict(said), float(s), bounds) for name, its, said, s, bounds in kept["routes"])
    witness = kept["witness"]
    statement, expected, about, principle, operator, clauses = kept["told"]
    told = Recalled(
        label=label,
        statement=statement,
        source=Source(*kept["source"]),
        expected=Verdict(expected),
        about=tuple(about),
        principle=principle,
        operator=operator,
        stood_on=tuple(clauses),
        read=_values(kept["read"]),
        said=kept["said"],
    )
    return Outcome(
        told,
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
