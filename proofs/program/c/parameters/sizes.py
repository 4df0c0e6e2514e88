"""Where a function computes the size of Y: its own variable then is that size, which is to be shown where it is set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from proofs.program.running.bounded import BoundedCall, CallBounds, calls
from proofs.program.source.language import Assign, Function, Instruction, everywhere
from proofs.program.source.machine import bare, same
from spec.language.fold import substitute, subterms
from spec.language.terms import DIVISIONS, Operation, Term, Variable, free_variables
from spec.maxpool.vocabulary import dY
from spec.readings.partial import partial
from spec.readings.value import DivisorNotPositive

TRIED = CallBounds(x=3, kernel=2, dilation=2, stride=2, pad=1)
MOST_TRIED = 400


def named_sizes(function: Function) -> Function:
    """The function, with the clauses' name for each size of Y that it computes before its loops."""
    times = Counter(name for s in everywhere(function.body) if isinstance(s, Assign) for name in s.names)
    known: dict[Variable, Term] = {}
    body: list[Instruction] = []
    for statement in function.body:
        match statement:
            case Assign(names=(name,), values=(value,)) if times[name] == 1:
                whole = substitute(bare(value), known)
                size = _size(whole, function)
                known[Variable(name)] = whole if size is None else size
                body.append(statement if size is None else replace(statement, values=(same(value, size),)))
            case _:
                body.append(statement)
    return replace(function, body=tuple(body))


def _size(value: Term, function: Function) -> Variable | None:
    """The size of Y that a value is on small calls: a guess, since it is proved where it stands."""
    if not any(isinstance(t, Operation) and t.op in DIVISIONS for t in subterms(value)):
        return None
    found = {*dY[2:]}
    for call in islice(calls(TRIED, function.calls), MOST_TRIED):
        names = _names(call)
        if not free_variables(value) <= {Variable(name) for name in names}:
            return None
        try:
            found = {size for size in found if partial(value, names) == names[size.name]}
        except DivisorNotPositive:
            return None
    return next(iter(found)) if len(found) == 1 else None


def _names(call: BoundedCall) -> Mapping[str, int]:
    sizes = {f"dX_{i}": size for i, size in enumerate(call.shape)}
    return {**call.attributes, **sizes, **{d.name: size for d, size in zip(dY, call.dY, strict=True)}}
