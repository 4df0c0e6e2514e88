"""Sorts and operators: what a term denotes, and which operands each operator takes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Sort(StrEnum):
    """What a term denotes."""

    INT = "integer"
    REAL = "rational"
    BOOL = "truth value"
    NAME = "name"
    ELEMENT = "tensor element"


class Op(StrEnum):
    """The operators. `DIV` is exact; `FLOOR_DIV` rounds down, `CEIL_DIV` up; `MOD` is what rounding down leaves."""

    NEG = "neg"
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    FLOOR = "floor"
    CEIL = "ceil"
    FLOOR_DIV = "//"
    CEIL_DIV = "ceil/"
    MOD = "mod"
    MIN = "min"
    MAX = "max"
    EQ = "="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    NOT = "not"
    AND = "and"
    OR = "or"
    IMPLIES = "implies"
    IFF = "iff"
    ITE = "if"


DIVISIONS = frozenset({Op.DIV, Op.FLOOR_DIV, Op.CEIL_DIV, Op.MOD})


class IllSorted(TypeError):
    """An operator was given operands that it is not defined on."""


OF_A_SUM = "sum("
"""How the functions begin by which solvers know sums, and nothing else."""


def require_name(name: str) -> None:
    """Raise IllSorted for what no solver's language can quote as one name, or takes for a sum."""
    if "|" in name or "\\" in name:
        raise IllSorted(f"{name!r} is no name: there is | or a backslash in it")
    if name.startswith(OF_A_SUM):
        raise IllSorted(f"{name!r} is no name: sums alone are called so")


_NUMERIC = frozenset({Sort.INT, Sort.REAL})
_VARIADIC = frozenset({Op.AND, Op.OR})
_ARITY: Mapping[Op, int] = {**dict.fromkeys((Op.NEG, Op.FLOOR, Op.CEIL, Op.NOT), 1), Op.ITE: 3}
_OF_NUMBERS: Mapping[Op, Sort | None] = {
    **dict.fromkeys((Op.NEG, Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX), None),  # rational if an operand is, else integer
    **dict.fromkeys((Op.LT, Op.LE, Op.GT, Op.GE), Sort.BOOL),
    **dict.fromkeys((Op.FLOOR, Op.CEIL), Sort.INT),
    Op.DIV: Sort.REAL,
}
_WITHIN: Mapping[Op, Sort] = {
    **dict.fromkeys((Op.FLOOR_DIV, Op.CEIL_DIV, Op.MOD), Sort.INT),
    **dict.fromkeys((Op.NOT, Op.AND, Op.OR, Op.IMPLIES, Op.IFF), Sort.BOOL),
}


def result_sort(op: Op, sorts: tuple[Sort, ...]) -> Sort:
    """The sort that an operator gives for operands of some sorts; raises IllSorted where it is not defined."""
    if not sorts or (op not in _VARIADIC and len(sorts) != _ARITY.get(op, 2)):
        raise IllSorted(f"{op} takes {_ARITY.get(op, 2)} operands, not {len(sorts)}")
    if op in _OF_NUMBERS:
        number = number_of(op, sorts)
        return _OF_NUMBERS[op] or number
    if op in _WITHIN:
        return _one_sort(op, sorts, _WITHIN[op])
    if op is Op.ITE:
        _one_sort(op, sorts[:1], Sort.BOOL)
        return sorts[1] if sorts[1] is sorts[2] else number_of(op, sorts[1:])
    if sorts[0] is not sorts[1]:
        number_of(op, sorts)
    elif sorts[0] is Sort.BOOL:
        raise IllSorted(f"{op} is not defined on truth values: use iff")
    return Sort.BOOL


def number_of(op: str, sorts: tuple[Sort, ...]) -> Sort:
    """Rational if an operand is, else integer; raises IllSorted where one is no number."""
    if not set(sorts) <= _NUMERIC:
        raise IllSorted(f"{op} is not defined on ({', '.join(sorts)})")
    return Sort.REAL if Sort.REAL in sorts else Sort.INT


def _one_sort(op: Op, sorts: tuple[Sort, ...], wanted: Sort) -> Sort:
    if set(sorts) - {wanted}:
        raise IllSorted(f"{op} is not defined on ({', '.join(sorts)})")
    return wanted
