"""`maxpool prove --source FILE:FUNCTION`: anyone's plain implementation, proved against the same clauses.

The file is read and parsed, never imported and never run. With `--replay`, Python runs the one function on a witness.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol, TypedDict

from proofs.engine.statement import Verdict
from proofs.program.logic.plan import Condition
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import (
    ConditionOutcome,
    all_proved,
    attempt,
    briefly_finished,
    finished,
    modes,
    unreached,
)
from proofs.program.running.replay import replay as run_by_python
from proofs.program.running.witness import CallWitness, CallWitnessJson, find
from proofs.program.source.module import LARGEST, function_of
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parsed
from proofs.solvers.answers import BRIEF_LIMITS, Limits
from proofs.solvers.solvers import SOLVERS, opened
from reference.common.errors import Contradiction

EMPTY = "no execution could be shown to reach this line: a proof would be vacuous"


LANGUAGE = "Python"
ASSUMPTIONS = (
    "the call meets every precondition of the profile",
    *(f"the call is one where {mode}" for mode in modes()),
    "each NaN of X has been replaced by -inf before (clause NaN.as-minus-infinity)",
    "new_Y and new_Indices give new tensors, and nothing else holds them, or X, while the function runs",
)
"""What the proof of a function in Python takes for granted of those who call it."""


class FunctionVerdict(StrEnum):
    """What became of a function. What is refused was not understood: it may be right or wrong."""

    PROVED = "proved"
    NOT_PROVED = "not proved"
    REFUSED = "refused"


EXIT_CODES = {FunctionVerdict.PROVED: 0, FunctionVerdict.NOT_PROVED: 1, FunctionVerdict.REFUSED: 3}
"""What the command ends with. 2 is for what could not be run at all."""


class SourceLines(Protocol):
    """The lines of a function, from the first to the last, and their SHA-256 digest."""

    @property
    def first(self) -> int:
        """The first line, from 1."""

    @property
    def last(self) -> int:
        """The last line."""

    @property
    def digest(self) -> str:
        """The digest of the lines."""


class DigestJson(TypedDict):
    """Lines of a file, the first and the last, and their SHA-256 digest."""

    sha256: str
    lines: list[int]


class HelperJson(DigestJson):
    """A function that the function calls."""

    function: str


class ConditionRouteJson(TypedDict):
    """What a solver makes of a condition."""

    name: str
    version: str
    verdict: Verdict
    seconds: float


class ConditionJson(TypedDict):
    """A condition of the proof: where it is from, what it says, and what became of it."""

    label: str
    line: int
    words: str
    verdict: Verdict
    routes: list[ConditionRouteJson]


class RefusedJson(TypedDict):
    """What was not understood, and what to change so that it is."""

    line: int
    column: int | None
    reason: str
    change: str | None


class EmptyJson(TypedDict):
    """A line that nothing could be shown to reach."""

    line: int
    reason: str


class SourceJson(TypedDict):
    """What became of a function, with what it rests on."""

    schema: Literal["maxpool/prove-source/2"]
    function: str
    language: str
    model: str | None
    digest: DigestJson | None
    helpers: list[HelperJson]
    verdict: FunctionVerdict
    proved: bool
    assumptions: list[str]
    shown: list[str]
    capacity: str | None
    parameters: dict[str, str]
    calls: list[str]
    conditions: list[ConditionJson]
    refused: RefusedJson | None
    empty: EmptyJson | None
    witness: CallWitnessJson | None
    seconds: float


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What became of a function, with what it rests on.

    `refused` is what was not understood, `empty` the first line that nothing could be shown to reach, `witness` a call
    on which the function goes wrong. `parameters` says what each parameter stands for, where that had to be found, and
    `calls` what some quantities are in all calls that the function is for. The capacity is the condition on sizes under
    which all integers fit their types: None where integers have no bounds. `shown` is what need not be assumed, or
    is seen to go wrong where that is assumed away.
    """

    name: str
    results: tuple[ConditionOutcome, ...]
    seconds: float
    refused: Refused | None = None
    witness: CallWitness | None = None
    text: SourceLines | None = None
    empty: Condition | None = None
    language: str = LANGUAGE
    model: str | None = None
    assumptions: tuple[str, ...] = ASSUMPTIONS
    capacity: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    calls: tuple[str, ...] = ()
    helpers: Mapping[str, SourceLines] = field(default_factory=dict)
    shown: tuple[str, ...] = ()

    @property
    def outcome(self) -> FunctionVerdict:
        """The verdict. A function that was seen to go wrong is not merely refused."""
        if self.refused is not None:
            return FunctionVerdict.NOT_PROVED if self.witness else FunctionVerdict.REFUSED
        return FunctionVerdict.PROVED if self.empty is None and all_proved(self.results) else FunctionVerdict.NOT_PROVED

    @property
    def proved(self) -> bool:
        """Both solvers prove every condition, and something reaches them."""
        return self.outcome is FunctionVerdict.PROVED

    def json(self) -> SourceJson:
        """The report as one JSON document of the schema `maxpool/prove-source/2`."""
        return {
            "schema": "maxpool/prove-source/2",
            "function": self.name,
            "language": self.language,
            "model": self.model,
            "digest": None if self.text is None else _digest_json(self.text),
            "helpers": [{"function": name, **_digest_json(text)} for name, text in self.helpers.items()],
            "verdict": self.outcome,
            "proved": self.proved,
            "assumptions": list(self.assumptions),
            "shown": list(self.shown),
            "capacity": self.capacity,
            "parameters": dict(self.parameters),
            "calls": list(self.calls),
            "conditions": [_result_json(result) for result in self.results],
            "refused": None if self.refused is None else _refused_json(self.refused),
            "empty": None if self.empty is None else {"line": self.empty.line, "reason": EMPTY},
            "witness": None if self.witness is None else self.witness.json(),
            "seconds": round(self.seconds, 3),
        }


def _digest_json(text: SourceLines) -> DigestJson:
    return {"sha256": text.digest, "lines": [text.first, text.last]}


def _refused_json(refused: Refused) -> RefusedJson:
    return {
        "line": refused.line,
        "column": refused.column,
        "reason": refused.reason,
        "change": refused.change or None,
    }


def _result_json(result: ConditionOutcome) -> ConditionJson:
    routes: list[ConditionRouteJson] = [
        {"name": r.name, "version": r.version, "verdict": r.verdict, "seconds": round(r.seconds, 4)}
        for r in result.routes
    ]
    condition = result.condition
    return {
        "label": f"program.{condition.label}",
        "line": condition.line,
        "words": condition.words,
        "verdict": result.verdict,
        "routes": routes,
    }


def read(target: str) -> tuple[bytes, str]:
    """The source and the function's name for FILE:FUNCTION; raises ValueError, or OSError if the file is not there."""
    file, separator, name = target.rpartition(":")
    if not separator or not file or not name.isidentifier():
        raise ValueError(f"{target!r} is not FILE:FUNCTION: say which function")
    if Path(file).exists() and not Path(file).is_file():
        raise ValueError(f"{file} is not a file")
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST + 1), name


def prove_source(source: bytes, name: str, limits: Limits, *, replay: bool = False) -> SourceReport:
    """The report on a function. Where something stays open, a call is looked for on which the function goes wrong.

    If there is one, the solvers are only asked briefly which conditions do not follow.
    """
    text = None
    try:
        text = function_of(source, name)
        function = parsed(text)
    except Refused as refused:
        return SourceReport(name, (), 0.0, refused, text=text)
    started = time.perf_counter()
    session, refusal = Session(opened(SOLVERS, limits)), None
    results: tuple[ConditionOutcome, ...] = ()
    try:
        results = briefly_finished(attempt(function, session))
    except Refused as refused:
        refusal = refused
    witness = None if all_proved(results) else find(function)
    results = finished(results, Session(opened(SOLVERS, BRIEF_LIMITS)) if witness else session)
    proved = all_proved(results)
    empty = unreached(function, results, limits) if proved else None
    if witness is not None and proved:
        raise Contradiction(f"{name} is proved, and yet wrong: {witness.json()}")
    if witness is not None and replay:
        witness = replace(witness, replayed=run_by_python(source, name, witness))
    seconds, helpers = time.perf_counter() - started, {helper.node.name: helper for helper in text.helpers}
    return SourceReport(name, results, seconds, refusal, witness, text, empty, helpers=helpers)
