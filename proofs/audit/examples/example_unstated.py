"""Attributes that an example does not state: where it agrees with values of theirs, it is not judged by defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from proofs.audit.examples.example_call import CalledOperator, ExampleCall
from proofs.audit.examples.example_deviations import deviations
from proofs.audit.examples.example_facts import Facts, not_judged
from proofs.audit.examples.example_input import Budget
from proofs.audit.rulebook.findings import Finding

_TRIED = {"strides": (1, 2, 3), "dilations": (1, 2, 3), "pads": (0, 1)}
"""What the entries of an attribute that is not stated are tried with."""
SEVERAL = 2


def unstated(facts: Facts, budget: Budget) -> Finding | None:
    """Why an example whose shapes differ is not judged: with other values of several attributes that it does not state,
    it agrees."""
    call, rank = facts.call, len(facts.shape) - 2
    missing = [name for name in _TRIED if name not in facts.example.attributes]
    if (
        facts.example.is_node
        or call.family is not CalledOperator.ONNX
        or len(missing) < SEVERAL
        or "auto_pad" in call.attributes
    ):
        return None
    for other in _calls(call, missing, rank):
        if not budget.allows(facts, cells=True):
            return None
        if not deviations(replace(facts, call=other)):
            values = ", ".join(f"{name} = {list(other.entries(name, rank))}" for name in missing)
            said = " and ".join(missing)
            why = f"it does not state {said}; by default it does not agree, but with {values} it does"
            return not_judged(facts.example, why)
    return None


def _calls(call: ExampleCall, missing: list[str], rank: int) -> Iterator[ExampleCall]:
    """The call with values for what is not stated, the simplest first."""
    tried = [list(product(_TRIED[name], repeat=2 * rank if name == "pads" else rank)) for name in missing]
    for values in sorted(product(*tried), key=lambda lists: sum(map(sum, lists))):
        other = call
        for name, value in zip(missing, values, strict=True):
            other = other.with_attribute(name, value)
        yield other
