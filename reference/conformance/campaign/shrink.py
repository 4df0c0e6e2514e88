"""A divergence made small: fewer planes, a smaller X, smaller attributes, simpler elements, and still of its kind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from reference.conformance.campaign.judge import Judgement, judge, oracle
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running.process import Process

SECONDS = 8.0
"""A divergence is left as small as it is by then."""


@dataclass(frozen=True, slots=True, eq=False)
class DivergenceExample:
    """A call that shows a divergence, and what came of it."""

    call: RuntimeCall
    X: Array
    judgement: Judgement


def shrink(
    process: Process, call: RuntimeCall, X: Array, entry: int, kind: str, *, indices: bool
) -> DivergenceExample | None:
    """The smallest example of a kind that is found from an entry of a batch; None if the batch does not show it again.

    An index counted in each plane shows only in company; so does what depends on what is beside: then the batch is
    where it starts from.
    """
    stop = time.monotonic() + SECONDS

    def shows(call: RuntimeCall, X: Array) -> DivergenceExample | None:
        call = replace(call, shape=X.shape)
        wanted = oracle(call, X)
        judged = judge(process, call, X, wanted, indices=indices, twice=kind == "non-determinism")
        return DivergenceExample(call, X, judged) if kind in judged.kinds else None

    starts = (X[entry : entry + 1, :1], X[entry : entry + 1], X[: entry + 1][-2:], X)
    found = next((example for start in starts if (example := shows(call, start)) is not None), None)
    while found is not None:
        smaller = _first_smaller(found, shows, stop)
        if smaller is None:
            break
        found = smaller
    return found


Shows = Callable[[RuntimeCall, Array], DivergenceExample | None]


def _first_smaller(example: DivergenceExample, shows: Shows, stop: float) -> DivergenceExample | None:
    same_law = example.judgement.violation
    for call, X in _candidates(example.call, example.X):
        if time.monotonic() > stop:
            return None
        found = shows(call, X)
        if found is not None and found.judgement.violation == same_law:
            return found
    return None


def _candidates(call: RuntimeCall, X: Array) -> Iterator[tuple[RuntimeCall, Array]]:
    """Calls that are smaller in one thing, the boldest first."""
    for axis in range(4):
        size = X.shape[axis]
        for kept in sorted({1, size // 2, size - 1} - {0, size} if size > 1 else set()):
            yield call, X.take(range(kept), axis)
            yield call, X.take(range(size - kept, size), axis)
    for name, least in (("kernel_shape", 1), ("dilations", 1), ("strides", 1), ("pads", 0)):
        value = getattr(call, name)
        for i, entry in enumerate(value):
            for less in sorted({least, entry // 2, entry - 1}):
                if least <= less < entry:
                    changes: dict[str, Any] = {name: (*value[:i], less, *value[i + 1 :])}
                    yield replace(call, **changes), X
    yield from ((call, simpler) for simpler in _simpler(X))


def _simpler(X: Array) -> Iterator[Array]:
    """X with elements made plain: zeros before ones, and one by one where it is small."""
    for number in (0, 1):
        if X.size and (X != number).any() and not (number == 1 and (X == 0).all()):
            whole = np.full_like(X, number)
            yield from () if (X == 0).all() else (whole,)
    if X.size <= 64:
        flat = X.reshape(-1)
        for i, element in enumerate(flat):
            if element not in (0, 1) or (element == 0 and np.signbit(element)):
                for number in (0, 1):
                    changed = flat.copy()
                    changed[i] = number
                    yield changed.reshape(X.shape)
