"""Examples in sentences: what they set, the sizes that follow by the clauses and the ones that they tell; calls that
are said to be accepted or refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.audit.answers.compared import holds
from proofs.audit.formulas.constraints import EVERY_CALL
from proofs.audit.quantities.settings import ENDS
from proofs.audit.quantities.values import QuantityReading, Setting
from proofs.audit.truth.operator import following
from proofs.audit.truth.truth import decided
from proofs.engine.statement import Verdict
from spec.language.terms import Variable, and_, not_
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x

_VARIABLES = {"x": x, "kernel": kernel, "strides": stride, "dilations": dilation}
_UNSAID = {dilation.name: 1, pad_begin.name: 0, pad_end.name: 0}
"""What an example has that does not speak of it."""
AXES = 2


def wrong_result(reading: QuantityReading) -> str | None:
    """How an example's result is wrong, empty if it is right; None if its settings do not tell."""
    found = [_wrong(told, reading) for told in reading.results]
    return next((wrong for wrong in found if wrong), None if None in found else "")


def _wrong(told: Setting, reading: QuantityReading) -> str | None:
    axes = [on_axis(reading.settings, axis) for axis in range(AXES)]
    if None in axes:
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


def with_held(reading: QuantityReading, held: Sequence[Setting]) -> QuantityReading:
    """An example that goes on with another one: what it does not set itself is as there."""
    own = {_kind(each) for each in reading.settings}
    return replace(reading, settings=(*(each for each in held if _kind(each) not in own), *reading.settings))


def _kind(setting: Setting) -> str:
    return "pads" if setting.kind.startswith("pad") else setting.kind


# --- calls that are accepted or refused ----------------------------------------------------------------

_LENGTHS = {"kernel": 2, "strides": 2, "dilations": 2, "pads": 4, "x": 4}
_USUAL = (Setting("strides", (1,)), Setting("dilations", (1,)), Setting("pads", (0,)))
"""What a call has that does not speak of it, where it is said to be refused for what it does speak of."""
_ABOUT = "windows.meet-input"


def wrong_outcome(reading: QuantityReading) -> str | None:
    """What is wrong with what is said of a call, empty if it is right; None if its settings do not tell.

    An accepted call is wrong if no legal call has its settings. A refused one is wrong if the call is legal that has
    them and is as usual otherwise.
    """
    if not reading.settings and not reading.types:
        return None
    settings = reading.settings
    if not reading.accepted:
        said = {each.kind for each in settings}
        settings = (*settings, *(each for each in _USUAL if each.kind not in said))
    legal = _is_legal(settings, reading.types)
    if legal is None:
        return None
    if legal == reading.accepted:
        return ""
    return "by the clauses this call is legal" if legal else "by the clauses no legal call is so"


def _is_legal(settings: Sequence[Setting], types: Sequence[str]) -> bool | None:
    """Whether a legal call has some settings; None where they are not told apart, or nothing is shown."""
    if any(not holds("X.types", {"float32": "float", "float64": "double"}.get(name, name)) for name in types):
        return False
    for each in settings:
        length = _LENGTHS.get(each.kind, 0)
        if len(each.values) > 1 and each.axis is None and length and len(each.values) not in (length, 2):
            return False
        if len(each.values) == 2 and length == 4 and each.kind == "pads":
            return False
    found = [_is_legal_axis(settings, axis) for axis in range(AXES)]
    return False if False in found else None if None in found else True


def _is_legal_axis(settings: Sequence[Setting], axis: int) -> bool | None:
    values = on_axis(settings, axis)
    if values is None:
        return None
    if not values:
        return True
    decision = decided(EVERY_CALL, not_(and_(*(Variable(name).eq(value) for name, value in values.items()))), _ABOUT)
    return False if decision.verdict is Verdict.PROVED else True if decision.witness is not None else None


def on_axis(settings: Sequence[Setting], axis: int) -> Mapping[str, int] | None:
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
    if setting.kind == ENDS:
        return {pad_begin.name: said[0], pad_end.name: said[-1]} if len(said) <= AXES else None
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
    wanted = {"extent": (kernel.name,), "slack": (kernel.name, x.name)}.get(kind, (kernel.name, x.name, stride.name))
    if not all(name in values for name in wanted) or kind not in ("extent", "slack", "y"):
        return None
    if any(given[name] < 1 for name in (*wanted, dilation.name)) or min(given[pad_begin.name], given[pad_end.name]) < 0:
        return None
    return next((value for name, value in following(given) if name == kind), None)
