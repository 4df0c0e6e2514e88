"""A term as SMT-LIB over bit patterns: an element of a tensor is a pattern, the rank of an element an integer.

What a formula says of sizes and positions is computed, for one cell of a small call whose elements have names. What is
left speaks of elements alone: in the clauses' own function symbols, to which each element type gives a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spec.language.fold import Reading, fold, symbols
from spec.language.terms import (
    FALSE,
    Application,
    Literal,
    Op,
    Quantified,
    Sort,
    Symbol,
    Term,
    Variable,
    free_variables,
)
from spec.readings.partial import as_term, partial
from spec.readings.smtlib import READING as SMTLIB
from spec.readings.value import DivisorNotPositive, Undefined

INDEX_WIDTH = 8
"""How many bits an integer that is no size has, such as an index; its pattern has a sign."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a formula's names are at one cell of a small call.

    `numbers` are sizes and positions. `tensors` give the names of the elements by their positions: there are no others.
    `integers` are tensors of integers, of which the formula speaks at this cell alone: the name of the pattern, and the
    integers that are tried, the pattern being 0 for the first number. `others` put other names in the place of free
    variables and of function symbols.
    """

    numbers: Mapping[str, int] = field(default_factory=dict)
    tensors: Mapping[str, Mapping[tuple[int, ...], str]] = field(default_factory=dict)
    integers: Mapping[str, tuple[str, int, Sequence[int]]] = field(default_factory=dict)
    others: Mapping[str, str] = field(default_factory=dict)

    def named(self, name: str) -> str:
        """What a name stands for."""
        return self.others.get(name, name)


def to_bits(node: Term, cell: Cell) -> str:
    """The SMT-LIB formula of a term at a cell; raises TypeError where it speaks of more than elements and their ranks.

    Where the term speaks of an element outside a tensor it is false, as it is where a clause is evaluated.
    """
    cases = [(test, fold(left, READING)) for test, left in _cases(node, cell)]
    return cases[0][1] if cases[0][0] == ALWAYS else f"(or {' '.join(f'(and {test} {text})' for test, text in cases)})"


def elements_of(node: Term, cell: Cell) -> tuple[str, ...]:
    """The elements that a term speaks of at a cell, by their names there; not those that stand for another's."""
    free = {v.name for v in free_variables(node) if v.sort is Sort.ELEMENT} - cell.others.keys()
    placed = {name for names in cell.tensors.values() for name in names.values()}
    left = {v.name for _, left in _cases(node, cell) for v in free_variables(left)}
    return tuple(sorted(free | placed & left))


ALWAYS = ""
"""The test of the one case where a term speaks of no tensor of integers."""


def _cases(node: Term, cell: Cell) -> list[tuple[str, Term]]:
    """What is left of a term in each case, and the test for it: which integer stands at the cell."""
    used = {symbol.name for symbol in symbols(node)}
    splits = [(name, *split) for name, split in cell.integers.items() if name in used]
    if not splits:
        return [(ALWAYS, _left(node, cell, {}))]
    ((name, pattern, zero, tried),) = splits
    return [(f"(= {pattern} {_index(i - zero)})", _left(node, cell, {name: i})) for i in tried]


def _left(node: Term, cell: Cell, integers: Mapping[str, int]) -> Term:
    """What is left of a term once all that is known at the cell is computed."""
    known: dict[str, Any] = {**cell.numbers}
    for v in free_variables(node):
        if v.sort is Sort.ELEMENT:
            known[v.name] = Variable(cell.named(v.name), v.sort)
    for symbol in symbols(node):
        if symbol.name in integers:
            known[symbol.name] = lambda *_, i=integers[symbol.name]: i
        elif symbol.name in cell.tensors:
            known[symbol.name] = _tensor(symbol, cell.tensors[symbol.name])
        else:
            known[symbol.name] = Symbol(cell.named(symbol.name), symbol.parameters, symbol.result)
    try:
        return as_term(partial(node, known))
    except (Undefined, DivisorNotPositive):
        return FALSE


def _tensor(symbol: Symbol, names: Mapping[tuple[int, ...], str]) -> Callable[..., Term]:
    def element(*position: int) -> Term:
        if position not in names:
            raise Undefined(f"{symbol.name} has no element at {position}")
        return Variable(names[position], symbol.result)

    return element


def _index(value: int) -> str:
    return f"(_ bv{value % (1 << INDEX_WIDTH)} {INDEX_WIDTH})"


def _literal(node: Literal) -> str:
    if not isinstance(node.value, bool):
        raise TypeError(f"{node.value} is no element, and no rank of one")
    return "true" if node.value else "false"


def _quantified(node: Quantified, low: str, high: str, body: str) -> str:
    raise TypeError(f"the range of {node.variable.name} is not known")


def _application(node: Application, args: tuple[str, ...]) -> str:
    return f"({node.symbol.name} {' '.join(args)})"


READING: Reading[str] = Reading(
    name="bit pattern",
    literal=_literal,
    variable=lambda node: node.name,
    operations={
        **{op: SMTLIB.operations[op] for op in (Op.EQ, Op.NOT, Op.AND, Op.OR, Op.IMPLIES, Op.IFF, Op.ITE)},
        Op.NE: lambda a, b: f"(not (= {a} {b}))",
        Op.LT: lambda a, b: f"(bvsgt {b} {a})",
        Op.LE: lambda a, b: f"(not (bvsgt {a} {b}))",
        Op.GT: lambda a, b: f"(bvsgt {a} {b})",
        Op.GE: lambda a, b: f"(not (bvsgt {b} {a}))",
    },
    quantified=_quantified,
    application=_application,
)
"""SMT-LIB, but that a rank is a pattern with a sign: its order is that of signed integers of one width."""
