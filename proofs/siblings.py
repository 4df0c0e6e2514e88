"""The catalogues of Conv and AveragePool: theories of windows, of their sums and of claims.

What is proved of their program, and run on production runtimes, is nothing: that is MaxPool's alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.certificates import store
from proofs.engine.catalogue import Catalogue, Theory
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Route, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.solvers.answers import Integers
from proofs.theories import profile, shape, sums, versions
from proofs.theories.replay import on_first_axis
from proofs.theories.topic import Replay, Replays
from proofs.theories.windows import windows, windows_axis
from reference import averagepool, conv
from reference.strength import summed
from reference.windows import exact
from spec.averagepool.claims import CLAIMS as OF_AVERAGEPOOL
from spec.averagepool.operator import AVERAGEPOOL
from spec.conv.claims import CLAIMS as OF_CONV
from spec.conv.operator import CONV
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import Operator

Run = Callable[[NDArray[Any], Mapping[str, Any]], NDArray[Any]]
"""The plain loops on X and the lists of attributes, without the check of a call."""


def _averages(X: NDArray[Any], lists: Mapping[str, Any]) -> NDArray[Any]:
    return averagepool.pool(X, count_include_pad=1, **lists)


def _convolution(X: NDArray[Any], lists: Mapping[str, Any]) -> NDArray[Any]:
    ones = np.ones((1, 1, *lists["kernel_shape"]))
    return conv.convolve(X, exact(ones), None, group=1, **lists)


def _on_ones(run: Run, values: Integers) -> NDArray[Any]:
    return run(exact(np.ones((1, 1, values["x"], 1))), on_first_axis(values))


def _explicit(run: Run, values: Integers) -> Integers:
    return {"y": _on_ones(run, values).shape[2]}


def _empty_window(run: Run, values: Integers) -> Integers:
    """On an X of ones, a window gives 0 exactly if it has no tap on X."""
    empty = np.flatnonzero(_on_ones(run, values)[0, 0, :, 0] == 0)
    return {"m": int(empty[0]) if len(empty) else -1}


def _replays(run: Run) -> Replays:
    return Replays(partial(_explicit, run), partial(_empty_window, run))


def _of_windows(operator: Operator, replays: Replays) -> tuple[Statement, ...]:
    return (*windows.obligations(operator), *windows_axis.obligations(operator, replays))


def theories(
    operator: Operator,
    run: Run,
    values: Callable[[], tuple[Statement, ...]],
    claims: Callable[[Replay], tuple[Statement, ...]],
) -> Mapping[str, Theory]:
    """An operator's theories in reading order: those of every operator with such windows, and its own.

    A process of its own gets them anew: each is a function of a module, with its arguments.
    """
    replays = _replays(run)
    found = (
        Theory("profile", partial(profile.of_windows, operator, replays.explicit), ("profile",)),
        Theory("shape", partial(shape.obligations, operator), ("shape",)),
        Theory("windows", partial(_of_windows, operator, replays), ("windows",)),
        Theory("values", values, ("values",)),
        Theory("family", partial(claims, replays.explicit), ("onnx", "sonnx")),
    )
    return {theory.name: theory for theory in found}


def _kernel(operator: Operator, run: Run) -> KernelRecord:
    """What Coq has checked of MaxPool's theorems, of those that say the same of this operator, hypotheses and all."""
    from proofs.kernel.status import kernel_record

    def stated(of: Operator) -> dict[str, object]:
        statements = (*shape.obligations(of), *_of_windows(of, _replays(run)))
        return {o.label: (o.hypotheses, o.goal) for o in statements if isinstance(o, Obligation)}

    of_maxpool, record = stated(MAXPOOL), kernel_record()
    same = {label for label, statement in stated(operator).items() if of_maxpool.get(label) == statement}
    routes = {label: route for label, route in record.routes.items() if label in same}
    names = {label: theorems for label, theorems in record.stated.items() if label in same}
    return replace(record, theorems=len(routes), routes=routes, stated=names, wanted=len(names))


def _certificate(statement: Statement) -> Route | None:
    """A certificate of MaxPool's theorem of the same label, where it is one of this theorem too."""
    route = store.route(statement)
    return route if route is not None and route.verdict is Verdict.PROVED else None


AVERAGEPOOL_CATALOGUE = Catalogue(
    operator=AVERAGEPOOL,
    theories=theories(AVERAGEPOOL, _averages, sums.of_averagepool, versions.of_averagepool),
    claims=OF_AVERAGEPOOL,
    experiments=summed.AVERAGEPOOL.experiments(),
    further=(_certificate,),
    kernel=partial(_kernel, AVERAGEPOOL, _averages),
)
CONV_CATALOGUE = Catalogue(
    operator=CONV,
    theories=theories(CONV, _convolution, sums.of_conv, versions.of_conv),
    claims=OF_CONV,
    experiments=summed.CONV.experiments(),
    further=(_certificate,),
    kernel=partial(_kernel, CONV, _convolution),
    implied={"windows.padding-alone": "values.padding-alone.follows"},
)
