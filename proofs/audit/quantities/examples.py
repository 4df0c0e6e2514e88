"""Examples in sentences: what they set, the sizes that follow by the clauses, and the ones that they tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofs.audit.quantities.values import QuantityReading, Setting
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import sides
from spec.readings.value import evaluate
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, slack, stride, x, y

_VARIABLES = {"x": x, "kernel": kernel, "strides": stride, "dilations": dilation}
_UNSAID = {dilation.name: 1, pad_begin.name: 0, pad_end.name: 0}
"""What an example has that does not speak of it."""
AXES = 2


def wrong_result(reading: QuantityReading) -> str | None:
    """How an example's result is wrong, empty if it is right; None if its settings do not tell."""
    told = reading.result
    axes = [_on_axis(reading.settings, axis) for axis in range(AXES)]
    if told is None or None in axes:
        return None
    whole = next((each.values for each in reading.settings if each.kind == "x" and len(each.values) > AXES), ())
    if len(told.values) > AXES and not whole:
        return None
    shown = range(AXES) if told.axis is None else [told.axis]
    sizes = [_follows(values, told.kind) for axis, values in enumerate(axes) if values is not None and axis in shown]
    right = [size for size in sizes if size is not None]
    if len(right) != len(sizes):
        return None
    spatial = told.values[-AXES:] if len(told.values) > 1 else told.values * len(right)
    if list(spatial) == right and told.values[:-AXES] in ((), whole[:-AXES]):
        return ""
    expected = [*whole[:-AXES], *right] if len(told.values) > AXES else right if len(told.values) > 1 else right[:1]
    return f"by the clauses this is {' × '.join(map(str, expected))}"


def _on_axis(settings: Sequence[Setting], axis: int) -> Mapping[str, int] | None:
    """The values that the settings give on an axis; None where two are given for one quantity."""
    values: dict[str, int] = {}
    for each in settings:
        if each.axis not in (None, axis):
            continue
        here = _entries(each, axis)
        if here is None or any(values.get(name, value) != value for name, value in here.items()):
            return None
        values |= here
    return values


def _entries(setting: Setting, axis: int) -> Mapping[str, int] | None:
    said = setting.values
    if setting.kind in ("pads", "pad_begin", "pad_end"):
        begin, end = (said[axis], said[axis + AXES]) if len(said) == 2 * AXES else (said[0], said[0])
        ends = {pad_begin.name: begin, pad_end.name: end}
        return {name: value for name, value in ends.items() if setting.kind in ("pads", name)}
    variable = _VARIABLES.get(setting.kind)
    if variable is None or len(said) not in (1, 2, 4):
        return None
    return {variable.name: said[-AXES:][axis] if len(said) > 1 else said[0]}


def _follows(values: Mapping[str, int], kind: str) -> int | None:
    """The extent or the output size by the clauses; None where a value is missing, or the kernel does not fit."""
    given = {**_UNSAID, **values}
    wanted = (kernel.name,) if kind == "extent" else (kernel.name, x.name, stride.name)
    if not all(name in values for name in wanted) or kind not in ("extent", "y"):
        return None
    if any(given[name] < 1 for name in (*wanted, dilation.name)) or min(given[pad_begin.name], given[pad_end.name]) < 0:
        return None
    for variable, label in ((extent, "extent"), (slack, "slack"), (y, "Y.shape")):
        given[variable.name] = int(evaluate(sides(MAXPOOL[label].formula)[1], given))
        if variable.name == kind:
            return given[kind]
        if variable is slack and given[slack.name] < 0:
            return None
    return None
