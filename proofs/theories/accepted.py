"""What a call has met once it is accepted: the clauses as they are checked, which of them are required, in what order.

The other theories assume a clause by its label, whether or not a call that breaks it is refused. Here what is assumed
is what an operator requires, and what is shown is said in words of its own.
"""

from __future__ import annotations

from proofs.assumptions.lemmas import assumed, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.topic import Topic
from spec.language.terms import Term, Variable, and_, forall, ite
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import dtype, dX, dY
from spec.operator.clauses import Definition, Scope
from spec.operator.operator import Operator
from spec.window.geometry import has_tap
from spec.window.names import m, y

WINDOWS, FITS, EMPTY, TYPE = "windows.meet-input", "Y.positive", "batch.empty", "Indices.type"
index, limit = Variable("index"), Variable("limit")
ELEMENTS, OUTPUTS = dX[0] * dX[1] * dX[2] * dX[3], dY[0] * dY[1] * dY[2] * dY[3]


def required(operator: Operator) -> Term:
    """What a call must meet on each axis, and what the definitions say there."""
    preconditions = set(operator.preconditions())
    on_axis = (c for c in operator.clauses if c.scope is Scope.AXIS)
    return and_(*(c.formula for c in on_axis if c in preconditions or isinstance(c, Definition)))


def on(operator: Operator, label: str) -> Topic:
    """Statements about a clause of an operator."""
    return Topic((label,), operator[label].source, "profile.")


def of_calls(operator: Operator) -> tuple[Obligation, ...]:
    """What is refused, and in what order."""
    accepted = suppose("the call is accepted", required(operator))
    so_far = suppose("the call is accepted so far", required(operator.before(WINDOWS)))
    return (
        on(operator, WINDOWS).theorem(
            "accepted.windows",
            "Of a call that is accepted, each window has a tap on an element of X.",
            forall(m, 0, y, has_tap(m)),
            accepted,
        ),
        on(operator, FITS).theorem(
            "accepted.output",
            "Of a call that is accepted, Y has an element on each axis.",
            y >= 1,
            accepted,
        ),
        on(operator, FITS).theorem(
            "checked-first.output",
            "When the windows are checked there are some: the form that is checked looks at the first and the last.",
            y >= 1,
            so_far,
        ),
    )


def of_outputs(operator: Operator) -> tuple[Obligation, ...]:
    """What is promised of every call."""
    (empty,), types = assumed(operator, EMPTY), assumed(operator, TYPE, "Indices.int64")
    most = ite(dtype("Indices").eq("int64"), 2**63, ite(dtype("Indices").eq("int32"), 2**31, 0))
    return (
        *(
            on(operator, EMPTY).theorem(
                f"batch.empty.without-{name}",
                f"Without {name}, the outputs are empty.",
                OUTPUTS.eq(0),
                empty,
                suppose(f"there are no {name}", size.eq(0)),
            )
            for name, size in (("batches", dX[0]), ("channels", dX[1]))
        ),
        on(operator, TYPE).theorem(
            "Indices.type.holds-each-index",
            "The type of Indices has a number for the index of each element of X.",
            index < limit,
            *types,
            suppose("index counts elements", and_(0 <= index, index < ELEMENTS)),
            suppose("a type's limit", limit.eq(most)),
        ),
    )


def obligations(operator: Operator = MAXPOOL) -> tuple[Statement, ...]:
    """The obligations of this file, in reading order, about the clauses of MaxPool or of a changed operator."""
    return (*of_calls(operator), *of_outputs(operator))
