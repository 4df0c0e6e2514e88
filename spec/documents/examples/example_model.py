"""What a worked example is once it is read, and what a listing of another implementation is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from spec.documents.examples.stated import Named, StatedValue
from spec.documents.printed.tensors import PrintedCell, PrintedTensor


@dataclass(frozen=True)
class WorkedExample:
    """One worked example, as it stands.

    `statements` are all that it states, in order. `is_node`: it is Python code that builds a node, in the domain
    `domain` ("" for none) from `node` to `node_end`. `random_shape` are the dimensions of an input that is drawn or
    computed, which is never done here. `declared`: the names that the example's text gives X, Y and Indices, by role.
    """

    title: str
    start: int
    end: int
    path: tuple[str, ...]
    statements: tuple[StatedValue, ...]
    is_node: bool = False
    node: int = 0
    node_end: int = 0
    domain: str = ""
    dtype: PrintedCell | None = None
    random_shape: tuple[PrintedCell, ...] = ()
    declared: tuple[tuple[Named, PrintedCell], ...] = ()

    @cached_property
    def attributes(self) -> dict[str, StatedValue]:
        """The first statement of each attribute; for a node that was understood, only its own."""
        found: dict[str, StatedValue] = {}
        for statement in self.statements:
            if statement.role is Named.ATTRIBUTE and (
                not self.node_end or self.node <= statement.start < self.node_end
            ):
                found.setdefault(statement.attribute, statement)
        return found

    @cached_property
    def restated(self) -> tuple[StatedValue, ...]:
        """Attributes stated once more, or by code beside the node."""
        own = {id(s) for s in self.attributes.values()}
        return tuple(s for s in self.statements if s.role is Named.ATTRIBUTE and id(s) not in own)

    @cached_property
    def tensors(self) -> dict[Named, StatedValue]:
        """The printed tensors by role, the first of each."""
        found: dict[Named, StatedValue] = {}
        for s in self.statements:
            if s.is_printed:
                found.setdefault(s.role, s)
        return found

    @cached_property
    def shapes(self) -> tuple[StatedValue, ...]:
        """The stated shapes."""
        return tuple(s for s in self.statements if s.is_shape)

    def shapes_of(self, role: Named) -> list[tuple[int, ...]]:
        """The shapes that are stated of a tensor."""
        return [shape for s in self.shapes if s.role is role and (shape := s.shape) is not None]

    def tensor(self, role: Named) -> PrintedTensor | None:
        """The printed tensor of a role."""
        found = self.tensors.get(role)
        return found.tensor if found else None


@dataclass(frozen=True, slots=True)
class DescribedDifference:
    """What a document says of a listing: a value `instead` of one that it expects.

    `ordinal`: the k-th element, k from 1, with its place and whether it is X's; None where nothing is said.
    """

    printed: PrintedCell
    expected: PrintedCell
    role: Named | None
    ordinal: int | None = None
    ordinal_cell: PrintedCell | None = None
    of_input: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """What another implementation is said to print for an example: `number` is that example's, where it is named."""

    title: str
    start: int
    path: tuple[str, ...]
    number: int | None
    tensors: tuple[StatedValue, ...]
    differences: tuple[DescribedDifference, ...]


@dataclass(frozen=True, slots=True)
class UnreadExample:
    """What is called an example and prints a tensor, of which no input and output were told: its title and place."""

    title: str
    start: int


@dataclass(frozen=True, slots=True)
class Examples:
    """All worked examples and listings of a document, in order, and what was not understood as one."""

    examples: tuple[WorkedExample, ...]
    listings: tuple[Listing, ...]
    unread: tuple[UnreadExample, ...] = ()


_NUMBER = re.compile(r"\bexamples?\s*#?(\d{1,4})\b", re.IGNORECASE)


def number_of(title: str) -> int | None:
    """The number that a title gives its example."""
    found = _NUMBER.search(title)
    return int(found[1]) if found else None
