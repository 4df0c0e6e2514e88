"""What the specification's clauses say of the attributes, in the form in which prose can be compared with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache

from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import sides
from spec.readings.value import evaluate
from spec.window.call import FLOOR_MODE
from spec.window.names import extent, slack, y

SAME_AS: Mapping[str, str] = {"kernel": "kernel_shape", "pads_begin": "pads", "pads_end": "pads"}
"""Attributes of other dialects, by those of the specification whose values they hold."""
_DOMAINS: Mapping[str, str] = {
    "strides": "strides.positive",
    "dilations": "dilations.positive",
    "kernel_shape": "kernel_shape.positive",
    "pads": "pads.non-negative",
}
"""The clauses on the values of a list; those on other attributes are called NAME.domain."""
FIXED: Mapping[str, str] = {"auto_pad": "R3", "ceil_mode": "R4", "storage_order": "R5"}
LISTS = ("dilations", "kernel_shape", "kernel", "pads", "pads_begin", "pads_end", "strides")
"""The list attributes, of all dialects."""
SINGLE = ("auto_pad", "ceil_mode", "storage_order")
"""The attributes that have one value."""
ALSO: Mapping[str, str] = {"float32": "float", "float64": "double"}
"""Other names of types, by those of the specification."""
LIKENESS = 0.8
"""From so much likeness on, a word is taken for a misspelt value."""
AUTO_PADS_OF_OTHERS = ("explicit", "same_upper", "same_lower", "valid")
"""`auto_pad`'s values in OpenVINO's dialect."""


def _allows(label: str, value: int | str) -> bool:
    """Whether a clause on one quantity holds for a value of it."""
    formula = MAXPOOL[label].formula
    return bool(evaluate(formula, {variable.name: value for variable in free_variables(formula)}))


def is_type(name: str) -> bool:
    """Whether the elements of X may have a type, by any of its names."""
    return _allows("X.types", ALSO.get(name, name))


@cache
def least(name: str) -> int:
    """The least value that the specification allows in a list attribute."""
    return next(v for v in range(-2, 9) if _allows(_DOMAINS[SAME_AS.get(name, name)], v))


@cache
def statement(name: str) -> str:
    """The specification's sentence on the domain of an attribute."""
    name = SAME_AS.get(name, name)
    return MAXPOOL[_DOMAINS.get(name, f"{name}.domain")].statement


@cache
def values(name: str) -> frozenset[int | str]:
    """The values that the specification allows in an attribute that is no list."""
    names = ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", "")
    candidates: Iterable[int | str] = names if name == "auto_pad" else range(-2, 9)
    return frozenset(v for v in candidates if _allows(f"{name}.domain", v))


def is_nearly(name: str, value: str) -> bool:
    """Whether a word in capitals is nearly a value of an attribute."""
    return value.isupper() and bool(get_close_matches(value, map(str, values(name)), 1, LIKENESS))


@cache
def fixed(name: str) -> int | str | None:
    """The one value that the profile's restrictions leave to an attribute that is no list."""
    allowed = [v for v in values(name) if FIXED[name] not in MAXPOOL or _allows(FIXED[name], v)]
    return allowed[0] if len(allowed) == 1 else None


@cache
def spatial_axes() -> int:
    """How many spatial axes the profile's restriction leaves to X."""
    return next(rank - 2 for rank in range(2, 12) if _allows("R1", rank))


@cache
def per_axis(name: str) -> int:
    """How many values a list attribute has for each spatial axis."""
    if name in ("pads_begin", "pads_end"):
        return 1
    return next(n for n in range(20) if _allows(f"{SAME_AS.get(name, name)}.length", n)) // spatial_axes()


def each(name: str) -> str:
    """How many values a list attribute has, in words."""
    return f"{'Two values' if per_axis(name) == 2 else 'One value'} for each spatial axis"


_ON_AXIS = MAXPOOL.on_axis(of=FLOOR_MODE)


def following(given: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """What follows on an axis from what is given there, by the clauses, each with its name: the extent, the slack, the
    size of Y. The last of them only where the kernel fits. Raises KeyError where something is missing."""
    values = dict(given)
    for variable, label in ((extent, "extent"), (slack, "slack"), (y, "Y.shape")):
        if variable is y and values[slack.name] < 0:
            return
        values[variable.name] = int(evaluate(sides(_ON_AXIS[label].formula)[1], values))
        yield variable.name, values[variable.name]
