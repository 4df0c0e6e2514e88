"""The definitions against what the plain loops give and what is counted one by one, and against what is not so."""

from __future__ import annotations

from itertools import cycle, product
from typing import Any

import numpy as np
import pytest

from reference.call import describe
from reference.maxpool import maxpool
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Scope
from spec.readings.value import evaluate
from tests.strategies import DTYPES, Axis, attributes_of

AXES = (
    Axis(4, 3, 1, 2, 0, 2),
    Axis(4, 2, 2, 1, 1, 1),
    Axis(3, 2, 1, 3, 1, 0),
    Axis(5, 1, 1, 2),
    Axis(1, 1, 4, 1),
    Axis(2, 3, 1, 1, 1, 1),
)
PLANES = ((1, 2), (2, 1), (0, 2), (3, 0))
"""Numbers of batches and channels."""
DEFINED = [c.label for c in MAXPOOL.clauses if c not in set(MAXPOOL.preconditions()) and c.scope is not Scope.CELL]


def counted(axis: Axis) -> dict[str, int]:
    """What the definitions name on an axis, by looking: no formula is used."""
    taps = list(range(0, axis.kernel * axis.dilation, axis.dilation))
    padded = axis.pad_begin + axis.x + axis.pad_end
    starts = [start for start in range(padded) if start + taps[-1] < padded]
    return {
        "extent": len(range(taps[0], taps[-1] + 1)),
        "slack": starts[-1],
        "y": sum(start % axis.stride == 0 for start in starts),
    }


def environments() -> list[dict[str, Any]]:
    """Calls with what the plain loops give for them: sizes and types of the outputs; and with what is counted."""
    found = []
    for pair, planes, dtype in zip(product(AXES, AXES), cycle(PLANES), cycle(DTYPES), strict=False):
        X = np.zeros((*planes, *(axis.x for axis in pair)), dtype)
        Y, Indices = maxpool(X, **attributes_of(pair))
        here = describe(X, attributes_of(pair), {})
        for name, output in (("Y", Y), ("Indices", Indices)):
            here[f"dtype({name})"] = describe(output, attributes_of(pair), {})["dtype(X)"]
            here |= {f"d{name}_{i}": size for i, size in enumerate(output.shape)}
        for i, axis in enumerate(pair):
            here |= {f"{name}_{i}": counted(axis)[name] for name in ("extent", "slack")}
            assert Y.shape[i + 2] == counted(axis)["y"]
        found.append(here)
    return found


def holds(label: str, environment: dict[str, Any]) -> list[bool]:
    return [evaluate(instance, environment) for instance in MAXPOOL.instances(MAXPOOL[label])]


@pytest.mark.verifies(parameter="label")
@pytest.mark.parametrize("label", DEFINED)
def test_definition_holds_of_what_the_loops_give(label: str) -> None:
    assert all(all(holds(label, environment)) for environment in environments())


WRONG: dict[str, list[dict[str, Any]]] = {
    "extent": [{"extent_1": 7}, {"extent_1": 0}],
    "slack": [{"slack_0": 9}, {"slack_0": -1}],
    "Y.shape": [{"dY_2": 9}, {"dY_3": 0}],
    "Y.batch": [{"dY_0": 9}, {"dX_0": 9}],
    "Y.channels": [{"dY_1": 9}, {"dX_1": 9}],
    "Y.type": [{"dtype(Y)": "int64"}],
    "Indices.type": [{"dtype(Indices)": "int32"}, {"dtype(Indices)": "float"}],
    "Indices.shape": [{f"d{name}_{i}": 9} for name, i in product(("Y", "Indices"), range(4))],
    "batch.empty": [{"dX_0": 0} | {f"dY_{i}": 1 for i in range(4)}, {"dX_1": 0} | {f"dY_{i}": 1 for i in range(4)}],
}
"""By definition: what is true of no call in `environments`."""


@pytest.mark.verifies(parameter="label")
@pytest.mark.parametrize("label", WRONG)
def test_definition_holds_of_nothing_else(label: str) -> None:
    for environment, wrong in product(environments(), WRONG[label]):
        assert not all(holds(label, {**environment, **wrong}))


def test_each_definition_is_tried() -> None:
    assert list(WRONG) == DEFINED
