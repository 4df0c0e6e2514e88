"""What the specification's clauses say of the attributes, in the form in which prose can be compared with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.readings.value import evaluate

SAME_AS: Mapping[str, str] = {"kernel": "kernel_shape", "pads_begin": "pads", "pads_end": "pads"}
"""Attributes of other dialects, by those of the specification whose values they hold."""
_DOMAINS: Mapping[str, str] = {
    "strides": "strides.positive",
    "dilations": "dilations.positive",
    "kernel_shape": "kernel_shape.positive",
    "pads": "pads.non-negative",
}
_SETS: Mapping[str, str] = {"ceil_mode": "ceil_mode.domain", "storage_order": "storage_order.domain"}
_FIXED: Mapping[str, str] = {"auto_pad": "R3", "ceil_mode": "R4", "storage_order": "R5"}
LISTS = ("dilations", "kernel_shape", "kernel", "pads", "pads_begin", "pads_end", "strides")
"""The list attributes, of all dialects."""
SINGLE = ("auto_pad", "ceil_mode", "storage_order")
"""The attributes that have one value."""
AUTO_PADS_OF_OTHERS = ("explicit", "same_upper", "same_lower", "valid")
"""`auto_pad`'s values in OpenVINO's dialect."""


@cache
def least(name: str) -> int:
    """The least value that the specification allows in a list attribute."""
    formula = MAXPOOL[_DOMAINS[SAME_AS.get(name, name)]].formula
    names = [variable.name for variable in free_variables(formula)]
    return next(v for v in range(-2, 9) if evaluate(formula, dict.fromkeys(names, v)))


@cache
def statement(name: str) -> str:
    """The specification's sentence on the domain of an attribute."""
    name = SAME_AS.get(name, name)
    return MAXPOOL[_DOMAINS.get(name) or _SETS.get(name) or f"{name}.domain"].statement


@cache
def values(name: str) -> frozenset[int | str]:
    """The values that the specification allows in an attribute that is no list."""
    candidates: tuple[int | str, ...] = tuple(range(-2, 9))
    if name == "auto_pad":
        candidates = ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER", "")
    label = _SETS.get(name, f"{name}.domain")
    return frozenset(v for v in candidates if evaluate(MAXPOOL[label].formula, {name: v}))


@cache
def fixed(name: str) -> int | str | None:
    """The one value that the profile's restrictions leave to an attribute."""
    if name not in _FIXED:
        return None
    allowed = [v for v in values(name) if evaluate(MAXPOOL[_FIXED[name]].formula, {name: v})]
    return allowed[0] if len(allowed) == 1 else None


@cache
def spatial_axes() -> int:
    """How many spatial axes the profile's restriction leaves to X."""
    formula = MAXPOOL["R1"].formula
    (variable,) = free_variables(formula)
    return next(rank - 2 for rank in range(2, 12) if evaluate(formula, {variable.name: rank}))


@cache
def per_axis(name: str) -> int:
    """How many values a list attribute has for each spatial axis."""
    if name in ("pads_begin", "pads_end"):
        return 1
    formula = MAXPOOL[f"{SAME_AS.get(name, name)}.length"].formula
    (variable,) = free_variables(formula)
    return next(n for n in range(20) if evaluate(formula, {variable.name: n})) // spatial_axes()
