"""What sentences call a quantity, as the clauses' terms; and what every legal call has of those of no one axis."""

from __future__ import annotations

import operator as python
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import instances, suppose
from proofs.audit.formulas.in_words import COMPARISONS
from proofs.audit.quantities.values import Arithmetic, Comparison, QuantityName, Said
from proofs.audit.truth.operator import LISTS, per_axis, spatial_axes
from proofs.theories.topic import clause
from spec.documents.names.meaning import on_axis
from spec.language.fold import substitute
from spec.language.terms import Term, Variable, and_, ceil, ceil_div, floor, free_variables, not_, term
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import dX
from spec.operator.claims import sides
from spec.window.call import FLOOR_MODE
from spec.window.geometry import padded
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, slack, stride, x, y

INDEX = Variable("index")
_ELEMENTS = dX[0] * dX[1] * dX[2] * dX[3]
_TERMS: Mapping[str, Term] = {
    "strides": stride, "dilations": dilation, "kernel": kernel, "pads": pad_begin, "pad_begin": pad_begin,
    "pad_end": pad_end, "extent": extent, "x": x, "y": y, "padded": padded,
    "batch": dX[0], "channels": dX[1], "index": INDEX, "least_index": term(0), "elements": _ELEMENTS,
}  # fmt: skip
OF_AXIS = frozenset(("strides", "dilations", "kernel", "pads", "pad_begin", "pad_end", "extent", "x", "y", "padded"))
TENSORS: tuple[Assumption, ...] = (
    *clause("X.batch-and-channels"),
    *instances(MAXPOOL, "X.spatial"),
    *clause("Indices.int64"),
)
"""What every legal call has beside its axes, also one without batches: it has no index."""
OTHERS: tuple[Assumption, ...] = (
    *TENSORS,
    suppose("an index is that of an element of X", and_(INDEX >= 0, INDEX < _ELEMENTS)),
)
"""What every legal call has that has an index; that it is in this range is the theorem `indices.below-limit`."""
_OPERATIONS: Mapping[str, Callable[..., Term]] = {
    "sum": python.add,
    "difference": python.sub,
    "product": python.mul,
    "quotient": python.truediv,
    "twice": lambda a: a * 2,
    "half": lambda a: a / 2,
    "rounded_down": floor,
    "rounded_up": ceil,
}
_ROUNDED: Mapping[str, Callable[[Term, Term], Term]] = {"rounded_down": python.floordiv, "rounded_up": ceil_div}
_COMPARISONS: Mapping[str, Callable[[Term, Term], Term]] = {
    **COMPARISONS,
    "equal": lambda a, b: a.eq(b),
    "distinct": lambda a, b: not_(a.eq(b)),
}
OUTPUTS, INPUTS = 2, 1
_AXIS = MAXPOOL.on_axis(of=FLOOR_MODE)
_EXTENT, _SLACK, _SIZE = (sides(_AXIS[label].formula)[1] for label in ("extent", "slack", "Y.shape"))
_OF_EXTENT = substitute(_SIZE, {slack: _SLACK})
_GIVEN = {"extent": (_EXTENT,), "y": (_SIZE, _OF_EXTENT, substitute(_OF_EXTENT, {extent: _EXTENT}))}
"""What a call gives, in the clauses' words, and with ever more of these written out."""


@cache
def counted() -> Mapping[str, int]:
    """What the clauses fix to one number: how many entries a list has, how many axes X has, what an operator has."""
    axes = spatial_axes()
    lists = {f"length of {name}": per_axis(name) * axes for name in LISTS}
    each = {f"entries for each axis of {name}": per_axis(name) for name in LISTS}
    return {**lists, **each, "spatial_axes": axes, "rank": axes + 2, "outputs": OUTPUTS, "inputs": INPUTS}


def meant(comparison: Comparison, *, forbidden: bool = False) -> Term:
    """A comparison as a formula, or what holds where it is forbidden. What is said of `pads` is said of either end.

    It is of the axis that is named first; what is of another has variables of its own.
    """
    own = axis_of(comparison)
    said = _COMPARISONS[comparison.how](_term(comparison.left, own), _term(comparison.right, own))
    formula = not_(said) if comparison.denied != forbidden else said
    if QuantityName("pads", axis_of(comparison)) in (comparison.left, comparison.right):
        return and_(formula, substitute(formula, {pad_begin: pad_end}))
    return formula


_STEPS = {"less": -1, "greater": 1}


def closest(comparison: Comparison) -> Comparison:
    """What is nearest to a bound among the numbers that it allows."""
    return replace(comparison, how="equal", right=Arithmetic("sum", (comparison.right, _STEPS.get(comparison.how, 0))))


def grown(comparison: Comparison) -> Term | None:
    """A size of Y, or the extent, where another quantity is one more, against what it is; None of other quantities."""
    of, with_ = comparison.right, comparison.left
    if not isinstance(of, QuantityName) or not isinstance(with_, QuantityName) or of.kind not in ("y", "extent"):
        return None
    changed = _TERMS[with_.kind] if with_.kind in OF_AXIS else None
    if not isinstance(changed, Variable) or changed in (y, extent):
        return None
    # In as few words as speak of what changes: over products of many unknowns, solvers decide by luck.
    ways = _GIVEN[of.kind]
    before = next((way for way in ways if changed in free_variables(way)), ways[-1])
    return _COMPARISONS[comparison.how](substitute(before, {changed: changed + 1}), before)


def named(said: Said) -> list[QuantityName]:
    """All quantities that are named in something."""
    if isinstance(said, Arithmetic):
        return [each for part in said.parts for each in named(part)]
    return [said] if isinstance(said, QuantityName) else []


def axis_of(comparison: Comparison) -> int | None:
    """The axis that is named; None if none is."""
    return next((each.axis for each in _both(comparison) if each.axis is not None), None)


def is_of_one_axis(comparison: Comparison) -> bool:
    """No two axes are named."""
    return len({each.axis for each in _both(comparison)} - {None}) < 2


def kinds_of(comparison: Comparison) -> set[str]:
    """The kinds of all quantities that are compared."""
    return {each.kind for each in _both(comparison)}


def _both(comparison: Comparison) -> list[QuantityName]:
    return [*named(comparison.left), *named(comparison.right)]


def _term(said: Said, own: int | None, *, is_part: bool = False) -> Term:
    if isinstance(said, int):
        return term(said)
    if isinstance(said, Arithmetic):
        first = said.parts[0]
        if said.operation in _ROUNDED and isinstance(first, Arithmetic) and first.operation == "quotient":
            return _ROUNDED[said.operation](*(_term(part, own, is_part=True) for part in first.parts))
        return _OPERATIONS[said.operation](*(_term(part, own, is_part=True) for part in said.parts))
    if said.kind in counted():
        return term(counted()[said.kind])
    # What is computed with "the pads" of an axis are those at both ends.
    of = pad_begin + pad_end if is_part and said.kind == "pads" else _TERMS[said.kind]
    is_others = said.kind in OF_AXIS and said.axis is not None and said.axis != own
    return on_axis(of, said.axis or 0) if is_others else of
