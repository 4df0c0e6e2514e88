"""What an operator's clauses fix in so many words: `length(pads) = 4`, `type(pads) = list of integers`."""

from __future__ import annotations

from fractions import Fraction

from spec.language.terms import Literal, Op, Operation, Variable
from spec.operator.operator import Operator


def stated(operator: Operator, variable: Variable) -> int | bool | str | Fraction:
    """The constant that a clause's formula, `variable = constant`, demands. Raises LookupError where there is none."""
    for clause in operator.clauses:
        match clause.formula:
            case Operation(Op.EQ, (Variable() as named, Literal(value))) if named == variable:
                return value
    raise LookupError(f"no clause of {operator.name} fixes {variable.name}")
