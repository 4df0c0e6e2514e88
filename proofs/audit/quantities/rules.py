"""The grammar's rules as values: what a part of a sentence says, from what its own parts say."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial

from proofs.audit.quantities.settings import (
    Parts,
    given,
    numbers_of,
    on_axis,
    outcome,
    quantity_of,
    result_of,
    rows_of,
    set_of,
    set_one,
    side_of,
    spans_of,
    told,
    type_of,
)
from proofs.audit.quantities.terms import OF_AXIS
from proofs.audit.quantities.values import (
    Arithmetic,
    AxisName,
    Begun,
    Behind,
    CallOutcome,
    Comparison,
    How,
    Jointly,
    QuantityName,
    QuantityReading,
    Result,
    Said,
    Setting,
)

_AXES = {"height": 0, "top": 0, "bottom": 0, "width": 1, "left": 1, "right": 1}
_ENDS = {"top": False, "left": False, "bottom": True, "right": True}
_HOWS = (
    "equal",
    "distinct",
    "less",
    "greater",
    "at_least",
    "at_most",
    "positive",
    "non_negative",
    "negative",
    "empty",
    "several",
)
_OF_ZERO = {"positive": "greater", "non_negative": "at_least", "negative": "less", "empty": "equal"}
_KINDS = {
    **{name: name for name in ("strides", "dilations", "pads", "pad_begin", "pad_end", "kernel", "extent")},
    **{
        name: name
        for name in ("padded", "batch", "channels", "rank", "spatial_axes", "elements", "index", "least_index")
    },
    **{"x_size": "x", "y_size": "y", "strides_list": "strides", "dilations_list": "dilations"},
    "both_pads": "pads",
    **{"kernel_list": "kernel_shape", "pads_list": "pads"},
}
_HAVE = {
    "rank_has": "rank", "rank_is": "rank", "spatial_has": "spatial_axes", "size_has": "y", "outputs_has": "outputs",
}  # fmt: skip
_SET = {"set_stride": "strides", "set_kernel": "kernel", "set_dilation": "dilations", "set_pads": "pads", "set_x": "x"}
_BEHIND = {
    "plus": "sum", "minus": "difference", "times": "product", "divided": "quotient", "floored": "rounded_down",
    "ceiled": "rounded_up",
}  # fmt: skip
_SAID = (int, QuantityName, Arithmetic)
_OPERATIONS = ("sum", "difference", "product", "quotient", "twice", "half", "rounded_down", "rounded_up")


def made(rule: str, parts: Parts) -> Hashable | None:
    """What a part says; None if its own parts do not fit together."""
    if rule in _AXES:
        return AxisName(_AXES[rule], _ENDS.get(rule))
    if rule in _HOWS or rule == "or_more":
        return How("at_least" if rule == "or_more" else rule)
    if rule in _KINDS:
        jointly = any(isinstance(part, Jointly) for part in parts)
        return on_axis(QuantityName(_KINDS[rule], jointly=jointly), parts)
    if rule in _OPERATIONS:
        return Arithmetic(rule, tuple(part for part in parts if isinstance(part, int | QuantityName | Arithmetic)))
    if rule in _BEHIND:
        return Behind(_BEHIND[rule], tuple(part for part in parts if isinstance(part, int | QuantityName | Arithmetic)))
    if rule in _HAVE:
        return _counts(QuantityName(_HAVE[rule]), parts)
    if rule in _SET:
        return set_of(_SET[rule], parts)
    return _RULES.get(rule, _first)(parts)


def _first(parts: Parts) -> Hashable | None:
    return parts[0] if parts else None


def _formula(parts: Parts) -> Said | None:
    """A formula, and what is done with the whole of it behind commas."""
    said = parts[0] if parts and isinstance(parts[0], int | QuantityName | Arithmetic) else None
    for part in parts[1:]:
        if said is None or not isinstance(part, Behind):
            return None
        for each in part.parts or (None,):
            said = Arithmetic(part.operation, (said,) if each is None else (said, each))
    return said


_THAT = QuantityName("that of X")


def _that(operation: str) -> Callable[[Parts], Said]:
    return lambda _: Arithmetic(operation, (_THAT,)) if operation else _THAT


def _resolved(said: Said, of: Said) -> Said:
    """`That of X` is the quantity of X that is asked for of Y; of what a list holds it is X's size."""
    if isinstance(said, Arithmetic):
        return replace(said, parts=tuple(_resolved(part, of) for part in said.parts))
    return (
        replace(of, kind="x" if of.kind in OF_AXIS else of.kind)
        if said == _THAT and isinstance(of, QuantityName)
        else said
    )


def _length(parts: Parts) -> QuantityName | None:
    return next((QuantityName(f"length of {part.kind}") for part in parts if isinstance(part, QuantityName)), None)


def _counts(named: QuantityName, parts: Parts) -> tuple[Comparison, ...]:
    """How many of something there are."""
    how = next((part.name for part in parts if isinstance(part, How)), "equal")
    number = next(part for part in parts if isinstance(part, int))
    return (Comparison(named, how, number),)


def _has_entries(parts: Parts) -> tuple[Comparison, ...] | None:
    named = _length(parts)
    return _counts(named, parts) if named else None


def _has_no_elements(parts: Parts) -> tuple[Comparison, ...]:
    return tuple(replace(each, denied=True) for each in _counts(QuantityName("y"), parts))


def _has_no_entries(parts: Parts) -> tuple[Comparison, ...] | None:
    return tuple(replace(each, denied=True) for each in _has_entries(parts) or ()) or None


def _has_entries_each(parts: Parts) -> tuple[Comparison, ...] | None:
    of = next(part for part in parts if isinstance(part, QuantityName))
    return _counts(QuantityName(f"entries for each axis of {of.kind}"), parts)


def _has_inputs(parts: Parts) -> tuple[Comparison, ...]:
    how = next((part.name for part in parts if isinstance(part, How)), "equal")
    numbers = [part for part in parts if isinstance(part, int)]
    kinds = (QuantityName("inputs"), QuantityName("outputs"))
    return tuple(Comparison(kind, how, number) for kind, number in zip(kinds, numbers, strict=False))


def _compared(parts: Parts) -> tuple[Comparison, ...] | None:
    """Each subject, how it compares, and with what; `2 or more` says how behind the number, `stride of 2` nowhere."""
    how = next((part.name for part in parts if isinstance(part, How)), "equal")
    said: list[Said] = [part for part in parts if isinstance(part, int | QuantityName | Arithmetic)]
    right: Said = 0
    if how == "several":
        how, right = "greater", 1
    elif how in _OF_ZERO:
        how = _OF_ZERO[how]
    elif len(said) < 2:
        return None
    elif isinstance(said[0], int):
        right = said.pop(0)
    else:
        right = said.pop()
    jointly = any(isinstance(part, Jointly) or (isinstance(part, QuantityName) and part.jointly) for part in parts)
    return tuple(Comparison(each, how, _resolved(right, each), jointly=jointly) for each in said) or None


def _denied(parts: Parts) -> tuple[Comparison, ...] | None:
    return tuple(replace(each, denied=True) for each in _compared(parts) or ()) or None


def _mood(mood: str) -> Callable[[Parts], QuantityReading]:
    def read(parts: Parts) -> QuantityReading:
        found = [part for part in parts if isinstance(part, tuple)]
        return QuantityReading(mood, tuple(replace(each, jointly=False) for part in found for each in part))

    return read


def _forbidden(parts: Parts) -> QuantityReading | None:
    """What is an error. Of an error where several bounds are broken at once nothing is concluded on each of them."""
    jointly = any(each.jointly for part in parts if isinstance(part, tuple) for each in part)
    return None if jointly else _mood("forbidden")(parts)


def _effect(parts: Parts, *, does: bool = True) -> QuantityReading | None:
    """How one quantity changes with another, or never does: the comparison of the second after the first has grown."""
    quantities = [part for part in parts if isinstance(part, QuantityName)]
    first, second = (part.name for part in parts if isinstance(part, How))
    of = quantities[1] if len(quantities) > 1 else QuantityName("y", quantities[0].axis)
    how = "at_least" if (first == second) is does else "at_most"
    return QuantityReading("effect", (Comparison(quantities[0], how, of),))


def _instructed(parts: Parts) -> QuantityReading | None:
    """What the steps make of their beginning, for the quantity that they are to give."""
    goals = [part for part in parts if isinstance(part, QuantityName)]
    started = next((part for part in parts if isinstance(part, Begun)), None)
    steps = [part for part in parts if isinstance(part, Behind)]
    if len(goals) != 1 or started is None:
        return None
    made_ = _formula([started.of, *steps])
    return QuantityReading("demanded", (Comparison(goals[0], "equal", made_),)) if made_ is not None else None


def _two_pads(parts: Parts) -> Arithmetic | None:
    """The padding of two sides together."""
    sides = [part for part in parts if isinstance(part, AxisName) and part.is_end is not None]
    made_ = tuple(QuantityName("pad_end" if side.is_end else "pad_begin", side.place) for side in sides)
    return Arithmetic("sum", made_) if len(made_) == 2 else None


def _begun(parts: Parts) -> Begun | None:
    return next((Begun(part) for part in parts if isinstance(part, int | QuantityName | Arithmetic)), None)


def _difference_of(parts: Parts) -> Arithmetic:
    """`Subtract a from b` is b - a."""
    return Arithmetic("difference", tuple(part for part in parts[::-1] if isinstance(part, _SAID)))


_RULES: Mapping[str, Callable[[Parts], Hashable | None]] = {
    "name": quantity_of,
    "two_pads": _two_pads,
    "one_less": lambda parts: Arithmetic("difference", (parts[-1], 1)) if isinstance(parts[-1], _SAID) else None,
    "one_more": lambda parts: Arithmetic("sum", (parts[-1], 1)) if isinstance(parts[-1], _SAID) else None,
    "instructed": _instructed,
    "first": _begun,
    "sum_of": lambda parts: Arithmetic("sum", tuple(part for part in parts if isinstance(part, _SAID))),
    "difference_of": _difference_of,
    "quantity": quantity_of,
    "expr": _formula,
    "that_of": _that(""),
    "half_that": _that("half"),
    "twice_that": _that("twice"),
    "length": _length,
    "length_has": _has_entries,
    "length_has_not": _has_no_entries,
    "size_has_not": _has_no_elements,
    "length_each": _has_entries_each,
    "inputs_has": _has_inputs,
    "compared": _compared,
    "named": _compared,
    "may_be": _compared,
    "denied": _denied,
    "demanded": _mood("demanded"),
    "permitted": _mood("permitted"),
    "forbidden": _forbidden,
    "jointly": lambda _: Jointly(),
    "shape": numbers_of,
    "values": numbers_of,
    "no_pads": lambda _: Setting("pads", (0,)),
    "no_dilation": lambda _: Setting("dilations", (1,)),
    "set_one": set_one,
    "x_rows": lambda parts: rows_of("x", parts),
    "kernel_rows": lambda parts: rows_of("kernel", parts),
    "y_shape": lambda parts: Result(Setting("y", numbers_of(parts))),
    "y_rows": lambda parts: Result(found) if (found := rows_of("y", parts)) else None,
    "one_side": side_of,
    "spans": spans_of,
    "result": lambda parts: parts[0] if parts and isinstance(parts[0], Result) else result_of(parts),
    "told": told,
    "given": given,
    "outcome": outcome,
    "set_type": type_of,
    "refused": lambda _: CallOutcome(False),
    "accepted": lambda _: CallOutcome(True),
    "effect": _effect,
    "no_effect": partial(_effect, does=False),
    "grown": lambda _: How("greater"),
    "shrunk": lambda _: How("less"),
}
