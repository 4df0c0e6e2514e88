"""What a sentence on quantities says, as values: quantities, formulas in words, comparisons, examples."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class QuantityName:
    """A quantity by its kind, and the spatial axis that is named with it; `jointly` with another: begin and end."""

    kind: str
    axis: int | None = None
    jointly: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A formula in words: what is done, with what."""

    operation: str
    parts: tuple[Said, ...]


Said = int | QuantityName | Arithmetic


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two quantities and how they compare: `less`, `equal`, or what else `how` of the grammar names."""

    left: Said
    how: str
    right: Said
    denied: bool = False
    jointly: bool = False


@dataclass(frozen=True, slots=True)
class Jointly:
    """`and`, or `all`, before what is compared: something is said of several at once."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An example's value of a quantity, for each axis; of X perhaps its whole shape."""

    kind: str
    values: tuple[int, ...]
    axis: int | None = None


@dataclass(frozen=True, slots=True)
class QuantityReading:
    """One reading of a sentence. `mood` is `demanded`, `permitted`, `forbidden`; of an example, `told`; of a call
    that is `accepted` or not, `outcome`."""

    mood: str
    comparisons: tuple[Comparison, ...] = ()
    settings: tuple[Setting, ...] = ()
    results: tuple[Setting, ...] = ()
    types: tuple[str, ...] = ()
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class AxisName:
    """A spatial axis that a word names: 0 the height, 1 the width; `is_end` tells a side of it, None names none."""

    place: int
    is_end: bool | None = None


@dataclass(frozen=True, slots=True)
class How:
    """A comparison as the grammar names it: of two quantities, or of one with zero."""

    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """What an example says to follow from its settings."""

    of: Setting


@dataclass(frozen=True, slots=True)
class Behind:
    """What is done behind a comma with all that stands before it."""

    operation: str
    parts: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """What a sequence of steps begins with."""

    of: Said


@dataclass(frozen=True, slots=True)
class TypeSetting:
    """The type of the elements of X in an example."""

    name: str


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """Whether a call is accepted."""

    accepted: bool
