"""A document's definitions of Y and Indices, run on its own worked examples: where one gives what is not printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from proofs.audit.examples.example_call import CalledOperator, Refusal
from proofs.audit.examples.example_facts import Facts, PrintedGrid, read_facts
from proofs.audit.programs.program import AXES, CELL, OUTSIDE, OutputProgram, RunCall
from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Named
from spec.documents.pages.model import Document
from spec.readings.value import DivisorNotPositive

_RULE = "example-formula-contradicted"
_LISTS = ("kernel_shape", "strides", "dilations", "pads")
MOST_CELLS = 200
"""So many cells of an example are held against a definition."""


def program_contradictions(document: Document, programs: Sequence[tuple[int, OutputProgram]]) -> Iterator[Finding]:
    """For each definition that is wrong, a note there and one at the first example that prints something else.

    `programs` are those that are wrong, each with its place.
    """
    examples = [read_facts(document.text, example) for example in read_examples(document).examples] if programs else []
    calls = [(facts[0], call) for facts in examples if not isinstance(facts, Finding) and (call := _call(facts[0]))]
    for start, program in programs:
        found = [cell for facts, call in calls if (cell := _contradicted(program, facts, call)) is not None]
        if found:
            lines = ", ".join(str(document.place(at)[0]) for at, _, _, _ in found)
            at, name, printed, given = found[0]
            said = f"{name} is printed {printed} where this gives {given}"
            message = f"the document's own examples contradict this definition: {said} (lines {lines})"
            yield Finding(_RULE, start, message, {"printed": printed, "definition": given})
            line = document.place(start)[0]
            message = f"{name} is printed {printed}, where the document's definition in line {line} gives {given}"
            yield Finding(_RULE, at, message, {"printed": printed, "definition": given})


def _call(facts: Facts) -> RunCall | None:
    """An example as a call, where it is one of the profile and its tensors are complete; Y and Indices are printed."""
    X, Y = facts.X, facts.Y
    shape = facts.call.shape(facts.shape)
    if X is None or Y is None or isinstance(shape, Refusal) or facts.call.family is not CalledOperator.ONNX:
        return None
    is_usual = facts.call.attributes.get("auto_pad", "NOTSET") == "NOTSET" and len(shape) == CELL
    is_whole = Y.shape == shape and not (X.holes or Y.holes) and not np.isnan(X.values).any()
    if not (is_usual and is_whole):
        return None
    Indices = facts.Indices.values if facts.Indices is not None and facts.Indices.shape == shape else Y.values
    attributes = {name: facts.call.entries(name, AXES) for name in _LISTS}
    return RunCall(X.values, attributes, Y.values, Indices)


def _contradicted(program: OutputProgram, facts: Facts, call: RunCall) -> tuple[int, str, str, Any] | None:
    """The first cell that a definition does not give as it is printed: its place, name, text, and what is given."""
    printed = facts.Y if program.of is Named.Y else facts.Indices
    if printed is None or printed.shape != call.Y.shape or printed.holes:
        return None
    environment = call.environment()
    for at, cell in zip(range(MOST_CELLS), call.cells(), strict=False):
        try:
            given = program.gives(environment, cell)
        except (DivisorNotPositive, LookupError):
            return None
        if given and given != [OUTSIDE] and not any(_is_same(value, printed, at, facts) for value in given):
            shown = [int(v) if float(v).is_integer() else v for v in given]
            return (
                printed.cells[at].start,
                printed.index(at),
                printed.cells[at].text,
                shown[0] if len(shown) == 1 else shown,
            )
    return None


def _is_same(value: float, printed: PrintedGrid, at: int, facts: Facts) -> bool:
    """A value is what is printed, to as many digits as are."""
    digits = facts.digits if printed.role is Named.Y else None
    right = float(printed.values.ravel()[at])
    return value == right or (digits is not None and abs(value - right) <= 0.5000001 * 10.0**-digits)
