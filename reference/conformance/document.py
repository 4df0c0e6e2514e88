"""What comes out of a campaign as data: `maxpool/conform/1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from reference.common.identity import state
from reference.conformance.campaign.campaign import Campaign, Divergence, RuntimeResult
from reference.conformance.campaign.kinds import KINDS
from reference.conformance.campaign.shrink import Asked, DivergenceExample
from reference.conformance.campaign.tally import COUNTS
from reference.runtimes.protocol import Array

SCHEMA = "maxpool/conform/1"


def document(campaign: Campaign, results: Sequence[RuntimeResult], *, folders: bool) -> dict[str, Any]:
    """The JSON document. `folders`: whether divergences have been written to folders."""
    found = [_runtime(result, folders) for result in results]
    return {"schema": SCHEMA, "tool": state(), "seed": campaign.seed, "runtimes": found}


def _runtime(result: RuntimeResult, folders: bool) -> dict[str, Any]:
    tally = result.tally
    return {
        "name": result.name,
        "version": result.version,
        **{name: getattr(tally, name) for name in COUNTS},
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


def _divergence(result: RuntimeResult, divergence: Divergence, folders: bool) -> dict[str, Any]:
    written = folders and divergence.example is not None
    return {
        "class": divergence.key.kind,
        "labels": list(labels_of(divergence)),
        "in_profile": not divergence.key.outside,
        "outputs": outputs_of(divergence),
        "count": divergence.count,
        "example": None if divergence.example is None else _example(divergence.example),
        "folder": folder_of(result, divergence) if written else None,
    }


def _example(example: DivergenceExample) -> dict[str, Any]:
    judged = example.judgement
    refused = {"error": judged.violation} if judged.violation else None
    ended = {"ended": judged.reason} if judged.reason else None
    return {
        **_asked((example.call, example.X)),
        "expected": refused or named(judged.wanted),
        "got": ended or named(judged.outputs),
        **({"before": [_asked(asked) for asked in example.before]} if example.before else {}),
    }


def _asked(asked: Asked) -> dict[str, Any]:
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
