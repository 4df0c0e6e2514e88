"""The weakest condition, bounded: every axis up to 7, its windows' taps looked at one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy as np

from proofs.engine.statement import Enumeration
from spec.language.fold import Reading, fold
from spec.language.terms import Application, Literal, Op, Quantified, Quantifier, Variable
from spec.window.geometry import weakest_condition

MOST = 7
BOUNDS = f"sizes 1 to {MOST}, pads 0 to {MOST}"

_Many = Callable[[Mapping[str, Any]], Any]
"""The values of a term for many values of its variables at once: arrays in, an array out."""


def _elementwise(function: Callable[..., Any]) -> Callable[..., _Many]:
    return lambda *args: lambda values: function(*(arg(values) for arg in args))


def _literal(node: Literal) -> _Many:
    return lambda _: node.value


def _variable(node: Variable) -> _Many:
    return lambda values: values[node.name]


def _for_all(node: Quantified, low: _Many, high: _Many, body: _Many) -> _Many:
    if node.quantifier is not Quantifier.FORALL:
        raise TypeError(f"the bounded reading has no {node.quantifier}")

    def instances(values: Mapping[str, Any]) -> Any:
        bottom, top = low(values), high(values)
        result: Any = True
        for i in range(int(np.min(bottom)), int(np.max(top))):
            result &= (i < bottom) | (top <= i) | body({**values, node.variable.name: i})
        return result

    return instances


def _application(node: Application, args: tuple[_Many, ...]) -> _Many:
    raise TypeError(f"the bounded reading has no {node.symbol.name}")


_MANY: Reading[_Many] = Reading(
    name="bounded",
    literal=_literal,
    variable=_variable,
    operations={
        Op.ADD: _elementwise(np.add),
        Op.SUB: _elementwise(np.subtract),
        Op.MUL: _elementwise(np.multiply),
        Op.MOD: _elementwise(np.mod),
        Op.LT: _elementwise(np.less),
        Op.LE: _elementwise(np.less_equal),
        Op.IMPLIES: _elementwise(lambda a, b: ~a | b),
        Op.AND: _elementwise(lambda *parts: np.logical_and.reduce(np.broadcast_arrays(*parts))),
        Op.OR: _elementwise(lambda *parts: np.logical_or.reduce(np.broadcast_arrays(*parts))),
    },
    quantified=_for_all,
    application=_application,
)


def enumerated() -> Enumeration:
    """Whether each window has an in-range tap, by looking, against the weakest condition, on every axis with windows.

    All sizes and pads at once for each kernel, dilation and stride.
    """
    condition = fold(weakest_condition(), _MANY)
    x, begin, end = np.meshgrid(np.arange(1, MOST + 1), np.arange(MOST + 1), np.arange(MOST + 1), indexing="ij")
    cases = 0
    for kernel, dilation, stride in product(range(1, MOST + 1), repeat=3):
        y = (x + begin + end - dilation * (kernel - 1) - 1) // stride + 1
        expected = np.ones(x.shape, bool)
        for m in range(int(y.max())):
            taps = [m * stride + h * dilation - begin for h in range(kernel)]
            expected &= (m >= y) | np.logical_or.reduce([(0 <= tap) & (tap < x) for tap in taps])
        values: dict[str, Any] = {
            "x": x,
            "pad_begin": begin,
            "y": y,
            "kernel": kernel,
            "dilation": dilation,
            "stride": stride,
        }
        wrong = (y >= 1) & (condition(values) != expected)
        cases += int((y >= 1).sum())
        if wrong.any():
            at = tuple(np.argwhere(wrong)[0])
            found = {name: int(np.broadcast_to(value, x.shape)[at]) for name, value in values.items()}
            return Enumeration(BOUNDS, cases, found | {"pad_end": int(end[at])})
    return Enumeration(BOUNDS, cases)
