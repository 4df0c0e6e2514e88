"""What a function takes for granted of its parameters by using them: a tensor, lists of integers, an order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofs.program.logic.plan import Invariant
from proofs.program.source.language import LISTS, RANK, TENSOR_PARAMETER, Function, everywhere, expressions
from spec.language.fold import subterms
from spec.language.terms import Application, Op, Operation, Sort, Term, and_, or_
from spec.maxpool.operator import TYPES
from spec.maxpool.vocabulary import X, dtype, entry, kind_of, length, rank_X
from spec.operator.types import numpy_name

ORDERS: Mapping[str, str] = {name: f"{numpy_name(name)}.order" for name in TYPES}
"""The obligations that show, for each element type, that Python's comparison of elements is that of their ranks."""


def parameters(function: Function) -> Sequence[tuple[int, Invariant]]:
    """What must hold of the parameters, each with the first line that needs it."""
    terms = [(s.line, node) for s in everywhere(function.body) for t in expressions(s) for node in subterms(t)]
    return [*_tensor(terms), *_lists(terms)]


def _tensor(terms: Sequence[tuple[int, Term]]) -> Iterator[tuple[int, Invariant]]:
    reads = [line for line, t in terms if isinstance(t, Application) and t.symbol == X]
    if reads:
        is_tensor = and_(kind_of(TENSOR_PARAMETER).eq("tensor"), rank_X.eq(RANK))
        yield reads[0], Invariant("X", f"X is a tensor with {RANK} axes", is_tensor)
    orders = {Op.LT, Op.LE, Op.GT, Op.GE, Op.EQ, Op.NE}
    compared = [
        line for line, t in terms if isinstance(t, Operation) and t.op in orders and t.args[0].sort is Sort.REAL
    ]
    if compared:
        words = f"elements are of a type whose order is proved ({', '.join(ORDERS.values())})"
        yield compared[0], Invariant("order", words, or_(*(dtype(TENSOR_PARAMETER).eq(name) for name in ORDERS)))


def _lists(terms: Sequence[tuple[int, Term]]) -> Iterator[tuple[int, Invariant]]:
    for name, entries in LISTS.items():
        used = {i: line for i in range(entries) for line, t in reversed(terms) if t == entry(name, i)}
        if used:
            holds = and_(kind_of(name).eq("list of integers"), length(name) > max(used))
            yield min(used.values()), Invariant(name, f"{name} is a list of integers, long enough", holds)
