"""Capacity: the weakest condition on a call under which every quantity of the clauses fits a width of integers.

The clauses of MaxPool speak of unbounded integers. A computation has integers of a width: `largest` is the largest of
them, and `largest_index` that of the integers which count elements. The quantities are all that stands in the
clauses' formulas: what is passed, sizes, positions, indices, and each sum and product on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import mul
from typing import Any

from spec.language.terms import Term, Variable, and_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import AXES, dX, dY
from spec.operator.clauses import ADDED, Constraint, Scope
from spec.operator.operator import Operator
from spec.window.geometry import padded
from spec.window.names import dilation, stride

largest = Variable("largest")
"""The largest integer of a width."""
largest_index = Variable("largest_index")
"""The largest integer of the width that counts elements."""


def counted(sizes: Sequence[Term]) -> Term:
    """The number of elements of a tensor."""
    return reduce(mul, sizes)


def _constraint(name: str, title: str, statement: str, formula: Term, scope: Scope = Scope.CALL) -> Constraint:
    return Constraint(
        label=f"capacity.{name}",
        subject=name,
        title=title,
        statement=statement,
        formula=formula,
        rationale="A quantity of the clauses has to fit the integers that it is computed with.",
        source=ADDED,
        scope=scope,
    )


CAPACITY = (
    _constraint(
        "planes",
        "Batches and channels fit",
        "The numbers of batches and of channels fit.",
        and_(dX[0] <= largest, dX[1] <= largest),
    ),
    _constraint("dilations", "Dilations fit", "Each dilation fits.", dilation <= largest, Scope.AXIS),
    _constraint("strides", "Strides fit", "Each stride fits.", stride <= largest, Scope.AXIS),
    _constraint(
        "padded",
        "The padded input fits",
        "The size of each spatial axis with its padding fits.",
        padded <= largest,
        Scope.AXIS,
    ),
    _constraint("X", "X fits", "The number of elements of `X` fits an index.", counted(dX) <= largest_index),
    _constraint("Y", "Y fits", "The number of elements of `Y` fits an index.", counted(dY) <= largest_index),
)
"""What a call must meet besides the clauses of the profile. No one of these follows from the others."""

FITTING = Operator(
    name="MaxPool with integers of a width",
    clauses=(*MAXPOOL.clauses, *CAPACITY),
    axes=AXES,
    title=MAXPOOL.title,
    facts=MAXPOOL.facts,
)
"""MaxPool, of calls whose quantities fit `largest` and `largest_index`."""


def of_width(width: int) -> int:
    """The largest signed integer of a width in bits."""
    return (1 << (width - 1)) - 1


def fits(call: Mapping[str, Any], width: int, index_width: int) -> bool:
    """Whether a described call meets the clauses, and all its quantities fit."""
    return FITTING.violated({**call, "largest": of_width(width), "largest_index": of_width(index_width)}) is None
