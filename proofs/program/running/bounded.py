"""The bounded route: a function run on every call up to stated bounds, with unknown elements, and held to the clauses.

It shares with the proof the parser and the clauses, and nothing else: no invariant, no verification condition. It is
no proof; it finds the call on which a wrong function goes wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

import z3

from proofs.engine.statement import Enumeration
from proofs.program.running.meanings import Failed, Index, Value, element_functions
from proofs.program.running.running import Cells, run, unknown_tensor
from proofs.program.source.language import RANK, Function
from proofs.theories.values.outputs import SELECTED_IS_AT_INDEX
from spec.language.fold import substitute, subterms
from spec.language.terms import Literal, Sort, Term, Variable, free_variables, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import AXES, key, lowest, minus_infinity
from spec.readings.partial import partial
from spec.readings.plain import to_plain
from spec.readings.z3_terms import translator
from spec.window.call import FLOOR_MODE
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x

FORMULAS = (MAXPOOL["Y.max"].formula,)
"""What is held against each cell of Y: its clause."""
WITH_INDICES = (MAXPOOL["Indices.first-maximum"].formula, *FORMULAS, SELECTED_IS_AT_INDEX)
"""With Indices too: the clauses, and that Y holds the element that Indices points at."""
WORK = 250
"""Parts of claims for each call that may be run: of a usual function, that is more than a call's own."""
NAMED = (minus_infinity, lowest)
"""Elements that have names of their own."""
_ON_AXIS = MAXPOOL.on_axis(of=FLOOR_MODE)
AXIS = replace(_ON_AXIS, clauses=tuple(replace(c, check=None) for c in _ON_AXIS.clauses))
"""The clauses on one axis, in their own words, each evaluated as it is stated."""


@dataclass(frozen=True, slots=True)
class CallBounds:
    """The largest value of each parameter, per axis, and the numbers of batches and of channels."""

    x: int = 2
    kernel: int = 2
    dilation: int = 2
    stride: int = 2
    pad: int = 1
    planes: Sequence[tuple[int, int]] = ((1, 1),)

    def __str__(self) -> str:
        planes = ", ".join(f"{n} x {c}" for n, c in self.planes)
        return (
            f"sizes to {self.x}, kernels to {self.kernel}, dilations to {self.dilation}, strides to {self.stride}, "
            f"pads to {self.pad}; batches x channels {planes}"
        )


@dataclass(frozen=True, slots=True)
class BoundedCall:
    """Sizes and attributes of a call, by the clauses' names."""

    shape: Index
    attributes: Mapping[str, int]
    dY: Index


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A call on which a function goes wrong: elements of X where they matter, and in words what is wrong."""

    call: BoundedCall
    elements: Mapping[Index, float]
    line: int | None
    reason: str


Fixed = Mapping[Variable, Term]
"""What some quantities of a call are, in all calls that a function is for."""


def axis_calls(bounds: CallBounds, fixed: Mapping[str, int] | None = None) -> list[dict[str, int]]:
    """The legal values of one axis' parameters, by the per-axis names, the smallest first; some may be fixed."""
    ranges = {
        x.name: range(1, bounds.x + 1),
        kernel.name: range(1, bounds.kernel + 1),
        dilation.name: range(1, bounds.dilation + 1),
        stride.name: range(1, bounds.stride + 1),
        pad_begin.name: range(bounds.pad + 1),
        pad_end.name: range(bounds.pad + 1),
    }
    chosen = [range(fixed[name], fixed[name] + 1) if fixed and name in fixed else r for name, r in ranges.items()]
    axes = (dict(zip(ranges, values, strict=True)) for values in sorted(product(*chosen), key=sum))
    return [AXIS.check(axis) for axis in axes if AXIS.violated(axis) is None]


def calls(bounds: CallBounds, fixed: Fixed | None = None) -> Iterator[BoundedCall]:
    """All legal calls up to the bounds, the smallest first; where some quantities are fixed, those calls alone."""
    fixed = fixed or {}
    numbers = {v.name: t.value for v, t in fixed.items() if isinstance(t, Literal) and isinstance(t.value, int)}
    on_axes = [axis_calls(bounds, _on_axis(numbers, symbols)) for symbols in AXES]
    pairs = sorted(product(*on_axes), key=lambda pair: sum(sum(axis.values()) for axis in pair))
    planes = [(numbers.get("dX_0", n), numbers.get("dX_1", c)) for n, c in bounds.planes]
    for plane in dict.fromkeys(planes):
        for pair in pairs:
            names: dict[str, int] = {}
            for axis, symbols in zip(pair, AXES, strict=True):
                names |= {to_plain(symbols[Variable(name)]): value for name, value in axis.items()}
            names |= {"dX_0": plane[0], "dX_1": plane[1], "dY_0": plane[0], "dY_1": plane[1]}
            if all(partial(v.eq(t), names) is True for v, t in fixed.items()):
                yield _call(names)


def _on_axis(numbers: Mapping[str, int], symbols: Mapping[Variable, Term]) -> dict[str, int]:
    """The numbers that are fixed on an axis, by the per-axis names."""
    names = {per_axis.name: to_plain(symbol) for per_axis, symbol in symbols.items()}
    return {name: numbers[full] for name, full in names.items() if full in numbers}


def _call(names: Mapping[str, int]) -> BoundedCall:
    shape, dY = (tuple(names[f"{tensor}_{i}"] for i in range(RANK)) for tensor in ("dX", "dY"))
    attributes = {name: value for name, value in names.items() if not name.startswith("dX_")}
    return BoundedCall(shape, attributes, dY)


@dataclass
class Checker:
    """Runs a function on calls. Questions to the solver are kept by their structure: most windows ask the same.

    `least` is the lowest number of the elements' type, where that is known; `work` is how many parts claims had so far,
    and beyond `most` no more cells are looked at.
    """

    function: Function
    asked: dict[Term, bool]
    least: float | None = None
    most: float = math.inf
    work: int = 0

    @property
    def is_done(self) -> bool:
        """Claims had more parts than may be looked at."""
        return self.work > self.most

    def mismatch(self, call: BoundedCall) -> Mismatch | None:
        """What is wrong on a call, for some elements; None if nothing is for any."""
        X = unknown_tensor(call.shape)
        try:
            outputs = run(self.function, X, call.attributes, call.dY, self.least).outputs()
        except Failed as failed:
            return Mismatch(call, {}, failed.line, failed.reason)
        tensors = dict(zip(("Y", "Indices"), outputs, strict=False))
        for name, cells in tensors.items():
            if cells.shape != call.dY:
                return Mismatch(call, {}, None, f"{name} has the shape {cells.shape} instead of {call.dY}")
        for cell in product(*map(range, call.dY)):
            if self.is_done:
                break
            if any(cell not in cells.content for cells in outputs):
                return Mismatch(call, {}, None, f"cell {list(cell)} is not written")
            if (elements := self._wrong(call, {"X": X, **tensors}, cell)) is not None:
                return Mismatch(call, elements, None, f"cell {list(cell)} is wrong")
        return None

    def _wrong(self, call: BoundedCall, tensors: Mapping[str, Cells], cell: Index) -> dict[Index, float] | None:
        """Elements for which a cell is wrong."""
        X = tensors["X"]
        sizes = {f"dX_{i}": size for i, size in enumerate(call.shape)}
        names: dict[str, Value] = {**call.attributes, **sizes, **dict(zip("bcmn", cell, strict=True))}
        names |= {name: _reader(cells) for name, cells in tensors.items()} | element_functions(known=False)
        for formula in WITH_INDICES if "Indices" in tensors else FORMULAS:
            claim = partial(formula, names)
            if claim is True or (isinstance(claim, Term) and self._holds(claim)):
                continue
            return _elements(claim, X) if isinstance(claim, Term) else {}
        return None

    def _holds(self, claim: Term) -> bool:
        self.work += sum(1 for _ in subterms(claim))
        canonical = _canonical(claim)
        if canonical not in self.asked:
            self.asked[canonical] = _counterexample(canonical) is None
        return self.asked[canonical]


def _reader(cells: Cells) -> Callable[..., Value]:
    return lambda *indices: cells.content[indices]


def _canonical(claim: Term) -> Term:
    """The claim with its unknown elements numbered in the order in which they occur."""
    elements = dict.fromkeys(t for t in subterms(claim) if isinstance(t, Variable) and t not in NAMED)
    return substitute(claim, {v: Variable(f"x{i}", Sort.ELEMENT) for i, v in enumerate(elements)})


def _counterexample(claim: Term) -> dict[str, Fraction] | None:
    """Ranks of the elements for which a claim fails; raises RuntimeError where z3 does not decide."""
    context = z3.Context()
    read = translator(context)
    solver = z3.SimpleSolver(ctx=context)
    solver.add(read(not_(claim)))
    # -inf is below all but itself. So is the lowest number, which functions ask to be no element.
    solver.add(*(read(or_(key(minus_infinity) < key(v), v.eq(minus_infinity))) for v in free_variables(claim)))
    if lowest in free_variables(claim):
        solver.add(*(read(key(lowest) < key(v)) for v in free_variables(claim) if v not in NAMED))
    status = str(solver.check())
    if status == "unknown":
        raise RuntimeError(f"z3 does not decide an order of a few elements: {solver.reason_unknown()}")
    if status == "unsat":
        return None
    model = solver.model()
    # Two elements of one rank may be zeros of both signs: numbers of two ranks show more, where those fail too.
    apart = [read(key(v)) for v in free_variables(claim) if v not in NAMED]
    solver.add([z3.Distinct(*apart)] if len(apart) > 1 else [])
    if str(solver.check()) == "sat":
        model = solver.model()
    ranks = {}
    for v in free_variables(claim):
        rank = model.eval(read(key(v)), model_completion=True)
        ranks[v.name] = Fraction(rank.numerator_as_long(), rank.denominator_as_long())
    return ranks


def _elements(claim: Term, X: Cells) -> dict[Index, float]:
    """Elements of X, as small integers of the same order and the same signs, for which a claim fails."""
    ranks = _counterexample(claim)
    assert ranks is not None
    order = sorted({*ranks.values(), Fraction(0)})
    zero = order.index(Fraction(0))
    infinity = ranks.get(minus_infinity.name)
    return {
        i: -math.inf if ranks[v.name] == infinity else order.index(ranks[v.name]) - zero
        for i, v in X.content.items()
        if v.name in ranks
    }


def search(
    function: Function, bounds: CallBounds, most: int | None = None, least: float | None = None
) -> tuple[Mismatch | None, int]:
    """The smallest call up to the bounds on which a function goes wrong, if any, and how many calls were run.

    No more than `most` are run, fewer where they are long. `least` is the lowest number of the elements' type.
    """
    checker, count = Checker(function, {}, least, math.inf if most is None else most * WORK), 0
    for call in islice(calls(bounds, function.calls), most):
        count += 1
        if (wrong := checker.mismatch(call)) is not None:
            return wrong, count
        if most is not None and checker.is_done:
            return None, most
    return None, count


BOUNDS = CallBounds()


def enumeration(function: Function, bounds: CallBounds) -> Enumeration:
    """The bounded route for an obligation."""
    wrong, count = search(function, bounds)
    failure: dict[str, Any] | None = None if wrong is None else dict(wrong.call.attributes)
    return Enumeration(str(bounds), count, failure)
