"""What each clause says of a legal call, and of the calls beside it: none is weaker, or stronger, unnoticed.

Programs are proved under what the clauses demand, and meet what they promise: a demand that is too strong, and a
promise that is too weak, leave them proved. Here a clause speaks of values that are given, and says what evaluation
says: of a legal call, and of each in which one value that the clause reads is another. Of elements it is given whether
the parts of the clause hold, as they do for elements of each kind under right and wrong orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from proofs.why3.theory.clauses import AND, applied, clause_name, defined_by, definitions, fields, formula_text
from proofs.why3.theory.program import instances
from reference.examples.cases import described
from reference.strength.elements import ElementType
from reference.strength.orders import elements, variants
from spec.language.fold import subterms
from spec.language.terms import (
    Application,
    Literal,
    Quantified,
    Sort,
    Term,
    Variable,
    and_,
    children,
    free_variables,
    not_,
)
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause, Scope
from spec.operator.operator import Operator
from spec.readings.value import DivisorNotPositive, evaluate
from spec.readings.whyml import identifier, to_whyml

MODULE = "Calls"
SHAPE = (2, 3, 7, 9)
ATTRIBUTES: Mapping[str, Any] = {
    "auto_pad": "NOTSET",
    "ceil_mode": 0,
    "dilations": [2, 1],
    "kernel_shape": [3, 4],
    "pads": [1, 0, 2, 1],
    "storage_order": 0,
    "strides": [3, 2],
}
"""A legal call in which sizes differ where they may."""
OTHER = "another"
"""A name that no clause knows."""
KIND = ElementType("float32")
"""The type whose elements are of every kind."""
Values = Mapping[Variable, Any]


@cache
def _legal() -> Mapping[str, Any]:
    """The variables of the legal call, and what the definitions give for it."""
    known = MAXPOOL.check(described(np.zeros(SHAPE, np.float32), ATTRIBUTES))
    for instance in (i for clause in definitions(MAXPOOL) for i in MAXPOOL.instances(clause)):
        known |= {name.name: evaluate(value, known) for name, value in defined_by(instance)}
    return known


def _values(clause: Clause) -> Values:
    """What the variables of a clause are in the legal call, on spatial axis 0 those of an axis."""
    axis = MAXPOOL.axes[0] if clause.scope is Scope.AXIS else {}
    symbols = {v: axis.get(v, v) for v in sorted(free_variables(clause.formula), key=lambda v: v.name)}
    return {v: _legal()[symbol.name] for v, symbol in symbols.items() if isinstance(symbol, Variable)}


def _beside(clause: Clause) -> Iterator[Values]:
    """The legal call's values, and those in which one of them is another: by one, or at what the clause mentions.

    The other numbers are as they are, or 1, so that a product of all is at what the clause mentions too.
    """
    legal = _values(clause)
    ones = {**legal, **{v: 1 for v in legal if v.sort is Sort.INT}}
    yield legal
    written = dict.fromkeys(t for t in subterms(clause.formula) if isinstance(t, Literal))
    for variable, value in legal.items():
        near: list[Any] = [literal.value for literal in written if literal.sort is variable.sort]
        if variable.sort is Sort.BOOL:
            near = [not value]
        elif variable.sort is Sort.NAME:
            near.append(OTHER)
        else:
            yield from ({**ones, variable: number + step} for number in near for step in (-1, 0, 1) if len(legal) > 1)
            near = [number + step for number in (value, *near) for step in (-1, 0, 1)]
        yield from ({**legal, variable: other} for other in dict.fromkeys(near) if other != value)


def stated() -> Mapping[str, Clause]:
    """The clauses that are asked, by the names of their goals: on the call, an axis or elements, without quantifier."""
    return {f"of_{clause_name(clause.label)}": clause for clause in MAXPOOL.clauses if _is_asked(clause)}


def _is_asked(clause: Clause) -> bool:
    parts = list(subterms(clause.formula))
    if any(isinstance(part, Quantified) for part in parts):
        return False
    return clause.scope is not Scope.CELL or not any(_is_tensor(part) for part in parts)


def _is_tensor(part: Term) -> bool:
    """An element, or an index, at a place of a tensor."""
    return isinstance(part, Application) and Sort.INT in part.symbol.parameters


def goals(operator: Operator = MAXPOOL) -> Iterator[str]:
    """A goal for each: what the operator's clause says is what evaluation says of the specification's own."""
    yield from (_goal(name, clause, operator) for name, clause in stated().items())


def _goal(name: str, clause: Clause, operator: Operator) -> str:
    asked = operator[clause.label]
    if clause.scope is Scope.CELL:
        return _goal_on_elements(name, clause)
    if clause.scope is Scope.AXIS:
        free = {*free_variables(asked.formula), *_values(clause)}
        # A predicate may bear the name of what it defines.
        names = {v.name: f"{identifier(v.name)}_0" for v in sorted(free, key=lambda v: v.name)}
        said, known = applied(asked, {v: v for v in free}, names), f"{' '.join(names.values())} : int"
    else:
        names, (said,) = fields(), instances(asked, operator, fields())
        read = f"{said} {' '.join(names[v.name] for v in _values(clause))}"
        known = ", ".join(record for record in RECORDS if re.search(rf"\b{record[0]}\b", read))
    return _written(name, known, _parts(clause, said, names))


def _written(name: str, about: str, parts: Iterable[str]) -> str:
    return f"  goal {name} : forall {about}.\n    " + f" {AND.strip()}\n    ".join(dict.fromkeys(parts))


RECORDS = ("q : call", "s : sizes")
"""The records that a predicate may be about."""


def _parts(clause: Clause, said: str, names: Mapping[str, str]) -> Iterator[str]:
    """What is said where the values are given, or that it is not so, as evaluation has it of the clause."""
    for values in _beside(clause):
        try:
            holds = evaluate(clause.formula, {v.name: value for v, value in values.items()})
        except DivisorNotPositive:  # A clause before this one refuses the call.
            continue
        given = to_whyml(and_(*(_is(v, value) for v, value in values.items())), names)
        yield formula_text(f"({given} -> {said if holds else f'not ({said})'})")


# --- elements --------------------------------------------------------------------------------------


def _goal_on_elements(name: str, clause: Clause) -> str:
    names = [v.name for v in _elements_of(clause)]
    said = " ".join([clause_name(clause.label), *names])
    parts = (
        f"({to_whyml(and_(*given))} -> {said if holds else f'not ({said})'})" for given, holds in _known(clause).items()
    )
    return _written(name, f"{' '.join(names)} : element", map(formula_text, parts))


def _elements_of(clause: Clause) -> list[Variable]:
    """What is any element in a clause; -inf is one of them, and no other."""
    symbols = KIND.symbols()
    return sorted((v for v in free_variables(clause.formula) if v.name not in symbols), key=lambda v: v.name)


@cache
def _known(clause: Clause) -> Mapping[tuple[Term, ...], bool]:
    """Which parts of a clause hold of elements of each kind under each order, and whether the clause does."""
    parts = dict.fromkeys(t for t in subterms(clause.formula) if t.sort is Sort.BOOL and not _is_composed(t))
    names, symbols = [v.name for v in _elements_of(clause)], KIND.symbols()
    found: dict[tuple[Term, ...], bool] = {}
    for (_, order), given in product(variants(KIND), product(elements(KIND), repeat=len(names))):
        known = {**symbols, **order, **dict(zip(names, given, strict=True))}
        situation = tuple(part if evaluate(part, known) else not_(part) for part in parts)
        found[situation] = evaluate(clause.formula, known)
    return found


def _is_composed(formula: Term) -> bool:
    return any(part.sort is Sort.BOOL for part in children(formula))


def _is(variable: Variable, value: Any) -> Term:
    return variable.eq(Literal(value)) if variable.sort is not Sort.BOOL else (variable if value else not_(variable))
