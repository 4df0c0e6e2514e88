"""What comes out of a campaign as data: `maxpool/conform/1`."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypedDict

import numpy as np

from reference.common.identity import machine, state
from reference.conformance.campaign.campaign import Campaign, Divergence, RuntimeResult
from reference.conformance.campaign.kinds import KINDS
from reference.conformance.campaign.shrink import Asked, DivergenceExample
from reference.conformance.campaign.tally import CONFORMS, RAISED, REFUSED, SLOW, UNSUPPORTED, Tally
from reference.conformance.cases.given import KitCases
from reference.runtimes.protocol import Array


class CountsJson(TypedDict):
    """What came of a class of cases: how many conform, diverge by kind, and are not answered."""

    conforming: int
    diverging: dict[str, int]
    unanswered: int


ClassJson = TypedDict(
    "ClassJson", {"class": str, "outside": str, "conforming": int, "diverging": dict[str, int], "unanswered": int}
)
ClassJson.__doc__ = """A class of a kit's cases, outside the profile by a clause or inside, and what came of it."""


class ReasonJson(TypedDict):
    """Why cases were not answered, and how many."""

    outcome: str
    reason: str
    count: int


class AskedJson(TypedDict):
    """What a runtime was asked."""

    attributes: dict[str, Any]
    dtype: str
    X: list[Any]


class DivergenceExampleJson(TypedDict):
    """A call on which a runtime diverges: what is expected and what it gave, outputs by name, or why there are none.

    `before` are calls that have to come first.
    """

    attributes: dict[str, Any]
    dtype: str
    X: list[Any]
    expected: dict[str, Any]
    got: dict[str, Any]
    before: NotRequired[list[AskedJson]]


DivergenceJson = TypedDict(
    "DivergenceJson",
    {
        "class": str,
        "labels": list[str],
        "in_profile": bool,
        "outputs": str,
        "count": int,
        "case": NotRequired[str],
        "example": DivergenceExampleJson | None,
        "folder": str | None,
    },
)
DivergenceJson.__doc__ = """One kind of divergence, and the smallest example that was found."""


class RuntimeJson(TypedDict):
    """What became of a runtime: how its cases ended, why some were not answered, and where it diverges."""

    name: str
    version: str
    cases: int
    conforming: int
    compared: int
    unsupported: int
    exceptions: int
    refused: int
    slow: int
    crashes: int
    left_out: int
    untried: int
    reasons: list[ReasonJson]
    divergences: list[DivergenceJson]
    classes: NotRequired[list[ClassJson]]


class KitJson(TypedDict):
    """Which kit it was, how many of its calls were put, and which were not."""

    folder: str
    sha256: str
    calls: int
    not_put: list[str]


class ConformJson(TypedDict):
    """What came of a campaign: with drawn calls by their seed, or with those of a kit."""

    schema: Literal["maxpool/conform/1"]
    tool: str
    machine: str
    seed: NotRequired[int]
    kit: NotRequired[KitJson]
    runtimes: list[RuntimeJson]


def document(campaign: Campaign, results: Sequence[RuntimeResult], *, folders: bool) -> ConformJson:
    """The JSON document. `folders`: whether divergences have been written to folders."""
    found = [_runtime(result, folders) for result in results]
    where = f"{machine()}, Python {platform.python_version()}"
    if (kit := campaign.kit) is None:
        return {
            "schema": "maxpool/conform/1",
            "tool": state(),
            "machine": where,
            "seed": campaign.seed,
            "runtimes": found,
        }
    for result, told in zip(results, found, strict=True):
        told["classes"] = [
            {"class": name, "outside": label, **of_class(result.tally, name, label)} for name, label in kit.classes
        ]
    return {"schema": "maxpool/conform/1", "tool": state(), "machine": where, "kit": _kit(kit), "runtimes": found}


def _kit(kit: KitCases) -> KitJson:
    """Which kit it was, how many of its calls were put, and which were not."""
    return {
        "folder": kit.folder,
        "sha256": kit.digest,
        "calls": sum(map(kit.count, kit.by_type)),
        "not_put": list(kit.not_put),
    }


_UNANSWERED = (UNSUPPORTED, RAISED, REFUSED, SLOW)


def of_class(tally: Tally, name: str, label: str) -> CountsJson:
    """What came of the cases of a class, in the profile or not: how many conform, diverge by kind, are not answered."""
    here = {outcome: n for (what, where, outcome), n in tally.cells.items() if (what, where) == (name, label)}
    kinds = {outcome: n for outcome, n in sorted(here.items()) if outcome not in (CONFORMS, *_UNANSWERED)}
    unanswered = sum(here.get(outcome, 0) for outcome in _UNANSWERED)
    return {"conforming": here.get(CONFORMS, 0), "diverging": kinds, "unanswered": unanswered}


def _runtime(result: RuntimeResult, folders: bool) -> RuntimeJson:
    tally = result.tally
    return {
        "name": result.name,
        "version": result.version,
        "cases": tally.cases,
        "conforming": tally.conforming,
        "compared": tally.compared,
        "unsupported": tally.unsupported,
        "exceptions": tally.exceptions,
        "refused": tally.refused,
        "slow": tally.slow,
        "crashes": tally.crashes,
        "left_out": tally.left_out,
        "untried": tally.untried,
        "reasons": [
            {"outcome": outcome, "reason": reason, "count": count}
            for (outcome, _), (count, reason) in sorted(tally.reasons.items())
        ],
        "divergences": [_divergence(result, d, folders) for d in result.divergences],
    }


def labels_of(divergence: Divergence) -> tuple[str, ...]:
    """The clauses that a divergence is about."""
    outside = divergence.key.outside
    return (outside,) if outside else KINDS[divergence.key.kind].labels


def outputs_of(divergence: Divergence) -> str:
    """What the runtime was asked for."""
    return "Y+Indices" if divergence.key.indices else "Y"


def folder_of(result: RuntimeResult, divergence: Divergence) -> str:
    """The folder of a divergence, from where the campaign writes."""
    key = divergence.key
    parts = [key.kind, key.dtype, outputs_of(divergence).replace("+", "-and-"), *filter(None, [key.outside])]
    return f"conformance/{result.name}-{result.version}/{'_'.join(parts)}"


def _divergence(result: RuntimeResult, divergence: Divergence, folders: bool) -> DivergenceJson:
    written = folders and divergence.example is not None
    told: DivergenceJson = {
        "class": divergence.key.kind,
        "labels": list(labels_of(divergence)),
        "in_profile": not divergence.key.outside,
        "outputs": outputs_of(divergence),
        "count": divergence.count,
        "example": None if divergence.example is None else _example(divergence.example),
        "folder": folder_of(result, divergence) if written else None,
    }
    if divergence.case:
        told["case"] = divergence.case
    return told


def _example(example: DivergenceExample) -> DivergenceExampleJson:
    judged = example.judgement
    refused = {"error": judged.violation} if judged.violation else None
    ended = {"ended": judged.reason} if judged.reason else None
    told: DivergenceExampleJson = {
        "attributes": example.call.attributes,
        "dtype": example.call.dtype,
        "X": cells(example.X),
        "expected": refused or named(judged.wanted),
        "got": ended or named(judged.outputs),
    }
    if example.before:
        told["before"] = [_asked(asked) for asked in example.before]
    return told


def _asked(asked: Asked) -> AskedJson:
    call, X = asked
    return {"attributes": call.attributes, "dtype": call.dtype, "X": cells(X)}


def named(outputs: Sequence[Array]) -> dict[str, Any]:
    """Outputs by their names, as lists; and their types where they are not those of the specification."""
    return {name: cells(output) for name, output in zip(("Y", "Indices"), outputs, strict=False)}


def cells(tensor: Array) -> Any:
    """A tensor as nested lists. What JSON has no number for is text: "NaN", "Infinity", "-Infinity"."""
    if tensor.dtype.kind != "f":
        return tensor.tolist()
    if tensor.ndim == 0:
        number = float(tensor)
        return number if np.isfinite(number) else "NaN" if np.isnan(number) else f"{'-' * (number < 0)}Infinity"
    return [cells(np.asarray(part)) for part in tensor]
