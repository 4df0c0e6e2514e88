"""The public strategies: their legal calls fall into all classes, and a broken call breaks the clause that is named."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.errors import NoSuchExample

from proofs.kit.calls.broken import first_broken, not_expressible
from proofs.kit.calls.elements import cells
from proofs.kit.calls.solving import axis_domain
from proofs.kit.strategies import LegalCall, axes, breakable, broken_calls, legal_calls
from reference.examples.cases import described
from reference.maxpool import maxpool
from spec.maxpool.classes.classes import AXIS_CLASSES, ELEMENT_CLASSES
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import Violation
from spec.readings.value import evaluate

TRIED = settings(
    max_examples=4000, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
ON_AXIS = MAXPOOL.on_axis()


@pytest.fixture(scope="module")
def drawn() -> set[str]:
    """The classes of the axes that are drawn."""
    seen: set[str] = set()

    @settings(TRIED, phases=(Phase.generate,))
    @given(axis=axes())
    def draws(axis: Any) -> None:
        seen.update(axis_domain().features_of(ON_AXIS.check(asdict(axis))))

    draws()
    return seen


@pytest.mark.whole
def test_the_axes_fall_into_all_classes(drawn: set[str]) -> None:
    assert {c.name for c in AXIS_CLASSES} - drawn == set()


@pytest.mark.whole
@pytest.mark.sampled
@pytest.mark.parametrize("of", ELEMENT_CLASSES, ids=lambda e: e.of.name)
def test_the_tensors_fall_into_all_classes(of: Any) -> None:
    def is_in(call: LegalCall) -> bool:
        has_them = evaluate(of.call, described(call.X, call.attributes))
        return has_them and any(evaluate(of.of.formula, cell) for cell in cells(call.X, call.attributes))

    try:
        found = find(legal_calls(), is_in, settings=settings(TRIED, phases=(Phase.generate,)))
    except NoSuchExample:
        pytest.fail(f"no call is drawn in which {of.of.name}")
    assert is_in(found)


@pytest.mark.whole
def test_a_call_is_small_after_shrinking() -> None:
    found = find(legal_calls(), lambda call: call.attributes["strides"][1] > 1, settings=TRIED)
    assert found.X.size <= 1
    assert found.attributes["kernel_shape"] == [1, 1]


def test_what_is_breakable_is_all_that_can_be() -> None:
    assert {*breakable(), *not_expressible()} == {c.label for c in MAXPOOL.preconditions()}


@pytest.mark.parametrize("label", breakable())
def test_a_broken_call_breaks_the_clause_first(label: str) -> None:
    @settings(TRIED, max_examples=15)
    @given(call=broken_calls(label))
    def is_refused(call: Any) -> None:
        assert first_broken({"X": call.X, **call.attributes}) == label == call.label
        with pytest.raises(Violation, match=f"^{label}: "):
            maxpool(call.X, **call.attributes)

    is_refused()


def test_a_clause_that_no_call_breaks_is_named() -> None:
    with pytest.raises(ValueError, match="no call breaks 'R44' first; did you mean R4"):
        find(broken_calls("R44"), lambda call: True, settings=TRIED)
