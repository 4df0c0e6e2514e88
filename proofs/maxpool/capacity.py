"""`maxpool capacity`: when every quantity of a call fits a width of integers, with calls at each condition's edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict
from typing import Literal as Just

from rich.console import Console

from reference.call import describe_attribute
from spec.language.fold import substitute
from spec.language.terms import Literal, Term
from spec.maxpool.capacity import CAPACITY, FITTING, largest, largest_index, of_width
from spec.maxpool.vocabulary import ATTRIBUTES
from spec.operator.clauses import Constraint
from spec.readings.plain import to_plain

COUNTING = ("capacity.X", "capacity.Y")
"""The conditions on numbers of elements."""
Call = Mapping[str, Any]
"""The shape of X and the four lists, by name."""


class EdgeJson(TypedDict):
    """A condition in numbers, a legal call that just fits, and one that breaks it alone; null if none does."""

    label: str
    statement: str
    conditions: list[str]
    fits: Call | None
    beyond: Call | None


class CapacityJson(TypedDict):
    """When every quantity of a call fits a width of integers, those that count elements one of their own."""

    schema: Just["maxpool/capacity/1"]
    width: int
    index_width: int
    conditions: list[EdgeJson]


@dataclass(frozen=True, slots=True)
class CapacityEdge:
    """A condition of capacity in numbers, and where it ends.

    `fits` is a legal call whose quantity is as large as the width allows; `beyond` is a legal call that meets all other
    conditions and breaks this one. Either is None where no call is: with so narrow sizes, so large a number is not
    reached.
    """

    clause: Constraint
    conditions: tuple[str, ...]
    fits: Call | None
    beyond: Call | None

    def json(self) -> EdgeJson:
        """The condition for a JSON document."""
        return {
            "label": self.clause.label,
            "statement": self.clause.statement.replace("`", ""),
            "conditions": list(self.conditions),
            "fits": self.fits,
            "beyond": self.beyond,
        }


def call(X: Sequence[int] = (1, 1, 1, 1), **of_first_axis: int) -> Call:
    """A call in which something slides on the first spatial axis at most; what is not said is 1, or a padding of 0."""
    kernel, dilation, stride = (of_first_axis.get(name, 1) for name in ("kernel", "dilation", "stride"))
    pads = [of_first_axis.get("pad_begin", 0), 0, of_first_axis.get("pad_end", 0), 0]
    lists = {"dilations": [dilation, 1], "kernel_shape": [kernel, 1], "pads": pads, "strides": [stride, 1]}
    return {"X": list(X), **lists}


def split(exponent: int, most: int, parts: int) -> list[int]:
    """Powers of two, one for each part, none above 2**most, whose product has an exponent; [] if there are none."""
    shares = [min(most, max(0, exponent - i * most)) for i in range(parts)]
    return [2**share for share in shares] if sum(shares) == exponent else []


def reaching(label: str, number: int, width: int) -> Iterator[Call]:
    """Calls in which the quantity that a condition bounds is a number, and no other condition is broken by it."""
    name = label.partition(".")[2]
    exponent, most = number.bit_length() - 1, width - 2
    others, sizes = split(exponent - 1, most, 3), split(exponent, most, 4)
    match name:
        case "planes":
            yield call((number, 0, 1, 1))
        case "dilations":
            yield call(dilation=number)
        case "strides":
            yield call(stride=number)
        case "padded":
            yield call(kernel=2, dilation=number - 1, pad_end=number - 1)
        case "X" if number == 2**exponent and sizes:
            yield call(sizes)
        case "Y" if number == 2**exponent and others:
            yield call((*others[:2], 1, others[2]), kernel=2, pad_begin=1, pad_end=1)
        case "X" | "Y":
            yield call((number, 1, 1, 1))


def described(asked: Call) -> dict[str, Any]:
    """A call's variables, as the clauses name them."""
    form = {"unknown_attributes": "none", "defaults_used": 0, "type(X)": "tensor", "dtype(X)": "float", "rank(X)": 4}
    values = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0, **asked}
    attributes = [describe_attribute(name, values[name]) for name in ATTRIBUTES]
    shape = {f"dX_{i}": size for i, size in enumerate(asked["X"])}
    return {**form, **shape, **{name: value for part in attributes for name, value in part.items()}}


def broken(asked: Call, width: int, index_width: int) -> str:
    """The first clause or condition that a call breaks; empty if there is none."""
    bounds = {largest.name: of_width(width), largest_index.name: of_width(index_width)}
    clause = FITTING.violated({**described(asked), **bounds})
    return "" if clause is None else clause.label


def in_numbers(clause: Constraint, width: int, index_width: int) -> Iterator[Term]:
    """A condition on each axis that it holds on, with the widths' bounds as numbers."""
    bounds = {largest: Literal(of_width(width)), largest_index: Literal(of_width(index_width))}
    for instance in FITTING.instances(clause):
        yield substitute(instance, bounds)


def edges(width: int, index_width: int) -> tuple[CapacityEdge, ...]:
    """The conditions for signed integers of a width, with a width of their own for those that count elements."""
    return tuple(_edge(clause, width, index_width) for clause in CAPACITY)


def _edge(clause: Constraint, width: int, index_width: int) -> CapacityEdge:
    bound = of_width(index_width if clause.label in COUNTING else width)

    def first(number: int, wanted: str) -> Call | None:
        found = (c for c in reaching(clause.label, number, width) if broken(c, width, index_width) == wanted)
        return next(found, None)

    conditions = tuple(to_plain(term) for term in in_numbers(clause, width, index_width))
    return CapacityEdge(clause, conditions, first(bound, ""), first(bound + 1, clause.label))


def document(width: int, index_width: int) -> CapacityJson:
    """The conditions as one JSON document."""
    conditions = [edge.json() for edge in edges(width, index_width)]
    return {"schema": "maxpool/capacity/1", "width": width, "index_width": index_width, "conditions": conditions}


def show_capacity(console: Console, width: int, index_width: int) -> None:
    """The conditions for a person at a terminal."""
    counted = "" if index_width == width else f", elements counted in {index_width}"
    console.print(f"Signed integers of {width} bits{counted}. Every quantity of the clauses fits exactly if:")
    for edge in edges(width, index_width):
        console.print(f"\n{edge.clause.label}: {edge.clause.statement.replace('`', '')}", highlight=False)
        for condition in edge.conditions:
            console.print(f"  {condition}", highlight=False)
        for words, found in (("fits", edge.fits), ("beyond", edge.beyond)):
            if found is not None:
                console.print(f"  {words + ':':8}{_shown(found)}", highlight=False)
        if edge.fits is None and edge.beyond is None:
            console.print("  no call was found at its edge: the other conditions may imply it at these widths")
    console.print(
        "\n`maxpool check` decides this: capacity.fits.*, that nothing else can fail to fit; capacity.others-imply.*, "
        "that none of the conditions follows from the others.",
        highlight=False,
    )


def _shown(found: Call) -> str:
    shape, *lists = found.items()
    return f"X of shape {shape[1]}, " + ", ".join(f"{name}={value}" for name, value in lists)
