"""A document's definitions of Y and Indices, run: on small calls against the operator, and on its own examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from proofs.audit.programs.program import AXES, OUTSIDE, Array, Chosen, OutputProgram, RunCall, deviates
from proofs.audit.programs.reading import split
from proofs.audit.rulebook.findings import Finding, witness_text
from reference import onnx
from spec.documents.examples.stated import Named
from spec.documents.formulas.formulas import Written
from spec.operator.operator import Violation

_SHAPES = (
    (1, 1, 1, 1),
    (1, 1, 1, 2),
    (1, 1, 2, 1),
    (1, 1, 2, 2),
    (1, 2, 1, 1),
    (2, 1, 1, 1),
    (1, 1, 2, 3),
    (2, 2, 3, 4),
)
_USUAL = {"kernel_shape": (1, 1), "strides": (1, 1), "dilations": (1, 1), "pads": (0, 0, 0, 0)}
_OTHERS: Sequence[Mapping[str, tuple[int, ...]]] = (
    {},
    {"kernel_shape": (1, 2)},
    {"kernel_shape": (2, 1)},
    {"kernel_shape": (2, 2)},
    {"strides": (1, 2)},
    {"strides": (2, 1)},
    {"kernel_shape": (1, 2), "dilations": (1, 2)},
    {"kernel_shape": (2, 1), "dilations": (2, 1)},
    {"kernel_shape": (2, 2), "pads": (1, 0, 0, 0)},
    {"kernel_shape": (2, 2), "pads": (0, 1, 0, 0)},
    {"kernel_shape": (2, 2), "pads": (0, 0, 1, 1)},
    {"kernel_shape": (2, 3), "strides": (2, 1), "dilations": (1, 2), "pads": (1, 1, 0, 2)},
)


def _inputs(shape: tuple[int, ...]) -> Iterator[Array]:
    """Elements that are all equal, that rise, that fall, and that are negative."""
    count = int(np.prod(shape))
    rising = np.arange(1, count + 1, dtype=float)
    for values in (np.full(count, 5.0), rising, rising[::-1], -rising):
        yield values.reshape(shape)


@cache
def small_calls() -> tuple[RunCall, ...]:
    """Small calls that the operator allows, smallest first, with what it answers."""
    found: list[RunCall] = []
    for shape, other in product(_SHAPES, _OTHERS):
        attributes = {**_USUAL, **other}
        for X in _inputs(shape):
            try:
                outputs = onnx.maxpool(X, **attributes)  # type: ignore[arg-type]  # each attribute is a list
            except Violation:
                break
            found.append(RunCall(X, attributes, *outputs))
    return tuple(found)


def judge_program(program: OutputProgram, written: Written, tie_rule: bool) -> list[Finding]:
    """What a definition gives on small calls that the operator does not: the first of each kind."""
    found: dict[str, Finding] = {}
    for call in small_calls():
        environment = call.environment()
        for cell in call.cells():
            given = deviates(program, call, environment, cell)
            rule = None if given is None else _rule(program, tie_rule, call, cell, given)
            if given is not None and rule is not None and rule not in found:
                found[rule] = _finding(rule, program, written, call, cell, given)
    return list(found.values())


def _rule(program: OutputProgram, tie_rule: bool, call: RunCall, cell: tuple[int, ...], given: list[Any]) -> str | None:
    """The rule that a deviation of one cell breaks; several places of equal elements break none where the document
    says which of them counts."""
    is_each = program.of is not Named.Y and program.choice is Chosen.EACH
    if not is_each or int(call.Indices[cell]) not in given:
        return "formula-wrong"
    if not set(given) <= _tapped(call, cell):
        return "index-outside-window"
    return None if tie_rule else "index-ambiguous"


def _finding(
    rule: str, program: OutputProgram, written: Written, call: RunCall, cell: tuple[int, ...], given: list[Any]
) -> Finding:
    """A deviation of one cell, as a finding."""
    right = float(call.Y[cell]) if program.of is Named.Y else int(call.Indices[cell])
    name = f"{program.of.value}[{', '.join(map(str, cell))}]"
    witness = call.told()
    if rule == "index-outside-window":
        message = "an equal element outside the window also satisfies the condition"
        finding = _at(written.start, rule, message, witness, name, given)
        conditions, _ = split(written)
        return replace(finding, start=conditions[0].start) if conditions else finding
    if rule == "index-ambiguous":
        message = "where several elements of a window are equal and greatest, each of them satisfies the condition"
        return _at(written.start, rule, message, witness, name, given)
    if not given:
        message = f"the condition holds for no place, so that {name} has no value"
        return _at(written.start, rule, message, witness, name, right)
    if given == [OUTSIDE]:
        message = f"the condition holds for a place outside the tensor, so that {name} is taken of no element"
        return _at(written.start, rule, message, witness, name, right)
    shown = _plain(given[0] if len(given) == 1 else given)
    message = f"this gives {name} = {shown}, but the operator's is {_plain(right)}"
    return _at(written.start, rule, message, witness, name, right)


def _at(start: int, rule: str, message: str, witness: Mapping[str, object], name: str, value: object) -> Finding:
    values = {**witness, name: _plain(value)}
    help_ = "say which one counts: the first in row-major order" if rule == "index-ambiguous" else ""
    return Finding(rule, start, f"{message}: for {witness_text(witness)}", values, help_)


def _plain(value: Any) -> object:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return int(value) if float(value).is_integer() else float(value)


def _tapped(call: RunCall, cell: tuple[int, ...]) -> set[int]:
    """The flat indices of the elements under the taps of a cell's window."""
    batch, channel, *windows = cell
    shape = call.X.shape
    lines = []
    for axis, window in enumerate(windows):
        k, s, d = (call.attributes[name][axis] for name in ("kernel_shape", "strides", "dilations"))
        positions = (window * s + tap * d - call.attributes["pads"][axis] for tap in range(k))
        lines.append([p for p in positions if 0 <= p < shape[AXES + axis]])
    plane = batch * shape[1] + channel
    return {(plane * shape[2] + row) * shape[3] + column for row, column in product(*lines)}
