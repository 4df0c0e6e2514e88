"""The term language: integer arithmetic and logic, kept exactly as it was written.

A term is immutable data, compared by structure, and never simplified, so that two formulas that are equal only by
a theorem stay two formulas. What a term *means* is given by its readings (`spec/readings`), each of which is one
`spec.language.fold.fold`. The language is total except for division, whose divisor must be positive: a side condition
that `spec.language.fold.divisors` collects and that becomes an obligation wherever the term is used.

`==` compares structure. An equation is written `a.eq(b)`. A term has no truth value, so that `a < b < c`,
`a and b` and `not a` raise instead of silently losing a part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn

from spec.language.sorts import DIVISIONS, IllSorted, Op, Sort, number_of, require_name, result_sort

__all__ = ["DIVISIONS", "IllSorted", "Op", "Sort"]  # The language is read from here.


class Quantifier(StrEnum):
    """A quantifier over a half-open range of integers."""

    FORALL = "for all"
    EXISTS = "exists"


@dataclass(frozen=True, slots=True)
class Term:
    """The root of all nodes; carries the operators that build larger terms."""

    sort: Sort = field(init=False, compare=False, repr=False)

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a term has no truth value: write and_(a < b, b < c), not a < b < c; and_/or_/not_, not and/or/not; "
            "a.eq(b) for an equation"
        )

    def __neg__(self) -> Term:
        return Operation(Op.NEG, (self,))

    def __add__(self, other: Term | int) -> Term:
        return Operation(Op.ADD, (self, term(other)))

    def __radd__(self, other: int) -> Term:
        return term(other) + self

    def __sub__(self, other: Term | int) -> Term:
        return Operation(Op.SUB, (self, term(other)))

    def __rsub__(self, other: int) -> Term:
        return term(other) - self

    def __mul__(self, other: Term | int) -> Term:
        return Operation(Op.MUL, (self, term(other)))

    def __rmul__(self, other: int) -> Term:
        return term(other) * self

    def __truediv__(self, other: Term | int) -> Term:
        return Operation(Op.DIV, (self, term(other)))

    def __floordiv__(self, other: Term | int) -> Term:
        return Operation(Op.FLOOR_DIV, (self, term(other)))

    def __mod__(self, other: Term | int) -> Term:
        return Operation(Op.MOD, (self, term(other)))

    def __lt__(self, other: Term | int) -> Term:
        return Operation(Op.LT, (self, term(other)))

    def __le__(self, other: Term | int) -> Term:
        return Operation(Op.LE, (self, term(other)))

    def __gt__(self, other: Term | int) -> Term:
        return Operation(Op.GT, (self, term(other)))

    def __ge__(self, other: Term | int) -> Term:
        return Operation(Op.GE, (self, term(other)))

    def eq(self, other: Term | int | str) -> Term:
        """The equation `self = other`."""
        return Operation(Op.EQ, (self, term(other)))

    def ne(self, other: Term | int | str) -> Term:
        """The inequation `self != other`."""
        return Operation(Op.NE, (self, term(other)))

    def implies(self, other: Term) -> Term:
        """The implication `self => other`."""
        return Operation(Op.IMPLIES, (self, other))

    def iff(self, other: Term) -> Term:
        """The equivalence `self <=> other`."""
        return Operation(Op.IFF, (self, other))


@dataclass(frozen=True, slots=True)
class Literal(Term):
    """A constant: an integer, an exact rational, a truth value or a name."""

    value: int | bool | str | Fraction

    def __post_init__(self) -> None:
        sorts = {bool: Sort.BOOL, int: Sort.INT, Fraction: Sort.REAL, str: Sort.NAME}
        if type(self.value) not in sorts:
            raise IllSorted(f"{self.value!r} is not a literal of the term language")
        object.__setattr__(self, "sort", sorts[type(self.value)])

    # 1 == True in Python; as literals they differ.
    def __eq__(self, other: object) -> bool:
        return type(other) is Literal and (self.sort, self.value) == (other.sort, other.value)

    def __hash__(self) -> int:
        return hash((self.sort, self.value))


@dataclass(frozen=True, slots=True)
class Variable(Term):
    """A named unknown, free or bound by an enclosing quantifier."""

    name: str
    kind: Sort = Sort.INT
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        require_name(self.name)
        object.__setattr__(self, "sort", self.kind)
        object.__setattr__(self, "_hash", hash((self.name, self.kind)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Variable, (self.name, self.kind)


@dataclass(frozen=True, slots=True)
class Operation(Term):
    """An operator applied to its operands, in the order in which they were written."""

    op: Op
    args: tuple[Term, ...]
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for arg in self.args:
            if not isinstance(arg, Term):
                raise IllSorted(f"{arg!r} is not a term: an equation is written a.eq(b), a constant TRUE or FALSE")
        object.__setattr__(self, "sort", result_sort(self.op, tuple(a.sort for a in self.args)))
        object.__setattr__(self, "_hash", hash((self.op, self.args)))

    # Terms are looked up all the time: a hash that was made anew each time would go through the whole term.
    def __hash__(self) -> int:
        return self._hash

    # A hash is good for one process alone: what comes from another is made again.
    def __reduce__(self) -> tuple[Any, ...]:
        return Operation, (self.op, self.args)


@dataclass(frozen=True, slots=True)
class Quantified(Term):
    """`for all`/`exists variable in [low, high)`, the bounds being integers."""

    quantifier: Quantifier
    variable: Variable
    low: Term
    high: Term
    body: Term

    def __post_init__(self) -> None:
        if {self.variable.sort, self.low.sort, self.high.sort} != {Sort.INT} or self.body.sort is not Sort.BOOL:
            raise IllSorted(f"{self.quantifier} {self.variable.name}: integer bounds and a truth value are needed")
        if self.variable in free_variables(self.low) | free_variables(self.high):
            raise IllSorted(f"{self.variable.name} appears in its own bounds")
        object.__setattr__(self, "sort", Sort.BOOL)


@dataclass(frozen=True, slots=True)
class Sum(Term):
    """The sum of a number over `variable in [low, high)`, the bounds being integers; 0 over an empty range."""

    variable: Variable
    low: Term
    high: Term
    body: Term

    def __post_init__(self) -> None:
        if {self.variable.sort, self.low.sort, self.high.sort} != {Sort.INT}:
            raise IllSorted(f"the sum over {self.variable.name}: integer bounds are needed")
        if self.variable in free_variables(self.low) | free_variables(self.high):
            raise IllSorted(f"{self.variable.name} appears in its own bounds")
        object.__setattr__(self, "sort", number_of("a sum", (self.body.sort,)))


@dataclass(frozen=True, slots=True)
class Symbol:
    """An uninterpreted function, such as `X : integer^4 -> tensor element`."""

    name: str
    parameters: tuple[Sort, ...]
    result: Sort

    def __post_init__(self) -> None:
        require_name(self.name)

    def __call__(self, *args: Term | int) -> Term:
        return Application(self, tuple(term(a) for a in args))


@dataclass(frozen=True, slots=True)
class Application(Term):
    """A function symbol applied to its arguments: `X(b, c, row, col)`."""

    symbol: Symbol
    args: tuple[Term, ...]
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if tuple(a.sort for a in self.args) != self.symbol.parameters:
            raise IllSorted(f"{self.symbol.name} takes ({', '.join(self.symbol.parameters)})")
        object.__setattr__(self, "sort", self.symbol.result)
        object.__setattr__(self, "_hash", hash((self.symbol, self.args)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Application, (self.symbol, self.args)


TRUE, FALSE = Literal(True), Literal(False)


def term(value: Term | int | str | Fraction) -> Term:
    """A term as it is, or the literal of a Python integer, rational or name. A Python truth value is refused."""
    if isinstance(value, Term):
        return value
    if isinstance(value, bool):
        raise IllSorted("a Python truth value is not a term: an equation is written a.eq(b), a constant TRUE or FALSE")
    return Literal(value)


def and_(*args: Term) -> Term:
    """The conjunction; TRUE if empty, the conjunct itself if there is one."""
    return _joined(Op.AND, args, TRUE)


def or_(*args: Term) -> Term:
    """The disjunction; FALSE if empty, the disjunct itself if there is one."""
    return _joined(Op.OR, args, FALSE)


def _joined(op: Op, args: tuple[Term, ...], neutral: Term) -> Term:
    if not args:
        return neutral
    joined = Operation(op, args)
    return args[0] if len(args) == 1 else joined


def not_(arg: Term) -> Term:
    """The negation."""
    return Operation(Op.NOT, (arg,))


def ite(condition: Term, then: Term | int, otherwise: Term | int) -> Term:
    """`then` if the condition holds, else `otherwise`."""
    return Operation(Op.ITE, (condition, term(then), term(otherwise)))


def floor(arg: Term) -> Term:
    """The largest integer not above a rational."""
    return Operation(Op.FLOOR, (arg,))


def ceil(arg: Term) -> Term:
    """The smallest integer not below a rational."""
    return Operation(Op.CEIL, (arg,))


def ceil_div(dividend: Term, divisor: Term | int) -> Term:
    """The quotient of integers rounded up."""
    return Operation(Op.CEIL_DIV, (dividend, term(divisor)))


def maximum(a: Term | int, b: Term | int) -> Term:
    """The larger of two numbers."""
    return Operation(Op.MAX, (term(a), term(b)))


def minimum(a: Term | int, b: Term | int) -> Term:
    """The smaller of two numbers."""
    return Operation(Op.MIN, (term(a), term(b)))


def forall(variable: Term, low: Term | int, high: Term | int, body: Term) -> Term:
    """`for all variable in [low, high): body`."""
    assert isinstance(variable, Variable)
    return Quantified(Quantifier.FORALL, variable, term(low), term(high), body)


def exists(variable: Term, low: Term | int, high: Term | int, body: Term) -> Term:
    """`exists variable in [low, high): body`."""
    assert isinstance(variable, Variable)
    return Quantified(Quantifier.EXISTS, variable, term(low), term(high), body)


def sum_of(variable: Term, low: Term | int, high: Term | int, body: Term | int) -> Term:
    """The sum of `body` over `variable in [low, high)`."""
    assert isinstance(variable, Variable)
    return Sum(variable, term(low), term(high), term(body))


def children(node: Term) -> tuple[Term, ...]:
    """The immediate subterms, in the order in which they were written."""
    match node:
        case Operation(_, args) | Application(_, args):
            return args
        case Quantified(_, _, low, high, body) | Sum(_, low, high, body):
            return (low, high, body)
    return ()


@lru_cache(maxsize=65536)
def free_variables(node: Term) -> frozenset[Variable]:
    """The variables that no enclosing quantifier binds."""
    match node:
        case Variable():
            return frozenset({node})
        case Quantified(_, variable, low, high, body) | Sum(variable, low, high, body):
            return free_variables(low) | free_variables(high) | (free_variables(body) - {variable})
    return frozenset().union(*(free_variables(c) for c in children(node)))
